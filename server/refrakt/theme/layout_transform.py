"""The layout transform: a themed page in the layout of its site, with regions, buttons and navigation."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any

from refrakt.markdoc.html import Renderable, Tag
from refrakt.markdoc.javascript_values import js_str, truthy
from refrakt.theme.layout_config import (
    CHROME,
    CLONE,
    COMPUTED,
    CONTENT,
    REGION,
    Chrome,
    FromPage,
    LayoutConfig,
    LayoutPage,
    LayoutSlot,
)
from refrakt.theme.page_navigation import computed_content
from refrakt.theme.passes.rune_element import DEFAULT_READING
from refrakt.theme.strings import layout_text
from refrakt.theme.svg_sanitizer import sanitized_svg
from refrakt.theme.theme_config import ThemeConfig
from refrakt.theme.theme_html import RAW_HTML

_MONTH_NAMES = "January February March April May June July August September October November December"
_MONTHS = _MONTH_NAMES.split()
_DATE = re.compile(r"(\d{4})-(\d{2})-(\d{2})", re.ASCII)


def layout_transform(layout: LayoutConfig, page: LayoutPage, theme: ThemeConfig) -> Tag:
    """The element of the whole page."""
    computed = {
        name: computed_content(each, page, theme.prefix, theme.strings) for name, each in layout.computed.items()
    }
    request = _Request(layout, page, theme, computed)
    children = [built for slot in layout.slots.values() if (built := request.slot(slot)) is not None]
    attributes = {"data-layout": layout.block, "class": f"{theme.prefix}-layout-{layout.block}"}
    if layout.behaviors:
        attributes["data-layout-behaviors"] = " ".join(layout.behaviors)
    return Tag(layout.tag, attributes, [*children])


@dataclass(frozen=True, slots=True)
class _Request:
    """One page in one layout. The depth of the recursion is that of the layout's config."""

    layout: LayoutConfig
    page: LayoutPage
    theme: ThemeConfig
    computed: Mapping[str, Tag | None]

    def slot(self, slot: LayoutSlot) -> Tag | None:
        if slot.frontmatter and not truthy(self.page.frontmatter.get(slot.frontmatter)):
            return None
        if slot.region and slot.region not in self.page.regions:
            return None
        content = self._source(slot.source) if slot.source else []
        if slot.source and slot.conditional and not content:
            return None
        for child in slot.children:
            content += self._child(child)
        attributes: dict[str, Any] = {}
        class_name = self._slot_class(slot)
        if class_name:
            attributes["class"] = class_name
        attributes |= {name: self._text(value) for name, value in slot.attributes.items()}
        if slot.reading and slot.reading != DEFAULT_READING:
            attributes["data-reading"] = slot.reading
        return Tag(slot.tag, attributes, self._wrapped(slot, content))

    def _child(self, child: str | Chrome | LayoutSlot) -> list[Renderable]:
        if isinstance(child, str):
            return self._source(child) if child.startswith(CHROME) else [child]
        built = self.slot(child) if isinstance(child, LayoutSlot) else self.chrome(child, child.part)
        return [] if built is None else [built]

    def _slot_class(self, slot: LayoutSlot) -> str:
        modifier = slot.region_modifier
        if slot.class_name and modifier is not None and modifier.depends_on in self.page.regions:
            return f"{slot.class_name} {slot.class_name}--{modifier.modifier}"
        return slot.class_name

    def _wrapped(self, slot: LayoutSlot, content: list[Renderable]) -> list[Renderable]:
        if slot.wrapper is None:
            return content
        class_name, modifier = slot.wrapper.class_name, slot.wrapper.computed_modifier
        if modifier is not None and self.computed.get(modifier.depends_on) is not None:
            class_name = f"{class_name} {class_name}--{modifier.modifier}"
        return [Tag(slot.wrapper.tag, {"class": class_name}, content)]

    def _source(self, source: str) -> list[Renderable]:
        """The content of a source. Elements are immutable, so a clone is the same elements again."""
        source = source.removeprefix(CLONE)
        if source == CONTENT:
            return [self.page.content] if self.page.content else []
        if source.startswith(REGION):
            return list(self.page.regions.get(source.removeprefix(REGION), ()))
        if source.startswith(COMPUTED):
            built = self.computed.get(source.removeprefix(COMPUTED))
            return [] if built is None else [built]
        name = source.removeprefix(CHROME)
        entry = self.layout.chrome.get(name) if source.startswith(CHROME) else None
        chrome = self.chrome(entry, entry.part or name) if entry is not None else None
        return [] if chrome is None else [chrome]

    def chrome(self, entry: Chrome, name: str) -> Tag | None:
        if entry.condition and not truthy(self._value(entry.condition)):
            return None
        attributes: dict[str, Any] = {"data-name": name} if name else {}
        for key, value in entry.attributes.items():
            attributes[key] = self._page_text(value.path) if isinstance(value, FromPage) else self._text(value)
        children: list[Renderable] = []
        if entry.svg:
            attributes[RAW_HTML] = "true"
            children.append(sanitized_svg(entry.svg))
        if entry.text:
            text = self._page_text(entry.text)
            children.append(long_date(text) if entry.long_date else text)
        if entry.iterate is not None:
            items = self._value(entry.iterate.source)
            item_class = {"class": entry.iterate.class_name} if entry.iterate.class_name else {}
            if isinstance(items, list | tuple):
                children += [Tag(entry.iterate.tag, item_class, [js_str(item)]) for item in items]
        for child in entry.children:
            built = self._text(child) if isinstance(child, str) else self.chrome(child, child.part)
            if built is not None:
                children.append(built)
        return Tag(entry.tag, attributes, children)

    def _text(self, text: str) -> str:
        return layout_text(self.theme.strings, text)

    def _page_text(self, path: str) -> str:
        value = self._value(path)
        return "" if value is None else js_str(value)

    def _value(self, path: str) -> Any:
        """The value of the page by its path: its title, its URL, or a value of its frontmatter."""
        first, *rest = path.split(".")
        value: Any = {"title": self.page.title, "url": self.page.url, "frontmatter": self.page.frontmatter}.get(first)
        for key in rest:
            value = value.get(key) if isinstance(value, Mapping) else None
        return value


def long_date(text: str) -> str:
    """An ISO date in full: `January 5, 2026`. Other texts are returned unchanged."""
    found = _DATE.match(text)
    if found is None:
        return text
    try:
        day = date(int(found[1]), int(found[2]), int(found[3]))
    except ValueError:
        return text
    return f"{_MONTHS[day.month - 1]} {day.day}, {day.year}"
