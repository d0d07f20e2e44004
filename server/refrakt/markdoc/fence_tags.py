"""Tags inside fenced code.

Markdoc parses tags in a fence unless it has `process=false`; a refrakt site shows them as text. Both keep source offsets.
"""

from __future__ import annotations

from typing import NamedTuple

from refrakt.markdoc.tag_parser import parse_tag_at
from refrakt.markdoc.text import WHITESPACE, TagEnds, utf16_length
from refrakt.markdoc.tokens import SourceMap, SyntaxToken
from refrakt.markdoc.tree import TagError, TagSyntax
from refrakt.markdoc.values import is_falsy


class FenceTokens(NamedTuple):
    annotation: TagSyntax | None
    tokens: list[SyntaxToken]


def fence_tokens(token: SyntaxToken, offset: int, *, escaped: bool) -> FenceTokens:
    """The annotation on a fence's first line and the tokens of its content, with offsets relative to `offset`."""
    annotation = _annotation(token, offset)
    content = token.content
    if annotation is not None and annotation.error is None and _unprocessed(annotation):
        return FenceTokens(annotation, [])
    if escaped or "{%" not in content:
        return FenceTokens(annotation, [_text(content, 0, len(content), token.source_map, offset)] if content else [])
    assert token.map is not None
    return FenceTokens(annotation, _split(content, token.map[0] + 1, token.source_map, offset))


def _annotation(token: SyntaxToken, offset: int) -> TagSyntax | None:
    info = token.info
    start = info.find("{%")
    if start < 0:
        return None
    base = token.meta - offset
    close = TagEnds(info).find(start)
    if close < 0:
        end = len(info.rstrip(WHITESPACE))
        syntax = parse_tag_at(info, start, end)
        syntax.end = end
        syntax.terminated = False
        syntax.error = TagError("unterminated", "unterminated tag; `%}` is missing", start, end)
    else:
        syntax = parse_tag_at(info, start, close)
    syntax.shift(base)
    return syntax


def _line(content: str, start: int, end: int) -> str:
    """The line of a tag. Without a line break after it the reference loses its last UTF-16 code unit."""
    half = "\ud83d" if end < 0 and content[-1] > "\uffff" else ""
    return content[start:end] + half


def _unprocessed(annotation: TagSyntax) -> bool:
    return any(each.annotation.name == "process" and is_falsy(each.annotation.value) for each in annotation.attributes)


def _text(content: str, start: int, end: int, source_map: SourceMap, offset: int) -> SyntaxToken:
    token = SyntaxToken("text", "", 0)
    token.content = content
    token.start = _at(source_map, start, offset)
    token.end = max(_at(source_map, end, offset), token.start)
    return token


def _at(source_map: SourceMap, at: int, offset: int) -> int:
    return (source_map + at if isinstance(source_map, int) else source_map(at)) - offset


def _split(content: str, line: int, source_map: SourceMap, offset: int) -> list[SyntaxToken]:
    tokens: list[SyntaxToken] = []
    ends = TagEnds(content)
    begin = at = 0
    while True:
        start = content.find("{%", at)
        if start < 0:
            break
        line += content.count("\n", at, start)
        close = ends.find(start)
        if close < 0:
            # The reference skips one character more, even a line break.
            at = start + 3
            continue
        line_start = content.rfind("\n", 0, start + 1)
        text = content[start : close + 2]
        alone = _line(content, line_start, content.find("\n", close)).strip(WHITESPACE) == text
        text_end = line_start if alone else start
        before = content[begin:text_end]
        if before:
            tokens.append(_text(before, begin, begin + len(before), source_map, offset))
        syntax = parse_tag_at(content, start, close)
        syntax.remap(lambda at: _at(source_map, at, offset), lambda at: _at(source_map, at - 1, offset) + 1)
        token = SyntaxToken("tag", "", 0)
        token.syntax = syntax
        column = utf16_length(content[max(line_start, 0) : start]) + (line_start < 0)
        token.meta = (line, (column, column + utf16_length(text)))
        tokens.append(token)
        begin = at = close + 2
    rest = content[begin:]
    if rest:
        tokens.append(_text(rest, begin, len(content), source_map, offset))
    return tokens
