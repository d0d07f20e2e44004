"""Problems as an editor wants them told. Plain JSON: lists of it are made anew with every keystroke."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from refrakt.manual import manual_address
from refrakt.markdoc import Document
from refrakt.markdoc.text import line_starts
from refrakt.project.config import ConfigProblem
from refrakt.project.files import LARGEST_PAGE
from refrakt.rules.finding import Finding

from .capabilities import NAME
from .client import Client
from .positions import Codec, Lines, Place, Position
from .providers.said import TheirProblem

if TYPE_CHECKING:
    from refrakt.project.index.problem import PageProblem


class Diagnostic(dict[str, Any]):
    """A problem as it is told. Most are told again with the next keystroke, so they are written down once."""

    __slots__ = ("_written",)

    @property
    def written(self) -> bytes:
        try:
            return self._written
        except AttributeError:
            self._written: bytes = json.dumps(self, separators=(",", ":")).encode("ascii")
            return self._written


def written(diagnostics: Iterable[Diagnostic]) -> bytes:
    """A list of them, as JSON."""
    return b"[%b]" % b",".join([each.written for each in diagnostics])


SEVERITY = {"error": 1, "warning": 2, "info": 3, "hint": 4}
_UNNECESSARY, _DEPRECATED = 1, 2
_TAGS = {
    "content-dropped": _UNNECESSARY,
    "duplicate-attribute": _UNNECESSARY,
    "needless-content": _UNNECESSARY,
    "config-deprecated": _DEPRECATED,
    "deprecated-attribute": _DEPRECATED,
}


class Teller:
    """Writes problems for one client."""

    def __init__(self, client: Client, codec: Codec, address: Callable[[Path], str]) -> None:
        """`address` tells how the client spells the address of a file."""
        self._client = client
        self._codec = codec
        self._address = address

    def finding(self, document: Document, each: Finding) -> Diagnostic:
        place = self._codec.place(document, *document.offsets(each.span))
        return self._told(place, each.code, each.severity, each.message, each.suggestion, bool(each.fix))

    def theirs(self, document: Document, each: PageProblem) -> Diagnostic:
        """What a plugin has found in an open file."""
        told = self._told(self._codec.place(document, each.start, each.end), *_said(each))
        if isinstance(each, TheirProblem) and each.places:
            told["relatedInformation"] = list(each.places)
        return told

    def across(self, document: Document, each: PageProblem, root: Path) -> Diagnostic:
        """A problem between an open page and others."""
        place = self._codec.place(document, each.start, each.end)
        return self._related(self._told(place, *_said(each)), each, root, lambda *at: self._codec.place(document, *at))

    def page_problem(self, text: str, starts: list[int], each: PageProblem, root: Path) -> Diagnostic:
        """A problem of a page that nobody has open."""

        lines = Lines(text, starts)

        def place(start: int, end: int) -> Place:
            return self._codec.place_in(lines, start, end)

        return self._related(self._told(place(each.start, each.end), *_said(each)), each, root, place)

    def _related(
        self, told: Diagnostic, problem: PageProblem, root: Path, place: Callable[[int, int], Place]
    ) -> Diagnostic:
        """Where else to look. Places in other files are their beginnings: nobody reads those for it."""
        if problem.related and self._client.related_places:
            nowhere = {"line": 0, "character": 0}
            told["relatedInformation"] = [
                {
                    "location": {
                        "uri": self._address(root / each.path),
                        "range": place(each.start, each.end) if each.end else {"start": nowhere, "end": nowhere},
                    },
                    "message": each.message,
                }
                for each in problem.related
            ]
        return told

    def config_problem(self, text: str, starts: list[int], each: ConfigProblem) -> Diagnostic:
        place = {
            "start": self._in_line(text, starts, each.line, each.column),
            "end": self._in_line(text, starts, each.end_line, each.end_column),
        }
        return self._told(place, each.code, each.severity, each.message, each.suggestion, False)

    def config_problems(self, text: str, problems: list[ConfigProblem]) -> list[Diagnostic]:
        starts = line_starts(text)
        return [self.config_problem(text, starts, each) for each in problems]

    def too_large(self) -> Diagnostic:
        """What is said of a page that is not read."""
        start = {"line": 0, "character": 0}
        message = f"this page has more than {LARGEST_PAGE:,} bytes and is not checked"
        return self._told({"start": start, "end": start}, "unreadable-page", "info", message, "Split it.", False)

    def _in_line(self, text: str, starts: list[int], line: int, column: int) -> Position:
        start = starts[line - 1] if line <= len(starts) else len(text)
        return {"line": line - 1, "character": self._codec.units(text[start : start + column - 1])}

    def _told(
        self, place: dict[str, Position], code: str, severity: str, message: str, suggestion: str | None, fixable: bool
    ) -> Diagnostic:
        told = Diagnostic(
            range=place,
            severity=SEVERITY[severity],
            code=code,
            source=NAME,
            message=message if suggestion is None else f"{message}\n{suggestion}",
        )
        if self._client.code_addresses and (address := manual_address(code)) is not None:
            told["codeDescription"] = {"href": address}
        tag = _TAGS.get(code)
        if tag is not None and tag in self._client.diagnostic_tags:
            told["tags"] = [tag]
        if fixable:
            told["data"] = {"fixable": True}
        return told


def _said(each: PageProblem) -> tuple[str, str, str, str | None, bool]:
    return each.code, each.severity, each.message, each.suggestion, bool(each.fix)
