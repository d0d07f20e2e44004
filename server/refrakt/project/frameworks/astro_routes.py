"""The routes of an Astro site: `src/pages`, and content collections that dynamic routes serve."""

from __future__ import annotations

import posixpath
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from refrakt.project.frameworks.code_constants import imported_names, middleware_constants, string_constants
from refrakt.project.frameworks.glob_patterns import may_match_ending
from refrakt.project.frameworks.hosting import host_rules
from refrakt.project.frameworks.page_sources import AstroPages, CollectionEntries, PartialFolder
from refrakt.project.frameworks.route_model import Redirect, RouteModel
from refrakt.project.frameworks.route_parts import GeneratedFiles, RouteCollector, asset_urls, static_folders
from refrakt.project.frameworks.site_files import SiteFiles, joined
from refrakt.project.frameworks.url_patterns import UrlPattern, file_route, normal_url
from refrakt.rules.frontmatter_schema import FrontmatterSchema

ENDINGS = (".mdoc",)
"""In Astro, `.md` is ordinary Markdown."""
CONTENT_CONFIGS = tuple(
    f"{place}.{ending}" for place in ("content.config", "content/config") for ending in ("ts", "mjs", "js", "mts")
)
STARLIGHT = "@astrojs/starlight"
STARLIGHT_COLLECTION = "docs"
_ROUTE_ENDINGS = (".astro", ".md", ".mdx", ".html", ".ts", ".js", ".mjs")
_ENDPOINTS = (".ts", ".js", ".mjs")
_OTHER_ENTRIES = (".md", ".mdx", ".markdown")
_COLLECTION = re.compile(r"""\bgetCollection\(\s*+["']([\w-]++)["']""")
_DIRECT_ID = re.compile(r"params\s*+:\s*+\{\s*+\w++\s*+:\s*+\w++\.(?:id|slug)\b(?!\s*+\.)")
"""A route whose parameter is the id of an entry. Others compute the URL in a way that is not known."""
_SLUG = re.compile(r"""^slug:\s*+["']?([^"'\n]++)""", re.MULTILINE)
_WORD = re.compile(r"[a-z][a-z0-9]++")
_FRAMEWORK_WORDS = frozenset(
    {"astro", "astrojs", "starlight", "markdoc", "config", "docs", "react", "svelte", "vue", "mdx"}
)
"""Words in the names of integrations that are not those of their routes."""
_FRONTMATTER_START = 4_000
_ROOT_URL = re.compile(r"/[^/\s][^\s]*+")


@dataclass(frozen=True, slots=True)
class AstroCollection:
    """A content collection: a folder and the patterns of its files."""

    name: str
    folder: str
    patterns: tuple[str, ...] = ("**/*",)
    schema: FrontmatterSchema | None = None


@dataclass(frozen=True, slots=True)
class AstroConfig:
    """What `astro.config.*` says about routes."""

    base: str = ""
    base_known: bool = True
    source_folder: str = "src"
    public_folder: str = "public"
    locales: tuple[str, ...] = ()
    """Locales of Starlight, which are folders of its content."""
    fallbacks: tuple[tuple[str, str], ...] = ()
    trailing_slash: bool = False
    redirects: tuple[Redirect, ...] = ()
    complete: bool = True


def collection_schemas(collections: Iterable[AstroCollection]) -> dict[str, FrontmatterSchema]:
    """The schemas of collections by folder. A folder of several collections, or of one for only some of its files, has none."""
    found: dict[str, list[AstroCollection]] = {}
    for each in collections:
        found.setdefault(each.folder, []).append(each)
    return {
        folder: some[0].schema
        for folder, some in found.items()
        if len(some) == 1 and some[0].schema is not None and _covers_folder(some[0])
    }


def _covers_folder(collection: AstroCollection) -> bool:
    return all(each.startswith(("**", "!")) for each in collection.patterns)


def content_config(files: SiteFiles, folder: str, config: AstroConfig) -> str | None:
    """The file that defines the content collections."""
    return files.first(joined(folder, f"{config.source_folder}/{name}") for name in CONTENT_CONFIGS)


def default_collections(files: SiteFiles, folder: str, config: AstroConfig) -> tuple[AstroCollection, ...]:
    """Without a definition, each folder of `src/content` is a collection."""
    content = joined(folder, f"{config.source_folder}/content")
    names = {
        path[len(content) + 1 :].partition("/")[0] for path in files.below(content) if "/" in path[len(content) + 1 :]
    }
    return tuple(AstroCollection(name, f"{config.source_folder}/content/{name}") for name in sorted(names))


