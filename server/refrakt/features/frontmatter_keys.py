"""The frontmatter keys of a page, with types and descriptions.

On a site of refrakt these are the keys that every site knows, which the rule `frontmatter-type` declares. Another site may
declare its own: in a content collection, in Keystatic, or in a JSON schema.
"""

from __future__ import annotations

from collections.abc import Mapping

from refrakt.features.markdown_escape import inactive
from refrakt.features.page_context import PageContext
from refrakt.rules.frontmatter_schema import TYPE_NAMES as DECLARED_TYPES
from refrakt.rules.frontmatter_schema import FrontmatterField, FrontmatterSchema
from refrakt.rules.frontmatter_type import KNOWN_KEYS
from refrakt.untrusted import quoted

_MAX_DESCRIPTION = 300

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


_TYPES = {"string": "text", "number": "number", "boolean": "flag", "array": "list", "enum": "text", "date": "text"}


def declared_key(page: PageContext, key: str) -> FrontmatterField | None:
    """The declaration of a key on a site that is not refrakt's own."""
    schema = _schema(page)
    return schema.fields.get(key) if schema is not None else None


def _schema(page: PageContext) -> FrontmatterSchema | None:
    return page.site.frontmatter_schema(page.path) if page.path is not None else None


def known_types(page: PageContext) -> Mapping[str, str]:
    """The keys that are known for a page, with their types."""
    if page.site.vocabulary.refrakt:
        return KNOWN_KEYS
    schema = _schema(page)
    return {key: _TYPES.get(each.type, "any") for key, each in schema.fields.items()} if schema is not None else {}


def key_type_name(page: PageContext, key: str) -> str:
    """The value type of a known key, in words."""
    declared = declared_key(page, key)
    if declared is None:
        return type_name(key) if page.site.vocabulary.refrakt else ""
    return f"{DECLARED_TYPES[declared.type]}{', required' if declared.required else ''}"


def key_description(page: PageContext, key: str) -> str:
    """A sentence about a known key; empty if there is none."""
    if page.site.vocabulary.refrakt:
        return f"{DESCRIPTIONS[key]}." if key in DESCRIPTIONS else ""
    declared = declared_key(page, key)
    return (
        inactive(quoted(declared.description, _MAX_DESCRIPTION))
        if declared is not None and declared.description
        else ""
    )


def key_values(page: PageContext, key: str) -> tuple[str, ...]:
    """The values to choose from; empty if any is allowed."""
    declared = declared_key(page, key)
    if declared is not None:
        return declared.values
    return VALUES.get(key, ()) if page.site.vocabulary.refrakt else ()


def type_name(key: str) -> str:
    """The value type of a key, in words."""
    return TYPE_NAMES[KNOWN_KEYS.get(key, "any")]
