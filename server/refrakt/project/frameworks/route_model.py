"""The URLs of a site: which files are pages, where they are served, and which other URLs something else serves.

A link is broken only if no page has its URL and `may_serve` is false for it. Code pages, dynamic routes, rewrites, redirects,
static files and constants of a middleware all make a URL one that might exist.
"""

from __future__ import annotations

import posixpath
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from refrakt.project.frameworks.folder_route import FolderRoute
from refrakt.project.frameworks.page_selection import ALL_SERVED, PageSelection
from refrakt.project.frameworks.page_sources import (
    AstroPages,
    Frontmatter,
    Mount,
    NextPages,
    PageFiles,
    PageKind,
    PageSource,
    without_ending,
)
from refrakt.project.frameworks.site_files import IMAGE_ENDINGS
from refrakt.project.frameworks.url_patterns import UrlPattern, normal_url

MOST_BASE_SEGMENTS = 3
"""How many segments an unknown base path may have."""
_LANGUAGE = re.compile(r"[a-z]{2}(?:-[A-Za-z]{2,4})?")
MOST_LOOKUPS = 20_000
"""How many links are cached."""
GENERATED_ENDINGS = (".xml", ".txt", ".rss", ".atom", ".webmanifest")
"""Files that builds usually generate: sitemaps, feeds, `robots.txt`, `llms.txt`."""


_ALIAS_SIGNS = ("@", "~", "#", "$")
"""Signs with which the names of aliases usually begin."""


@dataclass(frozen=True, slots=True)
class Redirect:
    """A redirect. The destination is None if it cannot be read, depends on the URL, or is temporary."""

    pattern: UrlPattern
    destination: str | None = None


