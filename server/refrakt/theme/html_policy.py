"""Which elements and attributes a rendered page may contain.

The tree of a page is built by runes from untrusted text. Runes do not create scripts, but a bug in one of them, in a theme or in a
site's own config must not make a page run something in the reader's browser or in an editor's preview. So this policy is applied to
everything that is written as HTML. The limits: forms may be sent to other sites, images and frames are loaded from other sites.
"""

from __future__ import annotations

import re
from typing import Any

from refrakt.markdoc.html import Tag
from refrakt.markdoc.javascript_values import js_str
from refrakt.markdoc.values import UNDEFINED
from refrakt.theme.style_policy import safe_style
from refrakt.theme.url_policy import URL_ATTRIBUTES, URL_LIST_ATTRIBUTES, is_safe_url, is_safe_url_list

_ELEMENT_NAME = re.compile(r"[a-zA-Z][a-zA-Z0-9-]*")
_ATTRIBUTE_NAME = re.compile(r"[a-zA-Z_:][a-zA-Z0-9_:.-]*")
_OMITTED_NAMES = """
    script style base object embed applet frame frameset noscript noembed noframes xmp plaintext portal fencedframe
    html head body math foreignobject animate animatemotion animatetransform set handler listener
"""
_OMITTED = frozenset(_OMITTED_NAMES.split())
"""These are omitted with their content: they run or load something, or change how a browser reads what follows."""
_DENIED_ATTRIBUTES = frozenset(
    ("srcdoc", "http-equiv", "nonce", "attributename", "xml:base", "data-source-line", "data-source-span")
)
_TREE_ATTRIBUTES = frozenset(("marker", "reading", "dropcap"))
"""What the tree says of an element for tools, and no browser knows."""
_STYLE_SHEETS = ("https://fonts.googleapis.com/", "https://fonts.gstatic.com/")
"""The services that the runes of design pages load typefaces from."""
_URL_DATA = frozenset(("url", "link", "endpoint"))
"""Scripts of the theme read URLs from data attributes whose names end with these, or with the name of an attribute for URLs."""
_DATA_TYPES = frozenset(("application/json", "application/ld+json"))
"""The types of `script` elements that are data for other scripts."""
_LINK_TYPES = frozenset(("preconnect", "stylesheet"))


def is_allowed(tag: Tag) -> bool:
    """Whether an element may be written. One without a name is its content."""
    name = tag.name.lower()
    if name == "link":
        href = f"{tag.attributes.get('href')}/"
        return str(tag.attributes.get("rel")) in _LINK_TYPES and href.startswith(_STYLE_SHEETS)
    if name == "script":
        return is_data(tag)
    return not name or (_ELEMENT_NAME.fullmatch(name) is not None and name not in _OMITTED)


def is_data(tag: Tag) -> bool:
    """Whether an element is a `script` that contains data and is not run."""
    return tag.name.lower() == "script" and tag.attributes.get("type") in _DATA_TYPES


def attribute_value(tag: Tag, name: str, value: Any) -> str | bool | None:
    """The text of an attribute, true for one without a value, None if it is not written."""
    if value is None or value is UNDEFINED or value is False or not _ATTRIBUTE_NAME.fullmatch(name):
        return None
    key = name.lower()
    if key.startswith("on") or key in _DENIED_ATTRIBUTES or key in _TREE_ATTRIBUTES:
        return None
    if value is True:
        return True
    text = js_str(value)
    if key == "class":
        return " ".join(dict.fromkeys(text.split()))
    if key == "style":
        return safe_style(text) or None
    if key.startswith("data-") and key.rpartition("-")[2] in URL_ATTRIBUTES | _URL_DATA:
        return text if is_safe_url(text) else None
    if key in URL_ATTRIBUTES:
        return text if is_safe_url(text, key, tag.name.lower()) and _is_local(tag, text) else None
    if key in URL_LIST_ATTRIBUTES:
        return text if is_safe_url_list(text) else None
    return text


def _is_local(tag: Tag, url: str) -> bool:
    """`use` copies a drawing into the page, so it must be one of the same page."""
    return tag.name.lower() != "use" or url.startswith("#")
