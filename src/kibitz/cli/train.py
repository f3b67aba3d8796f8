"""`kibitz train`: a network that learns to play a game."""

from __future__ import annotations

from dataclasses import fields, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from kibitz.cli import completion
from kibitz.cli.common import GameName, Json, On, load, settings
from kibitz.cli.common import Settings as Parameters
from kibitz.errors import KibitzError, did_you_mean

if TYPE_CHECKING:
    from kibitz.engine.game import Game
    from kibitz.learn.settings import Settings

__all__ = ["train"]

STEPS = 50_000
"""How long it learns if nobody says anything: some minutes."""

KNOWLEDGE = {"no": "none", "possible": "possible", "yes": "probability"}


def train(
    game: GameName,
    method: Annotated[
        str | None,
        typer.Option(
            metavar="dqn|mc|clone",
            help="How it learns: Q-learning over whole hands, from how games end, or from a "
            "teacher.",
            show_default="dqn",
            autocompletion=completion.methods,
        ),
    ] = None,
    teacher: Annotated[
        str | None,
        typer.Option(
            metavar="BOT",
            help="The bot whose play is cloned: --method clone.",
            autocompletion=completion.bots,
        ),
    ] = None,
    knowledge: Annotated[
        str | None,
        typer.Option(
            metavar="no|possible|yes",
            help="What it is told of cards it does not see: nothing, who may have them, or with "
            "what probability.",
            show_default="no",
            autocompletion=completion.knowledge,
        ),
    ] = None,
    steps: Annotated[
        int | None,
        typer.Option(min=1, help="Steps to learn for.", show_default=f"{STEPS:,}"),
    ] = None,
    minutes: Annotated[
        float | None,
        typer.Option(min=0.01, help="Minutes to learn for, in place of a number of steps."),
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option(
            metavar="DIR",
            help="The folder of the training.",
            show_default="NAME.training",
        ),
    ] = None,
    resume: Annotated[
        bool,
        typer.Option("--resume", help="Go on with the training in the folder, by its settings."),
    ] = False,
    start: Annotated[
        str | None,
        typer.Option(
            "--from",
            metavar="FILE",
            help="A network to begin with, in place of one that knows nothing.",
            autocompletion=completion.networks,
        ),
    ] = None,
    hidden: Annotated[
        str | None,
        typer.Option(
            metavar="N,...|none", help="Units of the hidden layers.", show_default="128,128"
        ),
    ] = None,
    opponents: Annotated[
        str | None,
        typer.Option(
            metavar="BOT,...",
            help="Whom it meets to be evaluated.",
            show_default="random, and the house bots of the game",
            autocompletion=completion.bots,
        ),
    ] = None,
    company: Annotated[
        str | None,
        typer.Option(
            metavar="BOT=SHARE,...",
            help="Who plays with it while it learns: self, past (what it was before), random, and "
            "compiled bots.",
            show_default="self=0.8,past=0.2",
        ),
    ] = None,
    with_: Annotated[
        list[str] | None,
        typer.Option(
            "--with",
            metavar="NAME=VALUE",
            help="Set something else of the learner: batch, rate, epsilon, replay, games... (see "
            "docs/learn.md).",
        ),
    ] = None,
    set_: Parameters = None,
    seed: Annotated[
        int | None,
        typer.Option(
            help="The same seed and steps give the same network on the same machine.",
            show_default="1",
        ),
    ] = None,
    workers: Annotated[
        int | None,
        typer.Option(min=1, max=1024, help="How many processes play; one a core."),
    ] = None,
    on: On = None,
    json: Json = False,
) -> None:
    """Train a network to play a game, and show how strong it becomes.

    It plays games with itself, in processes of their own, and learns from what it decided; from
    time to time it meets fixed opponents in fixed deals, and the curve tells how it does, with
    intervals of 95 % confidence: in the terminal, and as a page in the folder. Ctrl-C ends it with
    what there is, and --resume goes on, also after a crash.

    The network is in DIR/network.npz, and plays as the bot net:DIR/network.npz wherever bots play.
    Training needs JAX (the extra `learn` of the package), playing does not.

    docs/learn.md explains it all.
    """
    from kibitz.work.places import check

    check(on)
    folder = out if out is not None else Path(f"{_stem(game)}.training")
    given = _given(
        method=method,
        teacher=teacher,
        knowledge=None if knowledge is None else _knowledge(knowledge),
        steps=steps,
        minutes=minutes,
        start=start,
        hidden=None if hidden is None else _hidden(hidden),
        opponents=None if opponents is None else _names(opponents),
        company=None if company is None else _company(company),
        seed=seed,
        **_knobs(with_ or []),
    )
    _must_have_jax()
    if resume:
        found, wanted = _before(game, set_, folder, given)
    else:
        _must_be_free(folder)
        found = load(game, set_)
        wanted = _new(found, given)
    _check(found, wanted)

    from kibitz.cli.training import trained

    trained(found, wanted, folder, resume=resume, on=on, workers=workers, json=json)


