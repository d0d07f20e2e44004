"""Workspace symbols: entities by id and title."""

from __future__ import annotations

from collections.abc import Iterator
from heapq import nsmallest

from refrakt.plugins import CommandContext, WorkspaceSymbol
from refrakt_plan.editor.plan_index import LONG_WAIT_S, plan_view
from refrakt_plan.entity import Entity

_MAX_RESULTS = 100


def landmarks(query: str, context: CommandContext) -> Iterator[WorkspaceSymbol]:
    view = plan_view(context, LONG_WAIT_S)
    if view is None:
        return
    terms = query.lower().split()
    ranks = ((_rank(each, text, terms), number, each) for number, (text, each) in enumerate(view.index.search_texts))
    matches = ((rank, number, each) for rank, number, each in ranks if rank is not None)
    for _, _, each in nsmallest(_MAX_RESULTS, matches, key=lambda match: match[:2]):
        name = f"{each.id} {each.title}" if each.title else each.id or ""
        container = f"{each.kind.name}, {each.status}" if each.status else each.kind.name
        yield WorkspaceSymbol(" ".join(name.split()), view.declaration(each), container)


def _rank(entity: Entity, text: str, terms: list[str]) -> int | None:
    """How well an entity matches: start of the id, part of the id, parts of the title. None: not at all."""
    at = text.find(" ".join(terms))
    if 0 <= at < len(entity.id or ""):
        return min(at, 1)
    return 2 if all(each in text for each in terms) else None
