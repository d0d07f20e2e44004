"""Which URLs a rendered page may contain.

Pages are written by people and by agents, and a preview opens them in an editor. So a URL must not run a script. Links to any other
scheme are kept, because pages link to applications, too. The limit: a URL may lead to a harmful site.
"""

from __future__ import annotations

import re

_URL_NAMES = """
    href src action formaction poster xlink:href cite background longdesc data manifest ping codebase classid profile
"""
URL_ATTRIBUTES = frozenset(_URL_NAMES.split())
URL_LIST_ATTRIBUTES = frozenset(("srcset", "imagesrcset"))

_IGNORED = re.compile(r"[\x00-\x20\x7f-\xa0\u200b\u2028\u2029\ufeff]")
"""Browsers ignore some of these inside of a scheme; no scheme contains any of them."""
_SCHEME = re.compile(r"([a-z][a-z0-9+.-]*):")
_DENIED = frozenset(["javascript", "vbscript", "livescript", "mocha", "jar", "filesystem", "blob", "view-source"])
_IMAGE = re.compile(r"data:image/(?:png|jpe?g|gif|webp|avif|bmp|x-icon|svg\+xml)[;,]")
_SHOWN = frozenset(("src", "poster"))
_WEB = frozenset(("http", "https"))


def is_safe_url(url: str, attribute: str = "href", element: str = "") -> bool:
    """Whether a URL is safe in an attribute of an element. Images may also be data; frames are pages of the web."""
    written = _IGNORED.sub("", url).lower()
    found = _SCHEME.match(written)
    scheme = found[1] if found else ""
    if element in ("iframe", "frame"):
        return scheme in _WEB or (not scheme and written.startswith("//"))
    if scheme == "data":
        # An SVG is an image where it is shown, and a page with scripts where it is opened.
        return _IMAGE.match(written) is not None and (attribute in _SHOWN or "svg" not in written[:20])
    return scheme not in _DENIED


def is_safe_url_list(value: str) -> bool:
    """Whether all URLs of a `srcset` are safe. Data contains commas, so a list with data is not."""
    return "data:" not in _IGNORED.sub("", value).lower() and all(
        is_safe_url(candidate, "src") for candidate in value.split(",")
    )
