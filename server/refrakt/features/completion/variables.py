"""Variables of the page, its frontmatter and the site; in a template body also those of the current entity."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any

from refrakt.features.completion.frontmatter import used_frontmatter
from refrakt.features.completion.tag_end import tag_ending
from refrakt.features.cursor_context import CursorContext
from refrakt.features.enclosing_tags import EnclosingScope
from refrakt.features.page_context import PageContext
from refrakt.features.page_variables import describe_variable, value_at, variables_by_name
from refrakt.features.results import CompletionItem
from refrakt.markdoc.format.values import format_value, is_identifier
from refrakt.markdoc.tree import Span
from refrakt.rules.frontmatter_type import KNOWN_KEYS


def completions(page: PageContext, cursor: CursorContext, scope: EnclosingScope) -> Iterator[CompletionItem]:
    found = variables_by_name(page, scope.nodes)
    path = cursor.prefix.path if cursor.prefix is not None else ()
    ending = tag_ending(cursor)
    typed = cursor.kind == "variable"
    value = value_at(found, path)
    if path == ("frontmatter",):
        value = {**_page_keys(page), **(value if isinstance(value, Mapping) else {})}
    for name, inner in value.items() if isinstance(value, Mapping) else ():
        if not isinstance(name, str) or not (is_identifier(name) or (path and _is_bracket_safe(name))):
            continue
        label = name if typed else f"${name}"
        if is_identifier(name):
            span, insert, filter = cursor.span, label, "" if typed else name
        else:
            # replaces the dot before it
            span, insert, filter = Span(cursor.span.start - 1, cursor.span.end), f'["{name}"]', ""
        if cursor.kind == "name":
            insert = f"{ending.missing_space}{insert}{ending.missing_end}"
        text = partial(describe_variable, (*path, name)) if describe_variable((*path, name)) else None
        detail, sort = _detail(inner), f"7{name}"
        yield CompletionItem(
            label, "variable", span, insert, detail=detail, documentation=text, sort_text=sort, filter_text=filter
        )


def _page_keys(page: PageContext) -> dict[str, None]:
    """The frontmatter keys of the site's pages, which a layout or a partial may read."""
    if page.view is None:
        return {}
    with page.view.lock:
        tracked = page.tracked
        if tracked is None or tracked.entry.kind not in ("layout", "partial"):
            return {}
        return dict.fromkeys((*KNOWN_KEYS, *used_frontmatter(page.view.site, ())[0]))


def _is_bracket_safe(name: str) -> bool:
    """Whether a key can be written in brackets without escapes."""
    return bool(name) and not any(char in '"\\]' or char < " " for char in name)


def _detail(value: Any) -> str:
    """The value of a variable where it is known, else what it is, so that every row says something."""
    if value is None:
        return "variable"
    if isinstance(value, Mapping | list):
        return "list" if isinstance(value, list) else "mapping"
    text = format_value(value)
    return text if len(text) <= 40 else f"{text[:39]}…"
