"""Targets of a link: pages by URL, or by path where a path is typed; anchors on a page; files.

URLs are absolute, as pages write them. After a dot or a name, URLs and file paths relative to the page are listed instead.
"""

from __future__ import annotations

import posixpath
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import partial

from refrakt.features.completion import file_paths
from refrakt.features.completion.item_documentation import heading_card, page_card
from refrakt.features.completion.path_segments import MAX_ITEMS, path_segments
from refrakt.features.completion.site_cache import cached, sorted_names
from refrakt.features.completion.typed_link_target import TypedTarget
from refrakt.features.page_context import PageContext
from refrakt.features.results import CompletionItem, CompletionKind, CompletionList
from refrakt.markdoc.tree import Span
from refrakt.project.index.entity_records import DRAWER
from refrakt.project.index.exports import FRONTMATTER_VALUE
from refrakt.project.index.indexed_file import IndexedFile
from refrakt.project.index.site_index import SiteIndex
from refrakt.project.index.tracked_site import TrackedSite
from refrakt.project.pages.reference_attributes import ICON_SCHEME


def completions(page: PageContext, target: TypedTarget) -> CompletionList:
    """The possible targets of a link."""
    if page.view is None:
        return CompletionList()
    with page.view.lock:
        tracked = page.tracked
        return (
            _LinkCompletion(page, page.view.site, tracked, target).completions()
            if tracked is not None
            else CompletionList()
        )


