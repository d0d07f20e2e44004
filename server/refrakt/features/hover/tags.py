"""What stands in a tag: the rune, an attribute, a value, a function, a variable."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from refrakt.markdoc.format.value import format_value
from refrakt.markdoc.values import UNDEFINED
from refrakt.runes.model import Attribute

from .. import variables
from ..answers import Explanation
from ..around import nodes_around
from ..functions import function_named
from ..page import PageContext
from ..place import Place
from ..reference import attribute_text, brief
from .words import code

_FROM_PAGE = {
    "layout": "It comes from the page that this layout is around.",
    "partial": "It comes from the page that takes this text in.",
}


def in_tag(page: PageContext, place: Place) -> Explanation | None:
    """What a word inside of a tag is; None where nobody knows."""
    if place.tag is None or place.word.start == place.word.end:
        return None
    match place.kind:
        case "variable":
            return _variable(page, place)
        case "name" | "closing" | "attribute" | "value" if place.behind == "(" and not place.quote:
            return _function(page, place)
        case "name" | "closing":
            return _rune(page, place)
        case "attribute" | "value":
            return _attribute(page, place)
    return None


def _rune(page: PageContext, place: Place) -> Explanation | None:
    rune = page.site.vocabulary.get(place.text.strip())
    return Explanation(place.word, brief(rune)) if rune is not None else None


def _attribute(page: PageContext, place: Place) -> Explanation | None:
    """An attribute by its name or by its value."""
    rune = page.site.vocabulary.get(place.name)
    name = place.text if place.kind == "attribute" else place.attribute
    attribute = rune.every_attribute.get(name or "") if rune is not None else None
    if rune is None or attribute is None:
        return None
    told = attribute_text(rune, attribute)
    if place.kind == "value" and (value := _value(attribute, place.text)):
        told = f"{value}\n\n{told}"
    return Explanation(place.word, told)


def _value(attribute: Attribute, text: str) -> str:
    """What one of several values is, where they can be counted or one is usual."""
    values = {each if isinstance(each, str) else format_value(each): each for each in attribute.values}
    default = attribute.default
    usual = default if isinstance(default, str) else format_value(default) if default is not UNDEFINED else None
    if text == usual and text:
        return f"{code(text)}: the default, which need not be written."
    if values and text not in values and attribute.type == "String":
        return f"{code(text)} is none of the values that are allowed."
    return ""


def _function(page: PageContext, place: Place) -> Explanation | None:
    signature = function_named(page.site, place.text)
    if signature is None:
        return None
    about = f"\n\n{signature.about}." if signature.about else ""
    return Explanation(place.word, f"`{signature}`{about}\n")


# Variables ------------------------------------------------------------------------------------------------------------


def _variable(page: PageContext, place: Place) -> Explanation | None:
    assert place.cursor is not None
    path = (*place.cursor.path, place.text)
    found = variables.known(page, nodes_around(page.document, place.offset))
    kind, here = _here(page)
    from_page = _FROM_PAGE.get(kind, "") if path[0] in ("frontmatter", "page", "file") else ""
    if not variables.is_known(found, path) and not (from_page and path[0] == "frontmatter"):
        return None
    value = variables.below(found, path)
    value = variables.below(here, path) if value is None else value
    told = [code(f"${'.'.join(path)}")]
    if about := variables.about(path):
        told.append(f"{about}.")
    if from_page:
        told.append(from_page)
    elif value is not None and not isinstance(value, Mapping):
        told.append(f"Here it is {code(format_value(value))}.")
    return Explanation(place.word, "\n\n".join(told) + "\n")


def _here(page: PageContext) -> tuple[str, dict[str, Any]]:
    """What kind of file this is, and what the site knows of it as a page."""
    if page.view is None or page.path is None:
        return "", {}
    with page.view.lock:
        entry = page.view.site.entries.get(page.path)
    if entry is None:
        return "", {}
    url = entry.url
    facts = page.facts
    known: dict[str, Any] = {
        "title": facts.title,
        "url": url,
        "path": entry.name if entry.kind == "page" else None,
        "slug": url.rpartition("/")[2] if url is not None else None,
        "draft": facts.draft,
    }
    return entry.kind, {"page": known, "file": {"path": page.path}}
