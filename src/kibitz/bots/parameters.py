"""Parameters of bots: keyword arguments of a class, given as text.

`ismcts:iterations=1000` calls `Ismcts(iterations=1000)`: the annotation of the argument says what
kind of value it is; without one, the default does. `Annotated[int, "games tried"]` also says what
it is for.
"""

from __future__ import annotations

import inspect
import math
import types
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from kibitz.bots.sources import told
from kibitz.errors import KibitzError, did_you_mean

__all__ = ["Parameter", "at_least", "parameters_of", "read_settings"]

WORDS = {int: "a whole number", float: "a number", bool: "yes or no", str: "a text"}
TRUTH = {"yes": True, "true": True, "on": True, "1": True}
TRUTH |= {"no": False, "false": False, "off": False, "0": False}


@dataclass(frozen=True, slots=True)
class Parameter:
    """A keyword argument of a bot's class."""

    name: str
    kind: Any
    """Its annotation, or the type of its default."""
    default: object
    required: bool = False
    about: str = ""
    """What it is for, if its annotation says so."""

    def __str__(self) -> str:
        return self.name if self.required else f"{self.name}={written(self.default)}"

    @property
    def values(self) -> str:
        """What it can be, in words: `a whole number`, `maxn or paranoid`."""
        return " or ".join(_words(self.kind))

    def read(self, text: str) -> object:
        """The value a text means."""
        for kind in _alternatives(self.kind):
            try:
                return _read(text, kind)
            except ValueError:
                continue
        raise ValueError(text)


def written(value: object) -> str:
    """A value as one would type it: `read` understands it."""
    if value is None or isinstance(value, bool):
        return {None: "none", True: "yes", False: "no"}[value]
    return str(value)


def parameters_of(kind: type, name: str) -> dict[str, Parameter]:
    """What can be given to a bot's class; `name` is what the bot is called in complaints."""
    try:
        signature = inspect.signature(kind, eval_str=True)
    except Exception as error:  # annotations are code, and may be wrong in any way
        raise KibitzError(
            f"the parameters of `{name}` cannot be read: {told(error)}",
            f"the annotations of {kind.__name__}.__init__ must be names its file has",
        ) from None
    found = {}
    for argument in signature.parameters.values():
        if argument.kind not in (argument.KEYWORD_ONLY, argument.POSITIONAL_OR_KEYWORD):
            continue
        required = argument.default is argument.empty
        default = None if required else argument.default
        annotation = argument.annotation
        if annotation is argument.empty:
            annotation = str if default is None else type(default)
        annotation, about = _explained(annotation)
        found[argument.name] = Parameter(argument.name, annotation, default, required, about)
    return found


def read_settings(kind: type, text: str, name: str) -> dict[str, object]:
    """The arguments a text like `iterations=1000,policy=maxn` gives to a bot's class."""
    known = parameters_of(kind, name)
    settings: dict[str, object] = {}
    for part in text.split(",") if text else ():
        key, equals, value = (piece.strip() for piece in part.partition("="))
        if not (key and equals and value):
            raise KibitzError(
                f"`{part}` sets no parameter of `{name}`", f"write {name}:NAME=VALUE,NAME=VALUE"
            )
        if key not in known:
            raise KibitzError(
                f"`{name}` has no parameter `{key}`{did_you_mean(key, known)}", _has(known)
            )
        if key in settings:
            raise KibitzError(f"`{name}` is given {key} twice", "leave one of them out")
        try:
            settings[key] = known[key].read(value)
        except ValueError:
            raise KibitzError(
                f"{key} of `{name}` cannot be `{value}`", f"it is {known[key].values}"
            ) from None
    for parameter in known.values():
        if parameter.required and parameter.name not in settings:
            raise KibitzError(
                f"`{name}` must be given {parameter.name}",
                f"write {name}:{parameter.name}=VALUE; it is {parameter.values}",
            )
    return settings


def _has(known: Mapping[str, Parameter]) -> str:
    return f"it has {', '.join(map(str, known.values()))}" if known else "it has none"


# A kind is whatever somebody wrote after the colon, and a value whatever that is of.


def _explained(kind: Any) -> tuple[Any, str]:
    """What an annotation says about the value, and what about its purpose."""
    if get_origin(kind) is not Annotated:
        return kind, ""
    bare, *more = get_args(kind)
    return bare, next((said for said in more if isinstance(said, str)), "")


def _alternatives(kind: Any) -> tuple[Any, ...]:
    """The kinds of `X | None`, None first: it is the only one that cannot be mistaken."""
    if get_origin(kind) in (Union, types.UnionType):
        return tuple(sorted(get_args(kind), key=lambda part: part is not type(None)))
    return (kind,)


def _read(text: str, kind: Any) -> object:
    if get_origin(kind) is Literal:
        for value in get_args(kind):
            if written(value) == text:
                return value
    if kind is type(None) and text.lower() == "none":
        return None
    if kind is bool and text.lower() in TRUTH:
        return TRUTH[text.lower()]
    if kind is float and not math.isfinite(float(text)):
        raise ValueError(text)
    if kind in (int, float, str):
        return kind(text)
    raise ValueError(text)


def _words(kind: Any) -> list[str]:
    words: list[str] = []
    for part in reversed(_alternatives(kind)):
        if get_origin(part) is Literal:
            words += map(written, get_args(part))
        elif part is type(None):
            words.append("none")
        else:
            words.append(WORDS.get(part, "something that cannot be written in a name"))
    return words


def at_least(least: int, **given: float | None) -> None:
    """Refuse parameters that are too small."""
    for name, value in given.items():
        if value is not None and value < least:
            raise KibitzError(f"{name} cannot be {value:g}", f"at least {least}")
