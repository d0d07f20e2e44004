"""The tables of a site index: for each exported term, what the files export under it.

Each table is updated with the difference between two versions of a file. Lists are kept sorted by path, so that results do not
depend on the order in which files were read, and are updated by bisection: a hundred thousand files may share one term.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Any, Protocol, TypeVar

from refrakt.project.index.entity_records import EntityRecord

Value = TypeVar("Value")
Result_co = TypeVar("Result_co", covariant=True)


class ExportTable(Protocol[Result_co]):
    """One exported fact of all files: for each term, the result of a query."""

    def get(self, term: str, /) -> Result_co | None: ...

    def keys(self) -> Collection[str]: ...

    def update_file(self, path: str, old: Mapping[str, Any], new: Mapping[str, Any]) -> None:
        """Replace what a file exports."""


class PathTable(dict[str, list[str]]):
    """The files that export a term, sorted by path; those that `sorts_last` selects by their value come last."""

    def __init__(self, sorts_last: Callable[[Any], bool] = lambda value: False) -> None:
        super().__init__()
        self._sorts_last = sorts_last
        self._last: set[str] = set()

    def update_file(self, path: str, old: Mapping[str, Any], new: Mapping[str, Any]) -> None:
        was_last, is_last = path in self._last, any(map(self._sorts_last, new.values()))
        moved = was_last != is_last
        for term in [each for each in old if moved or each not in new]:
            paths = self[term]
            del paths[self._position(paths, path)]
            if not paths:
                del self[term]
        if is_last:
            self._last.add(path)
        else:
            self._last.discard(path)
        for term in [each for each in new if moved or each not in old]:
            paths = self.setdefault(term, [])
            paths.insert(self._position(paths, path), path)

    def _position(self, paths: list[str], path: str) -> int:
        return bisect_left(paths, self._order(path), key=self._order) if self._last else bisect_left(paths, path)

    def _order(self, path: str) -> tuple[bool, str]:
        return path in self._last, path


class CountTable(Counter[str]):
    """How often a term is exported; the value is the count of one file."""

    def update_file(self, path: str, old: Mapping[str, int], new: Mapping[str, int]) -> None:
        for term, count in new.items():
            self[term] = self.get(term, 0) + count
        for term, count in old.items():
            self[term] -= count
            if self[term] <= 0:
                del self[term]


class NameTable(dict[str, dict[str, int]]):
    """The names exported under a term, each with the number of files that export it."""

    def update_file(self, path: str, old: Mapping[str, Collection[str]], new: Mapping[str, Collection[str]]) -> None:
        for term in _different(old, new):
            counts = self.setdefault(term, {})
            for name in new.get(term, ()):
                counts[name] = counts.get(name, 0) + 1
            for name in old.get(term, ()):
                counts[name] -= 1
                if not counts[name]:
                    del counts[name]
            if not counts:
                del self[term]


class RecordTable(dict[str, list[EntityRecord]]):
    """The entities declared under a term, sorted by path, type and title."""

    def update_file(
        self, path: str, old: Mapping[str, Collection[EntityRecord]], new: Mapping[str, Collection[EntityRecord]]
    ) -> None:
        for term in _different(old, new):
            records = self.setdefault(term, [])
            del records[bisect_left(records, path, key=_path) : bisect_right(records, path, key=_path)]
            for each in new.get(term, ()):
                records.insert(bisect_right(records, _order(each), key=_order), each)
            if not records:
                del self[term]


class OrderedRecordTable(dict[str, list[EntityRecord]]):
    """The entities declared under a term, sorted by path, those of one file in the order of the file."""

    def update_file(
        self, path: str, old: Mapping[str, Collection[EntityRecord]], new: Mapping[str, Collection[EntityRecord]]
    ) -> None:
        for term in _different(old, new):
            records = self.setdefault(term, [])
            start = bisect_left(records, path, key=_path)
            records[start : bisect_right(records, path, key=_path)] = new.get(term, ())
            if not records:
                del self[term]


class ValueTable(dict[str, Value]):
    """The value of a term that only one file exports, such as its path."""

    def update_file(self, path: str, old: Mapping[str, Value], new: Mapping[str, Value]) -> None:
        for term in old.keys() - new.keys():
            del self[term]
        self.update(new)


def _different(old: Mapping[str, Value], new: Mapping[str, Value]) -> Iterable[str]:
    if not old or not new:
        return old or new
    return [term for term in old.keys() | new.keys() if old.get(term) != new.get(term)]


def _path(record: EntityRecord) -> str:
    return record.path


def _order(record: EntityRecord) -> tuple[str, str, str]:
    return record.path, record.type, record.title or ""