@dataclass(frozen=True)
class RouteModel:
    """The routes of a site. URLs have neither the base path nor the locale of Next.js; see `lookups`."""

    sources: tuple[PageSource, ...] = ()
    selection: PageSelection = ALL_SERVED
    known: bool = False
    """Whether URLs are known. If not, only links to files can be checked."""
    base: str = ""
    """The base path, such as `/docs`; empty for none."""
    base_known: bool = True
    """Whether the base path could be read. If not, the first segments of any link may be it."""
    locales: tuple[str, ...] = ()
    """Prefixes that the router adds to every URL."""
    fallbacks: tuple[tuple[str, str], ...] = ()
    """Locales whose missing pages are those of another one."""
    languages: tuple[str, ...] = ()
    """Folders of translations directly below the top, see `with_languages`."""
    trailing_slash: bool = False
    code_routes: frozenset[str] = frozenset()
    """URLs of pages that are code, or Markdown that is not Markdoc."""
    dynamic: tuple[UrlPattern, ...] = ()
    """Dynamic routes whose URLs are not known."""
    page_routes: frozenset[str] = frozenset()
    """The sources of dynamic routes that serve pages only, and no pictures."""
    linked: tuple[UrlPattern, ...] = ()
    """URLs below symbolic links, which are not followed."""
    folder_routes: tuple[FolderRoute, ...] = ()
    """Dynamic routes that serve the files of a folder; see `page_files`."""
    redirects: tuple[Redirect, ...] = ()
    rewrites: tuple[UrlPattern, ...] = ()
    complete: bool = True
    """Whether all redirects and rewrites could be read. If not, every URL may be served."""
    assets: frozenset[str] = frozenset()
    """URLs of the files in static folders."""
    generated: Callable[[str], bool] | None = None
    """Whether git ignores the static file of a URL, so that a build may create it."""
    middleware: frozenset[str] = frozenset()
    """String constants of a middleware that redirects or rewrites, without slashes at both ends."""
    aliases: tuple[tuple[str, str], ...] | None = ()
    """Names at the start of a path, each with the folder that it means; None if they could not be read."""
    code_folder: str = ""
    """The folder of the package below that of the site; empty unless the site has content outside of its package."""
    scope: tuple[str, ...] | None = None
    """If given, only URLs below one of these prefixes are known."""

    def page_kind(self, path: str) -> PageKind | None:
        """Whether a file, by its path below the site's folder, is a page, a partial or neither."""
        if self.selection.excludes(path):
            return None
        found = next((kind for each in self.sources if (kind := each.kind(path)) is not None), None)
        return "page" if found is None and self.selection.includes(path) else found

    def url_of(self, path: str, frontmatter: Frontmatter | None = None) -> str | None:
        """The URL of a page; None for other files and where it is not known."""
        for source in self.sources:
            if source.kind(path) == "page":
                url = source.url(path, frontmatter or {})
                if url is not None:
                    return url
        return None

    def is_file_route(self, path: str) -> bool:
        """Whether a framework serves a file by its path alone."""
        source = next((each for each in self.sources if each.kind(path) is not None), None)
        # A page in a folder `@slot` is shown beside another one at the same URL.
        return self.known and isinstance(source, NextPages | PageFiles | AstroPages) and "/@" not in f"/{path}"

    def lookups(self, url: str) -> tuple[str, ...]:
        """The URLs of pages that a root-relative link may mean: as written, without base path, without locale, in a language.

        Sites with a folder for each language often serve one of them without its prefix. That is done by a middleware or by the
        host, so it is not known which one, nor whether: a page in any language may be meant.
        """
        known = self._lookups.get(url)
        if known is None:
            if len(self._lookups) >= MOST_LOOKUPS:
                self._lookups.clear()
            known = self._lookups[url] = self._find_lookups(url)
        return known

    @cached_property
    def _lookups(self) -> dict[str, tuple[str, ...]]:
        return {}

    def _find_lookups(self, url: str) -> tuple[str, ...]:
        found = dict.fromkeys([normal_url(url)])
        if self.base:
            found.update(dict.fromkeys([bare for each in found if (bare := _without(self.base, each)) is not None]))
        for locale in self.locales:
            found.update(dict.fromkeys([bare for each in found if (bare := _without(f"/{locale}", each)) is not None]))
        for locale, other in self.fallbacks:
            bares = [bare for each in found if (bare := _without(f"/{locale}", each)) is not None]
            found.update(dict.fromkeys(normal_url(f"/{other}{bare}") for bare in bares))
        translated = (normal_url(f"/{language}{each}") for each in (*found,) for language in self.languages)
        return (*found, *(each for each in translated if each not in found))

    def spellings(self, url: str, like: str) -> tuple[str, ...]:
        """The root-relative links that may mean the page at a URL, in the style of another link first."""
        path = normal_url(like)
        with_base = bool(self.base) and (bare := _without(self.base, path)) is not None
        path = bare if with_base and bare is not None else path
        found = [url]
        for language in self.languages:
            short = _without(f"/{language}", url)
            if short is not None and _without(f"/{language}", path) is None:
                found.insert(0, short)
        for locale in self.locales:
            if _without(f"/{locale}", path) is not None:
                found = [*(normal_url(f"/{locale}{each}") for each in found), *found]
        if with_base:
            found = [*(normal_url(f"{self.base}{each}") for each in found), *found]
        return tuple(dict.fromkeys(found))

    def may_serve(self, url: str) -> bool:
        """Whether something other than a page of the site serves a URL, or might."""
        if not self.known or not self.complete:
            return True
        written = normal_url(url)
        if self.scope is not None and not any(_without(each, written) for each in self.scope):
            return True
        if not self.assets and posixpath.splitext(written)[1]:
            return True  # without static files, images come from somewhere else
        return written.lower().endswith(GENERATED_ENDINGS) or any(map(self._is_served, self.lookups(url)))

    def _is_served(self, url: str) -> bool:
        page = not self._is_picture(url)
        return (
            url in self.code_routes
            or url in self.assets
            or url.startswith(("/_next/", "/_astro/", "/_vercel/", "/cdn-cgi/"))
            or any(each.matches(url) for each in self.rewrites)
            or any(each.matches(url) for each in self.dynamic if page or each.source not in self.page_routes)
            or any(each.matches(url) for each in self.linked)
            or (page and any(each.pattern.matches(url) and not each.decides(url) for each in self.folder_routes))
            or any(each.pattern.matches(url) for each in self.redirects)
            or self._in_middleware(url)
            or (self.generated is not None and self.generated(url))
        )

    def _is_picture(self, url: str) -> bool:
        """Whether a URL is that of a picture in a static folder, as others beside it are."""
        return url.lower().endswith(IMAGE_ENDINGS) and posixpath.dirname(url) in self._picture_folders

    @cached_property
    def _picture_folders(self) -> frozenset[str]:
        return frozenset(posixpath.dirname(each) for each in self.assets if each.lower().endswith(IMAGE_ENDINGS))

    def page_files(self, url: str) -> Iterator[str]:
        """The files of which each would be the page of a URL that nothing else serves, relative to the site."""
        for each in self.lookups(url) if self.folder_routes else ():
            for route in self.folder_routes:
                if route.decides(each):
                    yield from route.files(each)

    def with_folder_routes(self, routes: Sequence[FolderRoute]) -> RouteModel:
        """With dynamic routes of which it is known what they serve."""
        decided = {each.pattern.source for each in routes}
        dynamic = tuple(each for each in self.dynamic if each.source not in decided)
        return replace(self, dynamic=dynamic, folder_routes=tuple(routes)) if routes else self

    def without_folder_routes(self) -> RouteModel:
        """With all dynamic routes as ones that may serve anything."""
        return replace(self, dynamic=(*self.dynamic, *(each.pattern for each in self.folder_routes)), folder_routes=())

    def _in_middleware(self, url: str) -> bool:
        """Whether a URL begins with a constant of the middleware, or joins two of them."""
        if not self.middleware:
            return False
        steps = [step for step in url.split("/") if step]
        starts = ["/".join(steps[:count]) for count in range(1, len(steps) + 1)]
        ends = {"/".join(steps[count:]) for count in range(len(steps))}
        if len(steps) > 1 and len(steps[0]) == 2:  # a locale
            starts += ["/".join(steps[1:count]) for count in range(2, len(steps) + 1)]
        whole = starts[-1] if starts else ""
        matched = [each for each in starts if each in self.middleware]
        return any(each == whole or f"/{each}" not in self.code_routes for each in matched) or (
            bool(matched) and any(each in self.middleware for each in ends)
        )

    def below_base(self, url: str) -> Iterator[str]:
        """The URLs that a root-relative link may mean if the base path could not be read: it may have several segments."""
        if self.base_known:
            return
        steps = url.strip("/").split("/")
        for count in range(1, min(len(steps), MOST_BASE_SEGMENTS + 1)):
            yield "/" + "/".join(steps[count:])

    def redirect_of(self, url: str) -> str | None:
        """The destination of a redirect; None if there is none, or it is not known."""
        for each in self.lookups(url):
            for redirect in self.redirects:
                if redirect.destination is not None and redirect.pattern.matches(each):
                    return redirect.destination
        return None

    def alias_of(self, target: str) -> tuple[str, str] | None:
        """The alias at the start of a relative path, and the folder that it means."""
        return next((each for each in self.aliases or () if target.startswith(f"{each[0]}/")), None)

    def may_have_alias(self, target: str) -> bool:
        """Whether a relative path may begin with an alias that is not known."""
        if self.alias_of(target) is not None:
            return False
        return target.startswith(_ALIAS_SIGNS) or (self.aliases is None and not target.startswith(("./", "../")))

    def file_candidates(self, folder: str, target: str) -> Iterator[str]:
        """The files that a path on a page in a folder may mean. `~/` and `@/` are often the source folder or that of the site."""
        alias = self.alias_of(target)
        if alias is not None:
            yield from _files_at(alias[1], target[len(alias[0]) + 1 :])
        elif target.startswith(("~/", "@/")):
            for place in ("src", ""):
                yield from _files_at(posixpath.join(self.code_folder, place), target[2:])
        else:
            yield from _files_at(folder, target)

    def with_mounts(self, mounts: Sequence[Mount], scope: tuple[str, ...] | None = None) -> RouteModel:
        """With content folders that code serves."""
        known = self.known or bool(mounts)
        return replace(self, sources=(*self.sources, *mounts), known=known, scope=scope)

    def with_languages(self, urls: Iterable[str]) -> RouteModel:
        """With the languages of a site, found from the URLs of its pages.

        A first segment is a language if it looks like one and another such segment has a page of the same name, its translation,
        or if the middleware mentions it.
        """
        pages: dict[str, set[str]] = {}
        for url in urls:
            first, _, rest = url[1:].partition("/")
            if _LANGUAGE.fullmatch(first):
                pages.setdefault(first, set()).add(rest)
        shared = Counter(rest for each in pages.values() for rest in each)
        found = sorted(
            name
            for name, own in pages.items()
            if name not in self.locales and (name in self.middleware or any(shared[rest] > 1 for rest in own))
        )
        return replace(self, languages=tuple(found)) if found else self

    def with_sources(self, sources: Sequence[PageSource]) -> RouteModel:
        return replace(self, sources=(*self.sources, *sources)) if sources else self

    @cached_property
    def dynamic_prefixes(self) -> frozenset[str]:
        """The URLs above dynamic routes."""
        return frozenset(each.prefix for each in self.dynamic)


def _without(prefix: str, url: str) -> str | None:
    """A URL without a prefix; None if it does not have it."""
    if prefix in ("", "/") or url == prefix:
        return url if prefix in ("", "/") else "/"
    return url[len(prefix) :] if url.startswith(f"{prefix}/") else None


def _files_at(folder: str, target: str) -> Iterator[str]:
    """The files that a path below a folder may mean."""
    path = posixpath.normpath(posixpath.join(folder, normal_url(target).lstrip("/") if target else ""))
    if path.startswith("../") or not target:
        return
    yield path
    for ending in (".md", ".mdoc", ".markdoc"):
        yield f"{path}{ending}"
        yield f"{path}/index{ending}"
    bare = without_ending(path)
    if bare != path and path.endswith((".html", ".md")):
        yield from (f"{bare}{ending}" for ending in (".md", ".mdoc", ".markdoc") if f"{bare}{ending}" != path)
