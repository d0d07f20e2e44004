"""A definition file after parsing: its tree, the body of a Markdown file, and the problems that parsing found."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from refrakt_forge.documents.problem import DefinitionProblem
from refrakt_forge.documents.source_node import SourceNode

DocumentFormat = Literal["yaml", "markdown", "json"]
FORMATS: Mapping[str, DocumentFormat] = {".md": "markdown", ".yaml": "yaml", ".yml": "yaml", ".json": "json"}
DEFINITION_SUFFIXES = (".md", ".yaml", ".yml")


@dataclass(frozen=True, slots=True)
class SourceDocument:
    """`root` is None if nothing could be parsed; then `problems` say why."""

    text: str
    format: DocumentFormat
    root: SourceNode | None
    problems: tuple[DefinitionProblem, ...] = ()
    body: str | None = None
    """The trimmed text after the front matter; None for other formats."""

    @property
    def data(self) -> dict[str, Any]:
        """The mapping as plain data; empty if there is none."""
        data = self.root.data() if self.root is not None else None
        return data if isinstance(data, dict) else {}
