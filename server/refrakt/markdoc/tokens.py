"""The token between the Markdown rules and the tree builder: a lighter markdown-it token with source offsets."""

from __future__ import annotations

from typing import Any

from refrakt.markdoc.text import OffsetMap
from refrakt.markdoc.tree import TagSyntax

SourceMap = int | OffsetMap
"""Maps extracted text to the source: one start offset, or one offset per line."""


class SyntaxToken:
    """markdown-it's token fields, plus `start` and `end`; `source_map` locates inline content in the source."""

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
        "source_map",
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
        self.children: list[SyntaxToken] | None = None
        self.content = ""
        self.markup = ""
        self.info = ""
        self.meta: Any = None
        self.hidden = False
        self.start = -1
        self.end = -1
        self.source_map: SourceMap = 0
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


def push_tag(state: Any, syntax: TagSyntax) -> SyntaxToken:
    """Push the token of a tag onto a block or inline state."""
    token: SyntaxToken = state.push(_TAG_TYPES[syntax.kind], "", _NESTING.get(syntax.kind, 0))
    token.syntax = syntax
    return token
