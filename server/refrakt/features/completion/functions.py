"""Functions with their parameters."""

from __future__ import annotations

from collections.abc import Iterator

from refrakt.features.completion.tag_end import TagEnding, tag_ending
from refrakt.features.cursor_context import CursorContext
from refrakt.features.function_signatures import FunctionSignature, functions
from refrakt.features.page_context import PageContext
from refrakt.features.results import CompletionItem
from refrakt.features.rune_snippets import tab_stop, without_tab_stops


def completions(page: PageContext, cursor: CursorContext) -> Iterator[CompletionItem]:
    ending = tag_ending(cursor)
    for signature in functions(page.site):
        yield _item(signature, cursor, ending)


def _item(signature: FunctionSignature, cursor: CursorContext, ending: TagEnding) -> CompletionItem:
    insert_text = signature.name
    if cursor.next_char != "(":
        parameters = (tab_stop(number, each) for number, each in enumerate(signature.parameters, 1))
        insert_text += f"({', '.join(parameters) or '$1'})"
        if cursor.kind == "name":
            insert_text = f"{ending.missing_space}{insert_text}{ending.missing_end}"
    plain_text = without_tab_stops(insert_text)
    is_snippet = plain_text != insert_text
    return CompletionItem(
        signature.name,
        "function",
        cursor.span,
        insert_text,
        is_snippet,
        plain_text if is_snippet else "",
        str(signature),
        (lambda: signature.about) if signature.about else None,
        f"8{signature.name}",
    )
