"""Inlay hints: defaults, titles of references and roles of content, which the text does not show.

Three kinds, each with a setting: the content field that a rune assigns to a part of its body, default attribute values, and the
titles of referenced symbols. Only the visible part of the page is computed. Obvious hints are left out: a field that accepts
anything, a title equal to the name.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Literal

from refrakt.features.enclosing_tags import nodes_around
from refrakt.features.page_context import PageContext
from refrakt.features.rune_reference import attribute_text
from refrakt.features.symbol_cards import card, title_of
from refrakt.features.symbols.file_occurrences import OccurrenceFinder
from refrakt.features.symbols.symbol import Symbol
from refrakt.markdoc.document import Document
from refrakt.markdoc.format.values import format_value
from refrakt.markdoc.text_edit import TextEdit
from refrakt.markdoc.tree import Node, Span
from refrakt.markdoc.values import UNDEFINED
from refrakt.project.editor_settings import InlayHints
from refrakt.project.pages.page_facts import Reference
from refrakt.project.pages.reference_attributes import REFERENCES
from refrakt.rules.attribute_definitions import accepts, insertion
from refrakt.rules.page import Page, RuleContext
from refrakt.rules.problem_spans import line_end
from refrakt.rules.rune_bodies import RuneBody, rune_bodies
from refrakt.runes.content_model import Custom, Delimited, Sections, Split
from refrakt.runes.match_expressions import describe_match
from refrakt.runes.resolution import FieldMatch
from refrakt.runes.rune import Attribute, Rune

_REFERRING = frozenset({"nav", *(rune for (rune, _), kind in REFERENCES.items() if kind in ("xref", "expand"))})
"""Runes that refer to something by its name."""
_MAX_TITLE = 40
"""How many characters of a title are shown."""


@dataclass(frozen=True, slots=True)
class InlayHint:
    """A label shown after an offset."""

    offset: int
    label: str
    kind: Literal["field", "default", "title"]
    tooltip: Callable[[], str] | None = None
    """Returns details in Markdown."""
    text_edit: TextEdit | None = None
    """The edit that writes the hint into the page."""


def inlay_hints(page: PageContext, span: Span, settings: InlayHints) -> list[InlayHint]:
    """The hints for a span of the page, in document order."""
    found: list[InlayHint] = []
    if settings.fields or settings.defaults:
        context = Page(page.document, page.site.surroundings, page.path)
        for node in _tags_in(page.document, page.document.tree, span):
            rune = page.site.vocabulary.get(node.tag or "")
            if rune is None or node.open is None:
                continue
            if settings.fields:
                found += (
                    hint
                    for body in rune_bodies(RuleContext(context, node))
                    for hint in _field_hints(page.document, body)
                )
            if settings.defaults:
                found += _default_hints(page.document, rune, node)
    if settings.titles:
        found += _title_hints(page, span)
    inside = {
        (each.offset, each.label): each for each in found if span.start <= each.offset <= span.end
    }  # runes made of a part of another have the same children
    return [inside[key] for key in sorted(inside)]


def _tags_in(document: Document, node: Node, span: Span) -> Iterator[Node]:
    """The tags that overlap a span."""
    children = node.children
    first = bisect_right(children, span.start, key=lambda each: document.offsets(each.span)[0])
    for child in children[max(first - 1, 0) :]:
        start, end = document.offsets(child.span)
        if start > span.end:
            return
        if child.type == "tag" and child.tag:
            yield child
        if child.children and (end >= span.start or child.type == "tag"):  # an unclosed tag may extend further
            yield from _tags_in(document, child, span)


# Fields ---------------------------------------------------------------------------------------------------------------


def _field_hints(document: Document, body: RuneBody) -> Iterator[InlayHint]:
    """The content fields of a rune's children; of neighbours with the same field, only the first."""
    content = body.content
    if isinstance(content, Sections | Split) and content.emit is not None:
        for section in body.trace.sections:
            if section.heading is not None:
                about = partial(str, f"In `{body.name}`, this heading starts a `{content.emit}`.")
                yield InlayHint(_first_line_end(document, section.heading), content.emit, "field", about)
    if isinstance(content, Custom):
        return
    zoned = isinstance(content, Delimited) and bool(content.zones)
    hinted: set[tuple[str, ...]] = set()
    for each in body.trace.matched:
        label = _field_label(each, zoned)
        key = (*each.path, label)
        # After the opening line of a code block, a hint looks like a part of the block's language.
        if label and key not in hinted and each.node.type != "fence":
            hinted.add(key)
            about = partial(_field_tooltip, body, each)
            yield InlayHint(_first_line_end(document, each.node), label, "field", about)


