"""The token that passes from the Markdown rules to the tree: markdown-it's, made light and given a place."""

from __future__ import annotations

from typing import Any

from .text import Segments
from .tree import TagSyntax

Place = int | Segments
"""Where a text cut out of the source came from: all in one piece, or line by line."""


class Token:
    """What markdown-it's rules fill in, plus `start` and `end`; `place` tells where an inline content came from."""

    __slots__ = (
        "attrs",
        "children",
        "content",
        "end",
        "hidden",
        "info",
        "level",
        "map",
        "markup",
        "meta",
        "nesting",
        "place",
        "start",
        "syntax",
        "tag",
        "type",
    )

    def __init__(self, type: str, tag: str, nesting: int) -> None:
        self.type = type
        self.tag = tag
        self.nesting = nesting
        self.attrs: dict[str, Any] | None = None
        self.map: list[int] | None = None
        self.level = 0
        self.children: list[Token] | None = None
        self.content = ""
        self.markup = ""
        self.info = ""
        self.meta: Any = None
        self.hidden = False
        self.start = -1
        self.end = -1
        self.place: Place = 0
        self.syntax: TagSyntax | None = None

    def attrSet(self, name: str, value: str | float) -> None:
        if self.attrs is None:
            self.attrs = {}
        self.attrs[name] = value

    def __repr__(self) -> str:
        return f"<{self.type} {self.start}:{self.end} {self.content!r}>"


_TAG_TYPES = {
    "open": "tag_open",
    "void": "tag",
    "close": "tag_close",
    "annotation": "annotation",
    "value": "variable",
    "broken": "error",
}
_NESTING = {"open": 1, "close": -1}


def push_tag(state: Any, syntax: TagSyntax) -> Token:
    """Push the token of a tag onto a block or inline state."""
    token: Token = state.push(_TAG_TYPES[syntax.kind], "", _NESTING.get(syntax.kind, 0))
    token.syntax = syntax
    return token
