"""What is made from the code is up to date: run `make manual` where this fails."""

from __future__ import annotations

import pytest

from manual import DOCS, PAGES


@pytest.mark.parametrize("name", PAGES)
def test_the_page_is_what_the_code_says(name: str) -> None:
    assert (DOCS / name).read_text(encoding="utf-8") == PAGES[name]()
