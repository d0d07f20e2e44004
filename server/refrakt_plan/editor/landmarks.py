"""Entities by their ids and titles, for whoever types a few letters to go somewhere."""

from __future__ import annotations

from collections.abc import Iterator
from heapq import nsmallest

from refrakt.plugins import CommandContext, Landmark
from refrakt_plan.editor.looking import PATIENT, look
from refrakt_plan.entity import Entity

_MOST = 100


def landmarks(query: str, context: CommandContext) -> Iterator[Landmark]:
    view = look(context, PATIENT)
    if view is None:
        return
    words = query.lower().split()
    fits = ((_rank(each, text, words), number, each) for number, (text, each) in enumerate(view.index.searched))
    ranked = ((rank, number, each) for rank, number, each in fits if rank is not None)
    for _, _, each in nsmallest(_MOST, ranked, key=lambda fit: fit[:2]):
        name = f"{each.id} {each.title}" if each.title else each.id or ""
        around = f"{each.kind.name}, {each.status}" if each.status else each.kind.name
        yield Landmark(" ".join(name.split()), view.declaration(each), around)


def _rank(entity: Entity, text: str, words: list[str]) -> int | None:
    """How well an entity fits: by the beginning of its id, by a part of it, by the words of its title. None: not at all."""
    at = text.find(" ".join(words))
    if 0 <= at < len(entity.id or ""):
        return min(at, 1)
    return 2 if all(each in text for each in words) else None
