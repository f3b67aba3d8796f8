"""The operations of the typed tree, one row each: what every analysis needs to know about them.

An analysis asks the table, `node.traits.acts`, and names an operation only where it is about that
one. So a new word of the language is a row here, a function of the elaborator that understands it,
and a rule of the emitter that writes it.

`Op` lists the names, so that mypy finds one that does not exist wherever a node is made or asked.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from typing import Literal, get_args

__all__ = ["NAMED", "OPERATIONS", "Kind", "Op", "Traits"]


class Kind(Enum):
    """What a piece of a description yields; the value is how messages call it."""

    INT = "a number"
    STR = "a name"
    BOOL = "a condition"
    CARD = "a card"
    PLAYER = "a player"
    TEAM = "a team"
    GAME = "the game"
    CARDS = "a place"
    GROUPS = "a list of groups"
    INTS = "a range"
    STRS = "a list of names"
    PLAYERS = "players"
    TEAMS = "teams"
    POINTS = "a point map"
    DEST = "the top or bottom of a place"
    NOTHING = "an action"
    WRONG = "an error"


Op = Literal[
    # numbers and names
    "num", "name", "store", "+", "-", "*", "//", "%", "^", "tri", "fib", "max_int", "min_int",
    "random", "size", "sum", "score", "scoremax", "scoremin", "pid", "cardatt", "points",
    # conditions
    "and", "or", "not", "any", "all", "<", ">", "<=", ">=", "==", "!=",
    # cards, players, teams
    "top", "bottom", "nth", "max", "min", "first_max", "first_min", "last_max", "last_min",
    "current", "next", "previous", "player_number", "owner",
    "current_team", "next_team", "previous_team", "team_number", "team_of", "game",
    # collections
    "place", "union", "intersect", "disjunction", "sort", "first", "run", "everything",
    "group_top", "group_bottom", "group_nth",
    "tuples", "partition", "subsets", "runs", "indexed", "eachloc",
    "range", "names", "players", "others", "members", "teams", "other_teams",
    "var", "filter",
    # statements
    "do", "when", "each", "let", "choice", "stage", "repeat", "repeat_all",
    "set_int", "set_str", "set_points", "inc", "dec", "move", "remember", "forget",
    "swap_cards", "swap_places", "shuffle", "cycle", "pass", "create_deck", "create_teams",
    # parts of them, and what made no sense
    "dest", "award", "pair", "wrong",
]  # fmt: skip

NAMED: dict[str, Op] = {op: op for op in get_args(Op)}
"""Operations by their names: for words that are called like what they do."""


@dataclass(frozen=True, slots=True)
class Traits:
    """What is true of an operation. Nothing is, unless its row says so."""

    yields: tuple[Kind, ...]
    """The kinds of thing it may yield."""

    # --- what its value follows from
    literal: bool = False
    """It stands for itself: a number or name that is written down."""
    reckons: bool = False
    """A number or condition that follows from the numbers, names and conditions it is made of."""
    fold: Callable[[int, int], int] | None = None
    """The value of two operands, of more from the left; it grows, or falls, steadily in each."""
    turn: bool = False
    """It depends on whose turn it is."""
    faces: bool = False
    """It depends on what is printed on the cards it looks at, or on their points."""
    attribute: bool = False
    """Its first operand is an attribute of cards."""
    keeps: Literal["", "cards", "value", "points"] = ""
    """It means something that is kept in the state, by an owner and a name: its first operands."""
    steady: Literal["", "surely", "if it works"] = ""
    """What it means does not change while cards are moved. To work it out may fail."""

    # --- order and chance
    by_position: bool = False
    """It looks at the order in which the cards of its operands lie."""
    in_order: bool = False
    """Its members come in an order that the cards of its operands lie in."""
    rolls: bool = False
    """It is drawn at random."""
    end: bool = False
    """The card at an end of a place."""
    best: bool = False
    """The best card of a place by a point map."""
    ties: bool = False
    """Where several cards are the best, one of them is drawn."""

    # --- when it can be worked out
    risky: bool = False
    """It may fail or draw: not to be worked out before it is needed."""
    of_any_card: bool = False
    """It can be asked of every card of the deck without failing or drawing."""

    # --- what it does
    acts: bool = False
    """It does something to the state."""
    sets: bool = False
    """It gives a number or name, its first operand, a value that follows from its second."""
    puts: bool = False
    """It puts a card, its first operand, or a note of it, to its second, a destination."""
    sure: bool = False
    """What it is made of is surely done, once."""
    repeats: bool = False
    """An operand is gone through any number of times."""

    singles_out: bool = False
    """In a game with it no two cards are taken for the same: nothing is known about those."""

    @property
    def compares(self) -> bool:
        """It holds of two things or not."""
        return self.fold is not None and Kind.BOOL in self.yields

    @property
    def may_draw(self) -> bool:
        """To look at it may decide something: a number, or the order of cards just shuffled."""
        return self.rolls or self.by_position or self.in_order


INT, STR, BOOL, CARD = (Kind.INT,), (Kind.STR,), (Kind.BOOL,), (Kind.CARD,)
PLAYER, PLAYERS, TEAM, TEAMS = (Kind.PLAYER,), (Kind.PLAYERS,), (Kind.TEAM,), (Kind.TEAMS,)
CARDS, GROUPS, NOTHING = (Kind.CARDS,), (Kind.GROUPS,), (Kind.NOTHING,)
COLLECTIONS = (*CARDS, *GROUPS, Kind.INTS, Kind.STRS, *PLAYERS, *TEAMS)
VALUES = (*INT, *STR, *CARD, *PLAYER, *TEAM, *COLLECTIONS)


def _counting(fold: Callable[[int, int], int]) -> Traits:
    """A number made of numbers, without danger."""
    return Traits(INT, reckons=True, fold=fold, of_any_card=True)


def _comparing(fold: Callable[[int, int], bool]) -> Traits:
    return Traits(BOOL, reckons=True, fold=fold, of_any_card=True)


_JUNCTION = Traits(BOOL, reckons=True, of_any_card=True)
_QUANTIFIER = Traits(BOOL, repeats=True, of_any_card=True)
_TURN = Traits(PLAYER, turn=True, steady="surely", of_any_card=True)
_TEAM_TURN = Traits(TEAM, turn=True)
_END = Traits(CARD, end=True, by_position=True, of_any_card=True)
_BEST = Traits(CARD, faces=True, best=True, ties=True, risky=True)
_BEST_BY_ORDER = Traits(CARD, faces=True, best=True, by_position=True, risky=True, singles_out=True)
_BEST_SCORE = Traits(INT, faces=True, risky=True, singles_out=True)
_GROUP = Traits(CARDS, by_position=True, risky=True, singles_out=True)
_SETTING = Traits(NOTHING, acts=True, sets=True)
_LOOP = Traits(NOTHING, repeats=True)
_FLOW = Traits(NOTHING)
_SURE = Traits(NOTHING, sure=True)

OPERATIONS: dict[Op, Traits] = {
    # --- numbers and names
    "num": Traits(INT, literal=True, steady="surely", of_any_card=True),
    "name": Traits(STR, literal=True, steady="surely", of_any_card=True),
    "store": Traits((*INT, *STR), keeps="value", steady="if it works", of_any_card=True),
    "+": _counting(operator.add),
    "-": _counting(operator.sub),
    "*": _counting(operator.mul),
    "//": Traits(INT, reckons=True, risky=True),
    "%": Traits(INT, reckons=True, risky=True),
    "^": Traits(INT, reckons=True),
    "tri": Traits(INT, reckons=True),
    "fib": Traits(INT, reckons=True),
    "max_int": _counting(max),
    "min_int": _counting(min),
    "random": Traits(INT, rolls=True, risky=True),
    "size": Traits(INT, of_any_card=True),
    "sum": Traits(INT, faces=True),
    "score": Traits(INT, faces=True, risky=True, of_any_card=True),
    "scoremax": _BEST_SCORE,
    "scoremin": _BEST_SCORE,
    "pid": Traits(INT, steady="if it works", of_any_card=True),
    "cardatt": Traits(STR, faces=True, attribute=True, of_any_card=True),
    "points": Traits((Kind.POINTS,), keeps="points", of_any_card=True),
    # --- conditions
    "and": _JUNCTION,
    "or": _JUNCTION,
    "not": _JUNCTION,
    "any": _QUANTIFIER,
    "all": _QUANTIFIER,
    "<": _comparing(operator.lt),
    ">": _comparing(operator.gt),
    "<=": _comparing(operator.le),
    ">=": _comparing(operator.ge),
    "==": _comparing(operator.eq),
    "!=": _comparing(operator.ne),
    # --- cards
    "top": _END,
    "bottom": _END,
    "nth": Traits(CARD, by_position=True, singles_out=True),
    "max": _BEST,
    "min": _BEST,
    "first_max": _BEST_BY_ORDER,
    "first_min": _BEST_BY_ORDER,
    "last_max": _BEST_BY_ORDER,
    "last_min": _BEST_BY_ORDER,
    # --- players and teams
    "current": _TURN,
    "next": _TURN,
    "previous": _TURN,
    "player_number": Traits(PLAYER, steady="if it works", risky=True, of_any_card=True),
    "owner": Traits(PLAYER, risky=True),
    "current_team": _TEAM_TURN,
    "next_team": _TEAM_TURN,
    "previous_team": _TEAM_TURN,
    "team_number": Traits(TEAM, steady="if it works", risky=True, of_any_card=True),
    "team_of": Traits(TEAM, steady="if it works", of_any_card=True),
    "game": Traits((Kind.GAME,), steady="surely", of_any_card=True),
    # --- cards taken together
    "place": Traits(CARDS, keeps="cards", steady="surely", of_any_card=True),
    "union": Traits(CARDS),
    "intersect": Traits(CARDS, singles_out=True),
    "disjunction": Traits(CARDS, singles_out=True),
    "sort": Traits(CARDS, faces=True, by_position=True, singles_out=True),
    "first": Traits(CARDS, by_position=True, singles_out=True),
    "run": Traits(CARDS, faces=True, by_position=True, singles_out=True),
    "everything": Traits(CARDS),
    "group_top": _GROUP,
    "group_bottom": _GROUP,
    "group_nth": _GROUP,
    "tuples": Traits(GROUPS, faces=True, in_order=True, risky=True, singles_out=True),
    "partition": Traits(GROUPS, faces=True, attribute=True, in_order=True, singles_out=True),
    "subsets": Traits(GROUPS, in_order=True, risky=True),
    "runs": Traits(GROUPS, faces=True, in_order=True, risky=True, singles_out=True),
    "indexed": Traits(GROUPS, keeps="cards", singles_out=True),
    "eachloc": Traits(GROUPS, repeats=True),
    # --- other collections
    "range": Traits((Kind.INTS,), risky=True),
    "names": Traits((Kind.STRS,), of_any_card=True),
    "players": Traits(PLAYERS, of_any_card=True),
    "others": Traits(PLAYERS, turn=True),
    "members": Traits(PLAYERS),
    "teams": Traits(TEAMS),
    "other_teams": Traits(TEAMS, turn=True),
    "var": Traits(VALUES, steady="surely", of_any_card=True),
    "filter": Traits(COLLECTIONS, repeats=True, of_any_card=True),
    # --- statements
    "do": _SURE,
    "let": _SURE,
    "when": _FLOW,
    "choice": _FLOW,
    "stage": _LOOP,
    "each": _LOOP,
    "repeat": _LOOP,
    "repeat_all": _LOOP,
    "set_int": _SETTING,
    "set_str": _SETTING,
    "inc": _SETTING,
    "dec": _SETTING,
    "set_points": Traits(NOTHING, acts=True),
    "move": Traits(NOTHING, acts=True, puts=True),
    "remember": Traits(NOTHING, acts=True, puts=True),
    "forget": Traits(NOTHING, acts=True),
    "swap_cards": Traits(NOTHING, acts=True, by_position=True, singles_out=True),
    "swap_places": Traits(NOTHING, acts=True, singles_out=True),
    "shuffle": Traits(NOTHING, acts=True),
    "cycle": Traits(NOTHING, acts=True),
    "pass": Traits(NOTHING, acts=True),
    "create_deck": Traits(NOTHING, acts=True, singles_out=True),
    "create_teams": Traits(NOTHING, acts=True),
    # --- parts of statements
    "dest": Traits((Kind.DEST,)),
    "award": Traits(NOTHING),
    "pair": Traits(NOTHING, attribute=True),
    "wrong": Traits((Kind.WRONG,)),
}
