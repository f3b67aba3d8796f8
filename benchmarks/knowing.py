"""Whether what Kibitz says is known is so, in full-size games; and how quickly it says it.

    python benchmarks/knowing.py agram tarot            house games
    python benchmarks/knowing.py folder game.rcy        descriptions, and all of a folder
    python benchmarks/knowing.py agram --positions 50   more positions of each game
    python benchmarks/knowing.py agram --json           everything found

Random games from given seeds are played; at some positions somebody's knowledge is looked at. The
true deal must be possible. Deals that `view.sample` draws, and near ones (two unseen cards have
changed places), are *judged by replay*: laid out from the beginning, the same is played, and it
must look the same to the seat. Where cards were drawn or laid aside unseen, a deal may have come
about in several ways; some are tried (every card goes the way through the places that another went
in truth), and if none fits and others may exist, the deal is not judged.

Of each game one line is printed:

    exact      in how many positions the knowledge was said to be exact
    judged     deals judged, of those proposed
    wrong      deals allowed where the knowledge was exact, that would have looked different
    excluded   possible deals that were not allowed, the true ones among them
    deals/s    states a second, from view.samples, in the slowest position
    ms         the slowest count with all probabilities; and `ismcts:iterations=200`, a decision
"""

from __future__ import annotations

import argparse
import json
import re
import time
from array import array
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from itertools import islice, pairwise, permutations, product
from pathlib import Path
from random import Random

import kibitz
from kibitz import Action, Game, State, View
from kibitz.bots.names import find
from kibitz.engine.events import chances, seen_part, walk
from kibitz.engine.observer import Observer, observer
from kibitz.engine.state import begin
from kibitz.errors import KibitzError
from kibitz.knowledge.frames import Frame
from kibitz.recycle.prelude import EVENTS

MOVE = EVENTS["move"]
MOST_DECISIONS = 400
"""Of a game; some never end when nobody wants them to."""
MOST_WAYS = 120
"""In which a deal may have come about, that are tried."""
PROPOSED = 4
"""Deals of each kind, of a position."""
BATCH = 1000
SEARCH = "ismcts:iterations=200"

Way = tuple[tuple[int, ...], ...]
"""When a card was last shuffled, and the moves since then."""

Deal = Mapping[int, int]
"""Where every card lies."""


@dataclass
class Finding:
    """What was found out about a game."""

    name: str
    positions: int = 0
    exact: int = 0
    proposed: int = 0
    judged: int = 0
    wrong: int = 0
    excluded: int = 0
    samples: float = 0.0
    """A second, in the slowest position; 0 if the game cannot be imagined."""
    slowest: float = 0.0
    """Seconds for the count and all probabilities."""
    search: float = 0.0
    """Seconds a decision, on average."""
    doubts: Counter[str] = field(default_factory=Counter)
    """Why it is not exact, where that is told."""
    notes: list[str] = field(default_factory=list)
    failed: str = ""

    @property
    def throughout(self) -> str:
        """How exact it is, in a word."""
        if self.exact == self.positions:
            return "throughout"
        return "mostly" if 2 * self.exact >= self.positions else "rarely"

    def line(self) -> str:
        """In one line."""
        if self.failed:
            return f"{self.name:22} failed: {self.failed}"
        return (
            f"{self.name:22} exact {self.exact:3}/{self.positions:<3} {self.throughout:10} "
            f"judged {self.judged:4}/{self.proposed:<4} wrong {self.wrong:3} "
            f"excluded {self.excluded:3} {self.samples:12,.0f} deals/s "
            f"{1000 * self.slowest:8.1f} ms {1000 * self.search:8.1f} ms"
        )


# --- replay ---------------------------------------------------------------------------------------


