"""The problems of `plan validate` in an open file."""

from __future__ import annotations

from pathlib import Path

from plan.editor.open_file import OpenFile, open_file
from plan.plans import entity
from refrakt.plugins import Problem, TextEdit
from refrakt_plan.editor import EntityFileProvider
from refrakt_plan.rules import plan_problems
from refrakt_plan.scanner.plan_scanner import scan

NAME = "plan/work/WORK-001-a.md"
OTHER = {"plan/work/WORK-002-b.md": entity("work", "WORK-002", "## Acceptance Criteria\n\n- [ ] x", status="ready")}


def problems(open_page: OpenFile) -> dict[str, tuple[str, Problem]]:
    found = EntityFileProvider().problems(open_page.file, open_page.context)
    return {each.code: (open_page.file.text[slice(*each.span.bounds)], each) for each in found}


def test_problems_equal_those_of_validate(tmp_path: Path) -> None:
    text = entity("work", "WORK-001", 'é 😀 {% ref "WORK-404" /%}\r\n', status="redy", milestone="v9")
    open_page = open_file(tmp_path, {**OTHER, NAME: text}, NAME)
    plan = scan(tmp_path / "plan", open_page.context.files)
    expected = [(each.code, each.severity) for one, each in plan_problems(plan) if one.file == "work/WORK-001-a.md"]
    found = problems(open_page)
    assert sorted((code, each.severity) for code, (_, each) in found.items()) == sorted(expected)
    assert found["broken-ref"][0] == "WORK-404"
    assert found["invalid-status"][0] == "redy"
    assert [each.new for each in found["invalid-status"][1].edits] == ["ready"]


def test_every_broken_reference_is_marked(tmp_path: Path) -> None:
    """The command reports each id once; the editor marks all occurrences."""
    text = entity("work", "WORK-001", '{% ref "work-2" /%} 😀 {% xref "work-2" /%} {% ref "WORK-002" /%}')
    open_page = open_file(tmp_path, {**OTHER, NAME: text}, NAME)
    found = [
        each for each in EntityFileProvider().problems(open_page.file, open_page.context) if each.code == "broken-ref"
    ]
    assert [each.span.start for each in found] == [text.index("work-2"), text.rindex("work-2")]
    assert [each.edits for each in found] == [(TextEdit(each.span, "WORK-002"),) for each in found]


def test_a_cycle_is_shown_in_each_of_its_files(tmp_path: Path) -> None:
    files = {
        f"plan/work/WORK-00{one}-a.md": entity("work", f"WORK-00{one}", f'## Needs\n\n- {{% ref "WORK-00{other}" /%}}')
        for one, other in ((1, 2), (2, 3), (3, 1), (4, 1))
    }
    for one, way in ((1, "1 → 2 → 3 → 1"), (2, "2 → 3 → 1 → 2"), (3, "3 → 1 → 2 → 3")):
        open_page = open_file(tmp_path, files, f"plan/work/WORK-00{one}-a.md")
        found = EntityFileProvider().problems(open_page.file, open_page.context)
        (problem,) = [each for each in found if each.code == "circular-dependency"]
        assert problem.message.replace("WORK-00", "") == f"circular dependency: {way}"
        assert files[f"plan/work/WORK-00{one}-a.md"][slice(*problem.span.bounds)] == f"WORK-00{way[4]}"
    assert "circular-dependency" not in problems(open_file(tmp_path, files, "plan/work/WORK-004-a.md"))


def test_a_long_cycle_is_shown_in_each_of_its_files(tmp_path: Path) -> None:
    files = {
        f"plan/work/W-{one}-a.md": entity("work", f"W-{one}", f'## Needs\n\n- {{% ref "W-{(one + 1) % 15}" /%}}')
        for one in range(15)
    }
    for one in range(15):
        open_page = open_file(tmp_path, files, f"plan/work/W-{one}-a.md")
        found = EntityFileProvider().problems(open_page.file, open_page.context)
        (problem,) = [each for each in found if each.code == "circular-dependency"]
        assert open_page.file.text[slice(*problem.span.bounds)] == f"W-{(one + 1) % 15}"


def test_what_is_typed_counts(tmp_path: Path) -> None:
    text = entity("work", "WORK-001", '{% ref "WORK-40" /%}', status="ready", milestone="v9")
    assert "broken-ref" in problems(open_file(tmp_path, {**OTHER, NAME: text + "$0"}, unsaved=True))
    fixed_text = text.replace("WORK-40", "WORK-002")
    assert "broken-ref" not in problems(open_file(tmp_path, {**OTHER, NAME: fixed_text + "$0"}, unsaved=True))


def test_refrakt_itself_reports_an_unreadable_tag(tmp_path: Path) -> None:
    for wrong in ("{% work id='WORK-001' status='ready' %}\n\n# T\n\n{% /work %}\n", "{% work", "{% work\n\n# T\n"):
        assert problems(open_file(tmp_path, {NAME: wrong}, NAME)) == {}
    beside = '{% work id="WORK-001" %} # T\n\n{% /work %}\n'
    assert set(problems(open_file(tmp_path, {NAME: beside}, NAME))) == {"unreadable-tag"}


def test_a_page_without_an_entity_has_none(tmp_path: Path) -> None:
    assert (
        problems(open_file(tmp_path, {"plan/README.md": '# Plan\n\n{% ref "WORK-404" /%}\n'}, "plan/README.md")) == {}
    )


def test_fixes_name_their_codes(tmp_path: Path) -> None:
    """The codes of actions for missing ids and file names exist."""
    body = '{% ref "WORK-404$0" /%}'
    text = entity("work", "WORK-001", body, milestone="v9", source="SPEC-404", supersedes="WORK-405")
    open_page = open_file(tmp_path, {"plan/work/wrong.md": text})
    (creates,) = (each for title, each in open_page.actions.items() if title.startswith("Create"))
    found = problems(open_page)
    assert set(creates.codes) <= found.keys()
    renames = open_file(
        tmp_path, {"plan/work/wrong.md": text.replace("$0", "").replace("work id", "work$0 id")}
    ).actions
    (moves,) = (each for title, each in renames.items() if title.startswith("Rename"))
    assert {"filename-missing-id"} <= {*moves.codes} & found.keys()
