"""The files that a target may mean which are no pages: images, downloads, texts by their paths, pages that are served as they are.

Whoever says that a file is missing, leads to one, or moves one, looks at the same files in the same order.
"""

from __future__ import annotations

import os
import posixpath
from collections.abc import Iterator
from urllib.parse import unquote

from refrakt.project.index.link_target import Target
from refrakt.project.index.site_spec import SiteSpec
from refrakt.project.site import STATIC
from refrakt.project.site_rules.messages import path_inside, static_pages


def served_files(spec: SiteSpec, folder: str, target: Target) -> list[str]:
    """The files a target may mean, the likeliest first, by absolute paths; `folder` is where it is written, below the content."""
    return list(dict.fromkeys(each for each in _candidates(spec, folder, target) if each is not None))


def _candidates(spec: SiteSpec, folder: str, target: Target) -> Iterator[str | None]:
    match target.kind:
        case "source":
            for place in target.places:
                yield path_inside(spec.content, place) or path_inside(
                    spec.root, os.path.relpath(spec.content / place, spec.root)
                )
        case "page":
            yield from (each for place in target.places for each in static_pages(spec, place))
        case "asset":
            yield from _assets(spec, folder, target)


def _assets(spec: SiteSpec, folder: str, target: Target) -> Iterator[str | None]:
    path, base = unquote(target.written), spec.routes.base.rstrip("/")
    if target.relative:
        yield path_inside(spec.content, posixpath.normpath(posixpath.join("/", folder, path)))
    for place in target.places:
        below = place[len(base) :] if base and place.startswith(f"{base}/") else place
        yield from (path_inside(top, below) for top in (*spec.static, spec.content))
    if not spec.sure:
        # A framework that is not known serves a folder of pages; which one, and which of these folders with it, is open.
        steps = folder.split("/")
        around = ("/".join(steps[count:]) for count in range(len(steps) + 1))
        tails = [posixpath.normpath(posixpath.join("/", each, path.lstrip("/"))) for each in around]
        yield from (path_inside(spec.root / top, tail) for top in STATIC for tail in tails)


def is_there(spec: SiteSpec, path: str) -> bool:
    """Whether something lies at a path below the project's folder, looked at this very moment."""
    try:
        return os.path.lexists(spec.root / path)
    except (OSError, ValueError):  # a name that no system can hold
        return False


def is_taken(spec: SiteSpec, new: str, old: str) -> bool:
    """Whether something lies at the path that a file is to get, looked at this very moment; both lie below the project's folder.

    Where capitals make no difference, a file that only gets others is in nobody's way.
    """
    there, here = spec.root / new, spec.root / old
    try:
        return os.path.lexists(there) and not (os.path.exists(here) and os.path.samefile(there, here))
    except (OSError, ValueError):  # a name that no system can hold
        return False
