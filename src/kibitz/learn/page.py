"""The page of a training, `index.html` in its folder: what it reached, and how to do it again.

    publish(folder)       from run.json and curve.jsonl, at any time, also in the middle of it

Beside it there is `curve.svg`, the plots alone. The page is complete by itself and has no script;
all it says comes from the two files.
"""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Sequence
from dataclasses import MISSING, Field, fields
from pathlib import Path
from typing import Any

from kibitz import __version__
from kibitz.arena.wording import share_text
from kibitz.draw import curves
from kibitz.draw.canvas import ready
from kibitz.draw.markup import Child, Markup, document, joined, table, tag
from kibitz.engine.descriptions import house_games
from kibitz.engine.files import read_text
from kibitz.learn.curve import FILE, Point, opponents, read
from kibitz.learn.folder import NETWORK, RUN, Folder, written
from kibitz.learn.plots import Plot, picture, plots, points_text
from kibitz.learn.settings import Settings

__all__ = [
    "KNOBS", "METHODS", "PAGE", "PICTURE", "command", "go_on", "named", "publish", "run_page",
    "spent",
]  # fmt: skip

PAGE, PICTURE = "index.html", "curve.svg"

METHODS = {
    "dqn": "Q-learning: double DQN, whole hands at a time",
    "mc": "Q-learning from what came out in the end (Monte Carlo)",
    "clone": "cloning of a teacher",
}
KNOWLEDGE = {
    "none": "its own cards and the table",
    "possible": "its own cards, the table, and who may have each other card",
    "probability": "its own cards, the table, and with what probability who has each other card",
}
TOLD = {"none": "no", "possible": "possible", "probability": "yes"}
"""How `--knowledge` says it."""

STYLE = """
.given { columns: 18rem; column-gap: 28px; margin: 8px 0; padding: 0; list-style: none; }
.given li { break-inside: avoid; overflow-wrap: anywhere; }
.given .fine { display: inline-block; min-width: 6rem; }
"""
"""What the page has beside what all pages have."""

OPTIONS = (
    *("game", "method", "teacher", "knowledge", "steps", "minutes", "seed", "start", "hidden"),
    *("opponents", "company"),
)
"""Settings that have options of their own at the command line."""

KNOBS = tuple(
    each.name for each in fields(Settings) if each.name not in (*OPTIONS, "versions", "format")
)
"""The others, which `--with NAME=VALUE` sets."""


def publish(folder: Path) -> None:
    """Write the page of a training, and its picture."""
    settings, points = Folder(folder).settings(), read(folder / FILE)
    drawn = plots(points)
    _write(folder / PAGE, _page(settings, points, drawn, str(folder)))
    alone = picture(drawn)
    if alone is not None:
        _write(folder / PICTURE, alone)


def _write(path: Path, text: str) -> None:
    written(path, lambda file: file.write(text.encode(errors="replace")))


def run_page(settings: Settings, points: Sequence[Point], folder: str = "DIR") -> str:
    """The whole page."""
    return _page(settings, points, plots(points), folder)


def _page(settings: Settings, points: Sequence[Point], drawn: Sequence[Plot], folder: str) -> str:
    title = settings.game.game().title
    sections = [_reached(points), _curve(points, drawn), _again(settings, folder)]
    links = {"reached": "What it reached", "curve": "The curve", "again": "To do it again"}
    links = {key: text for key, text in links.items() if points or key == "again"}
    top = tag(
        "header",
        tag(
            "div",
            tag("h1", f"{title}: a network learns"),
            tag("p", _summary(settings, points)),
            _unfinished(settings, points, folder),
            tag(
                "nav",
                *(tag("a", text, href=f"#{key}") for key, text in links.items()),
                aria_label="Parts",
            ),
            class_="top",
        ),
    )
    main = tag("main", *(joined((part, "\n")) for part in sections if part is not None))
    foot = tag("footer", tag("p", f"Made by Kibitz {__version__}.", class_="quiet"))
    return document(f"{title}: a network learns", top, main, foot, style=STYLE)


# --- what it is -----------------------------------------------------------------------------------


