"""Resolves link targets to files of the project: pages, partials, images.

Only links that the containing file determines are resolved, as in the link rules: relative links in a partial depend on the
page that includes it and are left unchanged.
"""

from __future__ import annotations

import posixpath
from itertools import chain
from urllib.parse import unquote

from refrakt.features.rename.projected_site import ProjectedSite
from refrakt.project.index.indexed_file import IndexedFile
from refrakt.project.index.link_target import Target
from refrakt.project.pages.page_facts import Link
from refrakt.project.site_rules.link_edits import path_inside
from refrakt.project.site_rules.static_files import served_files


def target_in(site: ProjectedSite, entry: IndexedFile, link: Link) -> Target:
    """The parsed target of a link in a file."""
    return site.spec.target(link.target, entry.url, site.folder(entry))


def linked_path(site: ProjectedSite, entry: IndexedFile, link: Link) -> str | None:
    """The file a link resolves to, relative to the project root; None where unknown or missing."""
    return resolve_target(site, entry, link, target_in(site, entry, link))


def resolve_target(site: ProjectedSite, entry: IndexedFile, link: Link, target: Target) -> str | None:
    """The same for a parsed target."""
    if target.kind in ("elsewhere", "here", "key"):
        return None
    if entry.kind == "plan":
        return _plan_file(site, entry, target)
    if is_context_dependent(entry, link, target):
        return None
    if link.kind == "link" or target.kind == "source":
        page_at = site.page_by_path if target.kind == "source" else site.page_at
        found = chain(map(page_at, target.candidates), map(site.page_by_path, target.files))
        page = next(filter(None, found), None)
        if page is not None:
            return page
    files = served_files(site.spec, site.folder(entry), target)
    return next(filter(None, map(site.file, files)), None)


def is_context_dependent(entry: IndexedFile, link: Link, target: Target) -> bool:
    """Whether the target depends on the including page or on the build."""
    if entry.kind == "plan" or not target.relative:
        return False
    return entry.kind != "page" or link.written == (link.start, link.end)


def _plan_file(site: ProjectedSite, entry: IndexedFile, target: Target) -> str | None:
    """Plan items are read in place, so relative links in them are file paths."""
    if not target.relative:
        return None
    path = posixpath.join(posixpath.dirname(entry.path), unquote(target.written))
    return site.file(path_inside(site.spec.root, path)) if not posixpath.normpath(path).startswith("..") else None
