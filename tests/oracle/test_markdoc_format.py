"""The formatter measured against recordings of Markdoc's own.

Where Markdoc's text says what the page said and stays as it is when formatted again, ours is the same text, character by
character. Where it does not, ours differs, and the case is listed here with what would have been lost. The recordings and
the pages stand beside the checkout and are not part of it: without them there is nothing to compare.
"""

from __future__ import annotations

from typing import Any

import pytest

from conformance import oracle
from refrakt.markdoc.document import parse
from refrakt.markdoc.format import format_document
from refrakt.markdoc.parse_options import ParseOptions
from refrakt.markdoc.tree_equality import same_tree

BROKEN_TAG = "a tag that cannot be read is dropped"
UNCLOSED = "an unclosed tag is closed, or what it swallowed is moved into it"
UNOPENED = "a closing tag without an opening one becomes an empty tag"
SLOT = "slots are dropped"
TABLE = "what is no row of a table is dropped"
ALIGNMENT = "the alignment of columns is dropped"
ORPHAN = "an annotation on a line of its own is dropped"
ANNOTATED = "the texts on both sides of an annotation become one"
DUPLICATE = "an attribute set twice is written once"
CLASS = "a class attribute is written in another form"
FENCE_INFO = "the annotation of a fence is misplaced, doubled, or breaks the fence"
WORDS = "words after a fence's language, or link definitions, are left out"
OPEN_FENCE = "a fence that ends with the file gains a line"

DIFFERENT = {
    **dict.fromkeys(["fence-12", "fence-12+opts", "markdown-6"], WORDS),
    **dict.fromkeys(
        [
            "marktest-7: Empty hash with comma fails",
            "marktest-8: Empty array with comma fails",
            "marktest-9: Array without commas should fail",
            *(f"value-string-{number}" for number in (14, 15, 17, 19)),
            *(f"value-number-{number}" for number in (7, 8, 11, 12)),
            *("value-bool-null-6", "value-bool-null-7", "value-array-8", "primary-6", "primary-7", "annotation-26"),
            *(f"variable-{number}" for number in (16, 17, 18, 30)),
            *("function-10", "function-11", "tag-42", "tag-42+opts", "tag-38+opts", "tag-52+opts", "lines-2"),
            *(f"malformed-{number}" for number in (4, 5, 14, 15, 26, 27, 30, 31, 33, 34)),
        ],
        BROKEN_TAG,
    ),
    **dict.fromkeys(
        [
            *("tag-13", "tag-13+opts", "tag-25", "tag-25+opts", "tag-46", "tag-46+opts", "tag-47", "tag-47+opts"),
            *(f"malformed-{number}" for number in (17, 19, 21, 22, 23, 25, 32, 42)),
        ],
        UNCLOSED,
    ),
    **dict.fromkeys(["tag-48", "format-4"], UNOPENED),
    **dict.fromkeys(
        [
            "marktest-94: Basic slot",
            "marktest-95: Tag with multiple slots and additional content",
            "marktest-100: Handling invalid slot",
            "marktest-101: Handling overlapping slot and attribute",
            "marktest-102: Hnadling slot that doesn't render",
            "marktest-103: Slot with a variable",
            *("slot-1", "slot-3", "slot-4"),
        ],
        SLOT,
    ),
    **dict.fromkeys(
        [
            "marktest-63: Table with invalid content in body",
            "marktest-64: Table with invalid conditional content in body",
            "table-14",
        ],
        TABLE,
    ),
    **dict.fromkeys(["table-1", "table-18"], ALIGNMENT),
    "annotation-28": ORPHAN,
    "annotation-24": ANNOTATED,
    **dict.fromkeys(["tag-51", "tag-51+opts"], DUPLICATE),
    **dict.fromkeys(["attr-validate-25", "attr-validate-26"], CLASS),
    **dict.fromkeys(
        [
            "marktest-42: Using a backtick in a fenced code block string attribute",
            *("annotation-16", "fence-17", "fence-17+opts"),
        ],
        FENCE_INFO,
    ),
    **dict.fromkeys(["fence-11", "fence-11+opts"], OPEN_FENCE),
    "function-9": "the name of a parameter is dropped",
    "frontmatter-4": "empty frontmatter is dropped",
    "lines-8": "indented text that looks like a list becomes one",
    "comment-2+opts": "a comment in running text breaks the line",
}
"""Cases in which Markdoc's formatter changes the page, and how."""

pytestmark = pytest.mark.recorded

CASES = [pytest.param(case, id=case["name"]) for case in oracle.cases() if isinstance(case.get("format"), str)]
PAGES = sorted(oracle.CORPUS.rglob("*.md"))[::6]


def options_of(case: dict[str, Any]) -> ParseOptions:
    arguments = oracle.options(case)
    return ParseOptions(
        comments=arguments.get("allowComments", False),
        indentation=arguments.get("allowIndentation", False),
        slots=arguments["slots"],
    )


def changes_nothing(before: str, after: str, options: ParseOptions) -> bool:
    return same_tree(parse(before, options).tree, parse(after, options).tree)


@pytest.mark.parametrize("case", CASES)
def test_formatted_text_matches_the_recording(case: dict[str, Any]) -> None:
    options = options_of(case)
    text = format_document(parse(case["source"], options))
    if case["name"] not in DIFFERENT:
        assert text == case["format"]
        return
    # An exception must have a reason: the recorded text really says something else than the page, or less.
    assert text != case["format"]
    if DIFFERENT[case["name"]] == WORDS:
        assert len(text) > len(case["format"])
        return
    assert not changes_nothing(case["source"], case["format"], options)


@pytest.mark.parametrize("case", CASES)
def test_formatting_preserves_the_tree_and_is_idempotent(case: dict[str, Any]) -> None:
    options = options_of(case)
    text = format_document(parse(case["source"], options))
    assert changes_nothing(case["source"], text, options)
    assert format_document(parse(text, options)) == text


def test_every_exception_is_a_recorded_case() -> None:
    assert DIFFERENT.keys() <= {case["name"] for case in oracle.cases()}


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.relative_to(oracle.CORPUS).as_posix())
def test_pages_keep_their_meaning(path: Any) -> None:
    source = path.read_bytes().decode("utf-8")
    text = format_document(parse(source))
    assert changes_nothing(source, text, ParseOptions())
    assert format_document(parse(text)) == text
