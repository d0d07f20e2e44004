"""Whole pages: the corpus beside the checkout, our own manual and examples, and every fixture that once failed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest

from . import oracle
from .comparison import compare, is_endless_in_reference
from .reference import Reference

REPOSITORY = Path(__file__).resolve().parents[2]

pytestmark = pytest.mark.conformance

PLAIN: dict[str, bool] = {}
MODES = (PLAIN, {"allowComments": True, "allowIndentation": True, "slots": True})


def pages(folder: Path) -> list[Path]:
    return sorted(path for path in folder.rglob("*.md") if "node_modules" not in path.parts)


def requests(paths: Iterable[Path]) -> Iterator[dict[str, Any]]:
    for path in paths:
        source = path.read_bytes().decode("utf-8", "replace")
        for mode in MODES:
            options = {**mode, "allowComments": "allowComments" in mode and not is_endless_in_reference(source)}
            yield {"id": path.name, "source": source, "options": options, "want": ["ast"]}


def check(reference: Reference, paths: list[Path]) -> None:
    assert paths
    found = compare(reference, requests(paths))
    assert not found, "\n".join(map(str, found))


@pytest.mark.recorded
def test_corpus(reference: Reference) -> None:
    check(reference, pages(oracle.CORPUS))


@pytest.mark.parametrize("folder", ["docs", "examples", "tests/regress"])
def test_own_pages(reference: Reference, folder: str) -> None:
    check(reference, pages(REPOSITORY / folder))
