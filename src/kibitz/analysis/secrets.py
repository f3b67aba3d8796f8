"""Secrets: how much every seat does not know, and how it comes out.

Games are played, at random if nobody says who plays, and for every seat books are kept of the bits
it has still to find out, after the deal and after every decision (`kibitz.analysis.keeping`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import ceil, inf
from typing import Any

from kibitz.analysis.bench import Bench
from kibitz.analysis.figures import Figure, mean, ratio, residuals
from kibitz.analysis.flowing import Moves
from kibitz.analysis.giveaways import giveaways_of
from kibitz.analysis.keeping import POINTS
from kibitz.analysis.kinds import where
from kibitz.analysis.measured import CARDSTOCK, Measured, Row, measure, named
from kibitz.analysis.study import Asked, Pilot, Sample, Study
from kibitz.draw.flow import Flow
from kibitz.engine.game import Game

__all__ = ["STUDY", "Secrets", "gather"]

SHARE = 0.14
FOLLOWED = 500
"""A game is followed for so many decisions."""
LEAST, SOME, HARD = 12, 6, 0.7
"""So many games are played whatever they cost; if a game costs more seconds than this, fewer, and
only one seat is followed in each."""
RULES, LITTLE = 12, 0.0005
"""So many rules are named, none that tells less."""
THOUGHT = 0.05
"""What a bot that somebody names is reckoned to think at a choice, in seconds."""


@dataclass(frozen=True, slots=True)
class Secrets:
    """The books of some games."""

    game: Game
    samples: tuple[Sample, ...]
    games: tuple[Mapping[str, Any], ...]
    """What `played` found of each."""
    stride: int
    """A point of a curve stands for so many decisions."""
    flow: Flow
    pairing: bool
    one_each: bool
    """Whether only one seat was followed in each game."""

    def of_seats(self, what: str) -> list[float]:
        """For each game the mean over its seats."""
        return [_mean(each[what]) for each in self.games]

    @property
    def unasked(self) -> bool:
        """Whether nobody ever decided anything: then the deal and all that came of it is one step,
        in which nothing is known to have been learnt."""
        return all(len(each["course"]) < 2 for each in self.games)

    @property
    def note(self) -> str | None:
        """What must be known before the figures are trusted; mostly nothing."""
        told = []
        positions, exact = (
            sum(each[what] for each in self.games) for what in ("positions", "sure")
        )
        if exact < positions:
            told.append(
                f"of {positions:,} positions {100 * exact / positions:.0f} % were counted exactly; "
                "the others are estimates, or upper bounds where the rules show something that is "
                "not followed"
            )
        if self.one_each:
            told.append("one seat was followed in each game")
        if cut := sum(not each["whole"] for each in self.games):
            told.append(f"{cut} games were not followed to their end")
        return "; ".join(told) or None


# --- playing --------------------------------------------------------------------------------------


def gather(bench: Bench, asked: Asked, pilot: Pilot) -> Secrets | None:
    """Have games played, as many as their deals can be counted for in a share of the time."""
    game = bench.game
    stride = max(1, ceil(1.25 * min(pilot.decisions, FOLLOWED) / (POINTS - 1)))
    settings = {"bots": list(asked.bots), "limit": min(asked.limit, FOLLOWED), "stride": stride}
    call = "kibitz.analysis.keeping:played"
    first = list(bench.lots(call, range(1), 1, one_each=True, **settings))
    if not first:
        return None
    (probe,) = first[0]["games"]
    one_each = game.players * probe["labour"] > HARD
    cost = probe["labour"] * (1 if one_each else game.players) + 8e-4 * probe["decisions"]
    if asked.bots:
        cost += THOUGHT * pilot.choices
    games = asked.games or asked.effort.games(SHARE, cost, least=SOME if one_each else LEAST)
    size = max(1, min(50, int(0.5 / max(cost, 1e-3))))
    answers = bench.lots(call, range(games), size, one_each=one_each, **settings)
    found: list[Mapping[str, Any]] = []
    moves = Moves(game)
    for answer in answers:
        found += answer["games"]
        moves.merge(answer["moves"])
    if not found:
        return None
    unfinished = sum(not each["over"] for each in found)
    sample = Sample(
        key="secrets",
        title="what every seat knows" + (f", of {', '.join(asked.bots)}" if asked.bots else ""),
        bots=asked.bots or ("random",),
        games=len(found),
        deals=len(found),
        seed=bench.seed,
        unfinished=unfinished,
    )
    flow = moves.flow(len(found))
    return Secrets(game, (sample,), tuple(found), stride, flow, asked.pairing, one_each)


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)


def _bits(values: Sequence[float]) -> Figure | None:
    """The mean of some bits; there are never less than none, unless they are estimates."""
    figure = mean(values)
    return figure if figure is None or figure.value < 0 else figure.within(0.0, inf)


# --- measures -------------------------------------------------------------------------------------

SAMPLE = "secrets"


@measure(
    "secrets",
    "Secrets",
    asks="How much does a player not know after the deal?",
    sample=SAMPLE,
    unit="bits",
)
def secrets(found: Secrets) -> Measured | None:
    """The logarithm, to the base of 2, of the number of deals that a seat cannot exclude after the
    deal, from what it sees and what the rules have shown; mean over the seats. One bit is a
    question that is answered by yes or no. The rows show, for each seat, how many bits are left
    after so many decisions, in games that are still going on."""
    if found.unasked:
        return None
    values = found.of_seats("start")
    pulls = residuals(values) if found.pairing and len(values) > 1 else None
    return Measured(_bits(values), tuple(_curves(found)), found.note, residuals=pulls)


def _curves(found: Secrets) -> Iterator[Row]:
    """For each seat the bits that are left, as long as a tenth of the games goes on."""
    for seat, name in enumerate(found.game.seats):
        games = [each for each in found.games if seat in each["seats"]]
        longest = max((len(each["course"]) for each in games), default=0)
        for point in range(longest):
            bits = [
                each["course"][point][each["seats"].index(seat)]
                for each in games
                if point < len(each["course"])
            ]
            figure = _bits(bits)
            if figure is not None and len(bits) >= max(2, 0.1 * len(games)):
                yield Row(str(point * found.stride), figure, name)


@measure(
    "secrets_half",
    "Secrets out by half of the game",
    asks="How fast do secrets come out?",
    sample=SAMPLE,
    unit="share",
)
def secrets_half(found: Secrets) -> Measured | None:
    """The share of the bits that are gone when half of the decisions of a game have been made: what
    the seats have seen and inferred until then, over what there was to find out until then, the
    bits after the deal and those that came new, by cards that moved unseen or were dealt anew."""
    whole = [each["half"] for each in found.games if each["whole"]]
    figure = ratio([gone for gone, _ in whole], [all_ for _, all_ in whole])
    if figure is None:
        return None
    pulls = None
    if found.pairing and len(whole) == len(found.games):
        pulls = residuals([gone for gone, _ in whole], [all_ for _, all_ in whole])
    return Measured(figure.within(0.0, 1.0), note=found.note, residuals=pulls)


@measure(
    "secrets_gained",
    "How secrets come out",
    asks="Do players find out by looking, or by thinking?",
    sample=SAMPLE,
    unit="bits",
)
def secrets_gained(found: Secrets) -> Measured | None:
    """The bits that a seat finds out in a game, mean over the seats: seen, by cards that it sees
    move, and inferred, from rules that allow what was done only to those who hold certain cards, or
    none of them. What is inferred by a decision is the difference between the deals that are left
    and those that would be, were its announcements not heeded. The data have the books of a seat:
    start + new - seen - inferred = left; new is what moves unseen or is dealt anew, less what
    matters no longer."""
    if found.unasked:
        return None
    parts = {what: found.of_seats(what) for what in ("start", "new", "seen", "inferred", "left")}
    gained = [a + b for a, b in zip(parts["seen"], parts["inferred"], strict=True)]
    rows = named(("seen", "inferred"), [_bits(parts["seen"]), _bits(parts["inferred"])])
    books = {what: _mean(values) for what, values in parts.items()}
    return Measured(_bits(gained), rows, found.note, {"books": books})


@measure(
    "secrets_given",
    "Who gives secrets away",
    asks="Whose decisions tell the others most?",
    sample=SAMPLE,
    unit="bits",
)
def secrets_given(found: Secrets) -> Measured | None:
    """The bits that each of the other seats finds out in a game, on average, by the decisions of
    one seat and what follows from them at once; figure: mean over the seats that decide."""
    if found.unasked:
        return None
    seats = found.game.players
    if seats < 2:
        return None
    shown = [
        [bits / _others(each["seats"], seat) for each in found.games if _others(each["seats"], seat)
         for bits in [each["given"][seat]]]
        for seat in range(seats)
    ]  # fmt: skip
    means = [
        sum(each["given"]) / max(1, sum(_others(each["seats"], s) for s in range(seats)))
        for each in found.games
    ]
    figures = [_bits(bits) for bits in shown]
    return Measured(_bits(means), named(found.game.seats, figures), found.note)


def _others(seats: Sequence[int], seat: int) -> int:
    """How many seats were followed besides one."""
    return len(seats) - (seat in seats)


@measure(
    "secrets_by_rule",
    "Rules that give secrets away",
    asks="Which rules tell most about hidden cards?",
    sample=SAMPLE,
    unit="bits",
)
def secrets_by_rule(found: Secrets) -> Measured | None:
    """The bits that a seat infers in a game from a rule: from the clause of a choice that allowed
    what somebody did, or from a statement whose outcome all can see. Mean over the seats; the rules
    that tell most come first. Figure: all rules together."""
    if found.unasked:
        return None
    totals: dict[str, float] = {}
    for each in found.games:
        for line, bits in each["rules"].items():
            totals[line] = totals.get(line, 0.0) + bits
    found_out = [line for line in totals if totals[line] > LITTLE * len(found.games)]
    most = sorted(found_out, key=lambda line: (-totals[line], int(line)))[:RULES]
    told = giveaways_of(found.game)
    rows, rules = [], []
    for line in most:
        figure = _bits([each["rules"].get(line, 0.0) / len(each["seats"]) for each in found.games])
        assert figure is not None
        at = where(found.game, int(line))
        rows.append(Row(at if line != "0" else at.removesuffix(":0"), figure))
        text = told.text(int(line))
        rules.append({"line": int(line), "text": text, "bits": figure.value})
    all_ = _bits(found.of_seats("inferred"))
    return Measured(all_, tuple(rows), found.note, {"rules": rules})


@measure(
    "secrets_left",
    "Secrets left at the end",
    asks="How much is never found out?",
    sample=SAMPLE,
    unit="bits",
)
def secrets_left(found: Secrets) -> Measured | None:
    """The bits that a seat does not know when the game is over, mean over the seats; and when the
    last decision with more than one option is made."""
    whole = [each for each in found.games if each["whole"]]
    end, choice = ([_mean(each[what]) for each in whole] for what in ("left", "choice"))
    figure = _bits(end)
    if figure is None:
        return None
    labels = "at the last choice", "at the end"
    return Measured(figure, named(labels, [_bits(choice), figure]), found.note)


@measure(
    "information_flow",
    "Information flow",
    asks="Where do cards go, and who sees them there?",
    sample=SAMPLE,
    reference=CARDSTOCK,
)
def information_flow(found: Secrets) -> Measured | None:
    """Between which places cards move, how many in a game, and who sees them there: everybody, the
    owner of the place, or nobody. The data are what `kibitz.draw.flow` draws."""
    return Measured(data=found.flow.to_json()) if found.flow.moves else None


STUDY = Study(
    "secrets",
    "what every seat knows",
    100 * SHARE,
    gather,
    (
        secrets,
        secrets_half,
        secrets_gained,
        secrets_given,
        secrets_by_rule,
        secrets_left,
        information_flow,
    ),
)
