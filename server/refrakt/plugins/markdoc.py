"""The Markdoc parser, for plugins. Everything else of it is internal and may change."""

from refrakt.markdoc.document import Document, parse
from refrakt.markdoc.parse_options import ParseOptions
from refrakt.markdoc.tree import Node, Span, TagSyntax

__all__ = ["Document", "Node", "ParseOptions", "Span", "TagSyntax", "parse"]
