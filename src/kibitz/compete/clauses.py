"""What a charter can say: every clause with its form, its limits and its meaning, in one table.

The reader (`kibitz.compete.articles`) reads by it, and `docs/compete.md` has it from here.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from kibitz.compete.charter import KINDS
from kibitz.engine.entries import MEASURE, NUMBER, TEXT, TEXTS, TRUTH

__all__ = [
    "CLAUSES",
    "ENTRANTS",
    "SEED",
    "SIZE",
    "TABLE",
    "TABLES",
    "WORDS",
    "Clause",
    "clauses",
    "reference",
]

TABLE, TABLES = "a table", "a list of tables"
ENTRANTS = "a list of tables, or the name of a folder"
WORDS = "a text or a list of texts"
SEED = "a text or a number"
SIZE = "a size like `1 GB`"


@dataclass(frozen=True, slots=True)
class Clause:
    """Something a charter can say: where, in which form, and what it means."""

    path: str
    form: str
    about: str
    needed: bool = False
    one_of: tuple[str, ...] = ()
    least: float | None = None
    most: float | None = None
    kinds: tuple[str, ...] = ()
    """The kinds of phases it is for; none: all."""

    @property
    def name(self) -> str:
        return self.path.rpartition(".")[2]

    @property
    def section(self) -> str:
        return self.path.rpartition(".")[0]

    def beyond(self, value: float) -> str | None:
        """What the limits are, if a value is not within them."""
        low, high = self.least, self.most
        if (low is None or value >= low) and (high is None or value <= high):
            return None
        if low is None or high is None:
            return f"at least {low:,g}" if high is None else f"at most {high:,g}"
        return f"from {low:,g} to {high:,g}"


SCHEMES, POINTS, TIES = ("duplicate", "robobrisca"), ("wins", "score"), ("lot", "score")

CLAUSES = (
    Clause("title", TEXT, "what the competition is called", needed=True),
    Clause("game", TEXT, "a house game, or the path of a `.rcy` file", needed=True),
    Clause("parameters", TABLE, "parameters of the game, as `--set` gives them"),
    Clause("seed", SEED, "to repeat a competition; without it, a secret is drawn"),
    Clause(
        "scheme",
        TEXT,
        "`duplicate`: every deal is played in all seatings; `robobrisca`: a new deal for each game,"
        " who opens in turn",
        one_of=SCHEMES,
    ),
    Clause("points", TEXT, "one for each victory, or the score of the game", one_of=POINTS),
    Clause(
        "ties",
        TEXT,
        "who is equal is parted by lot, or first by the difference of scores",
        one_of=TIES,
    ),
    Clause("records", TRUTH, "whether every game is kept move by move (true)"),
    Clause("limits", TABLE, "what a bot may take"),
    Clause("limits.move", MEASURE, "seconds for a decision (1)", least=0.01, most=86_400),
    Clause("limits.bank", MEASURE, "seconds more over a whole game (0)", least=0, most=86_400),
    Clause(
        "limits.start",
        MEASURE,
        "seconds to be loaded and made, before each game (30)",
        least=0.1,
        most=3_600,
    ),
    Clause("limits.memory", SIZE, "memory of each of its processes (`2 GB`)"),
    Clause(
        "limits.processes", NUMBER, "processes and threads at a time (32)", least=1, most=10_000
    ),
    Clause(
        "limits.failures",
        NUMBER,
        "failures in a game after which it is lost (3)",
        least=1,
        most=10_000,
    ),
    Clause(
        "entrants",
        ENTRANTS,
        "who takes part; of a folder, every bot in it does",
        needed=True,
    ),
    Clause("entrants.name", TEXT, "what they are called, each different", needed=True),
    Clause("entrants.bot", TEXT, "a file from where the charter lies: `ana/bot.py`", needed=True),
    Clause("entrants.team", WORDS, "who made it"),
    Clause("entrants.contact", TEXT, "how they can be reached"),
    Clause("phases", TABLES, "what is played, one after the other", needed=True),
    Clause("phases.kind", TEXT, "what kind of phase it is", needed=True, one_of=tuple(KINDS)),
    Clause("phases.title", TEXT, "what it is called"),
    Clause(
        "phases.games",
        NUMBER,
        "games of each meeting, so many that every seating comes equally often",
        needed=True,
        least=1,
        most=100_000,
    ),
    Clause(
        "phases.opponents",
        TEXTS,
        "the organiser's bots: house bots, or files",
        needed=True,
        kinds=("gauntlet",),
    ),
    Clause(
        "phases.meet",
        TEXT,
        "two at a time, or as many as there are seats",
        one_of=("pairs", "tables"),
        kinds=("league",),
    ),
    Clause(
        "phases.tables",
        NUMBER,
        "of a league at tables: at how many each entrant sits; without it, every table there can be"
        " is played",
        least=1,
        most=10_000,
        kinds=("league",),
    ),
    Clause(
        "phases.rounds", NUMBER, "how many rounds", needed=True, least=1, most=100, kinds=("swiss",)
    ),
    Clause(
        "phases.best",
        NUMBER,
        "how many go on to the next phase; without it, all",
        least=2,
        most=100_000,
        kinds=("gauntlet", "league", "swiss"),
    ),
    Clause("phases.third", TRUTH, "whether the third place is played for (true)", kinds=("cup",)),
    Clause(
        "phases.extra",
        NUMBER,
        "how many more pairs of games two who are equal play at most, before lots decide (20)",
        least=0,
        most=1_000,
        kinds=("cup",),
    ),
    Clause("phases.resubmit", TRUTH, "whether entrants may hand in another version before it"),
    Clause("phases.scheme", TEXT, "as above, for this phase", one_of=SCHEMES),
    Clause("phases.points", TEXT, "as above, for this phase", one_of=POINTS),
    Clause("phases.ties", TEXT, "as above, for this phase", one_of=TIES),
    Clause("phases.stop", TABLE, "a sequential test that ends a meeting of two once it is clear"),
    Clause(
        "phases.stop.better",
        MEASURE,
        "the share of the victories that counts as better (0.55)",
        least=0.501,
        most=0.999,
    ),
    Clause(
        "phases.stop.alpha",
        MEASURE,
        "how likely one of two equals may be called better (0.05)",
        least=1e-9,
        most=0.499,
    ),
    Clause(
        "phases.stop.beta",
        MEASURE,
        "how likely a better one may be overlooked (0.05)",
        least=1e-9,
        most=0.499,
    ),
    Clause(
        "phases.stop.every",
        NUMBER,
        "it is looked at after so many deals (10)",
        least=1,
        most=10_000,
    ),
)


def clauses(section: str) -> dict[str, Clause]:
    """What a section can say, by name."""
    return {clause.name: clause for clause in CLAUSES if clause.section == section}


def reference() -> str:
    """All clauses as a table of Markdown."""
    return "\n".join(_rows()) + "\n"


def _rows() -> Iterator[str]:
    yield "| entry | is | meaning |"
    yield "|---|---|---|"
    for clause in CLAUSES:
        form = " or ".join(f"`{one}`" for one in clause.one_of) or clause.form
        kinds = f" ({' and '.join(clause.kinds)} only)" if clause.kinds else ""
        needed = "; needed" if clause.needed else ""
        yield f"| `{clause.path}` | {form} | {clause.about}{kinds}{needed} |"
