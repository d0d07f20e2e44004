"""The config of a page layout: slots for content and regions, buttons and other chrome, and content that is computed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Literal, TypeAlias

from refrakt.markdoc.html import Renderable

CONTENT = "content"
CHROME = "chrome:"
COMPUTED = "computed:"
REGION = "region:"
CLONE = "clone:"


@dataclass(frozen=True, slots=True)
class FromPage:
    """A value of the page, by its path: `title`, `frontmatter.date`."""

    path: str


@dataclass(frozen=True, slots=True)
class Iteration:
    """An element for each item of a list of the page."""

    source: str
    tag: str
    class_name: str | None = None


@dataclass(frozen=True, slots=True)
class Chrome:
    """An element of the layout itself: a button, a title, a list of tags."""

    tag: str
    part: str = ""
    attributes: Mapping[str, str | FromPage] = field(default_factory=dict)
    children: tuple[str | Chrome, ...] = ()
    svg: str = ""
    """A drawing before the children."""
    text: str = ""
    """The path of the page's value that is its text."""
    condition: str = ""
    """The path of the page's value that must not be empty."""
    long_date: bool = False
    """Whether the text is a date that is written in full: `January 5, 2026`."""
    iterate: Iteration | None = None


@dataclass(frozen=True, slots=True)
class ClassModifier:
    """A class `name--modifier` that depends on a region or on computed content."""

    depends_on: str
    modifier: str


@dataclass(frozen=True, slots=True)
class SlotWrapper:
    tag: str
    class_name: str
    computed_modifier: ClassModifier | None = None


@dataclass(frozen=True, slots=True)
class LayoutSlot:
    """An element with the content of its `source`, followed by its children.

    Sources are `content`, `region:NAME`, `clone:region:NAME` for a second copy, `computed:NAME` and `chrome:NAME`. A child may be a
    text, `chrome:NAME`, chrome, or another slot.
    """

    tag: str
    class_name: str = ""
    source: str = ""
    children: tuple[str | Chrome | LayoutSlot, ...] = ()
    region: str = ""
    """The region without which there is no slot."""
    frontmatter: str = ""
    """The frontmatter key without which there is no slot."""
    conditional: bool = False
    """Whether there is no slot if its source is empty."""
    region_modifier: ClassModifier | None = None
    wrapper: SlotWrapper | None = None
    attributes: Mapping[str, str] = field(default_factory=dict)
    reading: str = ""


@dataclass(frozen=True, slots=True)
class Computed:
    """Navigation that is computed from a region, the headings, or the pages of the site."""

    kind: Literal["breadcrumb", "toc", "prev-next", "version-switcher"]
    region: str = ""
    min_level: int = 2
    max_level: int = 3
    known_sections_only: bool = False
    """Whether headings that are not known sections are omitted, if there are known ones."""
    min_count: int = 0
    toggle: str = ""
    """The frontmatter key that disables it if it is false."""


@dataclass(frozen=True, slots=True)
class LayoutConfig:
    block: str
    slots: Mapping[str, LayoutSlot]
    tag: str = "div"
    chrome: Mapping[str, Chrome] = field(default_factory=dict)
    computed: Mapping[str, Computed] = field(default_factory=dict)
    behaviors: tuple[str, ...] = ()
    """Scripts that the layout needs."""


@dataclass(frozen=True, slots=True)
class TocHeading:
    level: int
    text: str
    id: str
    known_section: str = ""


@dataclass(frozen=True, slots=True)
class LinkedPage:
    """A page of the site, for links to it."""

    url: str
    title: str = ""
    draft: bool = False
    version: str = ""
    version_group: str = ""


Content: TypeAlias = "list[Renderable]"


@dataclass(frozen=True, slots=True)
class LayoutPage:
    """A themed page and what its layout shows of it."""

    content: Renderable
    url: str = ""
    title: str = ""
    frontmatter: Mapping[str, object] = field(default_factory=dict)
    regions: Mapping[str, Content] = field(default_factory=dict)
    headings: tuple[TocHeading, ...] = ()
    pages: tuple[LinkedPage, ...] = ()


SEARCH_BEHAVIOR = "search"
SEARCH_ATTRIBUTE = "data-search-trigger"


def without_search(layout: LayoutConfig) -> LayoutConfig:
    """The layout of a site that has no search: without its button and its script."""
    buttons = {f"{CHROME}{name}" for name, entry in layout.chrome.items() if SEARCH_ATTRIBUTE in entry.attributes}
    return replace(
        layout,
        behaviors=tuple(each for each in layout.behaviors if each != SEARCH_BEHAVIOR),
        slots={name: _without(slot, buttons) for name, slot in layout.slots.items()},
    )


def _without(slot: LayoutSlot, names: set[str]) -> LayoutSlot:
    children = tuple(
        _without(each, names) if isinstance(each, LayoutSlot) else each
        for each in slot.children
        if not (isinstance(each, str) and each in names)
    )
    return replace(slot, children=children)
