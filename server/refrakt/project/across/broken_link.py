"""A link to a page that is not there.

The target is taken as the site takes it: an address, with or without a slash at its end, or the path of a page's file; from
the top of the site, or relative to the page. The link is broken if no page is there, no file that is served as it is, and
nothing that the config's `authoring.elsewhere` speaks of. The fix puts in what must have been meant: the only address with
the same last step, or one that differs by a typing error. On a plain Markdoc site nobody knows the addresses, so only
relative links to files are looked at.
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
from .words import inside, is_judged, is_served, likeliest, place_of, with_path


@link_rule("broken-link", "error", fixable=True)
def broken_link(look: Look, link: Link, target: Target) -> Iterator[Told]:
    if link.kind != "link" or not target.places or target.may_leave or not is_judged(look, link, target):
        return
    if look.page_of(target) is not None:
        return
    place = target.places[0]
    if target.kind == "source":
        if not _is_missing(look, target):
            return
        names, message = look.nearest_sources(place), f"there is no page '{place}'"
    elif target.kind == "page":
        if not _leads_nowhere(look, target):
            return
        names, message = look.nearest_urls(place), f"no page is served at '{place}'"
    else:
        return
    meant = likeliest(place, names)
    fix = with_path(link, target.written, _spelt(look, target, meant)) if meant is not None else ()
    suggestion = f"Write {_spelt(look, target, names[0])}." if names else None
    yield Told(*place_of(link), message + did_you_mean(names), suggestion, fix)


def _is_missing(look: Look, target: Target) -> bool:
    """Whether no file is there, and it could be seen if it were."""
    spec = look.spec
    if not spec.sure and not target.relative:
        return False
    files = [
        inside(spec.content, each) or inside(spec.root, os.path.relpath(spec.content / each, spec.root))
        for each in target.places
    ]
    return not any(each is None or look.asset(each) for each in files)


def _leads_nowhere(look: Look, target: Target) -> bool:
    spec = look.spec
    if not spec.sure or (target.written.endswith(".html") and not spec.static):
        return False
    return not any(is_served(look, each) for each in target.places) and look.is_complete


def _spelt(look: Look, target: Target, meant: str) -> str:
    """An address or file in the way in which the old one is written."""
    url, written = look.entry.url, unquote(target.written)
    base = look.spec.routes.base.rstrip("/")
    if target.kind == "source":
        around = look.folder or "."
        top = f"{base}/" if base and written.startswith(base + "/") else "/"
    else:
        around = posixpath.dirname(url) if url is not None else "/"
        top = ""
        if written.endswith(".html"):
            meant = (meant if meant != "/" else "/index") + ".html"
    new = posixpath.relpath(meant, around) if target.relative else top + meant
    if target.relative:
        if new == ".":
            return meant
        if written.startswith("./") and not new.startswith("."):
            new = f"./{new}"
    return f"{new}/" if written.endswith("/") and not new.endswith("/") else new
