"""Files of the project, a folder at a time: what a link shows or leads to, and what runes read."""

from __future__ import annotations

import posixpath
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from refrakt.project.across.words import inside
from refrakt.project.index.look import Look
from refrakt.project.pages.references import LinkKind

IMAGES = (".png", ".jpg", ".jpeg", ".gif", ".svg", ".webp", ".avif", ".ico")
MEDIA = (".mp3", ".mp4", ".m4a", ".ogg", ".oga", ".ogv", ".wav", ".webm", ".mov", ".flac", ".vtt")
_PAGES = (".md", ".mdoc", ".markdoc")
_LEFT_OUT = frozenset({"node_modules"})
_ENDINGS: dict[LinkKind, tuple[str, ...]] = {"image": IMAGES, "media": MEDIA}


class File(NamedTuple):
    """A file as it is written from the folder in question; a folder ends with a slash."""

    name: str
    is_folder: bool = False


def shown(look: Look, typed: str, kind: LinkKind) -> Iterator[File]:
    """Files that a link of this kind may lead to: from the top of the site, or beside the page."""
    spec = look.spec
    if typed.startswith("/"):
        base = spec.routes.base.rstrip("/")
        below = typed[len(base) :] if base and typed.startswith(f"{base}/") else typed
        lead = typed[: len(typed) - len(below)]
        for each in _listed(look, map(str, spec.static or (spec.content,)), below):
            if _is_of(each, kind) and (spec.static or _is_served(each)):
                yield File(lead + each.name, each.is_folder)
    elif look.entry.kind == "page":
        beside = posixpath.join(str(spec.content), look.folder)
        around = str(spec.content)
        for each in _listed(look, [beside], typed, around):
            if _is_of(each, kind) and _is_served(each):
                yield each


def read(look: Look, tops: Iterable[str], typed: str, folders_only: bool = False) -> Iterator[File]:
    """Files below one of these folders, by their paths from there."""
    for each in _listed(look, tops, typed):
        if each.is_folder or not folders_only:
            yield each


def _is_of(file: File, kind: LinkKind) -> bool:
    endings = _ENDINGS.get(kind)
    if file.is_folder:
        return True
    return file.name.lower().endswith(endings) if endings is not None else not file.name.endswith(_PAGES)


def _is_served(file: File) -> bool:
    """Whether something of the content folder is for readers: layouts and partials, which begin with a line, are not."""
    return not file.name.rstrip("/").rpartition("/")[2].startswith("_")


def _listed(look: Look, tops: Iterable[str], typed: str, around: str | None = None) -> Iterator[File]:
    """All that lies where the typed path leads, in the first of the folders that has something there."""
    folder, _, name = typed.rpartition("/")
    lead = typed[: len(typed) - len(name)]
    for top in tops:
        # A name that need not be there stands for any: its folder is what is asked for.
        path = inside(around or top, posixpath.join(top[len(around) :] if around else "", folder.lstrip("/"), "x"))
        if path is None:
            continue
        found = [
            each
            for each in look.beside(path)
            if each not in _LEFT_OUT and (not each.startswith(".") or name.startswith("."))
        ]
        for each in found:
            is_folder = "." not in each[1:] and look.has_folder(posixpath.join(posixpath.dirname(path), each))
            yield File(f"{lead}{each}{'/' if is_folder else ''}", is_folder)
        if found:
            return
