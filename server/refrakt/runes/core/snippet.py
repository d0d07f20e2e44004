"""Code from a file of the project.

The page shows the current content of the file, so an example cannot become outdated.
"""

from __future__ import annotations

from refrakt.markdoc.html import Renderable, Tag
from refrakt.markdoc.renderable_walk import replaced
from refrakt.runes.output.file_excerpt import file_excerpt
from refrakt.runes.output.rune_builder import RuneBuilder
from refrakt.runes.rune import flag, required, rune, text
from refrakt.runes.rune_theme import RuneTheme


def _build(snippet: RuneBuilder) -> Renderable:
    """The code block, in a figure that names the file."""
    fence = file_excerpt(snippet.attributes, snippet.context, snippet.node)

    def in_figure(tag: Tag) -> Tag:
        if tag.name != "pre":
            return tag
        data = {"data-source-path": tag.attributes.get("data-source"), "data-lines": tag.attributes.get("data-lines")}
        return snippet.element("figure", [tag], attributes={**data, "class": "rf-snippet"})

    return [replaced(each, in_figure) for each in snippet.render(fence)]


snippet = rune(
    "snippet",
    "Shows a file, or lines of it, as code",
    category="Code & Data",
    attributes=[
        required(text("path", "Path of the file, from the root of the project")),
        text("lines", "Lines to show, such as 10-25"),
        text("lang", "Language, if the file name does not imply it"),
        flag("linenumbers", "Number the lines as in the file"),
        text("highlight", "Lines to highlight, such as 12-14,20"),
    ],
    build=_build,
    theme=RuneTheme("snippet"),
    sample="""
        The pump starts as soon as the float is down:

        {% snippet path="firmware/pump.c" lines="40-58" highlight="44" /%}
    """,
    snippet='{% snippet path="${1:file}" lines="${2:1-10}" /%}',
)
