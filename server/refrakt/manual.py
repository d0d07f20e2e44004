"""Links to the installed manual, for the documentation of a problem in an editor.

The manual is part of the installation: it matches the version and needs no network.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

_HERE = Path(__file__).resolve().parent
_FOLDERS = (_HERE / "docs", _HERE.parent.parent / "docs")
"""The folders of an installation and of a checkout."""
_PAGES = {
    "config.md": re.compile(r"^\| `([a-z]+(?:-[a-z]+)+)` ", re.MULTILINE),
    "plan/rules.md": re.compile(r"### ([a-z-]+)$", re.MULTILINE),
    "rules.md": re.compile(r"### ([a-z-]+)$", re.MULTILINE),
}
"""The pages that document problems, and the pattern of their headings. For a code on two pages the later page is used."""


def manual_url(code: str) -> str | None:
    """The URL of the documentation of a problem; None for codes that are not in the manual, such as those of plugins."""
    return _urls().get(code)


@cache
def _urls() -> dict[str, str]:
    return dict(_explanations())


def _explanations() -> Iterator[tuple[str, str]]:
    for page, heading in _PAGES.items():
        path = next((each / page for each in _FOLDERS if (each / page).is_file()), None)
        if path is None:
            continue
        text = path.read_text("utf-8")
        url = path.as_uri()
        for match in heading.finditer(text):
            line = text.count("\n", 0, match.start()) + 1
            yield match[1], f"{url}#L{line}"
