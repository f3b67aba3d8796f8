"""`kibitz show`."""

from __future__ import annotations

import ast
import json
from pathlib import Path
from xml.etree import ElementTree

import pytest
from house import HOUSE

from .conftest import Kibitz


@pytest.mark.parametrize("name", HOUSE)
def test_the_description_is_printed(kibitz: Kibitz, name: str) -> None:
    result = kibitz("show", name)
    assert result.exit_code == 0
    assert "(game" in result.stdout
    assert "(scoring" in result.stdout


@pytest.mark.parametrize("name", HOUSE)
def test_the_python_is_python(kibitz: Kibitz, name: str) -> None:
    result = kibitz("show", name, "--python")
    assert result.exit_code == 0
    ast.parse(result.stdout)
    assert "def options(" in result.stdout


@pytest.mark.parametrize("name", HOUSE)
def test_the_tree_is_indented_and_balanced(kibitz: Kibitz, name: str) -> None:
    text = kibitz("show", name, "--tree").stdout
    assert text.count("(") == text.count(")")
    assert "\nstage player\n  " in text
    assert all(len(line) <= 120 for line in text.splitlines())


def test_parameters_show_in_the_tree(kibitz: Kibitz) -> None:
    assert kibitz("show", "agram", "--tree").stdout.startswith("players 4\n")
    assert kibitz("show", "agram", "--tree", "--set", "NUMP=3").stdout.startswith("players 3\n")


@pytest.mark.parametrize(
    ("option", "key"), [([], "description"), (["--tree"], "tree"), (["--python"], "python")]
)
def test_show_as_json(kibitz: Kibitz, option: list[str], key: str) -> None:
    shown = json.loads(kibitz("show", "agram", "--json", *option).stdout)
    assert shown["game"] == "agram"
    assert shown["parameters"]["NUMP"] == 4
    assert shown[key] == kibitz("show", "agram", *option).stdout


def test_tree_and_python_exclude_each_other(kibitz: Kibitz) -> None:
    result = kibitz("show", "agram", "--tree", "--python")
    assert result.exit_code == 2
    assert "choose one" in result.stderr


def test_the_cards_are_drawn_on_a_sheet(kibitz: Kibitz, tmp_path: Path) -> None:
    sheet = tmp_path / "cards.svg"
    result = kibitz("show", "brisca", "--cards", str(sheet))
    assert result.exit_code == 0
    assert "40 cards of Brisca" in result.stdout
    assert ElementTree.parse(sheet).getroot().tag.endswith("svg")
    shown = json.loads(kibitz("show", "brisca", "--json", "--cards", str(sheet)).stdout)
    assert shown["cards"] == str(sheet)


def test_a_sheet_that_cannot_be_written_gets_one_sentence(kibitz: Kibitz, tmp_path: Path) -> None:
    result = kibitz("show", "brisca", "--cards", str(tmp_path / "no" / "cards.svg"))
    assert result.exit_code == 2
    assert "cannot be written" in result.stderr
    assert "Traceback" not in result.stderr


def test_cards_and_tree_exclude_each_other(kibitz: Kibitz, tmp_path: Path) -> None:
    result = kibitz("show", "brisca", "--tree", "--cards", str(tmp_path / "cards.svg"))
    assert result.exit_code == 2
    assert "choose one" in result.stderr
    assert not list(tmp_path.iterdir())


def test_where_the_cards_go_is_drawn(kibitz: Kibitz, tmp_path: Path) -> None:
    picture = tmp_path / "flow.svg"
    result = kibitz("show", "agram", "--flow", str(picture))
    assert result.exit_code == 0
    assert "Where the cards of Agram go: drawn in" in result.stdout
    assert "24 from stock to hand of each player" in picture.read_text()
    shown = json.loads(kibitz("show", "agram", "--json", "--flow", str(picture)).stdout)
    assert shown["flow"] == str(picture)
    result = kibitz("show", "agram", "--cards", str(picture), "--flow", str(picture))
    assert result.exit_code == 2
    assert "choose one" in result.stderr
