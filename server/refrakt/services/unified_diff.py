"""Unified diffs for `patch` and `git apply`."""

from __future__ import annotations

from codecs import BOM_UTF8
from difflib import unified_diff
from pathlib import Path

from refrakt.project.files import read_bytes


def diff_of(old: str, new: str, path: str) -> str:
    """The diff between two texts."""
    # The lines of a patch end with a line feed; a carriage return is part of the line.
    before, after = (text.split("\n") for text in (old, new))
    # A tab ends a name with blanks, else `patch` would cut it.
    end = "\t" if " " in path else ""
    lines = unified_diff(_ended(before), _ended(after), f"a/{path}{end}", f"b/{path}{end}")
    return "".join(line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n" for line in lines)


def renamed(diff: str, path: str) -> str:
    """A diff of one file under another path."""
    if not diff:
        return diff
    end = "\t" if " " in path else ""
    return f"--- a/{path}{end}\n+++ b/{path}{end}\n" + diff.split("\n", 2)[2]


def unchanged(text: str, path: str) -> str:
    """A diff that replaces the first line of a text by itself. Empty for an empty text."""
    if not text:
        return ""
    first, end, rest = text.partition("\n")
    diff = diff_of(f"{first}\0{end}{rest}", text, path)
    return diff.replace(f"\n-{first}\0", f"\n-{first}", 1)


def byte_order_mark(path: Path) -> str:
    """The byte order mark of a file: not part of its text, but of the first line of a patch."""
    try:
        return BOM_UTF8.decode() if read_bytes(path).startswith(BOM_UTF8) else ""
    except (OSError, ValueError):
        return ""


def _ended(lines: list[str]) -> list[str]:
    """Lines with their ends; the last one may have none."""
    ended = [f"{line}\n" for line in lines[:-1]]
    return [*ended, lines[-1]] if lines[-1] else ended
