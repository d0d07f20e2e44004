"""Values of an attribute: its allowed values, true and false, the default first, quoted as the context requires.

Where an attribute is not in the schema, or its values are not known, those that pages use are offered.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from typing import Any

from refrakt.features.cursor_context import CursorContext
from refrakt.features.inferred_tags import describe_count, tag_use
from refrakt.features.page_context import PageContext
from refrakt.features.results import CompletionItem
from refrakt.features.rune_reference import attribute_text
from refrakt.markdoc.format.values import format_value
from refrakt.markdoc.tree import Span
from refrakt.markdoc.values import UNDEFINED
from refrakt.rules.attribute_definitions import accepts, types_of
from refrakt.runes.rune import Attribute, Rune

_MOST_USED = 50


def completions(page: PageContext, cursor: CursorContext) -> Iterator[CompletionItem]:
    rune = page.site.vocabulary.get(cursor.name)
    attribute = rune.every_attribute.get(cursor.attribute or "") if rune is not None else None
    within = cursor.prefix.brackets if cursor.prefix is not None else ""
    if not within and _is_open(page, rune, attribute):
        yield from _used_values(page, cursor)
    if rune is None or attribute is None:
        return
    is_list = "Array" in types_of(attribute)
    if "SpaceSeparatedList" in types_of(attribute):
        cursor = _single_value(cursor)
    if within not in (("", "[") if is_list else ("",)):
        return
    for number, value in enumerate(allowed_values(attribute)):
        whole = [value] if is_list and not within else value
        yield _item(rune, attribute, value, value_edit(cursor, whole), f"0{number:03}")


def _is_open(page: PageContext, rune: Rune | None, attribute: Attribute | None) -> bool:
    """Whether the values of an attribute are not known."""
    if rune is None:
        return page.site.vocabulary.inferred
    return rune.open if attribute is None else not attribute.checked and not attribute.values


def _used_values(page: PageContext, cursor: CursorContext) -> Iterator[CompletionItem]:
    """The values on other pages, the most frequent first."""
    totals = tag_use(page, cursor.name)
    found = totals.values_of(cursor.attribute or "") if totals is not None else []
    used = [each for each in found if each[0] != cursor.text or each[1] > 1][:_MOST_USED]
    for number, (value, count) in enumerate(used):
        edit = value_edit(cursor, value)
        yield CompletionItem(value, "value", *edit, detail=describe_count(count), sort_text=f"-{number:03}")


def _single_value(cursor: CursorContext) -> CursorContext:
    """The same context for only the value at the cursor, in a string of several."""
    before, after = cursor.text[: cursor.offset - cursor.span.start], cursor.text[cursor.offset - cursor.span.start :]
    start = cursor.offset - len(before) + before.rfind(" ") + 1
    end = cursor.offset + len(after.partition(" ")[0])
    return replace(cursor, span=Span(start, end)) if cursor.quote == '"' else cursor


def allowed_values(attribute: Attribute) -> list[Any]:
    """The values to choose from, the default first."""
    values = list(attribute.values)
    if not values and "Boolean" in types_of(attribute):
        values = [True, False]
    default = attribute.default
    if default is not UNDEFINED and default not in (None, "") and accepts(attribute, default):
        values = [default, *(each for each in values if each != default or type(each) is not type(default))]
    return values


def value_edit(cursor: CursorContext, value: Any) -> tuple[Span, str]:
    """The span and text that insert a value: within quotes without its quotes, elsewhere with them."""
    text = format_value(value)
    if not cursor.quote:
        return cursor.span, text
    if isinstance(value, str) and cursor.quote == '"':
        return cursor.span, text[1:-1] + ("" if cursor.closed else '"')
    # Quotes of the wrong kind, or around an unquoted value, are replaced too.
    return Span(cursor.span.start - 1, cursor.span.end + cursor.closed), text


def _item(rune: Rune, attribute: Attribute, value: Any, edit: tuple[Span, str], sort: str) -> CompletionItem:
    label = value if isinstance(value, str) else format_value(value)
    is_default = value == attribute.default and type(value) is type(attribute.default)
    detail = "default" if is_default else f"{attribute.name} of {rune.name}"
    about = partial(attribute_text, rune, attribute)
    return CompletionItem(label, "value", *edit, detail=detail, documentation=about, sort_text=sort)