class Past:
    """How a position came about, and whether another deal would have looked the same."""

    def __init__(self, states: Sequence[State], who: int | None) -> None:
        self.states = states
        self.state = states[-1]
        self.game: Game = self.state.game
        self.observer: Observer = observer(self.game, who)
        self.told = [self._seen(state) for state in states]
        self.ways, self.known = self._ways()
        self.unseen_decisions = self._hidden_decisions()

    def _seen(self, state: State) -> tuple[object, ...]:
        offered: tuple[str, ...] = ()
        if self.observer.decides(state.to_move):
            offered = tuple(sorted(action.text for action in state.actions))
        told = seen_part(state.last.events, self.observer).tobytes()
        return told, state.array[0], state.to_move, offered

    def _ways(self) -> tuple[dict[int, Way], set[int]]:
        """For every card its way through the places since it was last shuffled; and the cards that
        were seen since then."""
        start, count = self.game.layout.where, len(self.game.cards)
        where = list(self.game.blank[start : start + count])
        ways: dict[int, list[tuple[int, ...]]] = {card: [(-1, -1, -1)] for card in range(count)}
        known = {card for card in range(count) if where[card] < 0}
        for number, state in enumerate(self.states):
            run = 0
            for at, (kind, one, two, three, seen, _) in enumerate(walk(state.last.events)):
                if kind == MOVE:
                    where[one] = three
                    ways[one].append((number, run, two, three))
                    if self.observer.sees(seen):
                        known.add(one)
                elif kind == EVENTS["shuffle"]:
                    for card in (card for card, place in enumerate(where) if place == one):
                        ways[card] = [(number, at, one)]
                        known.discard(card)
                elif kind == EVENTS["deck"]:
                    where[two : two + three] = [one] * three
                if kind != MOVE and kind != EVENTS["chance"]:
                    run += 1
        return {card: tuple(way) for card, way in ways.items()}, known

    def _hidden_decisions(self) -> bool:
        """Whether somebody else has moved a card of their choice unseen."""
        last = max(way[0][0] for way in self.ways.values())
        for number, state in enumerate(self.states):
            if number <= max(0, last) or state.last.seat == self.observer.seat:
                continue
            drawn = {card for a_card, card in chances(state.last.events) if a_card}
            for kind, card, source, _, seen, _ in walk(state.last.events):
                if kind == MOVE and not self.observer.sees(seen) and card not in drawn:
                    if source not in self.game.layout.pools:
                        return True
        return False

    def lying(self) -> dict[int, int]:
        """The true deal."""
        where = self.game.layout.where
        return {c: self.state.array[where + c] for c in range(len(self.game.cards))}

    def judged(self, deal: Deal, rng: Random) -> bool | None:
        """Whether a deal would have looked the same; None if that cannot be told."""
        truly = self.lying()
        if any(deal[card] != truly[card] for card in self.known):
            return None  # it was seen, and may have gone another way since
        complete = not self.unseen_decisions
        for tried, instead in enumerate(self._matched(truly, deal, rng)):
            if tried == MOST_WAYS:
                complete = False
                break
            if any(self.ways[card][0] != self.ways[other][0] for card, other in instead.items()):
                complete = False  # it was shuffled at another time
            elif self._looks_alike(instead):
                return True
        return False if complete else None

    def _matched(self, truly: Deal, deal: Deal, rng: Random) -> Iterator[dict[int, int]]:
        """For every card the one that goes its way instead; ways that nobody can tell apart are
        not tried twice."""
        parts = []
        for place in sorted(set(truly.values())):
            old = [c for c in truly if truly[c] == place and c not in self.known]
            new = [c for c in old if deal[c] == place]
            new += [c for c in deal if deal[c] == place and c not in self.known and c not in new]
            if old and place >= 0 and not self._open(place):
                parts.append((old, list(islice(self._given(old, new, rng), MOST_WAYS))))
        for choice in islice(product(*(ways for _, ways in parts)), MOST_WAYS + 1):
            instead = {card: card for card in truly}
            for (old, _), given in zip(parts, choice, strict=True):
                instead.update(zip(old, given, strict=True))
            yield instead

    def _open(self, place: int) -> bool:
        return self.observer.sees(int(self.game.telling["sees"](self.state.array, place)))

    def _given(self, old: list[int], new: list[int], rng: Random) -> Iterator[tuple[int, ...]]:
        """The new cards in the order of the old ones: first as near as possible, then in other
        ways that differ in which card went which way."""
        kept = set(old) & set(new)
        spare = iter([card for card in new if card not in kept])
        first = tuple(card if card in kept else next(spare) for card in old)
        yield first
        kinds = [self.ways[card] for card in old]
        if len(set(kinds)) == 1:
            return
        seen = {self._kind(kinds, first)}
        orders: Iterator[tuple[int, ...]] = permutations(first)
        if len(first) > 6:
            orders = (tuple(rng.sample(first, len(first))) for _ in range(20 * MOST_WAYS))
        for order in orders:
            kind = self._kind(kinds, order)
            if kind not in seen:
                seen.add(kind)
                yield order

    @staticmethod
    def _kind(kinds: Sequence[object], order: Sequence[int]) -> frozenset[object]:
        return frozenset(zip(kinds, order, strict=True))

    def _looks_alike(self, instead: Mapping[int, int]) -> bool:
        """Play it again with other cards."""
        game = self.game
        at = game.layout.KEY
        key = self.state.array[at], self.state.array[at + 1]
        try:
            state = begin(game, key, self._fate(0, instead))
            if self._seen(state) != self.told[0]:
                return False
            for number, true in enumerate(self.states[1:], 1):
                assert true.last.action is not None
                offered = self._same(state, true.last.action, self._since(number, instead))
                fate = self._fate(number, instead)
                after = (state.after(action, array("q", fate)) for action in offered)
                following = next((s for s in after if self._seen(s) == self.told[number]), None)
                if following is None:
                    return False
                state = following
        except KibitzError:  # the rules would not have drawn these cards
            return False
        return True

    def _same(self, state: State, true: Action, instead: Mapping[int, int]) -> list[Action]:
        """The same action with other cards; there may be several that pick the same, and what is
        seen tells which it was."""
        names = {
            face.text + face.mark: self.game.cards[instead[face.number]] for face in self.game.cards
        }
        words = [
            names[word].text + names[word].mark if word in names else word
            for word in _plainly(true)
        ]
        return [action for action in state.actions if sorted(_plainly(action)) == sorted(words)]

    def _since(self, number: int, instead: Mapping[int, int], at: int = -1) -> dict[int, int]:
        """The cards that stand for others in a step: those that were shuffled before."""
        return {
            card: other if self.ways[card][0][:2] < (number, at) else card
            for card, other in instead.items()
        }

    def _fate(self, number: int, instead: Mapping[int, int]) -> array[int]:
        """The outcomes of chance of a step, with other cards."""
        outcomes = []
        for at, (kind, what, outcome, _, _, _) in enumerate(walk(self.states[number].last.events)):
            if kind == EVENTS["chance"]:
                a_card = what == 0
                shuffled = a_card and self.ways[outcome][0][:2] < (number, at)
                outcomes.append(instead[outcome] if shuffled else outcome)
        return array("q", [0, len(outcomes) or -1, *outcomes])


