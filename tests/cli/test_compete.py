"""`kibitz compete`: an organiser at the terminal."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from .conftest import Kibitz

CHARTER = """title = "Small cup"
game = "brisca"
[[entrants]]
name = "Ana"
bot = "rule"
[[entrants]]
name = "Bea"
bot = "first"
[[phases]]
kind = "league"
games = 2
[[phases]]
kind = "cup"
games = 2
resubmit = true
"""


@pytest.fixture
def small(tmp_path: Path) -> Path:
    path = tmp_path / "small.toml"
    path.write_text(CHARTER)
    return path


def test_a_competition_from_the_charter_to_the_report(kibitz: Kibitz, small: Path) -> None:
    first = kibitz("compete", str(small))
    assert first.exit_code == 0
    assert "Small cup: Brisca, 2 entrants" in first.output
    assert "commitment to the secret: " in first.output
    assert "1. League" in first.output
    assert f"Then go on: kibitz compete {small} --resume" in first.output
    begun = kibitz("compete", str(small))
    assert begun.exit_code == 2
    assert "--resume" in begun.output
    rest = kibitz("compete", str(small), "--resume")
    assert rest.exit_code == 0
    assert "2. Cup" in rest.output
    assert "the secret was " in rest.output
    folder = small.with_suffix("")
    assert (folder / "report.html").is_file()
    good = kibitz("compete", "verify", str(folder))
    assert good.exit_code == 0
    assert "everything agrees: " in good.output
    assert "the commitment is " in good.output
    report = kibitz("compete", "report", str(folder), "--json")
    assert json.loads(report.output)["title"] == "Small cup"
    (folder / "secret.txt").unlink()
    bad = kibitz("compete", "verify", str(folder), "--json")
    assert bad.exit_code == 1
    assert json.loads(bad.output)["wrong"] == [
        "the secret was not published: there is no secret.txt"
    ]


def test_a_charter_that_is_wrong_is_told_with_its_lines(kibitz: Kibitz, small: Path) -> None:
    small.write_text(CHARTER.replace("games = 2", "games = 3", 1))
    found = kibitz("compete", str(small))
    assert found.exit_code == 2
    assert f"{small}:11:9: error: 3 games cannot be shared out fairly" in found.output
    assert "^" in found.output
    assert not small.with_suffix("").exists()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["verify"], "verify what?"),
        (["verify", "a", "b"], "one folder at a time"),
        (["verfy", "a"], "did you mean `verify`?"),
        (["verify", "nowhere"], "there is no competition in nowhere"),
        (["nowhere.toml"], "cannot be read"),
        (["small.toml", "--sandbox", "limit"], "did you mean `limits`?"),
        (["small.toml", "--on", "moon"], "work does not run on `moon`"),
        (["small.toml", "--resume"], "there is no competition in small"),
        (["."], "is a folder, not a charter"),
    ],
)
def test_what_cannot_be_is_told_in_a_sentence(
    kibitz: Kibitz, small: Path, monkeypatch: pytest.MonkeyPatch, words: list[str], said: str
) -> None:
    monkeypatch.chdir(small.parent)
    found = kibitz("compete", *words)
    assert found.exit_code == 2
    assert said in found.output


def test_ctrl_c_keeps_what_was_played_and_says_how_to_go_on(
    kibitz: Kibitz, small: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from kibitz.compete.players import Players

    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(Players, "play", interrupted)
        found = kibitz("compete", str(small))
    assert found.exit_code == 130
    assert f"To go on: kibitz compete {small} --resume" in " ".join(found.output.split())
    assert kibitz("compete", str(small), "--resume").exit_code == 0
