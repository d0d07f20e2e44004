"""How the pages of a site use tags: the vocabulary of a site whose schema is not, or not completely, known.

The table counts uses, pages, attributes and values by tag, and is updated with the difference between two versions of a file. Near
misses are rare names that differ by one letter from a name that is used often.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple, TypeVar

from refrakt.project.pages.page_facts import TagUse

_RARE = 5
"""How often a misspelt name is used at most."""
_TIMES = 4
"""How many times as often the intended name is used at least."""
_SHORTEST = 4
"""Shorter names often differ by one letter: `tab` and `tag`."""

T = TypeVar("T")


class FileTagUse(NamedTuple):
    """How one file uses one tag."""

    uses: int
    closed: int
    """How many uses have a closing tag."""
    attributes: Counter[str]
    values: Counter[tuple[str, str]]
    """The values that are recorded, each with its attribute."""


@dataclass(slots=True)
class TagTotals:
    """How a site uses one tag."""

    uses: int = 0
    files: int = 0
    closed: int = 0
    attributes: Counter[str] = field(default_factory=Counter)
    values: Counter[tuple[str, str]] = field(default_factory=Counter)

    def values_of(self, attribute: str) -> list[tuple[str, int]]:
        """The values of an attribute with their counts, the most frequent first."""
        found = [(value, count) for (name, value), count in self.values.items() if name == attribute]
        return sorted(found, key=lambda each: (-each[1], each[0]))

    def add(self, use: FileTagUse, sign: int) -> None:
        """Add the uses of a file, or with -1 remove them."""
        self.uses += sign * use.uses
        self.files += sign
        self.closed += sign * use.closed
        _add(self.attributes, use.attributes, sign)
        _add(self.values, use.values, sign)


def _add(total: Counter[T], counts: Counter[T], sign: int) -> None:
    for key, count in counts.items():
        total[key] += sign * count
        if not total[key]:
            del total[key]


def uses_by_tag(tags: Iterable[TagUse]) -> dict[str, FileTagUse]:
    """How a file uses each tag."""
    grouped: dict[str, list[TagUse]] = {}
    for each in tags:
        grouped.setdefault(each.name, []).append(each)
    return {name: _file_use(uses) for name, uses in grouped.items()}


def _file_use(uses: list[TagUse]) -> FileTagUse:
    written = [attribute for each in uses for attribute in each.attributes]
    return FileTagUse(
        len(uses),
        sum(each.closing is not None for each in uses),
        Counter(name for name, _ in written),
        Counter((name, value) for name, value in written if value is not None),
    )


class TagUseTable(dict[str, TagTotals]):
    """How a site uses each tag, by name."""

    def update_file(self, path: str, old: Mapping[str, FileTagUse], new: Mapping[str, FileTagUse]) -> None:
        for uses, sign in ((new, 1), (old, -1)):
            for name, use in uses.items():
                totals = self.setdefault(name, TagTotals())
                totals.add(use, sign)
                if not totals.uses:
                    del self[name]


class NearMiss(NamedTuple):
    """The name that a rare name is one letter away from, and how often each is used."""

    near: str
    uses: int
    near_uses: int


def near_misses(totals: Mapping[str, TagTotals], known: Collection[str]) -> dict[str, NearMiss]:
    """The rare names that are not known and one letter away from a frequent name."""
    rare = [name for name, each in totals.items() if each.uses <= _RARE and name not in known]
    found: dict[str, NearMiss] = {}
    for name in rare:
        uses = totals[name].uses
        frequent = ((each.uses, near) for near, each in totals.items() if each.uses >= _TIMES * uses)
        close = [(often, near) for often, near in frequent if _is_misspelt(name, near)]
        if close:
            often, near = max(close)
            found[name] = NearMiss(near, uses, often)
    return found


def _is_misspelt(name: str, near: str) -> bool:
    """Whether two names differ by one letter. A final `s` is a plural, and a digit is a number."""
    from rapidfuzz.distance import DamerauLevenshtein

    if min(len(name), len(near)) < _SHORTEST or abs(len(name) - len(near)) > 1:
        return False
    if name == f"{near}s" or near == f"{name}s" or _digits(name) != _digits(near):
        return False
    return DamerauLevenshtein.distance(name, near, score_cutoff=1) == 1


def _digits(name: str) -> str:
    return "".join(filter(str.isdigit, name))
