"""`plan next`: scenarios 10 to 20."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from plan.plans import Shell, call, entity, plan_of
from refrakt.plugins import RefraktError
from refrakt_plan.commands.next import NextInput, run_next


def blocked_by(*ids: str) -> str:
    return "## Blocked by\n\n" + "\n".join(f'- {{% ref "{id}" /%}}' for id in ids)


def ready(id: str, body: str = "", **attributes: str) -> str:
    return entity("work", id, body, status="ready", **attributes)


def chosen(folder: Path, *entities: str, **options: Any) -> list[str]:
    answer = run_next(plan_of(folder, *entities), NextInput(**{"count": 99, **options}))
    return [each["id"] for each in answer["items"]]


def test_the_most_urgent_comes_first(tmp_path: Path) -> None:
    items = (ready("L", priority="low"), ready("C", priority="critical"), ready("H", priority="high"))
    assert chosen(tmp_path, *items, count=3) == ["C", "H", "L"]
    assert chosen(tmp_path, *items, count=1) == ["C"]


def test_equal_priorities_are_sorted_by_complexity_then_by_order(tmp_path: Path) -> None:
    items = (ready("C", complexity="complex"), ready("T", complexity="trivial"), ready("U"), ready("V", complexity="?"))
    assert chosen(tmp_path, *items) == ["T", "C", "U", "V"]


@pytest.mark.parametrize(("status", "found"), [("in-progress", []), ("cancelled", []), ("done", ["A"])])
def test_blocked_items_are_left_out(tmp_path: Path, status: str, found: list[str]) -> None:
    assert chosen(tmp_path, ready("A", blocked_by("B")), entity("work", "B", status=status)) == found


def test_a_reference_in_prose_is_not_a_dependency(tmp_path: Path) -> None:
    mention = 'About {% ref "B" /%}.\n\n## References\n\n- {% ref "B" /%}'
    assert chosen(tmp_path, ready("A", mention), entity("work", "B", status="draft")) == ["A"]


def test_an_unknown_id_blocks_nothing(tmp_path: Path) -> None:
    assert chosen(tmp_path, ready("A", blocked_by("NOPE-1"))) == ["A"]


@pytest.mark.parametrize(
    ("blocker", "found"),
    [
        (entity("spec", "B", status="shipped"), ["A"]),
        (entity("spec", "B", status="accepted"), ["A"]),
        (entity("spec", "B", status="draft"), []),
        (entity("decision", "B", status="accepted"), ["A"]),
        (entity("decision", "B", status="rejected"), []),
        (entity("milestone", "B", status="complete"), ["A"]),
        (entity("bug", "B", status="fixed"), ["A"]),
        (entity("bug", "B", status="done"), []),
    ],
)
def test_achieved_depends_on_the_type(tmp_path: Path, blocker: str, found: list[str]) -> None:
    assert chosen(tmp_path, ready("A", blocked_by("B")), blocker) == found


def test_blocks_is_the_inverse_of_blocked_by(tmp_path: Path) -> None:
    assert chosen(tmp_path, ready("A", '## Blocks\n\n- {% ref "B" /%}'), ready("B")) == ["A"]


def test_items_in_a_cycle_are_left_out(tmp_path: Path) -> None:
    assert chosen(tmp_path, ready("A", blocked_by("B")), ready("B", blocked_by("A")), ready("C", blocked_by("C"))) == [
        "C"
    ]


def test_items_without_an_id_are_not_offered(tmp_path: Path) -> None:
    assert chosen(tmp_path, '{% work status="ready" %}\n\n# Nameless\n\n{% /work %}\n', ready("")) == []


def test_a_tag_is_a_whole_label(tmp_path: Path) -> None:
    items = (ready("A", tags="foo-bar, x"), ready("B", tags="x ,foo"))
    assert chosen(tmp_path, *items, tag="foo") == ["B"]
    assert chosen(tmp_path, *items, tag="x") == ["A", "B"]


def test_a_milestone_and_a_person_are_named_exactly(tmp_path: Path) -> None:
    items = (ready("A", milestone="v1.0", assignee="ann"), ready("B", milestone="v1.0.1"), ready("C", assignee=""))
    assert chosen(tmp_path, *items, milestone="v1.0") == ["A"]
    assert chosen(tmp_path, *items, assignee="ann") == ["A"]
    assert chosen(tmp_path, *items, assignee="unassigned") == ["B", "C"]


def test_a_confirmed_bug_ranks_in_the_middle(tmp_path: Path) -> None:
    bug = entity("bug", "BUG-1", status="confirmed", severity="critical")
    answer = run_next(
        plan_of(tmp_path, ready("L", priority="low"), bug, ready("H", priority="high")), NextInput(count=9)
    )
    assert [each["id"] for each in answer["items"]] == ["H", "BUG-1", "L"]
    assert (answer["items"][1]["priority"], answer["items"][1]["complexity"]) == ("medium", "unknown")
    assert chosen(tmp_path, bug, ready("A"), type="bug") == ["BUG-1"]
    assert chosen(tmp_path, bug, ready("A"), type="work") == ["A"]


def test_an_item_has_everything_needed_to_start(tmp_path: Path) -> None:
    body = f"- [x] one\n\n{blocked_by('D')}"
    plan = plan_of(tmp_path, ready("W", body, priority="low", milestone="v1"), entity("work", "D", status="done"))
    assert run_next(plan, NextInput())["items"] == [
        {
            "id": "W",
            "title": "W title",
            "type": "work",
            "priority": "low",
            "complexity": "unknown",
            "milestone": "v1",
            "file": "000.md",
            "criteria": [{"text": "one", "checked": True}],
            "refs": ["D"],
            "dependencies": [{"id": "D", "direction": "blocked-by"}],
            "attributes": {"id": "W", "status": "ready", "priority": "low", "milestone": "v1"},
            "body": f"# W title\n\n{body}",
        }
    ]


def test_no_ready_item_is_a_result_for_agents_and_an_exit_code_for_scripts(tmp_path: Path, shell: Shell) -> None:
    plan_of(tmp_path, entity("work", "A", status="draft"))
    shown = shell("next", "--format", "json")
    assert (shown.code, shown.json, shown.err) == (1, {"items": []}, "")
    assert call("next", tmp_path) == {"items": []}
    assert shell("next").code == 1


@pytest.mark.parametrize(
    "words",
    [
        ("--type", "spec"),
        ("--count", "0"),
        ("--count", "x"),
        ("--count", "9" * 5000),
        ("--count=-1",),
        ("--nope",),
        ("extra",),
        ("--tag",),
    ],
)
def test_invalid_arguments_are_refused(tmp_path: Path, shell: Shell, words: tuple[str, ...]) -> None:
    plan_of(tmp_path, ready("A"))
    shown = shell("next", *words)
    assert (shown.code, shown.out) == (2, "")
    assert shown.err.startswith("refrakt: ")


def test_an_invalid_type_is_refused_with_the_valid_ones(tmp_path: Path) -> None:
    plan_of(tmp_path)
    with pytest.raises(RefraktError) as refused:
        call("next", tmp_path, {"type": "spec"})
    assert refused.value.code == "INVALID_ARGS"
    assert "work, bug, all" in refused.value.hint


def test_text_output_shows_the_item(tmp_path: Path, shell: Shell) -> None:
    plan_of(tmp_path, ready("A", '- [ ] box\n\n{% ref "B" /%}'), ready("B"))
    shown = shell("next", "--count", "2")
    assert shown.code == 0
    assert shown.out.splitlines() == [
        "A  A title",
        "  work, priority medium, complexity unknown",
        "  000.md",
        "  [ ] box",
        "  see B",
        "",
        "B  B title",
        "  work, priority medium, complexity unknown",
        "  001.md",
    ]
