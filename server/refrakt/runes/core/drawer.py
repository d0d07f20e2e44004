"""A panel that slides in over the page.

For a glossary entry, full terms or a list of keyboard shortcuts. A reference to its id opens it; without scripts it is an
ordinary section. A thematic break in it starts a footer.
"""

from __future__ import annotations

from refrakt.markdoc.html import Tag
from refrakt.runes.content_model import rest
from refrakt.runes.output.break_zones import split_at_break
from refrakt.runes.output.rune_builder import RuneBuilder, part
from refrakt.runes.rune import EntityDefinition, choice, number, required, rune, text
from refrakt.runes.rune_theme import Modifier, RuneTheme, plain

AUTO_LEVEL = "data-drawer-title-auto"
"""Marks a title whose level follows from the headings around the drawer."""


def _build(drawer: RuneBuilder) -> Tag:
    body, footer = split_at_break(drawer.nodes("body"))
    close = part("close", "button", ["×"], type="button", aria_label="Close", hidden=True)
    parts = [part("header", "header", [*_title(drawer), close]), part("body", "div", drawer.render(body))]
    if footer is not None:
        parts.append(part("footer", "footer", drawer.render(footer)))
    fields = {
        "side": drawer.text("side") or "right",
        "size": drawer.text("size") or "md",
        "shortcut": drawer.attributes["shortcut"] or None,
    }
    name = drawer.attributes["id"]
    return drawer.element(
        "section", parts, fields=fields, attributes={"id": f"drawer-{drawer.text('id')}", "data-drawer-id": name}
    )


def _title(drawer: RuneBuilder) -> list[Tag]:
    level, title = drawer.attributes["headingLevel"], drawer.text("title")
    if not title:
        return []
    if isinstance(level, int | float) and not isinstance(level, bool):
        return [part("title", f"h{min(6, max(1, int(level)))}", [title])]
    return [part("title", "h3", [title], **{AUTO_LEVEL: "true"})]


drawer = rune(
    "drawer",
    "A panel that slides over the page",
    category="Layout",
    entity=EntityDefinition("drawer", title="{title}", scope="page", defaults={"side": "right", "size": "md"}),
    attributes=[
        required(text("id", "Id that references use to open it")),
        text("title", "Heading of the panel"),
        number("headingLevel", "Level of the heading, 1 to 6"),
        text("shortcut", "Keyboard shortcut that opens it, such as cmd+k"),
        choice("side", "right left top bottom", "Edge from which it slides in"),
        choice("size", "sm md lg", "Size of the panel"),
    ],
    content=rest("body"),
    build=_build,
    theme=RuneTheme(
        "drawer",
        modifiers={"side": Modifier(default="right"), "size": Modifier(default="md"), "shortcut": plain()},
        sections={"header": "header", "body": "body", "footer": "footer"},
        default_density="compact",
        edit_hints={"title": "inline", "body": "none", "close": "none", "footer": "none"},
    ),
    sample="""
        What a *luff* is, the {% xref "sail-terms" /%} explain.

        {% drawer id="sail-terms" title="Parts of a sail" side="left" %}
        - **Luff**: the edge at the front.
        - **Leech**: the edge at the back.

        ---

        [The whole glossary](/glossary)
        {% /drawer %}
    """,
    snippet="""
        {% drawer id="${1:name}" title="${2:Title}" %}
        ${3}
        {% /drawer %}
    """,
)
