"""The fields that the base of a definition supplies, as far as it is installed."""

from __future__ import annotations

from refrakt.plugins import RefraktError
from refrakt_forge.documents.source_document import SourceDocument
from refrakt_forge.names import Kind, parse_reference
from refrakt_forge.workspace import Forge


def inherited_fields(forge: Forge, kind: Kind, document: SourceDocument) -> frozenset[str] | None:
    """The names of the inherited fields; None if the base cannot be used, so that any field may be inherited."""
    node = document.root.get("extends") if document.root is not None else None
    if node is None or not isinstance(node.value, str):
        return frozenset()
    try:
        base = forge.resolver.resolve(kind, parse_reference(node.value), ("local", "global"))
        return frozenset(forge.resolver.flatten(base).data)
    except RefraktError:
        return None
