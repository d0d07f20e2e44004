"""The semantic tokens of a tag.

The parser finds the tag and its end; its content is tokenized lexically, so that an incomplete tag is colored like a complete one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from refrakt.features.semantic_tokens.token_types import SemanticToken
from refrakt.features.semantic_tokens.vocabulary_names import NameClassifier
from refrakt.markdoc.tree import TagSyntax

_TOKEN = re.compile(
    r"""
    (?P<string>"(?:[^"\\\r\n]|\\[^\r\n])*"?)
    |(?P<mistake>'[^'\r\n]*'?)
    |(?P<variable>[$@][A-Za-z0-9_-]*)
    |(?P<member>\.[A-Za-z0-9_-]+)
    |(?P<id>\#[A-Za-z0-9_-]+)
    |(?P<number>-?[0-9]+(?:\.[0-9]+)?(?![A-Za-z0-9_-]))
    |(?P<name>[A-Za-z0-9_-]+)
    |(?P<punctuation>[\[\](){}=])
    """,
    re.VERBOSE,
)
_CONSTANTS = frozenset({"true", "false", "null"})
_OPENS, _CLOSES = "[({", "])}"


def tag_tokens(tag: TagSyntax, text: str, names: NameClassifier) -> Iterator[SemanticToken]:
    """The tokens of a tag in the text of its block, in order."""
    end = tag.end - 2 if tag.terminated else tag.end
    is_closing = tag.kind == "close"
    at = tag.start + 2
    void = tag.kind == "void" and tag.terminated
    yield SemanticToken(tag.start, at, "operator")
    if tag.name and tag.kind != "value":
        if is_closing:
            yield SemanticToken(tag.name_start - 1, tag.name_start, "operator")
        at = tag.name_start + len(tag.name)
        kind, modifiers = names.classify(tag.name)
        yield SemanticToken(tag.name_start, at, kind, modifiers)
    if not is_closing:
        slash = end - 1 if void and text[end - 1 : end] == "/" else end
        yield from _content(tag.name, text, at, slash, names)
        end = slash
    if tag.terminated:
        yield SemanticToken(end, tag.end, "operator")


def _content(name: str, text: str, at: int, end: int, names: NameClassifier) -> Iterator[SemanticToken]:
    brackets: list[str] = []
    follows = -1
    """Where a member of a variable would continue."""
    for found in _TOKEN.finditer(text, at, end):
        kind, piece = found.lastgroup, found[0]
        start, stop = found.span()
        if kind == "string":
            yield SemanticToken(start, stop, "string")
        elif kind == "number":
            yield SemanticToken(start, stop, "number")
        elif kind == "variable":
            yield SemanticToken(start, stop, "variable")
            follows = stop
        elif kind == "member":
            if follows == start:
                yield SemanticToken(start + 1, stop, "property")
                follows = stop
            else:
                yield SemanticToken(start, stop, "decorator")
        elif kind == "id":
            yield SemanticToken(start, stop, "decorator", ("declaration",))
        elif kind == "name":
            yield from _name_token(
                name, piece, start, text[stop : min(stop + 1, end)], text[start - 1], brackets, names
            )
        elif kind == "mistake":
            continue  # single quotes are not strings, and their content is nothing else either
        elif piece in _OPENS:
            brackets.append(piece)
        elif piece in _CLOSES:
            if brackets:
                brackets.pop()
            if piece == "]" and follows >= 0:
                # `$list[0].name` continues after the bracket.
                follows = stop
        else:
            yield SemanticToken(start, stop, "operator")


def _name_token(
    name: str, token: str, start: int, after: str, before: str, brackets: list[str], names: NameClassifier
) -> Iterator[SemanticToken]:
    stop = start + len(token)
    if after == "(":
        yield SemanticToken(start, stop, "function")
    elif after == "=" and brackets:
        yield SemanticToken(start, stop, "parameter")
    elif after == ":" and brackets[-1:] == ["{"]:
        yield SemanticToken(start, stop, "property")
    elif token in _CONSTANTS and after != "=":
        yield SemanticToken(start, stop, "constant")
    elif not brackets and before != "=":
        # Also without a value, which may not be typed yet.
        yield SemanticToken(start, stop, "property", ("deprecated",) if names.is_deprecated(name, token) else ())
