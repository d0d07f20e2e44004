"""Files for the `partial` tag."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial

from refrakt.features.completion.attribute_values import value_edit
from refrakt.features.completion.item_documentation import partial_card
from refrakt.features.cursor_context import CursorContext
from refrakt.features.page_context import PageContext
from refrakt.features.results import CompletionItem


def completions(page: PageContext, cursor: CursorContext) -> Iterator[CompletionItem]:
    rune = page.site.vocabulary.get(cursor.name)
    if rune is None or (rune.name, rune.category, cursor.attribute) != ("partial", "Markdoc", "file"):
        return
    if cursor.prefix is None or cursor.prefix.brackets:
        return
    names = sorted(page.site.surroundings.partials or ())
    cards = dict(_cards(page, names))
    for name in names:
        yield CompletionItem(
            name,
            "partial",
            *value_edit(cursor, name),
            detail="partial",
            documentation=cards.get(name),
            sort_text=f"0{name}",
        )


def _cards(page: PageContext, names: Iterable[str]) -> Iterator[tuple[str, Callable[[], str]]]:
    """Documentation for the partials that are indexed."""
    if page.view is None:
        return
    with page.view.lock:
        for name in names:
            if paths := page.view.site.partials.get(name):
                yield name, partial(partial_card, page, paths[0], name)
