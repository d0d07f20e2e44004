"""One reference process for all of these tests; without it they are skipped with the reason."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from .reference import Reference, why_unavailable


@pytest.fixture(scope="session")
def reference() -> Iterator[Reference]:
    missing = why_unavailable()
    if missing is not None:
        pytest.skip(missing)
    with Reference() as child:
        yield child
