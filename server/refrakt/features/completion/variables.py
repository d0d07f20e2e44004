"""Variables: of the page, of its frontmatter, of the site, and inside a template those of the thing at hand."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any

from refrakt.markdoc.format.value import format_value, is_identifier

from ..answers import Offer, Range
from ..around import Surroundings
from ..page import PageContext
from ..place import Place
from ..variables import about, below, known
from .ending import ending_of


def offers(page: PageContext, place: Place, around: Surroundings) -> Iterator[Offer]:
    found = known(page, around.nodes)
    path = place.cursor.path if place.cursor is not None else ()
    ending = ending_of(place)
    typed = place.kind == "variable"
    value = below(found, path)
    for name, inner in value.items() if isinstance(value, Mapping) else ():
        if not isinstance(name, str) or not (is_identifier(name) or (path and _is_plain(name))):
            continue
        label = name if typed else f"${name}"
        if is_identifier(name):
            word, insert = place.word, label
        else:
            word, insert = Range(place.word.start - 1, place.word.end), f'["{name}"]'
        if place.kind == "name":
            insert = f"{ending.lead}{insert}{ending.finish}"
        text = partial(about, (*path, name)) if about((*path, name)) else None
        yield Offer(label, "variable", word, insert, detail=_detail(inner), about=text, sort=f"7{name}")


def _is_plain(name: str) -> bool:
    """Whether a key can be written in brackets as it is."""
    return bool(name) and not any(char in '"\\]' or char < " " for char in name)


def _detail(value: Any) -> str:
    """What a variable holds, where that is known and short."""
    if value is None or isinstance(value, Mapping | list):
        return ""
    text = format_value(value)
    return text if len(text) <= 40 else f"{text[:39]}…"
