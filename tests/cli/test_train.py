"""`kibitz train`: what is asked for, and what is refused before anything is begun."""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

import documents
import pytest

import kibitz
from cli.conftest import TINY, Kibitz
from kibitz.engine.game import Game
from kibitz.learn.folder import Folder
from kibitz.learn.page import KNOBS, command, go_on
from kibitz.learn.settings import Settings

Ask = Callable[..., Settings]


@pytest.fixture
def asked(kibitz: Kibitz, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Ask:
    """The settings that a command line would train by, in a folder of its own."""
    monkeypatch.chdir(tmp_path)
    found: list[Settings] = []

    def caught(game: Game, settings: Settings, folder: Path, **how: Any) -> None:
        assert settings.game.game().players == game.players
        found.append(settings)

    monkeypatch.setattr("kibitz.cli.training.trained", caught)

    def ask(*words: str) -> Settings:
        result = kibitz("train", *words)
        assert result.exit_code == 0, result.output
        return found[-1]

    return ask


@pytest.fixture
def refused(kibitz: Kibitz, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Callable[..., str]:
    """What is said instead."""
    monkeypatch.chdir(tmp_path)

    def nobody(*_: Any, **__: Any) -> None:
        raise AssertionError("it was begun")

    monkeypatch.setattr("kibitz.cli.training.trained", nobody)

    def ask(*words: str) -> str:
        result = kibitz("train", *words)
        assert result.exit_code == 2, result.output
        assert result.stdout == ""
        return " ".join(result.stderr.split())

    return ask


# --- what is asked for ----------------------------------------------------------------------------


def test_without_options_it_is_as_usual(asked: Ask) -> None:
    found = asked("boerenbridge")
    usual = Settings.of(kibitz.load("boerenbridge"), steps=50_000)
    opponents = ("random", "greedy", "greedy-kripke", "full-kripke")
    assert found == replace(usual, opponents=opponents)


def test_every_option_is_heard(asked: Ask) -> None:
    words = "--method clone --teacher first --knowledge yes --minutes 2.5 --hidden 64,32 --seed 9"
    more = "--opponents random,first --company self=2,first=1 --from some.npz --with rate=0.01"
    found = asked("agram", "--set", "nump=3", *words.split(), *more.split())
    assert found == Settings.of(
        kibitz.load("agram", NUMP=3),
        method="clone",
        teacher="first",
        knowledge="probability",
        minutes=2.5,
        hidden=(64, 32),
        seed=9,
        opponents=("random", "first"),
        company={"self": 2.0, "first": 1.0},
        start="some.npz",
        rate=0.01,
    )


@pytest.mark.parametrize(
    ("typed", "value"),
    [
        ("batch=64", 64),
        ("epsilon=0.5,0", (0.5, 0.0)),
        ("horizon=3", 3),
        ("horizon=game", "game"),
        ("every=10", 10),
        ("mode=python", "python"),
        ("clip=1", 1.0),
    ],
)
def test_what_has_no_option_is_set_by_its_name(asked: Ask, typed: str, value: object) -> None:
    assert getattr(asked("agram", "--with", typed), typed.partition("=")[0]) == value


def test_the_words_for_knowledge_are_those_of_networks_too(asked: Ask) -> None:
    said = ("no", "possible", "yes", "none", "probability")
    heard = [asked("agram", "--knowledge", word).knowledge for word in said]
    assert heard == ["none", "possible", "probability", "none", "probability"]


@pytest.mark.parametrize(
    "settings",
    [
        {"steps": 7},
        {"minutes": 0.5, "hidden": (), "knowledge": "possible"},
        {"steps": 9, "company": {"self": 0.25, "random": 0.75}, "seed": -3, "start": "a b.npz"},
        {"steps": 9, "rate": 1.25e-05, "epsilon": (0.125, 0.5), "every": 3, "horizon": 4},
        {"steps": 9, "method": "clone", "teacher": "osla:deals=5", "opponents": ("first", "osla")},
    ],
    ids=str,
)
def test_the_command_line_on_the_page_does_the_same_again(
    asked: Ask, settings: dict[str, Any]
) -> None:
    wanted = Settings.of(kibitz.load("agram", NUMP=2, HAND=3), **settings)
    kibitz_, train, *words = shlex.split(command(wanted, "some folder"))
    assert (kibitz_, train) == ("kibitz", "train")
    assert asked(*words) == wanted


# --- what is refused ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("agrm", "there is no game `agrm`; did you mean `agram`?"),
        ("agram --method dnq", "there is no method `dnq`; did you mean `dqn`?"),
        ("agram --method clone", "whose play is to be cloned? hint: name a bot with --teacher"),
        ("agram --teacher first", "a teacher is cloned, and the method is `dqn`"),
        ("agram --method clone --teacher frist", "`frist`; did you mean `first`?"),
        ("agram --method clone --teacher human", "`human` is a person"),
        (
            "agram --knowledge maybe",
            "there is no knowledge `maybe` hint: one of: no, possible, yes",
        ),
        ("agram --steps 5 --minutes 1", "--steps and --minutes do not go together"),
        ("agram --hidden 12,many", "`12,many` are no hidden layers"),
        ("agram --hidden 0", "`0` are no hidden layers"),
        ("agram --opponents nobody", "nobody"),
        ("agram --company self=often", "`often` is no weight"),
        ("agram --company self=1,ismcts=1", "only bots that are compiled can play here"),
        ("agram --with rat=1", "the learner has no setting `rat`; did you mean `rate`?"),
        ("agram --with rate", "`rate` sets nothing"),
        ("agram --with rate=high", "`high` is no value of `rate`"),
        ("agram --with epsilon=1", "`1` is no value of `epsilon` hint: such as 0.2,0.02"),
        ("agram --with rate=-1", "rate is -1, and has to be a number above 0"),
        ("agram --with steps=4", "the learner has no setting `steps`"),
        ("agram --on moon", "work does not run on `moon`"),
        ("agram --set NOTHING=1", "NOTHING"),
    ],
)
def test_what_cannot_be_is_said_in_one_sentence(
    refused: Callable[..., str], words: str, said: str
) -> None:
    found = refused(*words.split())
    assert found.startswith("error: ")
    assert said in found


