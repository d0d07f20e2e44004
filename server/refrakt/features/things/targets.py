"""Where the parts of a link's target are written, and what it may be about.

A target is known as a browser gets it. On the page it may have angle brackets around it, escapes and entities in it, or plain
letters where an address has codes; so the path and the fragment are looked for in what is written.
"""

from __future__ import annotations

import re
from html import unescape
from typing import NamedTuple
from urllib.parse import unquote

from refrakt.project.pages.facts import Link

from ..answers import Range
from .thing import Thing

_SIGN = re.compile(r"\\[!-/:-@\[-`{-~]|&(?:#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});|[?#]")
"""A mark that ends the path, or what Markdown reads as another character."""

_ANYWHERE = frozenset({"", ".", "..", "index"})
"""Last steps of a path that say nothing about where it leads."""


class Parts(NamedTuple):
    """The path of a target, and its fragment without the mark."""

    path: Range
    fragment: Range | None


def parts_of(link: Link, text: str | None) -> Parts | None:
    """The places of a target's parts; None where it cannot be told where it is written.

    Without the text, a target is not taken apart.
    """
    if link.written is None:
        return None
    start, end = link.written
    if text is None:
        return Parts(Range(start, end), Range(start, end) if "#" in link.target else None)
    path: int | None = None
    for found in _SIGN.finditer(text, start, end):
        sign = found[0]
        if len(sign) > 1:
            if not _is_markdown(link, text):
                continue
            sign = sign[1:] if sign[0] == "\\" else unescape(sign)
        if sign == "#":
            after = Range(found.end(), end)
            return Parts(Range(start, found.start() if path is None else path), after)
        if sign == "?" and path is None:
            path = found.start()
    return Parts(Range(start, end if path is None else path), None)


def _is_markdown(link: Link, text: str) -> bool:
    """Whether a target is written as Markdown has it, and not as an attribute or in the frontmatter."""
    return link.written != (link.start, link.end) and not text.startswith("{%", link.start)


def may_name(target: str, thing: Thing, ends: frozenset[str] | None) -> bool:
    """Whether a target may lead to a thing, without a look at the site."""
    path, mark, fragment = target.partition("#")
    if thing.kind in ("heading", "anchor", "drawer", "entity"):
        if mark and (fragment.endswith(thing.name) or "%" in fragment):
            return True
        # The config may have made a page of a thing.
        return thing.kind == "entity" and bool(path) and _may_end(path, ends)
    return thing.kind in ("page", "partial", "file") and bool(path) and _may_end(path, ends)


def _may_end(path: str, ends: frozenset[str] | None) -> bool:
    if ends is None:
        return True
    last = path.partition("?")[0].rstrip("/").rpartition("/")[2].removesuffix(".html")
    return last in ends or last in _ANYWHERE or ("%" in last and unquote(last) in ends)
