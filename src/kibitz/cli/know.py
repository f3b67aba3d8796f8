"""`kibitz know`: what every seat knows at one moment of a game, for the kibitzer or for a seat."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from kibitz.cli.common import GameName, Json, Settings, load, print_json, settings, stdout
from kibitz.errors import KibitzError

if TYPE_CHECKING:
    from kibitz.engine.state import State
    from kibitz.knowledge.knowledge import Knowledge
    from kibitz.knowledge.kripke import KripkeModel
    from kibitz.knowledge.questions import Answer

__all__ = ["Moment", "know"]

WHOLE_DEAL = "deal"


@dataclass(frozen=True)
class Moment:
    """A position of a game, and for whose eyes it is shown (None: the kibitzer's)."""

    state: State
    decision: int
    decisions: int
    """Those of the whole game, or of all that is recorded."""
    seat: int | None
    origin: str
    """Where the game comes from, in words."""
    _known: dict[int | None, Knowledge] = field(default_factory=dict, repr=False)

    def knowledge(self, seat: int | None) -> Knowledge:
        """What a seat knows; None: what is common knowledge."""
        from kibitz.knowledge.views import view

        if seat not in self._known:
            own = view(self.state, seat or 0).knowledge
            self._known[seat] = own if seat is not None else own.common
        return self._known[seat]

    def beyond(self) -> KibitzError | None:
        """Why the deals cannot be counted, if they are too many of too many kinds."""
        try:
            for seat in (None, *self.seats):
                own = self.knowledge(seat)
                if own.count > 1:
                    own.probabilities  # noqa: B018  (worked out here, and kept)
        except KibitzError as error:
            return error
        return None

    @property
    def seats(self) -> tuple[int, ...]:
        """Those whose knowledge may be shown."""
        return tuple(range(self.state.game.players)) if self.seat is None else (self.seat,)


def know(
    game: GameName,
    formulas: Annotated[
        list[str] | None,
        typer.Argument(metavar="[FORMULA]", help="Is it true? For example 'K N has(E,QH)'."),
    ] = None,
    record: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="A recorded game, by `play` or `simulate --record`."),
    ] = None,
    seed: Annotated[
        int | None,
        typer.Option(
            help="Else the first game that `simulate` plays with this seed.", show_default="1"
        ),
    ] = None,
    at: Annotated[
        int | None,
        typer.Option(
            metavar="K",
            help="After K decisions; -1 is before the last one.",
            show_default="the end of a record, the middle of another game",
        ),
    ] = None,
    seat: Annotated[
        str | None,
        typer.Option(help="Show only what this seat sees and knows: a name, initial or number."),
    ] = None,
    why: Annotated[
        str | None, typer.Option(metavar="CARD", help="Say why the card may be where it may be.")
    ] = None,
    kripke: Annotated[
        str | None,
        typer.Option(
            metavar="CARD", help="Draw the Kripke model of a card, or of the whole `deal`, as SVG."
        ),
    ] = None,
    dot: Annotated[bool, typer.Option("--dot", help="Not as SVG but as Graphviz text.")] = False,
    out: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Where the drawing goes.")
    ] = None,
    set_: Settings = None,
    json: Json = False,
) -> None:
    """Tell what every seat knows: where cards may be, how likely, and how that came about.

    All hands are shown, as a kibitzer sees them, unless you name a seat.
    """
    if kripke is None and (dot or out is not None):
        raise KibitzError("--dot and --out are for a drawing", "add --kripke CARD")
    if kripke is not None and json and (dot or out is not None):
        raise KibitzError("--json writes the model as data", "leave out --dot and --out, or --json")
    moment = _moment(game, record, seed, at, seat, set_)
    drawn = None if kripke is None else _model(moment, kripke)
    if drawn is not None and not json:
        _draw(drawn, dot, out)
        return
    answers = [_ask(moment, formula) for formula in formulas or ()]
    if json:
        print_json(_as_json(moment, answers, why, drawn))
        return
    from kibitz.cli import knowing

    for part in knowing.report(moment, answers, why):
        stdout().print(part)


