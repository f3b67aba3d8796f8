"""The answer of `benchmarks/learning.py` as it stands in docs/learn.md: tables, curves, models.

What is between the marks in the page is written here, from docs/learning.json and nothing else.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import kibitz
from kibitz.arena.statistics import Estimate, estimate
from kibitz.engine.game import Game
from kibitz.engine.simulation import game_key
from kibitz.engine.state import State, begin
from kibitz.knowledge.pictures import card_picture
from kibitz.knowledge.views import view
from kibitz.learn.curve import Point
from kibitz.learn.plots import Plot, curves, picture
from kibitz.words.position import position
from kibitz.words.sights import sight

BEGIN, END = "<!-- the answer: written by benchmarks/learning.py -->", "<!-- end of the answer -->"

NAMES = {
    "none": "own cards and table",
    "possible": "possible owners",
    "probability": "exact probabilities",
}
DRAWN = {"boerenbridge": ("full-kripke", "greedy-kripke"), "tarot": ("rule", "random")}
"""Whose curves are drawn."""

EXAMPLES = 2

FEWEST = 100
"""Decisions of a kind: of fewer nothing is told."""

Data = Mapping[str, Any]


def write_answer(data: Data, docs: Path) -> None:
    """Write all of it."""
    text = json.dumps(data, separators=(",", ":"))
    (docs / "learning.json").write_text(text + "\n", encoding="utf-8")
    page = docs / "learn.md"
    before, rest = page.read_text(encoding="utf-8").split(BEGIN)
    after = rest.split(END)[1]
    page.write_text(f"{before}{BEGIN}\n{answer(data)}{END}{after}", encoding="utf-8")
    for name, svg in pictures(data):
        (docs / name).write_text(svg, encoding="utf-8")


def answer(data: Data) -> str:
    """The part of the page that is made here."""
    return "\n".join(line for name, runs in data.items() for line in _game(name, runs)) + "\n"


def _game(name: str, runs: Data) -> Iterator[str]:
    game = kibitz.load(name)
    seeds = min(len(each) for each in runs.values())
    steps = runs["none"][0]["points"][-1]["step"]
    decisions = runs["none"][0]["points"][-1]["decisions"]
    yield f"\n### {game.title}\n"
    yield (
        f"{seeds} seeds each, {steps:,} steps, about {decisions:,} decisions of self-play. "
        "Points a game over the opponent on duplicate deals: the mean of the seeds, and its 95 % "
        "interval over them.\n"
    )
    yield f"| over | {' | '.join(NAMES.values())} |"
    yield "|---|---|---|---|"
    for opponent in [each["opponent"] for each in runs["none"][0]["points"][-1]["against"]]:
        cells = [_told(estimate(_finally(runs[each], opponent))) for each in NAMES]
        yield f"| `{opponent}` | {' | '.join(cells)} |"
    if all("searcher" in run for each in runs.values() for run in each):
        cells = [_told(estimate([run["searcher"]["over"] for run in runs[each]])) for each in NAMES]
        yield f"| `{runs['none'][0]['searcher']['opponent']}` | {' | '.join(cells)} |"
    apart = {
        each: estimate([run["plain"]["over"] for run in runs[each]])
        for each in NAMES
        if all("plain" in run for run in runs[each]) and each != "none"
    }
    if apart:
        cells = [_told(apart[each]) if each in apart else "" for each in NAMES]
        yield f"| the network of the same seed that knows neither | {' | '.join(cells)} |"
    yield f"\n![Learning curves]({_picture(name)})\n"
    yield from _differences(name, game, runs)


def _finally(runs: Sequence[Data], opponent: str) -> list[float]:
    """By how much the network of each seed was better in the end."""
    return [
        each["over"]
        for run in runs
        for each in run["points"][-1]["against"]
        if each["opponent"] == opponent
    ]


def _told(found: Estimate) -> str:
    if found.ci95 is None:
        return f"{found.mean:+.1f}"
    return f"{found.mean:+.1f} ({found.ci95[0]:+.1f} to {found.ci95[1]:+.1f})"


def _differences(name: str, game: Game, runs: Data) -> Iterator[str]:
    """Which decisions change if knowledge is taken away."""
    found = {
        each: [run["differences"]["kinds"] for run in runs[each] if "differences" in run]
        for each in NAMES
    }
    if not all(found.values()):
        return
    yield "Decisions that differ from those of a network with own cards and table, in %:\n"
    yield f"| | the same, of another seed | {NAMES['possible']} | {NAMES['probability']} |"
    yield "|---|---|---|---|"
    for word in found["none"][0]:
        if any(kinds.get(word, {"decisions": 0})["decisions"] < FEWEST for kinds in found["none"]):
            continue
        cells = []
        for kinds in found.values():
            share = estimate([each[word]["share"][0] * 100 for each in kinds if word in each])
            cells.append(f"{share.mean:.0f}" + _percent(share))
        yield f"| {word} | {' | '.join(cells)} |"
    yield ""
    for number, (_, shown) in enumerate(_examples(game, runs), 1):
        yield from _example(name, game, number, shown)


def _percent(share: Estimate) -> str:
    if share.ci95 is None:
        return ""
    return f" ({max(0.0, share.ci95[0]):.0f} to {min(100.0, share.ci95[1]):.0f})"


def _examples(game: Game, runs: Data) -> list[tuple[str, Data]]:
    """The differences with the largest losses by the judgement of a search, which may also find
    that there was none: those are left out."""
    found = []
    for knowledge in ("possible", "probability"):
        for run in runs[knowledge]:
            for shown in run.get("differences", {}).get("shown", ()):
                gain = shown["judged"][shown["knowing"]][0] - shown["judged"][shown["without"]][0]
                better = gain if game.program.highest_wins else -gain
                found.append((better, knowledge, shown))
    found.sort(key=lambda each: -each[0])
    return [(knowledge, shown) for better, knowledge, shown in found[:EXAMPLES] if better > 0]


def _example(name: str, game: Game, number: int, shown: Data) -> Iterator[str]:
    state, seat = _state(game, shown), shown["seat"]
    yield (
        f"**{game.seats[seat]}** would {shown['knowing']} with knowledge, and "
        f"{shown['without']} without.\n"
    )
    yield f"```text\n{str(position(sight(view(state, seat)))).strip()}\n```\n"
    yield "| option | network that knows | without | search, 20,000 tries |"
    yield "|---|---|---|---|"
    for option, (knows, plain) in shown["values"].items():
        value, visits = shown["judged"].get(option, (0.0, 0))
        judged = f"{value:.1f} in {visits:,}" if visits else "as its twin"
        yield f"| {option} | {knows:.1f} | {plain:.1f} | {judged} |"
    card = _card(state, seat)
    if card is not None:
        yield f"\n![Who may have {card}]({_picture(name, number)})\n"


def _state(game: Game, shown: Data) -> State:
    state = begin(game, game_key(shown["seed"], shown["number"]))
    for option in shown["options"]:
        state = state.after(state.actions[option])
    return state


def _card(state: State, seat: int) -> str | None:
    """A hidden card of which much is known: with the fewest possible owners, but more than one."""
    known = view(state, seat).knowledge
    owners = {
        face.text: len(known.possible_places(face.number))
        for face in state.game.cards
        if len(known.possible_places(face.number)) > 1
    }
    return min(owners, key=lambda text: owners[text]) if owners else None


def _picture(name: str, number: int | None = None) -> str:
    return f"pictures/learning/{name}{'' if number is None else f'-{number}'}.svg"


def pictures(data: Data) -> Iterator[tuple[str, str]]:
    """All pictures, by their paths."""
    for name, runs in data.items():
        game = kibitz.load(name)
        points = {
            NAMES[each]: [[Point.from_json(p) for p in run["points"]] for run in runs[each]]
            for each in NAMES
        }
        drawn = [
            Plot(opponent, "", "", "", curves(points, opponent, key=f"{name}-{opponent}"))
            for opponent in DRAWN[name]
        ]
        svg = picture(drawn)
        if svg is not None:
            yield _picture(name), svg
        for number, (_, shown) in enumerate(_examples(game, runs), 1):
            state, seat = _state(game, shown), shown["seat"]
            card = _card(state, seat)
            if card is not None:
                yield (
                    _picture(name, number),
                    card_picture(state, card, seat)._repr_svg_(),
                )
