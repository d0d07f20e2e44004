"""Our syntax trees measured against recordings of Markdoc's own, without Markdoc itself.

The recordings stand beside the checkout and are not part of it: without them there is nothing to compare. Problems are
compared by id and level; their wording is ours.
"""

from __future__ import annotations

from typing import Any

import pytest

from conformance import oracle
from conformance.canonical import first_difference, tree
from conformance.ours import read

CASES = oracle.cases()

pytestmark = pytest.mark.recorded


@pytest.mark.parametrize("case", CASES, ids=[case["name"] for case in CASES])
def test_tree_matches_the_recording(case: dict[str, Any]) -> None:
    document = read(case["source"], oracle.options(case))
    if oracle.threw(case, "ast"):
        # Markdoc fell over; ours gives a tree and says what is wrong.
        assert document.problems
        return
    assert first_difference(tree(document.to_json()), tree(case["ast"])) is None


def test_there_are_recordings_of_every_kind() -> None:
    groups = {case["group"] for case in CASES}
    assert {"tag", "annotation", "table", "fence", "slot", "comment", "malformed"} <= groups
