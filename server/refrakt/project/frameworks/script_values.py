"""Values of scripts as plain data, with `UNREAD` for each part that is only known when the script runs."""

from __future__ import annotations

import posixpath
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from refrakt.project.confinement import confined_path
from refrakt.project.folder_scan import FEW_ENTRIES, FolderScan
from refrakt.project.frameworks.config_values import UNREAD
from refrakt.project.frameworks.site_files import SiteFiles
from refrakt.runes.javascript.values import UNDEFINED, JsArray, JsObject, Property, force

if TYPE_CHECKING:
    from tree_sitter import Node as SyntaxNode

    from refrakt.runes.javascript.module_graph import ModuleGraph
    from refrakt.runes.javascript.script_module import ScriptModule

MOST_VALUES = 50_000
_DEEPEST = 12
_MOST_NAMES = 5_000


class RepositorySources:
    """The files of a repository for the evaluator, by their paths below its top."""

    def __init__(self, files: SiteFiles) -> None:
        self._files = files
        self._scan = FolderScan(FEW_ENTRIES)

    @property
    def cut_off(self) -> bool:
        """Whether files were not listed, so that one that seems to be missing may exist."""
        return self._scan.cut_off or self._files.cut_off

    def read(self, path: str) -> bytes | None:
        return self._files.read(self._files.top / path)

    def names(self, folder: str) -> Sequence[str]:
        inside = confined_path(self._files.top, folder)
        if inside is None:
            return ()
        try:
            entries = self._scan.entries(inside)
        except (OSError, ValueError):
            return ()
        return [entry.name for entry in entries[:_MOST_NAMES]]


def evaluated(graph: ModuleGraph, module: ScriptModule, node: SyntaxNode) -> JsObject | None:
    """The object of an expression, evaluated where it is written."""
    value = graph.guarded(lambda: module.frame.evaluate(node))
    return value if isinstance(value, JsObject) else None


def values_of(graph: ModuleGraph, value: JsObject | None, keys: Iterable[str]) -> dict[str, Any]:
    """Some keys of an object as plain data."""
    if value is None:
        return dict.fromkeys(keys, UNREAD)
    left = [MOST_VALUES]
    return {key: _plain(graph.guarded(lambda key=key: value.get(key)), left, 0) for key in keys}  # type: ignore[misc]


def plain(value: Property) -> Any:
    """A value as plain data; undefined is None."""
    return _plain(value, [MOST_VALUES], 0)


def _plain(value: Property, left: list[int], depth: int) -> Any:
    left[0] -= 1
    value = force(value)
    if value is None or isinstance(value, bool | int | float | str):
        return value
    if value is UNDEFINED:
        return None
    if depth >= _DEEPEST or left[0] < 0:
        return UNREAD
    if isinstance(value, JsArray):
        items = [_plain(each, left, depth + 1) for each in value.items]
        return items if value.open is None else [*items, UNREAD]
    if isinstance(value, JsObject):
        return {key: _plain(each, left, depth + 1) for key, each in value.properties.items()}
    return UNREAD


def relative_to_top(files: SiteFiles, path: str) -> str:
    """A path of the project as one of its repository."""
    inside = files.root.relative_to(files.top).as_posix()
    joined = posixpath.normpath(posixpath.join(inside, path)) if path else inside
    return "" if joined == "." else joined
