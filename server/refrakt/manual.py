"""The manual that was installed with the program, so that an editor can open what it says about a problem.

It lies on this machine and is that of this version: nobody has to be online, and nothing is told to anybody.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

_HERE = Path(__file__).resolve().parent
_FOLDERS = (_HERE / "docs", _HERE.parent.parent / "docs")
"""Where an installed program has it, and where a checkout does."""
_PAGES = {
    "plan/checks.md": re.compile(r"### ([a-z-]+)$", re.MULTILINE),
    "rules.md": re.compile(r"### ([a-z-]+)$", re.MULTILINE),
    "config.md": re.compile(r"\| `(config-[a-z-]+)`", re.MULTILINE),
}
"""The pages that explain problems, and the line at which each explanation begins. What two of them explain, the later one does."""


def manual_address(code: str) -> str | None:
    """The address of what the manual says about a problem; None for one it does not know, as that of a plugin."""
    return _addresses().get(code)


@cache
def _addresses() -> dict[str, str]:
    return dict(_found())


def _found() -> Iterator[tuple[str, str]]:
    for page, begins in _PAGES.items():
        path = next((each / page for each in _FOLDERS if (each / page).is_file()), None)
        if path is None:
            continue
        text = path.read_text("utf-8")
        address = path.as_uri()
        for found in begins.finditer(text):
            line = text.count("\n", 0, found.start()) + 1
            yield found[1], f"{address}#L{line}"
