"""What a definition inherits, with the base of each field."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from refrakt.plugins import RefraktError
from refrakt_forge.editor.request import FileRequest
from refrakt_forge.names import INSTALLED, parse_reference
from refrakt_forge.resolution.resolved import ResolvedDefinition

_NOT_INHERITED = ("name", "type", "version", "extends", "fork_of", "fork")


@dataclass(frozen=True, slots=True)
class InheritedField:
    value: Any
    base: ResolvedDefinition
    """The nearest base that has it."""


def inherited(request: FileRequest) -> Mapping[str, InheritedField]:
    """The fields of the flattened base by name; empty if there is no base or it cannot be used."""
    root, kind = request.document.root, request.role.kind
    node = root.get("extends") if root is not None else None
    if kind is None or node is None or not isinstance(node.value, str):
        return {}
    resolver = request.forge.resolver
    try:
        flat = resolver.flatten(resolver.resolve(kind, parse_reference(node.value), INSTALLED), INSTALLED)
    except RefraktError:
        return {}
    chain = (flat.own, *flat.bases)
    return {
        name: InheritedField(value, next((each for each in chain if name in each.data), flat.own))
        for name, value in flat.data.items()
        if name not in _NOT_INHERITED
    }
