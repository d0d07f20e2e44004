"""Catalogues of an installed JavaScript package, or of the schema of a plain Markdoc project.

This runs the package's code, in a child process, and only on the command of a user.
"""

from __future__ import annotations

import json
import re
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from refrakt.errors import RefraktError
from refrakt.project.confined_writer import ConfinedWriter
from refrakt.project.files import read_bytes, read_inside
from refrakt.runes.catalogue import Catalogue, as_text, dump_catalogue, read
from refrakt.services.export_tools import OPTION, ToolsError, installed_tools, shown_command, tools_folder
from refrakt.services.javascript_declarations import as_catalogue
from refrakt.services.node_process import MOST_OUTPUT, SECONDS, NodeProcessError, run_node

if TYPE_CHECKING:
    from refrakt.project.frameworks.markdoc_site import MarkdocSite
    from refrakt.project.frameworks.schema_entry import SchemaEntry

MARKDOC = "@markdoc/markdoc"
LARGEST_SOURCE = 2 << 20
"""The size limit of a file that calls Markdoc, in bytes."""
_SCRIPTS = (".js", ".jsx", ".mjs", ".cjs", ".ts", ".tsx", ".mts", ".cts")
FOLDER = Path(".refrakt") / "catalogues"
"""The folder of catalogues in a project."""
SCRIPT = Path(__file__).with_name("catalogue_export.mjs")

ModuleType = Literal["node", "esm"]

_PACKAGE = re.compile(r"(?:@[a-z0-9~-][a-z0-9._~-]*/)?[a-z0-9~-][a-z0-9._~-]*")


class ExportError(Exception):
    """A failed export; the text says why."""

    def __init__(self, message: str, bundled: bool = False) -> None:
        super().__init__(message)
        self.bundled = bundled
        """Whether the code was bundled."""


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
    bundled: bool = False
    """Whether the code was bundled, with stubs for what is not installed."""

    @property
    def name(self) -> str:
        return self.catalogue.package.name if self.catalogue.package else ""


def export_package(name: str, folder: Path, *, seconds: float = SECONDS) -> Exported:
    """The catalogue of a package as it is installed in a project."""
    if not _PACKAGE.fullmatch(name):
        raise ExportError(f"{name!r} is not the name of a package")
    return _export({"package": name}, name, folder, seconds)


def export_schema(
    module: SchemaModule, folder: Path, *, seconds: float = SECONDS, tools: Path | None = None
) -> Exported:
    """The catalogue of a plain Markdoc schema."""
    request = {"module": module.path, "type": module.type, "property": module.property, "name": module.name}
    return _export_bundled(request, module.path, folder, seconds, tools)


def export_site(site: MarkdocSite, *, seconds: float = SECONDS, tools: Path | None = None) -> Exported:
    """The catalogue of a recognised site. It must not know less than what is read from the source without running it."""
    entry = site.schema_entry
    if entry is None:
        reason = site.schema_reason or "its schema is not in modules that can be loaded"
        raise ExportError(f"{site.name}: there is nothing to export: {reason}")
    request = {
        "name": site.name,
        "folder": {part: str(path) for part, path in entry.folder.items()} or None,
        "module": str(entry.module) if entry.module is not None else None,
        "property": entry.property,
        "extended": entry.extended,
        "type": "node" if entry.is_commonjs else "esm",
        "calls": list(_calls(entry)),
    }
    made = _export_bundled(request, site.name, site.code_folder, seconds, tools)
    unknown = made.catalogue.open.get("tags")
    if unknown is not None and site.schema is not None and site.schema.open is None:
        raise ExportError(
            f"{site.name}: not all tags are known to the export ({unknown}), but all are read from the source without "
            "running it, so no catalogue is needed"
        )
    return made


def _calls(entry: SchemaEntry) -> Iterator[dict[str, str]]:
    from refrakt.runes.javascript.call_sources import config_functions

    for path in entry.calls:
        try:
            source = read_bytes(path, LARGEST_SOURCE) if path.suffix in _SCRIPTS else b""
        except (OSError, ValueError) as error:
            raise ExportError(f"{path} cannot be read: {error}") from error
        code = config_functions(path.name, source)
        if code is not None:
            yield {"path": str(path), "code": code}


def _export_bundled(request: dict[str, Any], title: str, folder: Path, seconds: float, tools: Path | None) -> Exported:
    """An export for which esbuild is used if the project or `tools` has it; without it, a failure says how to get it."""
    tools = tools or installed_tools()
    try:
        return _export({"schema": request, "tools": str(tools) if tools is not None else None}, title, folder, seconds)
    except ExportError as error:
        if tools is not None or (error.bundled and MARKDOC not in str(error)):
            raise
        missing = MARKDOC if error.bundled else "esbuild"
        try:
            how = f"\nWith `{OPTION}`, refrakt runs `{shown_command(tools_folder())}`; nothing is installed in the project."
        except ToolsError:
            how = ""
        raise ExportError(
            f"{error}\n{missing} is not installed in the project, which may be the reason.{how}"
        ) from error


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
    notes = [
        *map(str, declared.get("notes", ())),
        *(f"not all {part} are known: {why}" for part, why in catalogue.open.items()),
    ]
    return Exported(catalogue, text, tuple(notes), offline, declared.get("bundled") is True)


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
        raise ExportError(f"{title}: {declared['error']}", declared.get("bundled") is True)
    return declared, outcome.offline


def _ended(code: int, complaint: str) -> str:
    if "heap out of memory" in complaint:
        return "its code took too much memory and was stopped"
    if complaint:
        return f"its code ended with status {code}: {complaint.splitlines()[-1]}"
    return f"its code ended with status {code} before it answered"
