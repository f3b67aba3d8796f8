"""A rule bot for Hanabi: plays what must fit, and tells others what they can play.

For each card of a hand the bot keeps what its owner must think possible: what no hint excludes, and
what does not lie elsewhere. In its turn it does the first of these that it can: play a card that
must fit; give the hint after which somebody is surest of cards that fit; play a card that is likely
to fit, if a mistake does not end the game; discard the card that is least likely to be missed, the
oldest of several. Nothing is read into a hint but what it says.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Annotated

from kibitz.bots.cards import must_have
from kibitz.engine.actions import Action
from kibitz.engine.game import Game
from kibitz.knowledge.views import View

__all__ = ["Rule"]

RANKS = ("ONE", "TWO", "THREE", "FOUR", "FIVE")
PLACES = ("CARD 0#1", "FIREWORKS", "DISCARDS", "BOX")
STORES = ("LIVES", "WHOM", "SPOT", "TOP RED", "COLOUR 1 0", "RANK 1 0")
WORTH_A_HINT = 0.2
"""How much surer a hint must make somebody, all their cards together."""

Face = tuple[str, int]
"""The colour and rank of a card."""
Spot = tuple[int, int]
"""A seat, and a place of its hand."""
Hint = tuple[int, int, str | int]
"""To whom, of a colour (0) or a rank (1), and of which."""


class Rule:
    """Plays what it knows, and tells what others need; `daring` is how likely a card must fit that
    is played at a risk."""

    def __init__(
        self, daring: Annotated[float, "how likely a card must fit that it plays unasked"] = 0.7
    ) -> None:
        self.daring = daring

    def start(self, game: Game, seat: int, seed: int) -> None:
        """Sit down at a table of Hanabi."""
        must_have("hanabi-rule", game, PLACES, STORES, game.players)
        self.game = game
        self.seat = seat
        self.faces = {
            card.number: (card.attributes["COLOUR"], 1 + RANKS.index(card.attributes["RANK"]))
            for card in game.cards
        }
        hands = [(owner, spot) for owner in range(game.players) for spot in range(1, 6)]
        self.spots = {game.place(f"CARD {owner}#{spot}"): (owner, spot) for owner, spot in hands}
        self.slots = {name: slot for name, (slot, _) in game.store_slots.items()}
        self.marks = {
            self.slots[f"{part} {spot} {owner}"]: (owner, spot)
            for owner, spot in hands
            for part in ("COLOUR", "RANK")
        }
        self.hints = dict(self.wordings())

    def wordings(self) -> Iterable[tuple[str, Hint]]:
        """How all hints are said."""
        for other, name in enumerate(self.game.seats):
            for colour, rank in set(self.faces.values()):
                word = self.game.sheet.names.get(colour, colour.lower())
                yield f"tell {name} what is {word}", (other, 0, colour)
                yield f"tell {name} what is {rank}", (other, 1, rank)

    def choose(self, view: View, budget: float | None) -> Action:
        """A sure play, a good hint, a likely play, a discard: whichever comes first."""
        self.look(view)
        plays, discards, hints = self.sorted(view)
        chances = {spot: self.chance((self.seat, spot), self.fitting) for spot in plays}
        likely = max(chances, key=chances.__getitem__)
        if chances[likely] == 1:
            return plays[likely]
        gains = {hint: self.gain(hint) for hint in hints}
        best = max(gains, key=gains.__getitem__, default=None)
        if best and gains[best] >= WORTH_A_HINT:
            return hints[best]
        if chances[likely] >= self.daring and int(view.store("LIVES")) > 1:
            return plays[likely]
        if discards:
            return discards[min(discards, key=self.loss)]
        return hints[best] if best else plays[likely]

    def sorted(self, view: View) -> tuple[dict[int, Action], dict[int, Action], dict[Hint, Action]]:
        """The actions: plays and discards by the place in the hand, and hints."""
        plays: dict[int, Action] = {}
        discards: dict[int, Action] = {}
        hints: dict[Hint, Action] = {}
        for action in view.actions:
            if action.text in self.hints:
                hints[self.hints[action.text]] = action
            else:
                verb, _, spot = action.text.split()
                (plays if verb == "play" else discards)[int(spot)] = action
        return plays, discards, hints

    # --- what is known ----------------------------------------------------------------------------

    def look(self, view: View) -> None:
        """Work out what fits, what is useless, what is the last of its kind, and what is left for
        the hidden cards."""
        deck = self.count(set(self.faces).difference(view.numbers("BOX")))
        gone = self.count(view.numbers("DISCARDS"))
        tops = {colour: int(view.store(f"TOP {colour}")) for colour, _ in deck}
        reach = {colour: top_of(colour, top, deck - gone) for colour, top in tops.items()}
        self.fitting = {(colour, rank) for colour, rank in deck if rank == tops[colour] + 1}
        wanted = {(colour, rank) for colour, rank in deck if tops[colour] < rank <= reach[colour]}
        self.useless = set(deck) - wanted
        self.last = {face for face in wanted if deck[face] == gone[face] + 1}
        self.hands = {
            spot: self.faces[card]
            for place, spot in self.spots.items()
            if spot[0] != self.seat
            for card in view.numbers(self.game.place_names[place])
        }
        gone += self.count(view.numbers("FIREWORKS"))
        self.left = [
            deck - gone - Counter(face for spot, face in self.hands.items() if spot[0] != owner)
            for owner in range(self.game.players)
        ]
        self.remember(view, set(deck))

    def count(self, cards: Iterable[int]) -> Counter[Face]:
        """How often each face is among some cards."""
        return Counter(self.faces[card] for card in cards)

    def remember(self, view: View, deck: set[Face]) -> None:
        """What hints leave of what each card may be, and when it was drawn."""
        self.may: dict[Spot, set[Face]] = {}
        self.drawn: dict[Spot, int] = {}
        hint: Hint | None = None
        whom = 0
        meant: set[Spot] = set()
        for number, event in enumerate(view.events):
            if event.kind == "move" and event.target in self.spots:
                spot = self.spots[event.target]
                self.may[spot], self.drawn[spot] = deck, number
            elif event.slot == self.slots["WHOM"]:
                whom = event.value
            elif event.slot == self.slots["COLOUR"]:
                colour = self.game.name_list[event.value]
                hint, meant = (None if colour == "NONE" else (whom, 0, colour)), set()
            elif event.slot == self.slots["RANK"] and event.value:
                hint, meant = (whom, 1, event.value), set()
            elif event.slot in self.marks:
                meant.add(self.marks[event.slot])
            elif event.slot == self.slots["SPOT"] and hint:  # the next turn begins
                for spot in self.hand(hint[0]):
                    self.may[spot] = told(self.may[spot], hint, spot in meant)
                hint = None

    def hand(self, owner: int) -> list[Spot]:
        """The places of a hand that cards were drawn into."""
        return [spot for spot in self.may if spot[0] == owner]

    # --- what is likely ---------------------------------------------------------------------------

    def chance(self, spot: Spot, faces: set[Face], hint: Hint | None = None) -> float:
        """How likely its owner must think that a card is one of these; after a hint, if one is
        given."""
        may = self.may[spot]
        if hint:
            may = told(may, hint, self.hands[spot][hint[1]] == hint[2])
        left = self.left[spot[0]]
        most = sum(left[face] for face in may)
        return sum(left[face] for face in may & faces) / most if most else 0.0

    def gain(self, hint: Hint) -> float:
        """How much surer the owner is of what fits after a hint; less, if it misleads them."""
        found = 0.0
        fitting = set()
        for spot in self.hand(hint[0]):
            face = self.hands.get(spot)
            if face is None:  # nothing was left to be drawn
                continue
            before = self.chance(spot, self.fitting)
            after = self.chance(spot, self.fitting, hint)
            if face not in self.fitting:
                found -= after >= self.daring > before
            elif face not in fitting:  # a second one of the same kind will not fit any more
                fitting.add(face)
                found += after - before
        return found

    def loss(self, spot: int) -> tuple[float, int]:
        """How much a card of one's own may be missed; of several, the oldest is least."""
        own = self.seat, spot
        return self.chance(own, self.last) - self.chance(own, self.useless), self.drawn[own]


def top_of(colour: str, top: int, deck: Counter[Face]) -> int:
    """How high a firework can still be built."""
    return top_of(colour, top + 1, deck) if deck[colour, top + 1] else top


def told(may: set[Face], hint: Hint, meant: bool) -> set[Face]:
    """What a card may be after a hint that meant it, or did not."""
    _, part, value = hint
    return {face for face in may if (face[part] == value) == meant}
