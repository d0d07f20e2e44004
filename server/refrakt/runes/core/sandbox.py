"""A small web page in a frame: a widget, an animation, a demo.

Its HTML is the body or comes from a folder (`src`), and it cannot access the page around it.

The body is taken verbatim, from the line after the opening tag to the line before the closing tag, so Markdown and tags in it
are not parsed.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from refrakt.markdoc.html import Renderable, Tag
from refrakt.markdoc.javascript_values import js_str
from refrakt.runes.output.file_excerpt import UNREADABLE
from refrakt.runes.output.render_context import FileReadError
from refrakt.runes.output.rune_builder import RuneBuilder
from refrakt.runes.output.sandbox_source import SandboxSource, folder_source
from refrakt.runes.rune import Attribute, choice, number, rune, text
from refrakt.runes.rune_theme import RuneTheme

ELEMENT = "rf-sandbox"
"""The element in which a browser creates the frame. The page itself contains the source only as text."""

_COPIED = {"framework": "framework", "dependencies": "dependencies", "label": "label"}
_QUERY = {"data": "rf-query", "data-fields": "rf-fields", "data-shape": "rf-shape", "data-limit": "rf-limit"}


def _build(sandbox: RuneBuilder) -> Tag:
    source = _source(sandbox)
    trusted = sandbox.context.trusted
    language = {"data-language": "html"}
    shown: list[Renderable] = [Tag("pre", language, [Tag("code", language, [source.content])])]
    fallback = [Tag("template", {"data-content": "fallback"}, shown)] if source.content else []
    return sandbox.element(
        ELEMENT,
        [*fallback, Tag("template", {"data-content": "source"}, [source.content])],
        attributes={
            "data-source-content": source.content,
            **_options(sandbox, _COPIED),
            "data-height": _height(sandbox.attributes["height"]),
            "data-source-origins": "\n".join(source.origins) or None,
            "data-security-mode": "trusted" if trusted else "untrusted",
            "data-allow-js": "true" if trusted else "false",
            **_options(sandbox, _started(sandbox)),
        },
    )


def _source(sandbox: RuneBuilder) -> SandboxSource:
    context, folder = sandbox.context, sandbox.text("src")
    body = context.body_source(sandbox.node).strip()
    if not folder or context.files is None:
        return SandboxSource(body)
    try:
        found = folder_source(context.files, context.sandbox_folder, folder)
    except FileReadError as error:
        sandbox.warn(UNREADABLE, str(error))
        return SandboxSource(body)
    return SandboxSource("\n".join(filter(None, (found.content, body))), found.origins)


def _started(sandbox: RuneBuilder) -> dict[str, str]:
    """The options of a sandbox that does not start at once, and of one with data."""
    names = {"activation": "activation", "poster": "poster"}
    waits = sandbox.attributes["activation"] in ("visible", "click")
    return {**(names if waits else {}), **(_QUERY if sandbox.attributes["data"] else {})}


def _options(sandbox: RuneBuilder, names: Mapping[str, str]) -> dict[str, str | None]:
    return {f"data-{key}": sandbox.text(name) or None for name, key in names.items()}


def _height(height: Any) -> str:
    """A number of pixels, `fill`, or `auto`."""
    text = js_str(height)
    return text if isinstance(height, int | float) or text == "fill" or re.fullmatch("[0-9]+", text) else "auto"


sandbox = rune(
    "sandbox",
    "Runs HTML, CSS and scripts in a frame",
    category="Code & Data",
    attributes=[
        text("src", "Folder of its files"),
        text("framework", "Framework to load, such as tailwind"),
        text("dependencies", "Packages to load, separated by commas"),
        text("label", "Title"),
        Attribute("height", "Its height in pixels, or `fill`", ("Number", "String")),
        text("context", "Name of a context shared by several sandboxes"),
        choice("activation", "eager visible click", "Start date"),
        text("poster", "Image to show before it starts"),
        text("data", "Query whose results it can read"),
        text("data-fields", "Fields of the results, separated by commas"),
        text("data-shape", "Structure of the results: flat, tree or graph"),
        number("data-limit", "Maximum number of results"),
    ],
    content=None,
    source_attribute="src",
    verbatim=True,
    build=_build,
    theme=RuneTheme("sandbox", default_density="compact", interactive=True, edit_hints={"source": "code"}),
    sample="""
        {% sandbox label="Mix a colour" height=160 activation="visible" %}
        <label>Hue <input type="range" min="0" max="360" value="200"></label>
        <div class="swatch"></div>
        <style>
          .swatch { height: 80px; background: hsl(200 70% 50%); }
        </style>
        {% /sandbox %}
    """,
)
