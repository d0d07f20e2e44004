"""A link to a file of the project.

The path is relative to the root of the project; the link goes to the site's repository, with the lines if they are set.
"""

from __future__ import annotations

from refrakt.markdoc.html import Tag
from refrakt.runes.output.rune_builder import RuneBuilder, meta, part
from refrakt.runes.rune import choice, required, rune, text
from refrakt.runes.rune_theme import RuneTheme

SENTINEL = "__file-ref-sentinel"
"""Marks links that get their URL from the repository of the site."""


def _build(file_ref: RuneBuilder) -> Tag:
    names = ("path", "lines", "label", "preview")
    children = [meta(file_ref.text(name), data_field=f"file-ref-{name}") for name in names]
    file = file_ref.text("path").removesuffix("/").rpartition("/")[2]
    link = part("link", "a", [file_ref.text("label") or file])
    return file_ref.element("span", [*children, meta("true", data_field=SENTINEL), link])


file_ref = rune(
    "file-ref",
    "Links to a file in the project's repository",
    category="Content",
    attributes=[
        required(text("path", "Path of the file, from the root of the project")),
        text("lines", "Line or range, such as 12 or 12-30"),
        text("label", "Text of the link; the file name by default"),
        choice("preview", "drawer", "Open the target in a drawer"),
    ],
    self_closing=True,
    build=_build,
    theme=RuneTheme("file-ref"),
    sample="""
        The tide is worked out in {% file-ref path="src/tides.py" lines="12-30" label="the tides module" /%}.
    """,
    snippet="""
        {% file-ref path="${1:src/main.py}" /%}
    """,
)
