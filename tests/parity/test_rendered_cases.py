"""Runes and pages as `refrakt render` outputs them, compared with recordings of the reference; see docs/differences.md."""

from __future__ import annotations

from pathlib import Path

import pytest

from parity.__main__ import contract_differences, main
from parity.cases import Case, fixtures, pages
from parity.intended import REASONS, reason, unused


def _bugs(cases: list[Case]) -> list[str]:
    return [case.error or case.name for case in cases if not case.is_identical and reason(case) is None]


@pytest.mark.parametrize("name", ["fixtures", "variants"])
def test_samples_of_runes(shared: Path, name: str) -> None:
    assert _bugs(fixtures(shared, name)) == []


@pytest.mark.slow
@pytest.mark.parametrize("site", ["main", "plan"])
def test_pages(shared: Path, site: str) -> None:
    cases = pages(shared, site)
    assert (_bugs(cases), unused(cases)) == ([], [])


def test_contracts_of_our_runes(shared: Path) -> None:
    assert contract_differences(shared) == (132, [])


def test_every_reason_is_explained_in_the_manual(repository: Path) -> None:
    page = (repository / "docs/differences.md").read_text("utf-8")
    assert [each for each in REASONS if f"## {each}\n" not in page] == []


def test_without_recordings_nothing_is_compared(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(tmp_path)]) == 0
    assert "skipped" in capsys.readouterr().out
