"""Records: `simulate --record` and `play` write them, `know` reads them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from kibitz.cli import records
from kibitz.engine.descriptions import load
from kibitz.engine.record import Record
from kibitz.errors import RecordError

from .conftest import Kibitz


@pytest.mark.parametrize("name", ["agram", "boerenbridge", "brisca", "tarot"])
def test_a_simulation_writes_the_games_it_counts(kibitz: Kibitz, tmp_path: Path, name: str) -> None:
    folder = tmp_path / "deep" / "games"
    result = kibitz("simulate", name, "-n", "3", "--seed", "9", "--record", str(folder), "--json")
    assert result.exit_code == 0
    found = json.loads(result.stdout)
    assert found["records"] == 3
    paths = sorted(folder.iterdir())
    assert [path.name for path in paths] == [f"{name}-00000{i}.json" for i in (1, 2, 3)]
    game = load(name)
    ends = [Record.open(path).replay(game)[-1] for path in paths]
    assert all(state.over for state in ends)
    totals = [sum(state.scores[seat] for state in ends) for seat in range(game.players)]
    assert totals == pytest.approx([3 * mean for mean in found["score_mean"]])
    assert sum(len(state.history) for state in ends) == found["decisions"]


def test_it_is_said_where_they_are_and_how_to_look_into_them(
    kibitz: Kibitz, tmp_path: Path
) -> None:
    folder = tmp_path / "games"
    result = kibitz("simulate", "agram", "-n", "2", "--record", str(folder))
    assert f"2 records in {folder}; look into the first with\n" in result.stdout
    command = result.stdout.strip().splitlines()[-1].split()
    assert kibitz(*command[1:]).exit_code == 0


def test_the_bots_and_the_limit_are_those_of_the_simulation(kibitz: Kibitz, tmp_path: Path) -> None:
    options = ("--bots", "first", "--limit", "5", "--record", str(tmp_path))
    kibitz("simulate", "agram", "-n", "1", *options)
    record = Record.open(tmp_path / "agram-000001.json")
    assert record.players == ("first",) * 4
    assert len(record.actions) == 5


def test_no_record_is_overwritten_by_a_simulation(kibitz: Kibitz, tmp_path: Path) -> None:
    (tmp_path / "agram-000002.json").write_text("precious")
    result = kibitz("simulate", "agram", "-n", "3", "--record", str(tmp_path))
    assert result.exit_code == 2
    assert result.stderr.startswith(f"error: {tmp_path}/agram-000002.json is there already\n")
    assert [path.read_text() for path in tmp_path.glob("*.json")] == ["precious"]


def test_too_many_records_are_refused(kibitz: Kibitz, tmp_path: Path) -> None:
    result = kibitz("simulate", "agram", "-n", "100001", "--record", str(tmp_path / "new"))
    assert result.exit_code == 2
    assert "100,001 records are too many files: at most 100,000" in result.stderr
    assert not (tmp_path / "new").exists()


def test_a_folder_that_is_a_file_is_refused(kibitz: Kibitz, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    for folder in ("file", "file/below"):
        result = kibitz("simulate", "agram", "-n", "1", "--record", str(tmp_path / folder))
        assert result.exit_code == 2
        assert result.stderr.startswith("error: ")
        assert result.stderr.count("error:") == 1


# --- play -----------------------------------------------------------------------------------------


def test_a_finished_game_is_recorded_and_it_is_said_where(play: Kibitz, tmp_path: Path) -> None:
    result = play("agram", "--seed", "3", typed="1\n" * 6)
    path = tmp_path / "data" / "kibitz" / "records" / "agram-1.json"
    assert f"Recorded: kibitz know agram --record {path}\n" in result.stdout
    record = Record.open(path)
    assert record.players == ("you", "random", "random", "random")
    assert record.replay(load("agram"))[-1].over


def test_a_game_that_was_left_is_recorded_when_it_is_finished(play: Kibitz, tmp_path: Path) -> None:
    play("agram", "--seed", "3", typed="1\n1\nquit\n")
    assert not records_of(tmp_path)
    play("agram", "--resume", typed="1\n" * 4)
    assert records_of(tmp_path) == ["agram-1.json"]


def test_every_game_gets_a_file_of_its_own(play: Kibitz, tmp_path: Path) -> None:
    play("agram", "--seed", "3", typed="1\n" * 6 + "y\n" + "1\n" * 6)
    play("agram", "--seed", "3", typed="1\n" * 6)
    assert records_of(tmp_path) == ["agram-1.json", "agram-2.json", "agram-3.json"]


def test_a_file_that_is_there_is_kept(play: Kibitz, tmp_path: Path) -> None:
    wanted = tmp_path / "mine.json"
    wanted.write_text("precious")
    result = play("agram", "--record", str(wanted), typed="1\n" * 6)
    assert f"{wanted} is there already.\n" in result.stdout
    assert f"--record {tmp_path}/mine-2.json\n" in result.stdout
    assert wanted.read_text() == "precious"
    assert Record.open(tmp_path / "mine-2.json").game == "agram"


def test_a_folder_is_no_file_for_a_record(play: Kibitz, tmp_path: Path) -> None:
    result = play("agram", "--record", str(tmp_path))
    assert result.exit_code == 2
    assert f"error: {tmp_path} is a folder\n" in result.stderr


def test_a_game_ends_well_though_its_record_cannot_be_written(play: Kibitz, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    wanted = tmp_path / "file" / "mine.json"
    result = play("agram", "--record", str(wanted), typed="1\n" * 6)
    assert result.exit_code == 0
    assert "No record: the folder " in result.stdout
    assert "Another game?" in result.stdout


def records_of(tmp_path: Path) -> list[str]:
    folder = tmp_path / "data" / "kibitz" / "records"
    return sorted(path.name for path in folder.glob("*")) if folder.exists() else []


# --- reading --------------------------------------------------------------------------------------


def test_a_record_with_a_strange_parameter_is_no_record(tmp_path: Path) -> None:
    state = load("agram").new(1)
    data = json.loads(Record.of(state).to_json())
    data["parameters"]["NUMP"] = [4]
    path = tmp_path / "odd.json"
    path.write_text(json.dumps(data))
    with pytest.raises(RecordError, match="`NUMP` is not a number or a name"):
        records.read(path, "agram", {})
