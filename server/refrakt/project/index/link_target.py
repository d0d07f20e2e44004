"""The target of a link on a site: another page, a file, an anchor on this page, or another site.

The URL of a page comes from the routes, and a browser resolves relative targets against it, while authors also write file paths.
So a relative target has several candidates. The first that exists counts; the link is broken only if none does.
"""

from __future__ import annotations

import posixpath
import re
from functools import lru_cache
from typing import Literal, NamedTuple
from urllib.parse import unquote

from refrakt.project.frameworks.route_model import RouteModel

_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:|//")
_FILE = re.compile(r"\.(?=[0-9]*[A-Za-z])[A-Za-z0-9]{1,11}$")
"""The extension of a file. A number is rather part of a version: `/releases/v1.2`."""
_PLACEHOLDER = re.compile(r"\{[\w.$ -]*\}|^\$[A-Z_]{2,}")
"""A part that something else replaces before a browser gets the page: `${base}/docs`, `$BASE/docs`, `/users/{id}`."""
_OTHER_SCHEMES = frozenset(
    {"http", "https", "mailto", "tel", "sms", "ftp", "file", "data", "javascript", "blob", "about", "slack", "vscode"}
)
"""Schemes of URLs, which are never keys of the frontmatter."""
_SOURCE_ENDINGS = (".md", ".mdoc", ".markdoc")
_HTML = ".html"
_INDEX = "/index"


class Target(NamedTuple):
    """The target of a link. `candidates` are candidate URLs or, for a `source`, paths below the content folder."""

    kind: Literal["elsewhere", "here", "page", "source", "asset", "key"]
    """Another site; this page; a page by its URL; by its file; a static file; a page by a key of its frontmatter."""
    candidates: tuple[str, ...] = ()
    fragment: str | None = None
    written: str = ""
    """The path as written, without query and fragment."""
    relative: bool = False
    may_leave: bool = False
    """Whether it may be outside of the site: it does not begin with the base path of the site."""
    files: tuple[str, ...] = ()
    """Pages it may mean as well, by their paths below the content folder."""


_ELSEWHERE = Target("elsewhere")


def key_target(link: str) -> Target:
    """The target of a link whose scheme may be a key of the frontmatter: `id:setup#linux` for the page with `id: setup`."""
    before, separator, fragment = link.partition("#")
    key, _, value = before.partition(":")
    if not value or value.startswith("//") or key.lower() in _OTHER_SCHEMES:
        return _ELSEWHERE
    return Target("key", (f"{key}:{unquote(value)}",), unquote(fragment) if separator else None, before)


@lru_cache(maxsize=65536)
def parse_target(link: str, url: str | None, folder: str, base: str) -> Target:
    """The target of a link on the page at a URL, whose file is in a folder below the content folder.

    `base` is the base path of the site. A file that is not a page, such as a layout, has no URL, so a relative target there has no
    candidates.
    """
    if _SCHEME.match(link):
        return _ELSEWHERE
    before, separator, fragment = link.partition("#")
    written = before.partition("?")[0]
    anchor = unquote(fragment) if separator else None
    if not written:
        return Target("here", (), anchor)
    path = unquote(written)
    if ("{" in path or path.startswith("$")) and _PLACEHOLDER.search(path):
        return _ELSEWHERE
    relative = not path.startswith("/")
    if path.endswith(_SOURCE_ENDINGS):
        return Target("source", tuple(_sources(path, folder, base)), anchor, written, relative)
    name = path.rpartition("/")[2]
    kind: Literal["page", "asset"] = "asset" if _FILE.search(name) and not name.endswith(_HTML) else "page"
    leaves = not relative and not _is_below(path, base)
    return Target(kind, tuple(dict.fromkeys(_candidate_urls(path, url, base))), anchor, written, relative, leaves)


def routed_target(target: Target, routes: RouteModel, folder: str) -> Target:
    """A target on a site whose URLs follow from a route model: with base path, locales and languages, and files by path."""
    if target.kind not in ("page", "asset"):
        return target
    candidates = target.candidates
    files: tuple[str, ...] = ()
    if target.relative:
        files = tuple(routes.file_candidates(folder, target.written))
        if routes.trailing_slash:
            candidates = candidates[::-1]
    urls = dict.fromkeys(url for each in candidates for url in routes.lookups(each))
    return target._replace(candidates=tuple(urls), files=files)


def normal_url(url: str) -> str:
    """A URL in its normal form: without a slash at its end, and unescaped."""
    url = url.rstrip("/") or "/"
    return unquote(url) if "%" in url else url


def _candidate_urls(path: str, url: str | None, base: str) -> list[str]:
    path = path.removesuffix(_HTML)
    if path.startswith("/"):
        found = [path]
        if base != "/":
            # A slug may omit the base path, and some frameworks put it before every link.
            found.append(path[len(base) :] or "/" if _is_below(path, base) else base + path)
        found = [_joined("/", each) for each in found]
    elif url is not None:
        # A server may serve the page with a slash at the end of its URL, which changes how relative targets resolve.
        found = [_joined(each, path) for each in (posixpath.dirname(url), url)]
    else:
        found = []
    return found + [each.removesuffix(_INDEX) or "/" for each in found if each.endswith(_INDEX)]


def _is_below(path: str, base: str) -> bool:
    return base == "/" or (path + "/").startswith(base + "/")


def _sources(path: str, folder: str, base: str) -> list[str]:
    """The candidate files of a path, below the content folder; one outside of it begins with dots."""
    if path.startswith("/"):
        found = [path.lstrip("/")]
        if base != "/" and _is_below(path, base):
            found.append(path[len(base) + 1 :])
        return [posixpath.normpath(each) for each in found]
    return [posixpath.normpath(posixpath.join(folder, path))]


def _joined(around: str, path: str) -> str:
    """A path resolved against a folder of the site. It stays below the top, as in a browser."""
    return normal_url(posixpath.normpath(posixpath.join("/", around, path)).replace("//", "/"))
