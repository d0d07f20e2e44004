"""Lines and columns, in three ways of counting, held against a reader that knows nothing of blocks."""

from __future__ import annotations

import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from refrakt.hosts.lsp.client import Encoding
from refrakt.hosts.lsp.documents import edits
from refrakt.hosts.lsp.positions import Codec
from refrakt.markdoc import parse

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
def test_there_and_back(text: str, encoding: Encoding, data: st.DataObject) -> None:
    codec, document = Codec(encoding), parse(text)
    line = data.draw(st.integers(0, len(lines_of(text)) - 1))
    column = data.draw(st.integers(0, len(lines_of(text)[line])))
    offset = starts_of(text)[line] + column
    place = {"line": line, "character": units(lines_of(text)[line][:column], encoding)}
    assert codec.position(document, offset) == place
    assert codec.offset(document, place["line"], place["character"]) == offset


@given(texts, encodings)
def test_past_the_end(text: str, encoding: Encoding) -> None:
    codec, document = Codec(encoding), parse(text)
    for line, (start, content) in enumerate(zip(starts_of(text), lines_of(text), strict=True)):
        assert codec.offset(document, line, 10**9) == start + len(content)
    assert codec.offset(document, len(lines_of(text)), 0) == len(text)
    assert codec.offset(document, 10**9, 10**9) == len(text)
    assert codec.position(document, 10**9) == codec.position(document, len(text))


@pytest.mark.parametrize(("encoding", "character"), [("utf-8", 2), ("utf-8", 4), ("utf-16", 2)])
def test_inside_of_a_character_is_before_it(encoding: Encoding, character: int) -> None:
    assert Codec(encoding).offset(parse("a😀b"), 0, character) == 1


class Range:
    """A range as pygls hands it over."""

    def __init__(self, start: dict[str, int], end: dict[str, int]) -> None:
        self.start, self.end = Place(**start), Place(**end)


class Place:
    def __init__(self, line: int, character: int) -> None:
        self.line, self.character = line, character


class Changed:
    def __init__(self, text: str, range: Range | None) -> None:
        self.text, self.range = text, range


@given(texts, encodings, st.data())
def test_what_the_editor_has_is_what_we_have(text: str, encoding: Encoding, data: st.DataObject) -> None:
    """Any changes, also several in one message, lead to the editor's text."""
    codec, document = Codec(encoding), parse(text)
    for _ in range(data.draw(st.integers(1, 4))):
        changes: list[Any] = []
        for _ in range(data.draw(st.integers(1, 3))):
            new = data.draw(texts)
            if data.draw(st.integers(0, 9)) == 0:
                changes.append(Changed(new, None))
                text = new
                continue
            first, second = sorted(data.draw(st.tuples(*[st.integers(0, len(text))] * 2)))
            places = [_place(text, at, encoding) for at in (first, second)]
            # Between \r and \n there is no position; an editor puts it before both.
            first, second = (_offset(text, at) for at in (first, second))
            changes.append(Changed(new, Range(*places)))
            text = text[:first] + new + text[second:]
        for edit in edits(codec, document, changes):
            document = document.edit(*edit)
        assert document.text == text


def _offset(text: str, at: int) -> int:
    return at - 1 if 0 < at < len(text) and text[at - 1 : at + 1] == "\r\n" else at


def _place(text: str, at: int, encoding: Encoding) -> dict[str, int]:
    at = _offset(text, at)
    line = sum(start <= at for start in starts_of(text)) - 1
    return {"line": line, "character": units(text[starts_of(text)[line] : at], encoding)}
