"""The URLs of a rendered page in the preview.

Links to pages of the site lead to their previews, images and media to the static files that the preview serves. Frames of other
sites and their fonts are not loaded: the preview shows where a frame would lead.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Mapping
from typing import Any
from urllib.parse import quote, unquote, urlencode, urlsplit

from refrakt.markdoc.html import Renderable, Tag
from refrakt.markdoc.renderable_walk import replaced, text_of
from refrakt.project.index.entity_records import best
from refrakt.project.index.name_resolution import resolve_name
from refrakt.project.index.tracked_site import TrackedSite
from refrakt.project.pipeline.xref_links import XREF_ID
from refrakt.theme.url_policy import is_safe_url

PAGE_PARAMETER = "page"
NO_SITE = "-"
"""The segment of a URL for a site without a name."""
_FILES = ("src", "poster")
_STYLE_URL = re.compile(r"url\(\s*(['\"]?)(/[^'\")]*)\1\s*\)")
_CANDIDATE = re.compile(r"([^\s,]+)([^,]*)")


class PreviewUrls:
    """Replaces the URLs of one page. `base` is the path of the preview."""

    def __init__(self, base: str, site: str | None, tracked: TrackedSite | None) -> None:
        self._base = base
        self._files = f"{base}/static/{quote(site or NO_SITE, safe='')}"
        self._tracked = tracked
        self._url = (tracked.entry.url if tracked is not None else None) or "/"

    def changed(self, tree: Renderable) -> Renderable:
        return replaced(tree, self._element)

    def _element(self, tag: Tag) -> Renderable:
        name = tag.name.lower()
        if name == "link":
            return []
        if name == "iframe":
            return _frame_link(tag)
        if name == "span" and isinstance(tag.attributes.get(XREF_ID), str):
            return self._reference(tag, tag.attributes[XREF_ID])
        attributes: dict[str, Any] = {}
        for key, value in tag.attributes.items():
            if not isinstance(value, str):
                continue
            if key in _FILES:
                attributes[key] = self._file(value)
            elif key == "srcset":
                attributes[key] = _CANDIDATE.sub(lambda each: f"{self._file(each[1])}{each[2]}", value)
            elif key == "style" and "url(" in value:
                attributes[key] = _STYLE_URL.sub(lambda each: f"url({each[1]}{self._file(each[2])}{each[1]})", value)
            elif key == "href" and name == "a":
                attributes[key] = self._link(value)
        changed = {key: value for key, value in attributes.items() if value != tag.attributes[key]}
        return Tag(tag.name, {**tag.attributes, **changed}, tag.children, tag.origin) if changed else tag

    def _file(self, url: str) -> str:
        """The URL of a static file; those of other sites and data stay as they are."""
        if not url or url.startswith(("#", "//")) or urlsplit(url).scheme:
            return url
        path = posixpath.normpath(posixpath.join(posixpath.dirname(self._url) or "/", unquote(urlsplit(url).path)))
        return self._file_url(path if path.startswith("/") else f"/{path}") or url

    def _file_url(self, path: str) -> str | None:
        """The URL of a static file by the path at which the site serves it; None if it stays as it is."""
        return self._files + quote(path)

    def _reference(self, tag: Tag, name: str) -> Tag:
        """A reference to an entity without a URL, such as one of the plan, as a link to the preview of its file."""
        tracked = self._tracked
        found = best(resolve_name(tracked, name).entities, tracked.entry.path) if tracked is not None else None
        if found is None:
            return tag
        text = text_of(tag)
        attributes = {
            "class": f"rf-xref rf-xref--{found.type}",
            "href": page_url(self._base, {PAGE_PARAMETER: found.path}),
            XREF_ID: name,
        }
        return Tag("a", attributes, [found.title if found.title and text == name else text], tag.origin)

    def _link(self, href: str) -> str:
        """The URL of a page of the site in the preview; other links stay as they are."""
        tracked = self._tracked
        if tracked is None or href.startswith("#"):
            return href
        target = tracked.spec.target(href, tracked.entry.url, tracked.folder)
        if target.kind == "asset":
            return self._file(href)
        page = tracked.page_of(target) if target.kind in ("page", "source", "key") else None
        return page_url(self._base, {PAGE_PARAMETER: page.path}, target.fragment) if page is not None else href


def page_url(base: str, query: Mapping[str, str], fragment: str | None = None) -> str:
    """The URL of the preview for a page and the reader's choices."""
    return f"{base}/?{urlencode(query, quote_via=quote)}" + (f"#{quote(fragment)}" if fragment else "")


def _frame_link(frame: Tag) -> Tag:
    url = frame.attributes.get("src")
    shown: list[Renderable] = ["A frame is not shown in the preview."]
    if isinstance(url, str) and is_safe_url(url, "src", "iframe"):
        shown = ["A frame is not shown in the preview: ", Tag("a", {"href": url}, [url])]
    return Tag("p", {"data-preview": "frame"}, shown, frame.origin)
