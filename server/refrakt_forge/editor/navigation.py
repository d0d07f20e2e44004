"""Go to definition, and all references to an agent or tool."""

from __future__ import annotations

from collections.abc import Iterator

from refrakt.plugins import CommandContext, Definition, Location, SourceFile, Span
from refrakt_forge.documents.source_document import SourceDocument
from refrakt_forge.editor.editor_forge import EditorForge
from refrakt_forge.editor.file_role import FileRole
from refrakt_forge.editor.references_in import LocatedReference, reference_at, references_in
from refrakt_forge.editor.request import file_request
from refrakt_forge.index.entries import DefinitionFile
from refrakt_forge.names import KINDS, Kind


def define(file: SourceFile, offset: int, context: CommandContext) -> Definition | None:
    """The definition that a reference leads to."""
    request = file_request(file, context)
    found = reference_at(request.role, request.document, offset) if request is not None else None
    if request is None or found is None:
        return None
    if found.is_declaration:
        return Definition(found.span, (request.forge.location(file.path, found.span),))
    target = request.forge.target(found.kind, found.text)
    return Definition(found.span, (request.forge.declaration(target),)) if target is not None else None


def references(file: SourceFile, offset: int, declared: bool, context: CommandContext) -> Iterator[Location]:
    """All references to the agent or tool at an offset."""
    request = file_request(file, context)
    found = reference_at(request.role, request.document, offset) if request is not None else None
    if request is None or found is None:
        return
    if declared:
        for each in request.forge.index.of_name(found.kind, found.name):
            yield request.forge.declaration(each)
    yield from (location for _, location in uses_of(request.forge, found.kind, found.name))


def uses_of(forge: EditorForge, kind: Kind, name: str) -> Iterator[tuple[DefinitionFile, Location]]:
    """The references to a name in all definitions."""
    for each_kind in KINDS:
        if each_kind == "agent" or kind == "tool":
            for file in forge.index.files(each_kind):
                for span in _uses(forge, file).get((kind, name), ()):
                    yield file, forge.location(file.path, span)


def _uses(forge: EditorForge, file: DefinitionFile) -> dict[tuple[Kind, str], list[Span]]:
    """The references of a definition by what they refer to; cached with the file."""
    found: dict[tuple[Kind, str], list[Span]] = forge.texts.derived(
        file.path, f"references of {file.kind}", lambda document: _by_target(file.kind, document)
    )
    return found


def _by_target(kind: Kind, document: SourceDocument) -> dict[tuple[Kind, str], list[Span]]:
    found: dict[tuple[Kind, str], list[Span]] = {}
    for each in _references(kind, document):
        found.setdefault((each.kind, each.name), []).append(each.span)
    return found


def _references(kind: Kind, document: SourceDocument) -> Iterator[LocatedReference]:
    return (each for each in references_in(FileRole(kind, kind), document) if not each.is_declaration)
