"""`agent-validate` and `tool-validate`: all problems of one definition.

Invalid content is an answer, not an error. Only input that names no readable file is an error, and its message contains nothing of
the file.
"""

from __future__ import annotations

import os
import stat
from pathlib import Path

from refrakt.plugins import path_argument
from refrakt.plugins.message_quoting import one_line
from refrakt_forge.command_line import table
from refrakt_forge.contract.definitions import SCHEMA_VERSION, DefinitionValidateInput
from refrakt_forge.definition_problems import definition_problems
from refrakt_forge.documents.source_document import DEFINITION_SUFFIXES, SourceDocument
from refrakt_forge.errors import forge_error, validation_failure
from refrakt_forge.index.entries import DefinitionFile
from refrakt_forge.names import INSTALLED, Kind, checked_reference, is_path
from refrakt_forge.schemas import Json
from refrakt_forge.validation.validate import split_by_severity, strict_errors
from refrakt_forge.workspace import Forge


def validate_definition(forge: Forge, kind: Kind, query: DefinitionValidateInput) -> Json:
    """The problems of a definition, by path or by name."""
    if (query.path is None) == (query.name is None):
        message = "pass either `path` or `name`" if query.path is None else "`path` and `name` exclude each other"
        raise validation_failure("path", message, "pass one of `{option:path}` and `{option:name}`")
    if query.path is not None:
        path = _checked_path(forge, query.path)
        file = next((each for each in forge.index.files(kind) if os.path.realpath(each.path) == str(path)), None)
    else:
        file = _named(forge, kind, query.name or "")
        path = file.path
    document = _document(forge, path)
    problems = definition_problems(forge, kind, document, file)
    if query.strict:
        problems += strict_errors(document)
    errors, warnings = split_by_severity(problems, bool(query.strict))
    return {
        "valid": not errors,
        "path": forge.display(path),
        "errors": [each.as_json(severity=True) for each in errors],
        "warnings": [each.as_json() for each in warnings],
        "schema_version": SCHEMA_VERSION,
    }


def _named(forge: Forge, kind: Kind, name: str) -> DefinitionFile:
    reference = checked_reference(kind, name)
    found = forge.resolver.installed_file(kind, reference)
    if found is not None:
        return found
    raise forge.resolver.not_found(kind, reference, INSTALLED)


def _checked_path(forge: Forge, text: str) -> Path:
    """The real path of a regular file in the project or in the user's registry; a person may name any file."""
    if not is_path(text):
        raise validation_failure("path", "`path` is not a path", "pass the path of a definition file")
    environment = forge.environment
    path = path_argument(text) if forge.shell else (environment.workspace or environment.root) / text
    real = Path(os.path.realpath(path))
    allowed = (environment.root, Path(os.path.realpath(forge.config.global_path)))
    if not forge.shell and not any(map(real.is_relative_to, allowed)):
        message = "`path` is outside of the project and of the user's registry"
        raise forge_error("PERMISSION_DENIED", message, "pass a path inside the project", details={"field": "path"})
    try:
        mode = os.stat(real).st_mode
    except (OSError, ValueError):
        raise validation_failure("path", "`path` does not exist or cannot be read", "check the path") from None
    if not stat.S_ISREG(mode) or not os.access(real, os.R_OK):
        raise validation_failure("path", "`path` is not a readable file", "pass the path of a definition file")
    return real


def _document(forge: Forge, path: Path) -> SourceDocument:
    from refrakt_forge.documents.read_document import unreadable_document

    if path.suffix.lower() not in DEFINITION_SUFFIXES:
        return unreadable_document("E008", "a definition must be a .md, .yaml or .yml file")
    return forge.index.texts.document(path)


def validate_text(result: Json) -> str:
    rows = [("error", each["field"], each["message"]) for each in result["errors"]]
    rows += [("warning", each["field"], each["message"]) for each in result["warnings"]]
    state = "valid" if result["valid"] else "invalid"
    return "\n".join([*([table(rows)] if rows else []), f"{one_line(result['path'])}: {state}"])
