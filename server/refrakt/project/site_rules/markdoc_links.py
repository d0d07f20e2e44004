"""Links on sites that are not refrakt's own, where routes come from a framework.

A page is missing only if no file has its URL and nothing else may serve it: a dynamic route, a redirect, a rewrite, code.
"""

from __future__ import annotations

import posixpath
from itertools import chain
from pathlib import PurePosixPath
from urllib.parse import unquote

from refrakt.project.frameworks.route_model import RouteModel
from refrakt.project.frameworks.site_files import MARKDOC_ENDINGS
from refrakt.project.index.link_target import Target
from refrakt.project.index.tracked_site import TrackedSite
from refrakt.project.site_rules.link_edits import path_inside

_INDEX_NAMES = ("/index", "/page", "/README", "/readme")
"""Names of files that the URL of a page omits."""


def is_unserved(site: TrackedSite, routes: RouteModel, target: Target) -> bool:
    """Whether nothing is served at the target of a link that no page has. False where that is not known."""
    if not routes.known:
        return False
    urls = target.candidates if target.relative else (unquote(target.written),)
    if (target.relative and site.entry.url is None) or any(map(routes.may_serve, urls)):
        return False
    pages = (each for url in urls for each in routes.page_files(url))
    files = chain(target.files if target.relative else (), pages)
    return not any(site.file_exists(str(site.spec.content / each)) for each in files)


def is_missing_source(site: TrackedSite, routes: RouteModel, target: Target) -> bool:
    """Whether a root-relative path of a page file is neither a file nor served, with or without its ending."""
    if not routes.known:
        return False
    path = unquote(target.written)
    bare = posixpath.splitext(path)[0]
    short = next((bare.removesuffix(each) or "/" for each in _INDEX_NAMES if bare.endswith(each)), bare)
    urls = dict.fromkeys((path, bare, short))
    if any(routes.may_serve(url) or site.spec.serves_elsewhere(url) for url in urls):
        return False
    if any(site.page(each) is not None for url in urls for each in routes.lookups(url)):
        return False
    pages = (str(site.spec.content / each) for url in urls for each in routes.page_files(url))
    return not any(map(site.file_exists, chain(_source_files(site, routes, bare), pages)))


def _source_files(site: TrackedSite, routes: RouteModel, bare: str) -> list[str]:
    """The files that a path may mean to code that changes it into a URL: below the repository, the site, or a content folder."""
    spec = site.spec
    around = (str(each) for each in PurePosixPath(site.folder, "x").parents)
    folders = [spec.repository, spec.root, *spec.static]
    folders += [spec.content / each for each in dict.fromkeys((*around, *(each.folder for each in routes.sources)))]
    found = (path_inside(folder, f"{bare}{ending}") for folder in folders for ending in (*MARKDOC_ENDINGS, ".mdx"))
    return [each for each in dict.fromkeys(found) if each is not None]
