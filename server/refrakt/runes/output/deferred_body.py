"""The body of a rune that is a template: it is rendered for each result of a query, when all pages are known.

It is kept as source, since its variables have no value yet.
"""

from __future__ import annotations

from refrakt.markdoc.document import parse
from refrakt.markdoc.parse_options import ParseOptions
from refrakt.runes.output.rune_builder import RuneBuilder

_LITERAL_FENCES = ParseOptions(fences="escaped")


def deferred_body(builder: RuneBuilder) -> str:
    """The template in Markdoc's normal form; empty if there is none, or if the text is not a page and nothing can fill it."""
    if not builder.context.has_pages:
        return ""
    from refrakt.markdoc.format import format_node  # only where a page has a template

    source = builder.context.body_source(builder.node)
    # The line break in front keeps a thematic break at the start from being read as frontmatter.
    return format_node(parse("\n" + source, _LITERAL_FENCES).tree) if source.strip() else ""
