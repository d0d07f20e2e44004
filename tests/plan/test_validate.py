"""`plan validate` for people and for agents: scenarios 49 to 51, exit codes, text and JSON."""

from __future__ import annotations

import json
import os
import re
from dataclasses import replace
from pathlib import Path
from time import process_time

import jsonschema  # type: ignore[import-untyped]
import pytest

from plan.plans import COMMANDS, Buffers, Shell, call, entity, plan_of, read, write
from refrakt.plugins import RefraktError
from refrakt_plan.commands.validate import run_validate
from refrakt_plan.scanner.plan_scanner import Plan

WARNED = entity("work", "WORK-001", status="draft")
INFORMED = entity("work", "WORK-002", "## Acceptance Criteria", status="done", milestone="v1")
FILES = {"milestones/v1.md": entity("milestone", "v1", status="active"), "work/WORK-002-b.md": INFORMED}
DOCS = Path(__file__).resolve().parents[2] / "docs"


def types(answer: dict[str, object]) -> list[str]:
    issues = answer["issues"]
    assert isinstance(issues, list)
    return [each["type"] for each in issues]


def test_warnings_fail_only_with_strict(tmp_path: Path, shell: Shell) -> None:
    """Scenario 49."""
    write(tmp_path / "plan", {**FILES, "work/WORK-001-a.md": WARNED})
    shown = shell("validate", "--format", "json")
    assert (shown.code, shown.json["counts"]) == (0, {"errors": 0, "warnings": 1, "info": 1})
    assert shown.json["scanned"] == 3
    strict = shell("validate", "--strict", "--format=json")
    assert (strict.code, strict.json["counts"]) == (1, {"errors": 1, "warnings": 0, "info": 1})
    assert [each["severity"] for each in strict.json["issues"]] == ["error", "info"]
    assert (shown.json["exitCode"], strict.json["exitCode"]) == (0, 1)
    assert call("validate", tmp_path, {"strict": True}) == strict.json
    assert call("validate", tmp_path) == shown.json


def test_cancelled_work_needs_no_milestone(tmp_path: Path) -> None:
    """Scenario 50."""
    plan = plan_of(tmp_path, entity("work", "A", status="cancelled"), entity("bug", "B", status="wontfix"))
    assert "no-milestone" not in types(run_validate(plan))
    assert "no-milestone" in types(run_validate(plan_of(tmp_path / "ready", entity("work", "A", status="ready"))))


def test_work_without_an_id_is_an_error(tmp_path: Path, shell: Shell) -> None:
    """Scenario 51."""
    write(tmp_path / "plan", {"work/a.md": '{% work status="cancelled" %}\n\n# A\n\n{% /work %}\n'})
    shown = shell("validate", "--format", "json")
    assert shown.code == 1
    assert shown.json["issues"] == [
        {
            "severity": "error",
            "type": "missing-id",
            "source": "work/a.md",
            "file": "work/a.md",
            "message": "`work` needs `id`: work/a.md has none",
            "line": 1,
            "column": 4,
            "suggestion": "Add an id; `refrakt plan next-id work` shows the next one.",
        }
    ]


def test_an_issue_has_position_and_target(tmp_path: Path) -> None:
    text = 'ü\r\n\r{% work id="A"\r\n status="cancelled" supersedes="B" %}\r\n\r\n# 😀 {% ref "C" /%}\r\n\r\n{% /work %}\r\n'
    found = run_validate(plan_of(tmp_path, text))["issues"]
    assert [(each["type"], each["target"], each["line"], each["column"]) for each in found[:2]] == [
        ("broken-ref", "C", 6, 13),
        ("broken-supersedes", "B", 4, 33),
    ]


def test_a_file_that_cannot_be_read_is_an_error(tmp_path: Path, shell: Shell) -> None:
    write(tmp_path / "plan", FILES)
    (tmp_path / "plan" / "work" / "bad.md").write_bytes(b"{% work id=\xff %}")
    shown = shell("validate", "--format", "json")
    issue = shown.json["issues"][0]
    assert (shown.code, issue["type"], issue["file"], issue["line"]) == (1, "unreadable-file", "work/bad.md", 1)
    assert "UTF-8" in issue["message"]


def test_lifecycle_problems_are_optional(tmp_path: Path, shell: Shell) -> None:
    done = entity("work", "WORK-003", "## Done when\n\n## Resolution", status="done", milestone="v1", source="SPEC-001")
    write(
        tmp_path / "plan",
        {"specs/SPEC-001-a.md": entity("spec", "SPEC-001", status="review"), "work/WORK-003-a.md": done},
    )
    write(tmp_path / "plan", {"milestones/v1.md": FILES["milestones/v1.md"]})
    assert shell("validate").out == "no problems in 3 entities\n"
    shown = shell("validate", "--lifecycle", "--strict", "--format", "json")
    assert (shown.code, types(shown.json)) == (1, ["spec-status-lag"])
    assert call("validate", tmp_path, {"lifecycle": True})["counts"]["warnings"] == 1


