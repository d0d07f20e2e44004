"""Token types and modifiers.

Most are standard types of the protocol, which every editor has a color for; unknown types are ignored.
"""

from __future__ import annotations

from typing import Literal, NamedTuple, get_args

TokenType = Literal[
    "class",
    "keyword",
    "property",
    "operator",
    "string",
    "number",
    "constant",
    "variable",
    "function",
    "parameter",
    "decorator",
    "comment",
    "key",
    "link",
]
"""`class`: name of a rune; `keyword`: name of one of Markdoc's own tags; `property`: attribute or member of a variable;
`operator`: tag delimiters; `parameter`: name of a function argument; `decorator`: `#id` and `.class`; `key`: frontmatter key;
`link`: link target.

`constant` (true, false, null), `key` and `link` are not standard types: the standard ones would get other colors than editors
use for YAML and Markdown.
"""
TYPES: tuple[TokenType, ...] = get_args(TokenType)

TokenModifier = Literal["declaration", "deprecated", "unknown"]
"""A declared id; an attribute with a newer name; a rune that the site does not have."""
MODIFIERS: tuple[TokenModifier, ...] = get_args(TokenModifier)


class SemanticToken(NamedTuple):
    """A token of a block."""

    start: int
    end: int
    type: TokenType
    modifiers: tuple[TokenModifier, ...] = ()
