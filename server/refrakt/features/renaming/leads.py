"""Where the target of a link leads: to which file of the project, be it a page, a text or an image.

Only what can be told from the file a link stands in is followed, as the checks of links do: what is relative in a partial depends
on the page that takes it in, and is left alone.
"""

from __future__ import annotations

import posixpath
from urllib.parse import unquote

from refrakt.project.across.served import served_files
from refrakt.project.across.words import inside
from refrakt.project.index.entry import Entry
from refrakt.project.index.targets import Target, target_of
from refrakt.project.pages.facts import Link

from .ground import Ground


def target_on(ground: Ground, entry: Entry, link: Link) -> Target:
    """What a link means in a file."""
    return target_of(link.target, entry.url, ground.folder(entry), ground.spec.routes.base)


def led_to(ground: Ground, entry: Entry, link: Link) -> str | None:
    """The file that a link leads to, by its path below the project's folder; None where there is none, or nobody can tell."""
    return followed(ground, entry, link, target_on(ground, entry, link))


def followed(ground: Ground, entry: Entry, link: Link, target: Target) -> str | None:
    """The same for a link that means this."""
    if target.kind in ("elsewhere", "here"):
        return None
    if entry.kind == "plan":
        return _beside(ground, entry, target)
    if is_left_alone(entry, link, target):
        return None
    if link.kind == "link" or target.kind == "source":
        look_up = ground.source if target.kind == "source" else ground.page
        page = next(filter(None, map(look_up, target.places)), None)
        if page is not None:
            return page
    files = served_files(ground.spec, ground.folder(entry), target)
    return next(filter(None, map(ground.file, files)), None)


def is_left_alone(entry: Entry, link: Link, target: Target) -> bool:
    """Whether only the page that shows a file, or the build, can tell what is meant."""
    if entry.kind == "plan" or not target.relative:
        return False
    return entry.kind != "page" or link.written == (link.start, link.end)


def _beside(ground: Ground, entry: Entry, target: Target) -> str | None:
    """Items of a plan are read where they lie, so what is relative there is the path of a file."""
    if not target.relative:
        return None
    path = posixpath.join(posixpath.dirname(entry.path), unquote(target.written))
    return ground.file(inside(ground.spec.root, path)) if not posixpath.normpath(path).startswith("..") else None
