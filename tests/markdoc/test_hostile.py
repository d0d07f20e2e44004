"""Adversarial documents: very long, very deep, never closed.

Parsing time must be linear. That is measured as the ratio of a document of twice the size to the document, which does not
depend on the speed and load of the machine.
"""

from __future__ import annotations

import gc
import json
import time
from collections.abc import Callable

import pytest

from refrakt.markdoc.document import Document, parse
from refrakt.markdoc.format import format_document
from refrakt.markdoc.parse_options import ParseOptions

EVERYTHING = ParseOptions(comments=True, indentation=True, slots=True)

SHAPES: dict[str, Callable[[int], str]] = {
    "one long word": lambda n: "a" * n * 20,
    "one long line of words": lambda n: "word " * n * 4,
    "one long line of tags": lambda n: "{% a %}b{% /a %} " * n,
    "open brackets": lambda n: "[" * n,
    "open brackets and tags": lambda n: "[{% a " * n,
    "nested links": lambda n: "[" * n + "](u)" * n,
    "images": lambda n: "![" * n,
    "half emphasis": lambda n: "*a" * n,
    "half emphasis of two kinds": lambda n: "*a_b" * n,
    "emphasis that closes": lambda n: "**a**" * n,
    "strikes": lambda n: "~~a" * n,
    "quotes": lambda n: '"' * n,
    "a tag with many quotes": lambda n: "{% a " + '"' * n,
    "tags with an open string": lambda n: '{% a b="' * n,
    "open tags": lambda n: "{%" * n,
    "open tags in lines": lambda n: "{% a\n" * n,
    "unclosed tags": lambda n: "{% a %}\n" * n,
    "unclosed inline tags": lambda n: "x {% a %} " * n,
    "closing tags": lambda n: "{% /a %}\n" * n,
    "nested tags": lambda n: "{% a %}\n" * n + "{% /a %}\n" * n,
    "backticks": lambda n: "`" * n,
    "backticks of every length": lambda n: " ".join("`" * k for k in range(1, int((2 * n) ** 0.5) + 1)),
    "open comments": lambda n: "<!--" * n,
    "comments": lambda n: "<!-- a -->\n" * n,
    "fences": lambda n: "```\n{% a\n```\n" * n,
    "a fence of open tags": lambda n: "```\n" + "{% a\n" * n,
    "a fence of tags": lambda n: "```\n" + "{% a %}x\n" * n + "```",
    "quotes in quotes": lambda n: ">" * n + "a",
    "lists in lists": lambda n: "- " * n + "a",
    "items": lambda n: "- a\n" * n,
    "items with tags": lambda n: "- {% a %}\n" * n,
    "definitions": lambda n: "".join(f"[a{k}]: /b\n" for k in range(n)),
    "open definitions": lambda n: "[a]: <\n" * n,
    "references": lambda n: "[a]: /b\n\n" + "[a] " * n,
    "entities": lambda n: "&amp;" * n,
    "half entities": lambda n: "&" * n,
    "escapes": lambda n: "\\*" * n,
    "a wide table": lambda n: "|a" * n + "\n" + "|-" * n + "\n" + "|b" * n,
    "a long table": lambda n: "|a|\n|-|\n" + "|b|\n" * n,
    "rows of open tags": lambda n: "|a|\n|-|\n" + "|{% b|\n" * n,
    "a list table": lambda n: "{% table %}\n* a\n" + "---\n* b\n" * n + "{% /table %}",
    "deep values": lambda n: "{% a b=" + "[" * n + "]" * n + " /%}",
    "deep hashes": lambda n: "{% a b=" + "{a: " * n + "1" + "}" * n + " /%}",
    "deep calls": lambda n: "{% a b=" + "f(" * n + "1" + ")" * n + " /%}",
    "a long path": lambda n: "{% $a" + ".b" * n + " %}",
    "many attributes": lambda n: "{% a " + "b=1 " * n + "/%}",
    "line ends": lambda n: "\r\n" * n,
    "blank lines of spaces": lambda n: "   \n" * n,
    "frontmatter that never ends": lambda n: "---\n" + "a: b\n" * n,
    "indented tags": lambda n: "\n".join(" " * min(k, 60) + "{% a %}" for k in range(n)),
    "nested emphasis": lambda n: "*a **b " * n + "c** d*" * n,
    "brackets around half code": lambda n: "[`" * n,
    "brackets around code": lambda n: "[`a`][`" * n,
    "a long paragraph": lambda n: "a\n" * n,
    "a long paragraph of cut tags": lambda n: "a {% b\n" * n,
    "quoted cut tags": lambda n: "> {% a\n" * n,
    "listed cut tags": lambda n: "- {% a\n" * n,
    "lazy lines": lambda n: "> a\n" + "b\n" * n,
    "tabs": lambda n: "\t- a\n" * n,
    "angle brackets": lambda n: "<" * n,
    "autolinks that fail": lambda n: "<a:" * n,
    "parentheses in a link": lambda n: "[a](" + "(" * n,
}

