"""The Markdoc parser and the elements of rendered pages, for plugins. Everything else of it is internal and may change."""

from refrakt.markdoc.document import Document, parse
from refrakt.markdoc.html import Renderable, Tag
from refrakt.markdoc.parse_options import ParseOptions
from refrakt.markdoc.renderable_walk import replaced, text_of
from refrakt.markdoc.tree import Node, Span, TagSyntax

__all__ = ["Document", "Node", "ParseOptions", "Renderable", "Span", "Tag", "TagSyntax", "parse", "replaced", "text_of"]
