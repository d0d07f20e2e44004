"""Plan as a plugin: found light, listed where it can work, its answers in the shape it promises."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import jsonschema  # type: ignore[import-untyped]
import pytest

from plan.plans import COMMANDS, call, context, entity, write
from refrakt.plugins import RefraktError
from refrakt.plugins.input_schema import input_schema
from refrakt.plugins.plugin_calls import call_tool
from refrakt.plugins.plugin_validation import checked_plugin, schema_problems, tool_name
from refrakt_plan.plan_folder import VARIABLE, detect
from refrakt_plan.plugin import plugin


def test_the_plugin_is_valid() -> None:
    assert checked_plugin(plugin).problems == ()
    assert list(schema_problems(plugin)) == []


def test_tools_have_their_public_names() -> None:
    tools = [each for each in plugin.commands if each.expose]
    assert [tool_name(plugin, each) for each in tools] == [
        "plan.next",
        "plan.status",
        "plan.next_id",
        "plan.init",
        "plan.update",
        "plan.create",
        "plan.migrate",
        "plan.validate",
        "plan.history",
        "plan.context",
        "plan.graph",
    ]
    assert [each.name for each in plugin.commands if not each.expose] == ["serve", "build"]
    assert COMMANDS["next-id"].aliases == ("plan.next-id",)
    assert [each.name for each in plugin.commands if each.everywhere] == ["init"]
    assert [each.name for each in tools if not each.read_only] == ["init", "update", "create", "migrate"]


def test_tool_descriptions_are_short() -> None:
    result = [[each.name, each.description, input_schema(each)] for each in plugin.commands if each.expose]
    assert len(json.dumps(result)) < 6_500
    assert all(input_schema(each)["additionalProperties"] is False for each in plugin.commands)


def test_discovery_imports_no_heavy_modules() -> None:
    heavy = (
        "pydantic",
        "mcp",
        "pygls",
        "lsprotocol",
        "asyncio",
        "jsonschema",
        "rapidfuzz",
        "refrakt_plan.scanner.plan_scanner",
    )
    code = f"import sys, refrakt_plan.plugin; print([each for each in {heavy} if each in sys.modules])"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "[]\n"


def test_a_plan_is_detected_by_its_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert detect(tmp_path, {}) is None
    assert detect(tmp_path, {"plan": {"dir": "todo"}}) is None
    assert list(tmp_path.iterdir()) == []
    write(tmp_path / "plan", {"a.md": "", "work/b.md": entity("work", "B"), "c.txt": ""})
    assert detect(tmp_path, {}) == {"dir": "plan", "fileCount": 2}
    assert detect(tmp_path, {"plan": {"dir": "./plan/work"}}) == {"dir": "plan/work", "fileCount": 1}
    assert detect(tmp_path, {"plan": {"dir": "todo"}}) is None
    monkeypatch.setenv(VARIABLE, str(tmp_path / "plan" / "work"))
    assert detect(tmp_path, {"plan": {"dir": "todo"}}) == {"dir": "plan/work", "fileCount": 1}


def test_a_missing_plan_has_a_hint() -> None:
    assert plugin.missing is not None
    assert plugin.missing.code == "PLAN_DIR_MISSING"
    assert "plan.init" in plugin.missing.hint


@pytest.mark.parametrize(
    ("name", "given"),
    [
        ("next", {"count": 5}),
        ("status", {}),
        ("next-id", {"type": "bug"}),
        ("init", {"agent": "claude"}),
        ("update", {"id": "A", "status": "done", "check": ["x", "y"]}),
        ("create", {"type": "work", "title": "New"}),
        ("create", {"type": "work", "title": "New", "id": "X-1"}),
        ("migrate", {"subcommand": "filenames"}),
        ("migrate", {"subcommand": "dependencies"}),
        ("validate", {"strict": True, "lifecycle": True}),
        ("history", {}),
        ("history", {"id": "A", "group": "commit"}),
        ("context", {"id": "A"}),
        ("context", {"id": "v1", "budget": 2000}),
        ("graph", {}),
        ("graph", {"format": "json"}),
    ],
)
def test_results_match_their_schemas(tmp_path: Path, name: str, given: dict[str, Any]) -> None:
    bare = '{% work id="BARE" status="ready" %}\n{% /work %}\n{% ref "X" /%}'
    files = {
        "a.md": entity("work", "A", '- [ ] x\n\n## Blocked by\n\n{% ref "NOPE" /%}', status="ready", source="S"),
        "b.md": entity("work", "B", "## Resolution\n\ndone", status="done", source="S"),
        "c.md": entity("work", "C", status="blocked"),
        "d.md": bare,
        "m.md": entity("milestone", "v1", status="active"),
        "s.md": entity("spec", "S"),
        "t.md": "{% work id='T' %}\n{% /work %}",
    }
    write(tmp_path / "plan", files)
    answer = call(name, tmp_path, given)
    schema = COMMANDS[name].output_schema
    assert schema is not None
    jsonschema.validate(answer, schema)
    json.dumps(answer, allow_nan=False)


@pytest.mark.parametrize(
    ("name", "given"),
    [
        ("next", {"type": "spec"}),
        ("next", {"count": 0}),
        ("next", {"cuont": 1}),
        ("next-id", {"type": "milestone"}),
        ("next-id", {}),
        ("status", {"milestone": 1}),
        ("next", {"dir": "../elsewhere"}),
        ("status", {"dir": "/"}),
        ("init", {"noHooks": True}),
        ("update", {"id": "A"}),
        ("update", {"status": "done"}),
        ("create", {"type": "work"}),
        ("create", {"type": "milestone", "title": "No name"}),
        ("migrate", {}),
        ("validate", {"stric": True}),
        ("history", {"limit": 0}),
        ("context", {}),
        ("graph", {"format": "svg"}),
    ],
)
async def test_invalid_input_is_refused_before_the_command_runs(
    tmp_path: Path, name: str, given: dict[str, Any]
) -> None:
    root = write(tmp_path / "project" / "plan", {"a.md": entity("work", "A")}).parent
    with pytest.raises(RefraktError) as refused:
        await call_tool(plugin, COMMANDS[name], given, context(root))
    assert refused.value.code == "INVALID_ARGS"
    assert refused.value.hint


async def test_a_folder_outside_is_read_where_the_user_allows_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(tmp_path / "elsewhere", {"a.md": entity("work", "A", status="ready")})
    root = write(tmp_path / "project", {"refrakt.config.json": '{"plan": {"dir": "../elsewhere"}}'})
    for given in ({}, {"dir": "../elsewhere"}):
        monkeypatch.delenv("REFRAKT_ALLOWED_FOLDERS", raising=False)
        with pytest.raises(RefraktError, match="project"):
            await call_tool(plugin, COMMANDS["next"], given, context(root))
        monkeypatch.setenv("REFRAKT_ALLOWED_FOLDERS", str(tmp_path / "elsewhere"))
        answer = await call_tool(plugin, COMMANDS["next"], given, context(root))
        assert [each["id"] for each in answer["items"]] == ["A"]


async def test_work_is_available_after_init(tmp_path: Path) -> None:
    with pytest.raises(RefraktError) as refused:
        await call_tool(plugin, COMMANDS["next"], {}, context(tmp_path))
    assert refused.value.code == "PLAN_DIR_MISSING"
    await call_tool(plugin, COMMANDS["init"], {}, context(tmp_path))
    answer = await call_tool(plugin, COMMANDS["next"], {}, context(tmp_path))
    assert answer["items"][0]["id"] == "WORK-001"


@pytest.mark.parametrize(
    ("name", "given"),
    [
        ("next", {}),
        ("status", {}),
        ("next-id", {"type": "work"}),
        ("validate", {}),
        ("history", {}),
        ("context", {"id": "A"}),
        ("graph", {}),
        ("migrate", {"subcommand": "filenames"}),
    ],
)
def test_reading_writes_nothing_and_prints_nothing(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], name: str, given: dict[str, Any]
) -> None:
    write(tmp_path / "plan", {"a.md": entity("work", "A", status="ready")})
    before = {path: path.stat().st_mtime_ns for path in (tmp_path, *tmp_path.rglob("*"))}
    call(name, tmp_path, given)
    assert {path: path.stat().st_mtime_ns for path in (tmp_path, *tmp_path.rglob("*"))} == before
    assert capfd.readouterr() == ("", "")
