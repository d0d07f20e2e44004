"""Loading the plugin of a project that is being written, to see whether it holds what it promises.

This runs the project's code, so it happens only when somebody asks for it, and in a process of its own:
`python -m refrakt.plugins.loading REQUEST` is that process. What the code prints goes to standard error; standard output
carries the answer alone.
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
from refrakt.runes.packages import collect

from .contract import CliPlugin
from .dependencies import normalised
from .discovery import installed
from .python_package import PythonPackage
from .validation import Fault, faults, schema_faults

SECONDS = 30.0


def loaded_faults(package: PythonPackage, folder: Path) -> list[Fault]:
    """What is wrong with what a project's entry points name, found by loading them."""
    from .child import run_module

    request = {
        "name": package.name,
        "plugins": dict(package.plugins),
        "runes": dict(package.runes),
        "roots": [str(each) for each in package.roots if each.is_dir()],
    }
    try:
        finished = run_module(__name__, [json.dumps(request)], folder, SECONDS, f"loading {package.name}")
    except RefraktError as error:
        return [Fault("error", "project.entry-points", error.message)]
    try:
        return [Fault(*each) for each in json.loads(finished.output)]
    except (ValueError, TypeError):
        told = f": {finished.complaint}" if finished.complaint else ""
        return [Fault("error", "project.entry-points", f"loading ended the process with {finished.code}{told}")]


def main(words: list[str]) -> int:
    """Answer one request."""
    answer = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    request = json.loads(words[0])
    sys.path[:0] = request["roots"]
    with answer:
        json.dump(list(_faults(request)), answer)
    return 0


def _faults(request: Mapping[str, Any]) -> Iterator[Fault]:
    for name, value in request["plugins"].items():
        path = f'entry-points."refrakt.plugins".{name}'
        try:
            plugin = _named(value)
        except BaseException as error:  # noqa: BLE001 - whatever stops it, its author wants to know
            yield Fault("error", path, f"it cannot be loaded: {type(error).__name__}: {error}")
            continue
        found = faults(plugin)
        yield from found
        if isinstance(plugin, CliPlugin) and not any(each.level == "error" for each in found):
            yield from schema_faults(plugin)
            yield from _taken(plugin.namespace, request["name"])
    for name, value in request["runes"].items():
        yield from _runes(f'entry-points."refrakt.runes".{name}', value)


def _named(value: str) -> Any:
    module, _, path = value.partition(":")
    found: Any = import_module(module)
    for name in path.split("."):
        found = getattr(found, name)
    return found


def _taken(namespace: str, name: str) -> Iterator[Fault]:
    """Whether another plugin that is installed here has the same namespace."""
    for each in installed(Path.cwd())[0]:
        if normalised(each.distribution) == normalised(name):
            continue
        try:
            other = each.entry.load()
        except BaseException:  # noqa: BLE001 - a broken neighbour is not what was asked about
            continue
        if getattr(other, "namespace", None) == namespace:
            yield Fault("warning", "namespace", f"`{namespace}` is the namespace of {each.distribution} already")


def _runes(path: str, value: str) -> Iterator[Fault]:
    try:
        package = collect(value)
    except BaseException as error:  # noqa: BLE001 - whatever stops it, its author wants to know
        yield Fault("error", path, f"it cannot be loaded: {type(error).__name__}: {error}")
        return
    if not package.runes:
        yield Fault("error", path, "there is no rune in it")
    for rune in package.runes.values():
        if not rune.about:
            yield Fault("warning", f"runes.{rune.name}", "it has no description")
        if not rune.sample and not rune.internal:
            yield Fault("warning", f"runes.{rune.name}", "it has no sample")
        elif rune.sample and f"{{% {rune.name}" not in rune.sample:
            yield Fault("warning", f"runes.{rune.name}.sample", "it does not use the rune")


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
