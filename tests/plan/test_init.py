"""`plan init`: what it makes, and what it never touches."""

from __future__ import annotations

import json
import re
import sys
import threading
from pathlib import Path
from typing import Any

import jsonschema  # type: ignore[import-untyped]
import pytest

from plan.plans import COMMANDS, Buffers, Shell, call, entity, write
from privileges import unprivileged
from refrakt.hosts.cli import main
from refrakt.plugins import CommandContext, Disk, RefraktError, WorkspaceEdit
from refrakt.plugins.mcp_clients import CLIENTS, REFRAKT
from refrakt.services.context import Context
from refrakt.services.validate_content import ContentInput, validate_content
from refrakt_plan.commands.init import AGENTS, InitInput, run_init
from refrakt_plan.editing.plan_lock import write_lock
from refrakt_plan.plugin import plugin
from refrakt_plan.scanner.plan_scanner import scan
from refrakt_plan.vocabulary import TYPES
from services.test_open_files import Desk


def everything(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_a_new_plan_has_work_to_start_with(tmp_path: Path, shell: Shell) -> None:
    shown = shell("init", "--format", "json")
    assert shown.code == 0
    assert shown.json["dir"] == "plan"
    assert shown.json["created"][:2] == ["plan/specs/", "plan/work/"]
    assert "plan/INSTRUCTIONS.md" in shown.json["created"]
    found = scan(tmp_path / "plan", Disk())
    assert sorted(found.by_id) == ["ADR-001", "SPEC-001", "WORK-001", "v0.1.0"]
    assert shell("next", "--format", "json").json["items"][0]["id"] == "WORK-001"
    assert shell("status", "--format", "json").json["warnings"] == []


def test_the_examples_use_the_vocabulary(tmp_path: Path) -> None:
    call("init", tmp_path)
    for each in scan(tmp_path / "plan", Disk()).entities:
        assert each.status in each.kind.statuses
        assert set(each.attributes) <= {each.kind.key, *each.kind.settable}
        assert each.file.startswith(f"{each.kind.folder}/{each.id}")
        assert each.title


def test_the_pages_have_no_problems(tmp_path: Path) -> None:
    call("init", tmp_path)
    project = Context.at(tmp_path)
    for path in (tmp_path / "plan").rglob("*.md"):
        assert validate_content(project, ContentInput(path.read_text("utf-8"))).errors == []


def test_the_instructions_name_every_type_and_status(tmp_path: Path) -> None:
    call("init", tmp_path)
    text = (tmp_path / "plan" / "INSTRUCTIONS.md").read_text("utf-8")
    assert all(f"`{kind.name}`" in text and ", ".join(kind.statuses) in text for kind in TYPES.values())


def test_the_instructions_name_commands_and_tools(tmp_path: Path) -> None:
    call("init", tmp_path)
    text = (tmp_path / "plan" / "INSTRUCTIONS.md").read_text("utf-8")
    typed = set(re.findall(r"`refrakt plan ([a-z-]+)", text))
    assert {"next", "context", "update", "create", "validate"} <= typed <= {each.name for each in plugin.commands}
    assert set(re.findall(r"`plan\.(\w+)`", text)) == typed


def test_a_second_run_changes_nothing(tmp_path: Path, shell: Shell) -> None:
    write(tmp_path, {"CLAUDE.md": "# Me\n"})
    shell("init")
    before = everything(tmp_path)
    shown = shell("init", "--format", "json")
    assert shown.json["created"] == shown.json["agentFilesUpdated"] == []
    assert (shown.json["mcpWritten"], shown.json["refraktConfig"]["action"]) == (False, "preserved")
    assert everything(tmp_path) == before
    assert "nothing changed" in shell("init").out


def test_existing_files_are_unchanged(tmp_path: Path) -> None:
    mine = '{% work id="WORK-001" status="done" %}\n# Mine\n{% /work %}\n'
    write(tmp_path / "plan", {"work/mine.md": mine, "INSTRUCTIONS.md": "Ours.\n"})
    created = call("init", tmp_path)["created"]
    assert not any("WORK-001" in each or "INSTRUCTIONS" in each for each in created)
    assert (tmp_path / "plan/INSTRUCTIONS.md").read_text("utf-8") == "Ours.\n"


def test_detected_agents_get_instructions_once(tmp_path: Path, shell: Shell) -> None:
    write(
        tmp_path,
        {"CLAUDE.md": "# Me\r\n\r\nBe kind.", "AGENTS.md": "All\n", ".cursorrules": "see plan/INSTRUCTIONS.md"},
    )
    shown = shell("init", "--format", "json")
    assert shown.json["agentFilesUpdated"] == ["CLAUDE.md", "AGENTS.md"]
    assert (tmp_path / "CLAUDE.md").read_bytes().startswith(b"# Me\r\n\r\nBe kind.\r\n\r\n## Plan\r\n")
    assert (tmp_path / "AGENTS.md").read_text("utf-8").startswith("All\n\n## Plan\n")
    assert not (tmp_path / ".windsurfrules").exists()
    servers = json.loads((tmp_path / ".mcp.json").read_text("utf-8"))
    entry = CLIENTS["claude-code"].entry(REFRAKT, tmp_path)
    assert servers == {"mcpServers": {"refrakt": entry}}
    assert (entry["command"], entry["args"][:4]) == (sys.executable, ["-P", "-m", "refrakt", "mcp"])


def test_each_agent_has_the_server_in_its_own_config(tmp_path: Path, shell: Shell) -> None:
    shown = shell("init", "--agent", "cursor", "--format", "json")
    assert (shown.json["mcpWritten"], shown.json["mcpFile"]) == (True, ".cursor/mcp.json")
    assert "refrakt" in json.loads((tmp_path / ".cursor" / "mcp.json").read_text("utf-8"))["mcpServers"]
    assert not (tmp_path / ".mcp.json").exists()
    assert ".mcp.json" in shell("init", "--agent", "claude").out
    assert shell("init", "--agent", "cline", "--format", "json").json["mcpWritten"] is False


@pytest.mark.parametrize("agent", list(AGENTS))
def test_one_agent_can_be_selected(tmp_path: Path, shell: Shell, agent: str) -> None:
    write(tmp_path, {"AGENTS.md": "All\n"})
    shown = shell("init", "--agent", agent, "--format=json")
    assert shown.json["agentFilesUpdated"] == [AGENTS[agent]]
    assert "plan/INSTRUCTIONS.md" in (tmp_path / AGENTS[agent]).read_text("utf-8")
    assert (tmp_path / "AGENTS.md").read_text("utf-8") == "All\n"
    assert shown.json["mcpWritten"] is (agent in ("claude", "cursor"))


def test_parts_can_be_left_out(tmp_path: Path, shell: Shell) -> None:
    write(tmp_path, {"CLAUDE.md": "Me\n"})
    shell("init", "--minimal")
    assert sorted(each.name for each in tmp_path.iterdir()) == ["CLAUDE.md", "plan"]
    assert (tmp_path / "CLAUDE.md").read_text("utf-8") == "Me\n"
    shell("init", "--no-mcp", "--no-config", "--agent", "none")
    assert sorted(each.name for each in tmp_path.iterdir()) == ["CLAUDE.md", "plan"]


def test_the_tool_creates_only_the_plan_and_the_config(tmp_path: Path) -> None:
    write(tmp_path, {"CLAUDE.md": "Me\n"})
    result = call("init", tmp_path)
    assert (result["agentFilesUpdated"], result["mcpWritten"]) == ([], False)
    assert result["refraktConfig"]["action"] == "created"
    assert json.loads((tmp_path / "refrakt.config.json").read_text("utf-8")) == {"plan": {"dir": "plan"}}
    assert sorted(each.name for each in tmp_path.iterdir()) == ["CLAUDE.md", "plan", "refrakt.config.json"]


@pytest.mark.parametrize(
    ("before", "action", "after"),
    [
        ('{\n\t"site": {}\n}\n', "extended", '{\n\t"site": {},\n\t"plan": {\n\t\t"dir": "plan"\n\t}\n}\n'),
        ("{}", "extended", '{\n  "plan": {\n    "dir": "plan"\n  }\n}'),
        (
            '{\r\n  "a": [1,  2]\r\n}\r\n',
            "extended",
            '{\r\n  "a": [1,  2],\r\n  "plan": {\r\n    "dir": "plan"\r\n  }\r\n}\r\n',
        ),
        ('{"a": "}"}', "extended", '{"a": "}",\n  "plan": {\n    "dir": "plan"\n  }\n}'),
        ('{"plan": {"dir": "plan"}}', "preserved", None),
        ('{"plan": null}', "preserved", None),
        ("{ broken", "skipped", None),
        ("[1]", "skipped", None),
    ],
)
def test_the_config_keeps_every_other_byte(tmp_path: Path, before: str, action: str, after: str | None) -> None:
    write(tmp_path, {"refrakt.config.json": before})
    assert call("init", tmp_path)["refraktConfig"]["action"] == action
    now = (tmp_path / "refrakt.config.json").read_bytes().decode()
    assert now == (before if after is None else after)


def test_an_unchanged_config_is_reported(tmp_path: Path, shell: Shell) -> None:
    write(tmp_path, {"refrakt.config.json": "{ broken"})
    for _ in range(2):
        assert shell("init").out.endswith("\nrefrakt.config.json is not a JSON object; not changed\n")


def test_a_configured_server_is_kept(tmp_path: Path, shell: Shell) -> None:
    mine = '{"mcpServers": {"refrakt": {"command": "mine"}}}'
    write(tmp_path, {"CLAUDE.md": "", ".mcp.json": mine})
    assert shell("init", "--format=json").json["mcpWritten"] is False
    assert (tmp_path / ".mcp.json").read_text("utf-8") == mine
    write(tmp_path, {".mcp.json": '{"mcpServers": {"other": {"command": "o"}}, "x": 1}'})
    assert shell("init", "--format=json").json["mcpWritten"] is True
    servers = json.loads((tmp_path / ".mcp.json").read_text("utf-8"))
    assert (sorted(servers["mcpServers"]), servers["x"]) == (["other", "refrakt"], 1)


def test_the_folder_may_have_another_name(tmp_path: Path, shell: Shell) -> None:
    shown = shell("init", "--dir", "docs/todo", "--format=json")
    assert shown.json["dir"] == "docs/todo"
    config = json.loads((tmp_path / "refrakt.config.json").read_text("utf-8"))
    assert config == {"plan": {"dir": "docs/todo"}}
    assert shell("next").code == 0


@pytest.mark.parametrize(
    "given", [{"dir": "../out"}, {"projectRoot": ".."}, {"projectRoot": "nowhere"}, {"dir": "a\0b"}, {"agent": "hal"}]
)
def test_a_tool_stays_in_the_project(tmp_path: Path, given: dict[str, Any]) -> None:
    root = write(tmp_path / "project", {})
    with pytest.raises(RefraktError) as refused:
        call("init", root, given)
    assert refused.value.code == "INVALID_ARGS"
    assert everything(tmp_path) == {}


def test_a_link_does_not_lead_out(tmp_path: Path) -> None:
    outside = write(tmp_path / "outside", {})
    root = write(tmp_path / "project", {})
    (root / "plan").mkdir()
    (root / "plan" / "work").symlink_to(outside)
    with pytest.raises(RefraktError) as refused:
        call("init", root)
    assert refused.value.code == "INVALID_ARGS"
    assert everything(outside) == {}


def test_a_file_with_unsaved_changes_is_not_written(tmp_path: Path) -> None:
    write(tmp_path, {"refrakt.config.json": "{}"})
    files = Buffers()
    files.open(tmp_path / "refrakt.config.json", '{"site": {}}')
    with pytest.raises(RefraktError) as refused:
        call("init", tmp_path, files=files)
    assert refused.value.code == "VALIDATION_ERROR"
    assert everything(tmp_path) == {"refrakt.config.json": b"{}"}
    files.open(tmp_path / "refrakt.config.json", "{ half")
    assert call("init", tmp_path, files=files)["refraktConfig"]["action"] == "skipped"
    files.open(tmp_path / "refrakt.config.json", "{}")
    assert call("init", tmp_path, files=files)["refraktConfig"]["action"] == "extended"


def test_a_shell_asks_the_editor_about_open_files_before_it_writes(tmp_path: Path) -> None:
    write(tmp_path, {"CLAUDE.md": "Me\n"})

    def objection(root: Path, changes: WorkspaceEdit) -> None:
        raise RefraktError("VALIDATION_ERROR", ", ".join(edit.path for edit in changes.edits), "")

    context = CommandContext(tmp_path, {}, Disk(tmp_path, objection), shell=True)
    with pytest.raises(RefraktError, match=r"CLAUDE\.md"):
        run_init(InitInput(), context)
    assert everything(tmp_path) == {"CLAUDE.md": b"Me\n"}


def test_an_open_file_is_changed_by_the_editor(tmp_path: Path) -> None:
    desk = Desk(tmp_path)
    desk.write("refrakt.config.json", "{}")
    desk.open("refrakt.config.json", '{"site": {}}')
    result = run_init(InitInput(), CommandContext(desk.folder, {}, desk.files(), shell=True))
    assert result["unsaved"] == ["refrakt.config.json"]
    assert json.loads(desk.text("refrakt.config.json") or "") == {"site": {}, "plan": {"dir": "plan"}}
    assert everything(tmp_path)["refrakt.config.json"] == b"{}"
    jsonschema.validate(result, COMMANDS["init"].output_schema)


def test_two_names_of_one_file_get_one_paragraph(tmp_path: Path, shell: Shell) -> None:
    write(tmp_path, {"AGENTS.md": "All\n"})
    (tmp_path / "CLAUDE.md").symlink_to("AGENTS.md")
    assert shell("init", "--format=json").json["agentFilesUpdated"] == ["CLAUDE.md"]
    assert (tmp_path / "AGENTS.md").read_text("utf-8").count("## Plan") == 1
    assert (tmp_path / "CLAUDE.md").is_symlink()


def test_concurrent_runs_do_not_use_an_id_twice(tmp_path: Path) -> None:
    folder = write(tmp_path / "plan", {})
    setting_up = threading.Thread(target=call, args=("init", tmp_path))
    with write_lock(folder):
        setting_up.start()
        setting_up.join(0.2)
        write(folder, {"work/mine.md": entity("work", "WORK-001")})
    setting_up.join()
    assert [each.file for each in scan(folder, Disk()).entities if each.id == "WORK-001"] == ["work/mine.md"]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            '{\r\n\t"mcpServers" : {\r\n\t\t"o": {"n": 1.50}\r\n\t}, "x": "\\ud800"\r\n}',
            (
                '{\r\n\t"mcpServers" : {\r\n\t\t"o": {"n": 1.50},\r\n\t\t"refrakt": {\r\n\t\t\t"command": COMMAND,\r\n'
                '\t\t\t"args": ARGS,\r\n\t\t\t"type": "stdio"\r\n\t\t}\r\n\t}, "x": "\\ud800"\r\n}'
            ),
        ),
        (
            '{"mcpServers": {}}',
            '{"mcpServers": {\n  "refrakt": {\n    "command": COMMAND,\n    "args": ARGS,\n    "type": "stdio"\n  }\n}}',
        ),
    ],
)
def test_the_servers_keep_every_other_byte(tmp_path: Path, shell: Shell, before: str, after: str) -> None:
    write(tmp_path, {"CLAUDE.md": "", ".mcp.json": before})
    assert shell("init", "--format=json").json["mcpWritten"] is True
    entry = CLIENTS["claude-code"].entry(REFRAKT, tmp_path)
    expected = after.replace("COMMAND", json.dumps(entry["command"])).replace("ARGS", json.dumps(entry["args"]))
    assert (tmp_path / ".mcp.json").read_bytes().decode() == expected


