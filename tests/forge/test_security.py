"""Hostile names, paths and files: refused with a code, nothing outside is read, nothing is executed."""

from __future__ import annotations

import json
import os
import resource
import sys
import time
from pathlib import Path

import pytest
import yaml

from security.hostile import CANARY, LONG, STEERING
from security.hostile import HOSTILE as HOSTILE_TEXT
from security.test_prompt_injection import check_message

from .forge_project import ForgeProject, agent, names, tool

_opened: list[str] | None = None


def _record(event: str, arguments: tuple[object, ...]) -> None:
    if _opened is not None and event in ("open", "os.listdir", "os.scandir"):
        _opened.append(str(arguments[0]))


sys.addaudithook(_record)

SERVER = Path(__file__).resolve().parents[2] / "server"
HOSTILE = [
    "../../etc/passwd",
    "a/../b",
    "a\0b",
    "*",
    "C:\\x",
    "x" * 5000,
    "@../x",
    "@a/../../b",
    ".",
    "..",
    "",
    "a b",
    "@",
]


CALLED = {
    **dict.fromkeys(["agent_info", "tool_info", "agent_validate", "tool_validate", "fork_info", "fork_diff"], "name"),
    "fork_check": "name",
    "plugin_info": "plugin",
}


@pytest.mark.parametrize("name", HOSTILE)
@pytest.mark.parametrize("called", CALLED)
async def test_hostile_names_are_refused_before_a_file_is_opened(forge: ForgeProject, called: str, name: str) -> None:
    global _opened  # noqa: PLW0603 - an audit hook cannot be removed
    forge.write({"agents/a.yaml": agent()})
    await forge.call("agent_list")
    _opened = []
    try:
        error = await forge.error(called, **{CALLED[called]: name})
    finally:
        opened, _opened = _opened, None
    assert error["code"] == "VALIDATION_ERROR"
    allowed = (str(forge.root), str(forge.home), sys.prefix, sys.base_prefix, str(SERVER))
    assert [each for each in opened if not os.path.abspath(each).startswith(allowed)] == []


def test_the_audit_hook_sees_what_is_opened() -> None:
    global _opened  # noqa: PLW0603
    _opened = []
    os.listdir("/etc")
    opened, _opened = _opened, None
    assert opened == ["/etc"]


async def test_paths_outside_of_the_project_are_refused(forge: ForgeProject, tmp_path: Path) -> None:
    secret = tmp_path / "secret.yaml"
    secret.write_text("password: hunter2\n")
    (forge.root / "link.yaml").symlink_to(secret)
    for path in ("/etc/passwd", "../secret.yaml", "link.yaml", str(secret), "/dev/zero"):
        error = await forge.error("agent_validate", path=path)
        assert error["code"] == "PERMISSION_DENIED"
        assert "hunter2" not in json.dumps(error)


async def test_what_is_not_a_file_is_refused_without_waiting(forge: ForgeProject) -> None:
    os.mkfifo(forge.root / "pipe.yaml")
    (forge.root / "folder.yaml").mkdir()
    for path in ("pipe.yaml", "folder.yaml", "gone.yaml", "a\0b", ""):
        assert (await forge.error("agent_validate", path=path))["code"] == "VALIDATION_ERROR"


async def test_a_file_in_the_users_registry_may_be_validated(forge: ForgeProject) -> None:
    forge.write_global({"registry/agents/a@1.0.0/agent.yaml": agent()})
    path = str(forge.home / ".fractary/registry/agents/a@1.0.0/agent.yaml")
    assert (await forge.call("agent_validate", path=path))["path"] == "~/.fractary/registry/agents/a@1.0.0/agent.yaml"


async def test_links_out_of_the_tree_and_circles_are_skipped(forge: ForgeProject, tmp_path: Path) -> None:
    (tmp_path / "outside").mkdir()
    (tmp_path / "outside" / "agent.yaml").write_text(agent("outside"))
    forge.write({"agents/a.yaml": agent(), "agents/c/agent.yaml": agent("c")})
    agents = forge.root / ".fractary" / "agents"
    (agents / "outside").symlink_to(tmp_path / "outside")
    (agents / "loop").symlink_to(agents / "loop")
    (agents / "up").symlink_to(agents)
    (agents / "inside.yaml").symlink_to(agents / "a.yaml")
    (agents / "c" / "agent.md").symlink_to("/etc/passwd")
    listed = await forge.call("agent_list")
    assert names(listed["agents"]) == ["a", "c", "inside"]
    assert listed["warnings"] == [{"code": "SKIPPED", "message": "a link out of the folder was skipped"}]


