"""The result of resolving a reference."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from refrakt_forge.documents.source_document import SourceDocument
from refrakt_forge.names import Kind, Tier


@dataclass(frozen=True, slots=True)
class ResolvedDefinition:
    """A valid definition, with its place."""

    kind: Kind
    name: str
    version: str
    tier: Tier
    path: Path | None
    """The file; None for one from a registry."""
    shown_path: str
    document: SourceDocument
    data: dict[str, Any] = field(default_factory=dict)
    """As written; the prompt of a Markdown agent is `system_prompt`."""
    plugin: str | None = None
    """The plugin that contains it."""


@dataclass(frozen=True, slots=True)
class FlattenedDefinition:
    """A definition with everything it inherits."""

    own: ResolvedDefinition
    data: dict[str, Any]
    """Without `extends`."""
    bases: tuple[ResolvedDefinition, ...] = ()
    """The nearest first."""