def _stem(name: str) -> str:
    return Path(name).name.partition(".")[0] or "network"


# --- what was asked for ---------------------------------------------------------------------------


def _given(**options: Any) -> dict[str, Any]:  # settings of any kind
    """What was typed."""
    found = {name: value for name, value in options.items() if value is not None}
    if "steps" in found and "minutes" in found:
        raise KibitzError("--steps and --minutes do not go together", "one at a time")
    return found


def _knowledge(word: str) -> str:
    known = {**KNOWLEDGE, **{each: each for each in KNOWLEDGE.values()}}
    if word not in known:
        near = did_you_mean(word, KNOWLEDGE)
        raise KibitzError(
            f"there is no knowledge `{word}`{near}", f"one of: {', '.join(KNOWLEDGE)}"
        )
    return known[word]


def _hidden(text: str) -> tuple[int, ...]:
    """Units of layers: `128,128`; `none` for a network without any."""
    if text.strip() == "none":
        return ()
    try:
        found = tuple(int(part) for part in text.replace("x", ",").strip(", ").split(","))
    except ValueError:
        found = (0,)
    if min(found) < 1:
        raise KibitzError(f"`{text}` are no hidden layers", "write 128,128, or none")
    return found


def _names(text: str) -> tuple[str, ...]:
    from kibitz.bots.names import split

    return tuple(split(text))


def _company(text: str) -> dict[str, float]:
    from kibitz.learn.seating import Company

    return dict(Company.read(text).weights)


def _knobs(given: list[str]) -> dict[str, Any]:  # settings of any kind
    """What was set of the learner, each as a value of the kind it is usually of."""
    from kibitz.learn.page import KNOBS
    from kibitz.learn.settings import Settings

    usual = {each.name: each.default for each in fields(Settings) if each.name in KNOBS}
    found: dict[str, Any] = {}
    for text in given:
        name, equals, value = (part.strip() for part in text.partition("="))
        if not (name and equals and value):
            raise KibitzError(f"`{text}` sets nothing", "write --with NAME=VALUE")
        if name not in usual:
            raise KibitzError(
                f"the learner has no setting `{name}`{did_you_mean(name, usual)}",
                f"one of: {', '.join(usual)}",
            )
        try:
            found[name] = _read(value, usual[name])
        except ValueError:
            raise KibitzError(f"`{value}` is no value of `{name}`", _such(usual[name])) from None
    return found


def _read(text: str, usual: Any) -> Any:
    """A value of the kind of another."""
    if isinstance(usual, tuple):
        parts = text.split(",")
        if len(parts) != len(usual):
            raise ValueError
        return tuple(_read(part, each) for part, each in zip(parts, usual, strict=True))
    if isinstance(usual, str):
        return int(text) if text.isdigit() else text
    return int(text) if usual is None else type(usual)(text)


def _such(usual: Any) -> str:
    if isinstance(usual, tuple):
        return f"such as {','.join(map(str, usual))}"
    return "a whole number" if usual is None else f"such as {usual}"


