"""The attributes of runes that refer to something outside of the page.

Rename, site rules and the index share this table. Runes have their canonical names here; a page may use an alias.
"""

from __future__ import annotations

import re
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
    "bond",
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
    ("sandbox", "context"): "xref",
    ("bond", "from"): "bond",
    ("bond", "to"): "bond",
    ("spec", "source"): "xref",
    ("spec", "supersedes"): "xref",
    ("work", "source"): "xref",
    ("work", "supersedes"): "xref",
    ("work", "milestone"): "xref",
    ("bug", "source"): "xref",
    ("bug", "milestone"): "xref",
    ("decision", "source"): "xref",
    ("decision", "supersedes"): "xref",
    ("plan-progress", "type"): "type",
    ("plan-progress", "milestone"): "xref",
    ("plan-history", "id"): "xref",
}
ANYWHERE: dict[str, ReferenceKind] = {"tint": "tint", "bg": "background"}
"""Attributes with this meaning on every rune."""

LINKS: dict[tuple[str, str], LinkKind] = {
    ("embed", "url"): "link",
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

MEDIA_PATH = re.compile(
    r"/(?!/)[^\s?#]*\.(?:png|jpe?g|gif|svg|webp|avif|apng|bmp|ico|mp4|m4v|mov|webm|ogv|mp3|m4a|ogg|oga|wav|flac)(?:[?#]\S*)?",
    re.IGNORECASE,
)
"""A value that is probably the path of an image, an audio or a video file, from the root of the site."""

FRONTMATTER: dict[str, ReferenceKind] = {"tint": "tint", "layout": "layout", "icon": "icon"}
FRONTMATTER_LINKS: dict[str, LinkKind] = {"image": "image", "redirect": "link"}

FRONTMATTER_RUNE = "---"
"""Instead of a tag, for links of the frontmatter on a site that is not refrakt's own."""

HINTED = frozenset({"xref", "expand"})
"""Runes whose `type` is the entity type of their reference."""
HINTS: dict[tuple[str, str], str] = {
    ("sandbox", "context"): "design-context",
    ("work", "milestone"): "milestone",
    ("bug", "milestone"): "milestone",
    ("plan-progress", "milestone"): "milestone",
}
"""Attributes that refer to one entity type only."""
LISTS = frozenset({"type", "source"})
"""Attributes with several names, separated by commas."""
IDS = re.compile(r"[A-Z][A-Z0-9]*-[0-9]+")
"""An id in a `source`; other text there is a note."""

OPTIONAL = "optional"
"""The hint of a frontmatter key with a default."""

FILTERS = frozenset(
    {("collection", each) for each in ("filter", "sort", "group")}
    | {("aggregate", each) for each in ("filter", "value", "sort", "group")}
    | {("relationships", "sort"), ("data", "where"), ("data", "sort"), ("sandbox", "data")}
    | {("backlog", each) for each in ("filter", "sort", "group")}
    | {("decision-log", "filter"), ("decision-log", "sort")}
    | {("plan-progress", each) for each in ("filter", "value", "sort")}
)
"""Attributes that select, sort or group entities by fields. The `filter` of a blog has another syntax."""

BRINGERS = frozenset({"expand", "blog"})
"""Runes that show content of other pages, besides those whose body is a template."""
PREVIEWS = frozenset({"xref", "file-ref"})
"""Runes that show what they refer to on the page itself if their `preview` is a drawer."""

ICON_SCHEME = "icon:"
SCHEMES = (ICON_SCHEME, "placeholder:")
"""Prefixes of image sources that are not URLs: the theme draws the image."""
