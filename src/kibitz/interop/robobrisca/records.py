"""Records of RoboBrisca: a text of 48 lines, made a record of ours and back, byte for byte.

| line | |
|---|---|
| 1 | the names of the four seats |
| 2 | the seat that opens |
| 3 | the stock after the deal, from the top; the last card is the trump |
| 4-7 | the hands |
| 8-47 | seat, card, reward: what a heuristic said of the card |
| 48 | the points each seat has won |

The rules are those of our Brisca: it says whose turn it is, what they hold and who takes a trick.
What we would write differently (other rewards, a space too many) is kept in the record as its
`origin`, so that the way back is exact.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from kibitz.engine.descriptions import load
from kibitz.engine.keys import derive_key
from kibitz.engine.record import Record
from kibitz.engine.replay import Outcomes
from kibitz.engine.state import State
from kibitz.errors import RecordError
from kibitz.interop.robobrisca.api.card import Card
from kibitz.interop.robobrisca.api.common import calculate_points
from kibitz.interop.robobrisca.api.game_state import GameState
from kibitz.interop.robobrisca.api.heuristic import Heuristic
from kibitz.interop.robobrisca.course import Course, course_of
from kibitz.interop.robobrisca.names import line_of, names_in
from kibitz.interop.robobrisca.page import Page, is_page, read_page, written_again, wrong

__all__ = ["MOST_BYTES", "bytes_of", "is_robobrisca_record", "record_of", "text_of"]

GAME, FORMAT = "brisca", "robobrisca"
SEATS, DECISIONS, TOTALS = 4, 40, 48
ENCODING, BOM, LATIN = "encoding", "utf-8-sig", "latin-1"

MOST_BYTES = 1_000_000
"""Of a file that may be such a record: one has about 600."""

is_robobrisca_record = is_page


# --- from RoboBrisca ------------------------------------------------------------------------------


def record_of(given: str | bytes) -> Record:
    """Our record of a game that RoboBrisca has recorded: of its text, or of what is in the file.
    What is no game is refused, with the line that is wrong."""
    text, encoding = (given, "") if isinstance(given, str) else _decoded(given)
    page = read_page(text)
    names = names_in(page.lines[0])
    state = _played(page)
    course = course_of(state.game, state.events)
    for seat, (theirs, won) in enumerate(zip(page.totals, _totals(course), strict=True)):
        if theirs != won:
            raise wrong(TOTALS, f"seat {seat} has won {won} points, not {theirs}")
    kept = page.differing(_lines(page.first, course, names))
    if encoding:
        kept[ENCODING] = encoding
    return replace(Record.of(state, names), origin={"format": FORMAT, **kept} if kept else {})


def _decoded(data: bytes) -> tuple[str, str]:
    """The text of a file, and how it is written if not plainly in UTF-8: on Windows it often is
    not. Every byte is a letter of Latin-1, so that it comes back whatever it was meant to be."""
    usual = BOM if data.startswith(b"\xef\xbb\xbf") else "utf-8"
    try:
        return data.decode(usual), usual if usual == BOM else ""
    except UnicodeDecodeError:
        return data.decode(LATIN), LATIN


def _played(page: Page) -> State:
    """The game, played again by the rules of ours."""
    game = load(GAME, TIE="SECOND", FIRST=page.first)
    number = {face.text: face.number for face in game.cards}
    *pile, trump = page.stock
    dealt = [*(card for round in zip(*page.hands, strict=True) for card in round), trump]
    chance = [number[card] for card in (*dealt, *pile[:-1])]  # the last of a pile is not drawn
    outcomes = Outcomes(chance)
    state = outcomes.deal(game, derive_key(FORMAT, *chance), {})
    for play in page.plays:
        if play.seat != state.to_move:
            raise wrong(play.line, f"it is the turn of seat {state.to_move}, not {play.seat}")
        if play.card not in state.cards(f"HAND {play.seat}"):
            raise wrong(play.line, f"seat {play.seat} does not hold `{play.card}`")
        state = outcomes.play(state, f"play {play.card}")
    outcomes.used_up()
    return state


# --- to RoboBrisca --------------------------------------------------------------------------------


def text_of(record: Record) -> str:
    """What RoboBrisca would have written of a game that is over."""
    if record.game != GAME:
        raise RecordError(f"it is a game of {record.game}, and RoboBrisca knows none but {GAME}")
    state = record.replay(load(GAME, **record.parameters))[-1]
    if not state.over:
        made = len(record.actions)
        raise RecordError(f"the game is not over: {made} of {DECISIONS} decisions were made")
    names = record.players or state.game.seats
    if SEATS % len(names):
        raise RecordError(f"it names {len(names)} players for {SEATS} seats")
    first = int(record.parameters["FIRST"])
    lines = _lines(first, course_of(state.game, state.events), names * (SEATS // len(names)))
    if record.origin.get("format") != FORMAT:
        return written_again(lines, {})
    text = written_again(lines, record.origin)
    _must_fit(record, text)
    return text


def bytes_of(record: Record) -> bytes:
    """The same as it stands in a file."""
    encoding = record.origin.get(ENCODING)
    return text_of(record).encode(encoding if encoding in (BOM, LATIN) else "utf-8", "replace")


def _must_fit(record: Record, text: str) -> None:
    """Refuse what a record says of its origin if that is another game, or none."""
    try:
        again = record_of(text)
    except RecordError as error:
        raise RecordError(
            f"what this record keeps of its origin is wrong, {error.message}"
        ) from None
    if (again.actions, again.chance) != (record.actions, record.chance):
        raise RecordError("what this record keeps of its origin is of another game")


# --- lines ----------------------------------------------------------------------------------------


def _lines(first: int, course: Course, names: Sequence[str]) -> list[str]:
    """The lines of a page, as RoboBrisca writes them with its own heuristic."""
    return [
        line_of(names),
        str(first),
        line_of(course.drawn),
        *(line_of(hand) for hand in course.dealt),
        *_moves(course),
        line_of([str(points) for points in _totals(course)]),
    ]


def _moves(course: Course) -> list[str]:
    """The decisions with their rewards."""
    table, heuristic, lines = GameState(), Heuristic(), []
    table.trump_card = _card(course.trump)
    for seat, card in course.plays:
        if table.playing_cards.len() == SEATS:
            table.playing_cards.clear()
        table.playing_cards.add_card(_card(card))
        lines.append(f"{seat} {card} {heuristic.get_score(table, seat)}")
    return lines


def _totals(course: Course) -> list[int]:
    return [calculate_points(map(_card, won)) for won in course.won]


def _card(text: str) -> Card:
    return Card(text[0], int(text[1:]))
