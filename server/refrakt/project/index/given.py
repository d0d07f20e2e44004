"""What a file gives to the others of its site, without the places in its text.

Two versions of a page that give the same are the same to everybody else, however many letters have been typed between them. What
differs is told as keys, the same keys under which others remember what they have asked for.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from ..pages.facts import PageFacts
from .entities import PAGE, EntityRecord, declared
from .entry import Entry
from .spec import SiteSpec
from .targets import normal

Key = tuple[str, ...]
"""A question somebody may ask: `("url", "/docs/setup")`, `("anchor", "content/docs/setup.md", "linux")`."""

URLS: Key = ("urls",)
"""Which addresses there are; asked by whoever proposes one."""
PARTIALS: Key = ("partials",)
INCLUDED: Key = ("included",)
"""What partials and layouts say, all of them; asked by a page that includes too many to track each."""
IDS: Key = ("ids",)
"""Which ids and types there are."""
INCOMPLETE: Key = ("incomplete",)
"""Whether there are pages whose frontmatter could not be read to its end."""
_DIGITS = re.compile(r"[0-9]+")


class Given(NamedTuple):
    """What others may ask about."""

    urls: tuple[str, ...] = ()
    """Where it is served. An item of a plan may be shown by pages that the config makes of it."""
    file: str | None = None
    """A page by its path below the content folder."""
    draft: bool = False
    redirect: str | None = None
    """Where it sends its readers on to."""
    title: str | None = None
    partial: str | None = None
    folder: str | None = None
    """The folder a layout holds for."""
    anchors: frozenset[str] = frozenset()
    headings: tuple[tuple[str, str], ...] = ()
    """The headings that have an id: the id, and what they say."""
    open: bool = False
    """Whether a build may add anchors nobody can know of."""
    includes: tuple[str, ...] = ()
    expects: frozenset[str] = frozenset()
    """The frontmatter keys it speaks of."""
    needs: tuple[str, ...] = ()
    """Those it does not do without."""
    records: tuple[EntityRecord, ...] = ()
    """The things it declares, and the pages that the config makes of them."""
    called: frozenset[str] = frozenset()
    """Every id and title by which others may call it or what it declares."""
    fields: frozenset[tuple[str, str]] = frozenset()
    """What a query can ask of things: the type, and the field."""
    expands: tuple[tuple[str, str | None], ...] = ()
    """The things it shows as they are, with the type each is said to be of."""
    incomplete: bool = False
    """Whether it may have another address, id, type or title than is known."""


NOTHING = Given()


def given(entry: Entry | None, spec: SiteSpec) -> Given:
    """What a file gives; nothing, where there is none."""
    if entry is None:
        return NOTHING
    facts, kind = entry.facts, entry.kind
    records, made = _records(entry, spec)
    expands = expanded(facts)
    called = frozenset(name for each in records for name in (each.id, each.title) if name)
    fields = frozenset((each.type, key) for each in records for key in each.data)
    if kind == "plan":
        return Given(
            made,
            includes=facts.partials,
            records=records,
            called=called,
            fields=fields,
            expands=expands,
            incomplete=facts.incomplete,
        )
    if kind == "page":
        called |= {facts.title} if facts.title else frozenset()
        fields |= {(PAGE, key) for key in facts.frontmatter}
    return Given(
        (normal(entry.url), *made) if entry.url is not None else made,
        entry.name if kind == "page" else None,
        facts.draft,
        redirect_of(entry),
        facts.title if kind == "page" else None,
        entry.name if kind == "partial" else None,
        entry.name if kind == "layout" else None,
        facts.fragments,
        tuple((each.id, each.text) for each in facts.headings if each.id is not None),
        facts.open_ended or any(each.id is None for each in facts.headings),
        facts.partials,
        frozenset(each.name for each in facts.references if each.kind == "frontmatter"),
        tuple(needed(facts)) if kind != "page" else (),
        records,
        called,
        fields,
        expands,
        facts.incomplete,
    )


def needed(facts: PageFacts) -> list[str]:
    """The frontmatter keys that a text shows without asking first whether they are set."""
    if "if" in facts.runes:
        return []
    found = (each.name for each in facts.references if each.kind == "frontmatter" and each.hint is None)
    return list(dict.fromkeys(found))


def expanded(facts: PageFacts) -> tuple[tuple[str, str | None], ...]:
    """The things that a text shows as they are, not those it opens on request."""
    found = (each for each in facts.references if each.kind == "expand" and each.rune == "expand")
    return tuple((each.name, each.hint) for each in found)


def redirect_of(entry: Entry) -> str | None:
    """Where a page sends its readers on to."""
    redirect = entry.facts.frontmatter.get("redirect")
    return redirect.strip() or None if isinstance(redirect, str) else None


def _records(entry: Entry, spec: SiteSpec) -> tuple[tuple[EntityRecord, ...], tuple[str, ...]]:
    """The things a file declares, each at the address that shows it, and the pages that are made of them."""
    records = []
    urls: dict[str, None] = {}
    for each in declared(entry, spec.routes):
        pages = spec.entity_routes.pages(each) if spec.entity_routes.rules else ()
        urls |= dict.fromkeys(normal(page.url) for page in pages)
        records.append(each._replace(start=0, end=0, url=pages[-1].url if pages else each.url))
        records += [EntityRecord(PAGE, page.url, page.title, each.path, page.url, 0, 0, "site", {}) for page in pages]
    return tuple(records), tuple(urls)


def changed(path: str, old: Given, new: Given) -> Iterator[Key]:
    """The questions about a file that have another answer now."""
    if old == new:
        return
    urls = {*old.urls} ^ {*new.urls}
    if urls:
        yield URLS
    if old.draft != new.draft or old.redirect != new.redirect or old.title != new.title:
        urls = {*old.urls, *new.urls}
    yield from (("url", each) for each in urls)
    yield from (("slug", each.lower()) for each in urls)
    if urls or old.file != new.file:
        yield from (("file", each) for each in {old.file, new.file} if each is not None)
    if old.title != new.title:
        yield from (("named", each.lower()) for each in (old.title, new.title) if each is not None)
    if old.partial != new.partial:
        yield PARTIALS
        yield from (("partial", each) for each in (old.partial, new.partial) if each is not None)
    if _included(old) != _included(new):
        yield INCLUDED
    if old.folder != new.folder:
        yield from (("layout", each) for each in (old.folder, new.folder) if each is not None)
    if old.anchors != new.anchors or old.headings != new.headings:
        yield "anchors", path
        yield from (("anchor", path, each) for each in old.anchors ^ new.anchors)
    if old.open != new.open or old.includes != new.includes:
        yield "includes", path
        yield from (("used", each) for each in {*old.includes} ^ {*new.includes})
    if old.expects != new.expects or old.needs != new.needs:
        yield "expects", path
    if old.records != new.records:
        yield IDS
        for type, id, names, aliases, _, _ in {*map(_key, old.records)} ^ {*map(_key, new.records)}:
            yield "id", id
            yield "type", type
            yield from (("named", each) for each in names)
            yield from (("alias", each) for each in aliases)
    if old.called != new.called:
        yield from {key for each in old.called ^ new.called for key in alike(each)}
    if old.fields != new.fields:
        yield from (("fields", type) for type in {type for type, _ in old.fields ^ new.fields})
    if old.expands != new.expands:
        yield "expands", path
    if old.incomplete != new.incomplete:
        yield INCOMPLETE


def _included(given: Given) -> Given | None:
    """What pages depend on that include a file."""
    return given if given.partial is not None or given.folder is not None else None


def alike(name: str) -> set[Key]:
    """Where to look for names that may have been mistaken for one. A typing error is seldom at both ends, and never in a number."""
    numbers = "-".join(_DIGITS.findall(name))
    return {("begins", name[:1].lower(), numbers), ("ends", name[-1:].lower(), numbers)}


def _key(record: EntityRecord) -> tuple[str, str, frozenset[str], tuple[str, ...], str | None, str]:
    """What of an entity others depend on."""
    return record.type, record.id, record.names, record.aliases, record.href, record.scope
