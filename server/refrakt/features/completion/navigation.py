"""Items of a navigation: pages, by their addresses from the folder of the file or from the top of the site."""

from __future__ import annotations

import posixpath
from functools import partial

from refrakt.project.index.look import Look
from refrakt.rules.places import line_end, line_start

from ..answers import Offer, Offers, Range
from ..around import nodes_around
from ..page import PageContext
from . import links
from .cards import page_card
from .remembered import in_order
from .steps import steps
from .target import TypedTarget

_NAV = "nav"
_MARKS = frozenset("[]()`*_!{}<>\\")
"""Signs that make of an item something else than the address of a page."""


def item_at(page: PageContext, offset: int) -> TypedTarget | None:
    """The item of a navigation that is being typed, if it is no link."""
    nodes = nodes_around(page.document, offset)
    item = next((node for node in reversed(nodes) if node.type == "item"), None)
    names = page.site.vocabulary.names
    if item is None or item.block is None:
        return None
    inner = next((node for node in reversed(nodes) if node.type == "tag" and node.tag), None)
    if inner is None or names.get(inner.tag or "") != _NAV:
        return None
    text, base = item.block.text, page.document.offsets(item.span)[0] - item.start
    at = offset - base
    marker = item.start + len(text[item.start :].split(maxsplit=1)[0])
    start = marker + len(text[marker:at]) - len(text[marker:at].lstrip(" \t"))
    end = line_end(text, at)
    word = text[start:end].rstrip()
    if line_start(text, at) > item.start or start == marker or at < start or _MARKS & {*word} or " " in word:
        return None
    return TypedTarget("link", Range(base + start, base + max(at, start + len(word))), word, offset)


def offers(page: PageContext, item: TypedTarget) -> Offers:
    """What an item may name."""
    if page.view is None:
        return Offers()
    if item.typed.startswith("/"):
        found = links.offers(page, item)
        return Offers(tuple(each for each in found.items if each.kind != "file"), found.complete)
    with page.view.lock:
        look = page.look
        return _near(page, look, item) if look is not None and look.entry.kind != "partial" else Offers()


def _near(page: PageContext, look: Look, item: TypedTarget) -> Offers:
    """The pages below the folder of the file."""
    assert page.view is not None
    site, base = page.view.site, look.spec.routes.base
    around = posixpath.join(base, look.folder, "")
    found = steps(in_order(site, "urls"), around + item.typed)
    items: list[Offer] = []
    for name, is_folder in found.found:
        written = name[len(around) :]
        if not written:
            continue
        if is_folder:
            sort = f"1{written}"
            items.append(Offer(written, "folder", item.place, written, detail="folder", sort=sort, goes_on=True))
            continue
        path = site.urls[name][0]
        facts = site.entries[path].facts
        detail = ": ".join(filter(None, ("draft" if facts.draft else "", facts.title)))
        about = partial(page_card, page, path)
        items.append(Offer(written, "page", item.place, written, detail=detail, about=about, sort=f"0{written}"))
    return Offers(tuple(items), found.complete)
