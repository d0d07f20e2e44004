"""Hover inside a tag: the rune, an attribute, a value, a function, a variable."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from refrakt.features import page_variables
from refrakt.features.cursor_context import CursorContext
from refrakt.features.enclosing_tags import nodes_around
from refrakt.features.function_signatures import function_named
from refrakt.features.inferred_tags import (
    describe_count,
    describe_use,
    inferred_attribute_text,
    inferred_tag,
    inferred_tag_text,
    tag_use,
)
from refrakt.features.markdown_escape import code_span
from refrakt.features.page_context import PageContext
from refrakt.features.results import Hover
from refrakt.features.rune_reference import attribute_text, rune_summary
from refrakt.markdoc.format.values import format_value
from refrakt.markdoc.values import UNDEFINED
from refrakt.runes.rune import Attribute

_SET_BY_PAGE = {
    "layout": "Set by the page that uses this layout.",
    "partial": "Set by the page that includes this partial.",
}


def tag_hover(page: PageContext, cursor: CursorContext) -> Hover | None:
    """The hover for a name inside a tag; None where it is unknown."""
    if cursor.tag is None or cursor.span.start == cursor.span.end:
        return None
    match cursor.kind:
        case "variable":
            return _variable(page, cursor)
        case "name" | "closing" | "attribute" | "value" if cursor.next_char == "(" and not cursor.quote:
            return _function(page, cursor)
        case "name" | "closing":
            return _rune(page, cursor)
        case "attribute" | "value":
            return _attribute(page, cursor)
    return None


def _rune(page: PageContext, cursor: CursorContext) -> Hover | None:
    name = cursor.text.strip()
    rune, totals = page.site.vocabulary.get(name), tag_use(page, name)
    if rune is not None:
        use = f"\nThe tag is {describe_use(totals)}.\n" if totals is not None and rune.location is not None else ""
        return Hover(cursor.span, rune_summary(rune) + use)
    if totals is None or not page.site.vocabulary.inferred:
        return None
    return Hover(cursor.span, inferred_tag_text(name, totals))


def _attribute(page: PageContext, cursor: CursorContext) -> Hover | None:
    """An attribute by its name or value."""
    rune = page.site.vocabulary.get(cursor.name)
    name = cursor.text if cursor.kind == "attribute" else cursor.attribute
    attribute = rune.every_attribute.get(name or "") if rune is not None else None
    if rune is None or attribute is None:
        totals = inferred_tag(page, cursor.name)
        if totals is None or not name or name not in totals.attributes:
            return None
        return Hover(cursor.span, inferred_attribute_text(cursor.name, name, totals))
    paragraphs = attribute_text(rune, attribute)
    totals = tag_use(page, cursor.name) if attribute.location is not None else None
    if totals is not None and totals.attributes[attribute.name]:
        paragraphs += f"\nThe attribute is {describe_count(totals.attributes[attribute.name])}.\n"
    if cursor.kind == "value" and (value := _value(attribute, cursor.text)):
        paragraphs = f"{value}\n\n{paragraphs}"
    return Hover(cursor.span, paragraphs)


def _value(attribute: Attribute, text: str) -> str:
    """Whether a value is the default, or not allowed."""
    values = {each if isinstance(each, str) else format_value(each): each for each in attribute.values}
    default = attribute.default
    usual = default if isinstance(default, str) else format_value(default) if default is not UNDEFINED else None
    if text == usual and text:
        return f"{code_span(text)} is the default and can be omitted."
    if values and text not in values and attribute.type == "String":
        return f"{code_span(text)} is not an allowed value."
    return ""


def _function(page: PageContext, cursor: CursorContext) -> Hover | None:
    signature = function_named(page.site, cursor.text)
    if signature is None:
        return None
    about = f"\n\n{signature.about}." if signature.about else ""
    return Hover(cursor.span, f"`{signature}`{about}\n")


# Variables ------------------------------------------------------------------------------------------------------------


def _variable(page: PageContext, cursor: CursorContext) -> Hover | None:
    assert cursor.prefix is not None
    path = (*cursor.prefix.path, cursor.text)
    found = page_variables.variables_by_name(page, nodes_around(page.document, cursor.offset))
    kind, here = _page_values(page)
    from_page = _SET_BY_PAGE.get(kind, "") if path[0] in ("frontmatter", "page", "file") else ""
    if not page_variables.is_defined(found, path) and not (from_page and path[0] == "frontmatter"):
        return None
    value = page_variables.value_at(found, path)
    value = page_variables.value_at(here, path) if value is None else value
    paragraphs = [code_span(f"${'.'.join(path)}")]
    if about := page_variables.describe_variable(path):
        paragraphs.append(f"{about}.")
    if from_page:
        paragraphs.append(from_page)
    elif value is not None and not isinstance(value, Mapping):
        paragraphs.append(f"Value on this page: {code_span(format_value(value))}.")
    return Hover(cursor.span, "\n\n".join(paragraphs) + "\n")


def _page_values(page: PageContext) -> tuple[str, dict[str, Any]]:
    """The kind of the file, and its values as a page."""
    if page.view is None or page.path is None:
        return "", {}
    with page.view.lock:
        entry = page.view.site.entries.get(page.path)
    if entry is None:
        return "", {}
    url = entry.url
    facts = page.facts
    variables: dict[str, Any] = {
        "title": facts.title,
        "url": url,
        "path": entry.name if entry.kind == "page" else None,
        "slug": url.rpartition("/")[2] if url is not None else None,
        "draft": facts.draft,
    }
    return entry.kind, {"page": variables, "file": {"path": page.path}}
