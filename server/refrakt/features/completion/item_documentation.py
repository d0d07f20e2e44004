"""Documentation of completion items that refer to other files: the same text as on hover."""

from __future__ import annotations

from refrakt.features.page_context import PageContext
from refrakt.features.symbols.symbol import Symbol
from refrakt.markdoc.document import parse
from refrakt.project.index.entity_records import DRAWER, EntityRecord
from refrakt.runes.match_expressions import plain_text

_EXCERPT = 4_000
"""How many characters of a page are parsed for its first paragraph."""


def page_card(page: PageContext, path: str) -> str:
    """A page and its first paragraph."""
    return "\n".join(filter(None, (_card(page, Symbol("page", path)), _first_paragraph(page, path))))


def heading_card(page: PageContext, path: str, id: str) -> str:
    return _card(page, Symbol("heading", path, id)) or _card(page, Symbol("anchor", path, id))


def partial_card(page: PageContext, path: str, name: str) -> str:
    return _card(page, Symbol("partial", path, name))


def entity_card(page: PageContext, record: EntityRecord) -> str:
    if record.type == DRAWER:
        return _card(page, Symbol("drawer", record.path, record.id))
    return _card(page, Symbol("entity", record.path, record.id, record.type))


def _card(page: PageContext, symbol: Symbol) -> str:
    # imported late: completion must not wait for it
    from refrakt.features.symbol_cards import card

    return card(page, symbol) or ""


def _first_paragraph(page: PageContext, path: str) -> str:
    """The first paragraph of a file."""
    from refrakt.features.markdown_escape import escaped

    source = page.view.source(path) if page.view is not None else None
    head = parse(source.text[:_EXCERPT], page.site.options) if source is not None else None
    paragraphs = (
        (plain_text(node).strip() for node in head.tree.walk() if node.type == "paragraph") if head else iter(())
    )
    return escaped(next(filter(None, paragraphs), ""))
