"""The pages of a project for the preview: which files are pages, and what a browser gets of each."""

from __future__ import annotations

import logging
from dataclasses import asdict
from itertools import islice
from pathlib import Path
from typing import Any
from urllib.parse import quote

from refrakt.errors import RefraktError
from refrakt.hosts.preview.live_pages import View
from refrakt.hosts.preview.page_urls import NO_SITE, PreviewUrls
from refrakt.hosts.preview.site_files import ServedFile, static_file, theme_file, theme_stylesheet
from refrakt.markdoc.html import Renderable
from refrakt.project.folder_scan import FolderScan, files_below
from refrakt.project.index.site_spec import SiteSpec
from refrakt.project.index.tracked_site import TrackedSite
from refrakt.project.workspace import Workspace
from refrakt.services.context import Context
from refrakt.services.page_preview import first_page, page_preview
from refrakt.theme.page_shell import PageShell

STYLE = "style.css"
INDEX_TIMEOUT = 10.0
"""Seconds to wait for the index before the pages are listed."""
MOST_FILES = 1_000
"""The pages that are listed of a folder that is not a site."""
_ENDINGS = (".md", ".mdoc", ".markdoc")
_FAILED = "The page could not be rendered; the log of the preview has the reason."

log = logging.getLogger("refrakt.preview")


class PreviewSite:
    """Safe for all threads."""

    def __init__(self, workspace: Workspace, root: Path, base: str) -> None:
        self.root = root
        self._workspace = workspace
        self._base = base
        self._requested: set[str] = set()
        """The files that the user has asked for, which need not be pages of a site."""

    def request(self, path: Path) -> str | None:
        """Allow a file that the user has asked for; its path below the root, or None if it is outside of the project."""
        if not path.is_relative_to(self.root):
            return None
        relative = path.relative_to(self.root).as_posix()
        self._requested.add(relative)
        return relative

    def first_page(self) -> str | None:
        """The page that is shown if none is chosen."""
        return first_page(self._context()) or next((each["path"] for each in self.pages()), None)

    def pages(self, below: str = "") -> list[dict[str, Any]]:
        """The pages of all sites, for the list of the preview."""
        index = self._context().index()
        if index is None:
            return self._files(below)
        index.settle(INDEX_TIMEOUT)
        with index.lock:
            found = {
                entry.path: {"path": entry.path, "url": entry.url, "title": entry.facts.title or entry.path}
                for site in index.sites().values()
                for entry in site.entries.values()
                if entry.kind in ("page", "plan") and entry.path.startswith(below)
            }
        return [found[path] for path in sorted(found)]

    def _files(self, below: str) -> list[dict[str, Any]]:
        """The pages of a folder that is not a site."""
        found = files_below(self.root / below, FolderScan.brief(), skip="node_modules")
        names = (Path(each.path).relative_to(self.root).as_posix() for each in found if each.name.endswith(_ENDINGS))
        return [{"path": name, "url": None, "title": name} for name in sorted(islice(names, MOST_FILES))]

    def payload(self, view: View) -> dict[str, Any]:
        """The message to a browser that shows a page. Never raises."""
        try:
            return self._payload(view)
        except RefraktError as error:
            return {"path": view.path, "failure": str(error)}
        except Exception:
            log.exception("a page could not be rendered")
            return {"path": view.path, "failure": _FAILED}

    def document(self, view: View, theme: str) -> str:
        """The rendered page as a document of its own."""
        shown = self.payload(view)
        attributes = {"data-theme": theme} if theme in ("light", "dark") else {}
        shell = PageShell(shown.get("title", ""), stylesheets=shown.get("stylesheets", ()), root_attributes=attributes)
        return shell.document(shown.get("html", ""))

    def static_file(self, site: str, name: str) -> ServedFile | None:
        spec = self._spec(site)
        return static_file(spec, name) if spec is not None else None

    def theme_file(self, site: str, name: str) -> ServedFile | None:
        spec = self._spec(site)
        return theme_file(spec, name) if spec is not None else None

    def _payload(self, view: View) -> dict[str, Any]:
        context = self._context()
        self._refuse_other_files(context, view.path)
        site = context.site(None, context.locate(view.path))

        def change_urls(tree: Renderable, tracked: TrackedSite | None) -> Renderable:
            return PreviewUrls(self._base, site.name, tracked).changed(tree)

        shown = page_preview(context, view.path, view.layout, change_urls)
        return {
            "path": shown.path,
            "url": shown.url,
            "title": shown.title,
            "layout": shown.layout,
            "html": shown.html,
            "problems": [asdict(each) for each in shown.problems],
            "stylesheets": self._stylesheets(site.name),
            "version": shown.version,
        }

    def _refuse_other_files(self, context: Context, path: str) -> None:
        """Show pages only: other files of a project may be secret, and a browser is another program."""
        file, project = context.locate(path), context.project
        buffer = context.snapshot.paths.get(file)
        is_page = project.is_page(file) or (project.unknown and file.name.endswith(_ENDINGS))
        if not (is_page or path in self._requested or (buffer is not None and buffer.is_markdoc)):
            raise RefraktError("NOT_FOUND", "this file is not a page", "Open a page of the site.")

    def _stylesheets(self, site: str | None) -> list[str]:
        spec = self._spec(site or NO_SITE)
        theme = theme_stylesheet(spec) if spec is not None else None
        if theme is None:
            return [f"{self._base}/{STYLE}"]
        return [f"{self._base}/theme/{quote(site or NO_SITE, safe='')}/{quote(theme)}"]

    def _spec(self, site: str) -> SiteSpec | None:
        index = self._workspace.index(self.root)
        if index is None:
            return None
        found = index.site(None if site == NO_SITE else site)
        return found.spec if found is not None else None

    def _context(self) -> Context:
        workspace = self._workspace
        return Context(workspace.project(self.root), workspace.snapshot, lambda: workspace.index(self.root))
