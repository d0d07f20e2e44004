"""Workspace symbols: agents and tools by name."""

from __future__ import annotations

from collections.abc import Iterator
from heapq import nsmallest

from refrakt.plugins import CommandContext, WorkspaceSymbol
from refrakt_forge.editor.editor_forge import editor_forge
from refrakt_forge.names import KINDS

_MAX_RESULTS = 100


def workspace_symbols(query: str, context: CommandContext) -> Iterator[WorkspaceSymbol]:
    """The definitions whose name contains the query, those that start with it first."""
    forge, wanted = editor_forge(context), query.lower()
    files = [each for kind in KINDS for each in forge.index.files(kind)]
    ranks = ((each.name.lower().find(wanted), number) for number, each in enumerate(files))
    for _, number in nsmallest(_MAX_RESULTS, (each for each in ranks if each[0] >= 0)):
        file = files[number]
        place = f"{file.kind}, {file.tier}" + (f", {file.plugin}" if file.plugin else "")
        yield WorkspaceSymbol(file.name, forge.declaration(file), place)
