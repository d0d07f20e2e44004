"""Where a link may lead: pages by address, or by path where one is being typed; places on a page; files that are shown.

Addresses are offered as pages write them, from the top of the site. Whoever begins with a dot or a name gets what is near the page:
addresses seen from its own, and the files of pages.
"""

from __future__ import annotations

import posixpath
from collections.abc import Iterator
from dataclasses import replace
from functools import partial

from refrakt.project.index.entities import DRAWER
from refrakt.project.index.entry import Entry
from refrakt.project.index.look import Look
from refrakt.project.index.site_index import SiteIndex
from refrakt.project.index.targets import target_of
from refrakt.project.pages.references import ICON_SCHEME

from ..answers import Kind, Offer, Offers, Range
from ..page import PageContext
from . import files
from .cards import heading_card, page_card
from .remembered import in_order
from .steps import MOST, steps
from .target import TypedTarget


def offers(page: PageContext, target: TypedTarget) -> Offers:
    """What could stand in the place of a target."""
    if page.view is None:
        return Offers()
    with page.view.lock:
        look = page.look
        return _Offering(page, page.view.site, look, target).offers() if look is not None else Offers()


class _Offering:
    def __init__(self, page: PageContext, site: SiteIndex, look: Look, target: TypedTarget) -> None:
        self.page = page
        self.site = site
        self.look = look
        self.target = target
        self.complete = True

    def offers(self) -> Offers:
        # A folder may hold pages and files alike.
        found = list({each.label: each for each in self._offers()}.values())
        return Offers(tuple(found[: 2 * MOST]), self.complete and len(found) <= 2 * MOST)

    def _offers(self) -> Iterator[Offer]:
        target, typed = self.target, self.target.typed
        path, mark, _ = typed.partition("#")
        if mark:
            if target.kind == "link":
                yield from self._places(path)
        elif typed.startswith(ICON_SCHEME):
            if target.kind == "image":
                yield from self._icons()
        elif ":" not in typed and "?" not in typed and not typed.startswith("//"):
            if target.kind == "link":
                yield from self._pages(typed)
                if not typed:
                    yield from self._places("", rank="4")
            yield from self._files(typed)

    # Pages ------------------------------------------------------------------------------------------------------------

    def _pages(self, typed: str) -> Iterator[Offer]:
        if not typed or typed.startswith("/"):
            yield from self._addresses(typed or "/", "", "")
        elif self.look.entry.kind == "page":
            folder = typed[: typed.rfind("/") + 1]
            url = self.look.entry.url
            if url is not None and self.look.spec.sure:
                around = posixpath.normpath(posixpath.join("/", posixpath.dirname(url), folder))
                around = around if around.endswith("/") else f"{around}/"
                yield from self._addresses(around + typed[len(folder) :], around, folder)
            yield from self._sources(folder, typed[len(folder) :])

    def _addresses(self, typed: str, around: str, lead: str) -> Iterator[Offer]:
        """Pages by address. Those around a folder are written with what leads there."""
        names = in_order(self.site, "urls")
        found = steps(names, typed)
        self.complete = self.complete and found.complete
        for name, is_folder in found.found:
            written = lead + name[len(around) :]
            if is_folder:
                yield self._folder(written)
            elif written:
                yield self._page(written, self.site.urls[name][0], "1")

    def _sources(self, folder: str, rest: str) -> Iterator[Offer]:
        """Pages by the paths of their files, seen from this one."""
        above = posixpath.normpath(posixpath.join(self.look.folder, folder))
        around = "" if above == "." else f"{above}/"
        if around.startswith("../"):
            return
        names = in_order(self.site, "files")
        found = steps(names, around + rest)
        self.complete = self.complete and found.complete
        for name, is_folder in found.found:
            written = folder + name[len(around) :]
            if is_folder:
                yield self._folder(written)
            elif self.site.files[name][0] != self.look.entry.path:
                yield self._page(written, self.site.files[name][0], "2")

    def _page(self, written: str, path: str, rank: str) -> Offer:
        facts = self.site.entries[path].facts
        mark = "draft" if facts.draft else "leads on" if facts.frontmatter.get("redirect") else ""
        detail = ": ".join(filter(None, (mark, facts.title)))
        rank = "5" if mark else rank
        about = partial(page_card, self.page, path)
        return replace(self._path(written, "page", f"{rank}{written}"), detail=detail, about=about)

    def _folder(self, written: str) -> Offer:
        return replace(self._path(written, "folder", f"3{written}", ends=False), detail="folder", goes_on=True)

    # Places and files -------------------------------------------------------------------------------------------------

    def _places(self, path: str, rank: str = "1") -> Iterator[Offer]:
        """The headings and other named places of a page, in the order of the page."""
        entry = self._entry(path)
        if entry is None:
            return
        # Where the fragment is not being typed, what stands behind the cursor goes as a whole.
        start = self.target.place.start + max(self.target.typed.find("#"), 0)
        places = dict(self.look.anchors(entry))
        for each in entry.facts.entities:
            if each.type == DRAWER and each.id:
                places.setdefault(f"drawer-{each.id}", each.title or each.id)
        for number, (id, text) in enumerate(places.items()):
            if number >= MOST:
                self.complete = False
                return
            fragment = f"#{self.target.written(id)}"
            insert = f"{self.target.lead}{fragment}{self.target.close}"
            place = Range(start, self.target.place.end)
            about = partial(heading_card, self.page, entry.path, id)
            sort = f"{rank}{number:04}"
            yield Offer(f"#{id}", "heading", place, insert, detail=text, about=about, sort=sort, filter=fragment)

    def _entry(self, path: str) -> Entry | None:
        look = self.look
        meant = target_of(path, look.entry.url, look.folder, look.spec.routes.base)
        found = look.page_of(meant)
        return self.look.entry if found is not None and found.path == self.page.path else found

    def _files(self, typed: str) -> Iterator[Offer]:
        asked = typed or ("/" if self.target.kind == "link" or self.look.spec.static else "")
        for number, (name, is_folder) in enumerate(files.shown(self.look, asked, self.target.kind)):
            if number >= MOST:
                self.complete = False
                return
            if is_folder:
                yield self._folder(name)
            else:
                yield replace(self._path(name, "file", f"3{name}"), detail="file")

    def _icons(self) -> Iterator[Offer]:
        names = self.look.spec.names.icons or ()
        for name in sorted(names):
            written = f"{ICON_SCHEME}{name}"
            yield replace(self._path(written, "value", written), detail="icon")

    def _path(self, written: str, kind: Kind, sort: str, ends: bool = True) -> Offer:
        """An offer that puts in a path and leaves what stands behind it, from a `?` or `#` on."""
        target = self.target
        text = target.text
        end = min((at for at in (text.find("#"), text.find("?")) if at >= 0), default=len(text))
        is_whole = end == len(text)
        close = target.close if ends and is_whole else ""
        # A scheme is no part of a path: its colon stays as it is.
        scheme, colon, rest = written.partition(":")
        insert = f"{scheme}:{target.written(rest)}" if colon else target.written(written)
        place = Range(target.place.start, target.place.start + end)
        return Offer(written, kind, place, f"{target.lead}{insert}{close}", sort=sort, filter=insert)