def test_without_jax_it_says_how_to_get_it(
    refused: Callable[..., str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    assert refused("agram") == (
        'error: JAX is not installed, and training needs it hint: pip install "kibitz[learn]"'
    )


def test_a_game_that_has_no_numbers_for_its_options_cannot_be_learnt(
    refused: Callable[..., str], tmp_path: Path
) -> None:
    path = tmp_path / "groups.rcy"
    path.write_text(
        """(game (setup (create players 2)
            (create deck (game vloc STOCK) (deck (RANK (ONE, TWO, THREE)))))
          (choice ((any (subsets (game vloc STOCK)) 'G (set ((0 player) sto GAIN) (size 'G)))))
          (scoring max ((current player) sto GAIN)))"""
    )
    assert "no number of their own" in refused(str(path))


# --- folders --------------------------------------------------------------------------------------


def test_nothing_is_overwritten(refused: Callable[..., str], tmp_path: Path) -> None:
    taken = tmp_path / "agram.training"
    taken.mkdir()
    (taken / "letter.txt").write_text("mine")
    assert "agram.training is there already, and is no training" in refused("agram")
    (tmp_path / "file").write_text("mine")
    assert "file is a file" in refused("agram", "--out", "file")
    Folder(tmp_path / "run").begin(Settings.of(kibitz.load("agram"), steps=5))
    said = refused("agram", "--out", "run")
    assert "there is a training in run already" in said
    assert "--resume goes on with it" in said


def test_an_empty_folder_will_do(asked: Ask, tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    asked("agram", "--out", "empty")


@pytest.fixture
def begun(tmp_path: Path) -> Settings:
    """A training that was begun, in the folder `run`."""
    wanted = Settings.of(
        kibitz.load("agram", NUMP=3), steps=5, rate=0.5, versions={"python": "2.7"}
    )
    Folder(tmp_path / "run").begin(wanted)
    return wanted


def test_who_goes_on_needs_to_say_nothing(asked: Ask, begun: Settings) -> None:
    found = asked("agram", "--resume", "--out", "run")
    assert found.versions != begun.versions
    assert replace(found, versions=begun.versions) == begun
    longer = asked("agram", "--resume", "--out", "run", "--minutes", "3", "--set", "NUMP=3")
    assert (longer.steps, longer.minutes, longer.rate) == (None, 3.0, 0.5)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("agram --resume", "there is no training in agram.training"),
        ("agram --resume --out run --set NUMP=4", "the training in run has NUMP=3, not 4"),
        ("brisca --resume --out run", "the training in run is of `agram`, not of `brisca`"),
        ("agram --resume --out run --seed 2", "the training in run has other settings: seed"),
        ("agram --resume --out run --with rate=1", "other settings: rate"),
    ],
)
@pytest.mark.usefixtures("begun")
def test_who_goes_on_goes_on_with_the_same(
    refused: Callable[..., str], words: str, said: str
) -> None:
    assert said in refused(*words.split())


@pytest.fixture(
    params=[
        ({"opponents": ("random", "run/my.py:Mine")}, "--opponents random,run/my.py:Mine"),
        ({"method": "clone", "teacher": "run/my.py"}, "--teacher run/my.py"),
    ],
)
def brought(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A training in the folder `run` that was begun with a bot that is a program; what to type so
    that it is run again."""
    bots, typed = request.param
    wanted = Settings.of(kibitz.load("agram"), steps=5, **bots)
    Folder(tmp_path / "run").begin(wanted)
    program = f"open({str(tmp_path / 'ran')!r}, 'w')\nclass Mine:\n    choose = print\n"
    (tmp_path / "run" / "my.py").write_text(program)
    assert go_on(wanted, "run").endswith(f"--resume --out run {typed}")
    return str(typed)


def test_no_program_is_run_because_a_folder_names_it(
    refused: Callable[..., str], tmp_path: Path, brought: str
) -> None:
    said = refused("agram", "--resume", "--out", "run")
    assert f"they are run only if you name them yourself: {brought}" in said
    assert not (tmp_path / "ran").exists()


def test_who_names_it_goes_on_with_it(asked: Ask, brought: str) -> None:
    assert asked("agram", "--resume", "--out", "run", *brought.split()).foreign


def test_a_game_that_was_changed_meanwhile_is_another(
    refused: Callable[..., str], tmp_path: Path
) -> None:
    path = tmp_path / "tiny.rcy"
    path.write_text(TINY)
    Folder(tmp_path / "run").begin(Settings.of(kibitz.load(path), steps=5))
    path.write_text(TINY.replace("1..3", "1..2"))
    said = refused(str(path), "--resume", "--out", "run")
    assert "the description of `tiny` has changed since the training in run was begun" in said


# --- the page about it ----------------------------------------------------------------------------


def test_the_page_names_every_setting_and_what_it_usually_is() -> None:
    section = documents.read("docs/learn.md").partition("### Other settings")[2].partition("###")[0]
    told: dict[str, str] = {}
    for names, usual in re.findall(r"^\| (`.*?) \| (.*?) \|", section, re.MULTILINE):
        told |= zip(re.findall(r"`(\w+)`", names), usual.split(", "), strict=True)
    defaults = {each.name: each.default for each in fields(Settings)}
    assert set(told) == set(KNOBS)
    assert told.pop("every") == "a twentieth"
    for name, usual in told.items():
        true = defaults[name]
        parts = true if isinstance(true, tuple) else [true]
        assert [type(part)(word) for part, word in zip(parts, usual.split(","), strict=True)] == [
            *parts
        ], name


def test_its_commands_can_be_typed(asked: Ask, tmp_path: Path) -> None:
    (tmp_path / "my.rcy").write_text(
        TINY.replace("players 2", "players 'NUMP").replace("(game", "(game (declare 2 'NUMP)", 1)
    )
    shown = "".join(
        block.text
        for block in documents.blocks(documents.read("docs/learn.md"))
        if block.language == "sh"
    )
    lines = [
        line.partition("#")[0] for line in shown.splitlines() if line.startswith("kibitz train")
    ]
    assert len(lines) > 5
    for line in lines:
        if "--resume" not in line:
            asked(*shlex.split(line)[2:])
