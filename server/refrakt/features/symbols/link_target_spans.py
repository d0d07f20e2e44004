"""The spans of path and fragment in the target of a link.

Facts hold the decoded target. The source may have angle brackets, escapes, entities or unencoded characters, so path and
fragment are located in the source text.
"""

from __future__ import annotations

import re
from html import unescape
from typing import NamedTuple
from urllib.parse import unquote

from refrakt.features.symbols.symbol import Symbol
from refrakt.markdoc.tree import Span
from refrakt.project.pages.page_facts import Link

_SIGN = re.compile(r"\\[!-/:-@\[-`{-~]|&(?:#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});|[?#]")
"""A character that ends the path, or a Markdown escape or entity for one."""

_ANYWHERE = frozenset({"", ".", "..", "index"})
"""Last segments that do not identify a page."""


class TargetSpans(NamedTuple):
    """The path of a target, and its fragment without `#`."""

    path: Span
    fragment: Span | None


def target_spans(link: Link, text: str | None) -> TargetSpans | None:
    """The spans of a target's parts; None where the span of the target is unknown.

    Without the text, both parts get the span of the whole target.
    """
    if link.written is None:
        return None
    start, end = link.written
    if text is None:
        return TargetSpans(Span(start, end), Span(start, end) if "#" in link.target else None)
    path: int | None = None
    for found in _SIGN.finditer(text, start, end):
        sign = found[0]
        if len(sign) > 1:
            if not _is_markdown(link, text):
                continue
            sign = sign[1:] if sign[0] == "\\" else unescape(sign)
        if sign == "#":
            after = Span(found.end(), end)
            return TargetSpans(Span(start, found.start() if path is None else path), after)
        if sign == "?" and path is None:
            path = found.start()
    return TargetSpans(Span(start, end if path is None else path), None)


def _is_markdown(link: Link, text: str) -> bool:
    """Whether a target is Markdown syntax, not an attribute or a frontmatter value."""
    return link.written != (link.start, link.end) and not text.startswith("{%", link.start)


def may_refer_to(target: str, symbol: Symbol, ends: frozenset[str] | None) -> bool:
    """Whether a target may resolve to a symbol, decided without the site."""
    path, separator, fragment = target.partition("#")
    if symbol.kind in ("heading", "anchor", "drawer", "entity"):
        if separator and (fragment.endswith(symbol.name) or "%" in fragment or (ends and fragment in ends)):
            return True
        # The config may generate a page for an entity.
        return symbol.kind == "entity" and bool(path) and _may_end_with(path, ends)
    return symbol.kind in ("page", "partial", "file") and bool(path) and _may_end_with(path, ends)


def _may_end_with(path: str, ends: frozenset[str] | None) -> bool:
    if ends is None:
        return True
    last = path.partition("?")[0].rstrip("/").rpartition("/")[2].removesuffix(".html")
    return last in ends or last in _ANYWHERE or ("%" in last and unquote(last) in ends)