class _LinkCompletion:
    def __init__(self, page: PageContext, site: SiteIndex, tracked: TrackedSite, target: TypedTarget) -> None:
        self.page = page
        self.site = site
        self.tracked = tracked
        self.target = target
        self.complete = True

    def completions(self) -> CompletionList:
        # A folder may hold both pages and files.
        found = list({each.label: each for each in self._items()}.values())
        return CompletionList(tuple(found[: 2 * MAX_ITEMS]), self.complete and len(found) <= 2 * MAX_ITEMS)

    def _items(self) -> Iterator[CompletionItem]:
        target, typed = self.target, self.target.typed
        path, separator, _ = typed.partition("#")
        if separator:
            if target.kind == "link":
                yield from self._anchors(path)
        elif typed.startswith(ICON_SCHEME):
            if target.kind == "image":
                yield from self._icons()
        elif ":" in typed and target.kind == "link" and self.tracked.is_reference_key(typed.partition(":")[0]):
            yield from self._keys(typed)
        elif ":" not in typed and "?" not in typed and not typed.startswith("//"):
            if target.kind == "link":
                yield from self._pages(typed)
                if not typed:
                    yield from self._anchors("", rank="4")
            yield from self._files(typed)

    # Pages ------------------------------------------------------------------------------------------------------------

    def _pages(self, typed: str) -> Iterator[CompletionItem]:
        if not typed or typed.startswith("/"):
            yield from self._urls(*self._without_base(typed or "/"))
        elif self.tracked.entry.kind == "page":
            folder = typed[: typed.rfind("/") + 1]
            url = self.tracked.entry.url
            if url is not None and self.tracked.spec.sure:
                around = posixpath.normpath(posixpath.join("/", posixpath.dirname(url), folder))
                around = around if around.endswith("/") else f"{around}/"
                yield from self._urls(around + typed[len(folder) :], around, folder)
            yield from self._sources(folder, typed[len(folder) :])

    def _without_base(self, typed: str) -> tuple[str, str, str]:
        """The typed URL as pages have it, and the base path of the site if its links begin with it."""
        routes = self.tracked.spec.markdoc.routes if self.tracked.spec.markdoc is not None else None
        if routes is None or not routes.base:
            return typed, "", ""
        base = f"{routes.base}/"
        if typed.startswith(base):
            return typed[len(base) - 1 :], "", routes.base
        if base.startswith(typed) and cached(self.site, "links with base path", lambda: _write_base(self.site, base)):
            return "/", "", routes.base
        return typed, "", ""

    def _keys(self, typed: str) -> Iterator[CompletionItem]:
        """Pages by a key of their frontmatter."""
        pages = self.site.table(FRONTMATTER_VALUE)
        found = path_segments(cached(self.site, "frontmatter values", lambda: sorted(pages)), typed)
        self.complete = self.complete and found.complete
        yield from (self._page(name, pages[name][0], "1") for name, _ in found.segments if name in pages)

    def _urls(self, typed: str, around: str, prefix: str) -> Iterator[CompletionItem]:
        """Pages by URL. Those below `around` are relative to it, with `prefix` before them."""
        names = sorted_names(self.site, "urls")
        found = path_segments(names, typed)
        self.complete = self.complete and found.complete
        for name, is_folder in found.segments:
            written = prefix + name[len(around) :]
            if is_folder:
                yield self._folder(written)
            elif written:
                yield self._page(written, self.site.urls[name][0], "1")

    def _sources(self, folder: str, rest: str) -> Iterator[CompletionItem]:
        """Pages by file path, relative to this one."""
        above = posixpath.normpath(posixpath.join(self.tracked.folder, folder))
        around = "" if above == "." else f"{above}/"
        if around.startswith("../"):
            return
        names = sorted_names(self.site, "files")
        found = path_segments(names, around + rest)
        self.complete = self.complete and found.complete
        for name, is_folder in found.segments:
            written = folder + name[len(around) :]
            if is_folder:
                yield self._folder(written)
            elif self.site.files[name][0] != self.tracked.entry.path:
                yield self._page(written, self.site.files[name][0], "2")

    def _page(self, written: str, path: str, rank: str) -> CompletionItem:
        facts = self.site.entries[path].facts
        status = "draft" if facts.draft else "redirect" if facts.frontmatter.get("redirect") else ""
        detail = ": ".join(filter(None, (status, facts.title)))
        rank = "5" if status else rank
        about = partial(page_card, self.page, path)
        return replace(self._path(written, "page", f"{rank}{written}"), detail=detail, documentation=about)

    def _folder(self, written: str) -> CompletionItem:
        return replace(self._path(written, "folder", f"3{written}", ends=False), detail="folder", retrigger=True)

    # Anchors and files ------------------------------------------------------------------------------------------------

    def _anchors(self, path: str, rank: str = "1") -> Iterator[CompletionItem]:
        """The headings and other anchors of a page, in document order."""
        entry = self._entry(path)
        if entry is None:
            return
        # Before the fragment, the whole rest of the target is replaced.
        start = self.target.span.start + max(self.target.typed.find("#"), 0)
        anchors = dict(self.tracked.anchors(entry))
        for each in entry.facts.entities:
            if each.type == DRAWER and each.id:
                anchors.setdefault(f"drawer-{each.id}", each.title or each.id)
        for number, (id, text) in enumerate(anchors.items()):
            if number >= MAX_ITEMS:
                self.complete = False
                return
            fragment = f"#{self.target.escape(id)}"
            insert = f"{self.target.open_quote}{fragment}{self.target.close_quote}"
            span = Span(start, self.target.span.end)
            about = partial(heading_card, self.page, entry.path, id)
            sort = f"{rank}{number:04}"
            yield CompletionItem(
                f"#{id}",
                "heading",
                span,
                insert,
                detail=text,
                documentation=about,
                sort_text=sort,
                filter_text=fragment,
            )

    def _entry(self, path: str) -> IndexedFile | None:
        tracked = self.tracked
        target = tracked.spec.target(path, tracked.entry.url, tracked.folder)
        found = tracked.page_of(target)
        return self.tracked.entry if found is not None and found.path == self.page.path else found

    def _files(self, typed: str) -> Iterator[CompletionItem]:
        prefix = typed or ("/" if self.target.kind == "link" or self.tracked.spec.static else "")
        for number, (name, is_folder) in enumerate(file_paths.linkable_files(self.tracked, prefix, self.target.kind)):
            if number >= MAX_ITEMS:
                self.complete = False
                return
            if is_folder:
                yield self._folder(name)
            else:
                yield replace(self._path(name, "file", f"3{name}"), detail="file")

    def _icons(self) -> Iterator[CompletionItem]:
        names = self.tracked.spec.names.icons or ()
        for name in sorted(names):
            written = f"{ICON_SCHEME}{name}"
            yield replace(self._path(written, "value", written), detail="icon")

    def _path(self, written: str, kind: CompletionKind, sort: str, ends: bool = True) -> CompletionItem:
        """An item that inserts a path and keeps a following `?` or `#` part."""
        target = self.target
        text = target.text
        end = min((at for at in (text.find("#"), text.find("?")) if at >= 0), default=len(text))
        is_whole = end == len(text)
        close = target.close_quote if ends and is_whole else ""
        # The colon of a scheme is not escaped.
        scheme, colon, rest = written.partition(":")
        insert = f"{scheme}:{target.escape(rest)}" if colon else target.escape(written)
        span = Span(target.span.start, target.span.start + end)
        return CompletionItem(
            written, kind, span, f"{target.open_quote}{insert}{close}", sort_text=sort, filter_text=insert
        )


def _write_base(site: SiteIndex, base: str) -> bool:
    """Whether most root-relative links of a site begin with its base path."""
    targets = (link.target for entry in site.entries.values() for link in entry.facts.links if link.kind == "link")
    counts = Counter(each.startswith(base) for each in targets if each.startswith("/"))
    return counts[True] > counts[False]
