"""Rows of a Markdown table as text: cells, separators, and what an almost right separator row means."""

from __future__ import annotations

import re
from typing import NamedTuple

_PIPE = re.compile(r"(?<!\\)\|")
_SEPARATOR_LIKE = re.compile(r"[\s|:+=_~.*–—−‐‑-]+")
_DAMAGED_DASHES = re.compile(r" *:?[-=_~*–—−‐‑]+(?: [-=_~*–—−‐‑]+)*:? *")
_LONG_DASHES = {"–": 2, "—": 3}
"""How many hyphens editors replace by these."""
_RIGHT_SEPARATOR = re.compile(r":?-+:?")
_WIDE_SPACE = re.compile(r"(?<=[^\s|])(?: {2,}|\t+)(?=[^\s|])")
_CODE_WITH_PIPE = re.compile(r"`[^`\n]*`")


def cells(row: str) -> list[str]:
    """The cells of a row. Markdown splits at every pipe without a backslash, also in code."""
    row = row.strip()
    found = _PIPE.split(row)
    if found and not found[0].strip() and row.startswith("|"):
        found = found[1:]
    if len(found) > 1 and not found[-1].strip() and row.endswith("|"):
        found = found[:-1]
    return [each.strip() for each in found]


def is_row(line: str) -> bool:
    """Whether a line is written as a row: with pipes at both ends, or one at the start and one inside."""
    line = line.strip()
    return line.startswith("|") and len(_PIPE.findall(line)) >= 2


def is_separator_like(line: str) -> bool:
    """Whether a line is a separator row, right or damaged."""
    line = line.strip()
    return (
        "|" in line
        and len(line) >= 3
        and _SEPARATOR_LIKE.fullmatch(line) is not None
        and any(each in line for each in "-–—−=_‐‑*~")
    )


def is_separator(line: str, width: int) -> bool:
    """Whether a line is a right separator row for a header with so many cells."""
    found = cells(line)
    return len(found) == width and all(_RIGHT_SEPARATOR.fullmatch(each) for each in found)


class RuleStyle(NamedTuple):
    """How the separator rows of a page are written."""

    spaced: bool
    """Whether there are spaces beside the pipes."""
    fits: bool
    """Whether its cells are as wide as those of the header."""


def style_of(header: str, rule: str) -> RuleStyle:
    """The style of a table by its first two rows."""
    widths = [(len(above), len(below)) for above, below in zip(_raw_cells(header), _raw_cells(rule), strict=False)]
    return RuleStyle(" " in rule.strip(), bool(widths) and all(above == below for above, below in widths))


def separator(header: str, like: str = "", style: RuleStyle | None = None) -> str:
    """A separator row for a header: a damaged one with the right characters, or else one in a style."""
    above, below = _raw_cells(header), _raw_cells(like) if like else []
    if len(below) != len(above):
        below = _raw_cells(like.replace("+", "|"))
    if len(below) == len(above) and all(map(_DAMAGED_DASHES.fullmatch, below)):
        return f"|{'|'.join(map(_repaired, below, above))}|"
    spaced, fits = style or RuleStyle(spaced=False, fits=header.strip().startswith("| "))
    space = " " if spaced else ""
    made = []
    for index, each in enumerate(above):
        room = max(len(each) - 2 * len(space), 3) if fits else 3
        made.append(f"{space}{_dashes(room, _alignment(below[index]) if index < len(below) else '')}{space}")
    return f"|{'|'.join(made)}|"


def _alignment(cell: str) -> str:
    """A cell of a damaged separator row, if it begins or ends with a colon: one that is only between dashes means nothing."""
    marks = cell.strip()
    return marks if marks.startswith(":") or marks.endswith(":") else ""


def _raw_cells(row: str) -> list[str]:
    """The cells of a row with their spaces."""
    row = row.strip()
    return _PIPE.split(row.removeprefix("|")[: -1 if row.endswith("|") and len(row) > 1 else None])


def _repaired(cell: str, header: str) -> str:
    """A damaged cell of a separator row with hyphens: as many as it has characters, or as editors have replaced."""
    marks = cell.strip()
    inner = marks.strip(":")
    count = len(inner)
    if len(cell) != len(header):
        count = max(sum(_LONG_DASHES.get(each, 1) for each in inner), 3)
    right = f"{':' if marks.startswith(':') else ''}{'-' * count}{':' if marks.endswith(':') else ''}"
    return cell.replace(marks, right, 1)


def _dashes(room: int, like: str) -> str:
    """A cell of a separator row, with the alignment of a damaged one."""
    left, right = like.startswith(":"), ":" in like[1:]
    return f"{':' if left else ''}{'-' * (room - left - right)}{':' if right else ''}"


def with_escaped_code(row: str) -> str:
    """A row with a backslash before the pipes in its code."""
    return _CODE_WITH_PIPE.sub(lambda found: _PIPE.sub(r"\\|", found[0]), row)


def with_missing_pipes(row: str, missing: int) -> str | None:
    """A row with a pipe in each run of spaces inside its cells, if that is exactly what is missing."""
    runs = list(_WIDE_SPACE.finditer(row))
    if len(runs) != missing:
        return None
    for found in reversed(runs):
        row = f"{row[: found.start()]} | {row[found.end() :]}"
    return row
