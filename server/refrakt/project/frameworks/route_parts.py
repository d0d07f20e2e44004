"""What the route models of all frameworks share: routes of code files, static files, and files that a build creates."""

from __future__ import annotations

import posixpath
from collections.abc import Iterable
from dataclasses import dataclass, field

from refrakt.project.frameworks.page_sources import joined_url, without_ending
from refrakt.project.frameworks.site_files import SiteFiles, joined
from refrakt.project.frameworks.url_patterns import UrlPattern, file_route
from refrakt.project.gitignore import GitIgnore

STATIC_FOLDERS = ("public", "static")


@dataclass
class RouteCollector:
    """Static and dynamic routes, collected while a framework's folders are read."""

    empty_rest: bool = False
    """Whether `[...x]` may match nothing, see `file_route`."""
    static: set[str] = field(default_factory=set)
    dynamic: list[UrlPattern] = field(default_factory=list)
    _handlers: set[str] = field(default_factory=set)

    @property
    def page_routes(self) -> frozenset[str]:
        """The sources of dynamic routes that serve pages only."""
        return frozenset(each.source for each in self.dynamic if each.source not in self._handlers)

    def add(self, route: str, page: bool = False) -> None:
        """A route; `page` if its code renders a page and cannot answer with a file."""
        if "[" not in route:
            self.static.add(route)
            return
        self.dynamic.append(file_route(route, empty_rest=self.empty_rest))
        if not page:
            self._handlers.add(route)

    def add_file(self, path: str, page: bool = False) -> None:
        """The route of a file below a page folder."""
        name = without_ending(path)
        if "[" in name:
            self.add(f"/{name}".removesuffix("/index"), page)
        else:
            self.add(joined_url("", name), page)


@dataclass(frozen=True, slots=True)
class GeneratedFiles:
    """Whether git ignores the static file or the page of a URL: then a build may create it."""

    ignored: GitIgnore
    static: tuple[str, ...]
    pages: tuple[str, ...] = ()

    def __call__(self, url: str) -> bool:
        files = (f"{folder}{url}" for folder in self.static)
        pages = (f"{folder}{url}.md" for folder in self.pages)
        return url != "/" and any(self.ignored.is_ignored(path, False) for path in (*files, *pages))


def static_folders(files: SiteFiles, folder: str, names: Iterable[str] = STATIC_FOLDERS) -> tuple[str, ...]:
    """The folders of static files, relative to the site."""
    return tuple(name for name in names if files.is_folder(joined(folder, name)))


def asset_urls(files: SiteFiles, folder: str, static: Iterable[str]) -> frozenset[str]:
    """The URLs of static files, and of folders with an `index.html`."""
    found: set[str] = set()
    for name in static:
        place = joined(folder, name)
        for path in files.below(place):
            url = path[len(place) :]
            found.add(url)
            if posixpath.basename(url) == "index.html":
                found.add(posixpath.dirname(url))
            elif url.endswith(".html"):
                found.add(without_ending(url))
    return frozenset(found)
