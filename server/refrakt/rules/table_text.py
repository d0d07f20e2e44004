"""Rows of a Markdown table as text: cells, separators, and what an almost right separator row means."""

from __future__ import annotations

import re

_PIPE = re.compile(r"(?<!\\)\|")
_SEPARATOR_LIKE = re.compile(r"[\s|:+=_~.*–—−‐‑-]+")
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


def separator(width: int, like: str = "") -> str:
    """A separator row with the alignments of a damaged one."""
    found = cells(like) if like else []
    made = [_alignment(found[index]) if index < len(found) else "---" for index in range(width)]
    return f"| {' | '.join(made)} |"


def _alignment(cell: str) -> str:
    left, right = cell.startswith(":"), ":" in cell[1:]
    return f"{':' if left else ''}---{':' if right else ''}"


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
