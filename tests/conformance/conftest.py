"""One reference process for all of these tests; without it they are skipped with the reason."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest

from .reference import Reference, why_unavailable

SEED = int(os.environ.get("REFRAKT_SEED", "20"))
DOCUMENTS = int(os.environ.get("REFRAKT_DOCUMENTS", "20000"))


def pytest_report_header() -> str:
    return f"conformance: {DOCUMENTS} generated documents, seed {SEED}"


@pytest.fixture(scope="session")
def reference() -> Iterator[Reference]:
    missing = why_unavailable()
    if missing is not None:
        pytest.skip(missing)
    with Reference() as child:
        yield child