def _plainly(action: Action) -> list[str]:
    """The words of an action, without the number of one that picks the same as another."""
    return [word for word in action.text.split() if not re.fullmatch(r"\(\d+\)", word)]


# --- what is claimed ------------------------------------------------------------------------------


def allowed(frame: Frame, deal: Deal) -> bool | None:
    """Whether a deal is said to be possible. A place may stand in a frame several times, for cards
    that came to it together: then some ways to divide its cards are tried, and None is returned if
    that was not enough."""
    places = [frame.ghosts.get(card, deal[card]) for card in frame.cards]
    if any(place not in frame.places for place in places):
        return False
    options = [
        [i for i, place in enumerate(frame.places) if place == there and mask >> i & 1]
        for there, mask in zip(places, frame.worlds.masks, strict=True)
    ]

    def divided(card: int, left: list[int], world: list[int]) -> Iterator[list[int]]:
        if card == len(options):
            yield world
            return
        for index in options[card]:
            if left[index]:
                left[index] -= 1
                yield from divided(card + 1, left, [*world, index])
                left[index] += 1

    for tries, world in enumerate(divided(0, list(frame.worlds.sizes), [])):
        if tries == 500:
            return None
        if frame.worlds.allows(world):
            return True
    return False


def near(frame: Frame, deal: Deal, rng: Random) -> Deal | None:
    """The same with two unseen cards in each other's places."""
    cards = [card for card in frame.cards if card not in frame.ghosts]
    rng.shuffle(cards)
    for first, second in pairwise(cards):
        if deal[first] != deal[second]:
            return {**deal, first: deal[second], second: deal[first]}
    return None


# --- a game ---------------------------------------------------------------------------------------


def played(game: Game, seed: int) -> list[State]:
    """All states of a game played at random."""
    rng = Random(seed)
    states = [game.new(seed)]
    while not states[-1].over and len(states) < MOST_DECISIONS:
        states.append(states[-1].after(rng.choice(states[-1].actions)))
    return states if not states[-1].over else states[:-1]


def looked_into(game: Game, positions: int) -> Finding:
    """A game, at so many positions."""
    found = Finding(game.name)
    rng = Random(game.name)
    seed = 0
    while found.positions < positions:
        seed += 1
        states = played(game, seed)
        for _ in range(min(4, positions - found.positions)):
            number = rng.randrange(len(states))
            seat = rng.randrange(game.players)
            _look(found, Past(states[: number + 1], seat), seat, rng, f"seed {seed} at {number}")
    found.search = _searching(game)
    return found


