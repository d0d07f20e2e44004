"""A problem of a page, and the fix that removes it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, cast

from refrakt.markdoc.text_edit import TextEdit
from refrakt.markdoc.tree import Span

if TYPE_CHECKING:
    from refrakt.markdoc.document import Document

Severity = Literal["error", "warning", "info", "hint"]
SEVERITIES: tuple[Severity, ...] = ("error", "warning", "info", "hint")
Applicability = Literal["safe", "unsafe", "placeholder"]
"""`safe` changes nothing that a reader sees except the mistake, `unsafe` needs a person, `placeholder` inserts text to fill in."""

RULE_SEVERITY = cast(Severity, "")
"""The severity of the rule that yields the problem."""


class Related(NamedTuple):
    """Another location that explains a problem: the heading with the same id, the page that was probably meant."""

    path: str
    """Relative to the project's root."""
    span: Span
    message: str


@dataclass(frozen=True, slots=True)
class Fix:
    """Edits of one file that remove a problem, all applied together."""

    edits: tuple[TextEdit, ...]
    applicability: Applicability = "safe"


@dataclass(frozen=True, slots=True)
class Problem:
    """Something wrong in a file. A rule yields it without code and usually without severity: those are the rule's."""

    span: Span
    """Relative to a block while the document is at hand (`in_file` converts it), else to the file."""
    message: str
    suggestion: str | None = None
    """What to do, in one sentence."""
    fix: Fix | None = None
    related: tuple[Related, ...] = ()
    severity: Severity = RULE_SEVERITY
    code: str = ""
    replaces: tuple[str, ...] = ()
    """Codes of problems at the same location that this one explains better: they are not reported."""
    path: str = ""
    """Of its file, if that is not the page at hand: a config, a catalogue."""
    target: str | None = None
    """What it refers to, where the span does not show it: an id that no entity has, the file with the same id, the tag and
    the attribute that the schema defines."""
    habit: bool = False
    """Whether many pages of the site repeat it."""
    habit_message: str | None = None
    """What it has in common with other problems of a habit, if that is not its whole message."""

    @property
    def edits(self) -> tuple[TextEdit, ...]:
        """The edits of the fix; none where there is no fix."""
        return self.fix.edits if self.fix is not None else ()

    def in_file(self, document: Document) -> Problem:
        """The same problem with spans that count from the start of the file."""
        fix = self.fix
        if fix is not None:
            edits = (TextEdit(Span(*document.offsets(each.span)), each.new) for each in fix.edits)
            fix = Fix(tuple(edits), fix.applicability)
        return replace(self, span=Span(*document.offsets(self.span)), fix=fix)

    def shifted(self, by: int) -> Problem:
        """The same problem after an edit before it. A fix at another location has not moved with it and is dropped."""
        if not by:
            return self
        fix = self.fix
        if fix is not None:
            fits = all(each.span.start >= self.span.start for each in fix.edits)
            fix = Fix(tuple(each.shifted(by) for each in fix.edits), fix.applicability) if fits else None
        return replace(self, span=Span(self.span.start + by, self.span.end + by), fix=fix)

    def to_json(self) -> dict[str, Any]:
        """The problem as JSON values, without empty fields. Only for spans that count from the start of the file."""
        data: dict[str, Any] = {"code": self.code, "severity": self.severity, "message": self.message}
        data["span"] = self.span.bounds
        if self.suggestion is not None:
            data["suggestion"] = self.suggestion
        if self.fix is not None:
            data["fix"] = [self.fix.applicability, *([*each.span.bounds, each.new] for each in self.fix.edits)]
        if self.related:
            data["related"] = [(each.path, *each.span.bounds, each.message) for each in self.related]
        if self.target is not None:
            data["target"] = self.target
        if self.habit_message is not None:
            data["habit"] = self.habit_message
        return data

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Problem:
        """The inverse of `to_json`."""
        fix = None
        if "fix" in data:
            applicability, *edits = data["fix"]
            fix = Fix(tuple(TextEdit(Span(start, end), new) for start, end, new in edits), applicability)
        return cls(
            Span(*data["span"]),
            data["message"],
            data.get("suggestion"),
            fix,
            tuple(Related(path, Span(start, end), text) for path, start, end, text in data.get("related", ())),
            data["severity"],
            data["code"],
            target=data.get("target"),
            habit_message=data.get("habit"),
        )


def safe_fix(edits: Iterable[TextEdit]) -> Fix | None:
    """A safe fix made of these edits; None if there are none."""
    made = tuple(edits)
    return Fix(made) if made else None


def unsafe_fix(edits: Iterable[TextEdit]) -> Fix | None:
    """A fix that needs a person; None without edits."""
    made = tuple(edits)
    return Fix(made, "unsafe") if made else None


def placeholder(edits: Iterable[TextEdit]) -> Fix | None:
    """A fix with text to fill in; None without edits."""
    made = tuple(edits)
    return Fix(made, "placeholder") if made else None
