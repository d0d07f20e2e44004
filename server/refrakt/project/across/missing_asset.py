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

from refrakt.rules.words import did_you_mean

from ..index.look import Look
from ..index.targets import Target
from ..pages.facts import Link
from .registry import Told, link_rule
from .served import served_files
from .words import is_judged, place_of, with_path

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
    files = served_files(spec, look.folder, target)
    if not files or any(map(look.asset, files)) or any(map(spec.serves_elsewhere, target.places)):
        return
    name = posixpath.basename(path)
    for file in files:
        called = look.spelt_beside(file)
        if called:
            fix = with_path(link, target.written, posixpath.join(posixpath.dirname(path), called[0]))
            yield Told(*place_of(link), f"the file is called '{called[0]}', not '{name}'", f"Write {called[0]}.", fix)
            return
    names = [each for each in look.near_beside(files[0]) if os.path.splitext(each)[1]]
    yield Told(*place_of(link), f"there is no file '{_shown(look, files[0])}'{did_you_mean(names)}")


def _shown(look: Look, file: str) -> str:
    return os.path.relpath(file, look.spec.root).replace(os.sep, "/")
