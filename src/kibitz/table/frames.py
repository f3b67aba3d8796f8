"""What is sent to a page: the game, the moments of it, and the log, as data for JSON.

All of it is made from a `Sight`; nothing here looks at a state. The page draws what it gets and
knows no rules.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any

from kibitz.engine.actions import Action
from kibitz.engine.derived import derived
from kibitz.engine.disclosures import Count, Secret
from kibitz.engine.game import Game
from kibitz.engine.picking import steps
from kibitz.knowledge.announcements import Announcement, announcements, idle
from kibitz.knowledge.ledger import Entry
from kibitz.knowledge.vocabulary import vocabulary_of
from kibitz.table.cards import card_name, suit_name
from kibitz.table.places import Eve, eve, shown_until
from kibitz.words import Card, Piece, Seat, Sentence, Words, offer
from kibitz.words.chips import Chip, chips, seat_chips
from kibitz.words.pieces import seated
from kibitz.words.position import Position, There, position
from kibitz.words.sights import Sight
from kibitz.words.story import Chapter, Story, Trick
from kibitz.words.tally import Share, Tally, ended, valued
from kibitz.words.told import told
from kibitz.words.verdicts import standings, verdict

__all__ = ["game_card", "log", "moment", "options", "pieces"]

Json = dict[str, Any]


def game_card(game: Game) -> Json:
    """What a page needs to know about a game, whatever happens in it."""
    words = Words(game, None)
    return {
        "id": game.name,
        "title": game.title,
        "rules": game.sheet.rules,
        "parameters": game.parameters,
        "seats": list(game.seats),
        "cards": [
            {
                "text": face.text + face.mark,
                "symbol": face.symbol,
                "name": card_name(game, face),
                "colour": face.colour or "black",
                "suit": face.attributes.get("SUIT", ""),
                "suit_name": suit_name(game, face),
                "rank": game.sheet.printed("RANK", face.attributes.get("RANK", "")),
            }
            for face in game.cards
        ],
        "columns": words.setting.columns,
        "places": [
            {
                "key": place.key,
                "name": place.name,
                "owner": place.owner,
                "who": place.who,
                "sight": place.sight,
                "role": words.setting.roles[place.number],
                "index": place.index,
            }
            for place in words.places
        ],
    }


def moment(sight: Sight) -> Json:
    """The table as it is now, and the step that led to it."""
    story, last = sight.latest()
    earlier = eve(story, sight.places, last)
    sentences = told(story, last, turns=True)
    return {
        **_position(position(sight, story), story.words),
        "before": None if earlier is None else _before(story, sight, earlier),
        "step": _step(sight, story, last, sentences),
    }


def log(sight: Sight, since: int = 0) -> Iterator[Json]:
    """All that has happened, in words, one decision at a time; the deal is number 0."""
    story = sight.story()
    for chapter in sight.chapters():
        if chapter.number < since:
            story.follow(chapter)
        else:
            sentences = told(story, chapter, turns=True)
            yield _step(sight, story, chapter, sentences)


def pieces(parts: Iterable[Piece]) -> list[str | Json]:
    """A sentence for the page."""
    return [_piece(part) for part in parts]


def _sentence(game: Game, parts: Iterable[Piece]) -> list[str | Json]:
    """The same of a sentence that may name seats, which the page calls by who sits there."""
    return pieces(seated(parts, game.seats))


def _piece(part: Piece) -> str | Json:
    if isinstance(part, Card):
        return {"card": part.number}
    return {"seat": part.number, "text": part.text} if isinstance(part, Seat) else part


def _step(sight: Sight, story: Story, chapter: Chapter, sentences: list[Sentence]) -> Json:
    """A decision for the log; `story` has been told it. There are two looks at one after which
    something lay on the table and was taken away; a round that it ended is counted."""
    looks = 1 if shown_until(story.words, chapter.events) is None else 2
    tally = ended(story, over=chapter.following is None)
    return {
        "at": chapter.number,
        "seat": chapter.seat,
        "told": [
            {"kind": said.kind, "pieces": _sentence(sight.game, said.pieces)} for said in sentences
        ],
        "announced": [
            {"words": _sentence(sight.game, [learnt.words]), "notation": learnt.notation}
            for learnt in _learnt(sight, chapter.number)
        ],
        "looks": looks,
        "round": None if tally is None else _round(tally, story.words),
    }


def _round(tally: Tally, words: Words) -> Json:
    """A line of the score sheet."""
    return {
        "number": tally.number,
        "seats": [_share(share) for share in tally.seats],
        "teams": [
            {"seats": list(seats), **_share(share)}
            for seats, share in zip(words.teams, tally.teams, strict=False)
            if share.chips or share.totals
        ],
    }


def _share(share: Share) -> Json:
    return {
        "chips": _chips(share.chips),
        "totals": [
            {"name": total.name, "won": total.won, "value": total.value} for total in share.totals
        ],
        "made": share.made,
    }


def _learnt(sight: Sight, decision: int) -> list[Announcement]:
    """What everybody learnt from a decision, nothing twice. That a test of the rules came out so or
    so is no sentence for people at a table: `kibitz know` tells it."""
    words, worded = vocabulary_of(sight.game), derived(sight.game, _wording)
    found: dict[str, Announcement] = {}
    for entry in sight.entries[_first(sight.entries, decision) :]:
        if entry.decision == decision and not (
            isinstance(entry.condition, Secret) or idle(entry.condition, words)
        ):
            # A count of cards is the usual thing; what else there is cannot be looked up.
            kept = isinstance(entry.condition, Count)
            learnt = worded(entry) if kept else announcements([entry], words)[0]
            found[learnt.words] = learnt
    return list(found.values())


def _first(entries: Sequence[Entry], decision: int) -> int:
    """Where those of a decision begin; they are in order."""
    return bisect_left(entries, decision, key=lambda entry: entry.decision)


def _wording(game: Game) -> Callable[[Entry], Announcement]:
    """Puts an announcement into words; many who watch a table are told the same. What is kept goes
    with the game."""
    words = vocabulary_of(game)
    return lru_cache(maxsize=4096)(lambda entry: announcements([entry], words)[0])


# --- a position -----------------------------------------------------------------------------------


def _before(story: Story, sight: Sight, earlier: Eve) -> Json:
    """What the page puts in place of what it knows of a moment, to show what lay there before."""
    words, values = story.words, valued(story.words, earlier.stores)

    def shown(owner: str, who: int = 0) -> list[Json]:
        return _chips(chips(words, values, earlier.decided, owner, who))

    several = 1 < len(sight.teams) < words.game.players
    taken = story.last if story.gathered else None
    full = None if taken is None else replace(taken, winning=taken.taker)
    return {
        "places": {key: _lying(was) for key, was in earlier.places.items()},
        "seats": [
            _chips(seat_chips(words, values, earlier.decided, seat, sight.teams))
            for seat in range(words.game.players)
        ],
        "teams": [
            {"seats": list(seats), "chips": shown("team", number)}
            for number, seats in enumerate(sight.teams)
            if several
        ],
        "chips": shown("game"),
        "trick": _trick(full),
    }


def _position(now: Position, words: Words) -> Json:
    """A position for the page."""
    return {
        "at": now.made,
        "last": now.made,
        "to_move": now.to_move,
        "places": {p.place.key: _lying(p.there) for p in now.piles if p.role != "unshown"},
        "seats": [_chips(shown) for shown in now.seats],
        "teams": [{"seats": list(side.seats), "chips": _chips(side.chips)} for side in now.sides],
        "chips": _chips(now.chips),
        "trick": _trick(now.trick),
        "last_trick": _trick(now.last_trick, taken=True),
        "actions": options(now, words),
        "picks": _picks(now, words),
        "picked": list(now.picked),
        "result": _result(now, words),
    }


def _lying(there: There) -> list[int] | int:
    return there if isinstance(there, int) else list(there)


def _chips(shown: Sequence[Chip]) -> list[Json]:
    return [
        {"name": chip.name, "value": chip.value}
        | ({"suit": chip.suit} if chip.suit else {})
        | ({} if chip.seat is None else {"seat": chip.seat})
        for chip in shown
    ]


def _trick(trick: Trick | None, taken: bool = False) -> Json | None:
    if trick is None or not trick.cards:
        return None
    shown: Json = {
        "led": trick.cards[0].seat,
        "winning": trick.winning,
        "cards": [{"seat": played.seat, "card": played.card} for played in trick.cards],
    }
    return {**shown, "taker": trick.taker} if taken else shown


def options(now: Position, words: Words) -> list[Json]:
    """What can be done, with a key for each, and the card of the hand it is, if it is one. What
    picks one card of a set says of which; all that can be picked is in `_picks`."""
    if not now.actions or now.to_move is None:
        return []
    hand = _held(now, now.to_move)
    cards = [action.cards for action in now.actions]
    offered = offer(words, now.actions, now.pickings)
    whole = [(a, key, None) for key, a in offered.actions.items() if key not in offered.picks]
    begun = [(now.actions[i], None, n) for n, p in enumerate(now.pickings) for i in p.offered]
    every = (*whole, *begun)
    labels = words.labels([action for action, _, _ in every])
    return [
        {
            "text": action.text,
            "label": pieces(label),
            **(_own_cards(action, hand) if cards.count(action.cards) == 1 else NO_CARD),
            "key": key,
            "picks": picking,
        }
        for (action, key, picking), label in zip(every, labels, strict=True)
    ]


def _picks(now: Position, words: Words) -> list[Json]:
    """The sets that are asked for: how many cards, of which, each with its key; what is done with
    them, in words that stand before and after the cards."""
    picks = offer(words, now.actions, now.pickings).picks
    found = []
    for number, picking in enumerate(now.pickings):
        label = words.label(next(iter(steps(now.game, picking).values())))
        at = next((n for n, piece in enumerate(label) if isinstance(piece, Card)), len(label))
        found.append(
            {
                "size": picking.size,
                "cards": {pick.card: key for key, pick in picks.items() if pick.picking == number},
                "before": pieces(label[:at]),
                "after": pieces(label[at + 1 :]),
            }
        )
    return found


def _held(now: Position, seat: int) -> dict[str, list[int]]:
    """The cards of a seat's hand by how they are written."""
    found: dict[str, list[int]] = {}
    for pile in now.of("player", seat):
        if pile.role == "hand":
            for card in pile.cards:
                found.setdefault(now.game.cards[card].text, []).append(card)
    return found


NO_CARD: Json = {"card": None, "copies": []}


def _own_cards(action: Action, hand: Mapping[str, list[int]]) -> Json:
    """The card of the hand that an action is about, if it is about a single one, and others that
    look the same: they mean it as well."""
    if len(action.cards) != 1 or action.numbers or action.cards[0] not in hand:
        return NO_CARD
    first, *others = hand[action.cards[0]]
    return {"card": first, "copies": others}


def _result(now: Position, words: Words) -> Json | None:
    if now.scores is None or now.ranks is None:
        return None
    return {
        "scores": list(now.scores),
        "ranks": list(now.ranks),
        "verdict": _sentence(now.game, [verdict(words, now.ranks)]),
        "standings": [
            {"rank": one.rank, "seats": list(one.seats), "chips": _chips(one.chips)}
            for one in standings(now.game, now.sides, now.scores, now.ranks)
        ],
    }
