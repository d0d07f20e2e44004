"""The kinds of tokens.

Most are words of the protocol, which every editor has a colour for. What an editor does not know it leaves as it is.
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
"""The name of a rune, and of one of Markdoc's own tags; an attribute or a part of a variable; the signs of a tag; values; the
name of a parameter; `#id` and `.class`; a comment; a key of the frontmatter; where a link leads.

`constant` (true, false, null), `key` and `link` are no words of the protocol: those it has would give them other colours than
editors give them in YAML and Markdown."""
TYPES: tuple[TokenType, ...] = get_args(TokenType)

Modifier = Literal["declaration", "deprecated", "unknown"]
"""Something that others can name; an attribute that has a better name now; a rune that the site does not have."""
MODIFIERS: tuple[Modifier, ...] = get_args(Modifier)


class Token(NamedTuple):
    """A stretch of a block."""

    start: int
    end: int
    type: TokenType
    modifiers: tuple[Modifier, ...] = ()
