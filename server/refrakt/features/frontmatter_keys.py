"""What the keys of the frontmatter mean that every site knows, in words.

Which keys there are, and what each takes, is said by the rule about their values; this tells what they are for.
"""

from __future__ import annotations

from collections.abc import Mapping

from refrakt.rules.frontmatter_type import KNOWN_KEYS

TAKES: Mapping[str, str] = {
    "text": "text",
    "flag": "true or false",
    "number": "a number",
    "list": "a list",
    "any": "anything",
}
"""The kinds of values in words."""

ABOUT: Mapping[str, str] = {
    "title": "The title of the page, in its head, in lists and in search results",
    "description": "A sentence about the page, for search results and for lists of pages",
    "slug": "The address of the page, in the place of the one its file gives it",
    "draft": "Whether the page is unfinished, so that a site is built without it",
    "redirect": "The address that readers of this page are sent on to",
    "order": "The place of the page among those beside it, the lowest first",
    "date": "When it was published, as year, month and day",
    "author": "Who wrote it",
    "tags": "The words it is filed under",
    "image": "The picture that stands for the page where it is shared",
    "icon": "The icon that stands for the page, by its name",
    "layout": "The theme's layout the page is shown in, in the place of the one its address gives it",
    "tint": "The colours of the page, by the name the theme has for them",
    "tint-mode": "Whether the colours of the page are light or dark",
    "tint-lock": "Whether readers cannot switch between light and dark",
    "type": "The kind of thing the page is, by which other pages can list and count it",
    "id": "The name by which other pages refer to the thing this page is",
    "toc": "Whether and how the page lists its headings",
    "version": "The version of a product that the page speaks of",
    "versionGroup": "What the pages have in common that tell the same of different versions",
    "created": "When the page was written, where that is not to be read off its file",
    "modified": "When it was last changed, where that is not to be read off its file",
}

VALUES: Mapping[str, tuple[str, ...]] = {"tint-mode": ("auto", "light", "dark"), "draft": ("true", "false")}
"""The words to choose from."""


def takes(key: str) -> str:
    """What a key takes, in words."""
    return TAKES[KNOWN_KEYS.get(key, "any")]
