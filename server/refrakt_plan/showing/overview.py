"""Where a project stands, on a terminal: bars first, then what is blocked, ready and done.

A bar is full only when everything is done, and shows a little as soon as anything is. Lines are as long as the terminal is
wide; titles give way.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from refrakt_plan.showing.printing import cells, cut, one_line
from refrakt_plan.showing.terminal import Terminal
from refrakt_plan.vocabulary import TYPES, EntityType, Sentiment

Json = dict[str, Any]
_BAR = 24
_LEGEND_AT = 19
"""The column of a bar in the line of a type: behind its name and number."""
_NARROW = 60
"""In fewer columns than this there is no room for bars beside their legends."""
_ORDER: tuple[Sentiment, ...] = ("positive", "active", "negative", "caution", "neutral")
"""The parts of a bar, from the left."""
_SHORTEST = 8
"""A bar with fewer cells than this shows nothing."""
_MOST_LISTED = 12


def overview(status: Json, terminal: Terminal) -> str:
    """What `plan status` answers, for people."""
    return _Overview(status, terminal).text()


class _Overview:
    def __init__(self, status: Json, terminal: Terminal) -> None:
        self._status = status
        self._terminal = terminal

    def text(self) -> str:
        return "\n\n".join("\n".join(part) for part in self._parts() if part)

    def _parts(self) -> Iterator[list[str]]:
        status = self._status
        yield list(self._milestone())
        kinds = [(kind, status["counts"][kind.plural]) for kind in TYPES.values() if kind.plural in status["counts"]]
        yield [line for kind, counts in kinds for line in self._count(kind, counts)]
        yield self._listed("Blocked", ((each, _behind(each["blockedBy"])) for each in status["blocked"]))
        yield self._listed("Ready", ((each, f"({each['priority']}, {each['complexity']})") for each in status["ready"]))
        yield self._listed("Done", ((each, "") for each in status["done"]), dated=True)
        finished = [(each, "") for each in status["specRollups"] if each["suggestImplemented"]]
        yield self._listed("All work done, could be `implemented`", finished)
        yield self._titled("Warnings", [f"  {one_line(each['message'])}" for each in status["warnings"]])

    def _milestone(self) -> Iterator[str]:
        milestone = self._status.get("milestone")
        if not milestone:
            return
        done, total = milestone["done"], milestone["total"]
        share = f" ({_percent(done, total)}%)" if total else ""
        due = f"  due {one_line(milestone['target'])}" if "target" in milestone else ""
        words = self._cut(f"{done}/{total}{share}{due}", _SHORTEST + 1)
        room = max(_SHORTEST, min(_BAR * 2, self._terminal.width - cells(words) - 1))
        filled = _filled(done, total, room)
        bar = self._terminal.stretch("positive", filled) + self._terminal.stretch("neutral", room - filled)
        yield self._terminal.strong(self._cut(one_line(milestone["name"]), 0))
        yield f"{bar} {words}"

    def _count(self, kind: EntityType, counts: Json) -> Iterator[str]:
        """How many of a type there are in which status: a bar, and what it means."""
        by_status: Mapping[str, int] = counts["byStatus"]
        head = f"{kind.plural:<12}{counts['total']:>5}  "
        if not by_status:
            yield head.rstrip()
            return
        bar, behind = "", _LEGEND_AT
        if self._terminal.width >= _NARROW:
            bar, behind = self._stacked(kind, by_status) + "  ", _LEGEND_AT + _BAR + 2
        order = [*kind.display, *sorted(by_status.keys() - set(kind.display))]
        words = [(f"{by_status[name]} {one_line(name)}", _sentiment(kind, name)) for name in order if name in by_status]
        for number, line in enumerate(self._wrapped(words, self._terminal.width - behind)):
            yield (head + bar if not number else " " * behind) + line

    def _stacked(self, kind: EntityType, by_status: Mapping[str, int]) -> str:
        counted = dict.fromkeys(_ORDER, 0)
        for name, count in by_status.items():
            counted[_sentiment(kind, name)] += count
        parts = _parted(list(counted.values()), _BAR)
        return "".join(self._terminal.stretch(name, count) for name, count in zip(_ORDER, parts, strict=True))

    def _wrapped(self, words: list[tuple[str, Sentiment]], room: int) -> Iterator[str]:
        """Words with commas between them, in as many lines as they need."""
        line, used = "", 0
        for number, (word, sentiment) in enumerate(words):
            comma = "," if number < len(words) - 1 else ""
            length = cells(word) + len(comma)
            if line and used + 1 + length > room:
                yield line
                line, used = "", 0
            line += (" " if line else "") + self._terminal.tinted(word, sentiment) + comma
            used += length + bool(used)
        yield line

    def _listed(self, title: str, entries: Iterable[tuple[Json, str]], dated: bool = False) -> list[str]:
        lines = []
        for each, remark in entries:
            date = f"{one_line(each.get('date', '?')):<10}  " if dated else ""
            head = f"  {date}{one_line(each.get('id', '?'))}"
            tail = f"  {one_line(remark)}" if remark else ""
            room = self._terminal.width - cells(head) - 2
            # A title of which nothing would be left is left out, and then the remark gives way.
            tail = cut(tail, max(0, room - 10), self._terminal.dots)
            name = cut(one_line(each.get("title", "")), max(0, room - cells(tail)), self._terminal.dots)
            lines.append(f"{head}  {name}{tail}".rstrip())
        return self._titled(title, lines)

    def _titled(self, title: str, lines: list[str]) -> list[str]:
        """A list below its title; of a long one the beginning."""
        shown = lines[:_MOST_LISTED]
        if len(lines) > len(shown):
            shown.append(f"  and {len(lines) - len(shown)} more; `--format json` has all")
        return [self._terminal.strong(self._cut(title, 0)), *(self._cut(line, 0) for line in shown)] if shown else []

    def _cut(self, text: str, used: int) -> str:
        return cut(text, self._terminal.width - used, self._terminal.dots)


def _sentiment(kind: EntityType, status: str) -> Sentiment:
    known = kind.statuses.get(status)
    return known.sentiment if known else "neutral"


def _behind(ids: list[str]) -> str:
    return f"(waits for {', '.join(ids)})" if ids else ""


def _filled(done: int, total: int, cells: int) -> int:
    """How much of a bar is filled: something if anything is done, all of it only if everything is."""
    if not done or not total:
        return 0
    return cells if done >= total else min(cells - 1, max(1, done * cells // total))


def _percent(done: int, total: int) -> int:
    """The nearest whole percentage; nothing and everything are only said of nothing and everything."""
    return 100 * (done > 0) if done in (0, total) else min(99, max(1, (done * 200 + total) // (total * 2)))


def _parted(counts: list[int], cells: int) -> list[int]:
    """A bar parted like these numbers: all of it is used, and whatever there is of is seen."""
    total = sum(counts)
    parts = [max(1, count * cells // total) if count else 0 for count in counts]
    # What rounding has left over or taken too much goes to the longest part, where it shows least.
    parts[parts.index(max(parts))] += cells - sum(parts)
    return parts
