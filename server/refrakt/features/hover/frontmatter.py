"""The keys of the frontmatter: what each means, what it takes, and which layout shows it."""

from __future__ import annotations

from collections.abc import Iterator

from refrakt.rules.frontmatter_type import KNOWN_KEYS

from ..answers import Explanation, Range
from ..frontmatter_keys import ABOUT, VALUES, takes
from ..page import PageContext
from .words import code


def key_at(page: PageContext, offset: int) -> Explanation | None:
    """The key that an offset is in, or in whose value."""
    document = page.document
    frontmatter = document.frontmatter
    root = frontmatter.root if frontmatter is not None else None
    if frontmatter is None or root is None or root.kind != "mapping":
        return None
    start, end = document.offsets(frontmatter.span)
    if not start <= offset <= end:
        return None
    for key, value in root.entries:
        place, said = Range(*document.offsets(key.span)), Range(*document.offsets(value.span))
        if isinstance(key.value, str) and (_covers(place, offset) or _covers(said, offset)):
            told = list(_told(page, key.value))
            return Explanation(place if _covers(place, offset) else said, "\n\n".join(told) + "\n") if told else None
    return None


def _covers(place: Range, offset: int) -> bool:
    return place.start <= offset <= place.end and place.start < place.end


def _told(page: PageContext, key: str) -> Iterator[str]:
    users = _layouts(page, key)
    if key in KNOWN_KEYS:
        yield f"**{key}**: {takes(key)}"
        if key in ABOUT:
            yield f"{ABOUT[key]}."
        allowed = VALUES.get(key) or _names(page, key)
        if allowed:
            yield f"- One of: {', '.join(map(code, allowed))}"
    elif users:
        yield f"**{code(key)}**: a key of this site's own"
    if users:
        yield f"Shown by the layout {', '.join(map(code, users))}."


def _layouts(page: PageContext, key: str) -> list[str]:
    """The layouts around the page that speak of a key."""
    if page.view is None:
        return []
    with page.view.lock:
        look = page.look
        return [each.path for each in look.layouts() if key in look.expects(each)] if look is not None else []


def _names(page: PageContext, key: str) -> tuple[str, ...]:
    """What a theme has of a kind; icons are too many to be listed."""
    if page.view is None:
        return ()
    names = page.view.site.spec.names
    found = {"layout": names.layouts, "tint": names.tints}.get(key)
    return tuple(sorted(found)) if found else ()
