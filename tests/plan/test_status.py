"""`plan status`: scenarios 43 to 46, and what it warns of."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from plan.plans import Shell, call, entity, plan_of, write
from refrakt_plan.commands.status import run_status

DONE = "## Resolution\n\nCompleted: {date}\n"


def test_a_milestone_counts_what_is_assigned_to_it(tmp_path: Path) -> None:
    plan = plan_of(
        tmp_path,
        entity("milestone", "v0", status="complete"),
        entity("milestone", "v1", status="active", target="2026-04-01"),
        entity("milestone", "v2", status="active"),
        entity("work", "A", status="done", milestone="v1"),
        entity("work", "B", status="ready", milestone="v1"),
        entity("bug", "C", status="reported", milestone="v1"),
        entity("work", "D", status="done"),
        entity("spec", "E", status="accepted", milestone="v1"),
    )
    wanted = {"name": "v1", "status": "active", "target": "2026-04-01", "done": 1, "total": 3}
    assert run_status(plan)["milestone"] == wanted
    assert run_status(plan, "v0")["milestone"] == {"name": "v0", "status": "complete", "done": 0, "total": 0}
    assert "milestone" not in run_status(plan_of(tmp_path / "other", entity("milestone", "v9")))


def test_an_unknown_milestone_is_reported_with_a_similar_one(tmp_path: Path, shell: Shell) -> None:
    plan_of(tmp_path, entity("milestone", "v1.0.0"))
    shown = shell("status", "--milestone", "v1.0.1", "--format", "json")
    assert (shown.code, shown.out) == (2, "")
    assert json.loads(shown.err)["errorCode"] == "NOT_FOUND"
    assert "v1.0.0" in shown.err


def test_five_ready_items_in_the_order_of_next(tmp_path: Path) -> None:
    items = [entity("work", f"W{number}", status="ready", complexity="complex") for number in range(7)]
    plan = plan_of(tmp_path, *items, entity("work", "EASY", status="ready", complexity="trivial"))
    assert [each["id"] for each in run_status(plan)["ready"]] == ["EASY", "W0", "W1", "W2", "W3"]


def test_ready_items_are_those_of_next(tmp_path: Path) -> None:
    plan = plan_of(
        tmp_path,
        entity("work", "A", '{% ref "B" /%}', status="ready"),
        entity("work", "B", '## Blocked by\n\n{% ref "C" /%}', status="ready"),
        entity("work", "C", status="draft"),
    )
    assert [each["id"] for each in run_status(plan)["ready"]] == ["A"]
    assert run_status(plan)["blocked"] == []


def test_blocked_items_have_their_blockers(tmp_path: Path) -> None:
    waits = '## Blocked by\n\n{% ref "B" /%} {% ref "C" /%} {% ref "D" /%} {% ref "E" /%}'
    plan = plan_of(
        tmp_path,
        entity("work", "A", waits, status="blocked"),
        entity("work", "B", status="cancelled"),
        entity("spec", "C", status="shipped"),
        entity("spec", "D", status="draft"),
        entity("work", "F", '## Blocks\n\n{% ref "A" /%}', status="ready"),
    )
    assert run_status(plan)["blocked"] == [{"id": "A", "title": "A title", "blockedBy": ["B", "D", "F"]}]


def test_entities_are_counted_by_type_and_status(tmp_path: Path) -> None:
    plan = plan_of(
        tmp_path,
        entity("spec", "S", status="draft"),
        entity("bug", "B"),
        entity("work", "W", status="odd"),
        "no entity",
    )
    assert run_status(plan)["counts"] == {
        "specs": {"total": 1, "byStatus": {"draft": 1}},
        "work": {"total": 1, "byStatus": {"odd": 1}},
        "bugs": {"total": 1, "byStatus": {"unknown": 1}},
        "decisions": {"total": 0, "byStatus": {}},
    }


def test_ten_finished_items_the_latest_first(tmp_path: Path) -> None:
    items = [entity("work", f"W{day:02}", DONE.format(date=f"2026-01-{day:02}"), status="done") for day in range(1, 13)]
    unsaid = entity("work", "SILENT", status="done")
    early = entity("bug", "NOT-YET", DONE.format(date="2026-09-09"), status="in-progress")
    fixed = entity("bug", "FIXED", DONE.format(date="2026-02-01") + "PR: o/r#7\n", status="fixed")
    done = run_status(plan_of(tmp_path, *items, unsaid, early, fixed))["done"]
    assert [each["id"] for each in done] == ["FIXED", *(f"W{day:02}" for day in range(12, 3, -1))]
    assert done[0] == {"id": "FIXED", "title": "FIXED title", "date": "2026-02-01", "pr": "o/r#7"}


@pytest.mark.parametrize(
    ("spec", "work", "suggested"),
    [
        ("accepted", "done", True),
        ("accepted", "in-progress", False),
        ("draft", "done", False),
        ("shipped", "done", False),
    ],
)
def test_a_spec_whose_work_is_done_could_be_implemented(tmp_path: Path, spec: str, work: str, suggested: bool) -> None:
    plan = plan_of(
        tmp_path,
        entity("spec", "SPEC-1", status=spec),
        entity("spec", "SPEC-2", status=spec),
        entity("work", "A", status="done", source="SPEC-1"),
        entity("work", "B", status=work, source="SPEC-1, SPEC-0, SPEC-1"),
    )
    (rollup,) = run_status(plan)["specRollups"]
    assert (rollup["id"], rollup["implementedBy"]) == ("SPEC-1", ["A", "B"])
    assert rollup["suggestImplemented"] is suggested


def test_pull_requests_are_listed_once(tmp_path: Path) -> None:
    plan = plan_of(
        tmp_path,
        entity("spec", "S", status="accepted"),
        entity("bug", "B", source="S", pr="o/r#1, o/r#2"),
        entity("work", "A", "## Resolution\n\nPR: o/r#9\n", source="S", pr="o/r#2"),
        entity("work", "C", "## Resolution\n\nPR: o/r#3\n", source="S"),
    )
    (rollup,) = run_status(plan)["specRollups"]
    assert rollup["prs"] == ["o/r#2", "o/r#3", "o/r#1"]


def test_warnings_name_broken_references_and_missing_milestones(tmp_path: Path) -> None:
    plan = plan_of(
        tmp_path,
        entity("spec", "S", '{% ref "NOPE" /%}'),
        entity("work", "A", status="ready"),
        entity("work", "B", status="cancelled"),
        entity("bug", "C", status="wontfix"),
        entity("work", "D", milestone="v1"),
    )
    warnings = run_status(plan)["warnings"]
    assert [(each["type"], each["source"], each.get("target")) for each in warnings] == [
        ("broken-ref", "S", "NOPE"),
        ("no-milestone", "A", None),
    ]


def test_an_unreadable_file_gives_a_warning(tmp_path: Path) -> None:
    plan_of(tmp_path)
    (tmp_path / "plan" / "bad.md").write_bytes(b"\xff")
    assert [each["type"] for each in call("status", tmp_path)["warnings"]] == ["unreadable-file"]


def test_an_unreadable_tag_gives_a_warning_and_keeps_its_number(tmp_path: Path) -> None:
    write(tmp_path / "plan", {"work/WORK-007-x.md": '{% work id="WORK-007"b" %}\n\n# X\n\n{% /work %}\n'})
    (warning,) = call("status", tmp_path)["warnings"]
    assert (warning["type"], warning["source"]) == ("unreadable-tag", "work/WORK-007-x.md")
    assert call("next-id", tmp_path, {"type": "work"})["nextId"] == "WORK-008"
    (issue,) = call("validate", tmp_path)["issues"]
    assert (issue["type"], issue["line"], issue["column"]) == ("unreadable-tag", 1, 4)