def _summary(settings: Settings, points: Sequence[Point]) -> str:
    method = METHODS[settings.method]
    if settings.teacher is not None:
        method += f", {settings.teacher}"
    layers = " and ".join(f"{units:,}" for units in settings.hidden) or "no"
    said = f"{method}. It sees {KNOWLEDGE[settings.knowledge]}; {layers} hidden units."
    if points:
        last = points[-1]
        said += f" {last.step:,} steps, {last.decisions:,} decisions, {spent(last.seconds)}."
    return said


def spent(seconds: float) -> str:
    """A time in words.

    >>> spent(12.3), spent(754), spent(7300)
    ('12 s', '12 min 34 s', '2 h 2 min')
    """
    whole = round(seconds)
    hours, minutes, left = whole // 3600, whole // 60 % 60, whole % 60
    if hours:
        return f"{hours} h {minutes} min"
    return f"{minutes} min {left} s" if minutes else f"{left} s"


def _unfinished(settings: Settings, points: Sequence[Point], folder: str) -> Markup | None:
    """That it is not over, and how to go on."""
    step, seconds = (points[-1].step, points[-1].seconds) if points else (0, 0.0)
    if settings.steps is not None:
        left, of = step < settings.steps, f"{step:,} of {settings.steps:,} steps"
    else:
        whole = 60 * (settings.minutes or 0)
        left, of = seconds < whole, f"{spent(seconds)} of {spent(whole)}"
    if not left:
        return None
    said = f"It has not come to its end: {of}. To go on: "
    return tag("p", said, tag("code", go_on(settings, folder)), class_="notice")


# --- what came out --------------------------------------------------------------------------------


def _reached(points: Sequence[Point]) -> Markup | None:
    """How strong it is at last."""
    last = next((point for point in reversed(points) if point.against), None)
    if last is None:
        return None
    heads: list[tuple[Child, str | None]] = [("opponent", "who"), ("better by", "num")]
    heads += [("mean score", "num"), ("wins", "num"), ("games", "num fine")]
    rows = [
        [
            met.opponent,
            points_text(met.over, met.over_interval, sign="+"),
            points_text(met.score, met.score_interval),
            share_text(met.wins, met.wins_interval),
            f"{met.games:,}",
        ]
        for met in last.against
    ]
    return tag(
        "section",
        tag("h2", "What it reached"),
        table(f"After {last.step:,} steps, points and wins at each seat", heads, rows),
        tag(
            "p",
            "Both play the same deals in all seatings, so that neither has better cards or seats. "
            "Intervals hold with 95\u00a0% confidence; a deal is one observation.",
            class_="quiet",
        ),
        id="reached",
    )


def _curve(points: Sequence[Point], drawn: Sequence[Plot]) -> Markup | None:
    if not drawn:
        return None
    panels = [
        tag(
            "article",
            tag("h3", plot.title),
            tag("p", plot.about, class_="says"),
            plot.svg,
            class_="panel",
        )
        for plot in drawn
    ]
    return tag(
        "section",
        tag("h2", "The curve"),
        None if ready() else tag("p", curves.MISSING, class_="notice"),
        tag("div", *panels, class_="plots"),
        _points(points),
        id="curve",
    )


def _points(points: Sequence[Point]) -> Markup:
    """All points, for who wants the numbers."""
    names = opponents(points)
    heads: list[tuple[Child, str | None]] = [("step", "who"), ("decisions", "num"), ("time", "num")]
    heads += [("loss", "num"), ("decisions/s", "num"), *((name, "num") for name in names)]
    rows: list[list[Child]] = []
    for point in points:
        met = {each.opponent: each for each in point.against}
        cells: list[Child] = [f"{point.step:,}", f"{point.decisions:,}", spent(point.seconds)]
        cells += ["" if point.loss is None else f"{point.loss:.4g}"]
        cells += ["" if point.rate is None else f"{point.rate:,.0f}"]
        for name in names:
            each = met.get(name)
            text = "" if each is None else points_text(each.over, each.over_interval, sign="+")
            cells.append(text)
        rows.append(cells)
    caption = "All points; below an opponent, by how many points the network is better at a seat"
    return tag("details", tag("summary", "All points"), table(caption, heads, rows), class_="fold")


