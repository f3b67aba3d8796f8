"""Games: a description, compiled, ready to be dealt."""

from __future__ import annotations

import hashlib
import secrets
from array import array
from collections.abc import Callable, Hashable, Iterator, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any, NoReturn

from kibitz.engine.actions import Namer
from kibitz.engine.alike import alike
from kibitz.engine.compiled import is_playing, playing_text, seen_text
from kibitz.engine.disclosures import DISCLOSING
from kibitz.engine.faces import Face, Sheet, place_names
from kibitz.engine.keys import Key, derive_key
from kibitz.engine.knowing import shape_of
from kibitz.engine.native import Functions, kernel_text, native
from kibitz.engine.numbers import DEEDS, NUMBERS, deeds_text, numbers_text
from kibitz.engine.observer import observers
from kibitz.engine.packs import packs_of
from kibitz.engine.parameters import beyond, check
from kibitz.engine.primitives import PRIMITIVES
from kibitz.engine.rules import Rules
from kibitz.engine.sheets import check_sheet
from kibitz.engine.testing import telling_of, tests_text
from kibitz.engine.variants import rules_of
from kibitz.engine.weights import weights_text
from kibitz.errors import GameError, KibitzError, RecordError, did_you_mean
from kibitz.recycle.diagnostics import Diagnostic, Source
from kibitz.recycle.elaborator import elaborate
from kibitz.recycle.emitter import Emitted, emit
from kibitz.recycle.labels import labels
from kibitz.recycle.layout import Layout
from kibitz.recycle.meaning import meaning

if TYPE_CHECKING:
    from kibitz.engine.batch import Batch
    from kibitz.engine.encoding import Encoding
    from kibitz.engine.simulation import Simulation
    from kibitz.engine.state import State

__all__ = ["Game"]


