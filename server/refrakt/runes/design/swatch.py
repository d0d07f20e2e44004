"""A colour in the middle of a sentence.

Shows a small chip beside the colour's name, so that text about colours can be seen as well as read.
"""

from __future__ import annotations

from refrakt.markdoc.html import Tag
from refrakt.markdoc.javascript_values import js_str
from refrakt.runes.output.css_values import css_value, declarations
from refrakt.runes.output.rune_builder import RuneBuilder, field, part
from refrakt.runes.rune import flag, required, rune, text
from refrakt.runes.rune_theme import RuneTheme


def _build(swatch: RuneBuilder) -> Tag:
    color, shown = swatch.text("color"), swatch.attributes["showValue"]
    chip = part("chip", "span", style=declarations(background_color=css_value(color)))
    value = [part("value", "span", [color])] if shown else []
    return swatch.element(
        "span",
        [chip, field("label", "span", [swatch.text("label")]), *value],
        fields={"color": color, "showValue": "false" if shown is None else js_str(shown)},
    )


swatch = rune(
    "swatch",
    "Shows a colour with its name inline",
    category="Design",
    self_closing=True,
    inline=True,
    attributes=[
        required(text("color", "CSS colour")),
        required(text("label", "Name of the colour")),
        flag("showValue", "Show the value of the colour"),
    ],
    content=None,
    build=_build,
    theme=RuneTheme(
        "swatch",
        default_density="minimal",
        default_elevation="flat",
        edit_hints={"chip": "none", "value": "none"},
    ),
    sample="""
        Doors are painted {% swatch color="#2f5d50" label="Fir" showValue=true /%} and never white.
    """,
)
