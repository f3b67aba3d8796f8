"""One game by bots."""

from __future__ import annotations

from typing import Any

import pytest
from conftest import LoadText

from kibitz.arena import play as play_game
from kibitz.arena.play import Played
from kibitz.bots.bot import Bot, Result
from kibitz.bots.plain import First, Random, Slow
from kibitz.bots.player import Seated
from kibitz.engine import Action, Game, State, load
from kibitz.engine.keys import derive_key
from kibitz.errors import KibitzError
from kibitz.knowledge.views import View

AGRAM = load("agram", NUMP=2)
KEY = derive_key(7)


def played(*bots: Bot, game: Game = AGRAM, **options: Any) -> Played:
    seats = [Seated(f"bot {number}", bot, number) for number, bot in enumerate(bots)]
    return play_game(game, KEY, seats, **options)


def complaint(*bots: Bot, **options: Any) -> str:
    with pytest.raises(KibitzError) as refused:
        played(*bots, **options)
    return str(refused.value)


class Witness(First):
    """Keeps what it was told."""

    def __init__(self) -> None:
        self.started: list[tuple[Game, int, int]] = []
        self.asked: list[tuple[View, float | None]] = []
        self.results: list[Result] = []

    def start(self, game: Game, seat: int, seed: int) -> None:
        self.started.append((game, seat, seed))

    def choose(self, view: View, budget: float | None) -> Action:
        self.asked.append((view, budget))
        return super().choose(view, budget)

    def finish(self, result: Result) -> None:
        self.results.append(result)


def test_the_deal_is_that_of_the_key() -> None:
    found = played(First(), First())
    state = AGRAM.new(key=KEY)
    while not state.over:
        state = state.after(state.actions[0])
    assert found.state == state


def test_a_bot_is_told_where_it_sits_and_how_it_ended() -> None:
    one, two = Witness(), Witness()
    end = played(one, two).state
    assert one.started == [(AGRAM, 0, 0)]
    assert two.started == [(AGRAM, 1, 1)]
    assert two.results == [Result(1, end.scores, end.ranks)]


def test_a_bot_is_asked_with_its_own_view_where_there_is_something_to_decide() -> None:
    one, two = Witness(), Witness()
    found = played(one, two, budget=9.0)
    for seat, bot in enumerate((one, two)):
        assert all(seen.seat == seen.to_move == seat for seen, _ in bot.asked)
        assert all(len(seen.actions) > 1 for seen, _ in bot.asked)
        assert all(isinstance(seen, View) and budget == 9.0 for seen, budget in bot.asked)
        assert found.asked[seat] == len(bot.asked)
    forced = len(found.state.history) - sum(found.asked)
    assert forced >= 2  # the last trick


def test_being_late_is_counted() -> None:
    found = played(Slow(), First(), game=load("agram", NUMP=2, HAND=2, TRICKS=2), budget=0.001)
    assert found.overruns == [found.asked[0], 0]
    assert found.asked[0] > 0
    assert found.seconds[0] > 0.001


def test_nobody_is_late_without_a_budget() -> None:
    assert played(Random(), Random()).overruns == [0, 0]


class Wrong(First):
    def __init__(self, answer: Any) -> None:
        self.answer = answer

    def choose(self, view: View, budget: float | None) -> Action:
        answer: Action = self.answer
        return answer


def test_an_illegal_answer_is_blamed_on_the_bot() -> None:
    elsewhere = load("boerenbridge").new(seed=1).actions[0]
    said = complaint(Wrong(elsewhere), First())
    assert said.startswith(
        f"the bot `bot 0` chose wrongly at decision 1 (North): `{elsewhere.label}` is not on offer"
    )
    assert said.endswith("hint: choose must return one of view.actions")


@pytest.mark.parametrize("answer", [None, 3, AGRAM.new(key=KEY).actions[0].text])
def test_an_answer_that_is_no_action_is_blamed_on_the_bot(answer: object) -> None:
    assert complaint(Wrong(answer), First()).startswith(
        f"the bot `bot 0` chose wrongly at decision 1 (North): its answer is not an action "
        f"(it is of type {type(answer).__name__})"
    )


class Failing(First):
    def __init__(self, when: str) -> None:
        self.when = when

    def _fail(self, when: str) -> None:
        if when == self.when:
            raise ZeroDivisionError("nothing to share")

    def start(self, game: Game, seat: int, seed: int) -> None:
        self._fail("start")

    def choose(self, view: View, budget: float | None) -> Action:
        self._fail("choose")
        return super().choose(view, budget)

    def finish(self, result: Result) -> None:
        self._fail("finish")


@pytest.mark.parametrize(
    ("when", "said"),
    [
        ("start", "at the start of a game"),
        ("choose", "at decision 1 (North)"),
        ("finish", "at the end of a game"),
    ],
)
def test_an_exception_is_blamed_on_the_bot_with_its_place(when: str, said: str) -> None:
    message, hint = complaint(Failing(when), First()).split("\n")
    assert message == f"the bot `bot 0` failed {said}: ZeroDivisionError: nothing to share"
    assert hint.startswith(f"  hint: {__file__}, line ")


class Peeking(First):
    def choose(self, view: View, budget: float | None) -> Action:
        return view.actions[len(view.cards("HAND 1"))]


def test_the_place_is_the_one_in_the_file_of_the_bot() -> None:
    """The exception is raised by the view, but that is not where the mistake is."""
    said = complaint(Peeking(), First())
    assert "(North): <Agram as North sees it>: the cards of HAND 1 are hidden" in said
    assert f"hint: {__file__}, line " in said


class Cheater(First):
    """Knows all hands, and plays its last option."""

    def choose_seeing_all(self, state: State, budget: float | None) -> Action:
        assert len(state.cards("HAND 0")) == len(state.cards("HAND 1"))
        return state.actions[-1]


def test_a_cheater_is_refused() -> None:
    assert complaint(First(), Cheater()).startswith("`bot 1` wants to see all hands")


def test_a_cheater_can_be_measured() -> None:
    found = played(Cheater(), First(), cheats=True)
    assert found.state.history[0] == AGRAM.new(key=KEY).actions[-1]


def test_a_game_without_end_is_left(load_text: LoadText, monkeypatch: pytest.MonkeyPatch) -> None:
    endless = load_text(
        """(game
  (setup (create players 2) (create deck (game vloc STOCK) (deck (RANK (ONE, TWO)))))
  (stage player (end (== 0 1)) (choice ((turn pass) (inc (game sto COUNT)))))
  (scoring max 0))"""
    )
    monkeypatch.setitem(play_game.__globals__, "MOST_DECISIONS", 50)
    found = played(First(), First(), game=endless)
    assert not found.state.over
    assert len(found.state.history) == 50
