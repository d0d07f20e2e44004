"""The card of an id."""

from __future__ import annotations

from pathlib import Path

import pytest

from plan.editor.desk import desk
from plan.plans import entity

PLAN = {
    "plan/work/WORK-001-a.md": entity(
        "work",
        "WORK-001",
        '- [x] one\n- [ ] two\n\n## Blocked by\n\n- {% ref "WORK-002" /%}\n- {% ref "SPEC-001" /%}',
        status="ready",
        priority="high",
        milestone="v1.0",
        assignee="bob",
    ),
    "plan/work/WORK-002-b.md": entity("work", "WORK-002", status="in-progress", milestone="v1.0"),
    "plan/work/WORK-003-c.md": entity("work", "WORK-003", status="ready", source="SPEC-001"),
    "plan/work/WORK-004-d.md": entity(
        "work", "WORK-004", "## Resolution\n\nCompleted: 2026-03-01\n\nDone.", status="done", milestone="v1.0"
    ),
    "plan/bugs/BUG-001-e.md": entity("bug", "BUG-001", status="wontfix"),
    "plan/specs/SPEC-001-f.md": entity("spec", "SPEC-001", status="accepted", released_in="v0.9.0"),
    "plan/milestones/v1.md": entity("milestone", "v1.0", status="active", target="2026-06-01"),
}


def card(root: Path, page: str, **more: str) -> str | None:
    return desk(root, {**PLAN, **more, "page.md": page}).card


def test_work_that_waits(tmp_path: Path) -> None:
    told = card(tmp_path, 'See {% ref "WORK-$0001" /%}.')
    link = (tmp_path / "plan/work/WORK-001-a.md").as_uri()
    assert told == (
        "**WORK-001** WORK-001 title\n\n"
        "Work, ready, high priority, v1.0 (1 of 3 done), assigned to bob\n\n"
        "1 of 2 criteria. Waits for WORK-002 (in-progress).\n\n"
        f"[work/WORK-001-a.md]({link})\n"
    )


@pytest.mark.parametrize(
    ("id", "line"),
    [
        ("WORK-003", "Ready to start."),
        ("WORK-004", "Completed 2026-03-01."),
        ("SPEC-001", "Implemented by 1, 0 of 1 done."),
        ("v1.0", "1 of 3 done."),
    ],
)
def test_what_became_of_it(tmp_path: Path, id: str, line: str) -> None:
    told = card(tmp_path, f"In plain text: $0{id}, too.")
    assert told is not None
    assert line in told.split("\n\n")


@pytest.mark.parametrize(
    ("id", "state"),
    [
        ("BUG-001", "Bug, won't fix, major"),
        ("SPEC-001", "Spec, accepted, released in v0.9.0"),
        ("v1.0", "Milestone, active, due 2026-06-01"),
    ],
)
def test_what_it_is(tmp_path: Path, id: str, state: str) -> None:
    told = card(tmp_path, f"```\n$0{id}\n```\n")
    assert told is not None
    assert told.split("\n\n")[1] == state


@pytest.mark.parametrize("page", ["WORK-00$010 is another.", '{% ref "WORK-999$0" /%}', "Wo$0rds.", "WORK-001-$0a.md"])
def test_what_is_no_id_has_no_card(tmp_path: Path, page: str) -> None:
    assert card(tmp_path, page) is None


def test_the_place_is_the_id_without_its_quotes(tmp_path: Path) -> None:
    open_page = desk(tmp_path, {**PLAN, "page.md": 'é 😀 {% ref "$0WORK-001" /%}\r\n'})
    assert open_page.file.text[slice(*open_page.ask("hover").place)] == "WORK-001"


def test_a_title_is_shown_as_it_is_written(tmp_path: Path) -> None:
    """Titles and values are anybody's words, and an editor shows cards as Markdown."""
    text = '{% work id="WORK-009" status="[x](y)" assignee="<b>" %}\n\n# 1) `a` <img src=x> [l](u) *b*\n\n{% /work %}\n'
    told = card(tmp_path, "WORK-$0009", **{"plan/work/hostile.md": text})
    assert told is not None
    head, state, _ = told.split("\n\n")
    assert head == "**WORK-009** 1\\) a \\<img src=x\\> l b"
    assert state == "Work, \\[x\\]\\(y\\), medium priority, assigned to \\<b\\>"


def test_what_is_not_saved_counts(tmp_path: Path) -> None:
    name = "plan/work/WORK-005-new.md"
    open_page = desk(tmp_path, {**PLAN, name: entity("work", "WORK-00$05", status="draft")}, unsaved=True)
    assert open_page.card is not None
    assert "Work, draft" in open_page.card


def test_an_entity_that_is_never_closed_has_a_card(tmp_path: Path) -> None:
    open_page = desk(tmp_path, {"plan/work/x.md": '{% work id="WORK$0-007" status="ready" %}\r\n\r\n# Open\r\n'})
    assert open_page.card is not None
    assert open_page.card.startswith("**WORK-007** Open\n")
