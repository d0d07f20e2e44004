"""The list of deliberate differences is correct and matches the manual."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from generate.invariants import meaning

from . import ours
from .canonical import canonical
from .differences import DIFFERENCES, Difference, request
from .reference import Reference

MANUAL = Path(__file__).resolve().parents[2] / "docs" / "markdoc-differences.md"

pytestmark = pytest.mark.conformance

each_difference = pytest.mark.parametrize("known", DIFFERENCES, ids=[known.name for known in DIFFERENCES])


@each_difference
def test_documented_difference_exists(known: Difference) -> None:
    with Reference(patience=2) as reference:
        theirs = reference.request([request(known)])[0]
    mine = ours.answer(request(known))
    assert mine[known.key]
    assert "threw" in theirs or canonical(meaning(mine[known.key])) != canonical(meaning(theirs[known.key]))


def test_manual_lists_the_same_differences() -> None:
    result = re.findall(r"^`([a-z-]+)`\n: ", MANUAL.read_text(encoding="utf-8"), re.MULTILINE)
    assert sorted(result) == sorted(known.name for known in DIFFERENCES)
