"""Formatting of pages and of parts of them, as an editor makes the changes."""

from __future__ import annotations

import json
from difflib import SequenceMatcher
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from generate import PAGES, documents
from generate.invariants import MODES, meaning
from refrakt.features.formatting import format_page, format_spans
from refrakt.markdoc.document import Document, parse
from refrakt.markdoc.format import format_document, line_edits
from refrakt.markdoc.parse_options import ParseOptions
from refrakt.markdoc.text_edit import TextEdit
from refrakt.markdoc.tree import Span

MESSY = "*   a\n*   b\n\n\n\nText.\n\n***\n"


def applied(text: str, changes: list[TextEdit]) -> str:
    """The text after edits, which must be in order and must not overlap."""
    end = len(text) + 1
    for span, new in reversed(changes):
        assert span.start <= span.end <= end
        end = span.start
        text = text[: span.start] + new + text[span.end :]
    return text


def check_formatted(text: str, becomes: str, touches: list[str] | None = None) -> None:
    """Check the formatted page, and the changed spans."""
    changes = format_page(parse(text))
    assert changes is not None
    assert applied(text, changes) == becomes
    if touches is not None:
        assert [text[slice(*each.span.bounds)] for each in changes] == touches


def test_only_lines_that_change_are_touched() -> None:
    check_formatted(MESSY, "* a\n* b\n\nText.\n\n---\n", ["*   a\n*   b\n\n", "***"])
    check_formatted("a\n\n- b\n- c  \n- d\n", "a\n\n- b\n- c\n- d\n", ["- c  "])
    check_formatted("# A\n\nText.\n", "# A\n\nText.\n", [])


def test_the_end_of_a_page() -> None:
    check_formatted("Text.", "Text.\n")
    check_formatted("Text.\n\n\n", "Text.\n")
    check_formatted("\n\n", "")
    check_formatted("", "")


def test_line_ends_are_kept() -> None:
    check_formatted("*   a\r\n\r\n\r\n😀\r\n", "* a\r\n\r\n😀\r\n")
    check_formatted("*   a\r\rb", "* a\r\rb\r")
    check_formatted("*   a\r\n\n***\n\nb\r\n", "* a\r\n\n---\n\nb\r\n")


def test_a_page_of_mixed_old_line_ends_gets_one_kind_of_them() -> None:
    check_formatted("*   a\r\rb\n\nc\n", "* a\n\nb\n\nc\n")


def test_frontmatter_is_left_as_it_was_written() -> None:
    check_formatted("---\ntitle:   A\n# why\n---\n# B\n", "---\ntitle:   A\n# why\n---\n\n# B\n")


def test_text_that_looks_like_a_tag_keeps_its_backslash() -> None:
    check_formatted("Begin with \\{% and a name.\n", "Begin with \\{% and a name.\n", [])


def test_an_indented_definition_does_not_become_part_of_a_list() -> None:
    check_formatted("   - a\n\n   [b]: /b\n", "- a\n\n[b]: /b\n")


def test_a_selection_formats_the_blocks_it_touches() -> None:
    document = parse(MESSY)
    start = MESSY.index("***")
    assert applied(MESSY, format_spans(document, [Span(start, start)])) == MESSY.replace("***", "---")
    # Whole lines: the cursor is at the beginning of the one below.
    whole = Span(0, MESSY.index("***"))
    assert applied(MESSY, format_spans(document, [whole])) == "* a\n* b\n\nText.\n\n***\n"
    both = [Span(0, 2), Span(start, start)]
    assert applied(MESSY, format_spans(document, both)) == "* a\n* b\n\n\n\nText.\n\n---\n"


def same(before: Document, after: Document) -> bool:
    """Whether two pages have the same content, and the second has no more problems."""
    left, right = (json.dumps(meaning(each.to_json())) for each in (before, after))
    return left == right and len(after.problems) <= len(before.problems)


@settings(max_examples=100, derandomize=True)
@given(documents() | st.sampled_from(PAGES), st.sampled_from(MODES))
def test_formatting_keeps_the_meaning_and_is_idempotent(text: str, options: ParseOptions) -> None:
    before = parse(text, options)
    after = parse(applied(text, format_page(before) or []), options)
    assert same(before, after)
    assert not format_page(after)
    assert _unified(after.text) == _unified(format_document(before))


@settings(max_examples=100, derandomize=True)
@given(documents() | st.sampled_from(PAGES), st.sampled_from(MODES), st.data())
def test_formatting_a_part_keeps_the_meaning(text: str, options: ParseOptions, data: st.DataObject) -> None:
    ends = st.integers(0, len(text))
    pairs = [data.draw(st.tuples(ends, ends)) for _ in range(data.draw(st.integers(1, 3)))]
    chosen = [Span(min(pair), max(pair)) for pair in pairs]
    before = parse(text, options)
    assert same(before, parse(applied(text, format_spans(before, chosen)), options))


def test_pages_of_the_manual(repository: Path) -> None:
    for path in sorted((repository / "docs").rglob("*.md")):
        before = parse(path.read_text("utf-8"))
        after = parse(applied(before.text, format_page(before) or []))
        assert same(before, after), path
        assert format_page(after) == [], path


def test_real_pages(shared: Path) -> None:
    cases = sorted((shared / "corpus").rglob("*.md"))[::20]
    assert len(cases) > 40
    for path in cases:
        before = parse(path.read_text("utf-8"))
        assert same(before, parse(applied(before.text, format_page(before) or []))), path


def test_time_grows_with_the_page_and_no_faster(monkeypatch: pytest.MonkeyPatch) -> None:
    """A list that becomes loose has every line changed, and no two are alike: only short lists are compared line by line."""
    compared = []

    class Counted(SequenceMatcher[str]):
        def __init__(self, isjunk: None, a: list[str], b: list[str], autojunk: bool) -> None:
            compared.append(len(a) * len(b))
            super().__init__(isjunk, a, b, autojunk)

    monkeypatch.setattr(line_edits, "SequenceMatcher", Counted)
    for count in (50, 16_000):
        old, new = (
            "".join(f"{marker} {each}\n{space}" for each in range(count)) for marker, space in (("*", ""), ("-", "\n"))
        )
        assert applied(old, line_edits.line_edits(old, new, [])) == new
    assert len(compared) == 1, "the long list is replaced as a whole"
    assert compared[0] <= line_edits._MOST_COMPARED


def _unified(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n")
