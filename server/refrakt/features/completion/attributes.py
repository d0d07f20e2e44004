"""Attributes of a rune that are not set: required ones first, its own before shared ones.

Where the attributes of a tag are not completely known, those that pages use follow.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from refrakt.features.cursor_context import CursorContext
from refrakt.features.inferred_tags import describe_count, inferred_attribute_text, inferred_tag
from refrakt.features.page_context import PageContext
from refrakt.features.results import CompletionItem
from refrakt.features.rune_reference import attribute_text, type_name
from refrakt.features.rune_snippets import assignment, without_tab_stops
from refrakt.rules.attribute_definitions import types_of
from refrakt.runes.rune import Attribute, Rune
from refrakt.runes.universal_attributes import UNIVERSAL

_UNIVERSAL = frozenset(each.name for each in UNIVERSAL)


def completions(page: PageContext, cursor: CursorContext) -> Iterator[CompletionItem]:
    rune = page.site.vocabulary.get(cursor.name)
    totals = inferred_tag(page, cursor.name)
    if cursor.tag is None or (rune is None and totals is None):
        return
    written = {
        each.annotation.name
        for each in cursor.tag.syntax.attributes
        if cursor.tag.base + each.key[0] != cursor.span.start or cursor.span.start == cursor.span.end
    }
    if rune is not None:
        for number, attribute in enumerate(rune.every_attribute.values()):
            if attribute.name not in written and attribute.name != "primary":
                yield _item(rune, attribute, cursor, f"{_rank(rune, attribute)}{number:03}")
    if totals is not None:
        declared = rune.every_attribute if rune is not None else {}
        for number, (name, count) in enumerate(totals.attributes.most_common()):
            if name not in written and name not in declared and name != "primary":
                about = partial(inferred_attribute_text, cursor.name, name, totals)
                yield _inferred_item(name, describe_count(count), about, cursor, f"2{number:03}")


def _inferred_item(
    name: str, detail: str, about: Callable[[], str], cursor: CursorContext, sort: str
) -> CompletionItem:
    """The attribute as far as its type is known: the value is completed next."""
    text = name if cursor.next_char == "=" else f"{name}="
    return CompletionItem(
        name,
        "attribute",
        cursor.span,
        text,
        detail=detail,
        documentation=about,
        sort_text=sort,
        retrigger=text != name,
    )


def accepts_primary(page: PageContext, cursor: CursorContext) -> bool:
    """Whether the unnamed value may be written here."""
    rune = page.site.vocabulary.get(cursor.name)
    return (
        rune is not None
        and cursor.prefix is not None
        and cursor.prefix.is_first
        and cursor.next_char != "="
        and any(each.name == "primary" for each in rune.attributes)
    )


def is_before_primary(cursor: CursorContext) -> bool:
    """Whether the unnamed value follows: attributes may not precede it."""
    assert cursor.tag is not None
    start = cursor.span.start - cursor.tag.base
    return any(each.form == "primary" and each.key[0] >= start for each in cursor.tag.syntax.attributes)


def _rank(rune: Rune, attribute: Attribute) -> int:
    if attribute.deprecated:
        return 4
    if attribute.required:
        return 0
    if rune.universal and attribute.name in _UNIVERSAL:
        return 3
    return 1 if attribute in rune.attributes else 2


def _item(rune: Rune, attribute: Attribute, cursor: CursorContext, sort: str) -> CompletionItem:
    insert_text, plain_text = attribute.name, ""
    if cursor.next_char != "=":
        insert_text = f"{attribute.name}=true" if types_of(attribute) == ("Boolean",) else assignment(attribute, 1)
        insert_text += " " if cursor.next_char not in ("", " ", "\t", "/", "%", "}") else ""
        plain_text = without_tab_stops(insert_text)
    is_snippet = bool(plain_text) and plain_text != insert_text
    return CompletionItem(
        attribute.name,
        "attribute",
        cursor.span,
        insert_text,
        is_snippet,
        plain_text if is_snippet else "",
        f"{type_name(attribute)}{', required' if attribute.required else ''}",
        partial(attribute_text, rune, attribute),
        sort,
        attribute.deprecated is not None,
    )
