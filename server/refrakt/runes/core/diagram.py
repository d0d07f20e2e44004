"""A diagram in a text language.

The body is one code block with the source of the diagram.
"""

from __future__ import annotations

from refrakt.markdoc.html import Tag
from refrakt.runes.content_model import one, sequence
from refrakt.runes.output.rune_builder import RuneBuilder, part
from refrakt.runes.rune import choice, rune, text
from refrakt.runes.rune_theme import RuneTheme, plain


def _build(diagram: RuneBuilder) -> Tag:
    """The source as text, for pages without scripts, and again for the script that draws it."""
    source = next((str(node.attributes.get("content") or "") for node in diagram.nodes("source")), "")
    title = [part("title", "figcaption", [diagram.text("title")])] if diagram.text("title") else []
    shown = [part("source", "pre", [Tag("code", {}, [source])])] if source else []
    drawn = [Tag("template", {"data-content": "source"}, [source])] if source else []
    return diagram.element(
        "rf-diagram",
        [*title, part("container", "div", shown), *drawn],
        fields={"language": diagram.text("language") or "mermaid"},
    )


diagram = rune(
    "diagram",
    "Draws a diagram from its source",
    category="Code & Data",
    attributes=[
        choice("language", "mermaid plantuml ascii", "Diagram language"),
        text("title", "Title above the diagram"),
    ],
    content=sequence(one("source", "fence")),
    build=_build,
    theme=RuneTheme(
        "diagram",
        modifiers={"language": plain("mermaid")},
        default_density="compact",
        default_elevation="sunken",
        edit_hints={"source": "code"},
    ),
    sample="""
        {% diagram language="mermaid" title="How a letter travels" %}
        ```mermaid
        graph LR
          Box --> Sorting --> Van --> Door
        ```
        {% /diagram %}
    """,
    snippet="""
        {% diagram language="${1:mermaid}" %}
        ```${1:mermaid}
        ${2}
        ```
        {% /diagram %}
    """,
)
