"""Finds the id at an offset of a page.

An id in a reference tag or attribute can be followed, listed and renamed. An id in plain text only has a hover.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Literal, NamedTuple

from refrakt.plugins import Span
from refrakt.plugins.markdoc import Document, TagSyntax
from refrakt_plan.vocabulary import LIST_ATTRIBUTES, REFERENCE_ATTRIBUTES, REFERENCE_TAGS, TYPES

Role = Literal["key", "reference", "text"]
"""`key`: the entity's own id. `reference`: the id of another entity. `text`: a word in plain text."""

_WORD = re.compile(r"[\w.-]+")
_ITEM = re.compile(r"[^,\s](?:[^,]*[^,\s])?")
_STRING = re.compile(r'"((?:[^"\\]|\\.)*)"')
_ESCAPED = re.compile(r'\\(["\\])')
_BARE = re.compile(r"[\w-]+")
"""A number, or an id written with `#`."""
_MAX_DISTANCE = 200
"""The maximum length of an id on either side of the cursor."""


class IdOccurrence(NamedTuple):
    """An id and its range."""

    id: str
    range: Span
    """Without quotes."""
    role: Role


def id_at(document: Document, offset: int) -> IdOccurrence | None:
    """The id in a tag at an offset, otherwise the word there, which may be an id."""
    return occurrence_at(document, offset) or _word_at(document.text, offset)


def occurrence_at(document: Document, offset: int) -> IdOccurrence | None:
    """The id in a tag at an offset, whether an entity has it or not."""
    tag = document.tag_at(offset)
    found = occurrences_in_tag(document, tag) if tag is not None else ()
    return next((each for each in found if each.range.start <= offset <= each.range.end), None)


def occurrences_in_tag(document: Document, tag: TagSyntax) -> Iterator[IdOccurrence]:
    """The ids in a tag."""
    if tag.kind not in ("open", "void", "broken"):
        return
    for each in tag.attributes:
        role = role_of(tag.name, each.annotation.name)
        if role is not None and each.complete:
            value = Span(*document.offsets(Span(*each.value, tag.block)))
            for id, range in items(document.text, value, many=each.annotation.name in LIST_ATTRIBUTES):
                yield IdOccurrence(id, range, role)


def role_of(tag: str, attribute: str) -> Role | None:
    """The role of an attribute's value; None if it is not an id."""
    kind = TYPES.get(tag)
    if kind is not None:
        return "key" if attribute == kind.key else "reference" if attribute in REFERENCE_ATTRIBUTES else None
    return "reference" if REFERENCE_TAGS.get(tag) == attribute else None


def items(text: str, value: Span, *, many: bool) -> Iterator[tuple[str, Span]]:
    """The items of a value and their ranges: of a string, a comma-separated string, an array or a number."""
    written = text[value.start : value.end]
    if _BARE.fullmatch(written):
        yield written, value
    for string in _STRING.finditer(written):
        start, inside = value.start + string.start(1), string[1]
        spans = [piece.span() for piece in _ITEM.finditer(inside)] if many else [(0, len(inside))]
        for first, last in spans:
            yield _ESCAPED.sub(r"\1", inside[first:last]), Span(start + first, start + last)


def _word_at(text: str, offset: int) -> IdOccurrence | None:
    """The word at an offset. A word without a digit is not an id, even if a milestone has this name."""
    for word in _WORD.finditer(text, max(0, offset - _MAX_DISTANCE), offset + _MAX_DISTANCE):
        # A full stop or dash at the end belongs to the sentence; underscores may be emphasis.
        id = word[0].strip("._-")
        start = word.start() + word[0].index(id)
        if start <= offset <= start + len(id) and any(map(str.isdigit, id)):
            return IdOccurrence(id, Span(start, start + len(id)), "text")
    return None
