"""The cursor in JSON and in YAML between brackets, also while the text is not complete.

The text is read token by token, so a bracket or a quote that is not written yet does no harm.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from refrakt.plugins import Span
from refrakt_forge.documents.source_node import FieldPath
from refrakt_forge.editor.cursor import Cursor, CursorRole, CursorStyle

_MARKS = "{}[],:"
_MOST_CHARACTERS = 200_000
"""Of one value; longer texts have no completion."""


class _Token(NamedTuple):
    kind: str
    """A mark, `string` or `word`."""
    start: int
    end: int
    closed: bool = True
    """Whether a string has its second quote."""


@dataclass
class _Container:
    path: FieldPath
    is_mapping: bool
    keys: list[str] = field(default_factory=list)
    key: str | None = None
    """The key whose value follows."""
    count: int = 0
    has_value: bool = False

    @property
    def next_path(self) -> FieldPath:
        return (*self.path, self.count) if not self.is_mapping else (*self.path, self.key or "")


def flow_cursor(text: str, start: int, end: int, offset: int, path: FieldPath, style: CursorStyle) -> Cursor | None:
    """The cursor in a value that starts with a bracket; None if the value ends before it, or nothing can be typed there."""
    if not start < offset or end - start > _MOST_CHARACTERS:
        return None
    stack: list[_Container] = []
    found: tuple[_Container, CursorRole, FieldPath, _Token] | None = None
    depth = 0
    for token in _tokens(text, start, end, style == "json"):
        if found is None and stack and (token.start >= offset or _contains(token, offset)):
            here = stack[-1]
            at = token if _contains(token, offset) else _Token("word", offset, offset)
            role = _role(here)
            if role is None:
                return None
            found, depth = (here, role, here.path if role == "key" else here.next_path, at), len(stack)
        if not _apply(stack, token, text, path):
            break
        if found is not None and len(stack) < depth:
            break
    if found is None:
        if not stack:
            return None
        here = stack[-1]
        role = _role(here)
        if role is None:
            return None
        found = here, role, here.path if role == "key" else here.next_path, _Token("word", offset, offset)
    container, role, at_path, token = found
    own = _text(text, token) if role == "key" else None
    siblings = list(container.keys)
    if own in siblings:
        siblings.remove(own)
    quote = text[token.start] if token.kind == "string" else ""
    return Cursor(
        at_path,
        role,
        Span(token.start, token.end),
        style,
        siblings=frozenset(siblings),
        quote=quote,
        has_colon=text[token.end : end].lstrip(" \t")[:1] == ":",
    )


def _contains(token: _Token, offset: int) -> bool:
    """Whether text that is typed at the offset belongs to a token; after its second quote it does not."""
    if token.kind == "string":
        return token.start < offset and (offset < token.end or (offset == token.end and not token.closed))
    return token.kind == "word" and token.start <= offset <= token.end


def _role(here: _Container) -> CursorRole | None:
    if here.has_value:
        return None
    if not here.is_mapping:
        return "item"
    return "key" if here.key is None else "value"


def _apply(stack: list[_Container], token: _Token, text: str, path: FieldPath) -> bool:
    """Read a token; False after the end of the value."""
    here = stack[-1] if stack else None
    if token.kind in "{[":
        stack.append(_Container(here.next_path if here is not None else path, token.kind == "{"))
    elif here is None:
        return False
    elif token.kind in "}]":
        stack.pop()
        if not stack:
            return False
        stack[-1].has_value = True
    elif token.kind == ",":
        here.key, here.has_value, here.count = None, False, here.count + 1
    elif token.kind == ":":
        if here.is_mapping and here.key is None and here.keys:
            here.key, here.has_value = here.keys[-1], False
    elif here.is_mapping and here.key is None:
        here.keys.append(_text(text, token))
        here.has_value = True  # until the colon
    else:
        here.has_value = True
    return True


def _text(text: str, token: _Token) -> str:
    if token.kind == "string":
        return text[token.start + 1 : token.end - 1 if token.closed else token.end]
    return text[token.start : token.end]


def _tokens(text: str, start: int, end: int, json: bool) -> Iterator[_Token]:
    at = start
    while at < end:
        char = text[at]
        if char.isspace():
            at += 1
        elif char == "#" and not json:
            at = _line_end(text, at, end)
        elif char == '"' or (char == "'" and not json):
            token = _string(text, at, end, char)
            yield token
            at = token.end
        elif char in _MARKS:
            yield _Token(char, at, at + 1)
            at += 1
        else:
            stop = at + 1
            while stop < end and not _ends_word(text, stop, json):
                stop += 1
            yield _Token("word", at, at + len(text[at:stop].rstrip()))
            at = stop


def _ends_word(text: str, at: int, json: bool) -> bool:
    char = text[at]
    if char == ":":
        return json or text[at + 1 : at + 2] in ("", " ", "\n", "\r", "\t")
    return char in "{}[],\n" or (char == "#" and text[at - 1] in " \t")


def _string(text: str, start: int, end: int, quote: str) -> _Token:
    """A string; one without a second quote ends with its line."""
    at = start + 1
    while at < end and text[at] not in "\r\n":
        if text[at] == "\\" and quote == '"':
            at += 2
            continue
        if text[at] == quote:
            return _Token("string", start, at + 1)
        at += 1
    return _Token("string", start, min(at, end), closed=False)


def _line_end(text: str, at: int, end: int) -> int:
    found = text.find("\n", at, end)
    return found if found >= 0 else end
