"""The recorded cases: the installed reference still says what was recorded, and so does ours."""

from __future__ import annotations

from typing import Any

import pytest

from . import oracle, ours
from .canonical import first_difference
from .differences import KNOWN, excused
from .reference import Reference

CASES = oracle.cases()

pytestmark = [
    pytest.mark.conformance,
    pytest.mark.skipif(not CASES, reason="no recordings beside the checkout"),
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


def test_the_reference_says_what_was_recorded(reference: Reference) -> None:
    for case, answer in zip(CASES, reference.ask([request(case) for case in CASES]), strict=True):
        expected = recorded(case)
        assert ours.difference(answer, expected, expected) is None, case["name"]


@each_key
@each_case
def test_ours_says_what_was_recorded(case: dict[str, Any], key: str, reference: Reference) -> None:
    expected = recorded(case)
    if key not in expected or key in excused(case["name"]):
        return
    found = ours.difference(ours.answer(request(case)), expected, [key])
    if key == "format" and found is not None and rewrites(reference, case, expected["format"]):
        # The reference's own formatter says something else here than the author did. Ours never does, and that it
        # does not is checked on every document in test_properties.
        return
    assert found is None, f"{ascii(case['source'])}\n{found}"


def rewrites(reference: Reference, case: dict[str, Any], formatted: str) -> bool:
    """Whether the reference reads its own formatted text as another document."""
    asked = [{**request(case), "source": source, "want": ["ast"]} for source in (case["source"], formatted)]
    before, after = (without_lines(answer.get("ast")) for answer in reference.ask(asked))
    return first_difference(before, after) is not None


def without_lines(tree: Any) -> Any:
    if isinstance(tree, dict):
        return {key: without_lines(each) for key, each in tree.items() if key not in ("lines", "location", "message")}
    return [without_lines(each) for each in tree] if isinstance(tree, list) else tree


def test_every_known_difference_is_one() -> None:
    """An excuse that is no longer needed is taken off the list, and each names a case that exists."""
    named = {case["name"]: case for case in CASES}
    for known in KNOWN:
        case = named[known.case]
        answer = ours.answer(request(case))
        for key in known.keys:
            assert ours.difference(answer, recorded(case), [key]) is not None, (known.case, key)