# --- which position -------------------------------------------------------------------------------


def _moment(
    name: str,
    record: Path | None,
    seed: int | None,
    at: int | None,
    seat: str | None,
    set_: list[str] | None,
) -> Moment:
    """The position that is asked for."""
    if record is not None and seed is not None:
        raise KibitzError("--record and --seed are two games", "choose one of them")
    if record is not None:
        from kibitz.cli import records

        states = records.read(record, name, settings(set_))
        origin = f"recorded in {record}"
        wanted = len(states) - 1
    else:
        from kibitz.engine.series import play_of_series

        seed = 1 if seed is None else seed
        states = play_of_series(load(name, set_), seed, 0)
        origin = f"random players, seed {seed}"
        wanted = len(states) // 2
    decisions = len(states) - 1
    if at is not None:
        wanted = at if at >= 0 else decisions + at
    if not 0 <= wanted <= decisions:
        raise KibitzError(
            f"there is no decision {at}: this game has {decisions}",
            f"--at goes from 0, the deal, to {decisions}, or from -1 back to {-decisions}",
        )
    from kibitz.knowledge.vocabulary import vocabulary_of

    state = states[wanted]
    number = None if seat is None else vocabulary_of(state.game).seat(seat)
    return Moment(state, wanted, decisions, number, origin)


# --- formulas and drawings ------------------------------------------------------------------------


def _ask(moment: Moment, formula: str) -> Answer:
    from kibitz.knowledge.questions import ask

    return ask(moment.state, formula, moment.seat)


def _model(moment: Moment, card: str) -> KripkeModel:
    from kibitz.knowledge.pictures import card_picture, deal_picture

    if card.lower() == WHOLE_DEAL:
        return deal_picture(moment.state, seat=moment.seat)
    return card_picture(moment.state, card, moment.seat)


def _draw(model: KripkeModel, dot: bool, out: Path | None) -> None:
    text = model.graphviz() if dot else model.svg()
    if out is None:
        typer.echo(text, nl=not text.endswith("\n"))
        return
    try:
        out.write_text(text, encoding="utf-8")
    except OSError as error:
        raise KibitzError(f"{out} cannot be written: {error.strerror}") from None
    from rich.text import Text

    stdout().print(Text(f"{model.title or 'The model'}: drawn in {out}"), soft_wrap=True)


# --- data -----------------------------------------------------------------------------------------


def _as_json(
    moment: Moment, answers: list[Answer], why: str | None, drawn: KripkeModel | None
) -> dict[str, Any]:
    """All that is shown, as data."""
    state, game = moment.state, moment.state.game
    common = moment.knowledge(None)
    each = {seat: moment.knowledge(seat) for seat in moment.seats}
    shown = common if moment.seat is None else each[moment.seat]
    beyond = moment.beyond() is not None
    found: dict[str, Any] = {
        "game": game.name,
        "parameters": game.parameters,
        "decision": moment.decision,
        "to_move": None if state.to_move is None else game.seats[state.to_move],
        "seat": None if moment.seat is None else game.seats[moment.seat],
        "deals": None
        if beyond
        else {game.seats[seat]: own.count for seat, own in each.items()} | {"common": common.count},
        "exact": not beyond and common.exact and all(own.exact for own in each.values()),
        "probabilities": None if beyond else shown.probabilities,
        "announcements": [
            {
                "decision": said.decision,
                "seat": None if said.seat is None else game.seats[said.seat],
                "words": said.words,
                "notation": said.notation,
            }
            for said in shown.announcements
        ],
        "answers": [
            {
                "formula": answer.formula,
                "truth": answer.truth,
                "counterexample": answer.counterexample,
                "reasons": list(answer.reasons),
            }
            for answer in answers
        ],
    }
    if why is not None:
        from kibitz.cli.explaining import reasons

        found["why"] = {
            who: [{"words": reason.words, "decision": reason.decision} for reason in told]
            for who, told in reasons(moment, why).items()
        }
    if drawn is not None:
        found["kripke"] = drawn.data()
    return found
