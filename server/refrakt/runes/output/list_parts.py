"""Items of lists as parts of a rune, such as the ingredients and steps of a recipe, with their schema.org data."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from refrakt.markdoc.html import Renderable, Tag
from refrakt.markdoc.renderable_walk import children_of
from refrakt.runes.output.rune_builder import with_attributes


def item_parts(
    rendered: Iterable[Renderable],
    list_name: str,
    part: str,
    *,
    property: str,
    typeof: str | None = None,
    text: str = "",
) -> list[Renderable]:
    """The items of all lists `list_name` (`ul` or `ol`) as parts of a name.

    With `text`, the content of each item is in an element of its own, which has that property.
    """
    lists = [tag for tag in rendered if isinstance(tag, Tag) and tag.name == list_name]
    items = [item for each in lists for item in children_of(each)]
    return [_item_part(item, part, property, typeof, text) if isinstance(item, Tag) else item for item in items]


def _item_part(item: Tag, part: str, property: str, typeof: str | None, text: str) -> Tag:
    marked = with_attributes(item, data_name=part, typeof=typeof, property=property)
    return replace(marked, children=[Tag("p", {"property": text}, item.children)]) if text else marked
