"""A problem of a file that nobody may have open: told by offsets alone, without the tree it was found in."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any, NamedTuple

from refrakt.markdoc import Document
from refrakt.rules.finding import Finding, Severity


class Replacement(NamedTuple):
    """Text in the place of other text. Offsets count code points from the start of the file."""

    start: int
    end: int
    new: str


class Related(NamedTuple):
    """Another place that has to do with a problem: the heading of the same name, the page that was meant."""

    path: str
    """Below the project's folder."""
    start: int
    end: int
    message: str


@dataclass(frozen=True, slots=True)
class PageProblem:
    """Something wrong with a page. Offsets count code points from the start of the file."""

    code: str
    severity: Severity
    start: int
    end: int
    message: str
    suggestion: str | None = None
    """A sentence on what to do."""
    fix: tuple[Replacement, ...] = ()
    """Edits that do it, all at once."""
    related: tuple[Related, ...] = ()

    @classmethod
    def of(cls, document: Document, finding: Finding) -> PageProblem:
        """What a rule has found in a document, told by offsets."""
        fix = tuple(Replacement(*document.offsets(each.span), each.new) for each in finding.fix)
        start, end = document.offsets(finding.span)
        return cls(finding.code, finding.severity, start, end, finding.message, finding.suggestion, fix)

    def plain(self) -> dict[str, Any]:
        """The problem as JSON can hold it. What says nothing is left out."""
        return {each.name: value for each in fields(self) if (value := getattr(self, each.name)) not in (None, ())}

    @classmethod
    def from_plain(cls, plain: dict[str, Any]) -> PageProblem:
        """The inverse of `plain`, also after a journey through JSON."""
        return cls(
            plain["code"],
            plain["severity"],
            plain["start"],
            plain["end"],
            plain["message"],
            plain.get("suggestion"),
            tuple(Replacement(*each) for each in plain.get("fix", ())),
            tuple(Related(*each) for each in plain.get("related", ())),
        )
