"""Files other than pages that links and runes refer to: images, examples, included code."""

from __future__ import annotations

from collections.abc import Iterable

from refrakt.project.index.link_target import Target
from refrakt.project.index.tracked_site import TrackedSite
from refrakt.project.pages.page_facts import Reference
from refrakt.project.site_rules.link_edits import path_inside
from refrakt.project.site_rules.static_files import served_files


def linked_file(tracked: TrackedSite, target: Target) -> str | None:
    """The file a link resolves to, relative to the project root; None where it does not exist."""
    return _first_existing(tracked, served_files(tracked.spec, tracked.folder, target))


def referenced_file(tracked: TrackedSite, reference: Reference) -> str | None:
    """The file or folder that a rune refers to."""
    spec, name = tracked.spec, reference.name
    if reference.kind == "sandbox":
        path = path_inside(spec.examples, name) if spec.examples is not None else None
        return path_below_root(tracked, path) if path is not None and tracked.folder_exists(path) else None
    if reference.rune == "file-ref":
        return _first_existing(tracked, (path_inside(top, name) for top in (spec.root, spec.repository)))
    return None if name.startswith("/") else _first_existing(tracked, [path_inside(spec.root, name)])


def path_below_root(tracked: TrackedSite, path: str) -> str:
    """A path relative to the project root; absolute for a file outside of it."""
    top = tracked.spec.root.as_posix() + "/"
    return path.replace("\\", "/").removeprefix(top) if tracked.spec.root.drive else path.removeprefix(top)


def _first_existing(tracked: TrackedSite, paths: Iterable[str | None]) -> str | None:
    return next(
        (path_below_root(tracked, path) for path in paths if path is not None and tracked.file_exists(path)), None
    )
