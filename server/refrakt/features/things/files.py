"""The files that links and runes lead to and that are no pages: images, examples, what a rune shows."""

from __future__ import annotations

from collections.abc import Iterable

from refrakt.project.across.served import served_files
from refrakt.project.across.words import inside
from refrakt.project.index.look import Look
from refrakt.project.index.targets import Target
from refrakt.project.pages.facts import Reference


def linked_file(look: Look, target: Target) -> str | None:
    """The file a link leads to, below the project's folder; None where there is none."""
    return _first(look, served_files(look.spec, look.folder, target))


def named_file(look: Look, reference: Reference) -> str | None:
    """The file or folder that a rune names."""
    spec, name = look.spec, reference.name
    if reference.kind == "sandbox":
        path = inside(spec.examples, name) if spec.examples is not None else None
        return below(look, path) if path is not None and look.has_folder(path) else None
    if reference.rune == "file-ref":
        return _first(look, (inside(top, name) for top in (spec.root, spec.repository)))
    return None if name.startswith("/") else _first(look, [inside(spec.root, name)])


def below(look: Look, path: str) -> str:
    """A file by its path below the project's folder; one that lies elsewhere by its whole path."""
    top = look.spec.root.as_posix() + "/"
    return path.replace("\\", "/").removeprefix(top) if look.spec.root.drive else path.removeprefix(top)


def _first(look: Look, paths: Iterable[str | None]) -> str | None:
    return next((below(look, path) for path in paths if path is not None and look.asset(path)), None)
