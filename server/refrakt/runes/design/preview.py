"""Something shown as it will look, with what was written for it.

For pages that explain a component or a rune: the reader sees the result and can look at the source. A fence in the
body is taken as the source; without one, `source=true` shows the body itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import dedent

from refrakt.markdoc.html import Tag
from refrakt.markdoc.tree import Node
from refrakt.runes.content_model import Custom
from refrakt.runes.output.code_block import DEFAULT_LANGUAGE
from refrakt.runes.output.file_excerpt import file_excerpt
from refrakt.runes.output.rune_builder import RuneBuilder, part
from refrakt.runes.output.source_html import source_html
from refrakt.runes.rune import choice, flag, rune, text
from refrakt.runes.rune_theme import Modifier, RuneTheme


def _build(preview: RuneBuilder) -> Tag:
    children: Sequence[Node] = preview.content["children"]
    fence = next((child for child in children if child.type == "fence" or child.tag == "snippet"), None)
    shown = preview.render([child for child in children if child is not fence])
    if fence is not None and fence.tag == "snippet":
        fence = file_excerpt(fence.attributes, preview.context, fence)
    source = _source(preview, fence)
    html = source_html(shown) if source else ""
    return preview.element(
        "div",
        [*source, *([_code("html-source", html, "html")] if html else []), *shown],
        fields={
            "title": preview.text("title") or None,
            "theme": preview.attributes["theme"] or "auto",
            "responsive": preview.text("responsive") or None,
        },
    )


def _source(preview: RuneBuilder, fence: Node | None) -> list[Tag]:
    """The source that is shown: the fence, or the body if the page asks for it."""
    if fence is not None:
        language = fence.attributes.get("language") or DEFAULT_LANGUAGE
        return [_code("source", str(fence.attributes.get("content", "")), language)]
    body = dedent(preview.context.body_source(preview.node)).strip() if preview.attributes["source"] else ""
    return [_code("source", body, "markdoc")] if body else []


def _code(name: str, text: str, language: str) -> Tag:
    return part(name, "pre", [Tag("code", {"data-language": language}, [text])], data_language=language)


preview = rune(
    "preview",
    "Shows its body rendered, with the source",
    category="Code & Data",
    attributes=[
        text("title", "Title"),
        choice("theme", "auto light dark", "Colour mode of the preview"),
        flag("source", "Show the source too"),
        text("responsive", "Screen sizes to offer, such as 'mobile,desktop'"),
    ],
    # The first fence is the source, all the rest is shown.
    content=Custom("any"),
    build=_build,
    theme=RuneTheme(
        "preview",
        modifiers={"theme": Modifier(default="auto"), "responsive": Modifier(), "title": Modifier()},
        context_modifiers={"feature": "in-feature"},
        default_density="compact",
        default_width="wide",
        post="preview",
        edit_hints={"source": "code"},
    ),
    sample="""
        {% preview title="Opening hours" theme="light" responsive="mobile,desktop" %}
        | Day | Hours |
        | --- | --- |
        | Friday | 8 to 18 |
        | Saturday | 7 to 13 |

        ```css
        table { font-variant-numeric: tabular-nums; }
        ```
        {% /preview %}
    """,
)
