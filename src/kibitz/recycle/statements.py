"""Statements: stages, choices and what stands around actions, checked and typed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from kibitz.recycle import actions
from kibitz.recycle.elaboration import EXPRESSION_TOPICS, Elaboration
from kibitz.recycle.labels import checked
from kibitz.recycle.otherwise import at_last, branched, is_else
from kibitz.recycle.reader import Atom, Form, Item
from kibitz.recycle.scope import Wrong, called
from kibitz.recycle.tree import Kind, Node
from kibitz.recycle.unfolding import unfolded
from kibitz.recycle.vocabulary import FORMS, form, words

__all__ = ["block", "held", "value_first"]

UNDERSTOOD = (actions,)
"""They are asked through the table of forms, where each registers what it understands."""

NOTHING = Kind.NOTHING

HABITS = {
    "if": "a condition stands before its statement, without a word: ((== 1 1) (turn pass))",
    "when": "a condition stands before its statement, without a word: ((== 1 1) (turn pass))",
    "while": "what is repeated until a condition holds is a stage",
    "for": "write (all COLLECTION 'V STATEMENT)",
    "foreach": "write (all COLLECTION 'V STATEMENT)",
    "define": "definitions stand in the game, before its setup",
    "otherwise": "write (else STATEMENT), after what it is the opposite of",
    "default": "write (else STATEMENT), after what it is the opposite of",
    "pass": "write (turn pass)",
    "add": "write (inc STORE INT)",
    "deal": "write (move (top PLACE) (top PLACE))",
    "draw": "write (move (top PLACE) (top PLACE))",
    "play": "write (move CARD (top PLACE))",
}
"""Words of other languages and of the card table, and how they are said here."""


def block(here: Elaboration, item: Item) -> Node:
    """What may stand in a game, in a stage or in a `let` that stands there."""
    try:
        if isinstance(item, Form) and item.head in here.definitions:
            return unfolded(here, item, block)
        if isinstance(item, Form) and item.head in ("stage", "choice"):
            return _stage(here, item) if item.head == "stage" else _choice(here, item)
        if isinstance(item, Form) and item.head == "let":
            return _let(here, item, outside=True)
        return statement(here, item)
    except Wrong:
        return nothing(here, item)


def nothing(here: Elaboration, item: Item) -> Node:
    return Node("do", NOTHING, (), (item.start, item.end))


def statement(here: Elaboration, item: Item) -> Node:
    """A statement, with or without a condition before it."""
    try:
        return _statement(here, item)
    except Wrong:
        return nothing(here, item)


def _statement(here: Elaboration, item: Item) -> Node:
    if isinstance(item, Atom):
        raise here.wrong(item, f"`{item}` stands where an action is expected")
    if not item.items:
        raise here.wrong(
            item,
            "there is nothing between these brackets",
            "an action is expected, such as (turn pass)",
        )
    first = item.items[0]
    if isinstance(first, Form):
        return _when(here, item, first)
    if first.text in here.definitions:
        return unfolded(here, item, statement)
    for topic in ("action", "flow"):
        if (topic, first.text) in FORMS:
            if first.text in ("stage", "choice"):
                raise here.wrong(
                    item,
                    f"a {first} cannot stand here",
                    "it stands directly in the game or in another stage"
                    if first.text == "stage"
                    else "it stands directly in the game, in a stage, or in a let there",
                )
            return here.understood(topic, first.text, item)
    raise _unknown(here, item, first)


def _when(here: Elaboration, item: Form, first: Form) -> Node:
    """A condition and what it guards."""
    if first.head in words("action"):
        raise here.wrong(
            item,
            "statements in a row need a `do`",
            here.syntax("do")
            if len(item.items) > 1
            else "or there is one pair of brackets too many",
        )
    if len(item.items) != 2:
        here.softly(here.condition, first)
        raise here.wrong(
            item,
            "a condition is followed by exactly one statement",
            "put several into one with (do (...))",
        )
    test = here.softly(here.condition, first)
    return Node("when", NOTHING, (test, statement(here, item.items[1])), (item.start, item.end))


def _unknown(here: Elaboration, item: Form, first: Atom) -> Wrong:
    """A form that is no statement."""
    word = first.text.lower()
    if first.kind == "name" and word in words("action", "flow"):
        return here.wrong(first, f"`{first}` is a name; did you mean the word `{word}`?")
    if (
        first.kind != "word"
        or str(item.items[-1]) in ("player", "team")
        or (first.text == "game" and len(item.items) > 2)
    ):
        return here.wrong(item, f"`{here.show(item)}` stands where an action is expected")
    if word in words("bool"):
        return here.wrong(
            item,
            f"`{first}` is a condition; an action was expected here",
            "a condition and what it guards stand in brackets: ((== 1 1) (turn pass))",
        )
    if word in words(*EXPRESSION_TOPICS):
        return here.wrong(item, f"`{first}` yields a value; an action was expected here")
    near = here.near(first.text, {*words("action", "flow"), *here.definitions})
    return here.wrong(first, f"unknown action `{first}`{near}", HABITS.get(word))


# --- flow -----------------------------------------------------------------------------------------


@form(
    "stage",
    "flow",
    "(stage player|team (end CONDITION) {STATEMENT})",
    "turns: players (teams) in order run the body until the condition holds; it is tested "
    "on arrival and after every turn",
)
def _stage(here: Elaboration, item: Form) -> Node:
    if len(item.items) < 3:
        raise here.wrong(
            item, "a stage needs who takes turns and when it ends", here.syntax("stage")
        )
    who, end, *body = item.items[1:]
    if isinstance(who, Form) and who.head == "end":
        here.wrong(
            item,
            "who takes turns in this stage? `player` or `team` was expected",
            here.syntax("stage"),
        )
        who, end, *body = item.items[0], *item.items[1:]
    elif str(who) not in ("player", "team"):
        near = here.near(str(who), ("player", "team"))
        here.wrong(
            who,
            f"`{here.show(who)}` cannot take turns: `player` or `team` was expected{near}",
            here.syntax("stage"),
        )
    here.stage_kinds.append(str(who))
    if isinstance(end, Form) and end.head == "end":
        test = here.softly(partial(_end_of_stage, here), end)
    else:
        here.wrong(
            end,
            "a stage says when it is over: `(end CONDITION)` was expected",
            here.syntax("stage"),
        )
        test, body = nothing(here, end), [end, *body]
    if not body:
        here.wrong(item, "this stage has no body", here.syntax("stage"))
    blocks = tuple(block(here, part) for part in body)
    here.stage_kinds.pop()
    return Node("stage", NOTHING, (test, *blocks), (item.start, item.end), str(who))


def _end_of_stage(here: Elaboration, item: Item) -> Node:
    assert isinstance(item, Form)
    (test,) = here.parts(item, 1)
    return here.condition(test)


@form(
    "choice",
    "flow",
    "(choice ({[CONDITION] STATEMENT}))",
    "the current player decides: every way through a clause is an option",
)
def _choice(here: Elaboration, item: Form) -> Node:
    labels: list[str] = []

    def clause(here: Elaboration, part: Item) -> Node:
        with here.naming([]) as label:
            node = statement(here, part)
        labels.append("".join(label))
        return node

    parts = _parts(here, item)
    clauses = [clause(here, part) for part in parts if not is_else(part)]
    for part in filter(is_else, parts):
        if part is not parts[-1]:
            here.wrong(part, "`else` stands last in a choice")
        elif not clauses:
            here.wrong(part, "there is no clause before this `else`", here.syntax("else"))
        else:
            clauses.append(_at_last(here, part, clauses, clause))
    called = tuple(labels) if any(labels) else None
    return Node("choice", NOTHING, tuple(clauses), (item.start, item.end), called)


def _at_last(
    here: Elaboration, item: Item, clauses: list[Node], clause: Callable[[Elaboration, Item], Node]
) -> Node:
    """The options of an `else`."""
    assert isinstance(item, Form)
    try:
        (body,) = here.parts(item, 1)
        return at_last(here, item, clauses, clause(here, body))
    except Wrong:
        return nothing(here, item)


@form(
    "label",
    "flow",
    '(label "TEXT" STATEMENT)',
    "in a choice: what an option is called at the table; `{}` in the text stands for what is "
    "picked. It stands around all that the option does",
)
def _label(here: Elaboration, item: Form) -> Node:
    text, body = here.parts(item, 2)
    if here.label is None:
        inside = here.choosing
        here.wrong(
            item,
            "a label stands around all that its option does"
            if inside
            else "a label is what an option is called, and there is no choice here",
            'write (label "..." (do (...)))' if inside else None,
        )
    elif here.label:
        here.wrong(item, f"this option is called `{here.label[0]}` already")
    else:
        here.label.append(checked(here, text))
    return statement(here, body)


@form(
    "do",
    "flow",
    "(do ({[CONDITION] STATEMENT}))",
    "one after another; a statement whose condition is false is skipped",
)
def _do(here: Elaboration, item: Form) -> Node:
    alone = (
        len(item.items) == 2 and isinstance(item.items[1], Form) and len(item.items[1].items) == 1
    )
    with here.naming(here.label if alone else None):
        statements: list[Node] = []
        conditions = 0  # that stand at the end of what was read
        for part in _parts(here, item):
            if isinstance(part, Form) and is_else(part):
                statements.append(_branched(here, part, statements, conditions))
                conditions = 0
            else:
                statements.append(statement(here, part))
                conditions = conditions + 1 if statements[-1].guards else 0
        return Node("do", NOTHING, tuple(statements), (item.start, item.end))


@form(
    "else",
    "flow",
    "(else STATEMENT)",
    "in a `do`: if none of the conditions directly before it held; last in a `choice`: if nothing "
    "else is offered",
)
def _branched(
    here: Elaboration, item: Form, before: list[Node] | None = None, conditions: int = 0
) -> Node:
    """An `else` with the conditions before it, which it takes from the list, if it is in one."""
    try:
        (body,) = here.parts(item, 1)
        inner = statement(here, body)
        if before is None or not conditions:
            raise here.wrong(
                item,
                "no condition stands directly before this `else`",
                "it is done if none of the conditions right before it in its list held",
            )
        guarded = [before.pop() for _ in range(conditions)][::-1]
        return branched(here, item, guarded, inner)
    except Wrong:
        return nothing(here, item)


def _parts(here: Elaboration, item: Form) -> Sequence[Item]:
    """The statements in the brackets of a `do` or a `choice`, not yet read."""
    body = item.items[1] if len(item.items) > 1 else item
    if body is item or not isinstance(body, Form):
        raise here.wrong(
            body, f"`{item.head}` needs a bracketed list of statements", here.syntax(item.head)
        )
    first = body.items[0] if body.items else None
    if first is None:
        raise here.wrong(item, f"there is nothing in this `{item.head}`", here.syntax(item.head))
    bare = isinstance(first, Atom) and (
        first.text in words("action", "flow") or first.text in here.definitions
    )
    if len(item.items) > 2 and bare:
        here.found.error(
            item.start,
            item.start + 1,
            f"`{item.head}` needs one more pair of brackets around all its statements",
            here.syntax(item.head),
        )
        return item.items[1:]
    if len(item.items) > 2:
        here.wrong(
            item.items[2],
            f"this stands outside the list of statements of its `{item.head}`",
            here.syntax(item.head),
        )
        return (*body.items, *item.items[2:])
    if bare:
        here.found.warning(
            body.start,
            body.start + 1,
            f"`{item.head}` needs one more pair of "
            "brackets around its statements; read as if they were there",
        )
        return (body,)
    return body.items


@form(
    "any",
    "flow",
    "(any COLLECTION 'V STATEMENT)",
    "in a choice: one option for every "
    "member, and of nothing it is skipped; elsewhere the same as `all`",
)
@form("all", "flow", "(all COLLECTION 'V STATEMENT)", "for every member, in order")
def _each(here: Elaboration, item: Form) -> Node:
    collection, binding, body = here.member(item, "flow")
    label = here.label if item.head == "any" else None
    with here.bound(binding), here.looping(item), here.naming(label):
        inner = statement(here, body)
    return Node("each", NOTHING, (collection, inner), (item.start, item.end), item.head, binding)


@form(
    "let",
    "flow",
    "(let X 'V STATEMENT)",
    "names a value; of a place: the place itself; of a filter or group: the cards at that moment",
)
def _let(here: Elaboration, item: Form, outside: bool = False) -> Node:
    value_first(here, item)
    if len(item.items) != 4:
        here.lose(item.items)
    what, name, body = here.parts(item, 3)
    value = here.softly(partial(held, here), what)
    binding = here.binding(name, value.kind, "let", value)
    with here.bound(binding):
        stage = isinstance(body, Form) and body.head == "stage"
        inner = block(here, body) if outside and not stage else statement(here, body)
    return Node("let", NOTHING, (value, inner), (item.start, item.end), var=binding)


def held(here: Elaboration, item: Item) -> Node:
    """What a variable can be bound to."""
    value = here.expression(item)
    if value.kind in (Kind.BOOL, Kind.GAME, Kind.POINTS):
        raise here.wrong(item, f"a variable cannot hold {called(value.kind)}")
    return value


def value_first(here: Elaboration, item: Form) -> None:
    """Say so if a variable stands before its value."""
    if len(item.items) > 2:
        name, value = item.items[1:3]
        swapped = (
            isinstance(name, Atom)
            and name.kind == "variable"
            and not (isinstance(value, Atom) and value.kind == "variable")
        )
        if swapped and str(name)[1:] not in here.scope:
            here.lose((name,))
            raise here.wrong(
                item,
                f"the value comes first: ({item.head} {here.show(value)} {name} ...)"
                if item.head == "let"
                else f"the value comes first: ({item.head} {here.show(value)} {name})",
            )


@form(
    "repeat",
    "action",
    "(repeat INT STATEMENT)",
    "so many times; `(repeat all (move ...))`: "
    "as often as the place it moves from has cards at the start",
)
def _repeat(here: Elaboration, item: Form) -> Node:
    times, body = here.parts(item, 2)
    with here.looping(item), here.naming(None):
        inner = statement(here, body)
    at = (item.start, item.end)
    if isinstance(times, Atom) and times.text == "all":
        if inner.op in ("move", "forget"):
            return Node("repeat_all", NOTHING, (inner,), at)
        if inner.op == "do" and not inner.args:
            raise Wrong
        raise here.wrong(
            body,
            "`repeat all` needs a `move` from a place, or a `forget`",
            "it is written (repeat all (move (top PLACE) DEST))",
        )
    return Node("repeat", NOTHING, (here.integer(times), inner), at)
