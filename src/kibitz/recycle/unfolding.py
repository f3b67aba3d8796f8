"""Unfolding: names for conditions, values and statements, which are written out where they are
used.

    (define (follows 'C) (== (cardatt SUIT 'C) (game str LED)))

The body knows what is declared and its own parameters, and nothing of where it is used. In an
expression a parameter stands for what is given for it; before a statement it gets the value of that
moment, as by `let`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from kibitz.recycle.definitions import Definition, atoms
from kibitz.recycle.elaboration import SEATS, STORES, VISIBILITIES, Elaboration
from kibitz.recycle.reader import Atom, Form, Item
from kibitz.recycle.scope import MOST_COPIES, called
from kibitz.recycle.tree import Binding, Kind, Node, walk
from kibitz.recycle.vocabulary import TOPICS, form, words

__all__ = ["define", "unfolded", "unused"]

DEEPEST = 40
"""Brackets of definitions in definitions, written out."""

EXAMPLE = "for example (define (follows 'C) (== (cardatt SUIT 'C) (game str LED)))"

TAKEN = {*VISIBILITIES, *STORES, *SEATS, "using", "deck", "players", "teams", "pass", "end"}
"""Words that mean something inside of forms."""

Read = Callable[[Elaboration, Item], Node]


# --- where it is defined --------------------------------------------------------------------------


@form(
    "define",
    "game",
    "(define (WORD {'V}) BODY)",
    "a name, in small letters, for a condition, a value or a statement; it is written out where "
    "`(WORD {X})` stands, with what is given for the variables",
)
def define(here: Elaboration, item: Form) -> None:
    """Note a definition; it is read where it is used."""
    if len(item.items) != 3:
        here.wrong(item, "a definition is a name with its parameters, and one body", EXAMPLE)
        return
    head, body = item.items[1:]
    name = head.items[0] if isinstance(head, Form) and head.items else head
    if not isinstance(head, Form) or not isinstance(name, Atom) or name.kind != "word":
        here.wrong(
            head, f"`{here.show(head)}` is not a name with its parameters in brackets", EXAMPLE
        )
        return
    if not name.text.isalpha():
        here.wrong(name, f"`{name}` cannot be a name: it is made of small letters", EXAMPLE)
    elif name.text in words(*TOPICS) | TAKEN:
        here.wrong(name, f"`{name}` is a word of the language; choose another name")
    elif name.text in here.definitions:
        line = here.found.source.place(here.definitions[name.text].head.start)[0]
        here.wrong(name, f"`{name}` is defined already, in line {line}")
    else:
        parameters = tuple(_parameters(here, head))
        here.definitions[name.text] = Definition(name.text, parameters, body, head)


def _parameters(here: Elaboration, head: Form) -> Iterator[Atom]:
    known: set[str] = set()
    for item in head.items[1:]:
        if not isinstance(item, Atom) or item.kind != "variable":
            here.wrong(
                item,
                f"`{here.show(item)}` stands where a parameter is expected",
                "a parameter is a quote and capital letters, like 'C",
            )
        elif item.text in known:
            here.wrong(item, f"`{item}` is a parameter twice")
        else:
            known.add(item.text)
            yield item


def unused(here: Elaboration) -> None:
    """Warn of what is defined for nothing."""
    for definition in here.definitions.values():
        if definition.name not in here.unfolded:
            head = definition.head
            here.found.warning(
                head.start,
                head.end,
                f"`{definition.name}` is defined and never used, so it was not checked",
            )


# --- where it is used -----------------------------------------------------------------------------


@form("WORD", "other", "(WORD {X})", "what a definition stands for; also a condition or statement")
def unfolded(here: Elaboration, item: Form, read: Read | None = None) -> Node:
    """What a use of a definition stands for: read as a statement, or without `read` as a value."""
    definition = here.definitions[item.head]
    here.unfolded.add(definition.name)
    chain = [use for use, _ in here.unfolding]
    if definition in chain:
        names = [use.name for use in chain[chain.index(definition) :]]
        around = ", which uses ".join(f"`{name}`" for name in (*names[1:], definition.name))
        raise here.wrong(item, f"`{definition.name}` uses {around}: it would never end")
    given = item.items[1:]
    if len(given) != len(definition.parameters):
        count = len(definition.parameters)
        wanted = "nothing" if not count else f"{count} value{'s' * (count > 1)}"
        raise here.wrong(
            item,
            f"`{definition.name}` is given {len(given) or 'nothing'}, it takes {wanted}",
            f"it is defined as {here.show(definition.head)}",
        )
    here.copies += definition.size
    if sum(use.depth for use in (*chain, definition)) > DEEPEST or here.copies > MOST_COPIES:
        raise here.wrong(
            item, f"`{definition.name}` is too long, once the definitions in it are written out"
        )
    lets: list[tuple[Node, Binding]] = []
    scope = {name: binding for name, binding in here.scope.items() if binding.how == "declare"}
    scope |= {binding.name: binding for binding in here.declarations}
    for parameter, part in zip(definition.parameters, given, strict=True):
        value = _given(here, part, definition, parameter, lasting=read is not None)
        direct = read is None or _lasts(here, value, definition)
        binding = here.binding(parameter, value.kind, "given" if direct else "let", value)
        scope[binding.name] = binding
        if not direct:
            lets.append((value, binding))
    with _inside(here, definition, item, scope):
        node = here.expression(definition.body) if read is None else read(here, definition.body)
    if lets and node.op == "stage":
        raise here.wrong(
            item,
            f"`{definition.name}` is a stage: it can be given numbers, names and places that stay "
            "the same",
            "what changes during a stage is asked in the stage",
        )
    for value, binding in reversed(lets):
        node = Node("let", Kind.NOTHING, (value, node), (item.start, item.end), var=binding)
    return node


def _given(
    here: Elaboration, item: Item, definition: Definition, parameter: Atom, lasting: bool
) -> Node:
    """What a parameter stands for; a statement may ask for it more than once."""
    value = here.expression(item)
    if value.kind in (Kind.POINTS, Kind.BOOL):
        raise here.wrong(item, f"`{definition.name}` cannot be given {called(value.kind)}")
    drawn = any(n.traits.rolls or n.traits.ties for n in walk(value))
    if drawn and not lasting and definition.uses(parameter) > 1:
        raise here.wrong(
            item,
            f"`{here.show(item)}` would be drawn each time `{definition.name}` asks for it",
            "name it before with let",
        )
    return value


def _lasts(here: Elaboration, value: Node, definition: Definition) -> bool:
    """Whether something means the same all through a statement: then no name is needed for it."""
    if value.kind is Kind.GAME or value.kind is Kind.WRONG:
        return True
    turns = any(n.traits.turn for n in walk(value))
    steady = all(n.traits.steady == "surely" for n in walk(value))
    return steady and not (turns and _passes_the_turn(here, definition, set()))


def _passes_the_turn(here: Elaboration, definition: Definition, known: set[str]) -> bool:
    """Whether another player may be current before a definition is at its end."""
    for atom in atoms(definition.body):
        if atom.text in ("cycle", "stage"):
            return True
        if atom.text in here.definitions and atom.text not in known:
            known.add(atom.text)
            if _passes_the_turn(here, here.definitions[atom.text], known):
                return True
    return False


@contextmanager
def _inside(
    here: Elaboration, definition: Definition, use: Form, scope: dict[str, Binding]
) -> Iterator[None]:
    """Read a body where it is defined; messages also say where it is used."""
    outer = here.scope
    here.scope = scope
    here.unfolding.append((definition, use))
    try:
        yield
    finally:
        here.unfolding.pop()
        here.scope = outer