each_shape = pytest.mark.parametrize("shape", SHAPES)


def seconds(text: str) -> float:
    """The minimum of three parses in process time, without the garbage collector."""
    best = float("inf")
    gc.collect()
    gc.disable()
    try:
        for _ in range(3):
            start = time.process_time()
            parse(text, EVERYTHING)
            best = min(best, time.process_time() - start)
    finally:
        gc.enable()
    return best


def growth(shape: str, size: int) -> float:
    """The ratio of the times for twice the size."""
    return seconds(SHAPES[shape](2 * size)) / max(seconds(SHAPES[shape](size)), 1e-6)


def check_read(text: str) -> Document:
    """Parse a document: its problems are few or short, and its tree can be converted to JSON."""
    document = parse(text, EVERYTHING)
    assert document.text == text
    assert json.dumps(document.to_json())
    return document


@each_shape
def test_time_is_linear(shape: str) -> None:
    # Measure a larger document before reporting it as slow.
    assert growth(shape, 1000) < 3.5 or growth(shape, 3000) < 3.5


@each_shape
def test_small_hostile_documents_are_parsed(shape: str) -> None:
    check_read(SHAPES[shape](300))


@each_shape
def test_small_hostile_documents_are_formatted(shape: str) -> None:
    document = parse(SHAPES[shape](120), EVERYTHING)
    formatted = format_document(document)
    assert format_document(parse(formatted, EVERYTHING)) == formatted


@each_shape
def test_typing_into_hostile_documents(shape: str) -> None:
    text = SHAPES[shape](200)
    document = parse(text, EVERYTHING)
    for at in (0, len(text) // 2, len(text)):
        document = document.edit(at, at, "x")
        text = text[:at] + "x" + text[at:]
        assert document.to_json(positions=True) == parse(text, EVERYTHING).to_json(positions=True)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("quotes", ">" * 10_000 + " a"),
        ("quotes on lines", "\n".join(">" * n for n in range(1, 300))),
        ("lists", "- " * 10_000 + "a"),
        ("tags", "{% a %}\n" * 10_000 + "x\n" + "{% /a %}\n" * 10_000),
        ("unclosed", "{% a %}\n" * 10_000),
        ("values", "{% a b=" + "[" * 10_000 + "]" * 10_000 + " /%}"),
        ("hashes", "{% a b=" + "{a:" * 10_000 + "1" + "}" * 10_000 + " /%}"),
        ("calls", "{% f(" + "f(" * 10_000 + ")" * 10_000 + ") %}"),
        ("brackets", "[" * 10_000 + "a" + "](b)" * 10_000),
        ("emphasis", "*a **b " * 10_000 + "c** d*" * 10_000),
    ],
)
def test_ten_thousand_levels(name: str, text: str) -> None:
    check_read(text)


def test_too_deep_markdown_is_reported() -> None:
    for text in (">" * 300 + " a", "- " * 300 + "a"):
        assert "too-deep" in {problem.id for problem in parse(text).problems}


@pytest.mark.fuzz
@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a line of ten megabytes", "word " * 2_000_000),
        ("a line of tags", "{% a b=1 %}x{% /a %} " * 50_000),
        ("a hundred thousand unclosed tags", "{% a %}\n" * 100_000),
        ("a hundred thousand unclosed inline tags", "x {% a %} " * 100_000),
        ("a hundred thousand cut tags", "{% a\n\n" * 100_000),
        ("a hundred thousand open strings", '{% a b="\n\n' * 100_000),
    ],
)
def test_large_hostile_documents(name: str, text: str) -> None:
    start = time.perf_counter()
    check_read(text)
    assert time.perf_counter() - start < 120


@pytest.mark.fuzz
@each_shape
def test_time_is_linear_at_length(shape: str) -> None:
    assert growth(shape, 20_000) < 3.5