@unprivileged
def test_a_read_only_folder_is_reported(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    with pytest.raises(RefraktError) as refused:
        call("init", tmp_path)
    assert (refused.value.code, refused.value.exit_code) == ("WRITE_FAILED", 1)


def test_a_file_instead_of_the_folder_is_reported(tmp_path: Path, shell: Shell) -> None:
    write(tmp_path, {"plan": "a file"})
    shown = shell("init", "--format", "json")
    assert (shown.code, shown.out) == (1, "")
    assert json.loads(shown.err)["errorCode"] == "WRITE_FAILED"


SITE_PAGE = '# Home\n\n{% hint type="note" %}\nRead on.\n{% /hint %}\n'


@pytest.mark.parametrize(
    ("before", "added"),
    [
        ('{"site": {"contentDir": "content"}}', ["@refrakt-md/plan"]),
        ('{"site": {"contentDir": "."}}', ["@refrakt-md/plan"]),
        (
            '{"site": {"contentDir": "./content", "plugins": ["@refrakt-md/docs"]}}',
            ["@refrakt-md/docs", "@refrakt-md/plan"],
        ),
    ],
)
def test_a_site_gets_the_runes_of_the_plan(tmp_path: Path, shell: Shell, before: str, added: list[str]) -> None:
    write(tmp_path, {"refrakt.config.json": before, "content/index.md": SITE_PAGE})
    shell("init")
    config = json.loads((tmp_path / "refrakt.config.json").read_text("utf-8"))
    assert (config["site"]["plugins"], config["plan"]) == (added, {"dir": "plan"})
    assert shell("init", "--format=json").json["refraktConfig"]["action"] == "preserved"
    assert main(["--cwd", str(tmp_path), "check"]) == 0


@pytest.mark.parametrize(
    ("before", "site"),
    [
        ('{"sites": {"a": {"contentDir": "a"}, "b": {"contentDir": "plan"}}}', ["b"]),
        ('{"sites": {"a": {"contentDir": "a"}, "b": {"contentDir": "b"}}}', []),
        ('{"plugins": ["@refrakt-md/plan"], "sites": {"a": {"contentDir": "a"}}}', []),
        ('{"site": {}}', []),
    ],
)
def test_only_the_site_of_the_plan_gets_its_runes(tmp_path: Path, shell: Shell, before: str, site: list[str]) -> None:
    write(tmp_path, {"refrakt.config.json": before})
    shell("init")
    config = json.loads((tmp_path / "refrakt.config.json").read_text("utf-8"))
    assert [name for name, each in config.get("sites", {}).items() if "plugins" in each] == site
    assert "plugins" not in config.get("site", {})


SCHEMA = "export default { tags: { callout: { render: 'Callout' } } };\n"
"""A schema that knows no tag of a plan."""


@pytest.mark.parametrize(
    "files",
    [
        {"markdoc.config.json": '[{"id": "a", "path": ".", "schema": {"path": "schema.js"}}]', "schema.js": SCHEMA},
        {"markdoc.config.json": '[{"id": "a", "path": "."}]'},
    ],
    ids=["closed", "open"],
)
def test_a_plain_site_has_no_new_problems(
    tmp_path: Path, shell: Shell, capsys: pytest.CaptureFixture[str], files: dict[str, str]
) -> None:
    write(tmp_path, {**files, "index.md": "# Home\n\n{% callout %}\nRead on.\n{% /callout %}\n"})
    assert main(["--cwd", str(tmp_path), "check"]) == 0
    before = capsys.readouterr().out
    shell("init")
    capsys.readouterr()
    assert main(["--cwd", str(tmp_path), "check"]) == 0
    assert capsys.readouterr().out == before == "1 page: no problems\n"
