"""Rewriting text without touching what need not be touched: the edits between two texts, and the marks lines begin with."""

from __future__ import annotations

from collections.abc import Iterator
from difflib import SequenceMatcher

from refrakt.markdoc import Document
from refrakt.rules.places import line_end, line_start

from ..answers import Range, Replacement
from .selecting import Blocks


def differences(old: str, new: str) -> Iterator[Replacement]:
    """The edits that make one text of another, line by line."""
    before, after = old.splitlines(keepends=True), new.splitlines(keepends=True)
    first = _alike(before, after)
    last = _alike(before[first:][::-1], after[first:][::-1])
    starts = [0]
    for line in before:
        starts.append(starts[-1] + len(line))
    middle = before[first : len(before) - last], after[first : len(after) - last]
    for kind, a, b, c, d in SequenceMatcher(None, *middle).get_opcodes():
        if kind != "equal":
            place = Range(starts[first + a], starts[first + b])
            yield _narrowed(old, place, "".join(middle[1][c:d]))


def _alike(one: list[str], other: list[str]) -> int:
    """How many lines are the same from the beginning on."""
    return next((n for n, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))


def _narrowed(text: str, place: Range, new: str) -> Replacement:
    """An edit without what it leaves as it is at its ends, so that a cursor in the line keeps its place."""
    old = text[place.start : place.end]
    most = min(len(old), len(new))
    lead = next((n for n in range(most) if old[n] != new[n]), most)
    most -= lead
    tail = next((n for n in range(most) if old[-1 - n] != new[-1 - n]), most)
    return Replacement(Range(place.start + lead, place.end - tail), new[lead : len(new) - tail])


def marks_before(document: Document, offset: int) -> str:
    """What a further line must begin with to stand where an offset does: in lists that is white space, in quotes their sign."""
    text = document.text
    lead = text[line_start(text, offset) : offset]
    return "".join(mark if mark in " \t>" else " " for mark in lead)


def around_blocks(blocks: Blocks, head: str, tail: str) -> list[Replacement]:
    """A line before whole blocks and a line behind them, each where the blocks stand, and free of what is around."""
    document, place = blocks.document, blocks.place
    marks = marks_before(document, place.start)
    begin = line_start(document.text, place.start)
    alone = not document.text[begin : place.start].strip(" \t>")
    # Tags stand by themselves wherever they are; an empty line is for the eye, and in a list it would mean something.
    in_item = bool(blocks.parents) and blocks.parents[-1].type == "item"
    above, below = (False, False) if in_item else gaps(blocks)
    gap = f"{marks.rstrip()}\n" if above else ""
    first = f"{gap}{marks}{head}\n" if alone else f"{head}\n{marks}"
    last = f"\n{marks}{tail}" + (f"\n{marks.rstrip()}" if below else "")
    return [
        Replacement(Range(begin, begin) if alone else Range(place.start, place.start), first),
        Replacement(Range(place.end, place.end), last),
    ]


def gaps(blocks: Blocks) -> tuple[bool, bool]:
    """Whether something stands right above blocks, or right below them, that what is put in their place would run into."""
    text, (start, end) = blocks.document.text, blocks.place
    before, behind = blocks.siblings
    above = bool(before) and not _is_free_above(text, line_start(text, start))
    return above, bool(behind) and not _is_free_below(text, end)


def _is_free_above(text: str, begin: int) -> bool:
    """Whether the line before one is empty, or a tag."""
    end = begin - (2 if text.startswith("\r\n", begin - 2) else 1)
    line = text[line_start(text, end) : end].strip(" \t>")
    return not line or line.endswith("%}")


def _is_free_below(text: str, at: int) -> bool:
    """The same for the line behind the one an offset is in."""
    end = line_end(text, at)
    begin = end + (2 if text.startswith("\r\n", end) else 1)
    line = text[begin : line_end(text, begin)].strip(" \t>") if begin < len(text) else ""
    return not line or line.startswith("{%")
