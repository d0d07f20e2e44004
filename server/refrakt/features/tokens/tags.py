"""The tokens of a tag.

The parser has found the tag and its end; inside, the pieces are told apart one after the other, so that a tag that cannot be read
yet, because somebody is typing it, is coloured like one that can.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from refrakt.markdoc import TagSyntax

from .token import Token
from .words import Words

_PIECE = re.compile(
    r"""
    (?P<string>"(?:[^"\\\r\n]|\\[^\r\n])*"?)
    |(?P<mistake>'[^'\r\n]*'?)
    |(?P<variable>[$@][A-Za-z0-9_-]*)
    |(?P<member>\.[A-Za-z0-9_-]+)
    |(?P<id>\#[A-Za-z0-9_-]+)
    |(?P<number>-?[0-9]+(?:\.[0-9]+)?(?![A-Za-z0-9_-]))
    |(?P<word>[A-Za-z0-9_-]+)
    |(?P<sign>[\[\](){}=])
    """,
    re.VERBOSE,
)
_CONSTANTS = frozenset({"true", "false", "null"})
_OPENS, _CLOSES = "[({", "])}"


def tag_tokens(tag: TagSyntax, text: str, words: Words) -> Iterator[Token]:
    """The tokens of a tag in the text of its block, in their order."""
    end = tag.end - 2 if tag.terminated else tag.end
    is_closing = tag.kind == "close"
    at = tag.start + 2
    void = tag.kind == "void" and tag.terminated
    yield Token(tag.start, at, "operator")
    if tag.name and tag.kind != "value":
        if is_closing:
            yield Token(tag.name_start - 1, tag.name_start, "operator")
        at = tag.name_start + len(tag.name)
        kind, modifiers = words.name(tag.name)
        yield Token(tag.name_start, at, kind, modifiers)
    if not is_closing:
        slash = end - 1 if void and text[end - 1 : end] == "/" else end
        yield from _content(tag.name, text, at, slash, words)
        end = slash
    if tag.terminated:
        yield Token(end, tag.end, "operator")


def _content(name: str, text: str, at: int, end: int, words: Words) -> Iterator[Token]:
    brackets: list[str] = []
    follows = -1
    """Where a part of a variable would go on."""
    for found in _PIECE.finditer(text, at, end):
        kind, piece = found.lastgroup, found[0]
        start, stop = found.span()
        if kind == "string":
            yield Token(start, stop, "string")
        elif kind == "number":
            yield Token(start, stop, "number")
        elif kind == "variable":
            yield Token(start, stop, "variable")
            follows = stop
        elif kind == "member":
            if follows == start:
                yield Token(start + 1, stop, "property")
                follows = stop
            else:
                yield Token(start, stop, "decorator")
        elif kind == "id":
            yield Token(start, stop, "decorator", ("declaration",))
        elif kind == "word":
            yield from _word(name, piece, start, text[stop : min(stop + 1, end)], text[start - 1], brackets, words)
        elif kind == "mistake":
            continue  # single quotes make no string, and what is in them is nothing else either
        elif piece in _OPENS:
            brackets.append(piece)
        elif piece in _CLOSES:
            if brackets:
                brackets.pop()
            if piece == "]" and follows >= 0:
                # `$list[0].name` goes on behind the bracket.
                follows = stop
        else:
            yield Token(start, stop, "operator")


def _word(
    name: str, word: str, start: int, behind: str, before: str, brackets: list[str], words: Words
) -> Iterator[Token]:
    stop = start + len(word)
    if behind == "(":
        yield Token(start, stop, "function")
    elif behind == "=" and brackets:
        yield Token(start, stop, "parameter")
    elif behind == ":" and brackets[-1:] == ["{"]:
        yield Token(start, stop, "property")
    elif word in _CONSTANTS and behind != "=":
        yield Token(start, stop, "constant")
    elif not brackets and before != "=":
        # Also without a value: somebody may be about to write it.
        yield Token(start, stop, "property", ("deprecated",) if words.is_deprecated(name, word) else ())