def _look(found: Finding, past: Past, seat: int, rng: Random, at: str) -> None:
    """What a seat knows in a position."""
    seen = kibitz.view(past.state, seat)
    knowledge = seen.knowledge
    started = time.process_time()
    knowledge.count, knowledge.probabilities  # noqa: B018 (only to know how long it takes)
    found.slowest = max(found.slowest, time.process_time() - started)
    found.positions += 1
    found.exact += knowledge.exact
    for doubt in getattr(knowledge, "doubts", ()) if not knowledge.exact else ():
        found.doubts[f"line {doubt.line}: {doubt.why}"] += 1
    truth = past.lying()
    if allowed(knowledge.frame, truth) is False:
        found.excluded += 1
        found.notes.append(f"{at}, seat {seat}: the truth is excluded")
    _time_samples(found, seen, rng)
    proposals: list[Deal] = []
    if found.samples:
        where = past.game.layout.where
        for _ in range(PROPOSED):
            drawn = seen.sample(rng).array
            proposals.append({c: drawn[where + c] for c in range(len(past.game.cards))})
    for base in (truth, *proposals[: PROPOSED - 1]):
        other = near(knowledge.frame, base, rng)
        if other is not None:
            proposals.append(other)
    for number, deal in enumerate(proposals):
        found.proposed += 1
        verdict = past.judged(deal, rng)
        if verdict is None:
            continue
        found.judged += 1
        claimed = True if found.samples and number < PROPOSED else allowed(knowledge.frame, deal)
        if claimed and not verdict and knowledge.exact:
            found.wrong += 1
            found.notes.append(f"{at}, seat {seat}: {_spelt(past, deal)} is allowed")
        if claimed is False and verdict:
            found.excluded += 1
            found.notes.append(f"{at}, seat {seat}: {_spelt(past, deal)} is excluded")


def _spelt(past: Past, deal: Deal) -> str:
    """Where a deal differs from the truth."""
    game, truth = past.game, past.lying()
    moved = [
        f"{game.cards[card].text} in {game.place_names[place]} not {game.place_names[truth[card]]}"
        for card, place in deal.items()
        if place != truth[card]
    ]
    return ", ".join(moved) or "the truth"


def _time_samples(found: Finding, seen: View, rng: Random) -> None:
    try:
        seen.samples(2, rng)  # compiled, if need be
    except KibitzError:  # there are private numbers
        return
    started = time.process_time()
    number = 0
    while number < BATCH and time.process_time() - started < 0.1:
        number += len(seen.samples(BATCH // 10, rng))
    if time.process_time() - started < 0.1:
        number += len(seen.samples(20 * BATCH, rng))
    speed = number / (time.process_time() - started)
    found.samples = min(found.samples or speed, speed)


def _searching(game: Game) -> float:
    """Seconds that a search takes for a decision."""
    try:
        bot = find(SEARCH, game).make()
        states = [state for state in played(game, 1)[:60] if len(state.actions) > 1][::3]
        if not states:
            return 0.0
        bot.choose(kibitz.view(states[0], states[0].to_move), None)  # compiles
        started = time.process_time()
        for state in states:
            bot.choose(kibitz.view(state, state.to_move), None)
        return (time.process_time() - started) / len(states)
    except KibitzError:
        return 0.0


# --- printing -------------------------------------------------------------------------------------


def named(names: Sequence[str]) -> Iterator[str | Path]:
    """The games meant: house games, files, and all files of a folder."""
    for name in names:
        path = Path(name)
        if path.is_dir():
            yield from sorted(path.glob("*.rcy"))
        else:
            yield path if path.suffix == ".rcy" else name


def summary(found: Sequence[Finding]) -> str:
    """Of all games together."""
    well = [each for each in found if not each.failed]
    words = Counter(each.throughout for each in well)
    timed = [each.samples for each in well if each.samples]
    return (
        f"{len(found)} games: exact throughout {words['throughout']}, mostly {words['mostly']}, "
        f"rarely {words['rarely']}, failed {len(found) - len(well)}; "
        f"wrong claims {sum(each.wrong for each in well)}, "
        f"possible deals excluded {sum(each.excluded for each in well)}; "
        f"at least {min(timed, default=0):,.0f} deals/s, "
        f"at most {1000 * max((each.slowest for each in well), default=0):.1f} ms to count, "
        f"{1000 * max((each.search for each in well), default=0):.1f} ms to search"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("games", nargs="+", metavar="GAME", help="a name, a file, or a folder")
    parser.add_argument("--positions", type=int, default=20, help="of each game (20)")
    parser.add_argument("--json", action="store_true", help="print everything found as JSON")
    parser.add_argument("--notes", action="store_true", help="print what is wrong, and the doubts")
    options = parser.parse_args()
    found = []
    for each in named(options.games):
        try:
            finding = looked_into(kibitz.load(each), options.positions)
        except Exception as error:  # a game that fails must not hide the others
            name = each.stem if isinstance(each, Path) else each
            finding = Finding(name, failed=f"{type(error).__name__}: {str(error)[:200]}")
        found.append(finding)
        if not options.json:
            print(finding.line(), flush=True)
            if options.notes:
                for note in (*finding.notes, *(f"{n} x {w}" for w, n in finding.doubts.items())):
                    print("    " + note, flush=True)
    if options.json:
        rows = [{**asdict(each), "throughout": each.throughout} for each in found]
        print(json.dumps({"games": rows, "summary": summary(found)}, indent=2))
    else:
        print(summary(found))


if __name__ == "__main__":
    main()
