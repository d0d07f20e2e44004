"""Catalogues of an installed JavaScript package, or of the schema of a plain Markdoc project.

This runs the package's code, in a child process, and only on the command of a user.
"""

from __future__ import annotations

import json
import re
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from refrakt.errors import RefraktError
from refrakt.project.confined_writer import ConfinedWriter
from refrakt.project.files import read_bytes, read_inside
from refrakt.runes.catalogue import Catalogue, as_text, dump_catalogue, read
from refrakt.services.javascript_declarations import as_catalogue
from refrakt.services.node_process import MOST_OUTPUT, SECONDS, NodeProcessError, run_node

FOLDER = Path(".refrakt") / "catalogues"
"""The folder of catalogues in a project."""
SCRIPT = Path(__file__).with_name("catalogue_export.mjs")

ModuleType = Literal["node", "esm"]

_PACKAGE = re.compile(r"(?:@[a-z0-9~-][a-z0-9._~-]*/)?[a-z0-9~-][a-z0-9._~-]*")


class ExportError(Exception):
    """A failed export; the text says why."""


@dataclass(frozen=True, slots=True)
class SchemaModule:
    """A module that exports a Markdoc schema, as `markdoc.config.json` names it."""

    path: str
    name: str
    """The name of the catalogue."""
    type: ModuleType = "esm"
    property: str | None = None


@dataclass(frozen=True, slots=True)
class Exported:
    """An exported catalogue. `notes` are declarations that were skipped, the catalogue's `problems` invalid ones."""

    catalogue: Catalogue
    text: str
    notes: tuple[str, ...]
    offline: bool
    """Whether the code ran without network access."""

    @property
    def name(self) -> str:
        return self.catalogue.package.name if self.catalogue.package else ""


def export_package(name: str, folder: Path, *, seconds: float = SECONDS) -> Exported:
    """The catalogue of a package as it is installed in a project."""
    if not _PACKAGE.fullmatch(name):
        raise ExportError(f"{name!r} is not the name of a package")
    return _export({"package": name}, name, folder, seconds)


def export_schema(module: SchemaModule, folder: Path, *, seconds: float = SECONDS) -> Exported:
    """The catalogue of a plain Markdoc schema."""
    request = {"path": module.path, "type": module.type, "property": module.property, "name": module.name}
    return _export({"schema": request}, module.path, folder, seconds)


def markdoc_config(path: Path) -> list[SchemaModule]:
    """The schema modules that a `markdoc.config.json` names; their paths are relative to its folder."""
    try:
        entries = json.loads(read_inside(path.parent, path))
    except (OSError, ValueError, RecursionError) as error:
        raise ExportError(f"{path} cannot be read: {error}") from error
    if not isinstance(entries, list):
        raise ExportError(f"{path} must hold a list of {{id, path, schema}}")
    found: list[SchemaModule] = []
    for index, entry in enumerate(entries):
        match entry:
            case {"id": str(name), "schema": {"path": str(schema), **more}}:
                kind, named = more.get("type", "esm"), more.get("property")
                if kind not in ("node", "esm") or not isinstance(named, str | None):
                    raise ExportError(f"{path}: entry {index + 1} has a schema of an unknown type")
                found.append(SchemaModule(schema, name, kind, named))
            case {"schema": None} | {"id": str(), "path": str()}:
                continue
            case _:
                raise ExportError(f"{path}: entry {index + 1} must be {{id, path, schema: {{path, type}}}}")
    if not found:
        raise ExportError(f"{path} names no schema")
    return found


def target(name: str, folder: Path) -> Path:
    """The file that holds the catalogue of this name in a project."""
    return folder / FOLDER / (re.sub(r"[^\w.-]+", "-", name).strip("-.") + ".json")


def write_catalogue(text: str, path: Path, root: Path) -> None:
    """Write a catalogue atomically, inside a folder."""
    try:
        ConfinedWriter(root).put(path.absolute(), text.encode("utf-8", "surrogatepass"))
    except OSError as error:
        raise ExportError(f"{path} cannot be written: {error.strerror or error}") from error
    except RefraktError as error:
        raise ExportError(f"cannot write {path}: {error.message}") from error


def _export(request: dict[str, Any], title: str, folder: Path, seconds: float) -> Exported:
    if not folder.is_dir():
        raise ExportError(f"there is no folder {folder}")
    declared, offline = _declared(request, title, folder.resolve(), seconds)
    try:
        made = as_catalogue(declared)
    except (AttributeError, KeyError, TypeError, RecursionError) as error:
        raise ExportError(f"{title}: its declarations make no sense ({error!r})") from error
    catalogue = read(json.dumps(made))
    if catalogue.package is None:
        raise ExportError(f"{title}: {'; '.join(text.partition(': ')[2] for _, text in catalogue.problems)}")
    text = as_text(dump_catalogue(catalogue))
    return Exported(catalogue, text, tuple(map(str, declared.get("notes", ()))), offline)


def _declared(request: dict[str, Any], title: str, folder: Path, seconds: float) -> tuple[dict[str, Any], bool]:
    with tempfile.TemporaryDirectory(prefix="refrakt-") as work:
        question, answer = Path(work) / "request.json", Path(work) / "answer.json"
        question.write_text(json.dumps({**request, "cwd": str(folder), "answer": str(answer)}), encoding="utf-8")
        try:
            outcome = run_node(SCRIPT, [str(question)], folder, seconds=seconds, watched=answer)
        except NodeProcessError as error:
            raise ExportError(f"{title}: {error}") from error
        except OSError as error:
            raise ExportError(f"{title}: Node could not be started: {error}") from error
        if not answer.exists():
            raise ExportError(f"{title}: {_ended(outcome.code, outcome.complaint)}")
        try:
            declared = json.loads(read_bytes(answer, MOST_OUTPUT))
        except (ValueError, RecursionError) as error:
            raise ExportError(f"{title}: its declarations cannot be read: {error}") from error
    if "error" in declared:
        raise ExportError(f"{title}: {declared['error']}")
    return declared, outcome.offline


def _ended(code: int, complaint: str) -> str:
    if "heap out of memory" in complaint:
        return "its code took too much memory and was stopped"
    if complaint:
        return f"its code ended with status {code}: {complaint.splitlines()[-1]}"
    return f"its code ended with status {code} before it answered"
