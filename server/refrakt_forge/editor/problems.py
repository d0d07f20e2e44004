"""The problems of an open file: those of `agent-validate` and `tool-validate`, of the configuration, of manifests and lockfiles."""

from __future__ import annotations

import re
from collections.abc import Iterator

from refrakt.plugins import CommandContext, Problem, RefraktError, Severity, SourceFile, Span
from refrakt_forge.config.shapes import as_settings
from refrakt_forge.definition_problems import definition_problems
from refrakt_forge.documents.problem import DefinitionProblem
from refrakt_forge.documents.source_node import FieldPath, SourceNode
from refrakt_forge.editor.fixes import fix_of
from refrakt_forge.editor.request import FileRequest, file_request
from refrakt_forge.editor.table_rules import TableRules
from refrakt_forge.lockfile import LockedDefinition, lock_difference, locked_definitions
from refrakt_forge.names import INSTALLED, DefinitionReference
from refrakt_forge.validation.validate import ANY_FIELD, PROMOTED, field_errors, field_warnings, place_problems

CONFIG_ERROR, CONFIG_WARNING = "E401", "W401"
MANIFEST_ERROR, MANIFEST_WARNING = "E501", "W501"
LOCKFILE_ERROR, LOCKFILE_WARNING = "E601", "W601"
_FIELD = re.compile(r"`([A-Za-z0-9_.$]+)`")
_PREFIXES: tuple[FieldPath, ...] = ((), ("forge",), ("registry",), ("forge", "registry"))
"""Where the fields of a configuration may be, whose names in messages are relative to the settings of Forge."""


def problems(file: SourceFile, context: CommandContext) -> Iterator[Problem]:
    request = file_request(file, context)
    if request is None:
        return
    for each in _found(request):
        suggestion, fix = fix_of(each, request) or (None, None)
        # An empty value has no text to mark.
        span = each.key if each.key is not None and each.span.start == each.span.end else each.span
        yield Problem(span, each.message, suggestion, fix, severity=severity_of(each), code=each.code)


def severity_of(problem: DefinitionProblem) -> Severity:
    """Errors and warnings; advice that strict validation does not promote either is information."""
    if not problem.is_warning:
        return "error"
    advice = problem.code.startswith("W3") and problem.code not in PROMOTED
    return "info" if advice else "warning"


def _found(request: FileRequest) -> list[DefinitionProblem]:
    if request.role.kind is not None:
        return _of_definition(request)
    root, problems = request.document.root, list(request.document.problems)
    if root is None:
        return problems if request.document.text.strip() else []
    if request.role.shape is not None:
        return problems + _of_config(request, root)
    if request.role.name == "manifest":
        return problems + TableRules(root, MANIFEST_ERROR, MANIFEST_WARNING).problems(request.role.fields)
    return problems + list(_of_lockfile(request, root))


def _of_definition(request: FileRequest) -> list[DefinitionProblem]:
    kind, document = request.role.kind, request.document
    assert kind is not None, "the file is a definition"
    if request.forge.has_config:
        return definition_problems(request.forge, kind, document, request.definition)
    # Nothing is known about what is installed, so no reference is wrong and any field may be inherited.
    inherits = document.root is not None and document.root.get("extends") is not None
    inherited = ANY_FIELD if inherits else frozenset[str]()
    found = field_errors(kind, document, inherited) + field_warnings(kind, document, inherited)
    return found + (place_problems(document, request.definition) if request.definition is not None else [])


def _of_config(request: FileRequest, root: SourceNode) -> list[DefinitionProblem]:
    assert request.role.shape is not None, "the file is a configuration"
    found = TableRules(root, CONFIG_ERROR, CONFIG_WARNING).problems(request.role.fields)
    if any(not each.is_warning for each in found):
        return found
    try:
        as_settings(request.document.data, request.role.shape)
    except ValueError as error:
        found.append(DefinitionProblem(CONFIG_ERROR, "", str(error), _span_of(str(error), root)))
    return found


def _span_of(message: str, root: SourceNode) -> Span:
    """The range of the field that a message names; of the nearest part that is written."""
    named = _FIELD.search(message)
    path: FieldPath = tuple(int(each) if each.isdecimal() else each for each in named[1].split(".")) if named else ()
    for length in range(len(path), 0, -1):
        for prefix in _PREFIXES:
            node = root.get(*prefix, *path[:length])
            if node is not None:
                return node.span
    return next((each.key for each in root.members.values()), root.span)


# Lockfiles ------------------------------------------------------------------------------------------------------------


def _of_lockfile(request: FileRequest, root: SourceNode) -> Iterator[DefinitionProblem]:
    entries = locked_definitions(request.document.data)
    if entries is None:
        node = root.get("version")
        span = node.span if node is not None else next((each.key for each in root.members.values()), root.span)
        yield DefinitionProblem(LOCKFILE_ERROR, "version", "this is not a lockfile of a known version", span)
        return
    for each in entries if request.forge.has_config else ():
        place, message = _entry_span(each, root), _difference(request, each)
        if place is not None and message is not None:
            yield DefinitionProblem(LOCKFILE_WARNING, "", message, place, "warning")


def _entry_span(entry: LockedDefinition, root: SourceNode) -> Span | None:
    plural = f"{entry.kind}s"
    node = root.get(plural, entry.name, "version")
    listed = root.get("locked", plural)
    for each in listed.items if listed is not None else ():
        name, version = each.get("name"), each.get("version")
        if name is not None and version is not None and (name.value, version.value) == (entry.name, entry.version):
            node = version
    return node.span if node is not None else None


def _difference(request: FileRequest, entry: LockedDefinition) -> str | None:
    """How the installed definition differs from an entry; None also if it is not installed or invalid."""
    resolver = request.forge.resolver
    try:
        found = resolver.resolve(entry.kind, DefinitionReference(entry.name), INSTALLED)
        flat = resolver.flatten(found, INSTALLED)
    except RefraktError:
        return None
    if flat.own.version != entry.version:
        return f"the installed version is {flat.own.version}"
    return lock_difference(entry, flat)
