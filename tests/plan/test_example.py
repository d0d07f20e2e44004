"""The plan of the example site, which the demo shows: sound, and with something in it for every question."""

from __future__ import annotations

from pathlib import Path

import pytest

from plan.plans import call


@pytest.fixture
def site(repository: Path) -> Path:
    return repository / "examples" / "site"


def test_the_example_has_no_problems(site: Path) -> None:
    result = call("validate", site, {"strict": True, "lifecycle": True})
    assert (result["scanned"], result["issues"]) == (6, [])


def test_the_example_has_ready_and_blocked_work(site: Path) -> None:
    assert [each["id"] for each in call("next", site, {"count": 9})["items"]] == ["WORK-002"]
    nodes = {each["id"]: each for each in call("graph", site, {"format": "json"})["nodes"]}
    assert nodes["WORK-003"]["blockedBy"] == ["WORK-002"]
    assert call("status", site)["milestone"] == {
        "name": "v1.4.0",
        "status": "active",
        "target": "2026-05-01",
        "done": 1,
        "total": 3,
    }
