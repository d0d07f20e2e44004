"""`refrakt forge serve-registry`: what it serves, and what it refuses."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import pytest

from forge.registry_server import COMMANDS, Project, TestRegistry, entry, error_of, shell
from refrakt_forge.registries.static_server import StaticServer

NO_COMPONENTS: dict[str, list[str]] = {"agents": [], "tools": [], "workflows": [], "hooks": [], "commands": []}


def listed(result: dict[str, Any]) -> list[tuple[str, str, str]]:
    return [(each["name"], each["version"], each["scope"]) for each in result["plugins"]]


# serve-registry -------------------------------------------------------------------------------------------------------


def test_serve_registry_is_not_a_tool() -> None:
    assert COMMANDS["serve-registry"].expose is False


def test_serving_needs_an_index(project: Project, tmp_path: Path) -> None:
    assert error_of(project, "serve-registry", directory=str(tmp_path)).code == "VALIDATION_ERROR"


def test_a_port_in_use_is_reported(project: Project, registry: TestRegistry, tmp_path: Path) -> None:
    (tmp_path / "registry.json").write_text("{}", "utf-8")
    error = error_of(project, "serve-registry", directory=str(tmp_path), port=registry.port)
    assert error.code == "NETWORK_ERROR"


def test_the_result_of_serving(
    project: Project, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "registry.json").write_text("{}", "utf-8")

    def interrupted(self: StaticServer) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(StaticServer, "serve_forever", interrupted)
    code, out, err = shell(project, capsys, "serve-registry", str(tmp_path), "--port", "0")
    assert (code, out) == (0, "Stopped after 0 requests.\n")
    assert err.startswith(f"Serving {tmp_path} at http://127.0.0.1:")


SERVE = (
    "import sys; from refrakt.hosts.cli.plugin_command import run_command;"
    "from refrakt_forge.commands.serve_registry import COMMANDS;"
    "sys.exit(run_command(COMMANDS[0], sys.argv[1:], 'refrakt forge serve-registry'))"
)


def test_a_folder_is_served_until_it_is_interrupted(project: Project, tmp_path: Path) -> None:
    folder = tmp_path / "served"
    folder.mkdir()
    index = {"plugins": [{"name": "@acme/p", "version": "1.0.0"}]}
    (folder / "registry.json").write_text(json.dumps(index), "utf-8")
    process = subprocess.Popen(
        [sys.executable, "-c", SERVE, str(folder), "--port", "0", "--format", "json"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=dict(os.environ),
    )
    try:
        assert process.stderr is not None
        url = next(each for each in process.stderr.readline().split() if each.startswith("http://127.0.0.1:"))
        project.configure(entry(url))
        assert project.call("search", query="")["total"] == 1
        import signal

        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=20)
    finally:
        process.kill()
    assert process.returncode == 0, err
    assert json.loads(out)["requests"] == 1
    assert '"GET /registry.json HTTP/1.1" 200' in err


@pytest.fixture
def served(tmp_path: Path) -> Any:
    folder = tmp_path / "served"
    (folder / "agents").mkdir(parents=True)
    (folder / "registry.json").write_text("{}", "utf-8")
    (folder / "agents" / "a.md").write_text("---\n---\n", "utf-8")
    (folder / "agents" / "a.yaml").write_text("name: a\n", "utf-8")
    (folder / ".env").write_text("SECRET=1", "utf-8")
    (tmp_path / "outside.json").write_text("outside", "utf-8")
    (folder / "link.json").symlink_to(tmp_path / "outside.json")
    server = StaticServer(folder, 0, lambda line: None)
    thread = threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True)
    thread.start()
    yield server
    server.shutdown()
    server.server_close()


def get(server: StaticServer, path: str, method: str = "GET", **headers: str) -> tuple[int, dict[str, str], bytes]:
    from http.client import HTTPConnection

    connection = HTTPConnection("127.0.0.1", server.server_port, timeout=10)
    try:
        connection.putrequest(method, path, skip_host="Host" in headers)
        for name, value in headers.items():
            connection.putheader(name.replace("_", "-"), value)
        connection.endheaders()
        response = connection.getresponse()
        return response.status, dict(response.getheaders()), response.read()
    finally:
        connection.close()


@pytest.mark.parametrize(
    "path",
    [
        "/",
        "/agents",
        "/agents/",
        "/.env",
        "/../outside.json",
        "/%2e%2e/outside.json",
        "/agents/..%2f..%2foutside.json",
        "/..%5coutside.json",
        "/link.json",
        "//etc/passwd",
        "/%00",
        "/%ff",
        "/missing.json",
    ],
)
def test_only_files_of_the_folder_are_served(served: StaticServer, path: str) -> None:
    assert get(served, path)[0] == 404


def test_files_have_types_and_etags(served: StaticServer) -> None:
    status, headers, body = get(served, "/registry.json")
    assert (status, headers["Content-Type"], body) == (200, "application/json", b"{}")
    assert get(served, "/registry.json", If_None_Match=headers["ETag"])[0] == 304
    assert get(served, "/agents/a.md")[1]["Content-Type"].startswith("text/markdown")
    assert get(served, "/agents/a.yaml")[1]["Content-Type"] == "application/yaml"
    status, headers, body = get(served, "/registry.json", "HEAD")
    assert (status, headers["Content-Length"], body) == (200, "2", b"")
    assert get(served, "/registry.json", "POST")[0] == 501


def test_other_host_names_are_refused(served: StaticServer) -> None:
    assert get(served, "/registry.json", Host="attacker.example")[0] == 421
    assert get(served, "/registry.json", Host=f"localhost:{served.server_port}")[0] == 200
    assert served.server_address[0] == "127.0.0.1"
