"""What a person typed, as a decision: a number, a card, a label, or several cards at once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from kibitz.engine.actions import Action
from kibitz.engine.copies import played
from kibitz.engine.game import Game
from kibitz.engine.picking import Picking, picked, pickings
from kibitz.engine.state import State
from kibitz.errors import IllegalAction, KibitzError
from kibitz.words import Offer, counted, listed

__all__ = ["Chosen", "chosen", "fitting"]


@dataclass(frozen=True, slots=True)
class Chosen:
    """What has come of it."""

    states: list[State]
    """One for each decision that was made; none, if cards were only picked."""
    picks: tuple[int, ...] = ()
    """The cards picked so far of a set, which may still be put back."""


def chosen(state: State, choices: Offer, text: str, picks: tuple[int, ...] = ()) -> Chosen:
    """What comes of what was typed, with the cards that were picked before. A line that names a
    whole set decides; otherwise its cards are picked, or put back. Raises `IllegalAction`."""
    wanted = " ".join(text.lower().replace(",", " ").split())
    asked = pickings(state)
    if asked:
        return _of_sets(state, choices, asked, wanted, picks)
    action = choices.actions.get(wanted) or choices.actions.get(wanted.upper())
    if action is None:
        action = _single(state, state.actions, wanted)
    if action is not None:
        return Chosen([played(state, action)])
    several = _several(state, wanted.split())
    if several:
        return Chosen(several)
    raise _refusal(state, text.strip())


def _single(state: State, actions: Sequence[Action], wanted: str) -> Action | None:
    try:
        meant = state.action(wanted)
    except IllegalAction:
        pass
    else:
        return meant if meant in actions else None
    cards = _cards(state.game, wanted.split())
    if cards:
        for action in actions:
            if sorted(action.cards) == sorted(cards):
                return action
    begun = [
        action
        for action in actions
        if not action.cards and not wanted.isdigit() and action.text.lower().startswith(wanted)
    ]
    return begun[0] if len(begun) == 1 else None


# --- sets that are asked for card by card ---------------------------------------------------------


def fitting(asked: Sequence[Picking], picks: Sequence[int]) -> Picking | None:
    """The set that is complete with these cards, if there is one."""
    whole = [p for p in asked if len(picks) == p.size and set(picks) <= set(p.cards)]
    return whole[0] if len(whole) == 1 else None


def _of_sets(
    state: State, choices: Offer, asked: Sequence[Picking], wanted: str, picks: tuple[int, ...]
) -> Chosen:
    """What comes of a line where cards of a set can be picked."""
    others = [a for key, a in choices.actions.items() if key not in choices.picks]
    keyed = choices.actions.get(wanted) or choices.actions.get(wanted.upper())
    action = keyed if keyed in others else _single(state, others, wanted)
    if action is not None:
        return Chosen([played(state, action)])
    named = _named(state, choices, wanted, picks)
    for card in named:
        if named.count(card) > 1:
            raise IllegalAction(f"{state.game.cards[card].symbol} is named twice")
    now = (*(card for card in picks if card not in named), *(c for c in named if c not in picks))
    if not any(len(now) <= p.size and set(now) <= set(p.cards) for p in asked):
        most = max(p.size for p in asked)
        if len(now) > most:
            raise IllegalAction(f"{counted(most, 'card')} are asked for, and these are {len(now)}")
        raise IllegalAction("these cards cannot be chosen together now")
    whole = fitting(asked, now)
    if whole is not None and not picks:
        return Chosen(picked(state, whole, now))
    return Chosen([], now)


def _named(state: State, choices: Offer, wanted: str, picks: tuple[int, ...]) -> list[int]:
    """The cards of sets that a line names, by their keys, by themselves, or as an option says it:
    `discard 3H`."""
    game = state.game
    cards = {pick.card for pick in choices.picks.values()}
    said = {word for key in choices.picks for word in choices.actions[key].text.lower().split()}
    found: list[int] = []
    for word in wanted.split():
        key = word if word in choices.picks else word.upper()
        if key in choices.picks:
            found.append(choices.picks[key].card)
            continue
        if not _cards(game, [word]) and word in said:
            continue
        copies = [face.number for face in game.copies(word)] if _cards(game, [word]) else []
        free = [card for card in copies if card in cards and card not in found]
        if not free and copies and copies[0] in found:
            free = copies[:1]
        if not free:
            raise _refusal(state, word)
        # Of several alike the one that is picked already is put back.
        found.append(next((card for card in free if card in picks), free[0]))
    if not found:
        raise _refusal(state, wanted)
    return found


# --- cards that are decided on one after the other ------------------------------------------------


def _several(state: State, words: list[str]) -> list[State]:
    """Cards of decisions that follow each other, typed in any order."""
    seat = state.to_move
    left = _cards(state.game, words)
    if len(words) < 2 or len(left) != len(words):
        return []
    states: list[State] = []
    while left:
        fitting = [a for a in state.actions if len(a.cards) == 1 and a.cards[0] in left]
        if not fitting or state.to_move != seat:
            return []
        left.remove(fitting[0].cards[0])
        state = played(state, fitting[0])
        states.append(state)
    return states


def _cards(game: Game, words: list[str]) -> list[str]:
    """Words as cards; nothing if one of them is none."""
    try:
        return [game.card(word).text for word in words]
    except KibitzError:
        return []


def _refusal(state: State, text: str) -> IllegalAction:
    """Why not, in a sentence."""
    game, seat = state.game, state.to_move
    assert seat is not None
    cards = _cards(game, text.replace(",", " ").split())
    if len(cards) == 1:
        face = game.card(cards[0])
        seen = state.observation(seat).places
        held = any(
            isinstance(there, tuple) and face.number in there and name.endswith(f" {seat}")
            for name, there in seen.items()
        )
        if held:
            return IllegalAction(f"you cannot choose {face.symbol} now")
        return IllegalAction(f"{face.symbol} is not yours to choose")
    if len(cards) > 1:
        together = [a.label for a in state.actions if set(cards) <= set(a.cards)]
        more = f"; with others: {listed(together[:3])}" if together else ""
        return IllegalAction(f"these cards cannot be chosen together now{more}")
    try:
        state.action(text)
    except IllegalAction as error:
        return error
    return IllegalAction(f"`{text}` is not on offer")
