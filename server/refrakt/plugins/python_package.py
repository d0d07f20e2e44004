"""A plugin as a Python project on disk, checked without running any of it: `pyproject.toml`, its entry points, their modules."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from refrakt.project.files import read_bytes

from .dependencies import PYTHON_FILE, Unreadable, read_toml, table
from .validation import Fault

PLUGINS = "refrakt.plugins"
RUNES = "refrakt.runes"


@dataclass(frozen=True, slots=True)
class PythonPackage:
    """What a project says about itself."""

    name: str
    plugins: Mapping[str, str]
    """Entry points by name: `package.module:object`."""
    runes: Mapping[str, str]
    roots: tuple[Path, ...]
    """Folders from which its modules may be imported."""
    faults: tuple[Fault, ...]

    @property
    def offers(self) -> bool:
        return bool(self.plugins or self.runes)


def read_python_package(folder: Path) -> PythonPackage:
    """Read the project in a folder and say what is wrong with it."""
    data = read_toml(folder / PYTHON_FILE)
    if isinstance(data, Unreadable):
        return PythonPackage("", {}, {}, (), (Fault("error", PYTHON_FILE, f"it cannot be read: {data.reason}"),))
    project = table(data, "project") or table(data, "tool", "poetry")
    plugins, runes = ({**_entries(data, group)} for group in (PLUGINS, RUNES))
    roots = tuple(_roots(folder, data))
    name = project.get("name")
    faults = [*_described(project), *_offered(plugins, runes)]
    for group, entries in ((PLUGINS, plugins), (RUNES, runes)):
        for each, value in entries.items():
            faults += _entry(f'entry-points."{group}".{each}', value, roots, group)
    return PythonPackage(name if isinstance(name, str) else "", plugins, runes, roots, tuple(faults))


def _described(project: Mapping[str, Any]) -> Iterator[Fault]:
    dynamic = project.get("dynamic")
    for key in ("name", "version"):
        computed = isinstance(dynamic, list) and key in dynamic
        if not computed and (not isinstance(project.get(key), str) or not project[key]):
            yield Fault("error", f"project.{key}", "it is missing")


def _offered(plugins: Mapping[str, str], runes: Mapping[str, str]) -> Iterator[Fault]:
    if not plugins and not runes:
        message = f"there is no entry point in the group {PLUGINS} or {RUNES}: nobody will find this package"
        yield Fault("error", "project.entry-points", message)


def _entries(data: Mapping[str, Any], group: str) -> Mapping[str, Any]:
    return table(data, "project", "entry-points", group) or table(data, "tool", "poetry", "plugins", group)


def _entry(path: str, value: Any, roots: tuple[Path, ...], group: str) -> Iterator[Fault]:
    if not isinstance(value, str) or not all(part.isidentifier() for part in value.replace(":", ".").split(".")):
        yield Fault("error", path, "it must name a module, or an object as `package.module:object`")
        return
    module, _, name = value.partition(":")
    if group == PLUGINS and not name:
        yield Fault("error", path, "it must name an object: `package.module:object`")
        return
    source = _source(module, roots)
    if source is None:
        yield Fault("warning", path, f"the module {module} is not where it was looked for")
        return
    try:
        tree = ast.parse(read_bytes(source.resolve()), source.name)
    except (OSError, SyntaxError, ValueError, RecursionError) as error:
        yield Fault("error", path, f"{source.name} cannot be read: {error}")
        return
    wanted = name or "PACKAGE"
    if not _binds(tree, wanted.partition(".")[0]):
        yield Fault("error", path, f"{source.name} has no `{wanted}`")


def _source(module: str, roots: tuple[Path, ...]) -> Path | None:
    relative = Path(*module.split("."))
    places = (root / each for root in roots for each in (relative / "__init__.py", relative.with_suffix(".py")))
    return next((each for each in places if each.is_file()), None)


def _binds(tree: ast.Module, name: str) -> bool:
    """Whether a module has a name, as far as its text tells. A star brings names that it does not tell."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Name | ast.alias):
            known = node.id if isinstance(node, ast.Name) else node.asname or node.name
            if known in (name, "*") and not isinstance(getattr(node, "ctx", None), ast.Load):
                return True
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) and node.name == name:
            return True
    return False


def _roots(folder: Path, data: Mapping[str, Any]) -> Iterator[Path]:
    """The folder, `src`, and where the build says that packages are."""
    yield from (folder, folder / "src")
    packages = table(data, "tool", "hatch", "build", "targets", "wheel").get("packages")
    where = table(data, "tool", "setuptools", "packages", "find").get("where")
    listed = [each for each in packages if isinstance(each, str)] if isinstance(packages, list) else []
    yield from dict.fromkeys((folder / each).parent for each in listed)
    if isinstance(where, list):
        yield from (folder / each for each in where if isinstance(each, str))
