"""Validates a plugin in a Python project on disk without running it: `pyproject.toml`, entry points, their modules."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from refrakt.plugins.plugin_validation import PluginProblem
from refrakt.plugins.project_dependencies import PYTHON_FILE, UnreadableFile, read_toml, table
from refrakt.project.files import read_bytes

PLUGINS = "refrakt.plugins"
RUNES = "refrakt.runes"


@dataclass(frozen=True, slots=True)
class PythonPackage:
    """The metadata of a project."""

    name: str
    plugins: Mapping[str, str]
    """Entry points by name: `package.module:object`."""
    runes: Mapping[str, str]
    roots: tuple[Path, ...]
    """Folders that its modules are imported from."""
    problems: tuple[PluginProblem, ...]

    @property
    def has_entry_points(self) -> bool:
        return bool(self.plugins or self.runes)


def read_python_package(folder: Path) -> PythonPackage:
    """Read the project in a folder, with its problems."""
    data = read_toml(folder / PYTHON_FILE)
    if isinstance(data, UnreadableFile):
        return PythonPackage(
            "", {}, {}, (), (PluginProblem("error", PYTHON_FILE, f"cannot read the file: {data.reason}"),)
        )
    project = table(data, "project") or table(data, "tool", "poetry")
    plugins, runes = ({**_entry_points(data, group)} for group in (PLUGINS, RUNES))
    roots = tuple(_roots(folder, data))
    name = project.get("name")
    problems = [*_metadata(project), *_missing_entry_points(plugins, runes)]
    for group, entries in ((PLUGINS, plugins), (RUNES, runes)):
        for each, value in entries.items():
            problems += _entry_point(f'entry-points."{group}".{each}', value, roots, group)
    return PythonPackage(name if isinstance(name, str) else "", plugins, runes, roots, tuple(problems))


def _metadata(project: Mapping[str, Any]) -> Iterator[PluginProblem]:
    dynamic = project.get("dynamic")
    for key in ("name", "version"):
        computed = isinstance(dynamic, list) and key in dynamic
        if not computed and (not isinstance(project.get(key), str) or not project[key]):
            yield PluginProblem("error", f"project.{key}", "missing")


def _missing_entry_points(plugins: Mapping[str, str], runes: Mapping[str, str]) -> Iterator[PluginProblem]:
    if not plugins and not runes:
        message = f"no entry point in the group `{PLUGINS}` or `{RUNES}`: refrakt will not find this package"
        yield PluginProblem("error", "project.entry-points", message)


def _entry_points(data: Mapping[str, Any], group: str) -> Mapping[str, Any]:
    return table(data, "project", "entry-points", group) or table(data, "tool", "poetry", "plugins", group)


def _entry_point(path: str, value: Any, roots: tuple[Path, ...], group: str) -> Iterator[PluginProblem]:
    if not isinstance(value, str) or not all(part.isidentifier() for part in value.replace(":", ".").split(".")):
        yield PluginProblem("error", path, "must be a module, or an object as in `package.module:object`")
        return
    module, _, name = value.partition(":")
    if group == PLUGINS and not name:
        yield PluginProblem("error", path, "must be an object as in `package.module:object`")
        return
    source = _source_file(module, roots)
    if source is None:
        yield PluginProblem("warning", path, f"module `{module}` not found")
        return
    try:
        tree = ast.parse(read_bytes(source.resolve()), source.name)
    except (OSError, SyntaxError, ValueError, RecursionError) as error:
        yield PluginProblem("error", path, f"cannot read {source.name}: {error}")
        return
    attribute = name or "PACKAGE"
    if not _defines(tree, attribute.partition(".")[0]):
        yield PluginProblem("error", path, f"{source.name} does not define `{attribute}`")


def _source_file(module: str, roots: tuple[Path, ...]) -> Path | None:
    relative = Path(*module.split("."))
    candidates = (root / each for root in roots for each in (relative / "__init__.py", relative.with_suffix(".py")))
    return next((each for each in candidates if each.is_file()), None)


def _defines(tree: ast.Module, name: str) -> bool:
    """Whether a module defines a name, as far as its source shows. A star import may define any name."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Name | ast.alias):
            bound = node.id if isinstance(node, ast.Name) else node.asname or node.name
            if bound in (name, "*") and not isinstance(getattr(node, "ctx", None), ast.Load):
                return True
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) and node.name == name:
            return True
    return False


def _roots(folder: Path, data: Mapping[str, Any]) -> Iterator[Path]:
    """The folder, `src`, and the package folders of the build configuration."""
    yield from (folder, folder / "src")
    packages = table(data, "tool", "hatch", "build", "targets", "wheel").get("packages")
    where = table(data, "tool", "setuptools", "packages", "find").get("where")
    listed = [each for each in packages if isinstance(each, str)] if isinstance(packages, list) else []
    yield from dict.fromkeys((folder / each).parent for each in listed)
    if isinstance(where, list):
        yield from (folder / each for each in where if isinstance(each, str))
