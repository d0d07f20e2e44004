"""The comparison itself: it finds differences and minimises them."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from refrakt.markdoc.document import parse

from .canonical import canonical, first_difference, problems, tree
from .comparison import is_endless_in_reference
from .minimise import minimise


def test_empty_keys_are_ignored() -> None:
    assert canonical({"a": {}, "b": [], "c": None, "d": {"$undefined": True}, "e": {"f": {}}, "g": 0}) == {"g": 0}
    assert canonical([None, {}, 2.0]) == [None, {}, 2]


@pytest.mark.parametrize(
    ("ours", "theirs", "found"),
    [
        ({"a": 1}, {"a": 1}, None),
        ({"a": [1, {"b": "x"}]}, {"a": [1, {"b": "y"}]}, ".a[1].b: ours 'x', reference 'y'"),
        ({"a": True}, {"a": 1}, ".a: ours True, reference 1"),
        ({}, {"a": 1}, ".a: ours has none, reference 1"),
        ([1], [1, 2], ": ours has 1 [1], reference 2 [1, 2]"),
    ],
)
def test_first_difference_is_reported(ours: object, theirs: object, found: str | None) -> None:
    assert first_difference(ours, theirs) == found


def test_problems_count_by_id_and_level_only() -> None:
    ast = parse("{% a= %}").to_json()
    other = parse("{% a= %}").to_json()
    other["children"][0]["errors"][0]["message"] = "in other words"
    assert first_difference(tree(ast), tree(other)) is None
    other["children"][0]["errors"][0]["level"] = "info"
    assert first_difference(tree(ast), tree(other)) is not None


def test_validation_results_have_no_order() -> None:
    a = {"id": "a", "level": "error", "type": "tag", "lines": [0, 1], "message": "x"}
    b = {**a, "lines": [1, 2], "message": "y"}
    assert problems([a, b]) == problems([b, {**a, "message": "z"}])
    assert problems([a]) != problems([b])


def test_failing_documents_are_minimised() -> None:
    request: list[str] = []

    def fails(sources: Sequence[str]) -> list[bool]:
        request.extend(sources)
        return ["{%" in source and "\n>" in source for source in sources]

    assert minimise("# Title\n\ntext {% tag %} more\n\n> quote\n> more\n\nend", fails) == "{%\n>"
    assert len(request) < 300


@pytest.mark.parametrize(
    ("source", "hangs"),
    [("[a <!-- b -->", True), ("![a\n<!-- b", True), ("<!-- a --> [b]", False), ("[a]\n\n<!-- b -->", False)],
)
def test_documents_the_reference_never_returns_from(source: str, hangs: bool) -> None:
    assert is_endless_in_reference(source) is hangs
