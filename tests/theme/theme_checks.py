"""Small trees and themes for the tests of the theme."""

from __future__ import annotations

import json
from typing import Any

from refrakt.markdoc.html import Renderable, Tag
from refrakt.markdoc.renderable_walk import elements
from refrakt.runes.output.render_context import RenderWarning
from refrakt.runes.rune_theme import RuneTheme
from refrakt.theme.identity_transform import identity_transform
from refrakt.theme.theme_config import ThemeConfig


def el(tag: str, /, *children: Renderable, **attributes: Any) -> Tag:
    """An element. Underscores in attribute names are hyphens; `class_` is `class`."""
    return Tag(tag, {key.rstrip("_").replace("_", "-"): value for key, value in attributes.items()}, [*children])


def part(name: str, *children: Renderable, tag: str = "div", **attributes: Any) -> Tag:
    return el(tag, *children, data_name=name, **attributes)


def meta(name: str, content: Any) -> Tag:
    return Tag("meta", {"data-field": name, "content": content})


def rune(name: str, *children: Renderable, fields: dict[str, Any] | None = None, **attributes: Any) -> Tag:
    """The element of a rune, as its `build` function makes it."""
    tag = el("section", *children, data_rune=name, **attributes)
    if fields is not None:
        tag = Tag(tag.name, {**tag.attributes, "data-rune-fields": json.dumps(fields)}, tag.children)
    return tag


def at(tree: Renderable, *path: int) -> Tag:
    """The element at these positions."""
    for position in path:
        assert isinstance(tree, Tag)
        tree = tree.children[position]
    assert isinstance(tree, Tag)
    return tree


class Themed:
    """The result of the identity transform of one element."""

    def __init__(self, tree: Tag, site: ThemeConfig) -> None:
        self.warnings: list[RenderWarning] = []
        result = identity_transform(tree, site, self.warnings)
        assert isinstance(result, Tag)
        self.tag = result

    @property
    def classes(self) -> list[str]:
        return str(self.tag.attributes["class"]).split()

    @property
    def style(self) -> str:
        return str(self.tag.attributes.get("style", ""))

    @property
    def codes(self) -> list[str]:
        return [each.code for each in self.warnings]

    def __getitem__(self, attribute: str) -> Any:
        return self.tag.attributes.get(attribute)

    def part(self, name: str) -> Tag:
        """The first part of this name."""
        return next(each for each in elements(self.tag) if each.attributes.get("data-name") == name)

    def parts(self) -> list[Any]:
        """The names of the children, or the children that have none."""
        return [
            each.attributes.get("data-name", each.name) if isinstance(each, Tag) else each for each in self.tag.children
        ]


def themed(tree: Tag, theme: RuneTheme, **site: Any) -> Themed:
    """The element with this theme for its rune, and `site` as the rest of the config."""
    others = site.pop("runes", {})
    return Themed(tree, ThemeConfig(runes={tree.attributes["data-rune"]: theme, **others}, **site))
