"""A long text made shorter, without taking a piece out of the middle of anything.

A text is cut between its sections, and where one section alone is too long, between its blocks. A tag and all that is in it is
one block, so no tag is ever left open. Where something is missing, a line says so.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from refrakt.plugins.markdoc import parse
from refrakt_plan.reading.outline import OPTIONS

_GAP = "[…]\n\n"
_DEEPEST = 6
"""The level below which there is no heading."""
_LEAST = 200
"""In less room than this a text says nothing."""
_TELLING = 12
"""A shorter heading may be a word like any other."""
_NUMBER = re.compile(r"([0-9]+(?:\.[0-9]+)*)[.):]?\s+")
"""What a heading begins with that others call §6."""
_AHEAD = "x\n\n"
"""Put before a text, so that the parser does not take its beginning for frontmatter."""


@dataclass(frozen=True, slots=True)
class Excerpt:
    text: str
    left_out: tuple[str, ...]
    """The headings of the sections that are missing, in part or with all that is below them; empty for what has none."""


@dataclass(frozen=True, slots=True)
class _Block:
    text: str
    level: int
    """Of the heading it is; 0 for everything else."""
    title: str


def excerpt(text: str, room: int, cost: Callable[[str], int] = len, mentioned_in: str = "") -> Excerpt:
    """As much of a text as there is room for, section by section; a section that is too long gives way to those behind it.

    Sections that another text names by their headings come before the rest.
    """
    if cost(text) <= room:
        return Excerpt(text, ())
    sections = _sections(text) if room >= _LEAST else []
    gap = cost(_GAP)
    left = room - gap
    kept: dict[int, str] = {}
    mention = mentioned_in.casefold()
    first = {number for number, section in enumerate(sections) if _is_named(section[0].title, mention)}
    given_up = _DEEPEST
    for number in sorted(range(len(sections)), key=lambda number: number not in first):
        section = sections[number]
        level = section[0].level
        if number not in first and level > given_up:
            continue
        part = _beginning(section, left - gap, gap, cost)
        if part:
            kept[number] = part
            left -= cost(part) + gap
        if number not in first:
            given_up = level if level and not part else _DEEPEST
    for number in [number for number in kept if len(sections[number]) == 1 and sections[number][0].level]:
        # A heading with nothing below it says nothing.
        if number + 1 not in kept:
            del kept[number]
    return Excerpt(_joined(sections, kept), _missing(sections, kept))


def _is_named(title: str, text: str) -> bool:
    """Whether a text names a heading, by its words or by its number."""
    number = _NUMBER.match(title)
    words = title[number.end() :] if number else title
    if len(words) >= _TELLING and words.casefold() in text:
        return True
    return number is not None and re.search(rf"§ ?{re.escape(number[1])}(?!\.?[0-9])", text) is not None


def _joined(sections: list[list[_Block]], kept: dict[int, str]) -> str:
    pieces: list[str] = []
    for number, section in enumerate(sections):
        if number in kept:
            pieces.append(kept[number])
        if kept and _is_cut(section, kept.get(number)) and pieces[-1:] != [_GAP]:
            pieces.append(_GAP)
    return "".join(pieces).strip()


def _missing(sections: list[list[_Block]], kept: dict[int, str]) -> tuple[str, ...]:
    """The headings of what is cut, but for those below a heading that is named already."""
    found: dict[str, None] = {}
    above = _DEEPEST
    for number, section in enumerate(sections):
        level = section[0].level
        if _is_cut(section, kept.get(number)):
            if level <= above:
                found[section[0].title] = None
                above = level if number not in kept and level else _DEEPEST
        elif level <= above:
            above = _DEEPEST
    return tuple(found)


def _is_cut(section: list[_Block], kept: str | None) -> bool:
    return len(kept or "") < sum(len(block.text) for block in section)


def _beginning(section: list[_Block], room: int, gap: int, cost: Callable[[str], int]) -> str:
    """A section, or its first blocks with room for a gap behind them: more than its heading."""
    whole = "".join(block.text for block in section)
    if cost(whole) <= room:
        return whole
    least = 2 if section[0].level else 1
    kept: list[str] = []
    left = room - gap
    for block in section:
        left -= cost(block.text)
        if left < 0:
            break
        kept.append(block.text)
    return "".join(kept) if len(kept) >= least else ""


def _sections(text: str) -> list[list[_Block]]:
    """The blocks of a text, parted before each heading."""
    found: list[list[_Block]] = []
    for block in _blocks(text):
        if block.level or not found:
            found.append([])
        found[-1].append(block)
    return found


@lru_cache(maxsize=64)
def _blocks(text: str) -> tuple[_Block, ...]:
    document = parse(_AHEAD + text, OPTIONS)
    levels = {0: 0}
    for node in document.tree.children[1:]:
        start = document.offsets(node.span)[0] - len(_AHEAD)
        # A block begins where its line does; what stands before it in that line belongs to it.
        start = max(text.rfind("\n", 0, start), text.rfind("\r", 0, start)) + 1
        levels[start] = node.attributes["level"] if node.type == "heading" else 0
    starts = sorted(levels)
    return tuple(
        _Block(text[start:end], levels[start], _title(text[start:end]) if levels[start] else "")
        for start, end in pairwise([*starts, len(text)])
        if start < end
    )


def _title(heading: str) -> str:
    return heading.strip().splitlines()[0].strip("# \t")
