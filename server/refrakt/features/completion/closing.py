"""Closing tags: of the runes the cursor is in, the innermost first."""

from __future__ import annotations

from collections.abc import Iterator

from ..answers import Offer
from ..around import Surroundings
from ..place import Place
from .ending import Ending, ending_of


def offers(place: Place, around: Surroundings) -> Iterator[Offer]:
    """What may follow `{% /`."""
    ending = ending_of(place)
    for number, name in enumerate(_names(around)):
        yield _offer(ending, name, "", f"0{number:03}", name in around.unclosed)


def after_opening(place: Place, around: Surroundings) -> Iterator[Offer]:
    """The same after a bare `{%`: before everything else where something is to be closed, else behind it."""
    ending = ending_of(place)
    for number, name in enumerate(_names(around)):
        rank = "0" if name in around.unclosed else "6"
        yield _offer(ending, name, f"{ending.lead}/", f"{rank}{number:03}", name in around.unclosed)


def _names(around: Surroundings) -> list[str]:
    return list(dict.fromkeys(node.tag for node in around.open_tags if node.tag))


def _offer(ending: Ending, name: str, before: str, sort: str, missing: bool) -> Offer:
    detail = "not closed yet" if missing else "closed further down"
    insert = f"{before}{name}{ending.finish}"
    return Offer(f"/{name}", "closing", ending.stretch, insert, detail=detail, sort=sort)
