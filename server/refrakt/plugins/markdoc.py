"""The engine, for plugins whose files are Markdoc. What is not here is not for plugins, and may change."""

from refrakt.markdoc import Document, Node, Options, Span, TagSyntax, parse

__all__ = ["Document", "Node", "Options", "Span", "TagSyntax", "parse"]
