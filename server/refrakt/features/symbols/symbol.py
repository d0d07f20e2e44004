"""The symbols of a site and their occurrences.

A symbol is identified by the declaring file and its name there, so two occurrences refer to the same symbol exactly if their
symbols are equal, however each is written.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

from refrakt.markdoc.tree import Span

SymbolKind = Literal[
    "page",
    "heading",
    "anchor",
    "drawer",
    "entity",
    "partial",
    "layout",
    "key",
    "definition",
    "file",
    "tag",
    "attribute",
]


class Symbol(NamedTuple):
    """A named construct of a site."""

    kind: SymbolKind
    path: str
    """The declaring file, relative to the project root; of a `file` the file itself; of a `tag` or an `attribute` the source of
    its definition, empty if that is not known.
    """
    name: str = ""
    """The id of a heading, anchor, drawer or entity; the name of a partial, tag or attribute; a frontmatter key; the normalised
    label of a link definition. Empty where the symbol is a whole file.
    """
    type: str | None = None
    """The type of an entity; the tag of an attribute."""


class Occurrence(NamedTuple):
    """A span of a file that refers to a symbol or declares it."""

    symbol: Symbol
    path: str
    """The file, relative to the project root."""
    span: Span
    """Exactly the characters of the name: the path of a link without its fragment, a fragment without `#`, an id without
    quotes, the text of a heading.
    """
    is_declaration: bool = False
    full_span: Span | None = None
    """The enclosing link, tag or heading."""