def _field_label(placed: FieldMatch, zoned: bool) -> str:
    """The field, or the zone of one that takes anything; empty for an obvious one."""
    if placed.field.match != "any":
        return placed.field.name
    return placed.path[0] if zoned and placed.path else ""


def _field_tooltip(body: RuneBody, placed: FieldMatch) -> str:
    zone = f", in the zone `{placed.path[0]}`" if placed.path and isinstance(body.content, Delimited) else ""
    return f"`{placed.field.name}` of `{body.name}`{zone}: {describe_match(placed.field.match)}."


def _first_line_end(document: Document, node: Node) -> int:
    """The end of a node's first line, or of its opening tag."""
    block = node.block
    if node.open is not None or block is None:
        return document.offsets(node.open.span if node.open is not None else node.span)[1]
    end = min(line_end(block.text, node.start), node.end)
    text = block.text[node.start : end].rstrip()
    return document.offsets(Span(node.start, node.start + len(text), block))[1]


# Defaults -------------------------------------------------------------------------------------------------------------


def _default_hints(document: Document, rune: Rune, node: Node) -> Iterator[InlayHint]:
    """The rune's own attributes that are not written and have a default."""
    tag = node.open
    if tag is None or tag.kind not in ("open", "void") or not tag.terminated:
        return
    written = {each.annotation.name for each in tag.attributes}
    for each in rune.attributes:
        if each.name in written or each.deprecated or not _has_default(each):
            continue
        text = f"{each.name}={format_value(each.default)}"
        edit = insertion(tag, text)
        start, end = document.offsets(edit.span)
        about = partial(attribute_text, rune, each)
        yield InlayHint(start, text, "default", about, TextEdit(Span(start, end), edit.new))


def _has_default(attribute: Attribute) -> bool:
    """Whether a default is worth showing: not for empty, null and false values."""
    default = attribute.default
    return default is not UNDEFINED and default not in (None, "", False) and accepts(attribute, default)


# Titles ---------------------------------------------------------------------------------------------------------------


def _title_hints(page: PageContext, span: Span) -> Iterator[InlayHint]:
    """The titles of referenced symbols, except where a `label` is written."""
    document, view = page.document, page.view
    if view is None or not _may_hold_reference(page, span):
        return
    named = [
        each
        for each in page.facts.references
        if each.kind in ("xref", "expand", "nav") and span.start <= each.end <= span.end
    ]
    for each in named:
        tag = document.tag_at(each.start)
        if tag is not None and any(attribute.annotation.name == "label" for attribute in tag.attributes):
            continue
        with view.lock:
            symbol = _referenced_symbol(page, each)
            title = " ".join((title_of(view, symbol) or "").split()) if symbol is not None else ""
        if symbol is None or not title or title.casefold() == each.name.casefold():
            continue
        quote = document.text[each.end : each.end + 1] == '"'
        label = title if len(title) <= _MAX_TITLE else f"{title[: _MAX_TITLE - 1]}…"
        yield InlayHint(each.end + quote, label, "title", partial(_card, page, symbol))


def _may_hold_reference(page: PageContext, span: Span) -> bool:
    """Whether a span may hold a reference. If not, the facts of the page need not be computed."""
    document, names = page.document, page.site.vocabulary.names
    blocks = document.blocks[document.block_at(span.start) : document.block_at(span.end) + 1]
    written = {names.get(tag.name) for block in blocks for tag in block.tags}
    around = {names.get(each.tag or "") for each in nodes_around(document, span.start)}
    return not _REFERRING.isdisjoint(written | around)


def _referenced_symbol(page: PageContext, reference: Reference) -> Symbol | None:
    """What a reference refers to; for a URL with a fragment, the heading. The caller holds the lock."""
    found = list(OccurrenceFinder(page.tracked, page.facts, page.path or "", None).reference(reference))
    return found[-1].symbol if found else None


def _card(page: PageContext, symbol: Symbol) -> str:
    return card(page, symbol) or ""
