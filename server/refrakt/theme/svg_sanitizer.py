"""SVG texts from configs: only shapes, gradients and texts are kept.

Icons are written into pages as HTML, so an SVG text of a config must not run scripts, contain HTML or load anything. Elements and
attributes are copied if they are in the lists below, and written anew; everything else is omitted. The limits: this module keeps
presentation attributes and does not parse CSS, so `style` is omitted as well.
"""

from __future__ import annotations

import re
from functools import lru_cache
from html.parser import HTMLParser

from refrakt.markdoc.html import escape

MAX_LENGTH = 200_000
_MAX_DEPTH = 64

_ELEMENT_NAMES = """
    svg g defs symbol title desc path circle ellipse line polyline polygon rect text tspan
    linearGradient radialGradient stop clipPath mask pattern marker use
"""
_ATTRIBUTE_NAMES = """
    xmlns width height viewBox preserveAspectRatio fill fill-opacity fill-rule stroke stroke-width stroke-linecap stroke-linejoin
    stroke-miterlimit stroke-dasharray stroke-dashoffset stroke-opacity opacity color display visibility vector-effect
    transform transform-origin d cx cy r rx ry x y x1 y1 x2 y2 fx fy points pathLength dx dy rotate text-anchor dominant-baseline
    font-size font-weight font-family letter-spacing offset stop-color stop-opacity gradientUnits gradientTransform spreadMethod
    clip-path clip-rule clipPathUnits mask maskUnits maskContentUnits patternUnits patternContentUnits patternTransform
    marker-start marker-mid marker-end markerWidth markerHeight markerUnits orient refX refY paint-order shape-rendering
    id class role aria-hidden aria-label aria-labelledby focusable tabindex
"""
_ELEMENTS = {name.lower(): name for name in _ELEMENT_NAMES.split()}
_ATTRIBUTES = {name.lower(): name for name in _ATTRIBUTE_NAMES.split()}
_LINKS = frozenset({"href", "xlink:href"})
_NAMESPACES = frozenset({"http://www.w3.org/2000/svg", "http://www.w3.org/1999/xlink"})
_LOCAL = re.compile(r"#[A-Za-z_][\w.-]*")
_LOCAL_URL = re.compile(r"""url\(\s*["']?#[A-Za-z_][\w.-]*["']?\s*\)""", re.IGNORECASE)
_UNSAFE_VALUE = re.compile(r"url\s*\(|javascript:|data:|expression\s*\(|@import|\\|/\*", re.IGNORECASE)


@lru_cache(maxsize=512)
def sanitized_svg(source: str) -> str:
    """The SVG text with allowed elements and attributes only; empty if it is not one SVG element."""
    if len(source) > MAX_LENGTH:
        return ""
    parser = _SvgParser()
    parser.feed(source)
    parser.close()
    return parser.result()


class _SvgParser(HTMLParser):
    """Writes the allowed elements. What is inside of an element that is not allowed is omitted with it."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self._written: list[str] = []
        self._open: list[str] = []
        self._omitted: list[str] = []
        self._finished = False

    def result(self) -> str:
        if not self._written:
            return ""
        return "".join((*self._written, *(f"</{_ELEMENTS[name]}>" for name in reversed(self._open))))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._start(tag, attrs, closed=False)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._start(tag, attrs, closed=True)

    def handle_endtag(self, tag: str) -> None:
        if self._omitted:
            if tag in self._omitted:
                while self._omitted.pop() != tag:
                    pass
        elif tag in self._open:
            while True:
                name = self._open.pop()
                self._written.append(f"</{_ELEMENTS[name]}>")
                if name == tag:
                    break
            self._finished = not self._open

    def handle_data(self, data: str) -> None:
        if self._open and not self._omitted:
            self._written.append(escape(data))

    def _start(self, tag: str, attrs: list[tuple[str, str | None]], *, closed: bool) -> None:
        starts = not self._open and tag == "svg" and not self._finished
        allowed = not self._omitted and tag in _ELEMENTS and (self._open or starts) and len(self._open) < _MAX_DEPTH
        if not allowed:
            if not closed and (self._open or self._omitted):
                self._omitted.append(tag)
            return
        written = "".join(_attribute(name, value or "") for name, value in attrs)
        self._written.append(f"<{_ELEMENTS[tag]}{written}{'/' if closed else ''}>")
        if not closed:
            self._open.append(tag)
        elif not self._open:
            self._finished = True


def _attribute(name: str, value: str) -> str:
    """An attribute as text; empty if it is not allowed or its value could load something."""
    if name in _LINKS:
        return f' {name}="{value}"' if _LOCAL.fullmatch(value.strip()) else ""
    if name.startswith("xmlns"):
        return f' {name}="{value}"' if name in ("xmlns", "xmlns:xlink") and value in _NAMESPACES else ""
    known = _ATTRIBUTES.get(name)
    if known is None or _UNSAFE_VALUE.search(_LOCAL_URL.sub("", value)):
        return ""
    return f' {known}="{escape(value)}"'
