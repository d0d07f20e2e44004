"""The variables of a page, as far as the page and its site define them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from refrakt.features.page_context import PageContext
from refrakt.markdoc.tree import Node
from refrakt.rules.page import PAGE_VARIABLES
from refrakt.rules.unknown_variable import TEMPLATE_VARIABLES

_DESCRIPTIONS: Mapping[tuple[str, ...], str] = {
    ("frontmatter",): "The frontmatter of the page",
    ("page",): "The page as the site indexes it",
    ("page", "url"): "The URL of the page",
    ("page", "path"): "The path of the page's file in the site",
    ("page", "dir"): "The folder of the page's file",
    ("page", "slug"): "The last segment of the page's URL",
    ("page", "title"): "The title of the page",
    ("page", "draft"): "Whether the page is a draft",
    ("file",): "The file of the page",
    ("file", "path"): "The path of the file",
    ("file", "created"): "When the file was created",
    ("file", "modified"): "When the file was last modified",
    ("item",): "The current entity, in a body rendered for each match",
    ("kind",): "The type of the matching entities",
    ("count",): "The number of matching entities",
    ("shown",): "The number of entities shown",
}


def variables_by_name(page: PageContext, around: Iterable[Node] = ()) -> dict[str, Any]:
    """The variables by name. A mapping holds nested names; None is a value known only at build time."""
    vocabulary, site = page.site.vocabulary, page.site
    found: dict[str, Any] = {}
    if vocabulary.refrakt:
        frontmatter = page.document.frontmatter
        read = frontmatter is not None and not frontmatter.incomplete
        found |= {**PAGE_VARIABLES, "frontmatter": frontmatter.data if frontmatter is not None and read else None}
    found |= site.variables or {}
    runes = (vocabulary.get(node.tag) for node in around if node.type == "tag" and node.tag)
    if any(rune is not None and rune.deferred for rune in runes):
        found |= dict.fromkeys(TEMPLATE_VARIABLES)
    return found


def value_at(variables: Mapping[str, Any], path: Iterable[str]) -> Any:
    """The value at a path; None where it is unknown."""
    value: Any = variables
    for step in path:
        value = value.get(step) if isinstance(value, Mapping) else None
    return value


def is_defined(variables: Mapping[str, Any], path: tuple[str, ...]) -> bool:
    """Whether the path names a variable."""
    above = value_at(variables, path[:-1])
    return isinstance(above, Mapping) and path[-1] in above


def describe_variable(path: tuple[str, ...]) -> str:
    """The description of a variable."""
    return _DESCRIPTIONS.get(path, "")
