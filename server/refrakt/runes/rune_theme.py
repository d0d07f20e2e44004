"""How a rune looks: the config of its theme, as plain data.

A rune's output is an element with `data-rune`; the theme adds class names, data attributes, projected metadata and wrappers by this
config. It contains no code, so a theme can override it and a catalogue can contain it as JSON.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from refrakt.runes.structure_theme import Projection, StructureEntry

Density = Literal["full", "compact", "minimal"]
StyleFunction = Literal["fraction", "alignment", "gap"]
"""Named conversions of a style value: a ratio to grid fractions, a vertical alignment, a gap name to a length."""


@dataclass(frozen=True, slots=True)
class Modifier:
    """A value of the rune that becomes a data attribute and, unless `class_name` is false, a class `block--value`."""

    source: Literal["meta", "attribute"] = "meta"
    """Where the value is: among the rune's fields, or an attribute of its element."""
    default: Any = None
    class_name: bool = True
    value_map: Mapping[str, str] = field(default_factory=dict)
    """Replaces values; with `map_target` the mapped value is an extra attribute of that name."""
    map_target: str | None = None


@dataclass(frozen=True, slots=True)
class MetaField:
    """How a modifier is shown in a projected block."""

    meta_type: str | None = None
    """`status`, `category`, `tag`, `temporal`, `quantity`, `id`, `code` …; status, category and tag are badges."""
    label: str | None = None
    condition: str | None = None
    """The modifier that must have a value for the field to be shown."""
    render_when_empty: bool = False
    icon: str | None = None
    """The icon group whose icon is named by the value."""
    rating: str | None = None
    """The modifier with the highest rating, 5 if empty; the value is shown as a rating."""
    sentiments: Mapping[str, str] = field(default_factory=dict)
    href: str | None = None
    """The modifier with the URL of a link."""
    transform: Literal["duration", "uppercase", "capitalize"] | None = None
    tag: str | None = None
    """The HTML element, such as `time`."""
    split_on: str | None = None
    text_key: str | None = None
    """The key of the label in translations, if it is not the usual one."""


@dataclass(frozen=True, slots=True)
class BlockField:
    """A field of a projected block."""

    field: str
    align: Literal["start", "end"] | None = None


@dataclass(frozen=True, slots=True)
class ProjectedBlock:
    """Metadata that the theme shows: a `bar` of values, or a `definition-list` with labels."""

    fields: tuple[BlockField, ...]
    layout: Literal["bar", "definition-list"] = "bar"
    wrap: bool = True


@dataclass(frozen=True, slots=True)
class LayoutEntry:
    """A container of the layout. With a `tag` it is created, otherwise an existing part is reordered."""

    children: tuple[str, ...]
    tag: str | None = None
    attributes: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class InlineStyle:
    """A CSS property that is set to a modifier's value. `template` contains `{}` for the value."""

    property: str
    template: str | None = None
    transform: StyleFunction | None = None


@dataclass(frozen=True, slots=True)
class ContentWrapper:
    """An element around all content; `part` is its `data-name`."""

    tag: str
    part: str


@dataclass(frozen=True, slots=True)
class SequenceDirection:
    """The modifier that names the direction of a sequence, and its default."""

    modifier: str
    default: str


