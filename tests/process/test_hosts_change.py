"""Hosts that are killed, suspended, disabled and replaced while agents work: every request gets one response."""

from __future__ import annotations

import json
import os
import random
import shutil
import signal
import threading
import time
from pathlib import Path

import pytest

from refrakt.hosts.link.host_address import HostAddress, address_of
from refrakt.hosts.link.host_status import status

from .peers import PATIENCE, Editor, Message, Peer, Relayed, hosts_of
from .test_one_process import checked, page_text, wait_until

pytestmark = pytest.mark.slow

ERAS = pytest.mark.parametrize("modern", [False, True], ids=["handshake", "stateless"])


def host_of(site: Path, runtime: Path, monkeypatch: pytest.MonkeyPatch) -> int | None:
    """The process that serves the project at this moment."""
    monkeypatch.setenv("REFRAKT_RUNTIME_DIR", str(runtime))
    wait_for_notification = status(str(site))
    return int(wait_for_notification["pid"]) if isinstance(wait_for_notification, dict) else None


def owns(editor: Editor) -> bool:
    return [each["socket"] for each in editor.status()["roots"]] == ["owner"]


@ERAS
def test_every_call_is_answered_while_hosts_are_killed(
    site: Path, runtime: Path, peers: list[Peer], monkeypatch: pytest.MonkeyPatch, modern: bool
) -> None:
    agent = Relayed(site, runtime, modern=modern)
    peers.append(agent)
    agent.call("refrakt.version")
    over = threading.Event()
    killed: set[int] = set()

    def kill_at_random() -> None:
        chance, end = random.Random(20), time.monotonic() + 12
        while time.monotonic() < end and not over.is_set():
            host = host_of(site, runtime, monkeypatch)
            # From before the greeting to long after the handshake was repeated.
            if host is None or over.wait(chance.uniform(0, 1.2)):
                continue
            if host not in killed:
                killed.add(host)
                os.kill(host, signal.SIGKILL)

    killer = threading.Thread(target=kill_at_random)
    killer.start()
    try:
        answers = 0
        while killer.is_alive():
            answer = agent.request("tools/call", {"name": "refrakt.version", "arguments": {}}, 2 * PATIENCE)
            # A call that two hosts did not survive is answered too, and not tried on a third.
            assert "result" in answer or "ended 2 times" in answer["error"]["message"], answer
            answers += 1
    finally:
        over.set()
        killer.join()
    assert len(killed) >= 3
    assert answers > 8
    assert agent.process is not None
    assert agent.process.poll() is None
    assert agent.call("refrakt.version")["structuredContent"]["server"] == "refrakt"


@ERAS
@pytest.mark.parametrize("delay", [0.0, 0.002, 0.01])
def test_a_writing_call_runs_once_or_reports_an_unknown_outcome(
    tmp_path: Path, runtime: Path, peers: list[Peer], monkeypatch: pytest.MonkeyPatch, modern: bool, delay: float
) -> None:
    root = tmp_path.resolve() / "empty"
    (root / ".git").mkdir(parents=True)
    agent = Relayed(root, runtime, modern=modern)
    peers.append(agent)
    agent.call("refrakt.version")
    host = host_of(root, runtime, monkeypatch)
    assert host is not None
    started = agent.send_request("tools/call", {"name": "plan.init", "arguments": {}})
    threading.Event().wait(delay)
    os.kill(host, signal.SIGKILL)
    result = agent.response_to(started)["result"]
    if result.get("isError"):
        assert result["errorCode"] == "CONNECTION_LOST"
        assert "may or may not have been executed" in result["content"][0]["text"]
    else:
        assert (root / "plan").is_dir()
    assert not list(root.rglob("*.tmp*")), "no half of a file is left"


@ERAS
def test_a_tool_that_writes_survives_a_takeover(tmp_path: Path, runtime: Path, peers: list[Peer], modern: bool) -> None:
    root = tmp_path.resolve() / "empty"
    (root / ".git").mkdir(parents=True)
    agent = Relayed(root, runtime, modern=modern)
    peers.append(agent)
    agent.call("refrakt.version")
    editor = Editor(root, runtime)
    peers.append(editor)
    editor.initialize()
    results: list[Message] = []
    while not owns(editor):
        results.append(agent.call("plan.init"))
    results.append(agent.call("plan.init"))
    # It is a takeover, not a crash: running calls are finished, and their results are certain.
    assert [each for each in results if each.get("errorCode") == "CONNECTION_LOST"] == []
    assert (root / "plan").is_dir()


@ERAS
def test_subscriptions_continue_at_the_next_host(site: Path, runtime: Path, peers: list[Peer], modern: bool) -> None:
    agent = Relayed(site, runtime, modern=modern)
    peers.append(agent)
    uri = "refrakt://detect"
    if modern:
        agent.send_request("subscriptions/listen", {"notifications": {"resourceSubscriptions": [uri]}})
        agent.wait(lambda each: "acknowledged" in str(each.get("method")))
    else:
        assert "result" in agent.request("resources/subscribe", {"uri": uri})

    def wait_for_notification() -> None:
        agent.wait(lambda each: each.get("method") == "notifications/resources/updated")

    editor = Editor(site, runtime)
    peers.append(editor)
    editor.initialize()
    wait_until(lambda: owns(editor))
    wait_for_notification()  # because the host has changed
    agent.call("refrakt.version")
    agent.unmatched.clear()
    config = site / "refrakt.config.json"
    data = json.loads(config.read_text())
    config.write_text(json.dumps({**data, "plugins": ["nothing-of-that-name"]}))
    wait_for_notification()  # by the new host
    os.kill(editor.process.pid, signal.SIGKILL)
    wait_for_notification()
    agent.call("refrakt.version")
    agent.unmatched.clear()
    config.write_text(json.dumps(data))
    wait_for_notification()


