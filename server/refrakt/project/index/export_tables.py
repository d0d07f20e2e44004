"""The tables of a site index: for each exported word, what the files export under it.

Each table is updated with the difference between two versions of a file. Lists are kept sorted by path, so that answers do not
depend on the order in which files were read, and are updated by bisection: a hundred thousand files may share one word.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Any, Protocol, TypeVar

from refrakt.project.index.entity_records import EntityRecord

Value = TypeVar("Value")
Answer_co = TypeVar("Answer_co", covariant=True)


class ExportTable(Protocol[Answer_co]):
    """One exported fact of all files: for each word, the answer to a query."""

    def get(self, word: str, /) -> Answer_co | None: ...

    def keys(self) -> Collection[str]: ...

    def update_file(self, path: str, old: Mapping[str, Any], new: Mapping[str, Any]) -> None:
        """Replace what a file exports."""


class PathTable(dict[str, list[str]]):
    """The files that export a word, sorted by path; those that `sorts_last` selects by their value come last."""

    def __init__(self, sorts_last: Callable[[Any], bool] = lambda value: False) -> None:
        super().__init__()
        self._sorts_last = sorts_last
        self._last: set[str] = set()

    def update_file(self, path: str, old: Mapping[str, Any], new: Mapping[str, Any]) -> None:
        was_last, is_last = path in self._last, any(map(self._sorts_last, new.values()))
        moved = was_last != is_last
        for word in [each for each in old if moved or each not in new]:
            paths = self[word]
            del paths[self._position(paths, path)]
            if not paths:
                del self[word]
        if is_last:
            self._last.add(path)
        else:
            self._last.discard(path)
        for word in [each for each in new if moved or each not in old]:
            paths = self.setdefault(word, [])
            paths.insert(self._position(paths, path), path)

    def _position(self, paths: list[str], path: str) -> int:
        return bisect_left(paths, self._order(path), key=self._order) if self._last else bisect_left(paths, path)

    def _order(self, path: str) -> tuple[bool, str]:
        return path in self._last, path


class CountTable(Counter[str]):
    """How often a word is exported; the value is the count of one file."""

    def update_file(self, path: str, old: Mapping[str, int], new: Mapping[str, int]) -> None:
        for word, count in new.items():
            self[word] = self.get(word, 0) + count
        for word, count in old.items():
            self[word] -= count
            if self[word] <= 0:
                del self[word]


class NameTable(dict[str, dict[str, int]]):
    """The names exported under a word, each with the number of files that export it."""

    def update_file(self, path: str, old: Mapping[str, Collection[str]], new: Mapping[str, Collection[str]]) -> None:
        for word in _different(old, new):
            counts = self.setdefault(word, {})
            for name in new.get(word, ()):
                counts[name] = counts.get(name, 0) + 1
            for name in old.get(word, ()):
                counts[name] -= 1
                if not counts[name]:
                    del counts[name]
            if not counts:
                del self[word]


class RecordTable(dict[str, list[EntityRecord]]):
    """The entities declared under a word, sorted by path, type and title."""

    def update_file(
        self, path: str, old: Mapping[str, Collection[EntityRecord]], new: Mapping[str, Collection[EntityRecord]]
    ) -> None:
        for word in _different(old, new):
            records = self.setdefault(word, [])
            del records[bisect_left(records, path, key=_path) : bisect_right(records, path, key=_path)]
            for each in new.get(word, ()):
                records.insert(bisect_right(records, _order(each), key=_order), each)
            if not records:
                del self[word]


class ValueTable(dict[str, Value]):
    """The value of a word that only one file exports, such as its path."""

    def update_file(self, path: str, old: Mapping[str, Value], new: Mapping[str, Value]) -> None:
        for word in old.keys() - new.keys():
            del self[word]
        self.update(new)


def _different(old: Mapping[str, Value], new: Mapping[str, Value]) -> Iterable[str]:
    if not old or not new:
        return old or new
    return [word for word in old.keys() | new.keys() if old.get(word) != new.get(word)]


def _path(record: EntityRecord) -> str:
    return record.path


def _order(record: EntityRecord) -> tuple[str, str, str]:
    return record.path, record.type, record.title or ""
