"""Where entries of TOML stand."""

from __future__ import annotations

import tomllib

from hypothesis import given
from hypothesis import strategies as st

from kibitz.engine.spots import At, nearest, spots

TEXT = '''title = "x" # not = "y"
"odd name".inner = 1
[limits]
move = 1.0
[[entrants]]
name = "A"
team = ["Ana",  # first
  'Bea',
]
[[entrants]]
name = 'B'
[entrants.more]
deep = true
[[phases]]
stop = {better = 0.5, alpha=0.1}
about = """
[[no]]
a = "1"
"""
last = 2
'''


def written(at: At) -> tuple[str, str]:
    spot = spots(TEXT)[at]
    return TEXT[slice(*spot.name)], TEXT[slice(*spot.value)]


def test_entries_are_found_in_tables_lists_and_tables_in_a_line() -> None:
    assert written(("title",)) == ("title", '"x"')
    assert written(("odd name", "inner")) == ('"odd name".inner', "1")
    assert written(("limits", "move")) == ("move", "1.0")
    assert written(("entrants", 1, "name")) == ("name", "'B'")
    assert written(("entrants", 0, "team", 1)) == ("'Bea'", "'Bea'")
    assert written(("entrants", 1, "more", "deep")) == ("deep", "true")
    assert written(("phases", 0, "stop", "alpha")) == ("alpha", "0.1")


def test_a_text_of_many_lines_has_no_entries_in_it() -> None:
    found = spots(TEXT)
    assert ("no", 0) not in found
    assert written(("phases", 0, "last")) == ("last", "2")


def test_of_what_is_not_there_the_nearest_thing_around_it_is_shown() -> None:
    found = nearest(spots(TEXT), ("entrants", 0, "bot"))
    assert found is not None
    length, spot = found
    assert length == 2
    assert TEXT[slice(*spot.name)] == "[[entrants]]"
    assert nearest(spots(TEXT), ("nothing",)) is None


LINES = st.sampled_from(
    ["a = 1", 'b = "]"', "[c]", "[[d]]", "e.f = [1, [2, 3], {g = 4}]", "# h = 1", 'i = """\n=\n"""']
)


@given(st.lists(LINES, unique=True))
def test_whatever_is_toml_can_be_walked_through(lines: list[str]) -> None:
    text = "\n".join(lines)
    data = tomllib.loads(text)
    found = spots(text)
    for key, value in data.items():
        if not isinstance(value, dict):
            assert (key,) in found
