"""What a preview in a view of the editor needs beyond the page: URLs of pages and files that the view can map, and stylesheets."""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import quote

from refrakt.hosts.preview.page_urls import PreviewUrls
from refrakt.hosts.preview.site_files import static_path, theme_folder, theme_name, theme_stylesheet
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


class ThemeStylesheets(NamedTuple):
    own: Path | None
    """That of the page's site; None for the default stylesheet."""
    installed: dict[str, Path]
    """Those of all sites of the project, by the name of the theme."""


def theme_stylesheets(index: ProjectIndex | None, site: str | None) -> ThemeStylesheets:
    """The stylesheets of the themes that are installed in the project."""
    if index is None:
        return ThemeStylesheets(None, {})
    page_site = index.site(site)
    specs = [each.spec for each in index.sites().values()]
    installed = {name: file for name, file in map(_stylesheet, specs) if file is not None}
    return ThemeStylesheets(_stylesheet(page_site.spec)[1] if page_site is not None else None, installed)


def _stylesheet(spec: SiteSpec) -> tuple[str, Path | None]:
    """The name of a site's theme, and its stylesheet if it is installed."""
    name, folder = theme_stylesheet(spec), theme_folder(spec)
    return theme_name(spec) or "", folder / name if folder is not None and name is not None else None


def view_resources() -> dict[str, Any]:
    """What does not depend on a page."""
    return {"layouts": list(LAYOUT_NAMES), "stylesheet": default_stylesheet()}
