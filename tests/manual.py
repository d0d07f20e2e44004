"""Pages of the manual that are made from the code: `make manual` writes them, a test compares."""

from __future__ import annotations

import sys
from pathlib import Path

from refrakt.rules.codes import CODES
from refrakt.rules.registry import rules

DOCS = Path(__file__).resolve().parents[1] / "docs"


def rules_page() -> str:
    """Every rule: its code, how bad it usually is, whether it can be mended, and its module's own words."""
    lines = ["---", "title: Rules", "---", "", "# Rules", ""]
    lines += [
        "What `refrakt validate-content` checks, and what an editor shows. Each rule has a code; under `authoring.rules` of",
        "`refrakt.config.json`, under `refrakt.rules` of a page's frontmatter or in the line before, a code can be given another",
        "severity or switched `off` (see [Validating](validating.md)).",
        "",
    ]
    for code in CODES:
        mended = "there is a fix" if code.fixable else "no fix"
        lines += [f"## {code.code}", "", f"*{code.severity}, {mended}*", "", rules()[code.code].about.strip(), ""]
    return "\n".join(lines)


PAGES = {"rules.md": rules_page}


def main() -> None:
    for name, make in PAGES.items():
        (DOCS / name).write_text(make(), encoding="utf-8")
        sys.stdout.write(f"docs/{name}\n")


if __name__ == "__main__":
    main()
