"""Tags inside fenced code.

Markdoc reads tags in a fence unless it says `process=false`; a refrakt site shows them as they are. Either way the text
keeps its place.
"""

from __future__ import annotations

from typing import NamedTuple

from .tags import read_tag_in
from .text import WHITE, TagEnds, wide
from .tokens import Place, Token
from .tree import Fault, TagSyntax
from .values import is_falsy


class FenceTokens(NamedTuple):
    annotation: TagSyntax | None
    pieces: list[Token]


def fence_tokens(token: Token, offset: int, *, escaped: bool) -> FenceTokens:
    """The annotation on a fence's first line and what its content is made of, placed relative to `offset`."""
    annotation = _annotation(token, offset)
    content = token.content
    if annotation is not None and annotation.fault is None and _unprocessed(annotation):
        return FenceTokens(annotation, [])
    if escaped or "{%" not in content:
        return FenceTokens(annotation, [_text(content, 0, len(content), token.place, offset)] if content else [])
    assert token.map is not None
    return FenceTokens(annotation, _split(content, token.map[0] + 1, token.place, offset))


def _annotation(token: Token, offset: int) -> TagSyntax | None:
    info = token.info
    start = info.find("{%")
    if start < 0:
        return None
    base = token.meta - offset
    close = TagEnds(info).find(start)
    if close < 0:
        end = len(info.rstrip(WHITE))
        syntax = read_tag_in(info, start, end)
        syntax.end = end
        syntax.terminated = False
        syntax.fault = Fault("unterminated", "this tag is not closed with %}", start, end)
    else:
        syntax = read_tag_in(info, start, close)
    syntax.shift(base)
    return syntax


def _line(content: str, start: int, end: int) -> str:
    """The line a tag stands on. Without a line break after it the reference loses its last UTF-16 unit."""
    half = "\ud83d" if end < 0 and content[-1] > "\uffff" else ""
    return content[start:end] + half


def _unprocessed(annotation: TagSyntax) -> bool:
    return any(each.annotation.name == "process" and is_falsy(each.annotation.value) for each in annotation.attributes)


def _text(content: str, start: int, end: int, place: Place, offset: int) -> Token:
    token = Token("text", "", 0)
    token.content = content
    token.start = _at(place, start, offset)
    token.end = max(_at(place, end, offset), token.start)
    return token


def _at(place: Place, at: int, offset: int) -> int:
    return (place + at if isinstance(place, int) else place(at)) - offset


def _split(content: str, line: int, place: Place, offset: int) -> list[Token]:
    pieces: list[Token] = []
    ends = TagEnds(content)
    begin = at = 0
    while True:
        start = content.find("{%", at)
        if start < 0:
            break
        line += content.count("\n", at, start)
        close = ends.find(start)
        if close < 0:
            # The reference steps over one character more, a line break included.
            at = start + 3
            continue
        line_start = content.rfind("\n", 0, start + 1)
        text = content[start : close + 2]
        alone = _line(content, line_start, content.find("\n", close)).strip(WHITE) == text
        text_end = line_start if alone else start
        before = content[begin:text_end]
        if before:
            pieces.append(_text(before, begin, begin + len(before), place, offset))
        syntax = read_tag_in(content, start, close)
        syntax.move(lambda at: _at(place, at, offset), lambda at: _at(place, at - 1, offset) + 1)
        token = Token("tag", "", 0)
        token.syntax = syntax
        column = wide(content[max(line_start, 0) : start]) + (line_start < 0)
        token.meta = (line, (column, column + wide(text)))
        pieces.append(token)
        begin = at = close + 2
    rest = content[begin:]
    if rest:
        pieces.append(_text(rest, begin, len(content), place, offset))
    return pieces
