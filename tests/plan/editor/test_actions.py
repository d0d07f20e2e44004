"""What can be done to an entity without typing."""

from __future__ import annotations

import datetime
from pathlib import Path

import pytest

from plan.editor.desk import Desk, at, desk
from plan.plans import entity, read
from refrakt.plugins import Disk, Range
from refrakt_plan.editor import Entities
from refrakt_plan.reading.scanner import scan

TEXT = (
    '{% work id="WORK-001" status="ready" milestone="v9.9" source="SPEC-404" %}\r\n\r\n# T\r\n\r\n'
    "- [ ] one of them\r\n- [x] the other\r\n\r\nAfter WORK-002 and `WORK-002`, WORK-001.\r\n\r\n"
    '## Blocked by\r\n\r\n- {% ref "WORK-404" /%}\r\n\r\n```\r\n- [ ] a sample\r\n```\r\n\r\n{% /work %}\r\n'
)
NAME = "plan/work/WORK-001-t.md"
OTHER = {"plan/work/WORK-002-b.md": entity("work", "WORK-002")}


def on(root: Path, words: str, text: str = TEXT, name: str = NAME) -> Desk:
    """The file with the cursor at the beginning of some words of it."""
    offset = text.index(words)
    return desk(root, {**OTHER, name: f"{text[:offset]}$0{text[offset:]}"})


@pytest.mark.parametrize(
    ("words", "title", "before", "after"),
    [
        ("one of", 'Check "one of them"', "[ ] one", "[x] one"),
        ("the other", 'Uncheck "the other"', "[x] the", "[ ] the"),
        ("WORK-002 and", "Make a reference of WORK-002", "After WORK-002", 'After {% ref "WORK-002" /%}'),
        ("work id", "Set the status to in-progress", '"ready"', '"in-progress"'),
    ],
)
def test_nothing_else_in_the_file_changes(tmp_path: Path, words: str, title: str, before: str, after: str) -> None:
    assert on(tmp_path, words).done(title) == TEXT.replace(before, after, 1)


def test_several_criteria_at_once(tmp_path: Path) -> None:
    text = entity("work", "WORK-001", "- [ ] a\n- [x] b\n- [ ] c")
    open_page = desk(tmp_path, {NAME: text}, NAME)
    selected = Range(text.index("- [ ] a"), text.index("c\n"))
    found = {each.title: each for each in Entities().actions(open_page.file, selected, open_page.context)}
    changes = found["Check 2 criteria"].changes()
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
        ("WORK-404", ["Create the work WORK-404"]),
        ("SPEC-404", ["Create the spec SPEC-404"]),
        ("v9.9", ["Create the milestone v9.9"]),
    ],
)
def test_what_is_offered_where(tmp_path: Path, words: str, titles: list[str]) -> None:
    found = [each for each in on(tmp_path, words).actions if not each.startswith(("Set the", "Add "))]
    assert found == titles


def test_statuses_come_in_the_order_of_what_is_likely(tmp_path: Path) -> None:
    found = [each for each in on(tmp_path, "status=").actions if each.startswith("Set")]
    assert [each.removeprefix("Set the status to ") for each in found] == [
        "in-progress", "review", "done", "blocked", "pending", "cancelled", "superseded", "draft",
    ]  # fmt: skip


def test_a_resolution_says_when_and_leaves_room_for_what(tmp_path: Path) -> None:
    found = read(on(tmp_path, "work id").done("Add a resolution"))
    assert found.resolution is not None
    today = datetime.datetime.now(datetime.UTC).date().isoformat()
    assert (found.resolution.date, found.resolution.body) == (today, "What was done.")
    assert (found.id, found.criteria[0].text) == ("WORK-001", "one of them")


@pytest.mark.parametrize(
    ("status", "body", "words", "title", "code"),
    [
        ("done", "", "work id", "Add a resolution", "done-without-resolution"),
        ("review", "## Resolution\n\nIt works.", "## Resolution", "Set the status to done", "resolution-not-done"),
    ],
)
def test_the_end_of_work_is_told_twice_or_not_at_all(
    tmp_path: Path, status: str, body: str, words: str, title: str, code: str
) -> None:
    """Its status and its resolution; where one of them is missing, adding it mends the problem."""
    text = entity("work", "WORK-001", f"## Acceptance Criteria\n\n- [x] a\n\n{body}", status=status, milestone="v1")
    open_page = on(tmp_path, words, text)
    action = open_page.actions[title]
    assert (action.kind, action.codes) == ("quickfix", (code,))
    for after, told in ((text, {code}), (open_page.done(title), set())):
        page = desk(tmp_path, {NAME: after}, NAME)
        found = {each.code for each in Entities().problems(page.file, page.context)}
        assert found & {"done-without-resolution", "resolution-not-done"} == told


