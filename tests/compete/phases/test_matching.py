"""Pairing equals without meeting again."""

from __future__ import annotations

from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from kibitz.compete.phases.matching import can_all_be_paired, fewest_again

SIX = list(combinations(range(6), 2))


def by_trying(graph: list[set[int]], left: frozenset[int]) -> bool:
    if not left:
        return True
    one = min(left)
    return any(by_trying(graph, left - {one, other}) for other in left if other in graph[one])


@given(st.sets(st.sampled_from(SIX)))
def test_all_can_be_paired_exactly_if_some_way_to_do_it_is_found_by_trying(
    edges: set[tuple[int, int]],
) -> None:
    graph: list[set[int]] = [set() for _ in range(6)]
    for one, other in edges:
        graph[one].add(other)
        graph[other].add(one)
    assert can_all_be_paired(graph) == by_trying(graph, frozenset(range(6)))


@given(st.dictionaries(st.sampled_from(SIX), st.integers(0, 2)))
def test_nobody_meets_again_more_often_than_must_be(met: dict[tuple[int, int], int]) -> None:
    names = "abcdef"
    times = {frozenset(names[i] for i in pair): count for pair, count in met.items()}
    pairs = fewest_again(names, times)
    assert sorted(name for pair in pairs for name in pair) == list(names)
    worst = max(times.get(frozenset(pair), 0) for pair in pairs)
    for most in range(worst):
        graph = [
            {
                j
                for j in range(6)
                if j != i and times.get(frozenset((names[i], names[j])), 0) <= most
            }
            for i in range(6)
        ]
        assert not by_trying(graph, frozenset(range(6)))


def test_neighbours_are_paired_if_nothing_is_against_it() -> None:
    assert fewest_again("abcdef", {}) == [("a", "b"), ("c", "d"), ("e", "f")]


def test_a_large_field_is_paired_in_no_time() -> None:
    names = [f"n{number}" for number in range(64)]
    met = {frozenset((names[i], names[j])): 1 for i in range(64) for j in range(i) if (i + j) % 3}
    pairs = fewest_again(names, met)
    assert not any(frozenset(pair) in met for pair in pairs)
