"""Checks of single fields, each of which reports a problem with the field's path and range."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable
from typing import Any

from refrakt.plugins import Span
from refrakt.plugins.message_quoting import quoted
from refrakt.plugins.name_suggestion import nearest
from refrakt_forge.documents.problem import DefinitionProblem
from refrakt_forge.documents.source_node import FieldPath, SourceNode
from refrakt_forge.limits import PROBLEMS

OWN_FIELDS = ("name", "type", "version")
"""What every definition must say itself, also one with a base."""


def is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


class TooManyProblemsError(Exception):
    """Ends the checks of a document: a file of one megabyte can have a hundred thousand problems."""


class FieldChecks:
    """Collects the problems of one document. `inherited` are top-level fields that a base supplies."""

    def __init__(self, root: SourceNode, inherited: Container[str] = ()) -> None:
        self.root = root
        self.problems: list[DefinitionProblem] = []
        self._inherited = inherited
        self._prefix: FieldPath = ()

    def nested(self, node: SourceNode, prefix: FieldPath) -> FieldChecks:
        """The checks of a definition inside this one, with the same problems."""
        inner = FieldChecks(node)
        inner.problems, inner._prefix = self.problems, prefix
        return inner

    def collected(self, check: Callable[[], None]) -> list[DefinitionProblem]:
        """The problems that a function reports; if they are too many, it is ended."""
        try:
            check()
        except TooManyProblemsError:
            message = f"only the first {PROBLEMS:,} problems are reported"
            return [*self.problems, DefinitionProblem("W322", "", message, self.root.span, "warning")]
        return self.problems

    def report(
        self, code: str, path: FieldPath, message: str, candidates: Iterable[str] = (), key: bool = False
    ) -> None:
        """Report a problem at a field: at its value, or with `key` at its key; of a missing one at its parent."""
        if len(self.problems) >= PROBLEMS:
            raise TooManyProblemsError
        node = self.root.get(*path)
        written = self._key(path)
        span = written if key and written is not None else node.span if node is not None else self._parent(path)
        severity = "warning" if code.startswith("W") else "error"
        dotted = ".".join(map(str, (*self._prefix, *path)))
        self.problems.append(
            DefinitionProblem(code, dotted, message, span, severity, written, tuple(candidates))  # type: ignore[arg-type]
        )

    def _key(self, path: FieldPath) -> Span | None:
        parent = self.root.get(*path[:-1]) if path else None
        return parent.key_span(str(path[-1])) if parent is not None and isinstance(path[-1], str) else None

    def _parent(self, path: FieldPath) -> Span:
        """Where a missing field is reported: at the key of what should contain it, or at its first key in a list."""
        for count in range(len(path) - 1, 0, -1):
            item = self.root.get(*path[:count]) if isinstance(path[count - 1], int) else None
            found = _first_key(item) if item is not None else self._key(path[:count])
            if found is not None:
                return found
        return _first_key(self.root) or self.root.span

    def value(self, *path: str | int) -> Any:
        node = self.root.get(*path)
        return node.data() if node is not None else None

    def is_written(self, *path: str | int) -> bool:
        """Whether a field has a value; `null` counts as absent."""
        node = self.root.get(*path)
        return node is not None and not (node.kind == "scalar" and node.value is None)

    def is_missing(self, *path: str | int) -> bool:
        """Whether a required field is neither written nor inherited."""
        inherited = len(path) == 1 and path[0] not in OWN_FIELDS and path[0] in self._inherited
        return not self.is_written(*path) and not inherited

    def required(self, code: str, path: FieldPath, message: str) -> bool:
        """Report a missing field; whether it is written."""
        if self.is_missing(*path):
            self.report(code, path, message)
        return self.is_written(*path)

    def check(self, code: str, path: FieldPath, valid: Callable[[Any], bool], message: str) -> bool:
        """Report a written value that is not valid; whether it is."""
        if not self.is_written(*path):
            return True
        if valid(self.value(*path)):
            return True
        self.report(code, path, message)
        return False

    def text(self, code: str, path: FieldPath) -> bool:
        return self.check(code, path, lambda value: isinstance(value, str), f"`{_last(path)}` must be a text")

    def texts(self, code: str, path: FieldPath) -> bool:
        """A list of texts; each other item is reported."""
        if not self.is_written(*path):
            return True
        node = self.root.get(*path)
        if node is None or node.kind != "list":
            self.report(code, path, f"`{_last(path)}` must be a list of texts")
            return False
        wrong = [n for n, each in enumerate(node.items) if each.kind != "scalar" or not isinstance(each.value, str)]
        for n in wrong:
            self.report(code, (*path, n), f"`{_last(path)}` must be a list of texts")
        return not wrong

    def mapping(self, code: str, path: FieldPath) -> bool:
        """Whether a written field is a mapping; anything else is reported."""
        node = self.root.get(*path)
        if not self.is_written(*path) or node is None:
            return False
        if node.kind != "mapping":
            self.report(code, path, f"`{_last(path)}` must be a mapping")
        return node.kind == "mapping"

    def choice(self, code: str, path: FieldPath, allowed: tuple[str, ...]) -> bool:
        """One of a few texts."""
        value = self.value(*path)
        if value in allowed and isinstance(value, str):
            return True
        shown = ", ".join(f"`{each}`" for each in allowed)
        likely = nearest(value, allowed) if isinstance(value, str) else []
        written = f"{quoted(value, 60)}: " if isinstance(value, str) else ""
        self.report(code, path, f"{written}`{_last(path)}` must be one of {shown}", likely or allowed)
        return False


def _first_key(node: SourceNode) -> Span | None:
    return next((each.key for each in node.members.values()), None)


def _last(path: FieldPath) -> str:
    return str(next((each for each in reversed(path) if isinstance(each, str)), ""))
