"""The fields of a rune's element, for resolvers: those in its attribute, and those of hidden metas."""

from __future__ import annotations

import json
from typing import Any

from refrakt.markdoc.html import Tag
from refrakt.markdoc.renderable_walk import children_of
from refrakt.runes.output.rune_builder import FIELDS


def fields_of(tag: Tag) -> dict[str, Any]:
    """The values by field name."""
    written = tag.attributes.get(FIELDS)
    found: dict[str, Any] = json.loads(written) if isinstance(written, str) else {}
    for child in children_of(tag):
        if isinstance(child, Tag) and child.name == "meta" and "data-field" in child.attributes:
            found.setdefault(child.attributes["data-field"], child.attributes.get("content"))
    return found


def has_field(tag: Tag, name: str) -> bool:
    """Whether an element has a hidden meta with this field."""
    return any(_is_meta(child, name) for child in children_of(tag))


def without_field(tag: Tag, *names: str) -> Tag:
    """The element without the hidden metas of these fields."""
    children = [child for child in children_of(tag) if not any(_is_meta(child, name) for name in names)]
    return Tag(tag.name, tag.attributes, children, tag.origin)


def _is_meta(child: Any, name: str) -> bool:
    return isinstance(child, Tag) and child.name == "meta" and child.attributes.get("data-field") == name
