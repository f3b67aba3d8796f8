"""What is sent to a page: the game, the moments of it, and the log, as data for JSON.

All of it is made from a `Sight`; nothing here looks at a state. The page draws what it gets and
knows no rules.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any

from kibitz.engine.actions import Action
from kibitz.engine.disclosures import Count
from kibitz.engine.game import Game
from kibitz.knowledge.announcements import Announcement, announcements
from kibitz.knowledge.ledger import Entry
from kibitz.knowledge.vocabulary import Vocabulary, vocabulary_of
from kibitz.table.cards import card_name, suit_name
from kibitz.table.places import before, held, laid
from kibitz.table.positions import position
from kibitz.table.sights import Sight, open_sight, sight
from kibitz.words import Card, Piece, Seat, Sentence, Words, offer
from kibitz.words.chips import Chip, chips
from kibitz.words.story import Step, Story, Trick
from kibitz.words.telling import told
from kibitz.words.verdicts import verdict

__all__ = [
    "Sight",
    "game_card",
    "log",
    "moment",
    "open_sight",
    "pieces",
    "position",
    "sight",
]

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
        "places": [
            {
                "key": place.key,
                "name": place.name,
                "owner": place.owner,
                "who": place.who,
                "sight": place.sight,
                "role": words.layout.roles[place.number],
            }
            for place in words.places
        ],
    }


def moment(sight: Sight) -> Json:
    """The table as it is now, and the step that led to it."""
    story, last = sight.latest()
    sentences = told(story, last, turns=True)
    words, over = story.words, sight.to_move is None

    def shown(owner: str, who: int = 0) -> list[Json]:
        return [_chip(c) for c in chips(words, sight.stores, story.decided, owner, who, over)]

    real = 1 < len(sight.teams) < sight.game.players
    return {
        "at": last.number,
        "last": last.number,
        "to_move": sight.to_move,
        "places": laid(words, sight.places),
        "seats": [shown("player", seat) for seat in range(sight.game.players)],
        "teams": [
            {"seats": list(members), "chips": shown("team", team)}
            for team, members in enumerate(sight.teams)
            if real
        ],
        "chips": shown("game"),
        "trick": _trick(story.current()),
        "last_trick": _trick(story.last, taken=True),
        "before": before(words, sight.places, last),
        "actions": _actions(sight, words),
        "picked": _picked(sight, story),
        "step": _step(sight, last, sentences),
        "result": _result(sight, words),
    }


def log(sight: Sight, since: int = 0) -> Iterator[Json]:
    """All that has happened, in words, one decision at a time; the deal is number 0."""
    story = sight.story()
    for step in sight.steps():
        if step.number < since:
            story.follow(step)
        else:
            yield _step(sight, step, told(story, step, turns=True))


def pieces(parts: Iterable[Piece]) -> list[str | Json]:
    """A sentence for the page."""
    return [_piece(part) for part in parts]


def _piece(part: Piece) -> str | Json:
    if isinstance(part, Card):
        return {"card": part.number}
    return {"seat": part.number, "text": part.text} if isinstance(part, Seat) else part


def _step(sight: Sight, step: Step, sentences: list[Sentence]) -> Json:
    return {
        "at": step.number,
        "seat": step.seat,
        "told": [{"kind": said.kind, "pieces": pieces(said.pieces)} for said in sentences],
        "announced": [
            {"words": learnt.words, "notation": learnt.notation}
            for learnt in _learnt(sight, step.number)
        ],
    }


def _learnt(sight: Sight, decision: int) -> list[Announcement]:
    """What everybody learnt from a decision, nothing twice."""
    words = vocabulary_of(sight.game)
    found: dict[str, Announcement] = {}
    for entry in sight.entries[_first(sight.entries, decision) :]:
        if entry.decision == decision:
            # A count of cards is the usual thing; what else there is cannot be looked up.
            kept = isinstance(entry.condition, Count)
            learnt = _worded(entry, words) if kept else announcements([entry], words)[0]
            found[learnt.words] = learnt
    return list(found.values())


def _first(entries: Sequence[Entry], decision: int) -> int:
    """Where those of a decision begin; they are in order."""
    return bisect_left(entries, decision, key=lambda entry: entry.decision)


@lru_cache(maxsize=4096)
def _worded(entry: Entry, words: Vocabulary) -> Announcement:
    """An announcement in words; many who watch a table are told the same."""
    return announcements([entry], words)[0]


def _chip(chip: Chip) -> Json:
    shown = {"name": chip.name, "value": chip.value}
    return {**shown, "suit": chip.suit} if chip.suit else shown


def _trick(trick: Trick | None, taken: bool = False) -> Json | None:
    if trick is None or not trick.cards:
        return None
    shown: Json = {
        "led": trick.cards[0].seat,
        "winning": trick.winning,
        "cards": [{"seat": played.seat, "card": played.card} for played in trick.cards],
    }
    return {**shown, "taker": trick.taker} if taken else shown


def _actions(sight: Sight, words: Words) -> list[Json]:
    """What can be done, with a key for each, and the card of the hand it is, if it is one."""
    if not sight.actions or sight.to_move is None:
        return []
    hand = held(words, sight.places, sight.to_move)
    cards = [action.cards for action in sight.actions]
    return [
        {
            "text": action.text,
            "label": pieces(words.label(action)),
            "card": _own_card(sight.game, action, hand) if cards.count(action.cards) == 1 else None,
            "key": key,
        }
        for key, action in offer(words, sight.actions).actions.items()
    ]


def _own_card(game: Game, action: Action, hand: Mapping[str, list[int]]) -> int | None:
    """The card of the hand that an action is about, if it is about a single one."""
    if len(action.cards) != 1 or action.numbers:
        return None
    found = hand.get(action.cards[0], [])
    return found[0] if found else None


def _picked(sight: Sight, story: Story) -> list[int]:
    """The cards chosen already where several are asked for one by one."""
    if story.picking is None or story.picking[0] != sight.to_move:
        return []
    return [sight.game.card(card).number for card in story.picking[1]]


def _result(sight: Sight, words: Words) -> Json | None:
    if sight.scores is None or sight.ranks is None:
        return None
    return {
        "scores": list(sight.scores),
        "ranks": list(sight.ranks),
        "verdict": verdict(words, sight.ranks),
    }
