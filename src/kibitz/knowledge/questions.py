"""Questions: is a formula true at this moment of a game, and why?

ask(state, "K N ~has(E,hearts)")       by the kibitzer, who sees all cards
ask(view, "has(E,QH)")                 by a seat, who may not know
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields, replace
from typing import Any

from kibitz.engine.disclosures import MANY, All, Condition, Count, One
from kibitz.engine.state import State
from kibitz.errors import KibitzError
from kibitz.knowledge.announcements import said
from kibitz.knowledge.deals import Deals
from kibitz.knowledge.frames import Frame
from kibitz.knowledge.knowledge import Knowledge
from kibitz.knowledge.logic import formulas as f
from kibitz.knowledge.logic.models import Model
from kibitz.knowledge.logic.named import parse
from kibitz.knowledge.logic.spelling import spell
from kibitz.knowledge.unfollowed import of_anybody
from kibitz.knowledge.updates import ledger_of
from kibitz.knowledge.views import View, view
from kibitz.knowledge.worlds import Worlds

__all__ = ["Answer", "ask", "asked_by_seat", "model_of"]

MOST_REASONS = 5


@dataclass(frozen=True, slots=True)
class Answer:
    """Whether a formula is true, and what shows it.

    >>> state = kibitz.load("agram").new(seed=1)
    >>> kibitz.ask(state, "K N has(E,3S)").truth
    False
    """

    formula: str
    truth: bool | None
    """None: the seat that asked does not know."""
    engine: str
    worlds: int | None
    """How many deals the seat that asked thinks possible."""
    counterexample: str | None = None
    """A deal that shows that it is false, or need not be true."""
    differing: tuple[str, str] | None = None
    """If somebody does not know *whether* something is so: two deals that they cannot tell apart.
    It is so in the first, and not in the second."""
    reasons: tuple[str, ...] = ()
    """What was announced about the cards it speaks of."""


def ask(moment: State | View, text: str) -> Answer:
    """Whether a formula is true now: as it is in a state; or in a view, as far as its seat knows,
    which may be that it does not know (None).

    >>> state = kibitz.load("agram").new(seed=1)
    >>> kibitz.ask(state, "has(N,3S) & K N has(N,3S)").truth
    True
    >>> kibitz.ask(kibitz.view(state, "East"), "has(N,3S)").truth is None
    True
    """
    if isinstance(moment, View):
        return asked_by_seat(moment.knowledge, text)
    state, knowledge = moment, view(moment, None).knowledge
    formula, model = _posed(knowledge, text)
    frame, where = knowledge.model_frame, state.game.layout.where
    lying = {card: state.array[where + card] for card in frame.cards}
    actual = frame.world(ledger_of(state), lying)
    truth = model.holds(formula, actual)
    shown = None if truth else model.counterexample(formula, actual)
    return _answer(knowledge, text, truth, model, formula, shown, actual)


def asked_by_seat(knowledge: Knowledge, text: str) -> Answer:
    """Whether a seat knows that a formula is true, or that it is false."""
    seat = knowledge.seat
    if seat is None:
        raise KibitzError("only a seat can be asked what it knows", "take the view of a seat")
    formula, model = _posed(knowledge, text)
    # What a seat knows is the same in all deals it thinks possible: any of them will do.
    actual = Deals(_possible(knowledge)).sample((0, 0), 0)
    if model.holds(f.Knows(seat, formula), actual):
        return _answer(knowledge, text, True, model, formula, None, None)
    shown = model.counterexample(f.Knows(seat, formula), actual)
    truth = False if model.holds(f.Knows(seat, f.Not(formula)), actual) else None
    return _answer(knowledge, text, truth, model, formula, shown, shown)


def model_of(knowledge: Knowledge) -> Model:
    """What everybody knows, and what each seat sees of the rest, as a model for formulas. Its cards
    and places are numbered as in `knowledge.model_frame`."""
    frame = knowledge.model_frame
    knowers = knowledge.knowers(frame)
    observed = tuple(
        sum(1 << i for i, seats in enumerate(knowers) if seats >> seat & 1)
        for seat in range(knowledge.game.players)
    )
    return Model(frame.worlds, observed)


def _possible(knowledge: Knowledge) -> Worlds:
    """The worlds of the model that a seat thinks possible: it knows some lots."""
    frame = knowledge.model_frame
    return replace(frame.worlds, masks=knowledge.thought(frame))


def _posed(knowledge: Knowledge, text: str) -> tuple[f.Formula, Model]:
    """A question, in the numbers of the model that answers it."""
    formula = parse(text, knowledge.words)
    if not knowledge.complete:
        raise _not_followed(knowledge)
    return _framed(formula, knowledge.model_frame), model_of(knowledge)


def _not_followed(knowledge: Knowledge) -> KibitzError:
    """Why formulas have no answer: the rule that tells somebody something that is not followed."""
    told = "somebody may know more than is followed here, so formulas have no definite answer"
    reasons = of_anybody(knowledge)
    if not reasons:
        return KibitzError(
            told,
            "cards have been passed on more than once unseen, or the rules have tested hidden "
            "cards in a way without a simple form; counts and probabilities are still given",
        )
    first, more = reasons[0], len(reasons) - 1
    others = f"; and {more} more" if more else ""
    rule = f"line {first.line} is: {first.rule}; " if first.line else ""
    return KibitzError(
        f"{told}: {first.words}{others}", f"{rule}counts and probabilities are still given"
    )


def _framed(formula: Any, frame: Frame) -> f.Formula:  # any formula: its fields are looked at
    """A formula in the numbers of a frame: what everybody sees is settled."""
    if isinstance(formula, f.Holds):
        count = frame.counted(Count(formula.places, formula.cards, formula.least, MANY))
        if isinstance(count, bool):
            return f.TOP if count else f.BOTTOM
        return f.Holds(count.places, count.cards, count.least)
    changed: dict[str, Any] = {}
    for each in fields(formula):
        value = getattr(formula, each.name)
        if isinstance(value, f.Formula):
            changed[each.name] = _framed(value, frame)
        elif isinstance(value, tuple) and value and isinstance(value[0], f.Formula):
            changed[each.name] = tuple(_framed(part, frame) for part in value)
    settled: f.Formula = replace(formula, **changed) if changed else formula
    return settled


def _answer(
    knowledge: Knowledge,
    text: str,
    truth: bool | None,
    model: Model,
    formula: f.Formula,
    shown: tuple[int, ...] | None,
    false: tuple[int, ...] | None,
) -> Answer:
    """`shown` is a deal that shows why, `false` one in which the formula is false."""
    asked = parse(text, knowledge.words)
    engine = model.used or model.engine_for(formula)
    both = None if false is None or truth else model.differing(formula, false)
    return Answer(
        spell(asked, knowledge.words),
        truth,
        engine,
        knowledge.count if knowledge.seat is not None else None,
        None if shown is None else _dealt(shown, knowledge),
        None if both is None else (_dealt(both[0], knowledge), _dealt(both[1], knowledge)),
        tuple(dict.fromkeys(_reasons(knowledge, asked)))[-MOST_REASONS:],
    )


def _dealt(world: tuple[int, ...], knowledge: Knowledge) -> str:
    """A world of the model in words, without the cards of which everybody knows where they are."""
    frame = knowledge.model_frame
    where = dict(zip(frame.cards, (frame.places[at] for at in world), strict=True))
    for card, mask in zip(frame.cards, frame.worlds.masks, strict=True):
        if card in frame.ghosts or not mask & (mask - 1):
            del where[card]
    return _told(where, knowledge)


def _told(where: Mapping[int, int], knowledge: Knowledge) -> str:
    """A deal in words, place by place."""
    held: dict[int, list[str]] = {}
    for card, place in sorted(where.items()):
        held.setdefault(place, []).append(knowledge.game.cards[card].symbol)
    return "; ".join(
        f"{knowledge.words.holder(1 << place)}: {' '.join(cards)}"
        for place, cards in sorted(held.items())
    )


def _reasons(knowledge: Knowledge, asked: f.Formula) -> Iterator[str]:
    """The announcements about cards and places that a formula speaks of."""
    atoms = [part for part in f.walk(asked) if isinstance(part, f.Holds)]
    for entry in knowledge.entries:
        if any(
            count.places & atom.places and count.cards & atom.cards
            for count in _counts(entry.condition)
            for atom in atoms
        ):
            yield said(entry.condition, knowledge.words)


def _counts(condition: Condition) -> Iterator[Count]:
    if isinstance(condition, Count):
        yield condition
    elif isinstance(condition, All | One):
        for part in condition.parts:
            yield from _counts(part)