BOMB = "a: &a [x, x, x, x, x, x, x, x, x, x]\n" + "".join(
    f"{chr(98 + n)}: &{chr(98 + n)} [{', '.join([f'*{chr(97 + n)}'] * 10)}]\n" for n in range(7)
)
DEEP = "a: " + "[" * 200 + "]" * 200 + "\n"
MARKER = "executed"
SCRIPT = f"---js\nrequire('fs').writeFileSync('{MARKER}', '')\n---\nBody\n"
HOSTILE_FILES = {
    "bomb.yaml": (BOMB, "E006"),
    "deep.yaml": (DEEP, "E006"),
    "levels.yaml": ("a: " + "[" * 66 + "]" * 66 + "\n", "E006"),
    "aliases.yaml": ("a: &a 1\nb: [" + "*a, " * 101 + "]\n", "E006"),
    "tag.yaml": (f"name: !!python/object/apply:os.system ['touch {MARKER}']\n", "E007"),
    "own.yaml": ("name: !own x\n", "E007"),
    "script.md": (SCRIPT, "E009"),
    "plain.md": ("# No front matter\n", "E009"),
    "open.md": ("---\nname: a\n", "E009"),
    "two.yaml": ("name: a\n---\nname: b\n", "E004"),
    "twice.yaml": (agent(more="name: b\n"), "E003"),
    "list.yaml": ("- a\n", "E005"),
    "empty.yaml": ("", "E005"),
    "broken.yaml": ("name: [\n", "E002"),
    "text.txt": ("name: a\n", "E008"),
    "key.yaml": ("? [a]\n: b\n", "E002"),
    "merge.yaml": ("<<: 1\n", "E002"),
}


@pytest.mark.parametrize("name", HOSTILE_FILES)
async def test_hostile_files_are_problems_and_nothing_runs(
    forge: ForgeProject, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.chdir(forge.root)
    text, code = HOSTILE_FILES[name]
    (forge.root / name).write_text(text)
    await forge.call("agent_list")
    before, taken = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, []
    for _ in range(5):  # the best of some runs, without the time that other processes take
        os.utime(forge.root / name)
        start = time.process_time()
        found = await forge.call("agent_validate", path=name)
        taken.append(time.process_time() - start)
    assert min(taken) < 0.2
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 20 * 1024
    assert not found["valid"]
    assert code in {each["code"] for each in found["errors"]}
    assert not (forge.root / MARKER).exists()


async def test_a_huge_file_is_not_read(forge: ForgeProject) -> None:
    with open(forge.root / "huge.yaml", "wb") as file:
        file.truncate(50 * 1024 * 1024)
    (error,) = (await forge.call("agent_validate", path="huge.yaml"))["errors"]
    assert error["code"] == "E006"


@pytest.mark.parametrize("text", ["[" + "1," * 100_000 + "1]", '{"a":' * 100_001, "[" * 100_001])
async def test_a_configuration_with_very_many_values_is_not_read(forge: ForgeProject, text: str) -> None:
    forge.write({"config.json": text})
    error = await forge.error("config_show")
    assert error["code"] == "CONFIG_ERROR"
    assert "more than 100,000 values" in error["message"]


async def test_bytes_that_are_not_text(forge: ForgeProject) -> None:
    (forge.root / "binary.yaml").write_bytes(b"name: \xff\n")
    (error,) = (await forge.call("agent_validate", path="binary.yaml"))["errors"]
    assert error["code"] == "E001"


async def test_merge_keys_are_applied(forge: ForgeProject) -> None:
    shared = "config:\n  shared: &s {x: 1, y: 1}\n  own: {<<: *s, y: 2}\n"
    forge.write({"agents/a.yaml": agent(more=shared)})
    assert (await forge.call("agent_validate", name="a"))["valid"]


async def test_a_secret_in_a_tool_is_reported_and_not_repeated(forge: ForgeProject) -> None:
    secret = "sk-abcdefghijklmnopqrstuvwxyz"
    text = tool().replace(
        "type: python\n  python:\n    module: tools.sample\n    function: run",
        f"type: bash\n  bash: {{command: 'curl -H \"Authorization: {secret}\"', sandbox: {{enabled: true}}}}",
    )
    forge.write({"tools/t.yaml": text})
    found = await forge.call("tool_validate", name="t")
    assert [each["code"] for each in found["warnings"]] == ["W319"]
    assert secret not in json.dumps(found)


async def test_a_bug_is_reported_with_an_id_and_without_internals(
    forge: ForgeProject, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    from refrakt_forge import command_line

    def broken(_: object) -> None:
        raise ZeroDivisionError("token=c4nary")

    monkeypatch.setattr(command_line, "forge_of", broken)
    error = await forge.error("agent_list")
    assert error["code"] == "INTERNAL_ERROR"
    assert error["details"]["id"] in error["message"]
    assert "c4nary" not in json.dumps(error)
    assert error["details"]["id"] in caplog.text


async def test_text_of_a_definition_reaches_messages_quoted_and_on_one_line(forge: ForgeProject) -> None:
    for hostile in (HOSTILE_TEXT, STEERING, LONG):
        plain = hostile.encode("utf-8", "ignore").decode()
        scalar = yaml.safe_dump(plain, default_style='"', width=10**6).strip()
        text = agent(description=scalar, tools="TOOLS").replace("TOOLS", f"[{scalar}, {scalar}]")
        forge.write({"agents/a.yaml": f"{text}extends: {scalar}\n? {scalar}\n: 1\n"})
        found = await forge.call("agent_validate", name="a")
        error = await forge.error("agent_info", name="a")
        messages = [each["message"] for each in found["warnings"] + found["errors"]] + [error["message"]]
        assert len(messages) > 3
        for each in messages:
            check_message(each)
        assert CANARY not in json.dumps(error["suggestions"])
