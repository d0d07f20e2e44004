"""`plan create`: scenarios 35 to 41."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import jsonschema  # type: ignore[import-untyped]
import pytest

from plan.plans import COMMANDS, Buffers, Shell, call, context, entity, write
from privileges import unprivileged
from refrakt.plugins import Disk, RefraktError
from refrakt.plugins.plugin_calls import call_tool
from refrakt_plan.plugin import plugin
from refrakt_plan.scanner.plan_scanner import scan


def validation_error(root: Path, given: dict[str, Any], files: Buffers | None = None) -> RefraktError:
    with pytest.raises(RefraktError) as trouble:
        call("create", root, given, files)
    return trouble.value


def files_below(folder: Path) -> list[str]:
    return sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file())


def test_ids_continue_from_the_highest_of_their_type(tmp_path: Path) -> None:
    """Scenario 35."""
    assert call("create", tmp_path, {"type": "work", "title": "One"}) == {
        "file": "work/WORK-001-one.md",
        "path": str(tmp_path / "plan" / "work" / "WORK-001-one.md"),
        "type": "work",
        "id": "WORK-001",
    }
    write(tmp_path / "plan", {"elsewhere.md": entity("work", "WORK-005")})
    assert call("create", tmp_path, {"type": "work", "title": "Six"})["id"] == "WORK-006"
    assert call("create", tmp_path, {"type": "decision", "title": "A"})["file"] == "decisions/ADR-001-a.md"
    plan = scan(tmp_path / "plan", Disk())
    assert {each.id: each.title for each in plan.entities} == {
        "ADR-001": "A",
        "WORK-001": "One",
        "WORK-005": "WORK-005 title",
        "WORK-006": "Six",
    }


def test_a_milestone_needs_a_name(tmp_path: Path, shell: Shell) -> None:
    """Scenario 36."""
    assert validation_error(tmp_path, {"type": "milestone", "title": "M"}).code == "INVALID_ARGS"
    shown = shell("create", "milestone", "--title", "M", "--format", "json")
    assert (shown.code, shown.out) == (2, "")
    assert not (tmp_path / "plan").exists()
    assert shell("create", "milestone", "--title", "M", "--id", "v1").code == 0
    assert scan(tmp_path / "plan", Disk()).by_id["v1"].title == "v1 — M"


def test_a_used_id_is_refused_with_its_file(tmp_path: Path, shell: Shell) -> None:
    """Scenario 37."""
    write(tmp_path / "plan", {"work/a.md": entity("work", "WORK-001"), "m.md": entity("milestone", "v1")})
    trouble = validation_error(tmp_path, {"type": "work", "title": "B", "id": "WORK-001"})
    assert trouble.code == "DUPLICATE_ID"
    assert "work/a.md" in trouble.message
    assert shell("create", "spec", "--title", "B", "--id", "v1").code == 3
    assert files_below(tmp_path) == ["plan/m.md", "plan/work/a.md"]


def test_an_invalid_value_is_refused_with_the_valid_ones(tmp_path: Path, shell: Shell) -> None:
    """Scenario 38."""
    shown = shell("create", "work", "--title", "A", "--complexity", "small", "--format", "json")
    assert (shown.code, shown.out) == (2, "")
    result = json.loads(shown.err)
    assert result["errorCode"] == "INVALID_ARGS"
    assert "trivial, simple, moderate, complex, unknown" in result["error"]
    for words in (("--bogus", "x"), ("--name=x",), ("--created", "2020-01-01"), ("--severity", "major"), ("--pr", "x")):
        assert shell("create", "work", "--title", "A", *words).code == 2
    assert files_below(tmp_path) == []


def test_a_file_is_named_after_its_title(tmp_path: Path) -> None:
    """Scenario 39."""
    write(tmp_path / "plan", {"a.md": entity("work", "WORK-001")})
    assert (
        call("create", tmp_path, {"type": "work", "title": "Add  Foo/Bar: Baz!"})["file"]
        == "work/WORK-002-add-foo-bar-baz.md"
    )


def test_a_second_milestone_with_the_same_title_is_refused(tmp_path: Path, shell: Shell) -> None:
    """Scenario 40."""
    call("create", tmp_path, {"type": "milestone", "title": "First", "id": "v1"})
    trouble = validation_error(tmp_path, {"type": "milestone", "title": "First", "id": "v2"})
    assert (trouble.code, trouble.exit_code) == ("ALREADY_EXISTS", 1)
    assert shell("create", "milestone", "--title", "First", "--id", "v2").code == 1
    assert [each.id for each in scan(tmp_path / "plan", Disk()).entities] == ["v1"]


@pytest.mark.parametrize(
    "given",
    [
        {"type": "work"},
        {"title": "A"},
        {"type": "task", "title": "A"},
        {"type": "work", "title": " \u00a0"},
        {"type": "work", "title": "a\nb"},
        {"type": "work", "title": "a\rb"},
        {"type": "work", "title": "a\0b"},
        {"type": "work", "title": "a\ud800"},
        {"type": "work", "title": "a\u2028b"},
        {"type": "work", "title": "\ufeffA"},
        {"type": "work", "title": "A", "id": "../../x"},
        {"type": "work", "title": "A", "id": "a/b"},
        {"type": "work", "title": "A", "id": ""},
        {"type": "work", "title": "A", "id": "x" * 300},
        {"type": "work", "title": "A", "attrs": {"id": "X"}},
        {"type": "work", "title": "A", "attrs": {"tags": "a %} b"}},
        {"type": "work", "title": "A", "attrs": {"assignee": "a\nb"}},
        {"type": "work", "title": "A", "attrs": {"tags": 1}},
        {"type": "work", "title": "A", "dir": "../elsewhere"},
        {"type": "work", "title": "A", "priority": "high"},
    ],
)
async def test_invalid_input_is_refused_and_no_file_is_created(tmp_path: Path, given: dict[str, Any]) -> None:
    """Scenario 41."""
    root = write(tmp_path / "project" / "plan", {"a.md": ""}).parent
    with pytest.raises(RefraktError) as trouble:
        await call_tool(plugin, COMMANDS["create"], given, context(root))
    assert trouble.value.code == "INVALID_ARGS"
    assert trouble.value.hint
    assert files_below(tmp_path) == ["project/plan/a.md"]


def test_attributes_are_written_in_a_fixed_order(tmp_path: Path, shell: Shell) -> None:
    words = ("--milestone=v1", "--title", 'Say "x"', "--assignee", 'a"b\\', "--tags", "", "--priority", "high")
    shown = shell("create", "work", *words, "--format=json")
    assert shown.code == 0
    made = scan(tmp_path / "plan", Disk()).by_id["WORK-001"]
    assert made.title == 'Say "x"'
    assert list(made.attributes) == ["id", "status", "priority", "complexity", "source", "milestone", "assignee"]
    assert made.attributes["assignee"] == 'a"b\\'
    assert shown.json["path"] == str(tmp_path / "plan" / shown.json["file"])
    assert shell("create", "bug", "--title", "B").out == "BUG-001  bugs/BUG-001-b.md\n"
    assert shell("create", "work").code == 2


def test_an_id_of_another_type_gives_a_warning(tmp_path: Path, shell: Shell) -> None:
    (warning,) = call("create", tmp_path, {"type": "work", "title": "X", "id": "bad id"})["warnings"]
    assert "WORK-" in warning
    assert "warnings" not in call("create", tmp_path, {"type": "work", "title": "X", "id": "WORK-9"})
    assert "warning" in shell("create", "bug", "--title", "X", "--id", "WORK-10").out


def test_a_title_of_ten_thousand_characters_gets_a_file(tmp_path: Path) -> None:
    title = "word " * 2_000
    made = call("create", tmp_path, {"type": "work", "title": title})
    assert len(Path(made["path"]).name.encode()) <= 200
    assert scan(tmp_path / "plan", Disk()).by_id["WORK-001"].title == title.strip()


def test_an_id_in_a_buffer_that_was_never_saved_counts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)  # these buffers write to where the process is
    files = Buffers()
    files.open(write(tmp_path / "plan", {}) / "new.md", entity("work", "WORK-041"))
    assert call("create", tmp_path, {"type": "work", "title": "A"}, files)["id"] == "WORK-042"
    assert files_below(tmp_path) == ["plan/work/WORK-042-a.md"]
    assert validation_error(tmp_path, {"type": "work", "title": "A", "id": "WORK-041"}, files).code == "DUPLICATE_ID"


def test_a_file_without_an_entity_is_ignored(tmp_path: Path) -> None:
    write(tmp_path / "plan", {"work/WORK-001-a.md": "", "work/WORK-002-a.md": "# Notes"})
    assert call("create", tmp_path, {"type": "work", "title": "A"})["file"] == "work/WORK-003-a.md"
    assert (tmp_path / "plan" / "work" / "WORK-001-a.md").read_text() == ""
    assert validation_error(tmp_path, {"type": "work", "title": "A", "id": "WORK-001"}).code == "ALREADY_EXISTS"


def test_a_link_does_not_lead_out_of_the_plan(tmp_path: Path) -> None:
    root = write(tmp_path / "project" / "plan", {}).parent
    write(tmp_path / "outside", {})
    (root / "plan" / "work").symlink_to(tmp_path / "outside")
    assert validation_error(root, {"type": "work", "title": "A"}).code == "INVALID_ARGS"
    assert files_below(tmp_path / "outside") == []


@unprivileged
def test_a_read_only_folder_is_refused_with_a_message(tmp_path: Path) -> None:
    folder = write(tmp_path / "plan", {})
    folder.chmod(0o500)
    assert validation_error(tmp_path, {"type": "work", "title": "A"}).code == "WRITE_FAILED"
    folder.chmod(0o700)


def test_a_file_instead_of_a_folder_is_refused_with_a_message(tmp_path: Path) -> None:
    write(tmp_path, {"plan": "", "other/work": ""})
    assert validation_error(tmp_path, {"type": "work", "title": "A"}).code == "WRITE_FAILED"
    assert validation_error(tmp_path, {"type": "work", "title": "A", "dir": "other"}).code == "WRITE_FAILED"


def test_the_result_matches_its_schema(tmp_path: Path) -> None:
    schema = COMMANDS["create"].output_schema
    for given in ({"type": "spec", "title": "A"}, {"type": "bug", "title": "A", "id": "X"}):
        jsonschema.validate(call("create", tmp_path, given), schema)


MANY = """
import sys
from refrakt.hosts.cli.plugin_command import run_command
from refrakt_plan.commands.create import COMMAND
sys.stdin.readline()
for number in range(int(sys.argv[2])):
    words = ["work", "--title", sys.argv[1].format(number), "--format", "json"]
    assert run_command(COMMAND, words, "") == 0
"""


def test_eight_processes_at_once_never_get_the_same_id(tmp_path: Path) -> None:
    """Neither with one title nor with different ones; the first process creates the folder."""
    titles = [*["Same"] * 4, *(f"Of {each}, {{}}" for each in range(4))]
    started = [
        subprocess.Popen(
            [sys.executable, "-c", MANY, title, "4"],
            cwd=tmp_path,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        for title in titles
    ]
    for each in started:
        assert each.stdin is not None
        each.stdin.write("\n")
        each.stdin.flush()
    shown = [each.communicate(timeout=60)[0] for each in started]
    assert [each.returncode for each in started] == [0] * 8
    result = [each["id"] for out in shown for each in answers(out)]
    expected = [f"WORK-{number:03}" for number in range(1, 33)]
    assert sorted(result) == expected
    assert [each.id for each in scan(tmp_path / "plan", Disk()).entities] == expected
    assert len(files_below(tmp_path)) == 32


def answers(out: str) -> list[dict[str, str]]:
    return [json.loads(each + "}") for each in out.split("}\n") if each.strip()]
