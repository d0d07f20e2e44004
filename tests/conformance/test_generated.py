"""Generated documents, twenty thousand of them, the same every time by default.

`REFRAKT_SEED` and `REFRAKT_DOCUMENTS` choose other ones or more. A difference is reported as the smallest document
that shows it; put that under tests/regress, where it is replayed from then on.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from generate import many

from .comparison import compare, is_endless_in_reference
from .conftest import DOCUMENTS, SEED
from .reference import Reference
from .vocabulary import CONFIG, QUESTIONS

pytestmark = pytest.mark.conformance


def requests(seed: int, count: int) -> Iterator[dict[str, Any]]:
    """Every mix of options; every fifth document is also validated and rendered."""
    for index, source in enumerate(many(seed, count)):
        options = {
            "allowComments": index % 3 == 0 and not is_endless_in_reference(source),
            "allowIndentation": index % 4 == 0,
            "slots": index % 2 == 0,
        }
        deep = {"config": CONFIG, "want": QUESTIONS} if index % 5 == 0 else {"want": ["ast"]}
        yield {"id": index, "source": source, "options": options, **deep}


def test_generated_documents(reference: Reference) -> None:
    found = compare(reference, requests(SEED, DOCUMENTS))
    assert not found, "\n".join([f"seed {SEED}, {DOCUMENTS} documents:", *map(str, found)])