# --- how to do it again ---------------------------------------------------------------------------


def _again(settings: Settings, folder: str) -> Markup:
    known = sorted(settings.versions.items())
    play = " ".join(named(settings))
    net = f"net:{folder}/{NETWORK}"
    best = settings.opponents[-1] if settings.opponents else "random"
    use = f"kibitz match {play} {shlex.quote(net)} {shlex.quote(best)}\n"
    use += f"kibitz play {play} --bots {shlex.quote(net)}"
    same = "The same settings give the same network on the same machine."
    if settings.steps is None:
        same = "How far it comes in a time is never quite the same, so the network is another one."
    return tag(
        "section",
        tag("h2", "To do it again"),
        tag("pre", command(settings, folder).replace(" --", " \\\n    --")),
        tag(
            "p",
            f"{same} {RUN} has all settings, with the text of the game.",
            class_="quiet",
        ),
        tag("h3", "Settings"),
        tag("ul", *_settings(settings), class_="given"),
        tag("h3", "Made with"),
        tag("ul", *(_given(name, text) for name, text in known), class_="given"),
        tag("h3", "To play with it"),
        tag("pre", use),
        id="again",
    )


def _settings(settings: Settings) -> Iterator[Markup]:
    for each in fields(settings):
        if each.name in ("game", "versions"):
            continue
        value = getattr(settings, each.name)
        if value is not None:
            yield _given(each.name, _value(value))


def _given(name: str, value: str) -> Markup:
    return tag("li", tag("span", name, class_="fine"), " ", value)


def command(settings: Settings, folder: str) -> str:
    """The command line that trains by these settings; what is usual is left out."""
    words = ["kibitz", "train", *named(settings), "--method", settings.method]
    if settings.teacher is not None:
        words += ["--teacher", settings.teacher]
    words += ["--knowledge", TOLD[settings.knowledge]]
    if settings.steps is not None:
        words += ["--steps", str(settings.steps)]
    if settings.minutes is not None:
        words += ["--minutes", f"{settings.minutes:g}"]
    if settings.start is not None:
        words += ["--from", settings.start]
    usual = {each.name: _usual(each) for each in fields(settings)}
    if settings.hidden != usual["hidden"]:
        words += ["--hidden", _value(settings.hidden) or "none"]
    words += ["--opponents", _value(settings.opponents)]
    if dict(settings.company) != usual["company"]:
        words += ["--company", _value(settings.company)]
    words += ["--seed", str(settings.seed)]
    for name in KNOBS:
        value = getattr(settings, name)
        if value != usual[name]:
            words += ["--with", f"{name}={_value(value)}"]
    return shlex.join([*words, "--out", folder])


def go_on(settings: Settings, folder: str) -> str:
    """The command line that goes on with a training; the folder knows the rest, but for bots that
    are somebody else's."""
    words = ["kibitz", "train", named(settings)[0], "--resume", "--out", folder]
    for option, bots in settings.foreign.items():
        words += [f"--{option}", bots]
    return shlex.join(words)


def named(settings: Settings) -> list[str]:
    """The game as it is named at the command line, with the parameters that are not as usual."""
    description, given = settings.game.description, settings.game.parameters
    house = house_games().get(description.name)
    ours = house is not None and read_text(house, "a description") == description.text
    name = description.name if ours else description.file
    usual = description.game().parameters
    words = [name]
    for key, value in given.items():
        if usual.get(key) != value:
            words += ["--set", f"{key}={value}"]
    return words


def _usual(each: Field[Any]) -> Any:
    """What a setting is if nobody says anything."""
    return each.default if each.default_factory is MISSING else each.default_factory()


def _value(value: Any) -> str:
    """A setting as it is written."""
    if isinstance(value, (tuple, list)):
        return ",".join(map(_value, value))
    if isinstance(value, dict):
        return ",".join(f"{name}={_value(part)}" for name, part in value.items())
    return str(value)
