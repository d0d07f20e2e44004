"""One process, one editor, three agents: all see the same text. And what happens when one hangs or dies."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from .peers import PATIENCE, Agent, Editor, Peer, Relayed, hosts_of

pytestmark = pytest.mark.slow

EDITS = 200


def page_text(number: int) -> str:
    return f"# Edit {number}\n\n{{% hnit-{number} %}}\nx\n{{% /hnit-{number} %}}\n"


@contextmanager
def fd_pair(site: Path, runtime: Path) -> Iterator[tuple[Editor, Agent]]:
    """An editor's process with an agent on two pipes it was born with."""
    to_server, from_agent = os.pipe()
    to_agent, from_server = os.pipe()
    try:
        editor = Editor(site, runtime, ["--mcp-fd", f"{to_server},{from_server}"], (to_server, from_server))
    finally:
        os.close(to_server)
        os.close(from_server)
    agent = Agent(os.fdopen(to_agent, "rb"), os.fdopen(from_agent, "wb"))
    yield editor, agent


def checked(agent: Agent, path: str) -> tuple[int | None, str]:
    """The version and the problem an agent sees on a page."""
    answer = agent.call("refrakt.validate_content", path=path)["structuredContent"]
    return answer.get("version"), " ".join(each["message"] for each in answer["errors"])


def test_three_agents_see_every_unsaved_edit(site: Path, runtime: Path, peers: list[Peer]) -> None:
    page = site / "content" / "about.md"
    with fd_pair(site, runtime) as (editor, by_pipe):
        peers += [editor, by_pipe]
        editor.initialize()
        editor.open(page, page.read_text())
        editor.diagnostics(page, 1)
        by_pipe.initialize()
        old, new = Relayed(site, runtime), Relayed(site, runtime, modern=True)
        peers += [old, new]
        agents = (by_pipe, old, new)
        for number in range(2, EDITS + 2):
            editor.change(page, page_text(number), number)
            # The two channels have no order between them: an answer on this one says that the edit has arrived.
            editor.status()
            for agent in agents:
                version, message = checked(agent, "content/about.md")
                assert version == number
                assert f"hnit-{number}" in message
        found = editor.diagnostics(page, EDITS + 1)
        assert found[0]["code"] == "unknown-rune"
        (root,) = editor.status()["roots"]
        assert (root["socket"], root["clients"]) == ("owner", 2)
        assert {each.call("refrakt.detect")["structuredContent"]["cwd"] for each in agents} == {str(site)}


def test_when_the_editor_is_killed_agents_go_on_from_disk(site: Path, runtime: Path, peers: list[Peer]) -> None:
    page = site / "content" / "about.md"
    editor = Editor(site, runtime)
    peers.append(editor)
    editor.initialize()
    editor.open(page, page_text(1))
    editor.diagnostics(page, 1)
    agents = [Relayed(site, runtime), Relayed(site, runtime, modern=True)]
    peers += agents
    for agent in agents:
        assert checked(agent, "content/about.md")[0] == 1
    os.kill(editor.process.pid, signal.SIGKILL)
    editor.process.wait(PATIENCE)
    for agent in agents:
        answer = agent.call("refrakt.validate_content", path="content/about.md")["structuredContent"]
        assert answer["source"] == "disk"
        assert "version" not in answer

    # An editor that starts later takes over from the host that stepped in, and the agents follow.
    again = Editor(site, runtime)
    peers.append(again)
    again.initialize()
    again.open(page, page_text(7), 7)
    again.diagnostics(page, 7)
    wait_until(lambda: [each["socket"] for each in again.status()["roots"]] == ["owner"])
    for agent in agents:
        wait_until(lambda agent=agent: checked(agent, "content/about.md")[0] == 7)
    assert again.leave() == 0


