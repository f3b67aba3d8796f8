"""A gauntlet: everybody against the organiser's bots."""

from __future__ import annotations

from compete.invented import play, stage, won
from kibitz.compete.charter import Phase
from kibitz.compete.phases import Results, is_over, meetings, table

PHASE = Phase("gauntlet", 6, opponents=("rule", "first"))


def test_everybody_meets_every_opponent_and_nobody_else() -> None:
    of = stage(PHASE, ["Bea", "Ana"])
    met = [meeting.entrants for meeting in meetings(of, Results())]
    assert met == [
        ("Ana", "bot:rule"),
        ("Ana", "bot:first"),
        ("Bea", "bot:rule"),
        ("Bea", "bot:first"),
    ]


def test_all_play_the_same_deals_from_both_sides() -> None:
    of = stage(PHASE, ["Bea", "Ana"])
    for meeting in meetings(of, Results()):
        assert meeting.deals == range(3)
        assert len(meeting.seatings) == 2
        assert meeting.games == 6


def test_as_in_robobrisca_each_game_may_have_a_deal_of_its_own_and_who_opens_changes() -> None:
    of = stage(Phase("gauntlet", 6, opponents=("rule",), scheme="robobrisca"), ["Ana"])
    (meeting,) = meetings(of, Results())
    assert meeting.games == 6
    assert sorted((game.deal, game.turn) for game in meeting.ids()) == [
        (0, 0), (1, 1), (2, 0), (3, 1), (4, 0), (5, 1),
    ]  # fmt: skip


def test_only_entrants_are_in_the_table() -> None:
    of, results = stage(PHASE, ["Ana", "Bea"]), Results()
    play(of, results, lambda meeting, game: won(meeting, game, "Bea", "bot:rule"))
    assert is_over(meetings(of, results), results)
    rows = table(of, results)
    assert {row.name: row.points for row in rows} == {"Bea": 9, "Ana": 0}
    assert [row.name for row in rows] == ["Bea", "Ana"]
