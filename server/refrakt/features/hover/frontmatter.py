"""Frontmatter keys: meaning, type, values, and the layouts that use them."""

from __future__ import annotations

from collections.abc import Iterator

from refrakt.features.frontmatter_keys import key_description, key_type_name, key_values, known_types
from refrakt.features.markdown_escape import code_span
from refrakt.features.page_context import PageContext
from refrakt.features.results import Hover
from refrakt.markdoc.tree import Span
from refrakt.rules.frontmatter_type import KNOWN_KEYS


def frontmatter_hover(page: PageContext, offset: int) -> Hover | None:
    """The key at an offset, or the key of the value there."""
    document = page.document
    frontmatter = document.frontmatter
    root = frontmatter.root if frontmatter is not None else None
    if frontmatter is None or root is None or root.kind != "mapping":
        return None
    start, end = document.offsets(frontmatter.span)
    if not start <= offset <= end:
        return None
    for key, value in root.entries:
        key_span, value_span = Span(*document.offsets(key.span)), Span(*document.offsets(value.span))
        if isinstance(key.value, str) and (_covers(key_span, offset) or _covers(value_span, offset)):
            paragraphs = list(_key_paragraphs(page, key.value))
            return (
                Hover(key_span if _covers(key_span, offset) else value_span, "\n\n".join(paragraphs) + "\n")
                if paragraphs
                else None
            )
    return None


def _covers(key_span: Span, offset: int) -> bool:
    return key_span.start <= offset <= key_span.end and key_span.start < key_span.end


def _key_paragraphs(page: PageContext, key: str) -> Iterator[str]:
    users = _layouts(page, key)
    if key in known_types(page):
        yield f"**{key if key in KNOWN_KEYS else code_span(key)}**: {key_type_name(page, key)}"
        if description := key_description(page, key):
            yield description
        allowed = key_values(page, key) or _names(page, key)
        if allowed:
            yield f"- One of: {', '.join(map(code_span, allowed))}"
    elif users:
        yield f"**{code_span(key)}**: a key of this site"
    if not page.site.vocabulary.refrakt and (count := _page_count(page, key)):
        if key not in known_types(page):
            yield f"**{code_span(key)}**: a key of this site"
        yield f"On {count} page{'s' if count > 1 else ''}."
    if users:
        yield f"Used by the layout {', '.join(map(code_span, users))}."


def _page_count(page: PageContext, key: str) -> int:
    """How many pages have a key."""
    if page.view is None:
        return 0
    with page.view.lock:
        entries = list(page.view.site.entries.values())
    return sum(each.kind == "page" and key in each.facts.frontmatter for each in entries)


def _layouts(page: PageContext, key: str) -> list[str]:
    """The layouts of the page that use a key."""
    if page.view is None:
        return []
    with page.view.lock:
        tracked = page.tracked
        return (
            [each.path for each in tracked.layouts() if key in tracked.frontmatter_variables(each)]
            if tracked is not None
            else []
        )


def _names(page: PageContext, key: str) -> tuple[str, ...]:
    """The names that the theme declares for a key; icons are too many to list."""
    if page.view is None:
        return ()
    if not page.site.vocabulary.refrakt:
        return ()
    names = page.view.site.spec.names
    found = {"layout": names.layouts, "tint": names.tints}.get(key)
    return tuple(sorted(found)) if found else ()
