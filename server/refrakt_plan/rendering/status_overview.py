"""The text output of `plan status`: bars, then blocked, ready and done entities.

A bar is full only if everything is done, and not empty as soon as something is. Lines fit the terminal; titles are truncated.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from refrakt_plan.rendering.printable_text import display_width, one_line, truncate
from refrakt_plan.rendering.terminal import Terminal
from refrakt_plan.vocabulary import TYPES, EntityType, Sentiment

Json = dict[str, Any]
_BAR = 24
_BAR_COLUMN = 19
"""The column of a bar: after the type's name and count."""
_NARROW = 60
"""With fewer columns there is no room for bars beside their legends."""
_ORDER: tuple[Sentiment, ...] = ("positive", "active", "negative", "caution", "neutral")
"""The segments of a bar, from the left."""
_MIN_BAR = 8
"""The minimum width of a bar."""
_MAX_LISTED = 12


def overview(status: Json, terminal: Terminal) -> str:
    """The result of `plan status` as text."""
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
        yield self._listed("Blocked", ((each, _blocked_by(each["blockedBy"])) for each in status["blocked"]))
        yield self._listed("Ready", ((each, f"({each['priority']}, {each['complexity']})") for each in status["ready"]))
        yield self._listed("Done", ((each, "") for each in status["done"]), dated=True)
        finished = [(each, "") for each in status["specRollups"] if each["suggestImplemented"]]
        yield self._listed("All work done, status could be `implemented`", finished)
        yield self._titled("Warnings", [f"  {one_line(each['message'])}" for each in status["warnings"]])

    def _milestone(self) -> Iterator[str]:
        milestone = self._status.get("milestone")
        if not milestone:
            return
        done, total = milestone["done"], milestone["total"]
        share = f" ({_percent(done, total)}%)" if total else ""
        due = f"  due {one_line(milestone['target'])}" if "target" in milestone else ""
        counts = self._truncate(f"{done}/{total}{share}{due}", _MIN_BAR + 1)
        room = max(_MIN_BAR, min(_BAR * 2, self._terminal.width - display_width(counts) - 1))
        filled = _filled(done, total, room)
        bar = self._terminal.bar("positive", filled) + self._terminal.bar("neutral", room - filled)
        yield self._terminal.strong(self._truncate(one_line(milestone["name"]), 0))
        yield f"{bar} {counts}"

    def _count(self, kind: EntityType, counts: Json) -> Iterator[str]:
        """The number of entities of a type by status: a bar and its legend."""
        by_status: Mapping[str, int] = counts["byStatus"]
        head = f"{kind.plural:<12}{counts['total']:>5}  "
        if not by_status:
            yield head.rstrip()
            return
        bar, column = "", _BAR_COLUMN
        if self._terminal.width >= _NARROW:
            bar, column = self._stacked_bar(kind, by_status) + "  ", _BAR_COLUMN + _BAR + 2
        order = [*kind.display, *sorted(by_status.keys() - set(kind.display))]
        items = [(f"{by_status[name]} {one_line(name)}", _sentiment(kind, name)) for name in order if name in by_status]
        for number, line in enumerate(self._wrapped(items, self._terminal.width - column)):
            yield (head + bar if not number else " " * column) + line

    def _stacked_bar(self, kind: EntityType, by_status: Mapping[str, int]) -> str:
        counted = dict.fromkeys(_ORDER, 0)
        for name, count in by_status.items():
            counted[_sentiment(kind, name)] += count
        parts = _split_bar(list(counted.values()), _BAR)
        return "".join(self._terminal.bar(name, count) for name, count in zip(_ORDER, parts, strict=True))

    def _wrapped(self, items: list[tuple[str, Sentiment]], room: int) -> Iterator[str]:
        """Comma-separated items, in as many lines as necessary."""
        line, used = "", 0
        for number, (item, sentiment) in enumerate(items):
            comma = "," if number < len(items) - 1 else ""
            length = display_width(item) + len(comma)
            if line and used + 1 + length > room:
                yield line
                line, used = "", 0
            line += (" " if line else "") + self._terminal.tinted(item, sentiment) + comma
            used += length + bool(used)
        yield line

    def _listed(self, title: str, entries: Iterable[tuple[Json, str]], dated: bool = False) -> list[str]:
        lines = []
        for each, note in entries:
            date = f"{one_line(each.get('date', '?')):<10}  " if dated else ""
            head = f"  {date}{one_line(each.get('id', '?'))}"
            tail = f"  {one_line(note)}" if note else ""
            room = self._terminal.width - display_width(head) - 2
            # A title without room is left out; then the note is truncated.
            tail = truncate(tail, max(0, room - 10), self._terminal.ellipsis)
            name = truncate(
                one_line(each.get("title", "")), max(0, room - display_width(tail)), self._terminal.ellipsis
            )
            lines.append(f"{head}  {name}{tail}".rstrip())
        return self._titled(title, lines)

    def _titled(self, title: str, lines: list[str]) -> list[str]:
        """The beginning of a list, below its title."""
        shown = lines[:_MAX_LISTED]
        if len(lines) > len(shown):
            shown.append(f"  and {len(lines) - len(shown)} more; `--format json` lists all")
        if not shown:
            return []
        return [self._terminal.strong(self._truncate(title, 0)), *(self._truncate(line, 0) for line in shown)]

    def _truncate(self, text: str, used: int) -> str:
        return truncate(text, self._terminal.width - used, self._terminal.ellipsis)


def _sentiment(kind: EntityType, status: str) -> Sentiment:
    declared = kind.statuses.get(status)
    return declared.sentiment if declared else "neutral"


def _blocked_by(ids: list[str]) -> str:
    return f"(blocked by {', '.join(ids)})" if ids else ""


def _filled(done: int, total: int, cells: int) -> int:
    """The filled length of a bar: not 0 if anything is done, full only if everything is."""
    if not done or not total:
        return 0
    return cells if done >= total else min(cells - 1, max(1, done * cells // total))


def _percent(done: int, total: int) -> int:
    """The rounded percentage; 0 and 100 only if nothing or everything is done."""
    return 100 * (done > 0) if done in (0, total) else min(99, max(1, (done * 200 + total) // (total * 2)))


def _split_bar(counts: list[int], cells: int) -> list[int]:
    """The segments of a bar in proportion to these counts: they fill it, and each count above 0 has a segment."""
    total = sum(counts)
    parts = [max(1, count * cells // total) if count else 0 for count in counts]
    # The longest segment absorbs rounding errors, where they show least.
    parts[parts.index(max(parts))] += cells - sum(parts)
    return parts