@dataclass(frozen=True, slots=True)
class RuneTheme:
    """The config of one `data-rune` value."""

    block: str
    """The class name without the theme's prefix."""
    modifiers: Mapping[str, Modifier] = field(default_factory=dict)
    context_modifiers: Mapping[str, str] = field(default_factory=dict)
    """Class suffixes by the name of the parent rune."""
    static_modifiers: tuple[str, ...] = ()
    root_attributes: Mapping[str, str] = field(default_factory=dict)
    meta_fields: Mapping[str, MetaField] = field(default_factory=dict)
    blocks: Mapping[str, ProjectedBlock] = field(default_factory=dict)
    layout: Mapping[str, LayoutEntry] = field(default_factory=dict)
    """Where parts go. The entry `root` orders the children of the rune's element."""
    structure: Mapping[str, StructureEntry] = field(default_factory=dict)
    """Elements that are added before or after the content. They are ignored if there are `blocks` or a `layout`."""
    projection: Projection | None = None
    content_wrapper: ContentWrapper | None = None
    auto_label: Mapping[str, str] = field(default_factory=dict)
    """Part names by element name or `data-field`."""
    sections: Mapping[str, str] = field(default_factory=dict)
    """Roles (`title`, `description`, `body`, `media` …) by part name."""
    media_slots: Mapping[str, str] = field(default_factory=dict)
    styles: Mapping[str, InlineStyle] = field(default_factory=dict)
    variants: Mapping[str, Mapping[str, Mapping[str, Any]]] = field(default_factory=dict)
    """Overrides by modifier and value; keys are the fields of this class."""
    default_density: Density | None = None
    child_density: Density | None = None
    default_elevation: str | None = None
    default_width: str | None = None
    default_reading: str | None = None
    default_prominence: str | None = None
    content_measure: str | None = None
    sequence: str | None = None
    sequence_direction: SequenceDirection | None = None
    stagger_items: str | None = None
    guest_fit: str | None = None
    frame_target: str | None = None
    substrate_target: str | None = None
    requires_parent: str | None = None
    """The `data-rune` of the rune it must be inside of."""
    parent: str | None = None
    """The `data-rune` of the rune it usually belongs to; for documentation."""
    interactive: bool = False
    checklist: bool = False
    post: str | None = None
    """The name of a function of the theme that changes the finished element."""
    scope: str | None = None
    """The first part of its keys in translations: the short name of its package; `core` if empty."""
    enum_labels: Mapping[str, str] = field(default_factory=dict)
    """English texts of values, for translation."""
    edit_hints: Mapping[str, str] = field(default_factory=dict)
    """How a visual editor edits a part: `inline`, `link`, `image`, `code`, `icon` or `none`."""


# Shorthands for rune definitions ------------------------------------------------------------------------------------


def plain(default: Any = None) -> Modifier:
    """A modifier that is a data attribute only."""
    return Modifier(default=default, class_name=False)


def bar(*fields: str, end: str = "", wrap: bool = True) -> ProjectedBlock:
    """A bar of values; those of `end`, separated by spaces, are at its end."""
    return ProjectedBlock((*map(BlockField, fields), *(BlockField(each, "end") for each in end.split())), wrap=wrap)


def definitions(*fields: str) -> ProjectedBlock:
    """A list of labels and values."""
    return ProjectedBlock(tuple(map(BlockField, fields)), "definition-list")


def root(*parts: str) -> LayoutEntry:
    """The order of the parts in the rune's element, or in an existing part."""
    return LayoutEntry(parts)


def container(tag: str, *parts: str, **attributes: str) -> LayoutEntry:
    """A new element around parts. Underscores in attribute names are hyphens."""
    return LayoutEntry(parts, tag, {name.replace("_", "-"): value for name, value in attributes.items()})


SPLIT_MODIFIERS: Mapping[str, Modifier] = {
    "media-ratio": plain(),
    "valign": plain(),
    "collapse": plain(),
}
"""The modifiers of the split layout; `media-position` has a default that depends on the rune."""

SPLIT_STYLES: Mapping[str, InlineStyle] = {"valign": InlineStyle("--split-valign", transform="alignment")}

PAGE_HEADER_LABELS: Mapping[str, str] = {
    "header": "preamble",
    "eyebrow": "eyebrow",
    "headline": "headline",
    "blurb": "blurb",
    "image": "image",
}
"""The labels of a page header: an eyebrow, a headline and a blurb."""

PAGE_HEADER_SECTIONS: Mapping[str, str] = {"preamble": "preamble", "headline": "title", "blurb": "description"}
PAGE_HEADER_HINTS: Mapping[str, str] = {"headline": "inline", "eyebrow": "inline", "blurb": "inline"}
