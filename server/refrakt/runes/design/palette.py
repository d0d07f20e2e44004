"""The colours of a design.

Each list item is a name, a colon and a colour, or several colours with commas between them for a scale; headings make
groups. Contrast with black and white can be shown beside each colour.
"""

from __future__ import annotations

from refrakt.markdoc.html import Renderable, Tag
from refrakt.markdoc.javascript_values import js_str, truthy
from refrakt.runes.content_model import Needed, rest
from refrakt.runes.design.contrast import AA, AAA, BLACK, WHITE, contrast, text_color
from refrakt.runes.design.design_lists import DesignList, design_lists, values_of
from refrakt.runes.output.css_values import css_value, declarations, styled_part
from refrakt.runes.output.rune_builder import RuneBuilder, part
from refrakt.runes.rune import flag, number, rune, text
from refrakt.runes.rune_theme import Modifier, RuneTheme


def _build(palette: RuneBuilder) -> Tag:
    title, columns = palette.text("title"), palette.attributes["columns"]
    groups = [_group(palette, each) for each in design_lists(palette.nodes("body")) if each.entries]
    return palette.element(
        "section",
        [*([part("title", "h3", [title])] if title else []), *groups],
        fields={
            "title": title,
            "showContrast": js_str(palette.attributes["showContrast"]),
            "showA11y": js_str(palette.attributes["showA11y"]),
            "columns": "" if columns is None else js_str(columns),
        },
    )


def _group(palette: RuneBuilder, group: DesignList) -> Tag:
    colors = [(name, values_of(written)) for name, written in group.entries]
    singles = [_swatch(palette, name, values[0] if values else "") for name, values in colors if len(values) <= 1]
    children: list[Renderable] = [part("group-title", "h4", [group.title])] if group.title else []
    if singles:
        columns = palette.attributes["columns"] or _columns(len(singles))
        children.append(styled_part("grid", f"--rf-palette-cols: {js_str(columns)}", singles))
    for name, values in colors:
        if len(values) > 1:
            children += [part("scale", "div", map(_stop, values)), part("swatch-name", "span", [name])]
    return part("group", "div", children)


def _swatch(palette: RuneBuilder, name: str, color: str) -> Tag:
    children = [
        styled_part("swatch-color", declarations(background_color=css_value(color))),
        part("swatch-name", "span", [name]),
        part("swatch-value", "span", [color]),
    ]
    white, black = contrast(color, WHITE), contrast(color, BLACK)
    if white is not None and black is not None:
        if truthy(palette.attributes["showContrast"]):
            children.append(part("swatch-contrast", "span", [f"W: {white:.1f} · B: {black:.1f}"]))
        if truthy(palette.attributes["showA11y"]):
            children.append(part("swatch-a11y", "span", [_level("AA", white >= AA), _level("AAA", white >= AAA)]))
    return part("swatch", "div", children)


def _level(name: str, met: bool) -> Tag:
    return part("swatch-a11y--pass" if met else "swatch-a11y--fail", "span", [f"{name} {'✓' if met else '✗'}"])


def _stop(color: str) -> Tag:
    shown = css_value(color)
    return styled_part("scale-stop", declarations(background_color=shown, color=text_color(color)), [color])


def _columns(count: int) -> int:
    """A number of columns that fills the rows well."""
    return count if count <= 3 else 3 if count <= 6 else 4 if count <= 8 else 5


palette = rune(
    "palette",
    "Shows a list of colours as swatches",
    category="Design",
    attributes=[
        text("title", "Heading", default=""),
        flag("showContrast", "Show the contrast with white and black", default=False),
        flag("showA11y", "Show the accessibility levels that are met", default=False),
        number("columns", "Colours per row"),
    ],
    content=rest("body"),
    needs=Needed("list", "shows only lists of names and values"),
    build=_build,
    theme=RuneTheme(
        "palette",
        modifiers={name: Modifier() for name in ("title", "showContrast", "showA11y", "columns")},
        context_modifiers={"design-context": "in-design-context"},
        sections={"title": "title"},
        default_density="full",
        default_elevation="flat",
        edit_hints=dict.fromkeys(
            ("group-title", "swatch-color", "swatch-name", "swatch-value", "grid", "scale"), "none"
        ),
    ),
    sample="""
        {% palette title="House colours" showContrast=true %}
        ### Walls

        - Chalk: #f4f1ea
        - Fir: #2f5d50

        ### Scale

        - Clay: #f3d9cd, #d99a7c, #a85a3a, #6b3520
        {% /palette %}
    """,
)