def test_text_is_grouped_by_file_and_aligned(tmp_path: Path, shell: Shell) -> None:
    broken = entity("work", "WORK-001", 'See {% ref "WORK-9" /%}.', status="draft")
    write(tmp_path / "plan", {**FILES, "work/WORK-001-a.md": broken})
    shown = shell("validate")
    assert shown.code == 1
    assert shown.out == (
        "work/WORK-001-a.md\n"
        "   1:4  warning  WORK-001 has no milestone assigned  [no-milestone]\n"
        "  5:13  error    WORK-001 refers to WORK-9, which does not exist  [broken-ref]\n"
        "\n"
        "work/WORK-002-b.md\n"
        "   1:4  info     WORK-002 is done but has no Resolution section  [done-without-resolution]\n"
        "\n"
        "1 error, 1 warning, 1 info in 3 entities\n"
    )


def test_the_sample_of_the_manual_is_real_output(tmp_path: Path, shell: Shell) -> None:
    assert shell("init", "--minimal").code == 0
    assert shell("validate").code == 0
    path = tmp_path / "plan" / "work" / "WORK-001-plan-the-first-release.md"
    text = path.read_text("utf-8")
    path.write_text(text.replace('status="ready"', 'status="redy"').replace('"SPEC-001" /', '"SPEC-01" /'), "utf-8")
    page = (DOCS / "plan" / "rules.md").read_text("utf-8")
    sample = re.search(r"```text\n\$ refrakt plan validate\n(.*?)```", page, re.DOTALL)
    assert sample is not None
    assert shell("validate").out == sample[1]


def test_no_text_of_a_file_begins_a_line_of_the_output(tmp_path: Path, shell: Shell) -> None:
    write(tmp_path / "plan", {"a\x1b[2J.md": entity("work", "A\\n9:9  error  all is lost", '{% ref "\x9b\u2028x" /%}')})
    shown = shell("validate")
    assert "9:9  error  all is lost" in shown.out
    assert "\x1b" not in shown.out
    assert not any(line.lstrip().startswith("9:9") for line in shown.out.splitlines())
    assert shell("validate", "--format", "json").json["issues"]


@pytest.mark.parametrize("words", [["--strct"], ["x"], ["--format", "xml"], ["--strict=yes"]])
def test_invalid_arguments_are_refused(words: list[str], tmp_path: Path, shell: Shell) -> None:
    write(tmp_path / "plan", FILES)
    shown = shell("validate", *words, "--dir=plan")
    assert (shown.code, shown.out) == (2, "")


def test_a_missing_plan_has_a_hint(tmp_path: Path, shell: Shell) -> None:
    shown = shell("validate", "--format", "json")
    assert (shown.code, shown.out) == (2, "")
    assert json.loads(shown.err)["errorCode"] == "PLAN_DIR_MISSING"
    with pytest.raises(RefraktError, match="outside the project"):
        call("validate", tmp_path, {"dir": "../elsewhere"})


def test_a_read_only_folder_is_checked_and_unchanged(tmp_path: Path, shell: Shell) -> None:
    folder = write(tmp_path / "plan", FILES)
    before = sorted(folder.rglob("*"))
    os.chmod(folder, 0o500)
    try:
        assert shell("validate").code == 0
    finally:
        os.chmod(folder, 0o700)
    assert sorted(folder.rglob("*")) == before


def test_open_buffers_take_precedence(tmp_path: Path) -> None:
    folder = write(tmp_path / "plan", FILES)
    buffers = Buffers()
    assert types(call("validate", tmp_path, files=buffers)) == ["done-without-resolution"]
    buffers.open(folder / "work" / "WORK-002-b.md", INFORMED.replace("done", "doen"))
    assert types(call("validate", tmp_path, files=buffers)) == ["invalid-status"]


def test_the_result_matches_its_schema(tmp_path: Path) -> None:
    write(tmp_path / "plan", {**FILES, "work/WORK-001-a.md": WARNED, "work/bad.md": "{% work id='x' %}"})
    (tmp_path / "plan" / "worse.md").write_bytes(b"\xff")
    command = COMMANDS["validate"]
    assert command.read_only
    jsonschema.validate(call("validate", tmp_path, {"lifecycle": True}), command.output_schema)


def test_ten_thousand_entities_are_checked() -> None:
    """Each is wrong in several ways."""
    one = read('{% work id="W" status="x" source="S" %}\n{% /work %}\n')
    given = ({"id": f"W{n % 9000}", "status": str(n % 7), "source": f"S{n}"} for n in range(10_000))
    plan = Plan(Path("plan"), tuple(replace(one, attributes=each) for each in given))
    begun = process_time()
    answer = run_validate(plan, lifecycle=True)
    assert process_time() - begun < 10
    assert answer["scanned"] == 10_000
    assert types(answer).count("duplicate-id") == 2000
    assert types(answer).count("broken-source") == 10_000


def test_only_the_problems_of_a_path(tmp_path: Path, shell: Shell) -> None:
    write(tmp_path / "plan", {"work/WORK-001-a.md": '{% work id="WORK-001" status="x" %}\n# A\n{% /work %}\n'})
    write(tmp_path / "plan", {"bugs/BUG-001-a.md": '{% bug id="BUG-001" status="x" %}\n# A\n{% /bug %}\n'})
    for path in ("plan/work/WORK-001-a.md", "work/WORK-001-a.md", "work"):
        shown = shell("validate", "--format", "json", "--path", path).json
        assert shown["scanned"] == 1
        assert {each["file"] for each in shown["issues"]} == {"work/WORK-001-a.md"}
    assert shell("validate", "--format", "json", "--path", "work/none.md").code != 0
