"""A plugin as a JavaScript package on disk, checked as data: nothing of it is run."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from refrakt.markdoc import parse
from refrakt.project.files import read_inside, reason
from refrakt.runes.catalogue import LARGEST
from refrakt.runes.catalogue import read as read_catalogue

from .dependencies import NODE_FILE, Unreadable, read_json_file
from .javascript import EXPORT
from .validation import Fault

CATALOGUE = "refrakt.runes.json"
FIXTURES = "fixtures"
WORDS = "i18n"


def read_javascript_package(folder: Path) -> tuple[str, list[Fault]]:
    """The name of the package in a folder, and what is wrong with it."""
    data = read_json_file(folder / NODE_FILE)
    if isinstance(data, Unreadable):
        return "", [Fault("error", NODE_FILE, f"it cannot be read: {data.reason}")]
    name = data.get("name")
    faults = [*_described(data), *_exports(folder, data), *_catalogue(folder), *_fixtures(folder), *_words(folder)]
    return name if isinstance(name, str) else "", faults


def _described(data: Mapping[str, Any]) -> Iterator[Fault]:
    for key in ("name", "version"):
        if not isinstance(data.get(key), str) or not data[key]:
            yield Fault("error", key, "it is missing")


def _exports(folder: Path, data: Mapping[str, Any]) -> Iterator[Fault]:
    exports = data.get("exports")
    entries = exports if isinstance(exports, dict) else {}
    if not exports and not data.get("main"):
        yield Fault("warning", "exports", "there is no entry point: nobody can import this package")
    if EXPORT not in entries:
        return
    for target in _targets(entries[EXPORT]):
        if not (folder / target).is_file():
            yield Fault("error", f'exports["{EXPORT}"]', f"{target} does not exist")
    yield Fault("warning", f'exports["{EXPORT}"]', "its commands are JavaScript; they were not checked")


def _targets(entry: Any) -> Iterator[str]:
    """The files behind an export, whatever the conditions for each. Types are no code."""
    if isinstance(entry, str):
        yield entry
    elif isinstance(entry, dict):
        for condition, target in entry.items():
            if condition != "types":
                yield from _targets(target)


def _catalogue(folder: Path) -> Iterator[Fault]:
    path = folder / CATALOGUE
    if not path.is_file():
        return
    try:
        found = read_catalogue(read_inside(folder, path, LARGEST))
    except (OSError, ValueError) as error:
        yield Fault("error", CATALOGUE, f"it cannot be read: {reason(error)}")
        return
    for problem in found.problems:
        yield Fault("error", f"{CATALOGUE}:{problem.line}:{problem.column}", f"{problem.path}: {problem.message}")
    for rune in found.package.runes.values() if found.package is not None else ():
        if not rune.about:
            yield Fault("warning", f"{CATALOGUE}: {rune.name}", "it has no description")


def _fixtures(folder: Path) -> Iterator[Fault]:
    for path in _files(folder / FIXTURES, "*.md"):
        where = f"{FIXTURES}/{path.name}"
        try:
            text = read_inside(folder, path).decode("utf-8-sig")
        except (OSError, ValueError) as error:
            yield Fault("error", where, f"it cannot be read: {error}")
            continue
        rune = path.name.partition(".")[0]
        if not text.strip():
            yield Fault("error", where, "it is empty")
        elif rune not in {tag.name for tag in parse(text).tags()}:
            yield Fault("warning", where, f"it does not use the rune `{rune}` it is called after")


def _words(folder: Path) -> Iterator[Fault]:
    for path in _files(folder / WORDS, "*.json"):
        data = read_json_file(path)
        where = f"{WORDS}/{path.name}"
        if isinstance(data, Unreadable):
            yield Fault("error", where, f"it cannot be read: {data.reason}")
        elif not all(isinstance(value, str) for value in data.values()):
            yield Fault("error", where, "every word in it must be text")


def _files(folder: Path, pattern: str) -> list[Path]:
    return sorted(folder.glob(pattern)) if folder.is_dir() else []
