"""Hover for ids."""

from __future__ import annotations

from pathlib import Path

import pytest

from plan.editor.open_file import open_file
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


def hover(root: Path, page: str, **more: str) -> str | None:
    return open_file(root, {**PLAN, **more, "page.md": page}).hover


def test_blocked_work(tmp_path: Path) -> None:
    shown = hover(tmp_path, 'See {% ref "WORK-$0001" /%}.')
    link = (tmp_path / "plan/work/WORK-001-a.md").as_uri()
    assert shown == (
        "**WORK-001** WORK-001 title\n\n"
        "Work, ready, high priority, v1.0 (1 of 3 done), assigned to bob\n\n"
        "1 of 2 criteria. Blocked by WORK-002 (in-progress).\n\n"
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
def test_finished_work(tmp_path: Path, id: str, line: str) -> None:
    shown = hover(tmp_path, f"In plain text: $0{id}, too.")
    assert shown is not None
    assert line in shown.split("\n\n")


@pytest.mark.parametrize(
    ("id", "state"),
    [
        ("BUG-001", "Bug, won't fix, major"),
        ("SPEC-001", "Spec, accepted, released in v0.9.0"),
        ("v1.0", "Milestone, active, due 2026-06-01"),
    ],
)
def test_facts_of_each_type(tmp_path: Path, id: str, state: str) -> None:
    shown = hover(tmp_path, f"```\n$0{id}\n```\n")
    assert shown is not None
    assert shown.split("\n\n")[1] == state


@pytest.mark.parametrize("page", ["WORK-00$010 is another.", '{% ref "WORK-999$0" /%}', "Wo$0rds.", "WORK-001-$0a.md"])
def test_only_ids_have_a_hover(tmp_path: Path, page: str) -> None:
    assert hover(tmp_path, page) is None


def test_the_range_is_the_id_without_quotes(tmp_path: Path) -> None:
    open_page = open_file(tmp_path, {**PLAN, "page.md": 'é 😀 {% ref "$0WORK-001" /%}\r\n'})
    assert open_page.file.text[slice(*open_page.request("hover").span.bounds)] == "WORK-001"


def test_a_title_is_shown_as_it_is_written(tmp_path: Path) -> None:
    """Titles and values are untrusted text, and an editor shows hovers as Markdown."""
    text = '{% work id="WORK-009" status="[x](y)" assignee="<b>" %}\n\n# 1) `a` <img src=x> [l](u) *b*\n\n{% /work %}\n'
    shown = hover(tmp_path, "WORK-$0009", **{"plan/work/hostile.md": text})
    assert shown is not None
    head, state, _ = shown.split("\n\n")
    assert head == "**WORK-009** 1\\) a \\<img src=x\\> l b"
    assert state == "Work, \\[x\\]\\(y\\), medium priority, assigned to \\<b\\>"


def test_unsaved_text_counts(tmp_path: Path) -> None:
    name = "plan/work/WORK-005-new.md"
    open_page = open_file(tmp_path, {**PLAN, name: entity("work", "WORK-00$05", status="draft")}, unsaved=True)
    assert open_page.hover is not None
    assert "Work, draft" in open_page.hover


def test_an_unclosed_entity_has_a_hover(tmp_path: Path) -> None:
    open_page = open_file(tmp_path, {"plan/work/x.md": '{% work id="WORK$0-007" status="ready" %}\r\n\r\n# Open\r\n'})
    assert open_page.hover is not None
    assert open_page.hover.startswith("**WORK-007** Open\n")
