"""SVG files as elements of a page, so that the theme can colour them."""

from __future__ import annotations

import re
from xml.etree import ElementTree
from xml.parsers.expat import ExpatError

from refrakt.markdoc.html import Renderable, Tag

_NAMESPACE = re.compile(r"\{[^}]*\}")
_EXECUTABLE = frozenset(("script", "foreignObject"))


def svg_element(source: str) -> Tag | None:
    """The drawing of an SVG text without scripts and event handlers; None if it is not well-formed."""
    try:
        root = ElementTree.fromstring(source)
    except (ElementTree.ParseError, ExpatError, ValueError):
        return None
    return _element(root) if _name(root.tag) == "svg" else None


def _element(element: ElementTree.Element) -> Tag:
    attributes = {_name(key): value for key, value in element.attrib.items()}
    text = (element.text or "").strip()
    children: list[Renderable] = [text] if text else []
    children += [_element(child) for child in element if _name(child.tag) not in _EXECUTABLE]
    return Tag(_name(element.tag), {key: value for key, value in attributes.items() if _is_safe(key, value)}, children)


def _is_safe(key: str, value: str) -> bool:
    return not key.lower().startswith("on") and not value.strip().lower().startswith("javascript:")


def _name(name: str) -> str:
    return _NAMESPACE.sub("", name)