def test_a_second_editor_waits_and_takes_over(site: Path, runtime: Path, peers: list[Peer]) -> None:
    page = site / "content" / "about.md"
    first, second = Editor(site, runtime), Editor(site, runtime)
    peers += [first, second]
    first.initialize()
    wait_until(lambda: [each["socket"] for each in first.status()["roots"]] == ["owner"])
    second.initialize()
    wait_until(lambda: [each["socket"] for each in second.status()["roots"]] == ["waiting"])
    second.open(page, page_text(5), 5)
    assert second.diagnostics(page, 5)
    agent = Relayed(site, runtime)
    peers.append(agent)
    assert checked(agent, "content/about.md")[0] is None
    assert first.leave() == 0
    wait_until(lambda: [each["socket"] for each in second.status()["roots"]] == ["owner"])
    wait_until(lambda: checked(agent, "content/about.md")[0] == 5)


def test_six_relays_start_one_host(site: Path, runtime: Path, peers: list[Peer]) -> None:
    agents = [Relayed(site, runtime, modern=True) for _ in range(6)]
    peers += agents
    requests = [each.send_request("tools/list") for each in agents]
    lists = [each.response_to(request) for each, request in zip(agents, requests, strict=True)]
    assert len({str(each["result"]["tools"]) for each in lists}) == 1
    assert len(hosts_of(runtime)) == 1


def test_an_editor_that_stops_reading_does_not_stop_agents(site: Path, runtime: Path, peers: list[Peer]) -> None:
    page = site / "content" / "about.md"
    editor = Editor(site, runtime)
    peers.append(editor)
    editor.initialize()
    editor.open(page, "x", 1)
    editor.diagnostics(page, 1)
    agent = Relayed(site, runtime)
    peers.append(agent)
    checked(agent, "content/about.md")
    editor.reading.clear()
    mistakes = "\n".join(f"{{% nothing-{number} /%}}\n" for number in range(400))
    for version in range(2, 60):
        editor.change(page, f"{mistakes}{version}", version)
    started = time.monotonic()
    _, message = checked(agent, "content/about.md")
    assert message
    assert time.monotonic() - started < PATIENCE / 2
    editor.reading.set()
    assert editor.diagnostics(page, 59)


def test_an_agent_that_stops_reading_does_not_stop_the_editor(site: Path, runtime: Path, peers: list[Peer]) -> None:
    page = site / "content" / "about.md"
    with fd_pair(site, runtime) as (editor, agent):
        peers += [editor, agent]
        editor.initialize()
        editor.open(page, "x", 1)
        editor.diagnostics(page, 1)
        agent.initialize()
        agent.reading.clear()
        for _ in range(200):
            agent.send_request("tools/call", {"name": "refrakt.reference", "arguments": {}})
        for version in range(2, 12):
            editor.change(page, page_text(version), version)
            assert editor.diagnostics(page, version)
        agent.reading.set()
        assert agent.call("refrakt.version")["structuredContent"]["server"] == "refrakt"


def test_an_editor_with_several_folders_serves_each(
    tmp_path: Path, site: Path, runtime: Path, peers: list[Peer]
) -> None:
    other = tmp_path.resolve() / "other"
    other.mkdir()
    (other / "markdoc.config.json").write_text("{}")
    editor = Editor(site, runtime)
    peers.append(editor)
    editor.initialize(folders=[site, other])
    wait_until(lambda: [each["socket"] for each in editor.status()["roots"]] == ["owner", "owner"])
    for root in (site, other):
        agent = Relayed(root, runtime)
        peers.append(agent)
        assert agent.call("refrakt.detect")["structuredContent"]["cwd"] == str(root)
    assert hosts_of(runtime) == set()


def test_a_host_without_clients_exits(site: Path, runtime: Path, peers: list[Peer]) -> None:
    agent = Relayed(site, runtime, argv=["--idle", "0.2"])
    peers.append(agent)
    agent.call("refrakt.version")
    (host,) = hosts_of(runtime)
    agent.writer.close()
    assert agent.process is not None
    assert agent.process.wait(PATIENCE) == 0
    wait_until(lambda: host not in hosts_of(runtime))


def wait_until(true: object, patience: float = PATIENCE) -> None:
    assert callable(true)
    end = time.monotonic() + patience
    while not true():
        assert time.monotonic() < end, "it never became true"
        time.sleep(0.02)
