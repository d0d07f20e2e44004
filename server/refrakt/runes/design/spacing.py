"""The distances, corners and shadows of a design.

Three headings are understood: spacing (with `unit` and `scale`), radius, and shadows; under each a list of names and
values.
"""

from __future__ import annotations

from refrakt.markdoc.html import Tag
from refrakt.markdoc.javascript_values import js_str
from refrakt.runes.content_model import Needed, rest
from refrakt.runes.design.scales import Scales, pixels, scales_of
from refrakt.runes.output.css_values import css_value, declarations, styled_part
from refrakt.runes.output.rune_builder import RuneBuilder, part
from refrakt.runes.rune import rune, text
from refrakt.runes.rune_theme import Modifier, RuneTheme

_SMALLEST_BAR = 2
"""The width of the smallest bar, in percent, so that it can be seen."""


def _build(spacing: RuneBuilder) -> Tag:
    title = spacing.text("title")
    scales = scales_of(spacing.nodes("body"))
    children = [part("title", "h3", [title])] if title else []
    if scales.unit or scales.distances:
        children.append(_section("Spacing", "scale", _bars(scales)))
    if scales.radii:
        children.append(_section("Radius", "radii", [_radius(name, value) for name, value in scales.radii]))
    if scales.shadows:
        children.append(_section("Shadows", "shadows", [_shadow(name, value) for name, value in scales.shadows]))
    return spacing.element("section", children, fields={"title": title})


def _section(title: str, name: str, items: list[Tag]) -> Tag:
    return part("section", "div", [part("section-title", "h4", [title]), part(name, "div", items)])


def _bars(scales: Scales) -> list[Tag]:
    longest = max(1, *map(pixels, scales.distances), 1)
    unit = pixels(scales.unit)
    bars = []
    for written in scales.distances:
        width = max(pixels(written) / longest * 100, _SMALLEST_BAR)
        multiple = f"{js_str(pixels(written) / unit)}×" if unit > 0 else ""
        factor = [part("scale-multiplier", "span", [multiple])] if scales.unit else []
        label = part("scale-label", "span", [written if "px" in written else f"{written}px", *factor])
        bars.append(part("scale-item", "div", [styled_part("scale-bar", f"width: {js_str(width)}%"), label]))
    return bars


def _radius(name: str, value: str) -> Tag:
    sample = styled_part("radius-sample", declarations(border_radius=css_value(value)))
    return part(
        "radius-item", "div", [sample, part("radius-label", "span", [name]), part("radius-value", "span", [value])]
    )


def _shadow(name: str, value: str) -> Tag:
    sample = styled_part("shadow-sample", declarations(box_shadow=css_value(value)))
    return part("shadow-item", "div", [sample, part("shadow-label", "span", [name])])


spacing = rune(
    "spacing",
    "Shows distances, corner radii and shadows",
    category="Design",
    attributes=[text("title", "Heading", default="")],
    content=rest("body"),
    needs=Needed("list", "shows only lists of names and values"),
    build=_build,
    theme=RuneTheme(
        "spacing",
        modifiers={"title": Modifier()},
        context_modifiers={"design-context": "in-design-context"},
        sections={"title": "title"},
        default_density="full",
        default_elevation="flat",
        edit_hints=dict.fromkeys(("title", "section", "scale", "radii", "shadows"), "none"),
    ),
    sample="""
        {% spacing title="Room to breathe" %}
        ### Spacing

        - unit: 6px
        - scale: 6, 12, 18, 30, 48

        ### Radius

        - button: 3px
        - card: 12px

        ### Shadows

        - resting: 0 1px 3px rgba(30, 40, 35, 0.2)
        {% /spacing %}
    """,
)