def astro_routes(
    files: SiteFiles, folder: str, config: AstroConfig, collections: Iterable[AstroCollection], starlight: bool
) -> RouteModel:
    """The route model of a site, without its mounts."""
    pages = f"{config.source_folder}/pages"
    routes = RouteCollector(empty_rest=True)
    serving: dict[str, list[str]] = {STARLIGHT_COLLECTION: ["/[...slug]"]} if starlight else {}
    place = joined(folder, pages)
    for path in files.below(place):
        inside = path[len(place) + 1 :]
        if not path.endswith(_ROUTE_ENDINGS) or any(step.startswith("_") for step in inside.split("/")):
            continue
        served = list(_served_collections(files, path)) if "[" in inside and path.endswith(".astro") else []
        if served:
            route = "/" + posixpath.splitext(inside)[0].removesuffix("/index")
            for name in served:
                serving.setdefault(name, []).append(route)
        else:
            routes.add_file(inside, page=not inside.endswith(_ENDPOINTS))
    sources = tuple(
        CollectionEntries(
            each.name,
            each.folder,
            each.patterns,
            ENDINGS,
            tuple(serving.get(each.name, ())),
            has_index=starlight and each.name == STARLIGHT_COLLECTION,
        )
        for each in collections
    )
    others = {url for each in sources if each.routes for url in _other_entries(files, folder, each)}
    static = static_folders(files, folder, (config.public_folder,))
    hosting = host_rules(files, folder)
    return RouteModel(
        (AstroPages(pages, ENDINGS), *sources, *_partial_folders(config, sources)),
        known=files.is_folder(place) or starlight,
        base=config.base,
        base_known=config.base_known,
        locales=config.locales,
        fallbacks=config.fallbacks,
        trailing_slash=config.trailing_slash,
        code_routes=frozenset(routes.static | others | _named_urls(files, folder, config)),
        dynamic=(*routes.dynamic, *_integration_routes(files, folder)),
        page_routes=routes.page_routes,
        redirects=(*config.redirects, *hosting.redirects),
        rewrites=hosting.rewrites,
        complete=config.complete and not files.cut_off,
        assets=asset_urls(files, folder, static),
        generated=GeneratedFiles(files.ignored, tuple(joined(folder, each) for each in static), (place,)),
        middleware=middleware_constants(files, folder),
    )


def _config_text(files: SiteFiles, folder: str) -> str:
    config = files.first(joined(folder, f"astro.config.{ending}") for ending in ("mjs", "ts", "js", "mts", "cjs"))
    return (files.text(config) or "") if config is not None else ""


def _named_urls(files: SiteFiles, folder: str, config: AstroConfig) -> set[str]:
    """The URLs in `astro.config.*`, such as those of a sidebar: an integration may add their pages. A URL that is only the
    destination of redirects is not served by that."""
    constants = string_constants(_config_text(files, folder))
    found = Counter(normal_url(each) for each in constants if _ROOT_URL.fullmatch(each))
    found -= Counter(normal_url(each.destination) for each in config.redirects if each.destination is not None)
    return set(found)


def _integration_routes(files: SiteFiles, folder: str) -> Iterator[UrlPattern]:
    """The routes that an integration or plugin may add, by the words of its name: those of `starlight-blog` are below `/blog`."""
    names = imported_names(_config_text(files, folder))
    words = {word for name in names if not name.startswith((".", "/", "node:")) for word in _WORD.findall(name)}
    for word in sorted(words - _FRAMEWORK_WORDS):
        yield from (file_route(f"/{each}/[[...rest]]") for each in dict.fromkeys((word, f"{word.rstrip('s')}s")))


def _served_collections(files: SiteFiles, path: str) -> Iterator[str]:
    """The collections whose entries a dynamic route serves under their ids."""
    text = files.text(path) or ""
    if _DIRECT_ID.search(text):
        yield from dict.fromkeys(found[1] for found in _COLLECTION.finditer(text))


def _other_entries(files: SiteFiles, folder: str, collection: CollectionEntries) -> Iterator[str]:
    """The URLs of entries that are not Markdoc."""
    other = replace(collection, endings=_OTHER_ENTRIES)
    start = len(folder) + 1 if folder else 0
    for path in files.below(joined(folder, collection.folder)):
        if path.endswith(_OTHER_ENTRIES) and other.kind(path[start:]) == "page":
            slug = _SLUG.search((files.text(path) or "")[:_FRONTMATTER_START])
            url = other.url(path[start:], {"slug": slug[1].strip()} if slug is not None else {})
            if url is not None:
                yield url


def _partial_folders(config: AstroConfig, collections: Iterable[CollectionEntries]) -> Iterator[PartialFolder]:
    """Markdoc files that are not entries can only be partials: below the source folder, and beside collections elsewhere.

    A collection that selects no Markdoc files has no page that includes one: such a file is not in use.
    """
    collections = tuple(collections)
    other = tuple(each.folder for each in collections if not may_match_ending(each.patterns, ENDINGS))
    used = tuple(each.folder for each in collections if each.folder not in other)
    unused = tuple(each for each in other if not any(f"{one}/".startswith(f"{each}/") for one in used))
    yield PartialFolder(config.source_folder, ENDINGS, unused)
    for folder in dict.fromkeys(posixpath.dirname(each.folder) for each in collections):
        if folder and not f"{folder}/".startswith(f"{config.source_folder}/"):
            yield PartialFolder(folder, ENDINGS, unused)
