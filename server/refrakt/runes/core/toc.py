"""The headings of the page as links."""

from __future__ import annotations

from refrakt.markdoc.html import Tag
from refrakt.runes.output.rune_builder import RuneBuilder, part
from refrakt.runes.rune import flag, number, rune
from refrakt.runes.rune_theme import RuneTheme


def _build(toc: RuneBuilder) -> Tag:
    depth = toc.attributes["depth"]
    last = depth + 1 if isinstance(depth, int | float) else 0
    items = [
        Tag("li", {"data-level": heading.level}, [Tag("a", {"href": f"#{heading.id}"}, [heading.text])])
        for heading in toc.context.headings
        if 2 <= heading.level <= last
    ]
    # The title of the page, level 1, is not part of the list.
    return toc.element(
        "nav", [part("list", "ul", items)], fields={"depth": depth, "ordered": toc.attributes["ordered"]}
    )


toc = rune(
    "toc",
    "Lists the headings of the page",
    aliases="table-of-contents",
    category="Site",
    attributes=[
        number("depth", "Number of heading levels to list", default=3),
        flag("ordered", "Number the headings", default=False),
    ],
    build=_build,
    rendered_as="table-of-contents",
    theme=RuneTheme("toc", default_elevation="flush"),
    sample="""
        # Keeping bees

        {% toc depth=2 /%}

        ## The first spring

        Order the hive in winter, so that it has aired by April.

        ## The first harvest

        Leave them the honey of the first year.
    """,
    snippet="{% toc depth=${1:3} /%}",
)
