"""Reports: what an analysis has found, as a value; `kibitz.analysis.page` shows it.

As JSON it is versioned: a report says what format it has, and an older one can be read.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from kibitz import __version__
from kibitz.analysis.damage import must_be, undamaged
from kibitz.analysis.figures import Figure
from kibitz.analysis.measured import MEASURES, Measured
from kibitz.analysis.study import Sample
from kibitz.engine.game import Game
from kibitz.errors import KibitzError

__all__ = ["FORMAT", "VERSION", "About", "Report"]

FORMAT, VERSION = "kibitz-analysis", 1


@dataclass(frozen=True)
class About:
    """The game a report is about."""

    name: str
    title: str
    summary: str
    rules: str
    """The rules in plain words, as far as its sheet has any."""
    hash: str
    players: int
    seats: tuple[str, ...]
    parameters: Mapping[str, int | str]
    cards: tuple[str, ...]
    """The faces of the deck, as players write them."""
    highest_wins: bool

    @classmethod
    def of(cls, game: Game) -> About:
        """What a report says about a game."""
        sheet = game.sheet
        return cls(
            name=game.name,
            title=game.title,
            summary=sheet.summary or "",
            rules=sheet.rules or "",
            hash=game.hash,
            players=game.players,
            seats=tuple(game.seats),
            parameters=dict(game.parameters),
            cards=tuple(face.text + face.mark for face in game.cards),
            highest_wins=game.program.highest_wins,
        )

    def to_json(self) -> dict[str, Any]:
        return {
            **vars(self),
            "seats": list(self.seats),
            "parameters": dict(self.parameters),
            "cards": list(self.cards),
        }

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> About:
        found = cls(**{**data, "seats": tuple(data["seats"]), "cards": tuple(data["cards"])})
        must_be(str, found.name, found.title, found.summary, found.rules, found.hash)
        must_be(str, *found.seats, *found.cards, *found.parameters)
        must_be(int, found.players, *(n for n in found.parameters.values() if type(n) is not str))
        must_be(bool, found.highest_wins)
        return found


@dataclass(frozen=True)
class Report:
    """What a game is like."""

    about: About
    seed: int
    effort: str
    samples: Mapping[str, Sample]
    measured: Mapping[str, Measured]
    skipped: Mapping[str, str] = field(default_factory=dict)
    """Studies that were not made, and why."""
    stopped: str | None = None
    """`interrupted` or `clock` if it ended early."""
    kibitz: str = __version__

    def figure(self, key: str) -> Figure | None:
        """The figure of a measure; None if there is none.

        >>> kibitz.analysis.report(kibitz.load("agram"), effort="quick").figure("nonsense")
        Traceback (most recent call last):
        kibitz.errors.KibitzError: there is no measure `nonsense`
        """
        if key not in MEASURES:
            raise KibitzError(f"there is no measure `{key}`")
        return self.measured[key].figure if key in self.measured else None

    def _repr_html_(self) -> str:
        """In a notebook: the page."""
        from kibitz.analysis.page import report_fragment

        return report_fragment(self)

    def to_json(self) -> dict[str, Any]:
        """All of it, as data."""
        return {
            "format": FORMAT,
            "version": VERSION,
            "kibitz": self.kibitz,
            "game": self.about.to_json(),
            "seed": self.seed,
            "effort": self.effort,
            "stopped": self.stopped,
            "samples": {key: sample.to_json() for key, sample in self.samples.items()},
            "measures": {key: found.to_json() for key, found in self.measured.items()},
            "skipped": dict(self.skipped),
        }

    @classmethod
    def from_json(cls, data: Any) -> Report:
        """The report again; what is none is refused."""
        if not isinstance(data, dict) or data.get("format") != FORMAT:
            raise KibitzError(
                "this is no report of an analysis", "kibitz analyse --json writes one"
            )
        version = data.get("version")
        if isinstance(version, int) and version > VERSION:
            raise KibitzError(
                f"this report has version {version} of the format, newer than this Kibitz knows"
            )
        if version != VERSION:
            raise KibitzError("this report is damaged: it does not say what version it has")
        with undamaged():
            must_be(int, data["seed"])
            must_be(str, data["effort"], data["stopped"] or "", data["kibitz"])
            must_be(str, *data["skipped"], *data["skipped"].values())
            return cls(
                about=About.from_json(data["game"]),
                seed=data["seed"],
                effort=data["effort"],
                samples={key: Sample.from_json(each) for key, each in data["samples"].items()},
                measured={
                    key: Measured.from_json(key, each)
                    for key, each in data["measures"].items()
                    if key in MEASURES
                },
                skipped=data["skipped"],
                stopped=data["stopped"],
                kibitz=data["kibitz"],
            )

    @classmethod
    def read(cls, path: Path) -> Report:
        """A report from its JSON file."""
        try:
            return cls.from_json(json.loads(path.read_text(encoding="utf-8")))
        except OSError as error:
            raise KibitzError(f"{path} cannot be read: {error.strerror}") from None
        except (ValueError, RecursionError):
            raise KibitzError(f"{path} is not JSON", "kibitz analyse --json writes one") from None
        except KibitzError as error:
            raise KibitzError(f"{path}: {error.message}", error.hint) from None
