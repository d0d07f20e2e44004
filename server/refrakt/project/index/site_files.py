"""The files of a site: pages, layouts, partials, and the items of its plan."""

from __future__ import annotations

import stat
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from refrakt.project.config import PARTIALS
from refrakt.project.files import LARGEST_PAGE, FileStamp
from refrakt.project.folder_scan import FolderScan
from refrakt.project.frameworks.markdoc_site import MarkdocSite
from refrakt.project.index.indexed_file import Kind
from refrakt.project.index.site_spec import SiteSpec, below
from refrakt.project.pages.content_tree import (
    LAYOUT,
    ContentFile,
    ContentTree,
    SkippedFile,
    is_hidden,
    is_text,
    read_all,
    read_tree,
)


class SiteFile(NamedTuple):
    """A file of a site and its stamp."""

    path: str
    """Below the project root; absolute for a file outside of it."""
    kind: Kind
    name: str
    stamp: FileStamp | None
    """None for an open buffer that is not on disk yet."""


class SiteListing(NamedTuple):
    """The files of a site."""

    files: list[SiteFile]
    """Pages first."""
    skipped_files: list[SkippedFile]
    """Files in its folders that are not indexed."""
    cut_off: bool
    """Whether there are more files than are listed."""


def list_site_files(spec: SiteSpec) -> SiteListing:
    """All files of a site that are on disk."""
    scan = FolderScan()
    if spec.markdoc is not None:
        return _list_markdoc_files(spec, spec.markdoc, scan)
    tree = read_tree(spec.content, spec.endings, scan)
    found = [SiteFile(spec.content_path + path, "page", path, stamp) for path, stamp in tree.pages]
    for folder, (path, stamp) in tree.layouts.items():
        found.append(SiteFile(spec.content_path + path, "layout", folder, stamp))
    skipped = [SkippedFile(spec.content_path + each.path, each.reason) for each in tree.skipped_files]
    folders: list[tuple[Kind, str, Path]] = [("partial", space, top) for space, top in spec.partials]
    if spec.plan is not None:
        folders.append(("plan", "", spec.plan))
    for kind, space, top in folders:
        before, tree = below(spec.root, top), read_tree(top, scan=scan)
        found += [SiteFile(before + path, kind, space + path, stamp) for path, stamp in _all_files(tree)]
        skipped += [SkippedFile(before + each.path, each.reason) for each in tree.skipped_files]
    first: dict[str, SiteFile] = {}
    for each in found:
        first.setdefault(each.path, each)
    if scan.cut_off:
        skipped.append(SkippedFile(spec.content_path.rstrip("/") or ".", "too-many"))
    return SiteListing(list(first.values()), list(dict.fromkeys(skipped)), scan.cut_off)


def _list_markdoc_files(spec: SiteSpec, site: MarkdocSite, scan: FolderScan) -> SiteListing:
    """The files of a site that is not refrakt's own: what its routes serve, and its partials."""
    listed = read_all(spec.content, spec.endings, scan)
    found = []
    for path, stamp in listed.pages:
        placed = _markdoc_kind(site, path)
        if placed is not None:
            found.append(SiteFile(spec.content_path + path, *placed, stamp))
    found.sort(key=lambda each: each.kind != "page")
    served = (each for each in listed.skipped_files if _markdoc_kind(site, each.path) is not None)
    skipped = [SkippedFile(spec.content_path + each.path, each.reason) for each in served]
    if scan.cut_off:
        skipped.append(SkippedFile(spec.content_path.rstrip("/") or ".", "too-many"))
    return SiteListing(found, skipped, scan.cut_off)


def _markdoc_kind(site: MarkdocSite, path: str) -> tuple[Kind, str] | None:
    """The kind and name of a file, by its path below the folder of the site."""
    kind = site.routes.page_kind(path)
    return None if kind is None else (kind, path if kind == "page" else site.partial_names.get(path, path))


def site_file_at(spec: SiteSpec, path: Path) -> SiteFile | None:
    """One file of a site; None if it does not exist or is not part of the site."""
    placed = kind_and_name(spec, path)
    if placed is None:
        return None
    try:
        if not is_text(path.name) or _is_behind_link(spec, path):
            return None
        status = path.lstat()
    except (OSError, ValueError):
        return None
    if not stat.S_ISREG(status.st_mode) or status.st_size > LARGEST_PAGE:
        return None
    kind, name = placed
    return SiteFile(relative_path(spec.root, path), kind, name, FileStamp.of(status))


def unsaved_site_file(spec: SiteSpec, path: Path) -> SiteFile | None:
    """The same for an open buffer that is not on disk yet."""
    placed = kind_and_name(spec, path)
    return SiteFile(relative_path(spec.root, path), *placed, None) if placed is not None else None


def relative_path(root: Path, path: Path) -> str:
    """A path below a folder, with `/` between the segments; a path elsewhere stays absolute."""
    return path.relative_to(root).as_posix() if path.is_relative_to(root) else path.as_posix()


def kind_and_name(spec: SiteSpec, path: Path) -> tuple[Kind, str] | None:
    """The kind and name that a file at a path has in a site, by the path alone."""
    if spec.markdoc is not None:
        inside = path.name.endswith(spec.endings) and path.is_relative_to(spec.content)
        return _markdoc_kind(spec.markdoc, path.relative_to(spec.content).as_posix()) if inside else None
    if path.suffix not in spec.endings:
        return None
    if path.is_relative_to(spec.content):
        steps = path.relative_to(spec.content).parts
        if any(map(is_hidden, steps)):
            return None
        if PARTIALS not in steps[:-1]:
            folder = "/".join(steps[:-1])
            return ("layout", folder) if steps[-1] == LAYOUT else ("page", "/".join(steps))
    for space, top in spec.partials:
        if path.is_relative_to(top):
            steps = path.relative_to(top).parts
            return None if any(map(is_hidden, steps)) else ("partial", space + "/".join(steps))
    if spec.plan is not None and path.is_relative_to(spec.plan):
        steps = path.relative_to(spec.plan).parts
        return None if any(map(is_hidden, steps)) else ("plan", "/".join(steps))
    return None


def _is_behind_link(spec: SiteSpec, path: Path) -> bool:
    """Whether a symbolic link is on the path, below the folders of the site. Scans do not follow links."""
    tops = {spec.content, spec.plan, *(top for _, top in spec.partials)}
    for each in path.parents:
        if each in tops:
            return False
        if each.is_symlink():
            return True
    return False


def _all_files(tree: ContentTree) -> Iterator[ContentFile]:
    """All files below a folder, regardless of their kind in a content folder."""
    yield from tree.pages
    yield from tree.layouts.values()
    yield from tree.partials.values()
