"""Links on sites that are not refrakt's own, where routes come from a framework.

A page is missing only if no file has its URL and nothing else may serve it: a dynamic route, a redirect, a rewrite, code.
"""

from __future__ import annotations

import posixpath
from collections.abc import Sequence
from itertools import chain
from pathlib import PurePosixPath
from urllib.parse import unquote

from refrakt.project.frameworks.markdoc_site import MarkdocSite
from refrakt.project.frameworks.route_model import RouteModel
from refrakt.project.frameworks.site_files import MARKDOC_ENDINGS
from refrakt.project.index.link_target import Target, normal_url
from refrakt.project.index.tracked_site import TrackedSite
from refrakt.project.pages.page_facts import Link
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
    if not target.relative and is_below_unknown_base(site, routes, urls[0]):
        return False
    pages = (each for url in urls for each in routes.page_files(url))
    files = chain(target.files if target.relative else (), pages)
    return not any(site.file_exists(str(site.spec.content / each)) for each in files)


def is_below_unknown_base(site: TrackedSite, routes: RouteModel, url: str) -> bool:
    """Whether the start of a URL may be the base path, if that could not be read: something is served at the rest, and no page
    begins like it."""
    for rest in routes.below_base(url):
        start = url.removesuffix(rest)
        if site.page(start) is not None or site.has_pages_in(f"{start}/"):
            return False
        names = routes.lookups(rest)
        if any(site.page(each) is not None or each in routes.assets or each in routes.code_routes for each in names):
            return True
    return False


def is_beside(site: TrackedSite, markdoc: MarkdocSite, link: Link, target: Target) -> bool:
    """Whether a link without the base path of the site may lead to another one on the same host: no page begins like it. Markdoc's
    own links are elements as written; components usually add the base path."""
    path, base = normal_url(target.written), markdoc.routes.base
    if target.relative or not base or f"{path}/".startswith(f"{base}/"):
        return False
    if _is_attribute(site, link) or markdoc.schema is None or "link" in markdoc.schema.nodes:
        return False
    first = f"/{path.split('/')[1]}"
    return site.page(first) is None and not site.has_pages_in(f"{first}/")


def is_completed(site: TrackedSite, link: Link, names: Sequence[str]) -> bool:
    """Whether the attribute of a tag may be a part of a URL that its component completes: one of these URLs ends with it, and no
    such attribute on the page is the URL of a page."""
    written = site.target(link).written.strip("/")
    if not written or not _is_attribute(site, link) or not any(each.endswith(f"/{written}") for each in names):
        return False
    others = [site.target(each) for each in site.facts.links if each.rune == link.rune and _is_attribute(site, each)]
    return not any(not each.relative and site.page_of(each) is not None for each in others)


def _is_attribute(site: TrackedSite, link: Link) -> bool:
    """Whether a link is an attribute of a tag: the name of the tag is before its target."""
    if link.rune is None or link.written is None:
        return False
    return any(link.start < each.start < link.written[0] and each.name == link.rune for each in site.facts.tags)


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
