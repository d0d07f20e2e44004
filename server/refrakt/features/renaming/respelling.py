"""A link to the same thing from another place, or to a thing at another place, written in the way the old one is.

What is relative stays relative, what names a file goes on naming a file, and `.html`, `/index` or a slash at the end stay if they
still make sense. Each spelling is followed before it is believed, so one is found that leads where the old one did, or none.
"""

from __future__ import annotations

import posixpath
from collections.abc import Iterator
from urllib.parse import unquote

from markdown_it.common.normalize_url import normalizeLink

from refrakt.project.across.words import ENDS
from refrakt.project.index.entry import Entry
from refrakt.project.index.targets import Target, normal
from refrakt.project.pages.facts import Link

from ..answers import Replacement
from .ground import Ground
from .leads import followed, led_to, target_on
from .moves import is_below
from .writing import path_in

_HTML = ".html"
_INDEX = "/index"


def respelled(
    text: str, link: Link, old: tuple[Ground, Entry], new: tuple[Ground, Entry], wanted: str
) -> Replacement | None:
    """The edit that makes a link lead to a file, seen from where its own file will be."""
    written = path_in(text, link)
    if written is None:
        return None
    for path in dict.fromkeys(_spellings(link, old, new, wanted)):
        spelled = written.spelled(path)
        if led_to(*new, link._replace(target=normalizeLink(spelled))) == wanted:
            return Replacement(written.place, spelled)
    return None


def _spellings(link: Link, old: tuple[Ground, Entry], new: tuple[Ground, Entry], wanted: str) -> Iterator[str]:
    """The ways to write it, the likest first. The last ones may be of another kind, but better than a link that is broken."""
    target = target_on(*old, link)
    said = unquote(target.written)
    ground, entry = new
    if target.kind == "source" or entry.kind == "plan":
        yield from _by_file(ground, entry, target, said, wanted)
        return
    addresses = [*_addresses(ground, said, wanted, _is_of_page_itself(link, *old, target))]
    if target.relative:
        if target.kind == "asset":
            yield _dotted(posixpath.relpath(wanted, posixpath.dirname(entry.path) or "."), said)
        if entry.url is not None:
            around = [posixpath.dirname(entry.url), entry.url]
            if _is_seen_from_itself(link, *old, target):
                around.reverse()
            for folder in around:
                yield from (_relative(each, folder, said) for each in addresses)
                yield from (f"./{_relative(each, folder, said)}" for each in addresses)
    yield from addresses


def _by_file(ground: Ground, entry: Entry, target: Target, said: str, wanted: str) -> Iterator[str]:
    spec = ground.spec
    if target.relative:
        yield _dotted(posixpath.relpath(wanted, posixpath.dirname(entry.path) or "."), said)
    if is_below(wanted, spec.content_path.rstrip("/")) or not spec.content_path:
        name = wanted.removeprefix(spec.content_path)
        base = spec.routes.base.rstrip("/")
        if base and is_below(said, base):
            yield f"{base}/{name}"
        yield f"/{name}"


def _is_of_page_itself(link: Link, ground: Ground, entry: Entry, target: Target) -> bool:
    """Whether a link leads to a page that is written, and not to one that is made of what a file declares."""
    path = followed(ground, entry, link, target)
    page = ground.entry(path) if path is not None else None
    return page is not None and page.url is not None and normal(page.url) in target.places


def _addresses(ground: Ground, said: str, wanted: str, itself: bool) -> Iterator[str]:
    """From the top of the site, with what the old one ends with."""
    spec = ground.spec
    base = spec.routes.base.rstrip("/")
    for url in ground.urls(wanted)[:1] if itself else ground.made_urls(wanted):
        url = normal(url)
        short = (url[len(base) :] or "/") if base and is_below(url, base) else url
        both = (url, short) if not base or is_below(said, base) or not said.startswith("/") else (short, url)
        for each in dict.fromkeys(both):
            yield from _ended(each, said, wanted)
    for top in (*spec.static, spec.content):
        folder = ground.name(str(top))
        if is_below(wanted, folder):
            served = wanted[len(folder) :]
            prefix = base if base and is_below(said, base) else ""
            shortened = (served.removesuffix(end) or "/" for end in ENDS if end and served.endswith(end))
            for each in (*(shortened if not said.endswith(_HTML) else ()), served):
                yield from _ended(prefix + each, said, wanted)


def _ended(url: str, said: str, wanted: str) -> Iterator[str]:
    stem = said.removesuffix(_HTML)
    if said.endswith(_HTML) and not url.endswith(_HTML):
        is_index = stem.endswith(_INDEX) or stem == "index" or url == "/"
        if is_index and posixpath.basename(wanted).startswith("index."):
            yield f"{url.rstrip('/')}{_INDEX}{_HTML}"
        elif url != "/":
            yield url + _HTML
    elif said.endswith("/") and not url.endswith("/"):
        yield f"{url}/"
    elif (stem.endswith(_INDEX) or stem == "index") and posixpath.basename(wanted).startswith("index."):
        yield f"{url.rstrip('/')}{_INDEX}"
    yield url


def _relative(address: str, folder: str, said: str) -> str:
    path = posixpath.relpath(address, folder)
    if address.endswith("/") and not path.endswith("/"):
        path += "/"
    return _dotted(path, said)


def _dotted(path: str, said: str) -> str:
    return f"./{path}" if said.startswith("./") and not path.startswith(".") else path


def _is_seen_from_itself(link: Link, ground: Ground, entry: Entry, target: Target) -> bool:
    """Whether what is relative is meant as if the page's own address were a folder."""
    if entry.url is None:
        return False
    nearer = normal(posixpath.join(posixpath.dirname(entry.url), unquote(target.written).removesuffix(_HTML)))
    nearer = posixpath.normpath(nearer)
    seen = tuple(each for each in target.places if each in (nearer, nearer.removesuffix(_INDEX) or "/"))
    return followed(ground, entry, link, target._replace(places=seen)) != followed(ground, entry, link, target)
