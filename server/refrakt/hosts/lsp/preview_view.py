"""What a preview in a view of the editor needs beyond the page: URLs of pages and files that the view can map, and stylesheets."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from urllib.parse import quote

from refrakt.hosts.preview.page_urls import PreviewUrls
from refrakt.hosts.preview.site_files import static_path, theme_folder, theme_stylesheet
from refrakt.markdoc.html import Renderable
from refrakt.project.index.project_index import ProjectIndex
from refrakt.project.index.site_spec import SiteSpec
from refrakt.project.index.tracked_site import TrackedSite
from refrakt.services.page_preview import LAYOUT_NAMES
from refrakt.theme.default_stylesheet import default_stylesheet

BASE = "/.refrakt"
"""Begins the URLs in a view: `/.refrakt/?page=PATH` for a page, `/.refrakt/file/PATH` for a file by its absolute path."""


class ViewUrls(PreviewUrls):
    def __init__(self, spec: SiteSpec | None, tracked: TrackedSite | None) -> None:
        super().__init__(BASE, None, tracked)
        self._spec = spec

    def _file_url(self, path: str) -> str | None:
        file = static_path(self._spec, path.lstrip("/")) if self._spec is not None else None
        return f"{BASE}/file{quote('/' + file.as_posix().lstrip('/'))}" if file is not None else None


def view_urls(tree: Renderable, tracked: TrackedSite | None) -> Renderable:
    return ViewUrls(tracked.spec if tracked is not None else None, tracked).changed(tree)


def theme_path(index: ProjectIndex | None, site: str | None) -> Path | None:
    """The stylesheet of the theme that is installed in the project; None for the default stylesheet."""
    found = index.site(site) if index is not None else None
    name = theme_stylesheet(found.spec) if found is not None else None
    folder = theme_folder(found.spec) if found is not None else None
    return folder / name if folder is not None and name is not None else None


def view_resources() -> dict[str, Any]:
    """What does not depend on a page."""
    return {"layouts": list(LAYOUT_NAMES), "stylesheet": default_stylesheet()}
