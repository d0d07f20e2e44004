"""Variables: of the page, of its frontmatter, of the site, and inside a template those of the thing at hand."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any

from refrakt.markdoc.format.value import format_value, is_identifier
from refrakt.rules.frontmatter_type import KNOWN_KEYS

from ..answers import Offer, Range
from ..around import Surroundings
from ..page import PageContext
from ..place import Place
from ..variables import about, below, known
from .ending import ending_of
from .frontmatter import said


def offers(page: PageContext, place: Place, around: Surroundings) -> Iterator[Offer]:
    found = known(page, around.nodes)
    path = place.cursor.path if place.cursor is not None else ()
    ending = ending_of(place)
    typed = place.kind == "variable"
    value = below(found, path)
    if path == ("frontmatter",):
        value = {**_of_pages(page), **(value if isinstance(value, Mapping) else {})}
    for name, inner in value.items() if isinstance(value, Mapping) else ():
        if not isinstance(name, str) or not (is_identifier(name) or (path and _is_plain(name))):
            continue
        label = name if typed else f"${name}"
        if is_identifier(name):
            word, insert, filter = place.word, label, "" if typed else name
        else:
            # The dot before it goes.
            word, insert, filter = Range(place.word.start - 1, place.word.end), f'["{name}"]', ""
        if place.kind == "name":
            insert = f"{ending.lead}{insert}{ending.finish}"
        text = partial(about, (*path, name)) if about((*path, name)) else None
        detail, sort = _detail(inner), f"7{name}"
        yield Offer(label, "variable", word, insert, detail=detail, about=text, sort=sort, filter=filter)


def _of_pages(page: PageContext) -> dict[str, None]:
    """What a layout or a partial may ask the pages for that it is part of: what pages of the site say."""
    if page.view is None:
        return {}
    with page.view.lock:
        look = page.look
        if look is None or look.entry.kind not in ("layout", "partial"):
            return {}
        return dict.fromkeys((*KNOWN_KEYS, *said(page.view.site, ())[0]))


def _is_plain(name: str) -> bool:
    """Whether a key can be written in brackets as it is."""
    return bool(name) and not any(char in '"\\]' or char < " " for char in name)


def _detail(value: Any) -> str:
    """What a variable holds, where that is known and short."""
    if value is None or isinstance(value, Mapping | list):
        return ""
    text = format_value(value)
    return text if len(text) <= 40 else f"{text[:39]}…"
