"""Regression tests: documents that showed a bug.

`tests/regress/NNNN-what.md` is the smallest document that showed a bug, byte for byte; if an edit showed it, the edits
are in `NNNN-what.edits.json`. Every invariant is checked on each, and `make conformance` compares every one
with the reference.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from random import Random

import pytest

from generate import Edit, edits
from generate.invariants import MODES, broken, incremental_mismatch
from refrakt.markdoc.parse_options import ParseOptions

FIXTURES = sorted((Path(__file__).resolve().parents[1] / "regress").glob("*.md"))

each_fixture = pytest.mark.parametrize("path", FIXTURES, ids=[path.stem for path in FIXTURES])
each_mode = pytest.mark.parametrize("options", MODES)


def text_of(path: Path) -> str:
    return path.read_bytes().decode("utf-8")


def recorded_edits(path: Path) -> list[Edit]:
    beside = path.with_suffix(".edits.json")
    return [Edit(*each) for each in json.loads(beside.read_text(encoding="utf-8"))] if beside.exists() else []


def test_fixtures_are_named_and_numbered() -> None:
    numbers = [int(path.name[:4]) for path in FIXTURES]
    assert numbers == list(range(1, len(numbers) + 1))
    assert all(re.fullmatch(r"\d{4}-[a-z0-9-]+", path.stem) for path in FIXTURES)


@each_mode
@each_fixture
def test_invariants_hold(path: Path, options: ParseOptions) -> None:
    assert broken(text_of(path), options) == []


@each_mode
@each_fixture
def test_edits_equal_a_full_parse(path: Path, options: ParseOptions) -> None:
    text = text_of(path)
    typed = [Edit(at, at, char) for at, char in enumerate(text)]
    for start, steps in (("", typed), (text, recorded_edits(path)), (text, edits(Random(path.stem), text, 12))):
        assert [*incremental_mismatch(start, steps, options)] == []
