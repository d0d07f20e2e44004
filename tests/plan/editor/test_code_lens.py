"""Code lenses above the opening tag."""

from __future__ import annotations

from pathlib import Path

import pytest

from plan.editor.open_file import open_file
from plan.plans import entity
from refrakt_plan.editor import EntityFileProvider

BLOCKED = (
    '## Acceptance Criteria\n\n- [x] one\n- [ ] two\n\n## Blocked by\n\n- {% ref "WORK-002" /%}\n- {% ref "WORK-3" /%}'
)
PLAN = {
    "plan/m.md": entity("milestone", "v1.0"),
    "plan/s.md": entity("spec", "SPEC-001"),
    "plan/w1.md": entity("work", "WORK-001", BLOCKED, status="ready", milestone="v1.0", source="SPEC-001"),
    "plan/w2.md": entity("work", "WORK-002", status="in-progress", milestone="v1.0"),
    "plan/w4.md": entity(
        "work", "WORK-004", "## Resolution\n\nCompleted: 2026-03-01\n\nX", status="done", source="SPEC-001"
    ),
    "plan/w5.md": entity("bug", "BUG-005", status="confirmed"),
    "plan/w6.md": entity("work", "WORK-006", '## Blocks\n\n- {% ref "BUG-005" /%}', status="done"),
    "plan/w7.md": entity("work", "WORK-007", "- [ ] x", status="cancelled"),
    "plan/w8.md": "{% work id='WORK-008' %}\n\n# Nobody can read this\n",
}


@pytest.mark.parametrize(
    ("name", "titles"),
    [
        ("plan/w1.md", ["blocked by WORK-002", "1 of 2 criteria"]),
        ("plan/w2.md", ["referenced by 1"]),
        ("plan/w4.md", ["done 2026-03-01"]),
        ("plan/w5.md", ["ready", "referenced by 1"]),
        ("plan/w6.md", ["done"]),
        ("plan/w7.md", ["0 of 1 criteria"]),
        ("plan/w8.md", []),
        ("plan/s.md", ["implemented by 2 (1 done)", "referenced by 2"]),
        ("plan/m.md", ["0 of 2 done", "referenced by 2"]),
    ],
)
def test_lenses_of_an_entity(tmp_path: Path, name: str, titles: list[str]) -> None:
    assert open_file(tmp_path, PLAN, name).lenses == titles


def test_lenses_link_to_locations(tmp_path: Path) -> None:
    open_page = open_file(tmp_path, PLAN, "plan/w1.md")
    blocked, criteria = EntityFileProvider().code_lenses(open_page.file, open_page.context)
    assert open_page.texts_at(blocked.locations) == [("plan/w2.md", "WORK-002")]
    assert open_page.texts_at(criteria.locations) == [("plan/w1.md", "- [ ] two")]
    assert open_page.file.text[slice(*blocked.span.bounds)] == open_page.file.text.partition("\n")[0]


def test_many_blockers_are_counted(tmp_path: Path) -> None:
    body = "## Blocked by\n\n" + "\n".join(f'- {{% ref "WORK-{number}" /%}}' for number in range(10, 15))
    others = {f"plan/{number}.md": entity("work", f"WORK-{number}", status="draft") for number in range(10, 15)}
    open_page = open_file(
        tmp_path, {**others, "plan/a.md": entity("work", "WORK-001", body, status="ready")}, "plan/a.md"
    )
    assert open_page.lenses == ["blocked by WORK-10, WORK-11, WORK-12 and 2 more"]


def test_a_page_without_an_entity_has_none(tmp_path: Path) -> None:
    assert open_file(tmp_path, {**PLAN, "plan/README.md": "# Plan\n"}, "plan/README.md").lenses == []
