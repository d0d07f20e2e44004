"""A plugin changes a file beside an editor: a tool does it through the editor, a shell command refuses."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from plugins import pen
from plugins.installation import Installation

from .peers import Editor, Message, Peer, Relayed, environment
from .test_one_process import wait_until

pytestmark = pytest.mark.slow

APPLIES = {"workspace": {"applyEdit": True, "workspaceEdit": {"documentChanges": True}}}


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project with a plugin that changes files, and two pages."""
    top = tmp_path.resolve()
    Installation(top / "site-packages").code(pen.NAME, pen.CODE)
    paths = filter(None, (str(top / "site-packages"), os.environ.get("PYTHONPATH")))
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(paths))
    root = top / "site"
    (root / "content").mkdir(parents=True)
    (root / "refrakt.config.json").write_text(pen.CONFIG)
    for name in ("typed.md", "saved.md"):
        (root / "content" / name).write_text("one\n")
    return root


def opened(project: Path, runtime: Path, peers: list[Peer], capabilities: Message) -> Editor:
    editor = Editor(project, runtime)
    peers.append(editor)
    editor.initialize(capabilities)
    editor.open(project / "content" / "typed.md", "typed one\n", 4)
    editor.open(project / "content" / "saved.md", "one\n")
    wait_until(lambda: [each["socket"] for each in editor.status()["roots"]] == ["owner"])
    return editor


def put(name: str) -> dict[str, Any]:
    return {"name": "pen.put", "arguments": {"edits": [{"path": f"content/{name}", "old": "one", "new": "two"}]}}


def in_shell(project: Path, runtime: Path, name: str, *argv: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "refrakt", *argv, "pen", "put", f"content/{name}", "one", "two"]
    cwd = project / "content" if not argv else project.parent
    return subprocess.run(command, cwd=cwd, env=environment(runtime), capture_output=True, text=True, check=False)


def test_a_tool_changes_unsaved_files_through_the_editor(project: Path, runtime: Path, peers: list[Peer]) -> None:
    editor = opened(project, runtime, peers, APPLIES)
    agent = Relayed(project, runtime)
    peers.append(agent)
    call = agent.send_request("tools/call", put("typed.md"))
    request = editor.wait(lambda each: each.get("method") == "workspace/applyEdit")
    (step,) = request["params"]["edit"]["documentChanges"]
    assert step["textDocument"] == {"uri": (project / "content/typed.md").as_uri(), "version": 4}
    editor.change(project / "content" / "typed.md", "typed two\n", 5)
    editor.send({"id": request["id"], "result": {"applied": True}})
    answer = agent.response_to(call)["result"]["structuredContent"]
    assert answer == {"written": [], "unsaved": ["content/typed.md"], "now": {"content/typed.md": "typed two\n"}}
    assert (project / "content" / "typed.md").read_text() == "one\n"
    # Both are still there for each other.
    assert editor.status()["roots"][0]["clients"] == 1
    assert editor.leave() == 0


def test_a_command_refuses_unsaved_files(project: Path, runtime: Path, peers: list[Peer]) -> None:
    editor = opened(project, runtime, peers, APPLIES)
    for argv in ((), ("--cwd", str(project))):
        ran = in_shell(project, runtime, "typed.md", *argv)
        assert (ran.returncode, ran.stdout) == (1, "")
        assert "content/typed.md is open in an editor and not saved" in ran.stderr
    ran = in_shell(project, runtime, "saved.md")
    assert json.loads(ran.stdout)["written"] == ["content/saved.md"]
    assert [(project / "content" / name).read_text() for name in ("typed.md", "saved.md")] == ["one\n", "two\n"]
    assert editor.leave() == 0
    assert in_shell(project, runtime, "typed.md").returncode == 0


def test_unsaved_files_of_an_editor_without_edits_are_refused(project: Path, runtime: Path, peers: list[Peer]) -> None:
    editor = opened(project, runtime, peers, {})
    agent = Relayed(project, runtime)
    peers.append(agent)
    refused = agent.request("tools/call", put("typed.md"))["result"]
    assert refused["isError"]
    assert "content/typed.md is open in an editor and not saved" in refused["content"][0]["text"]
    changed = agent.request("tools/call", put("saved.md"))["result"]["structuredContent"]
    assert changed["written"] == ["content/saved.md"]
    assert (project / "content" / "saved.md").read_text() == "two\n"
    editor.status()
    assert "workspace/applyEdit" not in [each.get("method") for each in editor.unmatched]


def test_an_open_plan_item_is_changed_in_the_editor(tmp_path: Path, runtime: Path, peers: list[Peer]) -> None:
    root = tmp_path.resolve()
    item = root / "plan" / "work" / "WORK-001-seed.md"
    item.parent.mkdir(parents=True)
    text = '{% work id="WORK-001" status="ready" %}\n\n# Seed\n\n- [ ] Sown\n\n{% /work %}\n'
    item.write_text(text)
    editor = Editor(root, runtime)
    peers.append(editor)
    editor.initialize(APPLIES)
    typed = text.replace("# Seed", "# Seed of the day")
    editor.open(item, typed, 2)
    wait_until(lambda: [each["socket"] for each in editor.status()["roots"]] == ["owner"])

    argv = ["plan", "update", "WORK-001", "--status", "done", "--format=json"]
    command = [sys.executable, "-m", "refrakt", *argv]
    ran = subprocess.run(command, cwd=root, env=environment(runtime), capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stdout) == (1, "")
    assert json.loads(ran.stderr)["errorCode"] == "VALIDATION_ERROR"

    agent = Relayed(root, runtime)
    peers.append(agent)
    call = agent.send_request("tools/call", {"name": "plan.update", "arguments": {"id": "WORK-001", "status": "done"}})
    request = editor.wait(lambda each: each.get("method") == "workspace/applyEdit")
    editor.change(item, typed.replace("ready", "done"), 3)
    editor.send({"id": request["id"], "result": {"applied": True}})
    answer = agent.response_to(call)["result"]["structuredContent"]
    assert (answer["file"], answer.get("unsaved")) == ("work/WORK-001-seed.md", True)
    assert item.read_text() == text
    assert editor.leave() == 0


