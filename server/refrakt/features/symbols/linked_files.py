"""Files other than pages that links and runes refer to: images, examples, included code."""

from __future__ import annotations

from collections.abc import Iterable

from refrakt.project.index.link_target import Target
from refrakt.project.index.tracked_site import TrackedSite
from refrakt.project.pages.page_facts import Reference
from refrakt.project.site_rules.messages import path_inside
from refrakt.project.site_rules.static_files import served_files


def linked_file(look: TrackedSite, target: Target) -> str | None:
    """The file a link resolves to, relative to the project root; None where it does not exist."""
    return _first_existing(look, served_files(look.spec, look.folder, target))


def referenced_file(look: TrackedSite, reference: Reference) -> str | None:
    """The file or folder that a rune refers to."""
    spec, name = look.spec, reference.name
    if reference.kind == "sandbox":
        path = path_inside(spec.examples, name) if spec.examples is not None else None
        return path_below_root(look, path) if path is not None and look.folder_exists(path) else None
    if reference.rune == "file-ref":
        return _first_existing(look, (path_inside(top, name) for top in (spec.root, spec.repository)))
    return None if name.startswith("/") else _first_existing(look, [path_inside(spec.root, name)])


def path_below_root(look: TrackedSite, path: str) -> str:
    """A path relative to the project root; absolute for a file outside of it."""
    top = look.spec.root.as_posix() + "/"
    return path.replace("\\", "/").removeprefix(top) if look.spec.root.drive else path.removeprefix(top)


def _first_existing(look: TrackedSite, paths: Iterable[str | None]) -> str | None:
    return next((path_below_root(look, path) for path in paths if path is not None and look.file_exists(path)), None)
