"""Loads the plugin in a project folder and validates it.

This runs code of the project, so it happens only on request, and in a child process:
`python -m refrakt.plugins.plugin_loader REQUEST`. Prints of the code go to standard error; standard output carries only the
answer.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator, Mapping
from importlib import import_module
from pathlib import Path
from typing import Any

from refrakt.errors import RefraktError
from refrakt.plugins.discovery import installed
from refrakt.plugins.plain_data import error_text
from refrakt.plugins.plugin_validation import PluginProblem, checked_plugin, schema_problems
from refrakt.plugins.project_dependencies import normalised
from refrakt.plugins.python_package import PythonPackage
from refrakt.runes.packages import collect

LOAD_TIMEOUT = 30.0


def problems_when_loaded(package: PythonPackage, folder: Path) -> list[PluginProblem]:
    """The problems of a project's entry points, found by loading them."""
    from refrakt.project.python_process import run_module

    request = {
        "name": package.name,
        "plugins": dict(package.plugins),
        "runes": dict(package.runes),
        "roots": [str(each) for each in package.roots if each.is_dir()],
    }
    try:
        finished = run_module(__name__, [json.dumps(request)], folder, LOAD_TIMEOUT, f"loading {package.name}")
    except RefraktError as error:
        return [PluginProblem("error", "project.entry-points", error.message)]
    try:
        return [PluginProblem(*each) for each in json.loads(finished.output)]
    except (ValueError, TypeError):
        reason = f": {finished.errors}" if finished.errors else ""
        return [
            PluginProblem(
                "error", "project.entry-points", f"loading ended the process with exit code {finished.code}{reason}"
            )
        ]


def main(arguments: list[str]) -> int:
    """Handle one request."""
    answer = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    request = json.loads(arguments[0])
    sys.path[:0] = request["roots"]
    with answer:
        json.dump(list(_problems(request)), answer)
    return 0


def _problems(request: Mapping[str, Any]) -> Iterator[PluginProblem]:
    for name, value in request["plugins"].items():
        path = f'entry-points."refrakt.plugins".{name}'
        try:
            plugin = _import_object(value)
        except BaseException as error:  # noqa: BLE001 - every failure is reported to the author
            yield PluginProblem("error", path, f"cannot load it: {error_text(error)}")
            continue
        found = checked_plugin(plugin)
        yield from found.problems
        if found.plugin is not None and not found.errors:
            yield from schema_problems(found.plugin)
            yield from _namespace_clashes(found.plugin.namespace, request["name"])
    for name, value in request["runes"].items():
        yield from _runes(f'entry-points."refrakt.runes".{name}', value)


def _import_object(value: str) -> Any:
    module, _, path = value.partition(":")
    found: Any = import_module(module)
    for name in path.split("."):
        found = getattr(found, name)
    return found


def _namespace_clashes(namespace: str, name: str) -> Iterator[PluginProblem]:
    """Other installed plugins with the same namespace."""
    for each in installed(Path.cwd())[0]:
        if normalised(each.distribution) == normalised(name):
            continue
        try:
            other = checked_plugin(each.entry.load(), schemas=False).plugin
        except BaseException:  # noqa: BLE001 - problems of other plugins are not reported here
            continue
        if other is not None and other.namespace == namespace:
            yield PluginProblem("warning", "namespace", f"`{namespace}` is also the namespace of {each.distribution}")


def _runes(path: str, value: str) -> Iterator[PluginProblem]:
    try:
        package = collect(value)
    except BaseException as error:  # noqa: BLE001 - every failure is reported to the author
        yield PluginProblem("error", path, f"cannot load it: {error_text(error)}")
        return
    if not package.runes:
        yield PluginProblem("error", path, "contains no rune")
    for rune in package.runes.values():
        if not rune.about:
            yield PluginProblem("warning", f"runes.{rune.name}", "no description")
        if not rune.sample and not rune.internal:
            yield PluginProblem("warning", f"runes.{rune.name}", "no sample")
        elif rune.sample and f"{{% {rune.name}" not in rune.sample:
            yield PluginProblem("warning", f"runes.{rune.name}.sample", "does not use the rune")


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
