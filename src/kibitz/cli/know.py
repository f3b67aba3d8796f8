"""`kibitz know`: what every seat knows at one moment of a game, for the kibitzer or for a seat."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from kibitz.cli.common import GameName, Json, Settings, print_json, print_text, stdout
from kibitz.cli.moments import Moment, RecordFile, Seed, find
from kibitz.errors import KibitzError

if TYPE_CHECKING:
    from kibitz.knowledge.kripke import KripkeModel
    from kibitz.knowledge.prospects import Prospects
    from kibitz.knowledge.questions import Answer

__all__ = ["know"]

WHOLE_DEAL = "deal"


def know(
    game: GameName,
    formulas: Annotated[
        list[str] | None,
        typer.Argument(metavar="[FORMULA]", help="Is it true? For example 'K N has(E,QH)'."),
    ] = None,
    record: RecordFile = None,
    seed: Seed = None,
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
        str | None, typer.Option(metavar="CARD", help="Say where a card may be, and why.")
    ] = None,
    kripke: Annotated[
        str | None,
        typer.Option(
            metavar="CARD", help="Draw the Kripke model of a card, or of the whole `deal`, as SVG."
        ),
    ] = None,
    dot: Annotated[bool, typer.Option("--dot", help="Write Graphviz text instead of SVG.")] = False,
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
    moment = find(game, record, seed, at, seat, set_, lambda states: len(states) // 2)
    drawn = None if kripke is None else _model(moment, kripke)
    if drawn is not None and not json:
        _draw(drawn, dot, out)
        return
    answers = [_ask(moment, formula) for formula in formulas or ()]
    if json:
        print_json(_as_json(moment, answers, why, drawn))
        return
    from kibitz.cli import known

    for part in known.report(moment, answers, why):
        stdout().print(part)


# --- formulas and drawings ------------------------------------------------------------------------


def _ask(moment: Moment, formula: str) -> Answer:
    from kibitz.knowledge.questions import ask
    from kibitz.knowledge.views import view

    state, seat = moment.state, moment.seat
    return ask(state if seat is None else view(state, seat), formula)


def _model(moment: Moment, card: str) -> KripkeModel:
    from kibitz.knowledge.pictures import card_picture, deal_picture

    if card.lower() == WHOLE_DEAL:
        return deal_picture(moment.state, seat=moment.seat)
    return card_picture(moment.state, card, moment.seat)


def _draw(model: KripkeModel, dot: bool, out: Path | None) -> None:
    text = model.graphviz() if dot else model.svg()
    if out is None:
        print_text(text)
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
    common, shown = moment.prospects(None), moment.shown
    each = {seat: moment.prospects(seat) for seat in moment.seats}
    beyond = moment.beyond is not None
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
        "estimates": {
            who: None if own.estimate is None else own.estimate._asdict()
            for who, own in _named(moment, each, common).items()
        },
        "unfollowed": {
            who: [reason.data() for reason in own.unfollowed]
            for who, own in _named(moment, each, common).items()
        },
        "probabilities": None if beyond else _chances(shown),
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
                "differing": None
                if answer.differing is None
                else {"so": answer.differing[0], "not": answer.differing[1]},
                "reasons": list(answer.reasons),
            }
            for answer in answers
        ],
    }
    if why is not None:
        from kibitz.cli.reasons import reasons

        found["why"] = {
            who: [{"words": reason.words, "decision": reason.decision} for reason in told]
            for who, told in reasons(moment, why).items()
        }
    if drawn is not None:
        found["kripke"] = drawn.data()
    return found


def _named(moment: Moment, each: dict[int, Prospects], common: Prospects) -> dict[str, Prospects]:
    """What each seat that may be shown knows, by its name, and what is common knowledge."""
    return {moment.state.game.seats[seat]: own for seat, own in each.items()} | {"common": common}


def _chances(shown: Prospects) -> dict[str, dict[str, float]]:
    """How likely every card is where, by their names."""
    cards, places = shown.game.cards, shown.game.place_names
    return {
        cards[card].text + cards[card].mark: {places[place]: p for place, p in likely.items()}
        for card, likely in shown.chances.items()
    }
