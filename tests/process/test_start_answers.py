"""The answers that a relay gives while its host loads are those of the host, byte for byte, or none."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import refrakt
from plugins.installation import Installation
from refrakt.hosts.link.start_record import StartRecord, fingerprint, read_record
from refrakt.project.project_root import project_root

from .peers import LEGACY, MODERN, PATIENCE, REFRAKT, environment, hosts_of

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not os.path.isdir("/proc/self"), reason="the hosts of a test are found in /proc"),
]

PLUGINS = Path(__file__).resolve().parents[2] / "examples" / "plugins"
SETTLED = 2.1
"""Seconds after which new code is certainly the code that a host loads."""
WITHOUT_HOST = """
import sys
from refrakt.hosts.link.mcp_options import McpOptions
from refrakt.hosts.link.relay import Relay
wait = [sys.executable, "-c", "import os, time; relay = os.getppid()\\nwhile os.getppid() == relay: time.sleep(0.1)"]
sys.exit(Relay(sys.argv[1], McpOptions(tool_names=sys.argv[2]), lambda kind: wait).run())
"""
"""A relay whose host never gets ready."""
META = {
    "io.modelcontextprotocol/protocolVersion": MODERN,
    "io.modelcontextprotocol/clientInfo": {"name": "test", "version": "1"},
    "io.modelcontextprotocol/clientCapabilities": {},
}
HANDSHAKE = {"protocolVersion": LEGACY, "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}}
SESSIONS: dict[str, list[tuple[str, dict[str, Any]]]] = {
    LEGACY: [("initialize", HANDSHAKE), ("tools/list", {})],
    MODERN: [("server/discover", {"_meta": META}), ("tools/list", {"_meta": META})],
}


def forget(root: Path, *names: str) -> None:
    for name in names:
        shutil.rmtree(root / name, ignore_errors=True)


def plan_only(root: Path) -> None:
    forget(root, "content")
    (root / "refrakt.config.json").unlink()


def plain(root: Path) -> None:
    plan_only(root)
    forget(root, "plan")
    (root / "package.json").write_text(json.dumps({"name": "docs", "dependencies": {"@markdoc/markdoc": "^0.5.0"}}))
    (root / "content").mkdir()
    (root / "content" / "index.md").write_text("# Home\n\n{% callout %}\nText\n{% /callout %}\n", "utf-8")


def forge(root: Path) -> None:
    (root / ".fractary" / "agents").mkdir(parents=True)
    (root / ".fractary" / "agents" / "a.yaml").write_text("name: a\ntype: agent\n", "utf-8")


KINDS: dict[str, Callable[[Path], None]] = {
    "site and plan": lambda root: None,
    "plan only": plan_only,
    "plain": plain,
    "underscore": lambda root: None,
    "plugin": lambda root: None,
    "forge": forge,
}


@pytest.fixture(autouse=True)
def _own_cache(tmp_path: Path, runtime: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("REFRAKT_CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.setenv("REFRAKT_RUNTIME_DIR", str(runtime))


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Installation:
    """A folder of distributions that hosts can import."""
    folder = tmp_path / "site-packages"
    known = os.environ.get("PYTHONPATH")
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(filter(None, (str(folder), known))))
    return Installation(folder)


def use_plugins(root: Path, installed: Installation, *names: str) -> None:
    """Install plugins and name them in the config."""
    path = root / "refrakt.config.json"
    config = json.loads(path.read_text("utf-8"))
    config["sites"]["main"]["plugins"] += names
    path.write_text(json.dumps(config), "utf-8")
    for name in names:
        installed.project(PLUGINS / name)
    time.sleep(SETTLED)


def answers(command: list[str], root: Path, runtime: Path, version: str, patience: float = 2 * PATIENCE) -> list[bytes]:
    """The first answers of a process, as it wrote them; fewer if they do not come in time."""
    pipe = subprocess.PIPE
    with subprocess.Popen(command, cwd=root, stdin=pipe, stdout=pipe, env=environment(runtime), bufsize=0) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        os.set_blocking(process.stdout.fileno(), False)
        received, end = b"", time.monotonic() + patience
        for number, (method, params) in enumerate(SESSIONS[version]):
            message = {"jsonrpc": "2.0", "id": number, "method": method, "params": params}
            process.stdin.write(json.dumps(message).encode() + b"\n")
            while received.count(b"\n") <= number and time.monotonic() < end:
                received += process.stdout.read() or b""
                time.sleep(0.01)
        process.kill()
    return received.splitlines()


def of_host(root: Path, runtime: Path, version: str, names: str = "dotted") -> list[bytes]:
    return answers([*REFRAKT, "mcp", "--tool-names", names], root, runtime, version)


def of_relay(root: Path, runtime: Path, version: str, names: str = "dotted", patience: float = PATIENCE) -> list[bytes]:
    """What a relay answers without any host."""
    end_hosts(runtime)
    command = [sys.executable, "-c", WITHOUT_HOST, project_root(root), names]
    return answers(command, root, runtime, version, patience)


def end_hosts(runtime: Path) -> None:
    for pid in hosts_of(runtime):
        os.kill(pid, signal.SIGKILL)
    for file in runtime.iterdir():  # the lock is held by the process that waits in place of a host
        file.unlink()


def recorded(root: Path, names: str = "dotted", other_than: StartRecord | None = None) -> StartRecord:
    """The record of the running host, once it is written."""
    end = time.monotonic() + 2 * PATIENCE
    while time.monotonic() < end:
        found = read_record(project_root(root), names)
        if found is not None and found != other_than:
            return found
        time.sleep(0.05)
    raise AssertionError("the host has not recorded its answers")


@pytest.mark.parametrize("kind", KINDS)
def test_the_answers_equal_those_of_the_host(kind: str, site: Path, runtime: Path, installed: Installation) -> None:
    if kind == "plugin":
        use_plugins(site, installed, "refrakt-garden", "refrakt-wordcount")
    KINDS[kind](site)
    names = "underscore" if kind == "underscore" else "dotted"
    expected = {version: of_host(site, runtime, version, names) for version in SESSIONS}
    recorded(site, names)
    for version, lines in expected.items():
        assert len(lines) == 2
        assert of_relay(site, runtime, version, names) == lines
    tools = [each["name"] for each in json.loads(expected[LEGACY][1])["result"]["tools"]]
    present = {
        "site and plan": {"refrakt.pages", "plan.next"},
        "plan only": {"plan.next"},
        "plain": {"refrakt.pages"},
        "underscore": {"refrakt_pages", "plan_next"},
        "plugin": {"words.count"},
        "forge": {"refrakt.pages", "fractary_forge_agent_list"},
    }
    assert present[kind] <= {*tools}, tools


def test_changes_invalidate_the_record(site: Path, runtime: Path, installed: Installation) -> None:
    use_plugins(site, installed, "refrakt-garden")
    of_host(site, runtime, LEGACY)
    record = recorded(site)
    end_hosts(runtime)
    assert record.every_variable
    code = Path(refrakt.__file__).parent
    for file in ("hosts/mcp/tools.py", "services/check.py", "plugins/contract.py", "__init__.py"):
        assert str(code / file) in record.paths
    assert str(code / "services") in record.paths
    assert any(each.endswith("mcp/server/lowlevel/server.py") for each in record.paths)
    assert any(each.endswith("pydantic/main.py") for each in record.paths)

    def rewrite(path: Path) -> None:
        path.write_bytes(path.read_bytes() + b"\n")

    garden = next(installed.folder.glob("refrakt_garden/cli_plugin.py"))
    changes: dict[str, Callable[[], object]] = {
        "the config": lambda: rewrite(site / "refrakt.config.json"),
        "code of a plugin": lambda: rewrite(garden),
        "a new module of a plugin": (garden.parent / "more.py").touch,
        "an installed plugin": lambda: installed.plugin("refrakt-other", "other", "do"),
        "entry points": lambda: rewrite(next(installed.folder.glob("refrakt_garden-*/entry_points.txt"))),
        "an uninstalled plugin": lambda: shutil.rmtree(next(installed.folder.glob("refrakt_garden-*"))),
        "a dependency": lambda: (site / "package.json").write_text("{}"),
        "no plan": lambda: shutil.rmtree(site / "plan"),
        "Forge": lambda: forge(site),
        "a deleted config": (site / "refrakt.config.json").unlink,
    }
    for what, change in changes.items():
        current = record._replace(digest=fingerprint(record.paths).digest)
        assert current.is_current(), what
        change()
        assert not current.is_current(), what


def test_a_page_does_not_invalidate_the_record_of_a_site(site: Path, runtime: Path) -> None:
    of_host(site, runtime, LEGACY)
    record = recorded(site)
    (site / "content" / "new-page.md").write_text("# New\n", "utf-8")
    plan = next((site / "plan").rglob("*.md"))
    plan.write_text(plan.read_text("utf-8") + "\n", "utf-8")
    assert record.is_current()


@pytest.mark.parametrize("first", ["server/discover", "tools/list"])
def test_the_host_refuses_a_handshake_after_requests_that_it_has_not_seen(
    first: str, site: Path, runtime: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    of_host(site, runtime, MODERN)
    recorded(site)
    end_hosts(runtime)
    monkeypatch.setitem(SESSIONS, "both", [(first, {"_meta": META}), ("initialize", HANDSHAKE)])
    answered, refused = map(json.loads, of_host(site, runtime, "both"))
    assert "result" in answered
    assert refused["error"]["code"] == -32601


def test_any_file_may_make_a_folder_a_plain_site(site: Path, runtime: Path) -> None:
    plan_only(site)
    of_host(site, runtime, LEGACY)
    record = recorded(site)
    (site / "docs").mkdir()
    assert not record.is_current()
    record = record._replace(digest=fingerprint(record.paths).digest)
    (site / "README.md").write_text("{% callout %}\n{% /callout %}\n", "utf-8")
    assert not record.is_current()


def test_an_edited_config_is_answered_by_the_host_and_recorded_anew(site: Path, runtime: Path) -> None:
    first = of_host(site, runtime, LEGACY)
    before = recorded(site)
    assert of_relay(site, runtime, LEGACY) == first
    sites = {"sites": {"a": {"contentDir": "content", "plugins": []}, "b": {"contentDir": "more", "plugins": []}}}
    (site / "refrakt.config.json").write_text(json.dumps(sites), "utf-8")
    assert of_relay(site, runtime, LEGACY, patience=2.0) == []
    end_hosts(runtime)
    expected = of_host(site, runtime, LEGACY)
    assert expected[0] != first[0]  # the instructions say that there are several sites
    recorded(site, other_than=before)
    assert of_relay(site, runtime, LEGACY) == expected


def test_another_version_of_the_code(
    site: Path, runtime: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    copy = tmp_path / "code"
    server = Path(refrakt.__file__).parents[1]
    for name in ("refrakt", "refrakt_plan", "refrakt_forge"):
        shutil.copytree(server / name, copy / name, ignore=shutil.ignore_patterns("__pycache__"))
    monkeypatch.setenv("PYTHONPATH", str(copy))
    time.sleep(SETTLED)
    before = of_host(site, runtime, LEGACY)
    recorded(site)
    assert of_relay(site, runtime, LEGACY) == before
    module = copy / "refrakt" / "services" / "version.py"
    assert module.is_file()
    text = module.read_text("utf-8")
    module.write_text(text.replace("Show the versions of", "Show all versions of"), "utf-8")
    assert of_relay(site, runtime, LEGACY, patience=2.0) == []
    end_hosts(runtime)
    assert of_host(site, runtime, LEGACY)[1] != before[1]
