"""What an editor shows beside an offer of something that another file declares: the card that hovering over its name shows."""

from __future__ import annotations

from refrakt.markdoc import parse
from refrakt.project.index.entities import DRAWER, EntityRecord
from refrakt.runes.matching import plain_text

from ..page import PageContext
from ..things.thing import Thing

_HEAD = 4_000
"""So much of a page is read to find how it begins."""


def page_card(page: PageContext, path: str) -> str:
    """A page, and how it begins."""
    return "\n".join(filter(None, (_card(page, Thing("page", path)), _beginning(page, path))))


def heading_card(page: PageContext, path: str, id: str) -> str:
    return _card(page, Thing("heading", path, id)) or _card(page, Thing("anchor", path, id))


def partial_card(page: PageContext, path: str, name: str) -> str:
    return _card(page, Thing("partial", path, name))


def thing_card(page: PageContext, record: EntityRecord) -> str:
    if record.type == DRAWER:
        return _card(page, Thing("drawer", record.path, record.id))
    return _card(page, Thing("entity", record.path, record.id, record.type))


def _card(page: PageContext, thing: Thing) -> str:
    # Not needed for the first offers, which must not wait for it.
    from ..hover.cards import card

    return card(page, thing) or ""


def _beginning(page: PageContext, path: str) -> str:
    """The first paragraph of a file."""
    from ..hover.words import shown

    source = page.view.source(path) if page.view is not None else None
    head = parse(source.text[:_HEAD], page.site.options) if source is not None else None
    words = (plain_text(node).strip() for node in head.tree.walk() if node.type == "paragraph") if head else iter(())
    return shown(next(filter(None, words), ""))
