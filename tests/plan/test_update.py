"""`plan update`, for people and for agents: scenarios 21 to 34."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from cli.command_runner import refrakt
from plan.plans import COMMANDS, Buffers, Shell, call, context, entity, write
from privileges import unprivileged
from refrakt.plugins import Applied, RefraktError, WorkspaceEdit
from refrakt.plugins.plugin_calls import call_tool
from refrakt_plan.plugin import plugin
from refrakt_plan.vocabulary import WORK

BOXES = "## Acceptance Criteria\n\n- [ ] First thing\n- [ ] Second thing\n- [x] Third\n\n```\n- [ ] Sample\n```"


@pytest.fixture
def item(tmp_path: Path) -> Path:
    """A piece of work in a plan."""
    write(
        tmp_path / "plan",
        {
            "work/WORK-001-a.md": entity("work", "WORK-001", BOXES, status="ready"),
            "bugs/BUG-001-b.md": entity("bug", "BUG-001", status="confirmed"),
            "specs/SPEC-001-c.md": entity("spec", "SPEC-001", status="draft"),
            "milestones/v1.md": entity("milestone", "v1.0.0", status="active"),
        },
    )
    return tmp_path / "plan" / "work" / "WORK-001-a.md"


def update(root: Path, files: Buffers | None = None, **given: Any) -> Any:
    return call("update", root, {"id": "WORK-001", **given}, files)


def refusal(root: Path, **given: Any) -> RefraktError:
    """Why a call is refused; nothing must have changed."""
    before = snapshot(root)
    with pytest.raises(RefraktError) as refused:
        update(root, **given)
    assert snapshot(root) == before
    return refused.value


def snapshot(root: Path) -> dict[str, tuple[bytes, int]]:
    return {str(path): (path.read_bytes(), path.stat().st_mtime_ns) for path in root.rglob("*") if path.is_file()}


# What is changed ----------------------------------------------------------------------------------------------------


def test_a_status_changes_one_value_of_the_file(item: Path, tmp_path: Path) -> None:
    """Scenario 21."""
    before = item.read_text("utf-8")
    assert update(tmp_path, status="in-progress") == {
        "file": "work/WORK-001-a.md",
        "type": "work",
        "changes": [{"field": "status", "old": "ready", "new": "in-progress"}],
    }
    assert item.read_text("utf-8") == before.replace('"ready"', '"in-progress"')


def test_attributes_are_added_and_removed(item: Path, tmp_path: Path) -> None:
    """Scenarios 22 and 23."""
    assert update(tmp_path, assignee="bob")["changes"] == [{"field": "assignee", "old": "", "new": "bob"}]
    assert item.read_text("utf-8").startswith('{% work id="WORK-001" status="ready" assignee="bob" %}\n')
    assert update(tmp_path, assignee="")["changes"] == [{"field": "assignee", "old": "bob", "new": "(removed)"}]
    assert item.read_text("utf-8").startswith('{% work id="WORK-001" status="ready" %}\n')


@pytest.mark.parametrize("given", [{"assignee": ""}, {"status": "ready"}, {"attrs": {"tags": "", "status": "ready"}}])
def test_an_equal_value_does_not_write_the_file(item: Path, tmp_path: Path, given: Mapping[str, Any]) -> None:
    """Scenarios 23 and 24."""
    before = snapshot(tmp_path)
    assert update(tmp_path, **given)["changes"] == []
    assert snapshot(tmp_path) == before


def test_other_bytes_are_unchanged(item: Path, tmp_path: Path) -> None:
    tag = b'{% work\r\n\tid="WORK-001"\r\n\tstatus="ready"\r\n%}'
    data = b"\xef\xbb\xbf---\r\nx: \xc3\xa9\r\n---\r\n\r\n" + tag + b"\r\n\r\n- [ ] A \r\n\x0c\rB"
    item.write_bytes(data)
    changed = update(tmp_path, status="done", check="A")
    assert [each["field"] for each in changed["changes"]] == ["status", "criterion"]
    assert item.read_bytes() == data.replace(b'"ready"', b'"done"').replace(b"[ ]", b"[x]")


def test_a_quote_in_a_value_is_escaped(item: Path, tmp_path: Path) -> None:
    """Scenario 29."""
    update(tmp_path, assignee='a"b\\')
    assert r'assignee="a\"b\\"' in item.read_text("utf-8")
    assert update(tmp_path, assignee="c")["changes"] == [{"field": "assignee", "old": 'a"b\\', "new": "c"}]


def test_an_id_may_contain_a_slash(item: Path, tmp_path: Path) -> None:
    write(tmp_path / "plan", {"x.md": entity("work", "../a/b", status="ready")})
    assert call("update", tmp_path, {"id": "../a/b", "status": "done"})["file"] == "x.md"


def test_a_milestone_is_found_by_its_name(item: Path, tmp_path: Path) -> None:
    changed = call("update", tmp_path, {"id": "v1.0.0", "status": "complete", "attrs": {"target": "soon"}})
    assert changed["file"] == "milestones/v1.md"
    assert [each["field"] for each in changed["changes"]] == ["status", "target"]


# Criteria -----------------------------------------------------------------------------------------------------------


def test_a_box_is_found_by_a_part_of_its_line(item: Path, tmp_path: Path) -> None:
    before = item.read_text("utf-8")
    assert update(tmp_path, check="Second")["changes"] == [
        {"field": "criterion", "old": "[ ] Second thing", "new": "[x] Second thing"}
    ]
    assert update(tmp_path, uncheck="[x] Second")["changes"] == [
        {"field": "criterion", "old": "[x] Second thing", "new": "[ ] Second thing"}
    ]
    assert item.read_text("utf-8") == before


@pytest.mark.parametrize(
    ("given", "message", "hint"),
    [
        (
            {"check": "thing"},
            'Ambiguous: 2 unchecked criteria match "thing"',
            'matching: "First thing", "Second thing"',
        ),
        ({"check": "second"}, 'No unchecked criterion matching "second"', 'criteria: "First thing", "Second thing"'),
        ({"check": "Third"}, 'No unchecked criterion matching "Third"', "already checked"),
        ({"uncheck": "First"}, 'No checked criterion matching "First"', "already unchecked"),
        ({"check": "Sample"}, 'No unchecked criterion matching "Sample"', "First thing"),
        ({"check": ""}, 'No unchecked criterion matching ""', "First thing"),
        ({"check": "First", "uncheck": "First"}, 'No checked criterion matching "First"', "Third"),
        ({"check": "First", "uncheck": "nope"}, 'No checked criterion matching "nope"', "Third"),
    ],
)
def test_a_box_that_is_not_found_changes_nothing(
    item: Path, tmp_path: Path, given: Mapping[str, Any], message: str, hint: str
) -> None:
    """Scenario 27."""
    trouble = refusal(tmp_path, status="done", **given)
    assert (trouble.code, trouble.message, trouble.exit_code) == ("VALIDATION_ERROR", message, 1)
    assert hint in str(trouble)


def test_of_several_boxes_the_matching_ones_are_checked(item: Path, tmp_path: Path) -> None:
    """Scenario 28."""
    changed = update(tmp_path, check=["First", "nope", "Second"])
    assert [each["new"] for each in changed["changes"]] == ["[x] First thing", "[x] Second thing"]
    assert changed["unmatched"] == ["nope"]
    assert item.read_text("utf-8").count("[x]") == 3
    assert update(tmp_path, uncheck=["Third"])["unmatched"] == []


def test_an_unknown_box_in_a_list_is_reported_not_refused(item: Path, tmp_path: Path) -> None:
    changed = update(tmp_path, status="done", check=["nope", "thing"])
    assert [each["field"] for each in changed["changes"]] == ["status"]
    assert changed["unmatched"] == ["nope", "thing"]
    before = snapshot(tmp_path)
    assert update(tmp_path, check=["nope"], uncheck=["none"]) == {
        "file": "work/WORK-001-a.md",
        "type": "work",
        "changes": [],
        "unmatched": ["nope", "none"],
    }
    assert snapshot(tmp_path) == before


def test_a_box_that_is_named_twice_is_checked_once(item: Path, tmp_path: Path) -> None:
    changed = update(tmp_path, check=["First", "First"])
    assert [each["new"] for each in changed["changes"]] == ["[x] First thing"]
    assert changed["unmatched"] == []


def test_an_ambiguous_text_checks_no_box(item: Path, tmp_path: Path) -> None:
    assert update(tmp_path, check=["thing", "First"])["unmatched"] == ["thing"]
    # The first is ticked now, so that there is but one.
    assert update(tmp_path, check=["First", "thing"])["unmatched"] == ["First"]


def test_a_box_can_be_named_by_all_of_its_text(item: Path, tmp_path: Path) -> None:
    item.write_text(entity("work", "WORK-001", "- [ ] Add tests for it\n- [ ] Add tests"), "utf-8")
    assert update(tmp_path, check="Add tests")["changes"][0]["new"] == "[x] Add tests"


# The resolution -----------------------------------------------------------------------------------------------------


def test_a_resolution_goes_with_a_status(item: Path, tmp_path: Path) -> None:
    """Scenario 31."""
    changed = call("update", tmp_path, {"id": "BUG-001", "status": "fixed", "resolve": "Mended.\n\nTested."})
    assert changed["changes"] == [
        {"field": "status", "old": "confirmed", "new": "fixed"},
        {"field": "resolution", "old": "", "new": "added"},
    ]
    assert "## Resolution\n\nCompleted: 20" in (tmp_path / "plan/bugs/BUG-001-b.md").read_text("utf-8")
    with pytest.raises(RefraktError, match="spec") as refused:
        call("update", tmp_path, {"id": "SPEC-001", "resolve": "No."})
    assert refused.value.code == "VALIDATION_ERROR"


def test_a_second_resolution_follows_the_first(item: Path, tmp_path: Path) -> None:
    """Scenario 32."""
    update(tmp_path, resolve="Once.")
    assert update(tmp_path, resolve="Twice.")["changes"] == [
        {"field": "resolution", "old": "(appended)", "new": "updated"}
    ]
    text = item.read_text("utf-8")
    assert text.count("## Resolution") == 1
    assert text.index("Once.\n\n---\n\nCompleted: ") < text.index("Twice.\n\n{% /work %}\n")


def test_a_resolution_that_breaks_the_entity_is_refused(item: Path, tmp_path: Path) -> None:
    for text in ("{% /work %}", "{% hint %}", "```", "", "\0"):
        assert refusal(tmp_path, status="done", resolve=text).code == "VALIDATION_ERROR"


def test_a_resolution_from_a_file_is_read_where_the_caller_is(
    item: Path, tmp_path: Path, shell: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(tmp_path, {"notes.md": "From a file.", "src/notes.md": "From below.", "refrakt.config.json": "{}"})
    monkeypatch.chdir(tmp_path / "src")
    assert shell("update", "WORK-001", "--resolve-file", "notes.md", "--resolve", "no").code == 0
    update(tmp_path, resolveFile="notes.md")
    text = item.read_text("utf-8")
    assert text.index("From below.") < text.index("From a file.")
    # The program itself runs commands in the project's folder.
    write(tmp_path, {"src/notes.md": "From below, again."})
    assert refrakt("plan", "update", "WORK-001", "--dir=../plan", "--resolve-file=notes.md").code == 0
    assert "From below, again." in item.read_text("utf-8")


def test_an_agent_reads_no_file_outside_the_project(item: Path, tmp_path: Path) -> None:
    outside = write(tmp_path.parent / f"{tmp_path.name}-outside", {"secret": "x"}) / "secret"
    (tmp_path / "link").symlink_to(outside)
    for name in (str(outside), f"../{outside.parent.name}/secret", "link", "\0"):
        assert refusal(tmp_path, resolveFile=name).code == "INVALID_ARGS"
    os.mkfifo(tmp_path / "pipe")
    for name in ("missing", "plan", "pipe"):
        assert refusal(tmp_path, resolveFile=name).code == "NOT_FOUND"


# What is refused ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("given", "message"),
    [
        (
            {"status": "working"},
            'Invalid status "working" for work rune. Valid: ' + ", ".join(WORK.statuses),
        ),
        ({"pr": "x"}, 'Invalid pr "x" for work rune. Valid: org/repo#number'),
        ({"severity": "major"}, 'Unknown attribute "severity" for work rune. Valid: id, status, priority, '),
        ({"attrs": {"id": "WORK-2"}}, '"id" of a work cannot be set'),
        ({"attrs": {"assignee": "a\nb"}}, "the value of `assignee` contains a line end"),
        ({"assignee": "x", "milestone": "%}"}, "the value of `milestone` contains"),
    ],
)
def test_an_invalid_value_changes_nothing(item: Path, tmp_path: Path, given: Mapping[str, Any], message: str) -> None:
    """Scenarios 25 and 34."""
    trouble = refusal(tmp_path, **given)
    assert (trouble.code, trouble.exit_code) == ("VALIDATION_ERROR", 1)
    assert trouble.message.startswith(message)
    assert trouble.hint


def test_an_unknown_id_is_reported_with_a_similar_one(item: Path, tmp_path: Path) -> None:
    """Scenario 26."""
    trouble = refusal(tmp_path, id="WORK-01", status="done")
    assert (trouble.code, trouble.message, trouble.exit_code) == ("NOT_FOUND", "Entity not found: WORK-01", 2)
    assert "did you mean 'WORK-001'?" in str(trouble)
    assert trouble.hint == "Pass the id of an entity of the plan."
    assert refusal(tmp_path, id="", status="done").hint == "Pass the id of an entity of the plan."


def test_an_unreadable_tag_is_reported(item: Path, tmp_path: Path) -> None:
    write(tmp_path / "plan", {"broken.md": "{% work id='WORK-009' %}\n"})
    assert "broken.md" in refusal(tmp_path, id="WORK-009", status="done").detail


def test_an_unreadable_file_is_reported_and_unchanged(item: Path, tmp_path: Path) -> None:
    item.write_bytes(item.read_bytes() + b"\xff")
    assert "WORK-001-a.md is not UTF-8 text" in refusal(tmp_path, status="done").detail


@pytest.mark.parametrize("given", [{}, {"check": []}, {"attrs": {}}, {"dir": "plan"}])
def test_an_update_without_changes_is_refused(item: Path, tmp_path: Path, given: Mapping[str, Any]) -> None:
    """Scenario 33."""
    trouble = refusal(tmp_path, **given)
    assert (trouble.code, trouble.message) == ("INVALID_ARGS", "No changes specified")


def test_a_named_attribute_and_a_different_one_in_attrs_are_refused(item: Path, tmp_path: Path) -> None:
    trouble = refusal(tmp_path, status="done", attrs={"status": "review"})
    assert (trouble.code, trouble.message) == ("INVALID_ARGS", "`status` differs from `status` in `attrs`")
    assert len(update(tmp_path, status="done", attrs={"status": "done"})["changes"]) == 1


def test_an_agent_stays_in_the_project(item: Path, tmp_path: Path) -> None:
    other = write(tmp_path.parent / f"{tmp_path.name}-other", {"a.md": entity("work", "WORK-001")})
    assert refusal(tmp_path, status="done", dir=str(other)).code == "INVALID_ARGS"
    assert update(tmp_path, status="done", dir="plan/work")["file"] == "WORK-001-a.md"


@unprivileged
def test_a_read_only_file_is_reported(item: Path, tmp_path: Path) -> None:
    item.parent.chmod(0o500)
    try:
        assert refusal(tmp_path, status="done").code == "WRITE_FAILED"
    finally:
        item.parent.chmod(0o700)


# Through the plugin -------------------------------------------------------------------------------------------------


async def test_a_tool_validates_input_and_output(item: Path, tmp_path: Path) -> None:
    result = await call_tool(
        plugin, COMMANDS["update"], {"id": "WORK-001", "status": "done", "check": ["First"]}, context(tmp_path)
    )
    assert result["unmatched"] == []
    for wrong in ({"status": "done"}, {"id": "WORK-001", "nope": "x"}, {"id": "WORK-001", "check": 1}):
        with pytest.raises(RefraktError) as refused:
            await call_tool(plugin, COMMANDS["update"], wrong, context(tmp_path))
        assert refused.value.code == "INVALID_ARGS"


class Editor(Buffers):
    """An editor that applies edits of open files to its buffers."""

    def apply(self, changes: WorkspaceEdit, within: Path | None = None) -> Applied:
        (edit,) = changes.edits
        path = next(each for each in self.opened if each.name == Path(edit.path).name)
        assert self.opened[path].text == edit.text
        assert self.opened[path].version == edit.version
        self.open(path, edit.changed, (edit.version or 0) + 1)
        return Applied(unsaved=(edit.path,))


def test_a_page_that_is_open_is_changed_in_the_editor(item: Path, tmp_path: Path) -> None:
    editor = Editor()
    editor.open(item, entity("work", "WORK-001", "- [ ] Not saved yet", status="review"), 4)
    changed = update(tmp_path, editor, status="done", check="saved")
    assert changed["unsaved"] is True
    assert changed["changes"][0]["old"] == "review"
    assert editor.opened[item].text == entity("work", "WORK-001", "- [x] Not saved yet", status="done")
    assert 'status="ready"' in item.read_text("utf-8")
    assert "unsaved" not in update(tmp_path, editor, status="done")


# The command line ---------------------------------------------------------------------------------------------------


def test_text_output_is_short(item: Path, shell: Shell) -> None:
    shown = shell(
        "update", "WORK-001", "--assignee=bob", "--status", "in-progress", "--check", "First", "--resolve", "Ok"
    )
    assert shown == (
        0,
        "work/WORK-001-a.md\n  assignee: (none) → bob\n  status: ready → in-progress\n  [x] First thing\n  resolution added\n",
        "",
    )
    assert shell("update", "WORK-001", "--status", "in-progress").out == "work/WORK-001-a.md: nothing to change\n"
    assert "assignee: bob → (removed)" in shell("update", "WORK-001", "--assignee", "").out
    assert "no single criterion matches: x" in shell("update", "WORK-001", "--check", "Second", "--check=x").out


@pytest.mark.parametrize(
    ("words", "code", "error"),
    [
        (("WORK-001", "--status", "bogus"), 1, "VALIDATION_ERROR"),
        (("WORK-001", "--bogusattr", "x"), 1, "VALIDATION_ERROR"),
        (("WORK-001", "--bogusattr=x"), 1, "VALIDATION_ERROR"),
        (("WORK-001", "--id", "x"), 1, "VALIDATION_ERROR"),
        (("WORK-001", "--check", "nope"), 1, "VALIDATION_ERROR"),
        (("WORK-001",), 1, "INVALID_ARGS"),
        (("NOPE", "--status", "done"), 2, "NOT_FOUND"),
        (("NOPE", "--bogusattr", "x"), 2, "NOT_FOUND"),
        (("WORK-001", "--status"), 2, "INVALID_ARGS"),
        (("--status", "done"), 2, "INVALID_ARGS"),
        (("WORK-001", "--resolve-file", "missing.md"), 2, "NOT_FOUND"),
        (("WORK-001", "--status", "done", "--dir", "nowhere"), 2, "PLAN_DIR_MISSING"),
    ],
)
def test_a_refusal_has_its_exit_code(item: Path, shell: Shell, words: tuple[str, ...], code: int, error: str) -> None:
    before = item.read_bytes()
    shown = shell("update", *words, "--format", "json")
    assert (shown.code, shown.out) == (code, "")
    result = json.loads(shown.err)
    assert result["errorCode"] == error
    assert result["hint"]
    assert item.read_bytes() == before


def test_an_unknown_option_is_an_unknown_attribute(item: Path, shell: Shell) -> None:
    result = json.loads(shell("update", "WORK-001", "--bogusattr", "x", "--format", "json").err)["error"]
    assert result == (
        'Unknown attribute "bogusattr" for work rune. Valid: id, status, priority, complexity, assignee, milestone, '
        "source, supersedes, pr, tags"
    )


# At the same time ---------------------------------------------------------------------------------------------------


def test_no_concurrent_update_is_lost_in_threads(item: Path, tmp_path: Path) -> None:
    boxes = [f"Box {number:02}" for number in range(24)]
    item.write_text(entity("work", "WORK-001", "\n".join(f"- [ ] {each}" for each in boxes)), "utf-8")
    with ThreadPoolExecutor(8) as threads:
        changed = list(threads.map(lambda box: update(tmp_path, check=box), boxes))
    assert [each["changes"][0]["new"] for each in changed] == [f"[x] {box}" for box in boxes]
    assert item.read_text("utf-8").count("- [x] ") == 24


def test_no_concurrent_update_is_lost_in_processes(item: Path, tmp_path: Path) -> None:
    boxes = [f"Box {number:02}" for number in range(30)]
    item.write_text(entity("work", "WORK-001", "\n".join(f"- [ ] {each}" for each in boxes)), "utf-8")
    code = (
        "import sys; from refrakt.hosts.cli.plugin_command import run_command; "
        "from refrakt_plan.commands.update import COMMAND; "
        "sys.exit(max(run_command(COMMAND, ['WORK-001', '--check', each], '') for each in sys.argv[1:]))"
    )
    running = [
        subprocess.Popen([sys.executable, "-c", code, *boxes[start::3]], cwd=tmp_path, stdout=subprocess.DEVNULL)
        for start in range(3)
    ]
    assert [each.wait(30) for each in running] == [0, 0, 0]
    assert item.read_text("utf-8").count("- [x] ") == 30


def test_an_id_declared_in_two_files_is_refused_and_both_are_named(item: Path, tmp_path: Path) -> None:
    write(tmp_path / "plan", {"work/WORK-001-again.md": entity("work", "WORK-001", status="ready")})
    error = refusal(tmp_path, status="done")
    assert error.code == "DUPLICATE_ID"
    assert "WORK-001-a.md" in str(error)
    assert "WORK-001-again.md" in str(error)
