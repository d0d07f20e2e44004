"""Hover. Each kind of content has a module.

Several may apply at one offset: the symbol comes first, then the syntax under the cursor, then the rules of problems there.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from refrakt.features.cursor_context import CursorContext, cursor_context_at
from refrakt.features.enclosing_tags import nodes_around
from refrakt.features.hover.frontmatter import frontmatter_hover
from refrakt.features.hover.named_values import named_value_hovers
from refrakt.features.hover.problems import ProblemCode, rule_hovers
from refrakt.features.hover.tags import tag_hover
from refrakt.features.page_context import PageContext
from refrakt.features.results import Hover
from refrakt.features.symbol_at_cursor import occurrence_at
from refrakt.features.symbol_cards import card
from refrakt.features.symbols.symbol import Occurrence
from refrakt.rules.attribute_definitions import types_of

__all__ = ["ProblemCode", "hover_at"]

_REFERRING = frozenset({"link", "image", "heading"})
_SEPARATOR = "\n---\n\n"


def hover_at(page: PageContext, offset: int, problems: Iterable[ProblemCode] = ()) -> Hover | None:
    """The hover at an offset of a page; None where there is nothing to show."""
    hovers = [*_hovers(page, offset), *rule_hovers(problems, offset)]
    if not hovers:
        return None
    return Hover(hovers[0].span, _SEPARATOR.join(dict.fromkeys(each.markdown for each in hovers)))


def _hovers(page: PageContext, offset: int) -> Iterator[Hover]:
    cursor = cursor_context_at(page.document, offset)
    if cursor.kind == "code":
        return
    if (
        cursor.kind == "frontmatter"
        or _may_be_reference(page, cursor)
        or (cursor.kind == "text" and _may_hold_reference(page, offset))
    ):
        yield from named_value_hovers(page, offset)
        yield from _symbol_hover(page, offset)
    for found in (tag_hover(page, cursor), frontmatter_hover(page, offset) if cursor.kind == "frontmatter" else None):
        if found is not None:
            yield found


def _may_be_reference(page: PageContext, cursor: CursorContext) -> bool:
    """Whether the value of an attribute may be a reference: an enumerated value, a number or a flag is not."""
    if cursor.kind != "value":
        return False
    rune = page.site.vocabulary.get(cursor.name)
    attribute = rune.every_attribute.get(cursor.attribute or "") if rune is not None else None
    return attribute is None or not (attribute.values or {*types_of(attribute)} <= {"Boolean", "Number"})


def _may_hold_reference(page: PageContext, offset: int) -> bool:
    """Whether text at an offset may hold a reference. Mostly not, and the facts of a long page are slow to compute."""
    document = page.document
    if not document.blocks:
        return False
    around = nodes_around(document, offset)
    in_nav = any(page.site.vocabulary.names.get(each.tag or "") == "nav" for each in around)
    if any(each.type in _REFERRING or (in_nav and each.type == "item") for each in around):
        return True
    return bool(document.blocks[document.block_at(offset)].definitions)


def _symbol_hover(page: PageContext, offset: int) -> Iterator[Hover]:
    """The card of the symbol at an offset."""
    found = occurrence_at(page, offset)
    target = _target(page, found) if found is not None and found.symbol.kind == "definition" else found
    if found is None or target is None or target.symbol.kind == "key":
        return
    markdown = card(page, target.symbol, brief=target.is_declaration)
    if markdown is not None:
        # On the text of a link the target is elsewhere, so the whole link is highlighted.
        covers = found.span.start <= offset <= found.span.end
        yield Hover(found.span if covers or found.full_span is None else found.full_span, markdown)


def _target(page: PageContext, label: Occurrence) -> Occurrence | None:
    """The target of a link reference definition."""
    for link in page.facts.links:
        if link.written is not None and label.full_span is not None:
            used = (link.start, link.end) == label.full_span.bounds
            if used or label.full_span.start <= link.written[0] <= label.full_span.end:
                return occurrence_at(page, link.written[1])
    return None