def test_unsaved_files_of_an_editor_of_the_parent_folder_are_refused(
    tmp_path: Path, runtime: Path, peers: list[Peer]
) -> None:
    """Its project is another, so the agent has its own host, without the unsaved text."""
    top = tmp_path.resolve()
    (top / ".git").mkdir()
    item = top / "app" / "plan" / "work" / "WORK-001-seed.md"
    item.parent.mkdir(parents=True)
    text = '{% work id="WORK-001" status="ready" %}\n\n# Seed\n\n{% /work %}\n'
    item.write_text(text)
    editor = Editor(top, runtime)
    peers.append(editor)
    editor.initialize(APPLIES)
    editor.open(item, f"{text}More.\n")
    wait_until(lambda: [each["socket"] for each in editor.status()["roots"]] == ["owner"])
    agent = Relayed(top / "app", runtime)
    peers.append(agent)
    refused = agent.call("plan.update", id="WORK-001", status="done")
    assert refused["isError"]
    assert "open in an editor and not saved" in refused["content"][0]["text"]
    assert item.read_text() == text
    editor.change(item, text, 2)
    assert agent.call("plan.update", id="WORK-001", status="done")["structuredContent"]["changes"]
    assert editor.leave() == 0


def test_unsaved_files_of_a_second_editor_are_refused(tmp_path: Path, runtime: Path, peers: list[Peer]) -> None:
    """Agents reach the first, which does not have the unsaved text of the second."""
    root = tmp_path.resolve()
    item = root / "plan" / "work" / "WORK-001-seed.md"
    item.parent.mkdir(parents=True)
    text = '{% work id="WORK-001" status="ready" %}\n\n# Seed\n\n{% /work %}\n'
    item.write_text(text)
    editors = [Editor(root, runtime) for _ in range(2)]
    peers.extend(editors)
    for each, socket in zip(editors, ("owner", "waiting"), strict=True):
        each.initialize(APPLIES)
        wait_until(lambda each=each, socket=socket: [at["socket"] for at in each.status()["roots"]] == [socket])
    wait_until(lambda: len([*runtime.glob("*.sock")]) == 2)
    editors[1].open(item, f"{text}More.\n")
    editors[1].status()
    agent = Relayed(root, runtime)
    peers.append(agent)
    assert "not saved" in agent.call("plan.update", id="WORK-001", status="done")["content"][0]["text"]
    command = [sys.executable, "-m", "refrakt", "plan", "update", "WORK-001", "--status", "done"]
    ran = subprocess.run(command, cwd=root, env=environment(runtime), capture_output=True, text=True, check=False)
    assert (ran.returncode, item.read_text()) == (1, text)
    assert editors[1].leave() == 0
    assert agent.call("plan.update", id="WORK-001", status="done")["structuredContent"]["changes"]
    assert editors[0].leave() == 0


def test_agents_that_change_one_open_text_at_once_wait_for_each_other(
    tmp_path: Path, runtime: Path, peers: list[Peer]
) -> None:
    root = tmp_path.resolve()
    item = root / "plan" / "work" / "WORK-001-seed.md"
    item.parent.mkdir(parents=True)
    text = '{% work id="WORK-001" status="ready" %}\n\n# Seed\n\n- [ ] Sown\n- [ ] Grown\n\n{% /work %}\n'
    item.write_text(text)
    editor = Editor(root, runtime)
    peers.append(editor)
    editor.initialize(APPLIES)
    editor.open(item, text)
    wait_until(lambda: [each["socket"] for each in editor.status()["roots"]] == ["owner"])
    agents = [Relayed(root, runtime) for _ in range(2)]
    peers.extend(agents)
    for agent in agents:
        agent.call("plan.status")
    calls = [
        agent.send_request("tools/call", {"name": "plan.update", "arguments": {"id": "WORK-001", "check": box}})
        for agent, box in zip(agents, ("Sown", "Grown"), strict=True)
    ]
    for version in (2, 3):
        request = editor.wait(lambda each: each.get("method") == "workspace/applyEdit")
        time.sleep(0.1)  # the other one waits meanwhile
        (step,) = request["params"]["edit"]["documentChanges"]
        (change,) = step["edits"]
        lines = text.split("\n")
        line, character = (change["range"]["start"][name] for name in ("line", "character"))
        lines[line] = f"{lines[line][:character]}x{lines[line][character + 1 :]}"
        text = "\n".join(lines)
        editor.change(item, text, version)
        editor.send({"id": request["id"], "result": {"applied": True}})
    answers = [agent.response_to(call)["result"] for agent, call in zip(agents, calls, strict=True)]
    assert not any(each.get("isError") for each in answers), answers
    assert "- [x] Sown\n- [x] Grown\n" in text
    assert editor.leave() == 0
