"""The files a site is made of: its pages, the layouts around them, the partials they take in, the items of its plan."""

from __future__ import annotations

import stat
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from ..config import PARTIALS
from ..files import LARGEST_PAGE, FileStamp
from ..folder_scan import FolderScan
from ..pages.tree import LAYOUT, ContentFile, ContentTree, LeftOut, is_passed_over, is_text, read_tree
from .entry import Kind
from .spec import SiteSpec, below


class Source(NamedTuple):
    """A file of a site, and the marks that tell whether it has changed."""

    path: str
    """Below the project's folder; a file outside it by its whole path."""
    kind: Kind
    name: str
    stamp: FileStamp | None
    """None for what is open in the editor and not on disk yet."""


class Listing(NamedTuple):
    """The files of a site."""

    sources: list[Source]
    """Pages first."""
    left_out: list[LeftOut]
    """What does not count though it seems to."""
    cut_off: bool
    """Whether there are more files than are looked at."""


def sources(spec: SiteSpec) -> Listing:
    """Every file of a site as it is on disk now."""
    scan = FolderScan()
    tree = read_tree(spec.content, spec.endings, scan)
    found = [Source(spec.content_path + path, "page", path, stamp) for path, stamp in tree.pages]
    for folder, (path, stamp) in tree.layouts.items():
        found.append(Source(spec.content_path + path, "layout", folder, stamp))
    left_out = [LeftOut(spec.content_path + each.path, each.reason) for each in tree.left_out]
    folders: list[tuple[Kind, str, Path]] = [("partial", space, place) for space, place in spec.partials]
    if spec.plan is not None:
        folders.append(("plan", "", spec.plan))
    for kind, space, place in folders:
        before, tree = below(spec.root, place), read_tree(place, scan=scan)
        found += [Source(before + path, kind, space + path, stamp) for path, stamp in _everything(tree)]
        left_out += [LeftOut(before + each.path, each.reason) for each in tree.left_out]
    first: dict[str, Source] = {}
    for each in found:
        first.setdefault(each.path, each)
    if scan.cut_off:
        left_out.append(LeftOut(spec.content_path.rstrip("/") or ".", "too-many"))
    return Listing(list(first.values()), list(dict.fromkeys(left_out)), scan.cut_off)


def source_at(spec: SiteSpec, path: Path) -> Source | None:
    """What one file is to a site now; None for one that is gone, or does not count."""
    placed = place_of(spec, path)
    if placed is None:
        return None
    try:
        if not is_text(path.name) or _lies_behind_a_link(spec, path):
            return None
        known = path.lstat()
    except (OSError, ValueError):
        return None
    if not stat.S_ISREG(known.st_mode) or known.st_size > LARGEST_PAGE:
        return None
    kind, name = placed
    return Source(relative(spec.root, path), kind, name, FileStamp.of(known))


def unsaved(spec: SiteSpec, path: Path) -> Source | None:
    """What a file would be to a site that is open in the editor and not on disk yet."""
    placed = place_of(spec, path)
    return Source(relative(spec.root, path), *placed, None) if placed is not None else None


def relative(root: Path, path: Path) -> str:
    """A path below a folder, with `/` between the steps; one that lies elsewhere stays whole."""
    return path.relative_to(root).as_posix() if path.is_relative_to(root) else path.as_posix()


def place_of(spec: SiteSpec, path: Path) -> tuple[Kind, str] | None:
    """What a path would be to a site, by its name alone."""
    if path.suffix not in spec.endings:
        return None
    if path.is_relative_to(spec.content):
        steps = path.relative_to(spec.content).parts
        if any(map(is_passed_over, steps)):
            return None
        if PARTIALS not in steps[:-1]:
            folder = "/".join(steps[:-1])
            return ("layout", folder) if steps[-1] == LAYOUT else ("page", "/".join(steps))
    for space, place in spec.partials:
        if path.is_relative_to(place):
            steps = path.relative_to(place).parts
            return None if any(map(is_passed_over, steps)) else ("partial", space + "/".join(steps))
    if spec.plan is not None and path.is_relative_to(spec.plan):
        steps = path.relative_to(spec.plan).parts
        return None if any(map(is_passed_over, steps)) else ("plan", "/".join(steps))
    return None


def _lies_behind_a_link(spec: SiteSpec, path: Path) -> bool:
    """Whether a walk would not get there: it goes through no link. The folders it begins with may be some."""
    tops = {spec.content, spec.plan, *(place for _, place in spec.partials)}
    for each in path.parents:
        if each in tops:
            return False
        if each.is_symlink():
            return True
    return False


def _everything(tree: ContentTree) -> Iterator[ContentFile]:
    """Every page below a folder, whatever the folder is called that it lies in."""
    yield from tree.pages
    yield from tree.layouts.values()
    yield from tree.partials.values()
