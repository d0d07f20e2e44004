"""Dynamic routes whose pages are the files of one content folder, so that a link to another URL is broken.

Code can serve anything at a dynamic route. It is treated as the route of a folder only if all of this is true:

- its code answers "not found" by itself, and does not redirect to a fixed page;
- it reads one folder by a constant path, and no other source of data;
- no page names its URL in its frontmatter;
- nearly all links to it name a file of the folder.

A route with one segment as its only parameter, `/guides/[slug]`, serves the folder of the same name: `guides`, or `guides` in the
folder that the code reads.
With a parameter before the rest, such as a version, a URL may mean a file in any folder directly below, with or without that
segment.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from refrakt.project.frameworks.code_constants import imported_files, named_folders, reads_files, string_constants
from refrakt.project.frameworks.folder_route import FolderRoute
from refrakt.project.frameworks.page_sources import app_route, without_ending
from refrakt.project.frameworks.site_files import MARKDOC_ENDINGS, SiteFiles, joined
from refrakt.project.frameworks.site_places import SitePlace
from refrakt.project.frameworks.url_patterns import UrlPattern

FEWEST_LINKS = 10
"""How many different links have to name a file of the folder."""
SHARE = 0.9
"""The share of links to the route that have to name a file."""
MANY_LINKS = 100
MANY_LINKS_SHARE = 0.75
"""The share for so many links to routes that are called like the folders they serve."""
MOST_PAGES = 5_000
"""How many pages are searched for their own URLs."""
MOST_FOLDERS = 50
"""How many folders directly below the content are versions at most."""
_ROUTERS = ("app", "src/app", "pages", "src/pages")
_NOT_FOUND = re.compile(
    r"\bnotFound\s*+\(|\bnotFound\s*+:\s*+true\b|\bdynamicParams\s*+=\s*+false\b|\bfallback\s*+:\s*+false\b"
)
_REDIRECT = re.compile(r"\b(?:redirect|permanentRedirect)\b")
_FIXED_REDIRECT = re.compile(r"\b(?:redirect|permanentRedirect)\s*+\(\s*+[\"']|\bdestination\s*+:\s*+[\"']")
_OTHER_DATA = re.compile(
    r"\bfetch\s*+\((?![^\"'`()]{0,200}[\"'`]/(?!/))|\b(?:axios|prisma|createClient|graphql|sanity|contentful|supabase|mongoose|drizzle)\b",
    re.IGNORECASE,
)
_OWN_URL = re.compile(r"---[ \t]*+\r?\n(?:(?!---)[^\n]*+\n)*?[\"']?(?:slug|permalink|url|path|route)[\"']?[ \t]*+:")
_COMPARED = re.compile(
    r"(?:[!=]==?|\bcase|\bincludes\(|\bstartsWith\(|\bendsWith\()\s*+[\"'`]([^\"'`\n]{1,200})[\"'`]"
    r"|[\"'`]([^\"'`\n]{1,200})[\"'`]\s*+[!=]==?"
)


def folder_routes(
    files: SiteFiles, place: SitePlace, dynamic: Iterable[UrlPattern], links: Iterable[str]
) -> list[FolderRoute]:
    """The dynamic routes of Next.js that serve a folder. `links` are the root-relative links that nothing else serves."""
    patterns = {each.source: each for each in dynamic}
    found: dict[str, FolderRoute] = {}
    for path in files.code(place.folder, place.nested):
        route = _route(place.inside(path)) if "[" in path and place.owns(path) else None
        pattern = patterns.get(route or "")
        if pattern is None:
            continue
        candidate = _read(files, place, path, pattern)
        if candidate is not None and not _names_urls(files, place, candidate):
            found[path] = candidate
    # Routes that read one folder have the same code, and are judged together.
    folders = {each.paths for each in found.values()}
    together = [[path for path, each in found.items() if each.paths == paths] for paths in folders]
    supported = [path for paths in together if _are_supported([found[path] for path in paths], links) for path in paths]
    return [found[path] for path in sorted(supported) if files.has(path)]


def _route(inside: str) -> str | None:
    """The route of a code file, as it is in the route model."""
    for router in _ROUTERS:
        if inside.startswith(f"{router}/"):
            below = without_ending(inside[len(router) + 1 :])
            if router.endswith("pages"):
                return f"/{below}".removesuffix("/index")
            folder, _, name = below.rpartition("/")
            return app_route(folder) if name == "page" else None
    return None


def _read(files: SiteFiles, place: SitePlace, path: str, pattern: UrlPattern) -> FolderRoute | None:
    """A route with the folder that its code reads; None if it may serve something else."""
    parameters = [each for each in pattern.segments if not each.literal]
    text = files.searched(path)
    is_single = parameters[-1].repeat == "one"
    if len(parameters) > (1 if is_single else 2) or (is_single and pattern.segments[-1].literal):
        return None
    imported = list(imported_files(files, place.folder, path, text))
    # The component of a page is often shared by several routes.
    if not any(_NOT_FOUND.search(each) for each in (text, *(map(files.searched, imported) if is_single else ()))):
        return None
    further = [each for one in imported for each in imported_files(files, place.folder, one, files.searched(one))]
    code = dict.fromkeys(each for each in (*imported, *further) if each.endswith((".ts", ".js", ".mjs")))
    texts = [text, *map(files.searched, code)]
    has_parameter = len(parameters) == 2
    redirecting = _FIXED_REDIRECT if has_parameter else _REDIRECT
    if any(_OTHER_DATA.search(each) or redirecting.search(each) for each in texts):
        return None
    named = named_folders(files, place.folder, texts, MARKDOC_ENDINGS)
    outermost = [each for each in named if not any(each.startswith(f"{other}/") for other in named)]
    if len(outermost) != 1 or not place.owns(f"{outermost[0]}/x"):
        return None
    folders = [outermost[0], *(_below(files, outermost[0]) if has_parameter else ())]
    if is_single:
        folders = _of_same_name(files, outermost[0], pattern.prefix.strip("/"))
    if not folders or len(folders) > MOST_FOLDERS:
        return None
    constants = {constant.strip("/") for each in texts for constant in string_constants(each)}
    reading = [each for each in texts if each is text or reads_files(each)]
    compared = {one or other for each in reading for one, other in _COMPARED.findall(each)}
    return FolderRoute(
        pattern,
        tuple(map(place.inside, folders)),
        has_parameter,
        frozenset(constants),
        frozenset(each.strip("/") for each in compared),
        frozenset(place.inside(each).lower() for each in files.below(outermost[0])),
    )


def _of_same_name(files: SiteFiles, folder: str, prefix: str) -> list[str]:
    """The folder that is called like the URL above a route: this one, or one below it."""
    if not prefix:
        return []
    inner = joined(folder, prefix)
    return [inner] if files.is_folder(inner) else [folder] if f"/{folder}".endswith(f"/{prefix}") else []


def _below(files: SiteFiles, folder: str) -> list[str]:
    """The folders directly below a folder."""
    names = (path[len(folder) + 1 :].partition("/") for path in files.below(folder))
    return list(dict.fromkeys(joined(folder, name) for name, slash, _ in names if slash))


def _are_supported(routes: Sequence[FolderRoute], links: Iterable[str]) -> bool:
    """Whether nearly all links to some routes name a file."""
    decided = [(route, url) for route in routes for url in links if route.is_only_file(url)]
    known = sum(route.has_file(url) for route, url in decided)
    is_named_alike = all(len(each.folders) == 1 and each.ends_like_prefix for each in routes)
    share = MANY_LINKS_SHARE if known >= MANY_LINKS and is_named_alike else SHARE
    return known >= FEWEST_LINKS and known >= share * len(decided)


def _names_urls(files: SiteFiles, place: SitePlace, route: FolderRoute) -> bool:
    """Whether a page may have another URL than that of its path."""
    paths = [path for path in files.below(joined(place.folder, route.folders[0])) if path.endswith(MARKDOC_ENDINGS)]
    return len(paths) > MOST_PAGES or any(_OWN_URL.match(files.text(path) or "") for path in paths)
