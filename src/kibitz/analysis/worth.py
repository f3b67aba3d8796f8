"""What it is worth to know: the same search with more and with less knowledge, against each other.

Three searchers try equally often at each decision. One deals the cards it cannot see in all ways
that agree with everything that has happened: what was shown, and what follows from the rules. The
*heedless* one looks at the table as if it had just come in: all cards that are out of sight may be
anywhere out of sight, whatever was played, shown or refused. The third sees all cards.
"""

from __future__ import annotations

from dataclasses import dataclass

from kibitz.analysis.bench import Bench
from kibitz.analysis.contest import (
    TRIES,
    Contest,
    Cost,
    Kind,
    exchanged,
    hold,
    is_contest,
    never_decided,
)
from kibitz.analysis.figures import Figure, mean, residuals
from kibitz.analysis.measured import TOGETHER, Measured, measure, named
from kibitz.analysis.study import Asked, Pilot, Sample, Study
from kibitz.engine.knowing import shape_of
from kibitz.knowledge.hidden import must_be_imaginable

__all__ = ["STUDY", "Worth", "attention", "gathered", "hidden"]

SHARE = 18
"""Of a hundred seconds."""

NOTHING = "no card is ever hidden, or nobody ever decides anything"

KNOWING, HEEDLESS, SEEING = (Kind(how, TRIES) for how in ("search", "heedless", "open"))


@dataclass(frozen=True, slots=True)
class Worth:
    """What was played to see it."""

    samples: tuple[Sample, ...]
    attentive: Contest | None
    """Exact knowledge against what is in sight alone; None: nothing is ever out of sight, or there
    is nothing to decide."""
    seeing: Contest | None
    """All cards seen against exact knowledge; None likewise."""
    pairing: bool
    """Whether residuals are wanted."""
    together: bool = False
    """Whether all win or lose together: then nobody wins more than others."""
    proven: bool = False
    """Whether nothing can be hidden or decided by the rules, not only in games at random."""


def gathered(bench: Bench, asked: Asked, pilot: Pilot) -> Worth | None:
    """Let them play; None if there is nobody to play against."""
    game = bench.game
    if not is_contest(game):
        return None
    if pilot.choices:
        must_be_imaginable(game)
    if not shape_of(game).hidden or (not pilot.choices and not pilot.fails):
        sample = Sample("worth", "nothing to play for", (), 0, 0, bench.seed)
        proven = not shape_of(game).hidden or never_decided(game)
        return Worth((sample,), None, None, asked.pairing, proven=proven)
    cost = Cost(game, pilot)
    found = []
    for kinds in ((KNOWING, HEEDLESS), (SEEING, KNOWING)):
        deals = cost.deals(asked, SHARE / 200, 2, kinds)
        size = cost.lot(2 * cost.play(kinds))
        found.append(hold(bench, kinds, range(deals), asked.limit, size))
    attentive, seeing = found
    if not len(attentive):
        return None
    games = 2 * (len(attentive) + len(seeing))
    sample = Sample(
        "worth",
        f"{KNOWING.title} against the same without attention, and against the same seeing all "
        f"cards, each deal twice{exchanged(game)}",
        (KNOWING.text, HEEDLESS.text, SEEING.text),
        games,
        max(len(attentive), len(seeing)),
        bench.seed,
        attentive.unfinished + seeing.unfinished,
    )
    return Worth(
        (sample,),
        attentive,
        seeing if len(seeing) else None,
        asked.pairing,
        game.program.together,
    )


@measure(
    "attention",
    "Worth of attention",
    asks="What is it worth to watch what the others play?",
    sample="worth",
    unit="points",
    better="high",
)
def attention(worth: Worth) -> Measured | None:
    """Points a game and seat that a search with exact knowledge gains over the same search that
    looks at the table as if it had just come in.

    Both try 200 times at each decision (`ismcts`, the usual method). The one draws the cards it
    cannot see from all deals that agree with what was shown and with what follows from it; the
    other from all ways in which as many cards lie out of sight as do: it ignores announcements, and
    which cards have gone face down since. Each deal is played twice with the kinds at exchanged
    seats, the seating going round all that are fair. The figure is the mean over deals and seats of
    what the one scored minus what the other scored with the same cards (where fewest points win,
    the other way round); the row `wins` has the same for victories, a shared one counting its part.
    Where all win or lose together, each deal is played once with the one at all seats, and once
    with the other. Intervals are by deal.
    """
    return _gain(worth, worth.attentive)


@measure(
    "hidden",
    "Cost of the hidden cards",
    asks="What would it be worth to see all cards?",
    sample="worth",
    unit="points",
)
def hidden(worth: Worth) -> Measured | None:
    """Points a game and seat that a search which sees all cards gains over the same search with
    exact knowledge of what its seat has seen.

    Played and counted as the worth of attention is. Who sees all cards sees every hand and pile,
    but no more of what chance will bring than the order in which known piles lie.
    """
    return _gain(worth, worth.seeing)


def _gain(worth: Worth, contest: Contest | None) -> Measured | None:
    """How much more the first kind had."""
    if contest is None:
        if worth.attentive is not None:  # it was stopped before
            return None
        nothing = Figure(0.0, None, 0, exact=worth.proven)
        rows = named(("points", "wins"), (nothing, nothing))
        return Measured(nothing, rows, note=NOTHING)
    points = contest.of("points")
    figure = mean(points.tolist())
    wins = None if worth.together else mean(contest.of("wins").tolist())
    return Measured(
        figure,
        named(("points", "wins"), (figure, wins)),
        note=TOGETHER if worth.together else None,
        data={"contest": contest.title, "deals": len(contest), "tries": TRIES},
        residuals=residuals(points) if worth.pairing else None,
    )


STUDY = Study("worth", "what knowing is worth", SHARE, gathered, (attention, hidden))
