"""The recorded cases: the installed reference still says what was recorded, and so does ours."""

from __future__ import annotations

from typing import Any

import pytest

from generate.invariants import meaning

from . import oracle, ours
from .canonical import first_difference
from .reference import Reference

CASES = oracle.cases()

pytestmark = [
    pytest.mark.conformance,
    pytest.mark.recorded,
]

each_case = pytest.mark.parametrize("case", CASES, ids=[case["name"] for case in CASES])
each_key = pytest.mark.parametrize("key", oracle.KEYS)


def request(case: dict[str, Any]) -> dict[str, Any]:
    return {
        "id": case["name"],
        "source": case["source"],
        "options": oracle.options(case),
        "config": oracle.config(case),
        "want": list(oracle.KEYS),
    }


def recorded(case: dict[str, Any]) -> dict[str, Any]:
    """What was recorded, without the parts on which the reference fell over."""
    return {key: case[key] for key in oracle.KEYS if key in case and not oracle.threw(case, key)}


KEEPS_WORDS = ("fence-12", "fence-12+opts", "markdown-6")
"""Cases of "formatting-keeps-words"."""


def test_reference_matches_the_recording(reference: Reference) -> None:
    for case, answer in zip(CASES, reference.request([request(case) for case in CASES]), strict=True):
        expected = recorded(case)
        assert ours.difference(answer, expected, expected) is None, case["name"]


@each_key
@each_case
def test_our_engine_matches_the_recording(case: dict[str, Any], key: str, reference: Reference) -> None:
    expected = recorded(case)
    if key not in expected:
        return
    found = ours.difference(ours.answer(request(case)), expected, [key])
    if key == "format" and case["name"] in KEEPS_WORDS:
        assert found is not None
        return
    if key == "format" and found is not None and rewrites(reference, case, expected["format"]):
        # "formatting-keeps-the-page". That ours reads as the same tree is checked in tests/markdoc/test_properties.py.
        return
    assert found is None, f"{case['source']!a}\n{found}"


def rewrites(reference: Reference, case: dict[str, Any], formatted: str) -> bool:
    """Whether the reference reads its own formatted text as another document."""
    params = [{**request(case), "source": source, "want": ["ast"]} for source in (case["source"], formatted)]
    before, after = (meaning(answer.get("ast")) for answer in reference.request(params))
    return first_difference(before, after) is not None
