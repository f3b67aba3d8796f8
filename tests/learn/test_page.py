"""The page of a training: it tells what came out, and how to do it again."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from analysis.test_page import Read

import kibitz
from kibitz.draw.curves import MISSING
from kibitz.learn import curve as curves
from kibitz.learn.folder import Folder
from kibitz.learn.page import PAGE, PICTURE, command, go_on, publish, run_page, spent
from kibitz.learn.settings import Settings
from learn.fabricated import NASTY, curve, point


def settings(**more: Any) -> Settings:
    usual: dict[str, Any] = {"steps": 2000, "opponents": ("random", "rule")}
    return Settings.of(kibitz.load("agram", NUMP=3), **{**usual, **more})


def test_a_page_is_complete_by_itself() -> None:
    page = run_page(settings(), curve(), "runs/one")
    read = Read(page)
    assert "script" not in read.tags
    assert len(set(read.ids)) == len(read.ids)
    assert all(link.startswith(("#", "data:")) for link in read.links)
    assert {link[1:] for link in read.links if link.startswith("#")} <= set(read.ids)
    assert read.tags.count("svg") == 5
    assert "http" not in page.replace("http://www.w3.org", "")


@pytest.mark.usefixtures("bare")
def test_it_says_what_was_reached() -> None:
    read = Read(run_page(settings(), curve(), "runs/one"))
    assert "2,000 steps, 1,024,000 decisions, 20 s." in read.text
    assert "random +9.82 ± 0.50 14.91 ± 0.50 34.8% (30 to 40) 2,002" in read.text
    assert "has not come to its end" not in read.text
    assert read.text.count(MISSING) == 1


@pytest.mark.usefixtures("bare")
def test_it_says_all_that_is_needed_to_do_it_again() -> None:
    wanted = settings(rate=0.0005, seed=7, versions={"python": "3.99", "kibitz": "9.9"})
    read = Read(run_page(wanted, curve(), "runs/one"))
    for said in ("rate 0.0005", "seed 7", "batch 512", "python 3.99", "epsilon 0.2,0.02"):
        assert said in read.text
    assert (
        "kibitz train agram --set NUMP=3 --method dqn --knowledge no --steps 2000 --opponents "
        "random,rule --seed 7 --with rate=0.0005 --out runs/one"
    ) in read.text.replace(" \\", "")
    assert "kibitz match agram --set NUMP=3 net:runs/one/network.npz rule" in read.text
    assert "kibitz play agram --set NUMP=3 --bots net:runs/one/network.npz" in read.text


@pytest.mark.usefixtures("bare")
@pytest.mark.parametrize(
    ("length", "said"),
    [
        ({"steps": 9000}, "2,000 of 9,000 steps"),
        ({"steps": None, "minutes": 1.5}, "20 s of 1 min 30 s"),
    ],
)
def test_in_the_middle_it_says_how_to_go_on(length: dict[str, Any], said: str) -> None:
    wanted = settings(**length)
    read = Read(run_page(wanted, curve(), "runs/one"))
    assert f"It has not come to its end: {said}." in read.text
    assert "kibitz train agram --resume --out runs/one" in read.text
    # By the clock no two trainings are the same.
    assert ("give the same network" in read.text) == (wanted.steps is not None)


@pytest.mark.usefixtures("bare")
def test_before_the_first_point_it_says_what_is_to_come() -> None:
    read = Read(run_page(settings(), [], "runs/one"))
    assert "0 of 2,000 steps" in read.text
    assert "What it reached" not in read.text
    assert read.links[1:] == ["#again"]
    assert "Loss" in Read(run_page(settings(), [point(1), point(2)], "x")).text


@pytest.mark.usefixtures("bare")
def test_strange_names_stay_text() -> None:
    wanted = settings(opponents=(NASTY,), start=NASTY, versions={NASTY: NASTY})
    read = Read(run_page(wanted, curve(names=(NASTY,)), NASTY))
    assert "script" not in read.tags
    assert NASTY in read.text


def test_a_game_from_a_file_is_named_by_it(tmp_path: Path) -> None:
    text = (
        "(game (setup (create players 2)) (choice ((set ((0 player) sto GAIN) 1))) (scoring max 0))"
    )
    path = tmp_path / "agram.rcy"  # it is not that of the house
    path.write_text(text)
    wanted = Settings.of(kibitz.load(path), minutes=2, hidden=(), company={"self": 1.0})
    assert command(wanted, "a folder") == (
        f"kibitz train {path} --method dqn --knowledge no --minutes 2 --hidden none --opponents "
        "random --company self=1.0 --seed 1 --out 'a folder'"
    )
    assert go_on(wanted, "x").startswith(f"kibitz train {path} --resume")


def test_it_is_made_from_what_is_in_the_folder(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    Folder(folder).begin(settings())
    publish(folder)
    assert not (folder / PICTURE).exists()  # there is nothing to see yet
    points = [point(1), point(2)]
    for each in points:
        curves.add(folder / curves.FILE, each)
    publish(folder)
    page = (folder / PAGE).read_text(encoding="utf-8")
    assert page == run_page(settings(), points, str(folder))
    assert (folder / PICTURE).read_text().startswith("<svg xmlns")
    data = json.loads((folder / "run.json").read_text())
    assert data["game"]["description"]["name"] == "agram"


def test_times_are_told_in_words() -> None:
    assert [spent(each) for each in (0.4, 59.6, 3599, 7300)] == [
        "0 s",
        "1 min 0 s",
        "59 min 59 s",
        "2 h 1 min",
    ]
