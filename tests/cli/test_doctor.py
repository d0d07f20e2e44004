"""`refrakt doctor`: it finds what is wrong, says what to do, and changes nothing."""

from __future__ import annotations

import json
import os
import re
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import pytest

from cli.command_runner import SITE, Ran, install, project, refrakt
from refrakt.hosts.link.handshake import encode_reply, parse_request
from refrakt.hosts.link.host_address import HostAddress, address_of


class DoctorReport(NamedTuple):
    ran: Ran
    diagnoses: list[dict[str, str]]

    def of(self, subject: str) -> list[tuple[str, str]]:
        return [(each["state"], each["message"]) for each in self.diagnoses if each["subject"] == subject]

    def hint(self, subject: str) -> str:
        return next(each["hint"] for each in self.diagnoses if each["subject"] == subject and "hint" in each)


@pytest.fixture(autouse=True)
def runtime(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A private folder for sockets."""
    folder = tmp_path_factory.mktemp("run")
    monkeypatch.setenv("REFRAKT_RUNTIME_DIR", str(folder))
    return folder


def doctor(folder: Path) -> DoctorReport:
    ran = refrakt("doctor", "--format", "json", cwd=folder)
    assert ran.err == ""
    answer = json.loads(ran.out)
    problems = [each for each in answer["diagnoses"] if each["state"] == "problem"]
    assert (answer["ok"], ran.code) == (not problems, 1 if problems else 0)
    assert all("hint" in each for each in problems)
    return DoctorReport(ran, answer["diagnoses"])


def test_a_good_site() -> None:
    result = doctor(SITE / "content")
    assert result.ran.code == 0
    assert result.of("project") == [("ok", f"{SITE}, found by refrakt.config.json")]
    assert result.of("config") == [("ok", "refrakt.config.json: no problems")]
    ((state, message),) = result.of("site main")
    assert (state, message.startswith(f"{SITE / 'content'}, ")) == ("ok", True)
    assert [state for state, _ in result.of("refrakt") + result.of("python")] == ["ok", "ok"]


def test_runes_are_counted_as_everywhere() -> None:
    ((_, message),) = doctor(SITE).of("runes")
    total = json.loads(refrakt("reference", "--format", "json", cwd=SITE).out)["total"]
    packages = refrakt("reference", "--packages", cwd=SITE).out
    enabled = [int(each) for each in re.findall(r"\(enabled, (\d+) runes\)", packages)]
    assert message.startswith(f"main: {total} runes from @refrakt-md/runes, ")
    assert total == sum(enabled)


def test_the_default_output_is_text() -> None:
    ran = refrakt("doctor", cwd=SITE)
    assert (ran.code, ran.err) == (0, "")
    assert "\nok       config " in ran.out
    assert ran.out.splitlines()[-1].startswith("0 problems, ")
    assert "\033[1;32mok" in refrakt("doctor", "--color", "always", cwd=SITE).out


def test_a_folder_that_is_nothing_in_particular(tmp_path: Path) -> None:
    result = doctor(tmp_path)
    assert result.ran.code == 0
    ((state, message),) = result.of("project")
    assert (state, message.startswith(str(tmp_path))) == ("note", True)
    assert [state for state, _ in result.of("config")] == ["note"]
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("sign", "expected"),
    [("plan/work", "found by plan/work"), (".fractary", "found by .fractary"), (".git", "root of a repository")],
)
def test_why_a_folder_is_a_project(tmp_path: Path, sign: str, expected: str) -> None:
    (tmp_path / sign).mkdir(parents=True)
    (tmp_path / "below").mkdir()
    ((_, message),) = doctor(tmp_path / "below").of("project")
    assert message.startswith(str(tmp_path))
    assert expected in message


def test_config_problems_have_a_location(tmp_path: Path) -> None:
    (tmp_path / "refrakt.config.json").write_text('{\n  "contentDir": "pages",\n  "packages": ["@acme/x"]\n}\n')
    result = doctor(tmp_path)
    assert result.ran.code == 1
    hints = result.of("config")
    assert [state for state, _ in hints] == ["note", "note"]
    assert all("hint[config-deprecated]" in message for _, message in hints)
    assert any(message.startswith("refrakt.config.json:3:3: ") for _, message in hints)
    ((state, message),) = result.of("sites")
    assert (state, "warning[unknown-package]" in message) == ("problem", True)
    assert result.hint("sites") == "Run `refrakt catalogue export @acme/x`."
    ((state, message),) = result.of("site main")
    assert (state, "does not exist" in message) == ("problem", True)


def test_a_config_that_is_no_json(tmp_path: Path) -> None:
    (tmp_path / "refrakt.config.json").write_text('{"site": ')
    ((state, message),) = doctor(tmp_path).of("config")
    assert (state, "error[config-syntax]" in message) == ("problem", True)


def test_several_sites(tmp_path: Path) -> None:
    project(tmp_path, {"sites": {"a": {"contentDir": "a"}, "b": {}}})
    (tmp_path / "a").mkdir()
    result = doctor(tmp_path)
    assert result.of("site a") == [("note", f"no pages in {tmp_path / 'a'}")]
    assert [state for state, _ in result.of("site b")] == ["note"]


def test_a_plain_project_that_needs_a_catalogue(tmp_path: Path) -> None:
    (tmp_path / "markdoc.config.json").write_text("[]")
    result = doctor(tmp_path)
    assert [state for state, _ in result.of("config")] == ["ok"]
    assert result.hint("sites") == "Run `refrakt catalogue export --schema MODULE`: it runs the schema with Node."


def test_a_broken_catalogue(tmp_path: Path) -> None:
    project(tmp_path, {"site": {"contentDir": "."}})
    folder = tmp_path / ".refrakt" / "catalogues"
    folder.mkdir(parents=True)
    (folder / "x.json").write_text("{")
    ((state, message),) = doctor(tmp_path).of("catalogues")
    assert (state, message.startswith(".refrakt/catalogues/x.json:1:")) == ("problem", True)


def test_plugins_and_what_is_wrong_with_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source = """
        from refrakt.plugins import CliPlugin, RefraktError
        missing = RefraktError("NOT_FOUND", "there is no pond", "Dig one.")
        plugin = CliPlugin("pond", [], detector=lambda root, config: {"fish": 3} if (root / "pond").exists() else None,
                           missing=missing)
    """
    monkeypatch.syspath_prepend(install(tmp_path / "one", "acme-pond", "acme_pond", source))
    monkeypatch.syspath_prepend(install(tmp_path / "two", "acme-bog", "acme_bog", "raise RuntimeError('too wet')"))
    home = project(tmp_path / "home", {"site": {}})
    result = doctor(home)
    assert ("ok", "pond: acme-pond 1.2.0 (entry-point), 0 commands") in result.of("plugins")
    assert [message for state, message in result.of("plugins") if state == "problem"] == [
        "acme-bog: cannot load it: RuntimeError: too wet"
    ]
    assert result.of("pond") == [("note", "not used in this project")]
    assert result.hint("pond") == "Dig one."
    (home / "pond").mkdir()
    assert doctor(home).of("pond") == [("ok", "fish 3")]


def test_node_may_be_missing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    result = doctor(tmp_path)
    assert result.ran.code == 0
    assert [state for state, _ in result.of("node") + result.of("path")] == ["note", "note"]


def test_another_refrakt_on_the_path_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    other = tmp_path / "refrakt"
    other.write_text("#!/bin/sh\nexit 1\n")
    other.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    ((state, message),) = doctor(tmp_path).of("path")
    assert (state, str(other) in message) == ("note", True)


def test_agents_with_refrakt_configured(tmp_path: Path) -> None:
    assert "refrakt mcp --install" in doctor(tmp_path).hint("agents")
    (tmp_path / ".mcp.json").write_text('{"mcpServers": {"refrakt": {}}}')
    assert doctor(tmp_path).of("agents") == [("ok", ".mcp.json has refrakt")]


def test_a_failing_check_does_not_stop_the_others(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def break_down(name: str, folders: tuple[str, ...]) -> None:
        raise RuntimeError(f"no {name}")

    monkeypatch.setattr("refrakt.hosts.cli.doctor_checks.find_program", break_down)
    result = doctor(tmp_path)
    assert ("problem", "check failed: RuntimeError: no node") in result.of("node")
    assert result.of("link")


# The link -----------------------------------------------------------------------------------------------------------


def host_address(root: Path) -> HostAddress:
    address = address_of(str(root))
    assert isinstance(address, HostAddress)
    return address


@contextmanager
def host(root: Path, reply: bytes) -> Iterator[None]:
    """A process that answers one call on the socket of a project."""
    listening = socket.socket(socket.AF_UNIX)
    listening.bind(host_address(root).path)
    os.chmod(host_address(root).path, 0o600)
    listening.listen()

    def serve() -> None:
        caller, _ = listening.accept()
        with caller, caller.makefile("rb") as lines:
            hello = parse_request(lines.readline())
            if hello is not None and hello.purpose == "status":
                caller.sendall(reply)

    thread = threading.Thread(target=serve)
    thread.start()
    try:
        yield
    finally:
        thread.join()
        listening.close()


def test_no_host_is_running(tmp_path: Path) -> None:
    ((state, message),) = doctor(tmp_path).of("link")
    assert (state, host_address(tmp_path).path in message) == ("ok", True)


def test_an_editor_serves(tmp_path: Path) -> None:
    status = {"pid": 4711, "root": str(tmp_path), "headless": False, "clients": 2}
    with host(tmp_path, encode_reply() + json.dumps(status).encode() + b"\n"):
        ((state, message),) = doctor(tmp_path).of("link")
    assert (state, message.startswith("an editor (process 4711) serves 2 agents")) == ("ok", True)


def test_a_host_that_refuses(tmp_path: Path) -> None:
    with host(tmp_path, encode_reply("it uses link version 9")):
        ((state, message),) = doctor(tmp_path).of("link")
    assert (state, "it uses link version 9" in message) == ("problem", True)


def test_a_socket_that_was_left_behind(tmp_path: Path) -> None:
    missing = socket.socket(socket.AF_UNIX)
    missing.bind(host_address(tmp_path).path)
    os.chmod(host_address(tmp_path).path, 0o600)
    missing.close()
    ((state, message),) = doctor(tmp_path).of("link")
    assert (state, "stale socket" in message) == ("note", True)


def test_a_socket_that_others_can_reach(tmp_path: Path) -> None:
    missing = socket.socket(socket.AF_UNIX)
    missing.bind(host_address(tmp_path).path)
    os.chmod(host_address(tmp_path).path, 0o666)
    missing.close()
    assert doctor(tmp_path).of("link")[0] == ("problem", f"other users can access {host_address(tmp_path).path}")


def test_a_folder_that_is_open_to_others(tmp_path: Path, runtime: Path) -> None:
    runtime.chmod(0o755)
    result = doctor(tmp_path)
    ((state, message),) = result.of("link")
    assert (state, "accessible to other users" in message) == ("problem", True)
    assert "REFRAKT_RUNTIME_DIR" in result.hint("link")
