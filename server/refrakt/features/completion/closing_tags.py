"""Closing tags of the enclosing runes, innermost first."""

from __future__ import annotations

from collections.abc import Iterator

from refrakt.features.completion.tag_end import TagEnding, tag_ending
from refrakt.features.cursor_context import CursorContext
from refrakt.features.enclosing_tags import EnclosingScope
from refrakt.features.page_context import PageContext
from refrakt.features.results import CompletionItem
from refrakt.features.rune_snippets import snippet_of
from refrakt.features.tag_at_cursor import tag_before
from refrakt.markdoc.tree import Span


def completions(cursor: CursorContext, scope: EnclosingScope) -> Iterator[CompletionItem]:
    """After `{% /`."""
    ending = tag_ending(cursor)
    for number, name in enumerate(_open_names(scope)):
        yield _item(ending, name, "", f"0{number:03}", name in scope.unclosed, name)


def after_opening(cursor: CursorContext, scope: EnclosingScope) -> Iterator[CompletionItem]:
    """After `{%`: first in the list where a tag is unclosed, else last."""
    ending = tag_ending(cursor)
    for number, name in enumerate(_open_names(scope)):
        rank = "0" if name in scope.unclosed else "6"
        yield _item(ending, name, f"{ending.missing_space}/", f"{rank}{number:03}", name in scope.unclosed)


def after_tag(page: PageContext, offset: int) -> Iterator[CompletionItem]:
    """The closing tag for an opening tag that has just been completed with `%}`."""
    tag = tag_before(page.document, offset)
    rune = page.site.vocabulary.get(tag.syntax.name) if tag is not None else None
    if tag is None or rune is None or tag.syntax.kind != "open" or snippet_of(rune).void:
        return
    scope = EnclosingScope(page.document, tag)
    parent = scope.nodes[-1] if scope.nodes else page.document.tree
    node = next((each for each in parent.children if each.open is tag.syntax), None)
    if node is None or node.close is not None:
        return
    end = f"{{% /{tag.syntax.name} %}}"
    on_lines = scope.begins_line and scope.ends_line
    prefix = scope.continuation_prefix
    insert_text = f"\n{prefix}$0\n{prefix}{end}" if on_lines else f"$0{end}"
    plain_text = insert_text.replace("$0", "")
    detail = f"closes {tag.syntax.name}"
    yield CompletionItem(
        f"/{tag.syntax.name}", "closing", Span(offset, offset), insert_text, True, plain_text, detail, sort_text="0"
    )


def _open_names(scope: EnclosingScope) -> list[str]:
    return list(dict.fromkeys(node.tag for node in scope.open_tags if node.tag))


def _item(ending: TagEnding, name: str, before: str, sort: str, missing: bool, typed: str = "") -> CompletionItem:
    detail = "unclosed" if missing else "closed below"
    insert_text = f"{before}{name}{ending.missing_end}"
    return CompletionItem(
        f"/{name}", "closing", ending.span, insert_text, detail=detail, sort_text=sort, filter_text=typed
    )
