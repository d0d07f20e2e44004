"""The names of an opening tag and its closing tag, which are changed together.

The tree knows which tags belong together as long as their names are the same. While one of the two is being retyped it does not:
the name may be empty for a moment, or a letter ahead of the other. Then the tag is paired with the one that nobody else claims.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
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
    return _lost(document, tag, side)


def _lost(document: Document, tag: TagSyntax, side: Side) -> TagSyntax | None:
    """The tag that would be its partner if their names were the same."""
    alone = list(_alone(document.tags(), tag))
    at = next((index for index, each in enumerate(alone) if each is tag), None)
    if at is None:
        return None
    candidates = alone[at + 1 :] if side == "open" else alone[:at][::-1]
    for each in candidates:
        if _side(each) == side:
            if each.name == tag.name:
                return None
            continue  # it may well be meant to stand alone
        return each if _is_becoming(each.name, tag.name) else None
    return None


def _alone(tags: Iterable[TagSyntax], wanted: TagSyntax) -> Iterator[TagSyntax]:
    """The tags that have no partner by their names, in the order of the text. An empty name never finds one."""
    opened: list[TagSyntax] = []
    lonely: list[tuple[int, TagSyntax]] = []
    order: dict[int, int] = {}
    names: dict[str, int] = {}
    for number, tag in enumerate(tags):
        side = _side(tag) if tag.kind != "annotation" or tag is wanted else None
        order[id(tag)] = number
        if side == "open":
            opened.append(tag)
            names[tag.name] = names.get(tag.name, 0) + 1
        elif side == "close" and tag.name and names.get(tag.name):
            while True:
                last = opened.pop()
                names[last.name] -= 1
                if last.name == tag.name:
                    break
                lonely.append((order[id(last)], last))
        elif side == "close":
            lonely.append((number, tag))
    lonely += [(order[id(tag)], tag) for tag in opened]
    return (tag for _, tag in sorted(lonely, key=lambda each: each[0]))


def _is_becoming(one: str, other: str) -> bool:
    """Whether two names are the same but for letters that were put in or taken out at one place."""
    short, long = sorted((one, other), key=len)
    if short == long:
        return True
    ahead = next((index for index, char in enumerate(short) if long[index] != char), len(short))
    return long.endswith(short[ahead:])
