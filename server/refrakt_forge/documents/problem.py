"""A problem of a definition, with the field it concerns and its range."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from refrakt.plugins import Span

ProblemSeverity = Literal["error", "warning"]


@dataclass(frozen=True, slots=True)
class DefinitionProblem:
    """`field` is a dotted path such as `llm.temperature`, empty for the whole document."""

    code: str
    """E001 and so on for errors, W301 and so on for warnings."""
    field: str
    message: str
    span: Span
    severity: ProblemSeverity = "error"
    """`warning` in a list of errors is a warning that strict validation promotes."""
    key: Span | None = None
    """The range of the field's key, if it is written."""
    candidates: tuple[str, ...] = ()
    """What may have been meant instead of the value, or of the key of an unknown field; the best first."""

    @property
    def is_warning(self) -> bool:
        return self.code.startswith("W")

    def as_json(self, severity: bool = False) -> dict[str, Any]:
        """The problem in output; errors show their severity."""
        shown: dict[str, Any] = {"field": self.field, "message": self.message}
        return {**shown, **({"severity": self.severity} if severity else {}), "code": self.code}
