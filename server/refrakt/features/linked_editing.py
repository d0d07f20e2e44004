"""The names of an opening tag and its closing tag, which are changed together.

The tree knows which tags belong together as long as they can be read. While both names are empty, because somebody is about to type
another, or while something else in the tag is unfinished, it does not: then the tag is paired with the one that nobody else claims.

Names that differ are never linked. The protocol forbids it, and for a reason: an editor writes the one over the other with the next
change, wherever that is made, and would not know which of the two was meant.
"""

from __future__ import annotations

from collections import Counter
from typing import Literal

from refrakt.markdoc import Document, TagSyntax
from refrakt.markdoc.tree import Span

from .answers import Range
from .around import nodes_around
from .typed import TypedTag, tag_around

NAME_PATTERN = "[a-zA-Z0-9_-]*"
"""What a name may be. None at all is allowed: somebody may be about to type another."""

_CODE = frozenset({"fence", "code"})

Side = Literal["open", "close"]


def linked_names(document: Document, offset: int) -> tuple[Range, Range] | None:
    """The names of the tag at the cursor and of the one it belongs to, the opening one first."""
    typed = tag_around(document, offset)
    if typed is None or typed.stretch is not None:
        return None
    side, own = _side(typed.syntax), _name(typed)
    if side is None or not own.start <= offset <= own.end:
        return None
    if any(node.type in _CODE for node in nodes_around(document, typed.place.start)):
        return None
    other = _partner(document, typed.syntax, side)
    if other is None:
        return None
    there = _name_in(document, other)
    return (own, there) if side == "open" else (there, own)


def _side(tag: TagSyntax) -> Side | None:
    """Which of a pair a tag is or is becoming. Without its name, an opening tag looks like an annotation, or like nothing."""
    if tag.kind in ("open", "close"):
        return tag.kind
    reason = tag.fault.reason if tag.fault is not None else ""
    if tag.kind == "annotation" or reason == "empty-tag":
        return "open"
    if reason == "closing-name":
        return "close"
    return "open" if tag.kind == "broken" and tag.name else None


def _name(tag: TypedTag) -> Range:
    start, end = _name_place(tag.syntax, tag.block.text, tag.content_end)
    return Range(tag.base + start, tag.base + end)


def _name_in(document: Document, tag: TagSyntax) -> Range:
    base = document.offsets(Span(0, 0, tag.block))[0]
    text = tag.block.text if tag.block is not None else ""
    start, end = _name_place(tag, text, tag.end - 2 if tag.terminated else tag.end)
    return Range(base + start, base + end)


def _name_place(tag: TagSyntax, text: str, content_end: int) -> tuple[int, int]:
    """Where the name of a tag stands in its block; where there is none, where it would."""
    if tag.name:
        return tag.name_start, tag.name_start + len(tag.name)
    at = tag.start + 2
    slash = text.find("/", at, content_end) if _side(tag) == "close" else -1
    if slash >= 0:
        return slash + 1, slash + 1
    # One space, as in `{% hint %}`, belongs to the tag and not to the name.
    at = min(at + 1, content_end) if text[at : at + 1] in (" ", "\t") else at
    return at, at


# Pairs ----------------------------------------------------------------------------------------------------------------


def _partner(document: Document, tag: TagSyntax, side: Side) -> TagSyntax | None:
    start, end = document.offsets(tag.span)
    around = nodes_around(document, end if side == "open" else start)
    for node in reversed(around):
        if node.type == "tag" and side == "open" and node.open is tag and node.close is not None:
            return node.close
        if node.type == "tag" and side == "close" and node.close is tag:
            return node.open
    return _lost(document, tag)


def _lost(document: Document, tag: TagSyntax) -> TagSyntax | None:
    """The tag that would be its partner if both could be read: tags are matched by their names alone, the innermost first."""
    opened: list[TagSyntax] = []
    names: Counter[str] = Counter()
    for each in document.tags():
        # Only the one at the cursor may be an annotation that is about to become a tag.
        side = _side(each) if each.kind != "annotation" or each is tag else None
        if side == "open":
            opened.append(each)
            names[each.name] += 1
        elif side == "close" and names[each.name]:
            while (last := opened.pop()).name != each.name:
                names[last.name] -= 1
            names[each.name] -= 1
            if last is tag or each is tag:
                return each if last is tag else last
    return None
