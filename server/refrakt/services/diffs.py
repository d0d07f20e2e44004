"""What would change in a file, as `patch` and `git apply` read it."""

from __future__ import annotations

from codecs import BOM_UTF8
from difflib import unified_diff
from pathlib import Path

from refrakt.project.files import read_bytes


def diff_of(old: str, new: str, path: str) -> str:
    """What has to be done to one text to make it the other."""
    # The lines of a patch end with a line feed alone; what else the lines of a file end with belongs to them.
    before, after = (text.split("\n") for text in (old, new))
    # A name with blanks in it ends at a tab, or `patch` would take its first word for the whole.
    end = "\t" if " " in path else ""
    lines = unified_diff(_ended(before), _ended(after), f"a/{path}{end}", f"b/{path}{end}")
    return "".join(line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n" for line in lines)


def mark_of(path: Path) -> str:
    """The byte order mark that a file begins with: no part of its text, but of the line that a patch looks for."""
    try:
        return BOM_UTF8.decode() if read_bytes(path).startswith(BOM_UTF8) else ""
    except (OSError, ValueError):
        return ""


def _ended(lines: list[str]) -> list[str]:
    """Lines with their ends; what stands behind the last one is a line without."""
    ended = [f"{line}\n" for line in lines[:-1]]
    return [*ended, lines[-1]] if lines[-1] else ended
