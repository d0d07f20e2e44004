"""Where the target of a link leads: to which file of the project, be it a page, a text or an image.

Only what can be told from the file a link stands in is followed, as the checks of links do: what is relative in a partial depends
on the page that takes it in, and is left alone.
"""

from __future__ import annotations

import posixpath
from collections.abc import Iterator
from urllib.parse import unquote

from refrakt.project.across.words import inside
from refrakt.project.index.entry import Entry
from refrakt.project.index.targets import Target, target_of
from refrakt.project.pages.facts import Link
from refrakt.project.site import STATIC

from .ground import Ground

ENDS = ("", ".html", "/index.html")
"""How a page that is served as it is may end without its address saying so."""


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
    if target.relative and (entry.kind != "page" or link.written == (link.start, link.end)):
        return None
    if target.kind == "source":
        return _by_file(ground, target)
    if link.kind == "link":
        page = next(filter(None, map(ground.page, target.places)), None)
        if page is not None:
            return page
    return next(filter(None, map(ground.file, _served(ground, entry, target))), None)


def _beside(ground: Ground, entry: Entry, target: Target) -> str | None:
    """Items of a plan are read where they lie, so what is relative there is the path of a file."""
    if not target.relative:
        return None
    path = posixpath.join(posixpath.dirname(entry.path), unquote(target.written))
    return ground.file(inside(ground.spec.root, path)) if not posixpath.normpath(path).startswith("..") else None


def _by_file(ground: Ground, target: Target) -> str | None:
    spec = ground.spec
    for place in target.places:
        page = ground.source(place)
        if page is None:
            path = posixpath.normpath(spec.content_path + place)
            page = ground.file(inside(spec.root, path)) if not path.startswith("..") else None
        if page is not None:
            return page
    return None


def _served(ground: Ground, entry: Entry, target: Target) -> Iterator[str | None]:
    """The files that a target may mean which are served as they are, the likeliest first."""
    spec, path = ground.spec, unquote(target.written)
    folder, base = ground.folder(entry), ground.spec.routes.base.rstrip("/")
    if target.kind == "asset" and target.relative:
        yield inside(spec.content, posixpath.normpath(posixpath.join("/", folder, path)))
    for place in target.places:
        below = place[len(base) :] if base and place.startswith(base + "/") else place
        if target.kind == "page":
            yield from (inside(top, below + end) for top in spec.static for end in ENDS)
        else:
            yield from (inside(top, below) for top in (*spec.static, spec.content))
    if not spec.sure and target.kind == "asset":
        # Which folder a framework serves that is not known here, and what beside it, is open.
        steps = folder.split("/")
        for count in range(len(steps) + 1):
            tail = posixpath.normpath(posixpath.join("/", "/".join(steps[count:]), path))
            yield from (inside(spec.root / top, tail) for top in STATIC)
