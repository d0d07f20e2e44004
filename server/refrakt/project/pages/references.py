"""Which attributes of which runes name something outside the page.

One table, so that an editor that renames, a checker that looks for what is missing and an index that remembers who
uses what mean the same by "refers to". Runes are called by their own names here; a page may use an alias.
"""

from __future__ import annotations

from typing import Literal

ReferenceKind = Literal[
    "xref",
    "expand",
    "nav",
    "partial",
    "file",
    "sandbox",
    "folder",
    "type",
    "icon",
    "tint",
    "background",
    "layout",
    "frontmatter",
]
LinkKind = Literal["link", "image", "media"]

REFERENCES: dict[tuple[str, str], ReferenceKind] = {
    ("xref", "primary"): "xref",
    ("relationships", "of"): "xref",
    ("expand", "primary"): "expand",
    ("partial", "file"): "partial",
    ("file-ref", "path"): "file",
    ("snippet", "path"): "file",
    ("data", "src"): "file",
    ("sandbox", "src"): "sandbox",
    ("blog", "folder"): "folder",
    ("collection", "type"): "type",
    ("aggregate", "type"): "type",
    ("relationships", "type"): "type",
    ("icon", "name"): "icon",
    ("tint", "preset"): "tint",
    ("bg", "preset"): "background",
}
ANYWHERE: dict[str, ReferenceKind] = {"tint": "tint", "bg": "background"}
"""Attributes that mean this on every rune."""

LINKS: dict[tuple[str, str], LinkKind] = {
    ("event", "url"): "link",
    ("map-pin", "url"): "link",
    ("track", "url"): "link",
    ("music-recording", "url"): "link",
    ("pagination", "prev"): "link",
    ("pagination", "next"): "link",
    ("bg", "src"): "image",
    ("tab", "image"): "image",
    ("cast-member", "image"): "image",
    ("sandbox", "poster"): "image",
    ("bg", "video"): "media",
    ("audio", "src"): "media",
    ("track", "src"): "media",
    ("music-recording", "src"): "media",
}
HREF = "href"
"""The attribute that is a link on every rune."""

FRONTMATTER: dict[str, ReferenceKind] = {"tint": "tint", "layout": "layout", "icon": "icon"}
FRONTMATTER_LINKS: dict[str, LinkKind] = {"image": "image", "redirect": "link"}

HINTED = frozenset({"xref", "expand"})
"""Runes whose `type` says what kind of thing the name they give stands for."""
LISTS = frozenset({"type"})
"""References of which several may stand in one value, with commas between."""

ICON_SCHEME = "icon:"
SCHEMES = (ICON_SCHEME, "placeholder:")
"""What an image's source may begin with that is no address: the theme draws it."""
