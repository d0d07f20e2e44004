"""The files besides pages that a target may refer to: images, downloads, source files, static pages.

Rules, definitions and file moves use the same candidates in the same order.
"""

from __future__ import annotations

import os
import posixpath
from collections.abc import Iterator
from urllib.parse import unquote

from refrakt.project.index.link_target import Target
from refrakt.project.index.site_spec import SiteSpec
from refrakt.project.site import STATIC
from refrakt.project.site_rules.link_edits import path_inside, static_pages


def served_files(spec: SiteSpec, folder: str, target: Target) -> list[str]:
    """The candidate files of a target by absolute path, the most likely first; `folder` is that of the page, below the content."""
    return list(dict.fromkeys(each for each in _candidates(spec, folder, target) if each is not None))


def _candidates(spec: SiteSpec, folder: str, target: Target) -> Iterator[str | None]:
    match target.kind:
        case "source":
            for candidate in target.candidates:
                yield path_inside(spec.content, candidate) or path_inside(
                    spec.root, os.path.relpath(spec.content / candidate, spec.root)
                )
        case "page":
            yield from (each for candidate in target.candidates for each in static_pages(spec, candidate))
        case "asset":
            yield from _assets(spec, folder, target)


def _assets(spec: SiteSpec, folder: str, target: Target) -> Iterator[str | None]:
    path, base = unquote(target.written), spec.routes.base.rstrip("/")
    if target.relative and spec.markdoc is not None and spec.markdoc.routes.alias_of(path) is not None:
        yield from (path_inside(spec.content, each) for each in target.files[:1])
        return
    if target.relative:
        yield path_inside(spec.content, posixpath.normpath(posixpath.join("/", folder, path)))
        yield from (path_inside(spec.content, each) for each in target.files)
    for candidate in target.candidates:
        below = candidate[len(base) :] if base and candidate.startswith(f"{base}/") else candidate
        yield from (path_inside(top, below) for top in (*spec.static, spec.content))
    if not spec.sure:
        # An unknown framework may serve any of these folders.
        steps = folder.split("/")
        around = ("/".join(steps[count:]) for count in range(len(steps) + 1))
        tails = [posixpath.normpath(posixpath.join("/", each, path.lstrip("/"))) for each in around]
        yield from (path_inside(spec.root / top, tail) for top in STATIC for tail in tails)


def is_there(spec: SiteSpec, path: str) -> bool:
    """Whether a path below the project root exists on disk now."""
    try:
        return os.path.lexists(spec.root / path)
    except (OSError, ValueError):  # an invalid name
        return False


def is_taken(spec: SiteSpec, new: str, old: str) -> bool:
    """Whether the new path of a file exists on disk now; both paths are below the project root.

    On a case-insensitive file system, a change of case only is not a conflict.
    """
    there, here = spec.root / new, spec.root / old
    try:
        return os.path.lexists(there) and not (os.path.exists(here) and os.path.samefile(there, here))
    except (OSError, ValueError):  # an invalid name
        return False
