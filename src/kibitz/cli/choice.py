"""What a person typed, as a decision: a number, a card, a label, or several cards at once."""

from __future__ import annotations

from kibitz.engine.actions import Action
from kibitz.engine.game import Game
from kibitz.engine.state import State
from kibitz.errors import IllegalAction, KibitzError
from kibitz.words import Offer

__all__ = ["chosen"]


def chosen(state: State, choices: Offer, text: str) -> list[State]:
    """The states after what was typed, one for each decision in it. Raises `IllegalAction`."""
    wanted = " ".join(text.lower().replace(",", " ").split())
    action = choices.actions.get(wanted) or choices.actions.get(wanted.upper())
    if action is None:
        action = _single(state, wanted)
    if action is not None:
        return [state.after(action)]
    several = _several(state, wanted.split())
    if several:
        return several
    raise _refusal(state, text.strip())


def _single(state: State, wanted: str) -> Action | None:
    try:
        return state.action(wanted)
    except IllegalAction:
        pass
    cards = _cards(state.game, wanted.split())
    if cards:
        for action in state.actions:
            if sorted(action.cards) == sorted(cards):
                return action
    begun = [
        action
        for action in state.actions
        if not action.cards and not wanted.isdigit() and action.text.lower().startswith(wanted)
    ]
    return begun[0] if len(begun) == 1 else None


def _several(state: State, words: list[str]) -> list[State]:
    """Cards that are asked for one by one, typed in any order."""
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
        state = state.after(fitting[0])
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
        return IllegalAction("these cards cannot be chosen together now")
    try:
        state.action(text)
    except IllegalAction as error:
        return error
    return IllegalAction(f"`{text}` is not on offer")
