"""Completion. Each kind of item has a module; this one calls those that apply at the cursor."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from refrakt.features.completion import (
    attribute_values,
    attributes,
    closing_tags,
    frontmatter,
    functions,
    link_labels,
    link_targets,
    named_values,
    navigation_items,
    page_templates,
    partials,
    rune_names,
    rune_shorthand,
    variables,
)
from refrakt.features.completion.tag_end import tag_ending
from refrakt.features.completion.typed_link_target import label_at, target_in_markdown
from refrakt.features.completion.yaml_cursor import yaml_cursor_at
from refrakt.features.cursor_context import CursorContext, cursor_context_at
from refrakt.features.enclosing_tags import EnclosingScope
from refrakt.features.page_context import PageContext
from refrakt.features.results import CompletionItem, CompletionList


def complete(page: PageContext, offset: int) -> CompletionList:
    """The completions at an offset of a page, the likeliest first."""
    cursor = cursor_context_at(page.document, offset)
    if not {"\n", "\r"}.isdisjoint(cursor.text):
        return CompletionList()  # editors replace text within one line only
    site_list = _site_completions(page, cursor)
    matched = (_matching_typed_text(item, cursor) for item in (*site_list.items, *_tag_completions(page, cursor)))
    items = sorted(matched, key=lambda item: (item.sort_text, item.label))
    # The default of an attribute may also be a name of the site.
    unique = {(item.label, item.insert_text, item.span): item for item in reversed(items)}
    return CompletionList(tuple(reversed(unique.values())), site_list.complete)


def _matching_typed_text(item: CompletionItem, cursor: CursorContext) -> CompletionItem:
    """The item with a filter text that covers what it replaces before the cursor's span: a wrong quote, or a dot."""
    if cursor.tag is None or item.span.start >= cursor.span.start:
        return item
    before = cursor.tag.block.text[item.span.start - cursor.tag.base : cursor.span.start - cursor.tag.base]
    return replace(item, filter_text=before + (item.filter_text or item.label))


def _site_completions(page: PageContext, cursor: CursorContext) -> CompletionList:
    """Items that depend on other pages."""
    if cursor.tag is not None:
        is_first = cursor.kind == "attribute" and attributes.accepts_primary(page, cursor)
        if cursor.kind == "value" or is_first:
            return _while_indexing(page, named_values.completions(page, cursor, "primary" if is_first else None))
        return CompletionList()
    if cursor.kind == "code":
        return CompletionList()
    document, offset = page.document, cursor.offset
    key = yaml_cursor_at(document, offset)
    if key is not None:
        return _while_indexing(page, frontmatter.completions(page, key))
    if cursor.kind == "frontmatter":
        return CompletionList()
    target = target_in_markdown(document, offset)
    if target is not None:
        return _while_indexing(page, link_targets.completions(page, target))
    label = label_at(document, offset)
    if label is not None:
        return link_labels.completions(page, label)
    item = navigation_items.navigation_item_at(page, offset)
    if item is not None:
        return _while_indexing(page, navigation_items.completions(page, item))
    return CompletionList(
        (
            *closing_tags.after_tag(page, offset),
            *rune_shorthand.completions(page, offset),
            *page_templates.completions(page, offset),
        )
    )


def _while_indexing(page: PageContext, found: CompletionList) -> CompletionList:
    """Marks the list as incomplete while the site is being indexed."""
    is_read = page.view is None or page.view.site.complete
    return found if is_read else replace(found, complete=False)


def _tag_completions(page: PageContext, cursor: CursorContext) -> Iterator[CompletionItem]:
    """Items that depend on the rune and the page only."""
    if cursor.tag is None:
        return
    scope = EnclosingScope(page.document, cursor.tag)
    if cursor.kind in ("name", "attribute", "value") and cursor.next_char == "(" and not cursor.quote:
        yield from functions.completions(page, cursor)
        return
    match cursor.kind:
        case "name":
            yield from rune_names.completions(page, cursor, scope)
            if tag_ending(cursor).is_last and scope.closing_tag is None:
                yield from closing_tags.after_opening(cursor, scope)
                yield from functions.completions(page, cursor)
                yield from variables.completions(page, cursor, scope)
        case "closing":
            yield from closing_tags.completions(cursor, scope)
        case "attribute" if not attributes.is_before_primary(cursor):
            yield from attributes.completions(page, cursor)
            if attributes.accepts_primary(page, cursor):
                yield from functions.completions(page, cursor)
                yield from variables.completions(page, cursor, scope)
        case "value":
            yield from partials.completions(page, cursor)
            yield from attribute_values.completions(page, cursor)
            if not cursor.quote:
                yield from functions.completions(page, cursor)
                yield from variables.completions(page, cursor, scope)
        case "variable":
            yield from variables.completions(page, cursor, scope)
