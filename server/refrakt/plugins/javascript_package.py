"""Validates a plugin in a JavaScript package on disk. Nothing of it is run."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from refrakt.markdoc.document import parse
from refrakt.markdoc.text import line_and_column, line_starts
from refrakt.plugins.javascript_plugins import EXPORT
from refrakt.plugins.plugin_validation import PluginProblem
from refrakt.plugins.project_dependencies import NODE_FILE, UnreadableFile, read_json_file
from refrakt.project.files import read_inside, reason
from refrakt.runes.catalogue import LARGEST
from refrakt.runes.catalogue import read as read_catalogue

CATALOGUE = "refrakt.runes.json"
FIXTURES = "fixtures"
TRANSLATIONS = "i18n"


def read_javascript_package(folder: Path) -> tuple[str, list[PluginProblem]]:
    """The name of the package in a folder, and its problems."""
    data = read_json_file(folder / NODE_FILE)
    if isinstance(data, UnreadableFile):
        return "", [PluginProblem("error", NODE_FILE, f"cannot read the file: {data.reason}")]
    name = data.get("name")
    problems = [
        *_metadata(data),
        *_exports(folder, data),
        *_catalogue(folder),
        *_fixtures(folder),
        *_translations(folder),
    ]
    return name if isinstance(name, str) else "", problems


def _metadata(data: Mapping[str, Any]) -> Iterator[PluginProblem]:
    for key in ("name", "version"):
        if not isinstance(data.get(key), str) or not data[key]:
            yield PluginProblem("error", key, "missing")


def _exports(folder: Path, data: Mapping[str, Any]) -> Iterator[PluginProblem]:
    exports = data.get("exports")
    entries = exports if isinstance(exports, dict) else {}
    if not exports and not data.get("main"):
        yield PluginProblem("warning", "exports", "no entry point: the package cannot be imported")
    if EXPORT not in entries:
        return
    for target in _targets(entries[EXPORT]):
        if not (folder / target).is_file():
            yield PluginProblem("error", f'exports["{EXPORT}"]', f"{target} does not exist")
    yield PluginProblem("warning", f'exports["{EXPORT}"]', "JavaScript commands are not checked")


def _targets(entry: Any) -> Iterator[str]:
    """The files of an export under all conditions except `types`."""
    if isinstance(entry, str):
        yield entry
    elif isinstance(entry, dict):
        for condition, target in entry.items():
            if condition != "types":
                yield from _targets(target)


def _catalogue(folder: Path) -> Iterator[PluginProblem]:
    path = folder / CATALOGUE
    if not path.is_file():
        return
    try:
        data = read_inside(folder, path, LARGEST)
        found = read_catalogue(data)
    except (OSError, ValueError) as error:
        yield PluginProblem("error", CATALOGUE, f"cannot read the file: {reason(error)}")
        return
    starts = line_starts(data.decode("utf-8-sig", "replace")) if found.problems else []
    for span, message in found.problems:
        line, column = line_and_column(starts, span.start)
        yield PluginProblem("error", f"{CATALOGUE}:{line}:{column}", message)
    for rune in found.package.runes.values() if found.package is not None else ():
        if not rune.about:
            yield PluginProblem("warning", f"{CATALOGUE}: {rune.name}", "no description")


def _fixtures(folder: Path) -> Iterator[PluginProblem]:
    for path in _files(folder / FIXTURES, "*.md"):
        where = f"{FIXTURES}/{path.name}"
        try:
            text = read_inside(folder, path).decode("utf-8-sig")
        except (OSError, ValueError) as error:
            yield PluginProblem("error", where, f"cannot read the file: {error}")
            continue
        rune = path.name.partition(".")[0]
        if not text.strip():
            yield PluginProblem("error", where, "empty file")
        elif rune not in {tag.name for tag in parse(text).tags()}:
            yield PluginProblem("warning", where, f"does not use the rune `{rune}` it is named after")


def _translations(folder: Path) -> Iterator[PluginProblem]:
    for path in _files(folder / TRANSLATIONS, "*.json"):
        data = read_json_file(path)
        where = f"{TRANSLATIONS}/{path.name}"
        if isinstance(data, UnreadableFile):
            yield PluginProblem("error", where, f"cannot read the file: {data.reason}")
        elif not all(isinstance(value, str) for value in data.values()):
            yield PluginProblem("error", where, "every value must be a string")


def _files(folder: Path, pattern: str) -> list[Path]:
    return sorted(folder.glob(pattern)) if folder.is_dir() else []
