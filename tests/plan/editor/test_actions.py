"""Code actions for an entity."""

from __future__ import annotations

import datetime
from pathlib import Path

import pytest

from plan.editor.open_file import OpenFile, at, open_file
from plan.plans import entity, read
from refrakt.plugins import Disk, Span
from refrakt_plan.editor import EntityFileProvider
from refrakt_plan.scanner.plan_scanner import scan

TEXT = (
    '{% work id="WORK-001" status="ready" milestone="v9.9" source="SPEC-404" %}\r\n\r\n# T\r\n\r\n'
    "- [ ] one of them\r\n- [x] the other\r\n\r\nAfter WORK-002 and `WORK-002`, WORK-001.\r\n\r\n"
    '## Blocked by\r\n\r\n- {% ref "WORK-404" /%}\r\n\r\n```\r\n- [ ] a sample\r\n```\r\n\r\n{% /work %}\r\n'
)
NAME = "plan/work/WORK-001-t.md"
OTHER = {"plan/work/WORK-002-b.md": entity("work", "WORK-002")}


def on(root: Path, words: str, text: str = TEXT, name: str = NAME) -> OpenFile:
    """The file with the cursor before a text."""
    offset = text.index(words)
    return open_file(root, {**OTHER, name: f"{text[:offset]}$0{text[offset:]}"})


@pytest.mark.parametrize(
    ("words", "title", "before", "after"),
    [
        ("one of", 'Check "one of them"', "[ ] one", "[x] one"),
        ("the other", 'Uncheck "the other"', "[x] the", "[ ] the"),
        ("WORK-002 and", "Convert WORK-002 to a reference", "After WORK-002", 'After {% ref "WORK-002" /%}'),
        ("work id", "Set status to in-progress", '"ready"', '"in-progress"'),
    ],
)
def test_nothing_else_in_the_file_changes(tmp_path: Path, words: str, title: str, before: str, after: str) -> None:
    assert on(tmp_path, words).applied(title) == TEXT.replace(before, after, 1)


def test_several_criteria_at_once(tmp_path: Path) -> None:
    text = entity("work", "WORK-001", "- [ ] a\n- [x] b\n- [ ] c")
    open_page = open_file(tmp_path, {NAME: text}, NAME)
    selected = Span(text.index("- [ ] a"), text.index("c\n"))
    found = {
        each.title: each for each in EntityFileProvider().code_actions(open_page.file, selected, open_page.context)
    }
    changes = found["Check 2 criteria"].edit()
    assert changes is not None
    assert [each.checked for each in read(changes.edits[0].changed).criteria] == [True, True, True]
    assert 'Uncheck "b"' in found


@pytest.mark.parametrize(
    ("words", "titles"),
    [
        ("# T", []),
        ("- [ ] a sample", []),
        ("WORK-002`", []),
        ("WORK-001.", []),
        ("WORK-404", ["Create work WORK-404"]),
        ("SPEC-404", ["Create spec SPEC-404"]),
        ("v9.9", ["Create milestone v9.9"]),
    ],
)
def test_actions_by_cursor_position(tmp_path: Path, words: str, titles: list[str]) -> None:
    found = [each for each in on(tmp_path, words).actions if not each.startswith(("Set status", "Add "))]
    assert found == titles


def test_statuses_are_sorted_by_likelihood(tmp_path: Path) -> None:
    found = [each for each in on(tmp_path, "status=").actions if each.startswith("Set")]
    assert [each.removeprefix("Set status to ") for each in found] == [
        "in-progress", "review", "done", "blocked", "pending", "cancelled", "superseded", "draft",
    ]  # fmt: skip


def test_a_resolution_has_a_date_and_a_placeholder(tmp_path: Path) -> None:
    found = read(on(tmp_path, "work id").applied("Add resolution"))
    assert found.resolution is not None
    today = datetime.datetime.now(datetime.UTC).date().isoformat()
    assert (found.resolution.date, found.resolution.body) == (today, "What was done.")
    assert (found.id, found.criteria[0].text) == ("WORK-001", "one of them")


@pytest.mark.parametrize(
    ("status", "body", "words", "title", "code"),
    [
        ("done", "", "work id", "Add resolution", "done-without-resolution"),
        ("review", "## Resolution\n\nIt works.", "## Resolution", "Set status to done", "resolution-not-done"),
    ],
)
def test_a_status_and_its_resolution_have_fixes(
    tmp_path: Path, status: str, body: str, words: str, title: str, code: str
) -> None:
    """Adding the missing one of status and resolution fixes the problem."""
    text = entity("work", "WORK-001", f"## Acceptance Criteria\n\n- [x] a\n\n{body}", status=status, milestone="v1")
    open_page = on(tmp_path, words, text)
    action = open_page.actions[title]
    assert (action.kind, action.codes) == ("quickfix", (code,))
    for after, expected in ((text, {code}), (open_page.applied(title), set())):
        page = open_file(tmp_path, {NAME: after}, NAME)
        found = {each.code for each in EntityFileProvider().problems(page.file, page.context)}
        assert found & {"done-without-resolution", "resolution-not-done"} == expected


def test_specs_have_no_resolution(tmp_path: Path) -> None:
    open_page = open_file(tmp_path, {"plan/s.md": entity("spec", "SPEC-$0001")})
    assert "Set status to review" in open_page.actions
    assert not [each for each in open_page.actions if "resolution" in each]
    work = open_file(tmp_path, {"plan/w.md": entity("work", "WORK-$0001")})
    assert [each for each in work.actions if "resolution" in each] == ["Add resolution"]


