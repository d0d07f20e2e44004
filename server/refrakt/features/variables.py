"""The variables a page may use, as far as they can be known from the page and its site."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from refrakt.markdoc import Node
from refrakt.rules.page import PAGE_VARIABLES
from refrakt.rules.unknown_variable import TEMPLATE_VARIABLES

from .page import PageContext

_ABOUT: Mapping[tuple[str, ...], str] = {
    ("frontmatter",): "What the page's frontmatter says",
    ("page",): "The page as the site knows it",
    ("page", "url"): "The address of the page",
    ("page", "path"): "The page's file, as the site counts it",
    ("page", "dir"): "The folder the page's file lies in",
    ("page", "slug"): "The last part of the page's address",
    ("page", "title"): "The title of the page",
    ("page", "draft"): "Whether the page is a draft",
    ("file",): "The file of the page",
    ("file", "path"): "The path of the file",
    ("file", "created"): "When the file was made",
    ("file", "modified"): "When the file was last changed",
    ("item",): "The thing at hand, in a body that is shown for each thing found",
    ("kind",): "What kind of things were found",
    ("count",): "How many things were found",
    ("shown",): "How many of them are shown",
}


def known(page: PageContext, around: Iterable[Node] = ()) -> dict[str, Any]:
    """The variables by name. A mapping is what stands below a name; None is not known before the site is built."""
    words, site = page.site.vocabulary, page.site
    found: dict[str, Any] = {}
    if words.refrakt:
        frontmatter = page.document.frontmatter
        read = frontmatter is not None and not frontmatter.incomplete
        found |= {**PAGE_VARIABLES, "frontmatter": frontmatter.data if frontmatter is not None and read else None}
    found |= site.variables or {}
    runes = (words.get(node.tag) for node in around if node.type == "tag" and node.tag)
    if any(rune is not None and rune.deferred for rune in runes):
        found |= dict.fromkeys(TEMPLATE_VARIABLES)
    return found


def below(variables: Mapping[str, Any], path: Iterable[str]) -> Any:
    """What a path leads to; None where nobody knows."""
    value: Any = variables
    for step in path:
        value = value.get(step) if isinstance(value, Mapping) else None
    return value


def is_known(variables: Mapping[str, Any], path: tuple[str, ...]) -> bool:
    """Whether there is something of this name at the end of a path."""
    above = below(variables, path[:-1])
    return isinstance(above, Mapping) and path[-1] in above


def about(path: tuple[str, ...]) -> str:
    """What a variable is, in words."""
    return _ABOUT.get(path, "")
