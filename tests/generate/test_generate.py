"""The generator: the same seed gives the same documents, and they cover the language."""

from __future__ import annotations

from collections import Counter
from random import Random

from refrakt.markdoc.document import parse
from refrakt.markdoc.parse_options import ParseOptions

from . import edits, many

EVERY_NODE = {
    *(
        "document",
        "heading",
        "paragraph",
        "inline",
        "text",
        "softbreak",
        "hardbreak",
        "em",
        "strong",
        "s",
        "link",
        "image",
    ),
    *(
        "code",
        "fence",
        "blockquote",
        "list",
        "item",
        "hr",
        "table",
        "thead",
        "tbody",
        "tr",
        "th",
        "td",
        "tag",
        "comment",
        "error",
    ),
}
EVERY_PROBLEM = {
    *("parse-error", "missing-closing", "missing-opening", "duplicate-attribute", "no-inline-annotations"),
    *("fence-tag-error", "table-syntax"),
}


def test_a_seed_determines_the_document() -> None:
    assert many(3, 30) == many(3, 30)
    assert many(3, 30) != many(4, 30)
    assert many(3, 30)[:10] == many(3, 10)


def test_documents_cover_the_language() -> None:
    nodes: Counter[str] = Counter()
    problems: Counter[str] = Counter()
    slots = 0
    for text in many(1, 600):
        document = parse(text, ParseOptions(comments=True, slots=True))
        for node in (document.tree, *document.tree.walk()):
            nodes[node.type] += 1
            problems.update(error.id for error in node.errors)
            slots += len(node.slots)
    assert nodes.keys() >= EVERY_NODE
    assert problems.keys() >= EVERY_PROBLEM
    assert slots > 10
    assert nodes["tag"] > 300


def test_edits_fit_the_text_they_change() -> None:
    for seed in range(20):
        text = many(seed, 1)[0]
        for edit in edits(Random(seed), text, 20):
            assert 0 <= edit.start <= edit.end <= len(text)
            text = edit.apply(text)
