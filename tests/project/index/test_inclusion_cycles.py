"""Cycles in a graph of inclusions, and the paths along them."""

from __future__ import annotations

import pytest

from refrakt.project.index.inclusion_cycles import CycleGraph, CyclePath


def graph(*edges: str) -> CycleGraph:
    """A graph of edges such as `ab`, in which `a` refers to `b` by the name `to-b`."""
    nodes = sorted({node for edge in edges for node in edge})
    return CycleGraph({node: {each[1]: f"to-{each[1]}" for each in edges if each[0] == node} for node in nodes})


@pytest.mark.parametrize(
    ("edges", "cycles"),
    [
        (["ab", "bc"], []),
        (["aa", "ab"], ["a"]),
        (["ab", "ba", "bc"], ["ab"]),
        (["ab", "bc", "ca", "cd", "de", "ed"], ["abc", "de"]),
        (["ab", "ac", "bd", "cd", "da"], ["abcd"]),
    ],
)
def test_nodes_that_can_reach_themselves_are_in_a_cycle(edges: list[str], cycles: list[str]) -> None:
    found = graph(*edges).cycles
    assert {node: set(cycle.edges) for node, cycle in found.items()} == {
        node: set(cycle) for cycle in cycles for node in cycle
    }


def test_a_path_is_the_shortest_to_each_end() -> None:
    found = graph("ab", "bc", "cd", "da", "ac").cycles["a"]
    assert found.path_between("b", "a") == CyclePath(("b", "c", "d"))
    assert found.path_between("b", "d") == CyclePath(("b", "c"))
    assert found.path_between("d", "c") == CyclePath(("d", "a"))
    assert found.path_between("c", "c") == CyclePath()


def test_a_long_path_names_its_first_nodes() -> None:
    ring = [f"{a}{b}" for a, b in zip("abcdefgh", "bcdefgha", strict=True)]
    found = graph(*ring).cycles["a"]
    assert found.path_between("a", "f") == CyclePath(tuple("abcde"))
    assert found.path_between("a", "g") == CyclePath(tuple("abc"), 3)


def test_only_cycles_with_other_edges_have_changed() -> None:
    before, after = graph("ab", "ba", "cd", "dc", "ee"), graph("ab", "ba", "cd", "dc", "cc", "ff", "eg")
    assert before.changed_nodes(before) == set()
    assert after.changed_nodes(before) == {"c", "d", "e", "f"}
    assert after.can_reach("e", "g")
    assert not after.can_reach("g", "e")
    assert after.name("a", "b") == "to-b"
