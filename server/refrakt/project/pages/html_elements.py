"""What other pages can refer to in an HTML element, and what it refers to."""

from __future__ import annotations

import re
from typing import NamedTuple

_ATTRIBUTE = re.compile(r"""[\s"']([A-Za-z:-]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'=<>`]+))""")
_ELEMENT = re.compile(r"<([A-Za-z][\w.-]*)")
_PAGE_LINK = re.compile(r"(?:/(?!/)|#)[^\s&{}\\]*")
"""A link to a page of the site, or to a fragment, without anything to decode."""
_LONGEST_ID = 200


class HtmlElement(NamedTuple):
    """An opening HTML tag: its ids, and where the target of its link to a page is."""

    ids: tuple[str, ...]
    href: tuple[int, int] | None


def html_element(source: str) -> HtmlElement | None:
    """The element that a source opens; None if it opens none."""
    name = _ELEMENT.match(source)
    if name is None:
        return None
    ids: list[str] = []
    href = None
    for found in _ATTRIBUTE.finditer(source, name.end()):
        key = found[1].lower()
        value = found[found.lastindex or 0]
        if key in ("id", "name") and 0 < len(value) <= _LONGEST_ID:
            ids.append(value)
        elif key == "href" and name[1] == "a" and _PAGE_LINK.fullmatch(value):
            href = found.span(found.lastindex or 0)
    return HtmlElement(tuple(ids), href)
