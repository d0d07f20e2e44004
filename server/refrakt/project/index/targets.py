"""What the target of a link means on a site: another page, a file, a place on this page, or something that is not ours.

A site is not a folder of files: the address of a page is made by its routes, and a browser resolves what is relative against the
address, while people also write paths of files. So a relative target may mean several places; whoever asks takes the first of
them that exists, and only where none does is the link broken.
"""

from __future__ import annotations

import posixpath
import re
from functools import lru_cache
from typing import Literal, NamedTuple
from urllib.parse import unquote

_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:|//")
_FILE = re.compile(r"\.(?=[0-9]*[A-Za-z])[A-Za-z0-9]{1,11}$")
"""How the name of a file ends. What is a number is rather the end of a version: `/releases/v1.2`."""
_SOURCE_ENDINGS = (".md", ".mdoc", ".markdoc")
_HTML = ".html"
_INDEX = "/index"


class Target(NamedTuple):
    """What a link means. `places` are addresses on the site or, for a `source`, paths below the content folder."""

    kind: Literal["elsewhere", "here", "page", "source", "asset"]
    """Another site; this page; a page by its address; a page by its file; a file that is served as it is."""
    places: tuple[str, ...] = ()
    fragment: str | None = None
    written: str = ""
    """The path as it is written, without query and fragment."""
    relative: bool = False
    may_leave: bool = False
    """Whether it may lead out of the site: it does not begin with the path the site is served under."""


_ELSEWHERE = Target("elsewhere")


@lru_cache(maxsize=65536)
def target_of(link: str, url: str | None, folder: str, base: str) -> Target:
    """What a link means on the page at an address, whose file lies in a folder below the content folder.

    `base` is the path the site is served under. What is no page, as a layout, has no address, and what is relative there can mean
    anything: it has no places.
    """
    if _SCHEME.match(link):
        return _ELSEWHERE
    before, mark, fragment = link.partition("#")
    written = before.partition("?")[0]
    place = unquote(fragment) if mark else None
    if not written:
        return Target("here", (), place)
    path = unquote(written)
    relative = not path.startswith("/")
    if path.endswith(_SOURCE_ENDINGS):
        return Target("source", tuple(_sources(path, folder, base)), place, written, relative)
    name = path.rpartition("/")[2]
    kind: Literal["page", "asset"] = "asset" if _FILE.search(name) and not name.endswith(_HTML) else "page"
    leaves = not relative and not _is_below(path, base)
    return Target(kind, tuple(dict.fromkeys(_places(path, url, base))), place, written, relative, leaves)


def normal(url: str) -> str:
    """An address as one of its spellings: without the slash at its end, and with nothing escaped."""
    url = url.rstrip("/") or "/"
    return unquote(url) if "%" in url else url


def _places(path: str, url: str | None, base: str) -> list[str]:
    path = path.removesuffix(_HTML)
    if path.startswith("/"):
        found = [path]
        if base != "/":
            # An address may be set without the path of the site, and some frameworks put it before every link.
            found.append(path[len(base) :] or "/" if _is_below(path, base) else base + path)
        found = [_joined("/", each) for each in found]
    elif url is not None:
        # Whether a page is served with a slash at the end of its address is for the server to say, and changes what is meant.
        found = [_joined(each, path) for each in (posixpath.dirname(url), url)]
    else:
        found = []
    return found + [each.removesuffix(_INDEX) or "/" for each in found if each.endswith(_INDEX)]


def _is_below(path: str, base: str) -> bool:
    return base == "/" or (path + "/").startswith(base + "/")


def _sources(path: str, folder: str, base: str) -> list[str]:
    """The files a path may mean, below the content folder; one that leads out of it begins with dots."""
    if path.startswith("/"):
        found = [path.lstrip("/")]
        if base != "/" and _is_below(path, base):
            found.append(path[len(base) + 1 :])
        return [posixpath.normpath(each) for each in found]
    return [posixpath.normpath(posixpath.join(folder, path))]


def _joined(around: str, path: str) -> str:
    """A path seen from a folder of the site. What leads above the top stays at the top, as in a browser."""
    return normal(posixpath.normpath(posixpath.join("/", around, path)).replace("//", "/"))
