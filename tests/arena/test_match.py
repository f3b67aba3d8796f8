"""Matches on duplicate deals."""

from __future__ import annotations

import re
import sys
from dataclasses import replace
from itertools import count
from pathlib import Path
from typing import Any, NoReturn

import pytest

from kibitz.arena import Match, match
from kibitz.engine import Game, load
from kibitz.engine.record import Record
from kibitz.engine.simulation import game_key
from kibitz.errors import KibitzError
from kibitz.work import Died, Pool
from kibitz.work.process import Process

KUHN = load("kuhn")
AGRAM = load("agram", NUMP=3, HAND=3, TRICKS=3)
BRISCA = load("brisca")

BOTS = """
import os
import signal

class Shy:
    def choose(self, view, budget):
        return view.actions[-1]

class Broken(Shy):
    def choose(self, view, budget):
        raise ValueError("no idea")

class Dying(Shy):
    def choose(self, view, budget):
        os._exit(7)

class Silent(Shy):
    def choose(self, view, budget):
        os._exit(0)

class Interrupting(Shy):
    def choose(self, view, budget):
        raise KeyboardInterrupt

class Own(BaseException):
    pass

class Raising(Shy):
    def choose(self, view, budget):
        raise Own("mine")

class Endless(Shy):
    def choose(self, view, budget):
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        while True:
            pass

class Unending(Shy):
    def finish(self, result):
        os._exit(3)

class Twofold(Shy):
    def choose(self, view, budget):
        os.fork()
        return view.actions[-1]

class Loud(Shy):
    def choose(self, view, budget):
        os.write(1, b"here I am")
        assert os.read(0, 1) == b""
        return view.actions[-1]

class Cheater:
    def choose_seeing_all(self, state, budget):
        return state.actions[0]

class Unmade(Shy):
    def __init__(self):
        raise ValueError("not today")
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "bots.py"
    path.write_text(BOTS)
    return path


def timeless(found: Match) -> dict[str, Any]:
    """All but the clocks."""
    bots = tuple(replace(bot, seconds_per_decision=0) for bot in found.bots)
    shares = tuple(tuple(replace(one, seconds=0) for one in deal) for deal in found.shares)
    return vars(replace(found, bots=bots, shares=shares, seconds=0, workers=0, mode="", because=""))


def complaint(game: Game, bots: list[str], *arguments: Any, **options: Any) -> str:
    with pytest.raises(KibitzError) as refused:
        match(game, bots, *arguments, **options)
    return str(refused.value)


def test_the_deals_are_those_of_a_simulation() -> None:
    """With bots that never change their minds, the games of one deal are all the same."""
    found = match(KUHN, ["first", "first"], 5, seed=4)
    scores = []
    for number in range(5):
        state = KUHN.new(key=game_key(4, number))
        while not state.over:
            state = state.after(state.actions[0])
        scores.append(state.scores)
    assert [deal[0].score for deal in found.shares] == [sum(pair) / 2 for pair in scores]


def test_equal_bots_are_equally_good_on_duplicate_deals() -> None:
    found = match(BRISCA, ["first", "first"], 3)
    one, two = found.bots
    assert (one.name, two.name) == ("first", "first#2")
    assert found.difference is not None
    assert found.difference.mean == 0
    assert found.difference.ci95 == (0, 0)
    assert (one.won, one.drawn, one.lost) == (two.lost, two.drawn, two.won)
    assert one.win_share == two.win_share == 0.5


def test_teams_are_played_both_ways_round() -> None:
    found = match(BRISCA, ["random", "first"], 2)
    assert found.seatings == ((0, 1, 0, 1), (1, 0, 1, 0))
    assert (found.deals, found.games) == (2, 4)
    for bot in found.bots:
        assert bot.won + bot.drawn + bot.lost == 4
    assert sum(bot.mean_score for bot in found.bots) == pytest.approx(0)
    assert sum(bot.win_share for bot in found.bots) == pytest.approx(1)


def test_two_bots_where_everyone_plays_for_himself() -> None:
    found = match(AGRAM, ["random", "first"], 2)
    assert found.games == 2 * (2**3 - 2)
    one, two = found.bots
    assert (one.won, one.lost) == (two.lost, two.won)
    assert one.won + one.lost == found.games


def test_one_bot_for_each_seat() -> None:
    found = match(AGRAM, ["random", "first", "random"], 2)
    assert [bot.name for bot in found.bots] == ["random", "first", "random#2"]
    assert found.games == 6
    assert found.difference is None
    assert "difference" not in found.as_json()
    assert sum(bot.win_share for bot in found.bots) == pytest.approx(1)


def test_the_same_seed_gives_the_same_match() -> None:
    one = match(AGRAM, ["random"] * 3, 4, seed=3)
    assert timeless(match(AGRAM, ["random"] * 3, 4, seed=3)) == timeless(one)
    assert match(AGRAM, ["random"] * 3, 4, seed=4).shares != one.shares


def test_a_deal_is_the_same_whatever_else_is_played() -> None:
    many = match(AGRAM, ["random"] * 3, 4)
    some = match(AGRAM, ["random"] * 3, numbers=[3, 1])
    assert some.numbers == (3, 1)
    assert some.deals == 2
    for mine, theirs in zip(some.shares, (many.shares[3], many.shares[1]), strict=True):
        assert [share.score for share in mine] == [share.score for share in theirs]


def test_seatings_may_be_chosen() -> None:
    found = match(AGRAM, ["random", "first"], 12, seatings=[(0, 1, 1)])
    assert found.games == 12
    assert found.bots[0].decisions < found.bots[1].decisions


def test_random_bots_differ_from_seat_to_seat_and_from_seating_to_seating(tmp_path: Path) -> None:
    """In a game of pure choice the same seed would give the same number every time."""
    path = tmp_path / "numbers.rcy"
    path.write_text(
        """(game
  (setup (create players 2) (create deck (game vloc STOCK) (deck (RANK (ONE, TWO)))))
  (stage player (end (== (game sto TURN) 2))
    (choice ((any (range 0..999) 'K (set ((current player) sto GAIN) 'K))))
    (do ((inc (game sto TURN)))))
  (scoring max ((current player) sto GAIN)))"""
    )
    found = match(load(path), ["random", "random"], 1, record=tmp_path / "games")
    chosen = [Record.open(one).actions for one in sorted((tmp_path / "games").iterdir())]
    assert found.games == 2
    assert len({choice for actions in chosen for choice in actions}) == 4


# --- processes ------------------------------------------------------------------------------------


def test_the_number_of_workers_changes_nothing(file: Path, tmp_path: Path) -> None:
    bots = ["random", f"{file}:Shy"]
    one = match(AGRAM, bots, 5, workers=1, record=tmp_path / "one")
    two = match(AGRAM, bots, 5, workers=2, record=tmp_path / "two")
    assert (one.workers, two.workers) == (1, 2)
    assert timeless(one) == timeless(two)
    written = [sorted((tmp_path / name).iterdir()) for name in ("one", "two")]
    assert [p.name for p in written[0]] == [p.name for p in written[1]]
    assert [p.read_text() for p in written[0]] == [p.read_text() for p in written[1]]


def test_workers_are_started_if_there_is_much_to_play(monkeypatch: pytest.MonkeyPatch) -> None:
    module = sys.modules["kibitz.arena.players"]
    short = match(AGRAM, ["random"] * 3, 4, mode="python")
    monkeypatch.setattr("kibitz.engine.away.PATIENCE", 0.0)
    monkeypatch.setattr(module, "PATIENCE", 0.0)
    monkeypatch.setattr(module, "WORTH_IT", 0.0)
    monkeypatch.setattr(module, "cores", lambda: 2)
    long = match(AGRAM, ["random"] * 3, 4, mode="python")
    assert (short.workers, long.workers) == (1, 2)
    assert timeless(short) == timeless(long)


def test_rules_are_compiled_meanwhile_for_bots_that_cannot_be_but_are_quick(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    module, ordered = sys.modules["kibitz.arena.players"], list[list[str]]()
    monkeypatch.setattr(module.Workshop, "order", lambda _, game, kernels: ordered.append(kernels))
    monkeypatch.setattr("kibitz.engine.away.PATIENCE", 0.0)
    monkeypatch.setattr(module, "PATIENCE", 0.0)
    bots = ["osla:deals=1", "first"]
    for patience, quick in ((1000.0, 1000.0), (0.0, 0.0), (0.0, 1000.0)):
        assert not ordered, "there is little to play, or they take their time"
        monkeypatch.setattr(module, "WORTH_COMPILING", patience)
        monkeypatch.setattr(module, "QUICK", quick)
        assert match(KUHN, bots, 2, workers=1).mode == "python"
    assert ordered == [["singles"]], "once, though several games follow"


@pytest.mark.parametrize(
    ("bot", "fault"),
    [
        ("Broken", "failed at decision [0-9]+ .*: ValueError: no idea\n  hint: {}, line 11$"),
        ("Interrupting", "failed at decision .*: KeyboardInterrupt\n"),
        ("Raising", "failed at decision .*: Own: mine\n"),
        ("Dying", "has ended its process at decision .* \\(exit code 7\\)\n"),
        ("Silent", "has ended its process at decision .* \\(exit code 0\\)\n"),
        ("Unending", "has ended its process at the end of a game \\(exit code 3\\)\n"),
    ],
)
def test_a_bot_that_fails_is_blamed_and_the_others_play_on(
    file: Path, bot: str, fault: str
) -> None:
    found = match(KUHN, ["first", f"{file}:{bot}"], 1, workers=1)
    well, ill = found.bots
    assert (well.faults, well.fault) == (0, None)
    assert ill.faults == found.games == 2
    said = f"the bot `{re.escape(str(file))}:{bot}` " + fault.format(re.escape(str(file)))
    assert re.match(said, ill.fault or "")


def test_who_stands_in_plays_the_same_whatever_the_number_of_workers(file: Path) -> None:
    one, two = (match(KUHN, [f"{file}:Silent", "first"], 2, workers=w) for w in (1, 2))
    assert timeless(one) == timeless(two)


def test_a_bot_that_never_answers_is_given_up(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.modules["kibitz.arena.match"], "PATIENCE", 0.2)
    found = match(KUHN, [f"{file}:Endless", "first"], 1, workers=1, budget=0.01)
    assert found.bots[0].faults == 2
    assert "was given up at decision" in (found.bots[0].fault or "")
    assert found.bots[1].faults == 0


def test_a_bot_that_forks_gives_one_answer_and_one_that_writes_spoils_none(file: Path) -> None:
    for bot in ("Twofold", "Loud"):
        found = match(KUHN, [f"{file}:{bot}", "first"], 1, workers=1)
        same = match(KUHN, [f"{file}:Shy", "first"], 1, workers=1)
        assert [b.mean_score for b in found.bots] == [b.mean_score for b in same.bots]
        assert [b.faults for b in found.bots] == [0, 0]


def test_a_worker_that_dies_ends_the_match(monkeypatch: pytest.MonkeyPatch) -> None:
    def answers(pool: Pool, jobs: object) -> NoReturn:
        raise Died(137)

    monkeypatch.setattr(Pool, "as_they_come", answers)
    said = complaint(AGRAM, ["random", "first"], 3, workers=2, mode="python")
    assert said.startswith("a worker has ended in the middle of a game (exit code 137)")


def test_too_many_workers_are_ended_again(monkeypatch: pytest.MonkeyPatch) -> None:
    begin, tries, started = Process.start, count(), list[Process]()

    async def start(nice: int, memory: int, heard: bool) -> Process:
        if next(tries) == 2:
            raise BlockingIOError(11, "Resource temporarily unavailable")
        process = await begin(nice, memory, heard)
        started.append(process)
        return process

    monkeypatch.setattr(Process, "start", start)
    said = complaint(AGRAM, ["random", "first"], 50, workers=5, mode="python")
    assert said == (
        "no process could be started to think about this: Resource temporarily unavailable\n"
        "  hint: there may be too many of them"
    )
    assert all(process.process.returncode is not None for process in started)


class Stop:
    """Somebody who has enough after some deals."""

    def __init__(self, after: int) -> None:
        self.after = after

    def __call__(self, done: int) -> None:
        if done == self.after:
            raise KeyboardInterrupt


@pytest.mark.parametrize("workers", [1, 2])
def test_an_interrupted_match_reports_whole_deals(tmp_path: Path, workers: int) -> None:
    found = match(
        AGRAM, ["random"] * 3, 50, workers=workers, progress=Stop(3), record=tmp_path / "games"
    )
    assert (found.deals, found.wanted, found.games) == (3, 50, 9)
    assert all(bot.won + bot.drawn + bot.lost == 9 for bot in found.bots)
    assert len(list((tmp_path / "games").iterdir())) == 9
    same = match(AGRAM, ["random"] * 3, numbers=found.numbers)
    assert [bot.mean_score for bot in found.bots] == [bot.mean_score for bot in same.bots]


def test_a_match_interrupted_before_the_first_deal_has_no_report() -> None:
    with pytest.raises(KeyboardInterrupt):
        match(AGRAM, ["random"] * 3, 5, workers=1, progress=Stop(0), mode="python")


# --- records --------------------------------------------------------------------------------------


def test_every_game_is_recorded_with_who_sat_where(tmp_path: Path) -> None:
    folder = tmp_path / "deep" / "games"
    found = match(BRISCA, ["random", "first"], numbers=[4, 0], record=folder)
    names = ["brisca-000001-1", "brisca-000001-2", "brisca-000005-1", "brisca-000005-2"]
    assert sorted(path.stem for path in folder.iterdir()) == names
    records = [Record.open(folder / f"{name}.json") for name in names]
    assert records[0].players == ("random", "first", "random", "first")
    assert records[1].players == ("first", "random", "first", "random")
    ends = [record.replay(BRISCA)[-1] for record in records]
    assert all(state.over for state in ends)
    mean = sum(s.scores[seat] for s, seat in zip(ends, (0, 1, 0, 1), strict=True)) / 4
    assert found.bots[0].mean_score == pytest.approx(mean)


def test_no_record_is_overwritten(tmp_path: Path) -> None:
    (tmp_path / "brisca-000002-1.json").write_text("precious")
    said = complaint(BRISCA, ["random", "first"], 2, record=tmp_path)
    assert said.startswith(f"{tmp_path}/brisca-000002-1.json is there already")


# --- mistakes -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"deals": 0}, "0 deals cannot be played"),
        ({}, "a match needs to know its deals"),
        ({"deals": 1, "numbers": [0]}, "a match needs to know its deals"),
        ({"numbers": []}, "these are not numbers of deals"),
        ({"numbers": [1, 1]}, "these are not numbers of deals"),
        ({"numbers": [-1]}, "these are not numbers of deals"),
        ({"deals": 1, "workers": 0}, "0 workers cannot play\n  hint: from 1 to 1,024"),
        ({"deals": 1, "budget": 0}, "a budget cannot be 0 seconds\n  hint: more than 0"),
        ({"deals": 1, "budget": float("inf")}, "a budget cannot be inf seconds"),
        ({"deals": 1, "budget": float("nan")}, "a budget cannot be nan seconds"),
        ({"deals": 1, "seatings": [(0, 0, 0)]}, "bot 1 has no seat"),
    ],
)
def test_what_cannot_be_played_is_refused(options: dict[str, Any], message: str) -> None:
    assert complaint(AGRAM, ["random", "first"], **options).startswith(message)


def test_too_few_bots_are_refused() -> None:
    assert complaint(BRISCA, ["random"] * 3, 1).endswith(
        "hint: give 4, one for each seat; or 2, one for each team"
    )


def test_a_bot_that_cannot_be_made_is_refused_beforehand(file: Path) -> None:
    said = complaint(AGRAM, ["random", f"{file}:Unmade"], 1, workers=2)
    assert said.startswith(f"`{file}:Unmade` cannot be made: ValueError: not today")


def test_a_person_is_no_bot(monkeypatch: pytest.MonkeyPatch) -> None:
    from kibitz.bots.house import HOUSE

    human = replace(HOUSE["human"], kind="kibitz.bots.plain:First")
    monkeypatch.setitem(HOUSE, "human", human)
    said = complaint(KUHN, ["human", "random"], 1)
    assert said == "`human` is a person, and a match is for bots\n  hint: kibitz play is for people"


def test_a_cheater_plays_only_where_cheating_is_allowed(file: Path) -> None:
    bots = [f"{file}:Cheater", "first"]
    assert "wants to see all hands" in complaint(KUHN, bots, 1)
    cheating, honest = match(KUHN, bots, 3, cheats=True), match(KUHN, ["first"] * 2, 3)
    assert [bot.mean_score for bot in cheating.bots] == [bot.mean_score for bot in honest.bots]


def test_lateness_is_reported_for_each_bot() -> None:
    found = match(KUHN, ["slow", "first"], 1, budget=0.001)
    slow, quick = found.bots
    assert slow.overruns == slow.decisions > 0
    assert quick.overruns == 0


def test_a_match_shows_itself_without_its_deals() -> None:
    shown = repr(match(KUHN, ["random", "first"], 1))
    assert "Standing(name='random'" in shown
    assert "Share" not in shown
