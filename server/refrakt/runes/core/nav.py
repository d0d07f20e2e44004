"""Navigation links.

A list of pages, under headings if there are many. The same list can be a sidebar, a menu bar, a footer or a page of cards.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from refrakt.markdoc.html import Renderable, Tag
from refrakt.markdoc.schema import class_names
from refrakt.runes.content_model import EMPTY, Condition, Conditional, Custom, Needed, Split
from refrakt.runes.core.nav_structure import nav_content
from refrakt.runes.output.rune_builder import RuneBuilder, meta, part, with_attributes
from refrakt.runes.rune import choice, flag, rune, text
from refrakt.runes.rune_theme import Modifier, RuneTheme

AUTO = "__nav-auto"
"""The field that marks a navigation whose links are computed from the other pages."""


def _build(nav: RuneBuilder) -> Tag:
    values = nav.attributes
    children: list[Renderable] = [meta("true", data_field=AUTO)] if values["auto"] else nav_content(nav)
    if values["layout"] == "menubar":
        trigger = with_attributes(
            part("trigger", "button"), type="button", aria_label="Toggle navigation", aria_expanded="false"
        )
        children = [trigger, *children]
    return nav.element("nav", children, attributes=_attributes(nav))


def _attributes(nav: RuneBuilder) -> dict[str, Any]:
    values = nav.attributes
    collapsible = bool(values["collapsible"])
    ordered = "ordered" if values["ordered"] and not values["auto"] else ""
    classes = (class_names(nav.node.attributes.get("class")), ordered, "rf-nav--collapsible" if collapsible else "")
    return {
        "class": " ".join(filter(None, classes)) or None,
        "layout": values["layout"] or None,
        "data-source-path": _source_path(nav),
        "data-auto": "true" if values["auto"] else None,
        "data-collapsible": "true" if collapsible else None,
        "data-default-open": nav.text("defaultOpen").strip() or None if collapsible else None,
    }


def _source_path(nav: RuneBuilder) -> str | None:
    """The file that slugs are relative to: in the folder of the pages, if it is known."""
    page = (nav.config.variables or {}).get("page")
    path = page.get("path") if isinstance(page, Mapping) else None
    return path if isinstance(path, str) and path else nav.context.path or None


nav = rune(
    "nav",
    "Links to pages, optionally in groups",
    category="Site",
    attributes=[
        flag("ordered", "Number the links"),
        flag("auto", "Derive the links from the child pages"),
        choice("layout", "vertical menubar columns cards strip", "Layout"),
        flag("collapsible", "Make the groups collapsible"),
        text("defaultOpen", "Titles of the initially open groups, separated by commas"),
    ],
    content=Conditional(
        (
            # An automatic navigation lists the pages it finds and ignores its body.
            (Condition(attribute="auto", values=("true",)), EMPTY),
            # A strip has no groups: headings in it are plain text, and all of it shows.
            (Condition(attribute="layout", values=("strip",)), Custom()),
        ),
        default=Split(preamble="list|hr"),
    ),
    needs=Needed("list", "shows lists of links"),
    build=_build,
    theme=RuneTheme(
        "nav",
        modifiers={"layout": Modifier("attribute")},
        default_density="compact",
        default_elevation="flush",
        post="nav",
    ),
    part_themes={
        "nav-group": RuneTheme("nav-group", parent="nav"),
        "nav-item": RuneTheme("nav-item", parent="nav", post="nav-item"),
    },
    sample="""
        {% nav layout="vertical" collapsible=true %}
        - [Start here](/garden)

        ## Beds

        - [Preparing the soil](/garden/soil)
        - [What to sow when](/garden/calendar)

        ## Tools

        - [Keeping a spade sharp](/garden/spade)
        {% /nav %}
    """,
    snippet="""
        {% nav %}
        ## ${1:Group}

        - [${2:Page}](${3:/page})
        {% /nav %}
    """,
)
