"""Files of the project, one folder at a time: for links, and for runes that read files."""

from __future__ import annotations

import posixpath
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from refrakt.project.index.tracked_site import TrackedSite
from refrakt.project.pages.reference_attributes import LinkKind
from refrakt.project.site_rules.link_edits import path_inside

IMAGES = (".png", ".jpg", ".jpeg", ".gif", ".svg", ".webp", ".avif", ".ico")
MEDIA = (".mp3", ".mp4", ".m4a", ".ogg", ".oga", ".ogv", ".wav", ".webm", ".mov", ".flac", ".vtt")
_PAGES = (".md", ".mdoc", ".markdoc")
_IGNORED = frozenset({"node_modules"})
_EXTENSIONS: dict[LinkKind, tuple[str, ...]] = {"image": IMAGES, "media": MEDIA}


class PathEntry(NamedTuple):
    """A path relative to the folder in question; a folder ends with a slash."""

    name: str
    is_folder: bool = False


def linkable_files(tracked: TrackedSite, typed: str, kind: LinkKind) -> Iterator[PathEntry]:
    """Files that a link of this kind may target: from the root of the site, or relative to the page."""
    spec = tracked.spec
    if typed.startswith("/"):
        base = spec.routes.base.rstrip("/")
        below = typed[len(base) :] if base and typed.startswith(f"{base}/") else typed
        prefix = typed[: len(typed) - len(below)]
        for each in _entries(tracked, map(str, spec.static or (spec.content,)), below):
            if _has_kind(each, kind) and (spec.static or _is_served(each)):
                yield PathEntry(prefix + each.name, each.is_folder)
    elif tracked.entry.kind == "page":
        beside = posixpath.join(str(spec.content), tracked.folder)
        around = str(spec.content)
        for each in _entries(tracked, [beside], typed, around):
            if _has_kind(each, kind) and _is_served(each):
                yield each


def readable_files(
    tracked: TrackedSite, tops: Iterable[str], typed: str, folders_only: bool = False
) -> Iterator[PathEntry]:
    """Files below one of these folders, relative to it."""
    for each in _entries(tracked, tops, typed):
        if each.is_folder or not folders_only:
            yield each


def _has_kind(file: PathEntry, kind: LinkKind) -> bool:
    endings = _EXTENSIONS.get(kind)
    if file.is_folder:
        return True
    return file.name.lower().endswith(endings) if endings is not None else not file.name.endswith(_PAGES)


def _is_served(file: PathEntry) -> bool:
    """Whether a file of the content folder is published: layouts and partials, which begin with `_`, are not."""
    return not file.name.rstrip("/").rpartition("/")[2].startswith("_")


def _entries(tracked: TrackedSite, tops: Iterable[str], typed: str, around: str | None = None) -> Iterator[PathEntry]:
    """The entries of the typed folder, in the first of the root folders that has it."""
    folder, _, name = typed.rpartition("/")
    prefix = typed[: len(typed) - len(name)]
    for top in tops:
        # Any file name will do: only its folder is used.
        path = path_inside(around or top, posixpath.join(top[len(around) :] if around else "", folder.lstrip("/"), "x"))
        if path is None:
            continue
        found = [
            each
            for each in tracked.sibling_names(path)
            if each not in _IGNORED and (not each.startswith(".") or name.startswith("."))
        ]
        for each in found:
            is_folder = "." not in each[1:] and tracked.folder_exists(posixpath.join(posixpath.dirname(path), each))
            yield PathEntry(f"{prefix}{each}{'/' if is_folder else ''}", is_folder)
        if found:
            return
