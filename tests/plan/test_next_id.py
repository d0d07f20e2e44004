"""`plan next-id`: scenarios 35 and 42."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from plan.plans import Shell, call, entity, plan_of
from refrakt.plugins import RefraktError
from refrakt_plan.commands.next_id import run_next_id


def test_an_empty_plan_begins_at_one(tmp_path: Path) -> None:
    assert run_next_id(plan_of(tmp_path), "work") == {"type": "work", "nextId": "WORK-001", "highest": None}


def test_the_next_id_follows_the_highest_of_its_type(tmp_path: Path) -> None:
    plan = plan_of(
        tmp_path,
        entity("work", "WORK-005"),
        entity("work", "WORK-002"),
        entity("spec", "WORK-007"),
        entity("spec", "SPEC-999"),
        entity("decision", "ADR-x"),
        entity("milestone", "BUG-050"),
    )
    assert run_next_id(plan, "work") == {"type": "work", "nextId": "WORK-008", "highest": "WORK-007"}
    assert run_next_id(plan, "spec")["nextId"] == "SPEC-1000"
    assert run_next_id(plan, "decision") == {"type": "decision", "nextId": "ADR-001", "highest": "ADR-x"}
    assert run_next_id(plan, "bug")["nextId"] == "BUG-051"


def test_a_huge_number_does_no_harm(tmp_path: Path) -> None:
    plan = plan_of(tmp_path, entity("work", "WORK-" + "9" * 5000))
    assert run_next_id(plan, "work")["nextId"] == "WORK-1000000000000000000"


@pytest.mark.parametrize("type", ["milestone", "bogus"])
def test_only_numbered_types_have_a_next_id(tmp_path: Path, shell: Shell, type: str) -> None:
    plan_of(tmp_path)
    shown = shell("next-id", type, "--format", "json")
    assert (shown.code, shown.out) == (2, "")
    assert json.loads(shown.err)["errorCode"] == "INVALID_ARGS"
    assert "'spec', 'work', 'bug', 'decision'" in shown.err
    with pytest.raises(RefraktError) as refused:
        call("next-id", tmp_path, {"type": type})
    assert refused.value.code == "INVALID_ARGS"


def test_the_next_id_without_a_plan(shell: Shell) -> None:
    assert shell("next-id", "work", "--format=json").json["nextId"] == "WORK-001"
    assert shell("next-id", "bug").out == "BUG-001  (the first)\n"
    assert shell("next-id").code == 2
