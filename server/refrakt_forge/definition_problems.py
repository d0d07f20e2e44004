"""All problems of one definition: for `agent-validate`, `tool-validate` and the editor."""

from __future__ import annotations

from refrakt.plugins import RefraktError
from refrakt_forge.documents.problem import DefinitionProblem
from refrakt_forge.documents.source_document import SourceDocument
from refrakt_forge.index.entries import DefinitionFile
from refrakt_forge.names import INSTALLED, Kind, parse_reference
from refrakt_forge.resolution.reference_rules import ReferenceRules
from refrakt_forge.validation.validate import ANY_FIELD, field_errors, field_warnings, place_problems
from refrakt_forge.workspace import Forge


def definition_problems(
    forge: Forge, kind: Kind, document: SourceDocument, file: DefinitionFile | None
) -> list[DefinitionProblem]:
    """The problems of a document: of its fields, of its place, and of its references. Uses no network."""
    inherited = inherited_fields(forge, kind, document)
    problems = field_errors(kind, document, ANY_FIELD if inherited is None else inherited)
    problems += field_warnings(kind, document, ANY_FIELD if inherited is None else inherited)
    problems += place_problems(document, file) if file is not None else []
    return problems + ReferenceRules(forge.index, forge.resolver, forge.config).problems(kind, document)


def inherited_fields(forge: Forge, kind: Kind, document: SourceDocument) -> frozenset[str] | None:
    """The names of the inherited fields; None if the base cannot be used, so that any field may be inherited."""
    node = document.root.get("extends") if document.root is not None else None
    if node is None or not isinstance(node.value, str):
        return frozenset()
    try:
        base = forge.resolver.resolve(kind, parse_reference(node.value), INSTALLED)
        return frozenset(forge.resolver.flatten(base, INSTALLED).data)
    except RefraktError:
        return None
