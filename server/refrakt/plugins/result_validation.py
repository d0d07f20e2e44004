"""Validates the results of plugins: one invalid range would make a client reject the whole list."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from refrakt.features.results import (
    CodeAction,
    CodeLens,
    CompletionItem,
    CompletionList,
    Definition,
    Hover,
    Location,
    RenameTarget,
    WorkspaceSymbol,
)
from refrakt.markdoc.text_edit import TextEdit
from refrakt.markdoc.tree import Span
from refrakt.project.workspace_edit import FileEdit, WorkspaceEdit
from refrakt.rules.problem import SEVERITIES, Fix, Problem, Related


def is_valid(result: Any, size: int) -> bool:
    """Whether a result is valid for a file with `size` characters."""
    match result:
        case Hover(span, str()) | RenameTarget(span, str()):
            return is_span(span, size)
        case CompletionList(tuple(items)):
            return all(_is_offer(each, size) for each in items)
        case Definition(origin, tuple(targets)):
            return is_span(origin, size) and all(map(is_location, targets))
        case CodeLens(span, str(), tuple(locations)):
            return is_span(span, size) and all(map(is_location, locations))
        case WorkspaceSymbol(str(), location, str()):
            return is_location(location)
        case Location():
            return is_location(result)
        case CodeAction(str(), str()):
            return _all_strings(result.codes)
        case Problem():
            return _is_problem(result, size)
        case WorkspaceEdit(tuple(edits), tuple(created), tuple(moved)):
            return all(map(_is_file_edit, edits)) and all(
                _all_strings(each) and len(each) == 2 for each in (*created, *moved)
            )
    return False


def is_span(span: Any, size: int | None = None) -> bool:
    """Whether a value is a span inside a text of this size."""
    match span:
        case Span(int(start), int(end)):
            return 0 <= start <= end and (size is None or end <= size)
    return False


def is_location(location: Any) -> bool:
    match location:
        case Location(str(), span, whole):
            return is_span(span) and (whole is None or is_span(whole))
    return False


def _is_offer(offer: Any, size: int) -> bool:
    if not isinstance(offer, CompletionItem):
        return False
    strings = (
        offer.label,
        offer.kind,
        offer.insert_text,
        offer.plain_text,
        offer.detail,
        offer.sort_text,
        offer.filter_text,
    )
    return _all_strings(strings) and is_span(offer.span, size) and are_text_edits(offer.additional_edits, size)


def _is_problem(problem: Problem, size: int) -> bool:
    fix: Any = problem.fix
    related: tuple[Any, ...] = problem.related
    return (
        _all_strings((problem.code, problem.message, problem.suggestion or "", *problem.replaces))
        and problem.severity in SEVERITIES
        and is_span(problem.span, size)
        and (fix is None or (isinstance(fix, Fix) and are_text_edits(fix.edits, size)))
        and all(
            isinstance(each, Related) and is_span(each.span) and _all_strings((each.path, each.message))
            for each in related
        )
    )


def _is_file_edit(edit: Any) -> bool:
    return (
        isinstance(edit, FileEdit)
        and _all_strings((edit.path, edit.text))
        and are_text_edits(edit.edits, len(edit.text))
    )


def are_text_edits(edits: Iterable[Any], size: int) -> bool:
    """Whether these are text edits inside a file of this size."""
    return all(isinstance(each, TextEdit) and is_span(each.span, size) and isinstance(each.new, str) for each in edits)


def _all_strings(values: Iterable[Any]) -> bool:
    return all(isinstance(each, str) for each in values)
