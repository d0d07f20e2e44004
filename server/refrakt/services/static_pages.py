"""The pages of a project as HTML for plugins that write a site of their own: `PageRenderer` of the plugin contract."""

from __future__ import annotations

import os
import posixpath
from collections.abc import Sequence
from contextlib import nullcontext
from pathlib import Path
from urllib.parse import quote

from refrakt.errors import RefraktError
from refrakt.markdoc.html import Renderable, Tag
from refrakt.markdoc.renderable_walk import replaced
from refrakt.project.index.tracked_site import TrackedSite
from refrakt.services.context import Context
from refrakt.services.page_preview import rendered_file
from refrakt.theme.default_stylesheet import default_stylesheet
from refrakt.theme.page_html import page_html
from refrakt.theme.page_shell import PageShell
from refrakt.untrusted import LONGEST, word


class StaticPages:
    """Renders the pages of the project around a folder. The disk is scanned once."""

    def __init__(self, folder: Path) -> None:
        self._folder = Path(os.path.realpath(folder))
        self._context = Context.at(folder, paged=False)
        self._index = self._context.index()
        if self._index is not None:
            self._index.rescan()

    def content(self, path: Path) -> Renderable:
        root = Path(os.path.realpath(self._context.project.root))
        real = Path(os.path.realpath(path))
        if not real.is_relative_to(root):
            message = f"{word(str(path), LONGEST)} is outside the project"
            raise RefraktError("INVALID_ARGS", message, "Use a path inside the project.")
        with nullcontext() if self._index is None else self._index.lock:
            name = real.relative_to(root).as_posix()
            found = rendered_file(self._context, name, self._index)
            entry = found.pages.entries.get(name) if found.pages is not None else None
            if found.pages is None or entry is None:
                return found.page.tree
            site = TrackedSite(found.pages, entry)
            return replaced(found.page.tree, lambda tag: self._with_source(tag, site, root))

    def _with_source(self, tag: Tag, site: TrackedSite, root: Path) -> Tag:
        """A link to a page in the folder as a link to its file."""
        href = tag.attributes.get("href")
        if tag.name != "a" or not isinstance(href, str) or href.startswith("#"):
            return tag
        target = site.spec.target(href, site.entry.url, site.folder)
        page = site.page_of(target) if target.kind in ("page", "source", "key") else None
        if page is None or not (root / page.path).is_relative_to(self._folder):
            return tag
        path = quote(posixpath.relpath(page.path, posixpath.dirname(site.entry.path) or "."))
        fragment = f"#{quote(target.fragment)}" if target.fragment else ""
        return Tag("a", {**tag.attributes, "href": path + fragment}, tag.children, tag.origin)

    def document(self, title: str, content: Renderable, stylesheets: Sequence[str] = ()) -> str:
        return PageShell(title, stylesheets=stylesheets).document(page_html(content))

    def stylesheet(self) -> str:
        return default_stylesheet()
