"""The index of the manual links to every page."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

DOCS = Path(__file__).resolve().parents[1] / "docs"
LINKED = set(re.findall(r"\]\(([^)#]+\.md)\)", (DOCS / "index.md").read_text("utf-8")))
PAGES = sorted(path.relative_to(DOCS).as_posix() for path in DOCS.rglob("*.md") if path.name != "_layout.md")


@pytest.mark.parametrize("page", [page for page in PAGES if page != "index.md"])
def test_the_index_links_to_every_page(page: str) -> None:
    assert page in LINKED