# --- what is to be done ---------------------------------------------------------------------------


def _new(game: Game, given: dict[str, Any]) -> Settings:
    """The settings of a new training."""
    from kibitz.learn.evaluation import usual
    from kibitz.learn.settings import Settings

    if "minutes" not in given:
        given = {"steps": STEPS, **given}
    return Settings.of(game, **{"opponents": usual(game), **given})


def _before(
    name: str, set_: list[str] | None, folder: Path, given: dict[str, Any]
) -> tuple[Game, Settings]:
    """The settings of the training in a folder, and what is to be otherwise now. The game is the
    one it was begun with, whatever else was typed: if it is another now, that is said."""
    from kibitz.engine.reference import GameRef
    from kibitz.learn.folder import FREE, Folder
    from kibitz.learn.settings import versions

    before = Folder(folder).settings()
    was, now = before.game.description, GameRef.of(load(name, set_)).description
    if was.name != now.name:
        raise KibitzError(
            f"the training in {folder} is of `{was.name}`, not of `{now.name}`",
            "give the game it is of, or another folder with --out",
        )
    if (was.text, was.sheet, was.weights) != (now.text, now.sheet, now.weights):
        raise KibitzError(
            f"the description of `{was.name}` has changed since the training in {folder} was begun",
            "begin anew in another folder (--out); --from takes the network that is there",
        )
    wrong = {
        key: value
        for key, value in settings(set_).items()
        if before.game.parameters.get(key) != value
    }
    if wrong:
        key, value = next(iter(wrong.items()))
        raise KibitzError(
            f"the training in {folder} has {key}={before.game.parameters.get(key)}, not {value}",
            "leave out --set, or begin anew in another folder (--out)",
        )
    for option, value in given.items():
        if option not in FREE and getattr(before, option) != value:
            raise KibitzError(
                f"the training in {folder} has other settings: {option}",
                "leave them out, or begin anew in another folder (--out)",
            )
    for option, bots in before.foreign.items():
        if option not in given:
            raise KibitzError(
                f"the training in {folder} was begun with bots that are programs: {bots}",
                f"they are run only if you name them yourself: --{option} {bots}",
            )
    if "steps" in given:
        given = {"minutes": None, **given}
    elif "minutes" in given:
        given = {"steps": None, **given}
    return before.game.game(), replace(before, versions=versions(), **given)


def _check(game: Game, wanted: Settings) -> None:
    """Complain about what cannot be, before anything is begun."""
    from kibitz.bots.names import find, is_foreign
    from kibitz.learn.seating import Company
    from kibitz.learn.stage import check_numbers

    if wanted.teacher is not None and wanted.method != "clone":
        raise KibitzError(
            f"a teacher is cloned, and the method is `{wanted.method}`", "say --method clone too"
        )
    check_numbers(game)
    bots = [*wanted.opponents, *([] if wanted.teacher is None else [wanted.teacher])]
    for name in bots:
        if not is_foreign(name) and find(name, game).person:
            raise KibitzError(f"`{name}` is a person, and this is for bots")
    Company(wanted.company).check(game)


def _must_be_free(folder: Path) -> None:
    """Complain about a folder that has something in it already: nothing is ever overwritten."""
    from kibitz.engine.files import is_there
    from kibitz.learn.folder import RUN

    if not is_there(folder):
        return
    if not folder.is_dir():
        raise KibitzError(f"{folder} is a file", "give another folder with --out")
    if is_there(folder / RUN):
        raise KibitzError(
            f"there is a training in {folder} already",
            "--resume goes on with it; --out DIR begins another",
        )
    if any(folder.iterdir()):
        raise KibitzError(
            f"{folder} is there already, and is no training", "give another folder with --out"
        )


def _must_have_jax() -> None:
    from importlib.util import find_spec

    if find_spec("jax") is None or find_spec("optax") is None:
        raise KibitzError(
            "JAX is not installed, and training needs it", 'pip install "kibitz[learn]"'
        )
