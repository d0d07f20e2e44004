"""A rune's element while the theme is applied to it: what the passes read, and what they collect for its result."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from refrakt.markdoc.html import Renderable, Tag
from refrakt.markdoc.javascript_values import js_str
from refrakt.markdoc.renderable_walk import children_of
from refrakt.runes.output.rune_builder import FIELDS
from refrakt.runes.rune_theme import RuneTheme
from refrakt.theme.element_tree import attribute, field_name
from refrakt.theme.rune_names import kebab_case
from refrakt.theme.theme_config import ThemeConfig

Warn = Callable[[str, str, str, Tag], None]
"""Records a warning: code, message, severity and the element that causes it."""

DEFAULT_READING = "ui"


@dataclass(frozen=True, slots=True)
class Decoration:
    """Attributes and CSS declarations for the element itself or for its media part."""

    attributes: Mapping[str, str]
    styles: tuple[str, ...]
    on_media: bool


@dataclass(slots=True)
class RuneElement:
    tag: Tag
    name: str
    """Its `data-rune`."""
    theme: RuneTheme
    site: ThemeConfig
    parent: str | None
    """The `data-rune` of the nearest rune around it."""
    record: Warn
    block: str
    fields: Mapping[str, Any]
    metas: Mapping[str, Any]
    """The content of the `meta` children by `data-field`; the first one of a name."""
    children: list[Renderable]
    values: dict[str, Any] = field(default_factory=dict)
    """Modifiers and universal values, which become data attributes."""
    mapped: dict[str, str] = field(default_factory=dict)
    """Attributes that modifiers set in addition."""
    classes: list[str] = field(default_factory=list)
    """Class suffixes: `block--suffix`."""
    attributes: dict[str, Any] = field(default_factory=dict)
    """Attributes of tint, background, frame and substrate."""
    tint_styles: list[str] = field(default_factory=list)
    consumed: set[str] = field(default_factory=set)
    """The metas that are not part of the result."""
    density: str = "full"
    reading: str = DEFAULT_READING
    dropcap: bool = False
    background: Tag | None = None
    guest: Tag | None = None
    """The element that is shown in the background."""
    decorations: list[Decoration] = field(default_factory=list)
    maybe_link: bool = True
    """Whether there may be a part named `link` below."""
    maybe_media: bool = True
    """Whether there may be a media part below."""

    @property
    def cover(self) -> bool:
        """Whether its content is shown over its media."""
        return bool(self.values.get("media-position") == "cover")

    @property
    def has_media(self) -> bool:
        return "media" in self.theme.sections.values()

    def attribute(self, name: str) -> Any:
        return attribute(self.tag, name)

    def meta(self, name: str) -> Any:
        return self.metas.get(name)

    def field(self, name: str, default: Any = None) -> Any:
        """A value of the rune: from its fields, or from the `meta` of this name."""
        value = self.fields.get(name)
        if value is None or isinstance(value, list | dict):
            value = self.metas.get(kebab_case(name))
        return default if value is None else value

    def warn(self, code: str, message: str, severity: str = "warning") -> None:
        self.record(code, message, severity, self.tag)


def rune_element(
    tag: Tag, name: str, theme: RuneTheme, site: ThemeConfig, parent: str | None, record: Warn
) -> RuneElement:
    children = list(children_of(tag))
    return RuneElement(
        tag, name, theme, site, parent, record, f"{site.prefix}-{theme.block}", _fields(tag), _metas(children), children
    )


def _fields(tag: Tag) -> Mapping[str, Any]:
    written = tag.attributes.get(FIELDS)
    if isinstance(written, str) and written:
        try:
            written = json.loads(written)
        except (ValueError, RecursionError):
            return {}
    return written if isinstance(written, Mapping) else {}


def _metas(children: list[Renderable]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for child in children:
        if isinstance(child, Tag) and child.name == "meta":
            name = field_name(child)
            if name is not None and name not in found:
                content = attribute(child, "content")
                found[name] = js_str(content) if isinstance(content, list | tuple | Mapping) else content
    return found
