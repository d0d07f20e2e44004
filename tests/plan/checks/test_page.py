"""The manual has every check."""

from __future__ import annotations

from pathlib import Path

from plan.checks.page import checks_page

PAGE = Path(__file__).resolve().parents[3] / "docs" / "plan" / "checks.md"


def test_the_page_is_what_the_checks_say() -> None:
    assert PAGE.read_text("utf-8") == checks_page()