class Game:
    """A game, compiled and ready to be dealt. Immutable; made by `kibitz.load`.

    >>> game = kibitz.load("agram", NUMP=3)
    >>> game.title, game.seats, len(game.cards)
    ('Agram', ('North', 'East', 'South'), 35)
    >>> game.new(seed=7)
    <Agram after 0 decisions, North to move>
    """

    def __init__(
        self,
        source: Source,
        sheet: Sheet,
        name: str,
        overrides: Mapping[str, int | str],
        weights: str = "",
    ) -> None:
        self.program, self._found = elaborate(source, overrides, name)
        declared = self.program.declared
        check(self.program.parameters, declared, sheet.parameters, sheet.relations)
        self._overrides = dict(overrides)
        self.source = source
        self.sheet = sheet
        self.name = name
        self.weights = weights
        """What sensible players choose, for search: see `kibitz.engine.weights`."""
        self.players = self.program.players
        self.observers = observers(self.players)
        """Who may look: all seats, and the spectators."""
        self.emitted: Emitted = emit(self.program)
        self.layout = self.emitted.layout
        check_sheet(sheet, self.program, self.layout)
        self.seats = sheet.seat_names(self.players)
        self.place_names = place_names(self.layout)
        self._place_numbers = {name: place for place, name in enumerate(self.place_names)}
        self.name_list = list(self.layout.names)
        self.labels = labels(self.program)
        """What the rules call options, each text once."""
        self.cards = tuple(_faces(self.layout, sheet))
        self.namer = Namer(self)
        self.rules = Rules(self)
        self.native_sources: dict[str, str] = {}
        """The text of each kernel that was asked for in native mode."""
        self._kernels: dict[tuple[str, str], Functions] = {}
        self.worked_out: dict[Hashable, Any] = {}
        """What others have worked out about this game: for `kibitz.engine.derived` alone, which
        knows of what type each of it is."""

    def __repr__(self) -> str:
        given = "".join(f", {k}={v!r}" for k, v in self.program.parameters.items())
        return f"kibitz.load({self.name!r}{given})"

    def __setattr__(self, name: str, value: object) -> None:
        if "worked_out" in self.__dict__:  # which comes last
            raise AttributeError(f"a game does not change: {name} cannot be set")
        super().__setattr__(name, value)

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"a game does not change: {name} cannot be deleted")

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Game):
            return NotImplemented
        return self is other or self._texts == other._texts

    def __hash__(self) -> int:
        return hash(self.hash)

    def __reduce__(self) -> tuple[Any, ...]:
        return Game, (self.source, self.sheet, self.name, self._overrides, self.weights)

    @property
    def _texts(self) -> tuple[Source, Sheet, str, Mapping[str, int | str], str]:
        """All that a game is made of."""
        return self.source, self.sheet, self.name, self.program.parameters, self.weights

    @property
    def title(self) -> str:
        """What the game is called."""
        return self.sheet.title

    @property
    def parameters(self) -> dict[str, int | str]:
        """The declared numbers and names, as they are in this game."""
        return dict(self.program.parameters)

    @cached_property
    def warnings(self) -> tuple[Diagnostic, ...]:
        """What is suspicious in the description, though legal."""
        from kibitz.recycle.lint import lint

        lint(self.program, self._found)
        sheet, places = self.sheet, {b.name: b.at for b in self.program.declarations}
        for name, message in beyond(self.program.declared, sheet.parameters, sheet.relations):
            self._found.warning(*places[name], message)
        return tuple(self._found.warnings)

    @cached_property
    def action_count(self) -> int:
        """Actions with dense numbers: 0 up to this."""
        return max((v.base + v.size * v.variants for v in self.emitted.verbs), default=0)

    @cached_property
    def hash(self) -> str:
        """Identifies the rules: what the description says with these parameters. How it is written,
        its comments and its sheet have no part in it."""
        return hashlib.sha256(meaning(self.source, self.parameters).encode()).hexdigest()[:16]

    def place(self, name: str) -> int:
        """The number of a place."""
        place = self._place_numbers.get(name)
        if place is None:
            near = did_you_mean(name, self.place_names)
            raise KibitzError(f"{self.title} has no place `{name}`{near}")
        return place

    @cached_property
    def store_slots(self) -> dict[str, tuple[int, bool]]:
        """Where a state keeps each number and name of the rules, and whether it is a name."""
        found: dict[str, tuple[int, bool]] = {}
        counts = {"game": 1, "player": self.players, "team": max(1, self.layout.teams)}
        for (owner, kind, name), at in self.layout.stores.items():
            for i in range(counts[owner]):
                who = {"game": "", "player": f" {i}", "team": f" team {i}"}[owner]
                key = f"{name}{who}" if f"{name}{who}" not in found else f"{kind} {name}{who}"
                found[key] = at + i, kind in ("str", "istr")
        return found

    # --- emitted functions --------------------------------------------------------------------

    @cached_property
    def functions(self) -> Functions:
        """The emitted functions: setup, run, options, apply, ways, describe, scores."""
        return _run_module(self.emitted.module.quick(), f"<{self.name}>", PRIMITIVES)

    @cached_property
    def telling(self) -> Functions:
        """The variant that tells what happens: run, apply."""
        known = {**PRIMITIVES, **DISCLOSING}
        telling = _run_module(telling_of(self).module.quick(), f"<{self.name}, telling>", known)
        telling.update(alike(self.functions["options"], telling["act"], self.players))
        return telling

    def kernel(
        self, name: str, mode: str = "python", starting: Callable[[], None] | None = None
    ) -> Functions:
        """The functions of a kernel (`playouts`, `steps`) in python or native mode; `starting` is
        called if it must be compiled first."""
        if (name, mode) not in self._kernels:
            if mode == "native":
                self._kernels[name, mode] = native(self, name, starting)
            else:
                known, rules = self.functions, rules_of(self, name)
                if rules is not self.emitted.module:
                    known = _run_module(rules.quick(), f"<{self.name}, tests>", PRIMITIVES)
                text = self.kernel_text(name)
                self._kernels[name, mode] = _run_module(text, f"<{self.name}, {name}>", known)
        return self._kernels[name, mode]

    def kernel_text(self, name: str) -> str:
        """A kernel for this game, with what is known about sensible players, or where the row of
        a ledger has what, if it asks for that."""
        if is_playing(name):
            return playing_text(self, name)
        loops = kernel_text(name)
        weights = weights_text(self) if "weight(" in loops else tests_text(self, name)
        rows = f"{shape_of(self).text}\n\n\n" if "HELD_AT" in loops else ""
        rows += f"{seen_text(self)}\n\n\n" if "def seen(" in loops else ""
        rows += f"{numbers_text(self)}\n\n\n" if NUMBERS in loops else ""
        rows += f"{deeds_text(self)}\n\n\n" if DEEDS in loops else ""
        return f"{rows}{weights}\n\n{loops}"

    @cached_property
    def blank(self) -> array[int]:
        """A state before the first shuffle, the same for every game: cards and teams are there."""
        state = array("q", bytes(8 * self.layout.size))
        for name, value in self.program.parameters.items():
            number = value if isinstance(value, int) else self.layout.names[value]
            state[self.layout.parameters[name]] = number
        self.functions["setup"](state)
        if state[1]:
            raise self.fault(state[1])
        return state

    def fault(self, code: int) -> KibitzError:
        """The error the emitted code gave up with."""
        if code < 0:
            return RecordError("the outcomes of chance in this record do not fit the game")
        known = self.emitted.errors if code <= len(self.emitted.errors) else telling_of(self).errors
        message, at = known[code - 1]
        line, column = self.source.place(at[0])
        shown = self.source.line(line).strip()
        return GameError(f"{self.source.name}:{line}:{column}: {message}: {shown}")

    def no_option(self, position: int) -> GameError:
        """The error of a choice that offers nothing."""
        line, column = self.source.place(self.emitted.choices[position].node.at[0])
        return GameError(
            f"{self.source.name}:{line}:{column}: the current player has no option at this choice",
            "offer (turn pass), or change the conditions",
        )

    # --- playing ------------------------------------------------------------------------------

    def new(
        self,
        seed: int | None = None,
        *,
        deal: Mapping[str, str | list[str]] | None = None,
        key: Key | None = None,
    ) -> State:
        """A game dealt and ready for its first decision.

        The same seed gives the same game. Without a seed or key the deal is a secret one.
        `deal` names the cards of some places, from the top down: `{"HAND 0": "QH 10S"}`.
        """
        from kibitz.engine.deals import dealt
        from kibitz.engine.state import begin

        if key is None:
            key = derive_key(secrets.token_hex(16) if seed is None else seed)
        if deal is not None:
            return dealt(self, deal, key)
        return begin(self, key)

    def simulate(self, n: int, seed: int = 1, **options: Any) -> Simulation:
        """Play n games with plain bots and measure them; see `kibitz.engine.simulation`."""
        from kibitz.engine.simulation import simulate

        return simulate(self, n, seed, **options)

    def batch(self, n: int, seed: int = 1, mode: str = "auto", knowledge: bool = False) -> Batch:
        """n games side by side in one array, for learning and search, if asked for with what every
        seat knows; see `kibitz.engine.batch`."""
        from kibitz.engine.batch import Batch

        return Batch(self, n, seed, mode, knowledge)

    @property
    def encoding(self) -> Encoding:
        """What the columns of encoded positions are, without knowledge of hidden cards;
        `game.encoding.knowing("possible")` has more. See `kibitz.engine.encoding`."""
        from kibitz.engine.encoding import encoding_of

        return encoding_of(self)

    def card(self, text: str) -> Face:
        """A card by how it is written; the first, if several look the same."""
        return self.copies(text)[0]

    @cached_property
    def _by_text(self) -> dict[str, list[Face]]:
        names: dict[str, list[Face]] = {}
        for card in self.cards:
            for written in {card.text.upper(), card.symbol.upper()}:
                copies = names.setdefault(written, [])
                copies.append(card)
                if card.mark:
                    names[f"{written}.1"] = copies[:1]
                    names[written + card.mark] = [card]
        return names

    def copies(self, text: str) -> list[Face]:
        """All cards written like that, at least one: `QC` are all that look so, `QC.1` and `QC.2`
        are single copies."""
        found = self.written(text)
        if not found:
            near = did_you_mean(text.upper(), self._by_text)
            raise KibitzError(f"there is no card `{text}` in {self.title}{near}")
        return found

    def written(self, text: str) -> list[Face]:
        """All cards written like that, if there are any."""
        return self._by_text.get(text.strip().upper(), [])


def _faces(layout: Layout, sheet: Sheet) -> Iterator[Face]:
    """The cards as people see them; of cards that look the same, later ones get a number."""
    seen: dict[str, int] = {}
    signs = sheet.faces.get("SUIT", {}).values()
    packs = packs_of([card.attributes for card in layout.cards], signs)
    for card, pack in zip(layout.cards, packs, strict=True):
        text, symbol = (sheet.written(card, symbols) for symbols in (False, True))
        seen[text] = number = seen.get(text, 0) + 1
        mark = f".{number}" if number > 1 else ""
        colour = sheet.colour(card)
        yield Face(card.number, card.attributes, text, symbol, colour, mark, pack)


def _run_module(text: str, name: str, known: Mapping[str, Any]) -> dict[str, Any]:
    """What a text defines on top of what is known."""
    namespace = dict(known)
    exec(compile(text, name, "exec"), namespace)
    return namespace
