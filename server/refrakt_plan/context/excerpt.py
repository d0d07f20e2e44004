"""Shortens a long text between sections and blocks.

A text is cut between its sections, and a section that is too long between its blocks. A tag with its content is one block, so no
tag is left open. A line marks each gap.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from refrakt.plugins.markdoc import parse
from refrakt_plan.scanner.outline import PARSE_OPTIONS

_GAP = "[…]\n\n"
_DEEPEST = 6
"""The deepest heading level."""
_MIN_ROOM = 200
"""Less room than this is not enough for an excerpt."""
_MIN_UNIQUE_LENGTH = 12
"""A shorter heading may occur in a text by chance."""
_NUMBER = re.compile(r"([0-9]+(?:\.[0-9]+)*)[.):]?\s+")
"""The number of a heading, cited as §6."""
_PREFIX = "x\n\n"
"""Put before a text, so that the parser does not read its beginning as frontmatter."""


@dataclass(frozen=True, slots=True)
class Excerpt:
    text: str
    left_out: tuple[str, ...]
    """The headings of sections that are missing, in part or with everything below; "" for text before the first heading."""


@dataclass(frozen=True, slots=True)
class _Block:
    text: str
    level: int
    """The heading level; 0 for any other block."""
    title: str


def excerpt(text: str, room: int, cost: Callable[[str], int] = len, cited_in: str = "") -> Excerpt:
    """As many sections of a text as fit; a section that is too long is skipped in favour of later ones.

    Sections whose headings another text cites have precedence.
    """
    if cost(text) <= room:
        return Excerpt(text, ())
    sections = _sections(text) if room >= _MIN_ROOM else []
    gap = cost(_GAP)
    left = room - gap
    kept: dict[int, str] = {}
    citing = cited_in.casefold()
    cited = {number for number, section in enumerate(sections) if _is_cited(section[0].title, citing)}
    skipped_level = _DEEPEST
    for number in sorted(range(len(sections)), key=lambda number: number not in cited):
        section = sections[number]
        level = section[0].level
        if number not in cited and level > skipped_level:
            continue
        part = _beginning(section, left - gap, gap, cost)
        if part:
            kept[number] = part
            left -= cost(part) + gap
        if number not in cited:
            skipped_level = level if level and not part else _DEEPEST
    for number in [number for number in kept if len(sections[number]) == 1 and sections[number][0].level]:
        # A heading without content is useless.
        if number + 1 not in kept:
            del kept[number]
    return Excerpt(_joined(sections, kept), _missing(sections, kept))


def _is_cited(title: str, text: str) -> bool:
    """Whether a text cites a heading, by its name or by its number."""
    number = _NUMBER.match(title)
    name = title[number.end() :] if number else title
    if len(name) >= _MIN_UNIQUE_LENGTH and name.casefold() in text:
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
    """The headings of cut sections, except those below another of them."""
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
    """A section, or its first blocks with room for a gap marker; more than the heading alone."""
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
    """The blocks of a text, split before each heading."""
    found: list[list[_Block]] = []
    for block in _blocks(text):
        if block.level or not found:
            found.append([])
        found[-1].append(block)
    return found


@lru_cache(maxsize=64)
def _blocks(text: str) -> tuple[_Block, ...]:
    document = parse(_PREFIX + text, PARSE_OPTIONS)
    levels = {0: 0}
    for node in document.tree.children[1:]:
        start = document.offsets(node.span)[0] - len(_PREFIX)
        # A block begins with its line; markup before it on that line belongs to it.
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
