"""Validates a definition: the errors of its fields, and warnings.

Errors and warnings of one file are computed from the file alone. `place_problems` compares it with its path, `ReferenceRules`
with the definitions it refers to.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterable
from dataclasses import replace

from refrakt.plugins import Span
from refrakt_forge.documents.problem import DefinitionProblem
from refrakt_forge.documents.source_document import SourceDocument
from refrakt_forge.index.entries import DefinitionFile
from refrakt_forge.names import KEBAB_CASE, NAME_PATTERNS, Kind
from refrakt_forge.validation.agent_rules import check_agent, warn_about_agent
from refrakt_forge.validation.field_checks import FieldChecks, is_number
from refrakt_forge.validation.tool_rules import check_tool, warn_about_tool

PROMOTED = frozenset(f"W{number}" for number in (*range(302, 312), 314, 315, 316, 319))
"""The warnings that make a definition invalid in strict validation."""


class _Everything:
    """A base that is not known may supply any field."""

    def __contains__(self, _: object) -> bool:
        return True


ANY_FIELD = _Everything()


def field_errors(kind: Kind, document: SourceDocument, inherited: Container[str] = ()) -> list[DefinitionProblem]:
    """The errors of a document: of its syntax, else of its fields."""
    if document.root is None:
        return list(document.problems)
    checks = FieldChecks(document.root, inherited)
    check = (lambda: check_agent(checks, document)) if kind == "agent" else (lambda: check_tool(checks))
    return [*document.problems, *checks.collected(check)]


def field_warnings(kind: Kind, document: SourceDocument, inherited: Container[str] = ()) -> list[DefinitionProblem]:
    """The warnings that need nothing but the document."""
    if document.root is None:
        return []
    checks = FieldChecks(document.root, inherited)
    warn = (lambda: warn_about_agent(checks, document)) if kind == "agent" else (lambda: warn_about_tool(checks))
    return checks.collected(warn)


def strict_errors(document: SourceDocument) -> list[DefinitionProblem]:
    """What only strict validation refuses."""
    if document.root is None:
        return []
    checks = FieldChecks(document.root)
    tokens, model = checks.value("llm", "max_tokens"), checks.value("llm", "model")
    if is_number(tokens) and not isinstance(tokens, int):
        checks.report("E109", ("llm", "max_tokens"), "`max_tokens` must be a whole number")
    if isinstance(model, str) and not model.strip():
        checks.report("E107", ("llm", "model"), "`model` must not be empty")
    return checks.problems


def place_problems(document: SourceDocument, file: DefinitionFile) -> list[DefinitionProblem]:
    """How a document differs from its path."""
    if document.root is None:
        return []
    checks = FieldChecks(document.root)
    name, version = checks.value("name"), checks.value("version")
    if isinstance(name, str) and NAME_PATTERNS[file.kind].fullmatch(name) is not None:
        if name != file.name:
            checks.report("W304", ("name",), f"the name differs from the path, which says `{file.name}`", [file.name])
        elif KEBAB_CASE.fullmatch(name) is None:
            checks.report("W305", ("name",), "the name is not in kebab case", [_kebab(name)])
    if file.folder_version is not None and version != file.folder_version:
        message = f"the version differs from the path, which says `{file.folder_version}`"
        checks.report("W306", ("version",), message, [file.folder_version])
    if file.other_format is not None:
        checks.problems.append(
            DefinitionProblem(
                "W321", "", f"`{file.other_format.name}` of the same name is ignored", Span(0, 0), "warning"
            )
        )
    return checks.problems


def _kebab(name: str) -> str:
    spaced = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "-", name)
    return re.sub(r"[^a-z0-9]+", "-", spaced.lower()).strip("-")


def split_by_severity(
    problems: Iterable[DefinitionProblem], strict: bool
) -> tuple[list[DefinitionProblem], list[DefinitionProblem]]:
    """Errors and warnings; in strict validation most warnings are errors of severity `warning`."""
    errors: list[DefinitionProblem] = []
    warnings: list[DefinitionProblem] = []
    for each in problems:
        if not each.is_warning:
            errors.append(each)
        elif strict and each.code in PROMOTED:
            errors.append(replace(each, severity="warning"))
        else:
            warnings.append(each)
    return errors, warnings
