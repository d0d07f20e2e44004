"""The links of a page that an editor can follow: to pages, headings, images, partials, files and other sites."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import nullcontext
from typing import NamedTuple

from .answers import Range
from .page import PageContext
from .things.definitions import unused_definitions
from .things.naming import Naming
from .things.text import text_of
from .things.thing import Mention, Thing

_FOLLOWED = frozenset({"xref", "expand", "partial", "file", "sandbox", "nav"})
"""References that a reader would call a link."""
_WEB = ("https:", "http:", "mailto:")


class DocumentLink(NamedTuple):
    """A stretch of the page that leads to a thing or, where there is none, to another site."""

    place: Range
    thing: Thing | None = None
    url: str = ""
    title: str = ""
    """What is there, in a few words."""


def document_links(page: PageContext) -> list[DocumentLink]:
    """Every link that leads somewhere, in the order of the page; those that lead nowhere are left out."""
    facts, naming = page.facts, Naming(None, page.facts, page.path or "", text_of(page.document))
    lock = page.view.lock if page.view is not None else nullcontext()
    with lock:
        naming.look = page.look
    found: dict[Range, DocumentLink] = {}

    def add(mentions: list[Mention], start: int) -> None:
        if mentions:
            # The last part is the most exact: a heading rather than its page.
            place = Range(start, mentions[-1].place.end)
            found[place] = DocumentLink(place, mentions[-1].thing, "", "".join(_title(page, mentions[-1].thing)))

    for link in (*facts.links, *unused_definitions(page.document, facts.links)):
        if link.written is not None:
            if link.target.lower().startswith(_WEB):
                found[Range(*link.written)] = DocumentLink(Range(*link.written), None, link.target)
                continue
            with lock:  # for one link at a time: others may be waiting
                mentions = [*naming.link(link)]
            add(mentions, link.written[0])
    for reference in facts.references:
        if reference.kind in _FOLLOWED:
            with lock:
                mentions = [*naming.reference(reference)]
            add(mentions, reference.start)
    return sorted(found.values(), key=lambda each: each.place)


def _title(page: PageContext, thing: Thing) -> Iterator[str]:
    """What a thing is called: a page by its title and a heading on it, a file by its path."""
    if page.view is None or thing.kind in ("partial", "layout", "file"):
        yield thing.path
        return
    with page.view.lock:
        entry = page.view.site.entries.get(thing.path)
    yield (entry.facts.title if entry is not None else None) or thing.path
    if thing.name:
        yield f" › {thing.name}"
