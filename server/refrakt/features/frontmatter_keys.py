"""Descriptions of the frontmatter keys that every site knows.

Which keys there are and which type each has is declared by the rule `frontmatter-type`.
"""

from __future__ import annotations

from collections.abc import Mapping

from refrakt.rules.frontmatter_type import KNOWN_KEYS

TYPE_NAMES: Mapping[str, str] = {
    "text": "text",
    "flag": "true or false",
    "number": "a number",
    "list": "a list",
    "any": "anything",
}
"""The value types in words."""

DESCRIPTIONS: Mapping[str, str] = {
    "title": "The title of the page, in its head, in lists and in search results",
    "description": "A sentence about the page, for search results and for lists of pages",
    "slug": "The URL of the page, instead of the one derived from its file",
    "draft": "Whether the page is unfinished and left out of the built site",
    "redirect": "The URL that this page redirects to",
    "order": "The position of the page among its siblings, the lowest first",
    "date": "The publication date, as year, month and day",
    "author": "The author of the page",
    "tags": "The tags of the page",
    "image": "The image shown where the page is shared",
    "icon": "The name of the page's icon",
    "layout": "The theme layout of the page, instead of the one chosen by its URL",
    "tint": "The name of the theme's color tint for the page",
    "tint-mode": "Whether the page is light or dark",
    "tint-lock": "Whether readers are kept from switching between light and dark",
    "type": "The entity type of the page, by which other pages list and count it",
    "id": "The id by which other pages refer to the entity this page declares",
    "toc": "Whether and how the page shows a table of contents",
    "version": "The product version the page documents",
    "versionGroup": "The name shared by pages that document different versions of the same subject",
    "created": "The creation date, instead of that of the file",
    "modified": "The modification date, instead of that of the file",
}

VALUES: Mapping[str, tuple[str, ...]] = {"tint-mode": ("auto", "light", "dark"), "draft": ("true", "false")}
"""Keys with a fixed set of values."""


def type_name(key: str) -> str:
    """The value type of a key, in words."""
    return TYPE_NAMES[KNOWN_KEYS.get(key, "any")]