def test_a_suspended_editor_is_bypassed_until_it_resumes(site: Path, runtime: Path, peers: list[Peer]) -> None:
    page = site / "content" / "about.md"
    editor = Editor(site, runtime)
    peers.append(editor)
    editor.initialize()
    editor.open(page, page_text(3), 3)
    editor.diagnostics(page, 3)
    wait_until(lambda: owns(editor))
    agent = Relayed(site, runtime)
    peers.append(agent)
    assert checked(agent, "content/about.md")[0] == 3
    os.kill(editor.process.pid, signal.SIGSTOP)
    try:
        assert checked(agent, "content/about.md")[0] is None, "from disk, by a host of its own"
        late = Relayed(site, runtime, modern=True)
        peers.append(late)
        assert checked(late, "content/about.md")[0] is None
    finally:
        os.kill(editor.process.pid, signal.SIGCONT)
    for each in (agent, late):
        wait_until(lambda each=each: checked(each, "content/about.md")[0] == 3)


def test_a_setting_disconnects_and_reconnects_agents(site: Path, runtime: Path, peers: list[Peer]) -> None:
    page = site / "content" / "about.md"
    editor = Editor(site, runtime)
    peers.append(editor)
    editor.initialize()
    editor.open(page, page_text(3), 3)
    editor.diagnostics(page, 3)
    wait_until(lambda: owns(editor))
    agent = Relayed(site, runtime)
    peers.append(agent)
    assert checked(agent, "content/about.md")[0] == 3
    editor.notify("workspace/didChangeConfiguration", {"settings": {"refrakt": {"mcp": False}}})
    wait_until(lambda: checked(agent, "content/about.md")[0] is None)
    assert [each["socket"] for each in editor.status()["roots"]] == ["off"]
    editor.notify("workspace/didChangeConfiguration", {"settings": {"refrakt": {"mcp": True}}})
    wait_until(lambda: checked(agent, "content/about.md")[0] == 3)
    wait_until(lambda: hosts_of(runtime) == set())


def test_twenty_relays_leave_nothing_behind(
    site: Path, runtime: Path, peers: list[Peer], monkeypatch: pytest.MonkeyPatch
) -> None:
    editor = Editor(site, runtime)
    peers.append(editor)
    editor.initialize()
    wait_until(lambda: owns(editor))
    first = Relayed(site, runtime, modern=True)
    peers.append(first)
    first.call("refrakt.version")
    descriptors = Path(f"/proc/{editor.process.pid}/fd")

    def clients() -> int:
        count: int = editor.status()["roots"][0]["clients"]
        return count

    before = len(list(descriptors.iterdir()))
    relays = [Relayed(site, runtime, modern=True) for _ in range(20)]
    peers += relays
    for relay, started in [(each, each.send_request("tools/list")) for each in relays]:
        assert "result" in relay.response_to(started)
    assert clients() == 21
    for number, relay in enumerate(relays):
        assert relay.process is not None
        if number % 2:
            relay.process.kill()
        else:
            relay.writer.close()
        relay.process.wait(PATIENCE)
    wait_until(lambda: clients() == 1)
    wait_until(lambda: len(list(descriptors.iterdir())) <= before)
    assert hosts_of(runtime) == set()


def test_idle_editor_and_agents_use_no_cpu(site: Path, runtime: Path, peers: list[Peer]) -> None:
    editor = Editor(site, runtime)
    peers.append(editor)
    editor.initialize()
    wait_until(lambda: owns(editor))
    listening, silent = Relayed(site, runtime, modern=True), Relayed(site, runtime)
    peers += [listening, silent]
    listening.send_request("subscriptions/listen", {"notifications": {"toolsListChanged": True}})
    listening.wait(lambda each: "acknowledged" in str(each.get("method")))
    silent.call("refrakt.version")
    processes = [each.process.pid for each in (editor, listening, silent) if each.process is not None]

    def milliseconds(pid: int) -> int:
        argv = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        return (int(argv[11]) + int(argv[12])) * 1000 // os.sysconf("SC_CLK_TCK")

    time.sleep(2)  # what the start still has to do is not what is measured
    before = [milliseconds(pid) for pid in processes]
    time.sleep(10)
    spent = [milliseconds(pid) - earlier for pid, earlier in zip(processes, before, strict=True)]
    assert spent[1:] == [0, 0], "relays sleep"
    assert spent[0] <= 50, "half a per cent, for looking at files while somebody listens"


def test_a_deleted_runtime_folder_is_recreated(site: Path, runtime: Path, peers: list[Peer]) -> None:
    """Connected agents stay with the editor; new ones find another host until the editor checks its address again."""
    page = site / "content" / "about.md"
    editor = Editor(site, runtime)
    peers.append(editor)
    editor.initialize()
    editor.open(page, page_text(3), 3)
    editor.diagnostics(page, 3)
    wait_until(lambda: owns(editor))
    there = Relayed(site, runtime)
    peers.append(there)
    assert checked(there, "content/about.md")[0] == 3
    shutil.rmtree(runtime)
    late = Relayed(site, runtime, modern=True)
    peers.append(late)
    assert checked(late, "content/about.md")[0] is None
    assert checked(there, "content/about.md")[0] == 3
    wait_until(lambda: checked(late, "content/about.md")[0] == 3, 2 * PATIENCE)
    assert isinstance(address_of(str(site)), HostAddress)
