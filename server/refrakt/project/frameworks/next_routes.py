"""The routes of a Next.js site: pages router and app router."""

from __future__ import annotations

import posixpath
from dataclasses import dataclass
from typing import Literal

from refrakt.project.frameworks.code_constants import middleware_constants
from refrakt.project.frameworks.hosting import host_rules
from refrakt.project.frameworks.page_sources import NextPages, PageFiles, PageSource, app_route, without_ending
from refrakt.project.frameworks.route_model import Redirect, RouteModel
from refrakt.project.frameworks.route_parts import GeneratedFiles, RouteCollector, asset_urls, static_folders
from refrakt.project.frameworks.site_files import MARKDOC_ENDINGS, SiteFiles, joined
from refrakt.project.frameworks.url_patterns import UrlPattern

Router = Literal["pages", "app", "pages+app", "astro", "svelte", "none"]

DEFAULT_EXTENSIONS = ("tsx", "ts", "jsx", "js")
_METADATA = {
    "sitemap": "sitemap.xml",
    "robots": "robots.txt",
    "manifest": "manifest.webmanifest",
    "favicon": "favicon.ico",
    "llms": "llms.txt",
}
"""Files of the app router that are served under another name."""


@dataclass(frozen=True, slots=True)
class NextConfig:
    """What `next.config.*` says about routes."""

    extensions: tuple[str, ...] = DEFAULT_EXTENSIONS
    base: str = ""
    base_known: bool = True
    trailing_slash: bool = False
    locales: tuple[str, ...] = ()
    redirects: tuple[Redirect, ...] = ()
    rewrites: tuple[UrlPattern, ...] = ()
    complete: bool = True
    """Whether all redirects and rewrites could be read."""

    @property
    def page_endings(self) -> tuple[str, ...]:
        """The endings of Markdoc pages."""
        return tuple(ending for each in self.extensions if (ending := f".{each}").endswith(MARKDOC_ENDINGS))

    @property
    def code_endings(self) -> tuple[str, ...]:
        return tuple(f".{each}" for each in self.extensions if not f".{each}".endswith(MARKDOC_ENDINGS))


def router_folder(files: SiteFiles, folder: str, name: str) -> str | None:
    """The folder of a router, relative to the site: `NAME`, else `src/NAME`."""
    return next((each for each in (name, f"src/{name}") if files.is_folder(joined(folder, each))), None)


def next_router(files: SiteFiles, folder: str) -> Router:
    pages, app = (router_folder(files, folder, name) is not None for name in ("pages", "app"))
    if pages and app:
        return "pages+app"
    return "pages" if pages else "app" if app else "none"


def next_routes(files: SiteFiles, folder: str, config: NextConfig) -> RouteModel:
    """The route model of a site, without its mounts."""
    routes = RouteCollector()
    sources: list[PageSource] = []
    pages, app = (router_folder(files, folder, name) for name in ("pages", "app"))
    if pages is not None:
        sources.append(NextPages(pages, config.page_endings))
        _add_pages(routes, files, joined(folder, pages), config)
    if app is not None:
        sources.append(PageFiles(app, config.page_endings))
        _add_app(routes, files, joined(folder, app), config)
    static = static_folders(files, folder)
    hosting = host_rules(files, folder)
    return RouteModel(
        tuple(sources),
        known=bool(sources),
        base=config.base,
        base_known=config.base_known,
        locales=config.locales,
        trailing_slash=config.trailing_slash,
        code_routes=frozenset(routes.static),
        dynamic=tuple(routes.dynamic),
        page_routes=routes.page_routes,
        redirects=(*config.redirects, *hosting.redirects),
        rewrites=(*config.rewrites, *hosting.rewrites),
        complete=config.complete and not files.cut_off,
        assets=asset_urls(files, folder, static),
        generated=GeneratedFiles(
            files.ignored,
            tuple(joined(folder, each) for each in static),
            tuple(joined(folder, each) for each in (pages, app) if each is not None),
        ),
        middleware=middleware_constants(files, folder),
    )


def _add_pages(routes: RouteCollector, files: SiteFiles, folder: str, config: NextConfig) -> None:
    for path in files.below(folder):
        inside = path[len(folder) + 1 :]
        markdoc = path.endswith(config.page_endings) and bool(config.page_endings)
        if markdoc and "[" not in inside:
            continue
        if (markdoc or path.endswith(config.code_endings)) and not inside.startswith(
            ("_app.", "_document.", "_error.")
        ):
            routes.add_file(inside, page=not inside.startswith("api/"))


def _add_app(routes: RouteCollector, files: SiteFiles, folder: str, config: NextConfig) -> None:
    for path in files.below(folder):
        inside = path[len(folder) + 1 :]
        route = app_route(posixpath.dirname(inside))
        if route is None:
            continue
        name, ending = without_ending(posixpath.basename(inside)), posixpath.splitext(inside)[1]
        code = ending in config.code_endings
        if (name in ("page", "route") and code) or (name == "page" and "[" in route and ending in config.page_endings):
            routes.add(route, page=name == "page")
        elif name in _METADATA:
            routes.add(f"{route.rstrip('/')}/{_METADATA[name]}")
        elif name.startswith(("icon", "apple-icon", "opengraph-image", "twitter-image")):
            routes.add(f"{route.rstrip('/')}/{posixpath.basename(inside)}")
