"""Positions in three encodings, compared with a simple implementation."""

from __future__ import annotations

import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from refrakt.hosts.lsp.client_capabilities import Encoding
from refrakt.hosts.lsp.content_changes import ContentChange, offset_edits, read_content_changes
from refrakt.hosts.lsp.position_encoding import PositionEncoder
from refrakt.markdoc.document import parse

ENCODINGS: tuple[Encoding, ...] = ("utf-8", "utf-16", "utf-32")
PIECES = [
    "a",
    "word ",
    "é",
    "漢",
    "😀",
    "\u2028",
    "\u2029",
    "\f",
    "\v",
    "\x85",
    "\ud83d",
    "{% hint %}",
    "{%",
    "%}",
    "`",
    "- ",
]
ENDS = ["\n", "\r\n", "\r", "\n\n", "\r\n\r\n"]
texts = st.lists(st.sampled_from([*PIECES, *ENDS]), max_size=30).map("".join)
encodings = st.sampled_from(ENCODINGS)


def units(text: str, encoding: Encoding) -> int:
    width = {"utf-8": 1, "utf-16": 2, "utf-32": 4}[encoding]
    name = encoding if encoding == "utf-8" else f"{encoding}-le"
    return len(text.encode(name, "surrogatepass")) // width


def lines_of(text: str) -> list[str]:
    return re.split(r"\r\n|\r|\n", text)


def starts_of(text: str) -> list[int]:
    return [0, *(each.end() for each in re.finditer(r"\r\n|\r|\n", text))]


@given(texts, encodings, st.data())
def test_position_round_trip(text: str, encoding: Encoding, data: st.DataObject) -> None:
    positions, document = PositionEncoder(encoding), parse(text)
    line = data.draw(st.integers(0, len(lines_of(text)) - 1))
    column = data.draw(st.integers(0, len(lines_of(text)[line])))
    offset = starts_of(text)[line] + column
    position = {"line": line, "character": units(lines_of(text)[line][:column], encoding)}
    assert positions.position(document, offset) == position
    assert positions.offset(document, position["line"], position["character"]) == offset


@given(texts, encodings)
def test_positions_past_the_end(text: str, encoding: Encoding) -> None:
    positions, document = PositionEncoder(encoding), parse(text)
    for line, (start, content) in enumerate(zip(starts_of(text), lines_of(text), strict=True)):
        assert positions.offset(document, line, 10**9) == start + len(content)
    assert positions.offset(document, len(lines_of(text)), 0) == len(text)
    assert positions.offset(document, 10**9, 10**9) == len(text)
    assert positions.position(document, 10**9) == positions.position(document, len(text))


@pytest.mark.parametrize(("encoding", "character"), [("utf-8", 2), ("utf-8", 4), ("utf-16", 2)])
def test_position_inside_a_character(encoding: Encoding, character: int) -> None:
    assert PositionEncoder(encoding).offset(parse("a😀b"), 0, character) == 1


@given(texts, encodings, st.data())
def test_changes_give_the_text_of_the_editor(text: str, encoding: Encoding, data: st.DataObject) -> None:
    """Any sequence of changes gives the editor's text."""
    positions, document = PositionEncoder(encoding), parse(text)
    for _ in range(data.draw(st.integers(1, 4))):
        changes: list[ContentChange] = []
        # Nine are more than are made one by one.
        for _ in range(data.draw(st.sampled_from([1, 2, 3, 9]))):
            new = data.draw(texts)
            if data.draw(st.integers(0, 9)) == 0:
                changes.append(ContentChange(new))
                text = new
                continue
            first, second = sorted(data.draw(st.tuples(*[st.integers(0, len(text))] * 2)))
            position = (*position_of(text, first, encoding), *position_of(text, second, encoding))
            # Between \r and \n there is no position; an editor puts it before both.
            first, second = (_offset(text, at) for at in (first, second))
            changes.append(ContentChange(new, position))
            text = text[:first] + new + text[second:]
        for edit in offset_edits(positions, document, changes):
            document = document.edit(*edit)
        assert document.text == text


def _offset(text: str, at: int) -> int:
    return at - 1 if 0 < at < len(text) and text[at - 1 : at + 1] == "\r\n" else at


def position_of(text: str, at: int, encoding: Encoding) -> tuple[int, int]:
    at = _offset(text, at)
    line = sum(start <= at for start in starts_of(text)) - 1
    return line, units(text[starts_of(text)[line] : at], encoding)


START: dict[str, Any] = {"line": 0, "character": 0}
PLACE: dict[str, Any] = {"start": START, "end": {"line": 1, "character": 2}}


@pytest.mark.parametrize(
    ("received", "understood"),
    [
        ([], []),
        ([{"text": "x"}], [ContentChange("x")]),
        ([{"text": "x", "range": None}], [ContentChange("x")]),
        ([{"text": "x", "range": PLACE, "rangeLength": 99}], [ContentChange("x", (0, 0, 1, 2))]),
        ([{"text": "x", "range": {"start": START}}], None),
        ([{"text": "x", "range": {**PLACE, "start": {"line": "0", "character": 0}}}], None),
        ([{"text": "x"}, {"text": 3}], None),
        ([{"range": PLACE}], None),
        ({"text": "x"}, None),
    ],
)
def test_changes_are_read_completely_or_rejected(received: Any, understood: list[ContentChange] | None) -> None:
    assert read_content_changes({"contentChanges": received}) == understood
