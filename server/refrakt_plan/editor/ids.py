"""Which id stands at a place of a page.

An id that a tag or an attribute is there to name can be followed, listed and renamed. One in plain text is a word that happens to
be an id: it can be explained, and nothing depends on it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Literal, NamedTuple

from refrakt.plugins import Range
from refrakt.plugins.markdoc import Document, Span, TagSyntax
from refrakt_plan.vocabulary import LISTS, NAMING, REFERRING, TYPES

Role = Literal["key", "reference", "text"]
"""`key`: it is the entity's own. `reference`: it names another. `text`: it just stands there."""

_WORD = re.compile(r"[\w.-]+")
_ITEM = re.compile(r"[^,\s](?:[^,]*[^,\s])?")
_STRING = re.compile(r'"((?:[^"\\]|\\.)*)"')
_ESCAPED = re.compile(r'\\(["\\])')
_BARE = re.compile(r"[\w-]+")
"""A number, or an id written with `#`."""
_REACH = 200
"""No id is longer than so many characters on either side of the cursor."""


class Named(NamedTuple):
    """An id, and where it is written."""

    id: str
    place: Range
    """Without quotes."""
    role: Role


def id_at(document: Document, offset: int) -> Named | None:
    """What a tag names at an offset, else the word there, which may be an id."""
    return named_at(document, offset) or _word_at(document.text, offset)


def named_at(document: Document, offset: int) -> Named | None:
    """The id at an offset that a tag is there to name, whether anything has it or not."""
    tag = document.tag_at(offset)
    found = named_in(document, tag) if tag is not None else ()
    return next((each for each in found if each.place.start <= offset <= each.place.end), None)


def named_in(document: Document, tag: TagSyntax) -> Iterator[Named]:
    """The ids that a tag names."""
    if tag.kind not in ("open", "void", "broken"):
        return
    for each in tag.attributes:
        role = role_of(tag.name, each.annotation.name)
        if role is not None and each.complete:
            value = Range(*document.offsets(Span(*each.value, tag.block)))
            for id, place in items(document.text, value, many=each.annotation.name in LISTS):
                yield Named(id, place, role)


def role_of(tag: str, attribute: str) -> Role | None:
    """What the value of an attribute is to a plan; None where it is no id."""
    kind = TYPES.get(tag)
    if kind is not None:
        return "key" if attribute == kind.key else "reference" if attribute in NAMING else None
    return "reference" if REFERRING.get(tag) == attribute else None


def items(text: str, value: Range, *, many: bool) -> Iterator[tuple[str, Range]]:
    """The words of a value as it is written, each with its place: of a string, a list in a string, an array, a number."""
    written = text[value.start : value.end]
    if _BARE.fullmatch(written):
        yield written, value
    for string in _STRING.finditer(written):
        start, inside = value.start + string.start(1), string[1]
        spans = [piece.span() for piece in _ITEM.finditer(inside)] if many else [(0, len(inside))]
        for first, last in spans:
            yield _ESCAPED.sub(r"\1", inside[first:last]), Range(start + first, start + last)


def _word_at(text: str, offset: int) -> Named | None:
    """The word around an offset. One without a digit is a word and no id, even if a milestone is called so."""
    for word in _WORD.finditer(text, max(0, offset - _REACH), offset + _REACH):
        # A full stop or a dash at the end belongs to the sentence, and what stresses a word is no part of it.
        id = word[0].strip("._-")
        start = word.start() + word[0].index(id)
        if start <= offset <= start + len(id) and any(map(str.isdigit, id)):
            return Named(id, Range(start, start + len(id)), "text")
    return None
