"""Nobody finds a page of the manual that its first page does not lead to."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

DOCS = Path(__file__).resolve().parents[1] / "docs"
LINKED = set(re.findall(r"\]\(([^)#]+\.md)\)", (DOCS / "index.md").read_text("utf-8")))
PAGES = sorted(path.relative_to(DOCS).as_posix() for path in DOCS.rglob("*.md") if path.name != "_layout.md")


@pytest.mark.parametrize("page", [page for page in PAGES if page != "index.md"])
def test_the_first_page_leads_to_it(page: str) -> None:
    assert page in LINKED
