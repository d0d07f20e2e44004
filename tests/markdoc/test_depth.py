"""Trees of the maximum depth: all constructs that nest, nested to their limits."""

from __future__ import annotations

import json

import pytest

from refrakt.markdoc.document import Document, parse
from refrakt.markdoc.format import format_document
from refrakt.markdoc.html import render_html
from refrakt.markdoc.transform import transform
from refrakt.markdoc.validate import validate


@pytest.fixture(scope="module")
def deepest() -> Document:
    left_open = "x {% a %}\n\n" * 300
    emphasis = "*a **b " * 300 + "c** d*" * 300
    return parse(left_open + "> " * 99 + emphasis + "\n")


def depth(document: Document) -> int:
    deep, level = 0, [document.tree]
    while level:
        level = [child for node in level for child in node.children]
        deep += 1
    return deep


def test_deep_nesting_is_reported(deepest: Document) -> None:
    assert depth(deepest) > 250
    assert {"too-deep", "missing-closing"} <= {problem.id for problem in deepest.problems}


def test_deep_tree_can_be_formatted(deepest: Document) -> None:
    assert json.loads(json.dumps(deepest.to_json(positions=True)))["type"] == "document"


def test_deep_tree_can_be_validated_rendered_and_formatted(deepest: Document) -> None:
    assert validate(deepest.tree)
    assert render_html(transform(deepest.tree)).startswith("<article>")
    assert parse(format_document(deepest)).to_json()["children"]


def test_edit_equals_full_parse(deepest: Document) -> None:
    edited = deepest.edit(2000, 2001, "y")
    assert edited.to_json(positions=True) == parse(edited.text).to_json(positions=True)


def test_mismatched_closing_tags_do_not_nest_without_limit() -> None:
    document = parse("{% hint %}\nx\n{% /hnit %}\n\n" * 1000)
    assert depth(document) < 200
    assert "too-deep" in {problem.id for problem in document.problems}
    assert json.dumps(document.to_json())