@pytest.mark.parametrize(
    ("words", "path", "id"),
    [
        ("WORK-404", "plan/work/WORK-404-untitled.md", "WORK-404"),
        ("SPEC-404", "plan/specs/SPEC-404-untitled.md", "SPEC-404"),
        ("v9.9", "plan/milestones/v9-9.md", "v9.9"),
    ],
)
def test_a_missing_entity_is_created(tmp_path: Path, words: str, path: str, id: str) -> None:
    open_page = on(tmp_path, words)
    action = next(each for title, each in open_page.actions.items() if title.startswith("Create"))
    assert action.kind == "quickfix"
    changes = action.edit()
    assert changes is not None
    assert [name for name, _ in changes.created] == [path]
    Disk(tmp_path).apply(changes)
    assert (scan(tmp_path / "plan", Disk()).by_id[id].title or "").endswith("Untitled")


@pytest.mark.parametrize("id", ["../../x", "WORK-", "WORK-1/2", "WORK-x", "FOO-1", "a\\nb"])
def test_no_file_is_created_for_an_unusual_id(tmp_path: Path, id: str) -> None:
    open_page = open_file(tmp_path, {NAME: entity("work", "WORK-001", f'{{% ref "$0{id}" /%}}')})
    assert not [each for each in open_page.actions if each.startswith("Create")]
    plain = open_file(tmp_path, {NAME: entity("work", "WORK-001", '{% ref "$0WORK-404" /%}')})
    assert [each for each in plain.actions if each.startswith("Create")] == ["Create work WORK-404"]


@pytest.mark.parametrize(
    ("name", "new"),
    [
        ("plan/work/t.md", "plan/work/WORK-001-t.md"),
        ("plan/work/WORK-012-t.md", "plan/work/WORK-001-t.md"),
        ("plan/work/WORK-001-t.md", None),
    ],
)
def test_a_file_is_renamed_to_begin_with_its_id(tmp_path: Path, name: str, new: str | None) -> None:
    found = [each for title, each in on(tmp_path, "work id", name=name).actions.items() if title.startswith("Rename")]
    moved = [changes.moved for each in found if (changes := each.edit()) is not None]
    assert moved == ([((name, new),)] if new else [])


def test_a_file_is_not_named_after_an_id_with_a_slash(tmp_path: Path) -> None:
    for id, count in (("WORK-$01/2", 0), ("WORK-$012", 1)):
        open_page = open_file(tmp_path, {"plan/work/t.md": entity("work", id)})
        assert len([each for each in open_page.actions if each.startswith("Rename")]) == count


def test_a_file_is_not_renamed_over_another(tmp_path: Path) -> None:
    open_page = on(tmp_path, "work id", name="plan/work/t.md")
    assert len([each for each in open_page.actions if each.startswith("Rename")]) == 1
    (tmp_path / "plan/work/WORK-001-t.md").write_text("Notes.")
    assert not [each for each in open_page.actions if each.startswith("Rename")]


def test_an_unsaved_file_is_not_renamed(tmp_path: Path) -> None:
    open_page = open_file(tmp_path, {"plan/work/t.md": entity("work", "WORK-$0001")}, unsaved=True)
    assert [each for each in open_page.actions if each.startswith("Rename")]
    (tmp_path / "plan/work/t.md").unlink()
    assert "Set status to ready" in open_page.actions
    assert not [each for each in open_page.actions if each.startswith("Rename")]


def test_a_selected_file_offers_each_action_once(tmp_path: Path) -> None:
    text = entity("work", "WORK-001", '{% ref "WORK-404" /%}\n\n## Resolution\n\nIt works.', status="review")
    open_page = open_file(tmp_path, {NAME: text}, NAME)
    found = [
        each.title for each in EntityFileProvider().code_actions(open_page.file, Span(0, len(text)), open_page.context)
    ]
    assert sorted(found) == sorted(set(found))
    assert {"Set status to done", "Append to resolution"} <= {*found}
    around = Span(text.index("WORK-404"), text.index("## Resolution") - 1)
    assert not list(EntityFileProvider().code_actions(open_page.file, around, open_page.context)), (
        "that is more than an id"
    )


def test_edits_have_the_version_of_the_buffer(tmp_path: Path) -> None:
    open_page = open_file(tmp_path, {NAME: TEXT.replace("one of", "$0one of")}, unsaved=True)
    changes = open_page.actions['Check "one of them"'].edit()
    assert changes is not None
    assert [(each.path, each.version) for each in changes.edits] == [(NAME, 7)]


def test_an_outdated_text_has_no_actions(tmp_path: Path) -> None:
    """The ranges would be those of another text."""
    open_page = on(tmp_path, "one of")
    assert 'Check "one of them"' in open_page.actions
    assert open_page.lenses
    later = at(tmp_path, NAME, "\n" + open_page.file.text, open_page.offset + 1)
    assert later.actions == {}
    assert later.lenses == []


def test_an_unclosed_entity(tmp_path: Path) -> None:
    text = '{% work id="WORK-001" %}\n\n# T\n\n- [ ] o$0ne\n'
    open_page = open_file(tmp_path, {NAME: text})
    assert open_page.applied('Check "one"') == text.replace("$0", "").replace("[ ]", "[x]")
