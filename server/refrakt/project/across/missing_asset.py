"""An image, a sound, a video or another file that is not there.

Files with an address from the top of the site are looked for in its static folders: `static/` and `public/`, or those that
`authoring.staticDirs` names. If there are none, nobody knows which files will be served, and nothing is said. What is
relative is looked for beside the page, too. If a file is there and only its capitals are others, the fix writes them as the file
has them: some machines find it all the same, but the one that serves the site will not.
"""

from __future__ import annotations

import os
import posixpath
from collections.abc import Iterator
from urllib.parse import unquote

from refrakt.rules.words import did_you_mean, nearest

from ..index.look import Look
from ..index.targets import Target
from ..pages.facts import Link
from ..site import STATIC
from .registry import Told, link_rule
from .words import inside, is_judged, place_of, with_path

_MADE = (".xml", ".txt", ".json", ".rss", ".atom", ".webmanifest", ".js", ".css")
"""How files end that a build makes: feeds, maps of the site, indexes. A link to one of them is believed."""


@link_rule("missing-asset", "warning", fixable=True)
def missing_asset(look: Look, link: Link, target: Target) -> Iterator[Told]:
    if target.kind != "asset" or not target.places or target.may_leave or not is_judged(look, link, target):
        return
    path = unquote(target.written)
    spec = look.spec
    if target.relative:
        if not spec.sure and link.kind == "link":
            return
    elif not spec.static or not spec.sure:
        return
    if link.kind == "link" and (path.endswith(_MADE) or look.page_of(target) is not None):
        return
    files = _files(look, target, path)
    if not files or any(map(look.asset, files)) or any(map(spec.serves_elsewhere, target.places)):
        return
    name = posixpath.basename(path)
    for file in files:
        beside = look.beside(file)
        called = [each for each in beside if each.lower() == name.lower()]
        if called:
            fix = with_path(link, target.written, posixpath.join(posixpath.dirname(path), called[0]))
            yield Told(*place_of(link), f"the file is called '{called[0]}', not '{name}'", f"Write {called[0]}.", fix)
            return
    names = [each for each in nearest(name, look.beside(files[0])) if os.path.splitext(each)[1]]
    yield Told(*place_of(link), f"there is no file '{_shown(look, files[0])}'{did_you_mean(names)}")


def _files(look: Look, target: Target, path: str) -> list[str]:
    """The files a target may mean, the likeliest first, below the project's folder."""
    spec = look.spec
    base = spec.routes.base.rstrip("/")
    found: list[str | None] = []
    if target.relative:
        found.append(inside(spec.content, posixpath.normpath(posixpath.join("/", look.folder, path))))
    for place in target.places:
        below = place[len(base) :] if base and place.startswith(base + "/") else place
        found += [inside(folder, below) for folder in (*spec.static, spec.content)]
    if not spec.sure:
        # A framework that is not known serves a folder of pages; which one, and which of these folders with it, is open.
        steps = look.folder.split("/")
        around = ("/".join(steps[count:]) for count in range(len(steps) + 1))
        tails = [posixpath.normpath(posixpath.join("/", each, path)) for each in around]
        found += [inside(spec.root / folder, tail) for folder in STATIC for tail in tails]
    return list(dict.fromkeys(each for each in found if each is not None))


def _shown(look: Look, file: str) -> str:
    return os.path.relpath(file, look.spec.root).replace(os.sep, "/")
