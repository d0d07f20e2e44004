"""The files that links and runes lead to and that are no pages: images, examples, what a rune shows."""

from __future__ import annotations

import posixpath
from collections.abc import Iterator
from urllib.parse import unquote

from refrakt.project.across.words import inside
from refrakt.project.index.look import Look
from refrakt.project.index.targets import Target
from refrakt.project.pages.facts import Reference
from refrakt.project.site import STATIC


def linked_file(look: Look, target: Target) -> str | None:
    """The file a link leads to, below the project's folder; None where there is none."""
    return _first(look, _linked(look, target))


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


def _first(look: Look, paths: Iterator[str | None] | list[str | None]) -> str | None:
    return next((below(look, path) for path in paths if path is not None and look.asset(path)), None)


def _linked(look: Look, target: Target) -> Iterator[str | None]:
    """The files a target may mean, the likeliest first."""
    spec, path = look.spec, unquote(target.written)
    if target.kind == "source":
        for place in target.places:
            yield inside(spec.content, place)
            yield inside(spec.root, posixpath.join(spec.content_path, place))
        return
    if target.relative:
        yield inside(spec.content, posixpath.normpath(posixpath.join("/", look.folder, path)))
    base = spec.routes.base.rstrip("/")
    for place in target.places:
        served = place[len(base) :] if base and place.startswith(base + "/") else place
        yield from (inside(folder, served) for folder in (*spec.static, spec.content))
    if not spec.sure:
        # Which folder a framework that is not known serves is open: one of the usual ones, beside any folder around the page.
        steps = look.folder.split("/")
        for count in range(len(steps) + 1):
            tail = posixpath.normpath(posixpath.join("/", *steps[count:], path.lstrip("/")))
            yield from (inside(spec.root / folder, tail) for folder in STATIC)
