"""The colours of the enclosing rune.

It renders nothing itself: its list has one colour per item, `name: value`. Under a heading `Dark` they are those of the dark mode.
Other content in it has no effect.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from refrakt.markdoc.html import Tag
from refrakt.markdoc.tree import Node
from refrakt.runes.content_model import Custom
from refrakt.runes.output.rune_builder import RuneBuilder
from refrakt.runes.output.universal_output import universal_meta
from refrakt.runes.resolver import heading_text
from refrakt.runes.rune import choice, rune, text
from refrakt.runes.rune_theme import RuneTheme

COLOURS = ("background", "surface", "primary", "secondary", "accent", "border", "bg", "text", "muted")
"""The names of colours in a tint; `bg` is short for `background`."""

_COLOUR = re.compile(r"(\w+)\s*:\s*(.+)", re.DOTALL)


def _build(tint: RuneBuilder) -> Tag:
    colours = _colours(tint.node.children)
    preset, mode = tint.text("preset"), tint.text("mode")
    values = {"tint": preset or ("custom" if colours else ""), "tint-mode": "" if mode == "auto" else mode, **colours}
    metas = [universal_meta(name, value) for name, value in values.items() if value]
    return Tag("div", {"data-tint-source": True}, [*metas])


def _colours(body: Iterable[Node]) -> dict[str, str]:
    """The colours of both modes; those below a heading `Dark` are of the dark mode."""
    light: dict[str, str] = {}
    dark: dict[str, str] = {}
    current, prefix = light, "tint-"
    for node in body:
        if node.type == "heading":
            mode = heading_text(node).strip().lower()
            if mode in ("dark", "light"):
                current, prefix = (dark, "tint-dark-") if mode == "dark" else (light, "tint-")
        elif node.type == "list":
            for item in node.children:
                found = _COLOUR.fullmatch(heading_text(item).strip())
                if found and found[1].lower() in COLOURS:
                    current[prefix + found[1].lower()] = found[2].strip()
    return light | dark


tint = rune(
    "tint",
    "Sets the colours of the enclosing rune",
    attributes=[
        text("preset", "Name of a tint of the theme"),
        choice("mode", "auto dark light", "Whether it is for dark or light mode"),
    ],
    content=Custom(takes="heading|list"),
    universal=False,
    build=_build,
    theme=RuneTheme("tint", parent="*"),
    sample="""
        {% section %}
        {% tint mode="dark" %}
        - surface: #10243e
        - primary: #ffb454
        {% /tint %}

        ## Night tours

        We leave when the street lamps go on.
        {% /section %}
    """,
    snippet="""
        {% tint %}
        - surface: ${1:#ffffff}
        - primary: ${2:#0055aa}
        {% /tint %}
    """,
)
