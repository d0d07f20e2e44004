"""Encodes problems as LSP diagnostics: plain JSON, because lists are rebuilt with every keystroke."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from refrakt.hosts.lsp.capabilities import NAME
from refrakt.hosts.lsp.client_capabilities import ClientCapabilities
from refrakt.hosts.lsp.position_encoding import PositionEncoder, Range, TextLines
from refrakt.hosts.lsp.providers.plugin_problem_store import Locations
from refrakt.manual import manual_url
from refrakt.markdoc.document import Document
from refrakt.markdoc.text import line_starts
from refrakt.markdoc.tree import Span
from refrakt.project.files import LARGEST_PAGE
from refrakt.rules.problem import Problem, Related
from refrakt.rules.registry import declared_rule


class Diagnostic(dict[str, Any]):
    """A diagnostic that caches its JSON; most are sent again after the next keystroke."""

    __slots__ = ("_json",)

    @property
    def json(self) -> bytes:
        try:
            return self._json
        except AttributeError:
            self._json: bytes = json.dumps(self, separators=(",", ":")).encode("ascii")
            return self._json


def diagnostics_json(diagnostics: Iterable[Diagnostic]) -> bytes:
    """A JSON array of diagnostics."""
    return b"[%b]" % b",".join([each.json for each in diagnostics])


SEVERITY = {"error": 1, "warning": 2, "info": 3, "hint": 4}
_TAGS = {"unnecessary": 1, "deprecated": 2}


class DiagnosticEncoder:
    """Encodes problems for one client."""

    def __init__(self, client: ClientCapabilities, positions: PositionEncoder, uri_of: Callable[[Path], str]) -> None:
        """`uri_of` gives the URI that the client uses for a file."""
        self._client = client
        self._positions = positions
        self._uri_of = uri_of

    def page_problem(self, document: Document, each: Problem) -> Diagnostic:
        range = self._positions.range(document, *document.offsets(each.span))
        return self._diagnostic(range, each)

    def plugin_problem(self, document: Document, each: Problem, locations: Locations) -> Diagnostic:
        diagnostic = self._diagnostic(self._positions.range(document, each.span.start, each.span.end), each)
        if each.related in locations:
            diagnostic["relatedInformation"] = locations[each.related]
        return diagnostic

    def site_problem(self, document: Document, each: Problem, root: Path) -> Diagnostic:
        """A problem of a site rule, on an open page."""
        range = self._positions.range(document, each.span.start, each.span.end)
        diagnostic = self._diagnostic(range, each)
        return self._with_related(diagnostic, each, root, lambda *at: self._positions.range(document, *at))

    def closed_page_problem(
        self, path: str, lines_of: Callable[[str], TextLines], each: Problem, root: Path
    ) -> Diagnostic:
        """A problem of a closed page; `lines_of` reads a file of the project."""
        lines = lines_of(path)

        def range_of(start: int, end: int) -> Range:
            return self._positions.range_in(lines, start, end)

        diagnostic = self._diagnostic(range_of(each.span.start, each.span.end), each)
        if each.habit and each.related and self._client.related_information:
            diagnostic["relatedInformation"] = [self._place(lines_of, place, root) for place in each.related]
            return diagnostic
        return self._with_related(diagnostic, each, root, range_of)

    def _place(self, lines_of: Callable[[str], TextLines], place: Related, root: Path) -> dict[str, Any]:
        """A location in another file."""
        lines = lines_of(place.path)
        start, end = (min(each, len(lines.text)) for each in place.span.bounds)
        location = {"uri": self._uri_of(root / place.path), "range": self._positions.range_in(lines, start, end)}
        return {"location": location, "message": place.message}

    def _with_related(
        self, diagnostic: Diagnostic, problem: Problem, root: Path, range_of: Callable[[int, int], Range]
    ) -> Diagnostic:
        """Adds related information. Locations in other files point at their start, so that no file has to be read."""
        if problem.related and self._client.related_information:
            file_start = {"line": 0, "character": 0}
            diagnostic["relatedInformation"] = [
                {
                    "location": {
                        "uri": self._uri_of(root / each.path),
                        "range": range_of(each.span.start, each.span.end)
                        if each.span.end
                        else {"start": file_start, "end": file_start},
                    },
                    "message": each.message,
                }
                for each in problem.related
            ]
        return diagnostic

    def config_problems(self, text: str, problems: list[Problem]) -> list[Diagnostic]:
        """The problems of a config file. Its text may have changed since they were found."""
        lines, size = TextLines(text, line_starts(text)), len(text)
        return [
            self._diagnostic(
                self._positions.range_in(lines, min(each.span.start, size), min(each.span.end, size)), each
            )
            for each in problems
        ]

    def too_large(self) -> Diagnostic:
        """The diagnostic of a page that exceeds the size limit."""
        start = {"line": 0, "character": 0}
        message = f"this page has more than {LARGEST_PAGE:,} bytes and is not checked"
        problem = Problem(Span(0, 0), message, "Split it.", severity="info", code="unreadable-page")
        return self._diagnostic({"start": start, "end": start}, problem)

    def _diagnostic(self, range: Range, problem: Problem) -> Diagnostic:
        code, message, suggestion = problem.code, problem.message, problem.suggestion
        diagnostic = Diagnostic(
            range=range,
            severity=SEVERITY[problem.severity],
            code=code,
            source=NAME,
            message=message if suggestion is None else f"{message}\n{suggestion}",
        )
        if self._client.code_descriptions and (href := manual_url(code)) is not None:
            diagnostic["codeDescription"] = {"href": href}
        rule = declared_rule(code)
        if rule is not None and rule.tag is not None and _TAGS[rule.tag] in self._client.diagnostic_tags:
            diagnostic["tags"] = [_TAGS[rule.tag]]
        if problem.fix is not None:
            diagnostic["data"] = {"fixable": True}
        return diagnostic
