"""Linked editing of the names of an opening tag and its closing tag.

The tree pairs tags as long as they parse. While both names are empty or the tag is incomplete, it does not; then the tag is
paired with the unmatched tag of the same name.

Different names are never linked: the protocol requires equal texts, and the editor would overwrite one of them with the next
change.
"""

from __future__ import annotations

from collections import Counter
from typing import Literal

from refrakt.features.enclosing_tags import nodes_around
from refrakt.features.tag_at_cursor import TagAtCursor, tag_at
from refrakt.markdoc.document import Document
from refrakt.markdoc.tree import Span, TagSyntax

NAME_PATTERN = "[a-zA-Z0-9_-]*"
"""What a name may be. Empty is allowed while a name is being replaced."""

_CODE = frozenset({"fence", "code"})

Side = Literal["open", "close"]


def linked_names(document: Document, offset: int) -> tuple[Span, Span] | None:
    """The names of the tag at the cursor and of its partner, the opening one first."""
    typed = tag_at(document, offset)
    if typed is None or typed.fragment is not None:
        return None
    side, own = _side(typed.syntax), _name(typed)
    if side is None or not own.start <= offset <= own.end:
        return None
    if any(node.type in _CODE for node in nodes_around(document, typed.span.start)):
        return None
    other = _partner(document, typed.syntax, side)
    if other is None:
        return None
    partner = _name_in(document, other)
    return (own, partner) if side == "open" else (partner, own)


def _side(tag: TagSyntax) -> Side | None:
    """Which side of a pair a tag is. Without its name, an opening tag parses as an annotation or not at all."""
    if tag.kind in ("open", "close"):
        return tag.kind
    reason = tag.error.reason if tag.error is not None else ""
    if tag.kind == "annotation" or reason == "empty-tag":
        return "open"
    if reason == "closing-name":
        return "close"
    return "open" if tag.kind == "broken" and tag.name else None


def _name(tag: TagAtCursor) -> Span:
    start, end = _name_bounds(tag.syntax, tag.block.text, tag.content_end)
    return Span(tag.base + start, tag.base + end)


def _name_in(document: Document, tag: TagSyntax) -> Span:
    base = document.offsets(Span(0, 0, tag.block))[0]
    text = tag.block.text if tag.block is not None else ""
    start, end = _name_bounds(tag, text, tag.end - 2 if tag.terminated else tag.end)
    return Span(base + start, base + end)


def _name_bounds(tag: TagSyntax, text: str, content_end: int) -> tuple[int, int]:
    """The bounds of the name in its block; without a name, where it would begin."""
    if tag.name:
        return tag.name_start, tag.name_start + len(tag.name)
    at = tag.start + 2
    slash = text.find("/", at, content_end) if _side(tag) == "close" else -1
    if slash >= 0:
        return slash + 1, slash + 1
    # One space, as in `{% hint %}`, is not part of the name.
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
    return _unparsed_partner(document, tag)


def _unparsed_partner(document: Document, tag: TagSyntax) -> TagSyntax | None:
    """The partner of a tag that does not parse: tags are matched by name, innermost first."""
    opened: list[TagSyntax] = []
    names: Counter[str] = Counter()
    for each in document.tags():
        # Only an annotation at the cursor may become a tag.
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
