"""Symbols by name instead of by cursor: by URL, id, partial name or file path."""

from __future__ import annotations

from refrakt.features.symbols.attributes import attribute_symbol
from refrakt.features.symbols.linked_files import path_below_root
from refrakt.features.symbols.resolution import (
    file_symbol,
    fragment_symbol,
    page_symbol,
    record_symbol,
    resolve_symbol,
)
from refrakt.features.symbols.symbol import Symbol
from refrakt.features.symbols.tags import tag_symbol
from refrakt.project.index.indexed_file import IndexedFile
from refrakt.project.index.name_resolution import resolve_name
from refrakt.project.index.site_view import SiteView
from refrakt.project.index.tracked_site import TrackedSite
from refrakt.project.pages.page_facts import PageFacts

_EXTERNAL = IndexedFile("", "plan", "", PageFacts())
"""The origin of queries that come from no file of the site."""


def symbol_at_url(view: SiteView, url: str) -> Symbol | None:
    """The symbol served at a URL; with a fragment, the symbol on that page."""
    with view.lock:
        tracked = TrackedSite(view.site, _EXTERNAL)
        target = view.site.spec.target(url, None, "")
        page = tracked.page_of(target) if target.kind != "here" else None
        if page is None:
            return None
        if target.fragment:
            return fragment_symbol(tracked, page, target.fragment)
        page_url = next((each for each in target.candidates if tracked.page(each) is page), None)
        return page_symbol(tracked, page, page_url)


def symbols_named(view: SiteView, name: str, type: str | None = None) -> list[Symbol]:
    """The symbols with an id or, where there is none, with a title."""
    with view.lock:
        tracked = TrackedSite(view.site, _EXTERNAL)
        if name.startswith("/"):
            found = resolve_symbol(tracked, name, type)
            return [found] if found is not None else []
        symbols = (record_symbol(tracked, each) for each in resolve_name(tracked, name, type).entities)
        return list(dict.fromkeys(each for each in symbols if each is not None))


def partial_named(view: SiteView, name: str) -> Symbol | None:
    """The partial with a name."""
    with view.lock:
        entry = TrackedSite(view.site, _EXTERNAL).partial(name)
        return file_symbol(entry) if entry is not None else None


def tag_named(view: SiteView, name: str) -> Symbol | None:
    """A tag of a site that is not refrakt's own, if it is defined or used."""
    context = view.site.spec.context
    with view.lock:
        is_used = name in view.site.tags
    is_defined = not context.vocabulary.refrakt and name in context.vocabulary.names
    return tag_symbol(context, name) if is_used or is_defined else None


def attribute_named(view: SiteView, tag: str, name: str) -> Symbol | None:
    """An attribute of a tag of a site that is not refrakt's own, if it is defined or used."""
    context = view.site.spec.context
    with view.lock:
        totals = view.site.tags.get(tag)
        is_used = totals is not None and name in totals.attributes
    rune = context.vocabulary.get(tag) if not context.vocabulary.refrakt else None
    is_defined = rune is not None and name in rune.every_attribute
    return attribute_symbol(context, tag, name) if is_used or is_defined else None


def file_at_path(view: SiteView, path: str) -> Symbol | None:
    """A file by its path relative to the project root."""
    with view.lock:
        tracked = TrackedSite(view.site, _EXTERNAL)
        entry = tracked.entry_at(path)
        if entry is not None:
            return file_symbol(entry)
        absolute = str(view.site.spec.root / path)
        return Symbol("file", path_below_root(tracked, absolute)) if tracked.file_exists(absolute) else None


def title_of(view: SiteView, symbol: Symbol) -> str | None:
    """The title of a symbol."""
    with view.lock:
        entry = view.site.entries.get(symbol.path)
        if entry is None:
            return None
        facts = entry.facts
        if symbol.kind == "page":
            return facts.title
        if symbol.kind == "heading":
            return next((each.text for each in facts.headings if each.id == symbol.name), None)
        return next((each.title for each in facts.entities if each.id == symbol.name), None)
