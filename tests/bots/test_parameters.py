"""Parameters of bots, given as text."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

import pytest

from kibitz.bots.parameters import parameters_of, read_settings
from kibitz.errors import KibitzError


@dataclass
class Thinker:
    depth: int = 2
    bold: float = 0.5
    open: bool = False
    style: str = "plain"
    policy: Literal["maxn", "paranoid"] = "maxn"
    limit: int | None = None
    deck: list[int] | None = None


class Needy:
    def __init__(self, plan, depth=3, *more, hurry=False, **rest):  # type: ignore[no-untyped-def]
        pass


class Puzzling:
    def __init__(self, depth: Nowhere = 3) -> None:  # type: ignore[name-defined]  # noqa: F821
        pass


@pytest.mark.parametrize(
    ("text", "settings"),
    [
        ("", {}),
        ("depth=3", {"depth": 3}),
        ("depth=3, bold=2", {"depth": 3, "bold": 2.0}),
        ("bold=1e-3", {"bold": 0.001}),
        ("open=yes", {"open": True}),
        ("open=FALSE", {"open": False}),
        ("style=wild:west", {"style": "wild:west"}),
        ("policy=paranoid", {"policy": "paranoid"}),
        ("limit=5", {"limit": 5}),
        ("limit=none", {"limit": None}),
    ],
)
def test_a_text_becomes_arguments(text: str, settings: dict[str, object]) -> None:
    found = read_settings(Thinker, text, "thinker")
    assert found == settings
    assert [type(value) for value in found.values()] == [type(v) for v in settings.values()]


@pytest.mark.parametrize("said", ["yes", "true", "on", "1", "no", "false", "off", "0"])
def test_yes_and_no_can_be_said_in_four_ways(said: str) -> None:
    found = read_settings(Thinker, f"open={said}", "thinker")
    assert found == {"open": said in ("yes", "true", "on", "1")}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("dept=3", "`thinker` has no parameter `dept`; did you mean `depth`?\n  hint: it has "),
        ("depth", "`depth` sets no parameter of `thinker`\n  hint: write thinker:NAME=VALUE"),
        ("depth=", "`depth=` sets no parameter of `thinker`"),
        ("depth=3,depth=4", "`thinker` is given depth twice"),
        ("depth=deep", "depth of `thinker` cannot be `deep`\n  hint: it is a whole number"),
        ("depth=1.5", "depth of `thinker` cannot be `1.5`"),
        ("bold=very", "bold of `thinker` cannot be `very`\n  hint: it is a number"),
        ("bold=nan", "bold of `thinker` cannot be `nan`\n  hint: it is a number"),
        ("bold=-inf", "bold of `thinker` cannot be `-inf`"),
        ("open=2", "open of `thinker` cannot be `2`\n  hint: it is yes or no"),
        ("policy=max", "policy of `thinker` cannot be `max`\n  hint: it is maxn or paranoid"),
        ("limit=some", "limit of `thinker` cannot be `some`\n  hint: it is a whole number or none"),
        ("deck=1", "deck of `thinker` cannot be `1`"),
    ],
)
def test_what_cannot_be_set_is_refused(text: str, message: str) -> None:
    with pytest.raises(KibitzError) as refused:
        read_settings(Thinker, text, "thinker")
    assert str(refused.value).startswith(message)


def test_a_bot_without_parameters_says_so() -> None:
    with pytest.raises(KibitzError, match="it has none"):
        read_settings(object, "depth=3", "plain")


def test_a_parameter_without_a_default_must_be_given() -> None:
    with pytest.raises(KibitzError, match="`needy` must be given plan\n  hint: write needy:plan="):
        read_settings(Needy, "depth=2", "needy")


def test_without_annotations_the_default_says_what_it_is() -> None:
    found = read_settings(Needy, "plan=a,depth=4,hurry=on", "needy")
    assert found == {"plan": "a", "depth": 4, "hurry": True}


def test_annotations_that_mean_nothing_are_reported() -> None:
    with pytest.raises(KibitzError, match="NameError: name 'Nowhere' is not defined"):
        parameters_of(Puzzling, "puzzling")


def test_parameters_are_written_as_they_are_typed() -> None:
    shown = [str(parameter) for parameter in parameters_of(Thinker, "thinker").values()]
    assert shown[:6] == [
        *("depth=2", "bold=0.5", "open=no", "style=plain", "policy=maxn", "limit=none")
    ]
    assert str(parameters_of(Needy, "needy")["plan"]) == "plan"


class Patient:
    def __init__(
        self,
        seconds: Annotated[float | None, 7, "how long it thinks"] = None,
        plain: Annotated[bool, 7] = False,
    ) -> None:
        pass


def test_an_annotation_can_say_what_a_parameter_is_for() -> None:
    seconds, plain = parameters_of(Patient, "patient").values()
    assert (seconds.about, seconds.values) == ("how long it thinks", "a number or none")
    assert (plain.about, plain.values) == ("", "yes or no")
    assert read_settings(Patient, "seconds=2", "patient") == {"seconds": 2.0}
