"""Names of runes: allowed ones first, then all others. Where the schema is open, also the names that pages use."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial

from refrakt.features.completion.allowed_runes import AllowedRunes
from refrakt.features.completion.rune_insertion import rune_insertion
from refrakt.features.completion.tag_end import TagEnding, tag_ending
from refrakt.features.cursor_context import CursorContext
from refrakt.features.enclosing_tags import EnclosingScope
from refrakt.features.inferred_tags import inferred_names, inferred_tag_text, tag_use
from refrakt.features.page_context import PageContext
from refrakt.features.results import CompletionItem
from refrakt.features.rune_reference import is_builtin_tag, rune_summary, writable_runes
from refrakt.markdoc.text_edit import TextEdit
from refrakt.markdoc.tree import Span
from refrakt.runes.rune import Rune
from refrakt.runes.vocabulary import Vocabulary


def completions(page: PageContext, cursor: CursorContext, scope: EnclosingScope) -> Iterator[CompletionItem]:
    vocabulary = page.site.vocabulary
    ending = _without_lone_end(tag_ending(cursor), cursor, scope)
    has_attributes = _has_attributes(cursor)
    named_only = ending.is_terminated or (not ending.is_last and has_attributes)
    allowed = AllowedRunes(
        vocabulary, scope, before_text=not (ending.is_last or ending.is_terminated or has_attributes)
    )
    writable = {rune.name for rune in writable_runes(vocabulary)}
    for name, target in vocabulary.names.items():
        if target in writable:
            rune = vocabulary.runes[target]
            sort = f"{_rank(rune, name, allowed, vocabulary)}{name}"
            detail = rune.about if name == rune.name else f"{rune.name}: {rune.about}"
            about: Callable[[], str] = partial(rune_summary, rune)
            if named_only:
                yield _only_name(rune, name, ending, cursor, scope, detail, about, sort)
            else:
                yield _whole_rune(rune, name, ending, scope, detail, about, sort)
    for number, (name, detail, rune) in enumerate(inferred_names(page, cursor.text)):
        about, sort = partial(_inferred_text, page, name), f"2{number:04}"
        if named_only:
            yield _only_name(rune, name, ending, cursor, scope, detail, about, sort)
        else:
            yield _whole_rune(rune, name, ending, scope, detail, about, sort)


def _inferred_text(page: PageContext, name: str) -> str:
    totals = tag_use(page, name)
    return inferred_tag_text(name, totals) if totals is not None else ""


def _without_lone_end(ending: TagEnding, cursor: CursorContext, scope: EnclosingScope) -> TagEnding:
    """Replace the end of an otherwise empty tag, which editors that close brackets insert."""
    tag = cursor.tag
    assert tag is not None
    end = tag.block.text[cursor.span.end - tag.base : tag.reach]
    if (
        ending.is_terminated
        and ending.is_last
        and scope.closing_tag is None
        and scope.has_no_body_text
        and not {"\n", "\r"} & {*end}
    ):
        return replace(ending, span=Span(cursor.span.start, tag.span.end), is_terminated=False)
    return ending


def _rank(rune: Rune, name: str, allowed: AllowedRunes, vocabulary: Vocabulary) -> int:
    if not allowed.allows(rune):
        return 5
    if allowed.is_child_rune(rune) or allowed.is_inline_here(rune):
        return 1
    return 4 if is_builtin_tag(rune, vocabulary) else 2 if name == rune.name else 3


def _only_name(
    rune: Rune,
    name: str,
    ending: TagEnding,
    cursor: CursorContext,
    scope: EnclosingScope,
    detail: str,
    about: Callable[[], str],
    sort: str,
) -> CompletionItem:
    return CompletionItem(
        name,
        "rune",
        cursor.span,
        f"{ending.missing_space}{name}{ending.missing_end}",
        detail=detail,
        documentation=about,
        sort_text=sort,
        additional_edits=_additional_edits(rune, name, cursor, scope),
    )


def _whole_rune(
    rune: Rune, name: str, ending: TagEnding, scope: EnclosingScope, detail: str, about: Callable[[], str], sort: str
) -> CompletionItem:
    found = rune_insertion(rune, name, ending, scope)
    is_snippet = found.plain_text != found.text
    plain_text = f"{ending.missing_space}{found.plain_text}" if is_snippet else ""
    insert_text = f"{ending.missing_space}{found.text}"
    return CompletionItem(name, "rune", ending.span, insert_text, is_snippet, plain_text, detail, about, sort)


def _has_attributes(cursor: CursorContext) -> bool:
    """Whether only the name of a complete tag is being changed."""
    attributes = cursor.tag.syntax.attributes if cursor.tag is not None else ()
    return any(each.complete and each.form == "named" for each in attributes)


def _additional_edits(rune: Rune, name: str, cursor: CursorContext, scope: EnclosingScope) -> tuple[TextEdit, ...]:
    """Rename the closing tag, or add the slash of a self-closing rune."""
    tag, close = cursor.tag, scope.closing_tag
    if close is not None:
        start, end = scope.document.offsets(close.name_span)
        return (TextEdit(Span(start, end), name),)
    if tag is None or not tag.syntax.terminated or not rune.self_closing:
        return ()
    end = tag.content_end
    before = tag.block.text[end - 1 : end]
    if before == "/" or tag.base + end <= cursor.span.end:
        return ()
    return (TextEdit(Span(tag.base + end, tag.base + end), "/" if before.isspace() else " /"),)