def test_specs_have_no_resolution(tmp_path: Path) -> None:
    open_page = desk(tmp_path, {"plan/s.md": entity("spec", "SPEC-$0001")})
    assert not [each for each in open_page.actions if "resolution" in each]


@pytest.mark.parametrize(
    ("words", "path", "id"),
    [
        ("WORK-404", "plan/work/WORK-404-untitled.md", "WORK-404"),
        ("SPEC-404", "plan/specs/SPEC-404-untitled.md", "SPEC-404"),
        ("v9.9", "plan/milestones/v9-9.md", "v9.9"),
    ],
)
def test_what_is_missing_is_made(tmp_path: Path, words: str, path: str, id: str) -> None:
    open_page = on(tmp_path, words)
    action = next(each for title, each in open_page.actions.items() if title.startswith("Create"))
    assert action.kind == "quickfix"
    changes = action.changes()
    assert changes is not None
    assert [name for name, _ in changes.created] == [path]
    Disk(tmp_path).apply(changes)
    assert (scan(tmp_path / "plan", Disk()).by_id[id].title or "").endswith("Untitled")


@pytest.mark.parametrize("id", ["../../x", "WORK-", "WORK-1/2", "WORK-x", "FOO-1", "a\\nb"])
def test_no_file_is_made_for_a_strange_id(tmp_path: Path, id: str) -> None:
    open_page = desk(tmp_path, {NAME: entity("work", "WORK-001", f'{{% ref "$0{id}" /%}}')})
    assert not [each for each in open_page.actions if each.startswith("Create")]


@pytest.mark.parametrize(
    ("name", "new"),
    [
        ("plan/work/t.md", "plan/work/WORK-001-t.md"),
        ("plan/work/WORK-012-t.md", "plan/work/WORK-001-t.md"),
        ("plan/work/WORK-001-t.md", None),
    ],
)
def test_a_file_gets_a_name_that_begins_with_the_id(tmp_path: Path, name: str, new: str | None) -> None:
    found = [each for title, each in on(tmp_path, "work id", name=name).actions.items() if title.startswith("Rename")]
    moved = [changes.moved for each in found if (changes := each.changes()) is not None]
    assert moved == ([((name, new),)] if new else [])


def test_a_file_is_not_called_by_an_id_with_a_slash(tmp_path: Path) -> None:
    open_page = desk(tmp_path, {"plan/work/t.md": entity("work", "WORK-$01/2")})
    assert not [each for each in open_page.actions if each.startswith("Rename")]


def test_a_file_is_not_renamed_over_another(tmp_path: Path) -> None:
    (tmp_path / "plan/work").mkdir(parents=True)
    (tmp_path / "plan/work/WORK-001-t.md").write_text("Notes.")
    found = on(tmp_path, "work id", name="plan/work/t.md").actions
    assert not [each for each in found if each.startswith("Rename")]


def test_a_file_that_was_never_saved_has_no_name_to_change(tmp_path: Path) -> None:
    open_page = desk(tmp_path, {"plan/work/t.md": entity("work", "WORK-$0001")}, unsaved=True)
    (tmp_path / "plan/work/t.md").unlink()
    assert "Set the status to ready" in open_page.actions
    assert not [each for each in open_page.actions if each.startswith("Rename")]


def test_of_a_whole_file_that_is_selected_each_is_offered_once(tmp_path: Path) -> None:
    text = entity("work", "WORK-001", '{% ref "WORK-404" /%}\n\n## Resolution\n\nIt works.', status="review")
    open_page = desk(tmp_path, {NAME: text}, NAME)
    found = [each.title for each in Entities().actions(open_page.file, Range(0, len(text)), open_page.context)]
    assert sorted(found) == sorted(set(found))
    assert {"Set the status to done", "Add to the resolution"} <= {*found}
    around = Range(text.index("WORK-404"), text.index("## Resolution") - 1)
    assert not list(Entities().actions(open_page.file, around, open_page.context)), "that is more than an id"


def test_what_is_not_saved_is_changed_in_its_version(tmp_path: Path) -> None:
    open_page = desk(tmp_path, {NAME: TEXT.replace("one of", "$0one of")}, unsaved=True)
    changes = open_page.actions['Check "one of them"'].changes()
    assert changes is not None
    assert [(each.path, each.version) for each in changes.edits] == [(NAME, 7)]


def test_a_text_that_the_plan_was_not_read_from_has_no_actions(tmp_path: Path) -> None:
    """Places would be those of another text."""
    open_page = on(tmp_path, "one of")
    later = at(tmp_path, NAME, "\n" + open_page.file.text, open_page.offset + 1)
    assert later.actions == {}
    assert later.notes == []


def test_an_entity_that_is_never_closed(tmp_path: Path) -> None:
    text = '{% work id="WORK-001" %}\n\n# T\n\n- [ ] o$0ne\n'
    open_page = desk(tmp_path, {NAME: text})
    assert open_page.done('Check "one"') == text.replace("$0", "").replace("[ ]", "[x]")
