"""`refrakt doctor`: it finds what is wrong, says what to do, and changes nothing."""

from __future__ import annotations

import json
import os
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import pytest

from cli.running import SITE, Ran, install, project, refrakt
from refrakt.hosts.link.handshake import encode_reply, parse_request
from refrakt.hosts.link.host_address import HostAddress, address_of


class Told(NamedTuple):
    ran: Ran
    remarks: list[dict[str, str]]

    def of(self, subject: str) -> list[tuple[str, str]]:
        return [(each["state"], each["message"]) for each in self.remarks if each["subject"] == subject]

    def hint(self, subject: str) -> str:
        return next(each["hint"] for each in self.remarks if each["subject"] == subject and "hint" in each)


@pytest.fixture(autouse=True)
def runtime(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder for sockets that nobody else uses."""
    folder = tmp_path_factory.mktemp("run")
    monkeypatch.setenv("REFRAKT_RUNTIME_DIR", str(folder))
    return folder


def doctor(folder: Path) -> Told:
    ran = refrakt("doctor", "--format", "json", cwd=folder)
    assert ran.err == ""
    answer = json.loads(ran.out)
    problems = [each for each in answer["remarks"] if each["state"] == "problem"]
    assert (answer["ok"], ran.code) == (not problems, 1 if problems else 0)
    assert all("hint" in each for each in problems)
    return Told(ran, answer["remarks"])


def test_a_good_site() -> None:
    told = doctor(SITE / "content")
    assert told.ran.code == 0
    assert told.of("project") == [("ok", f"{SITE}, found by refrakt.config.json")]
    assert told.of("config") == [("ok", "refrakt.config.json: no problems")]
    ((state, message),) = told.of("site main")
    assert (state, message.startswith(f"{SITE / 'content'}, ")) == ("ok", True)
    assert [state for state, _ in told.of("refrakt") + told.of("python")] == ["ok", "ok"]


def test_for_people_it_is_text() -> None:
    ran = refrakt("doctor", cwd=SITE)
    assert (ran.code, ran.err) == (0, "")
    assert "\nok       config " in ran.out
    assert ran.out.splitlines()[-1].startswith("0 problems, ")
    assert "\033[1;32mok" in refrakt("doctor", "--color", "always", cwd=SITE).out


def test_a_folder_that_is_nothing_in_particular(tmp_path: Path) -> None:
    told = doctor(tmp_path)
    assert told.ran.code == 0
    ((state, message),) = told.of("project")
    assert (state, message.startswith(str(tmp_path))) == ("note", True)
    assert [state for state, _ in told.of("config")] == ["note"]
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("sign", "told"),
    [("plan/work", "found by plan/work"), (".fractary", "found by .fractary"), (".git", "root of a repository")],
)
def test_why_a_folder_is_a_project(tmp_path: Path, sign: str, told: str) -> None:
    (tmp_path / sign).mkdir(parents=True)
    (tmp_path / "below").mkdir()
    ((_, message),) = doctor(tmp_path / "below").of("project")
    assert message.startswith(str(tmp_path))
    assert told in message


def test_every_problem_of_the_config_is_told_with_its_place(tmp_path: Path) -> None:
    (tmp_path / "refrakt.config.json").write_text('{\n  "contentDir": "pages",\n  "packages": ["@acme/x"]\n}\n')
    told = doctor(tmp_path)
    assert told.ran.code == 1
    hints = told.of("config")
    assert [state for state, _ in hints] == ["note", "note"]
    assert all("hint[config-deprecated]" in message for _, message in hints)
    assert any(message.startswith("refrakt.config.json:3:3: ") for _, message in hints)
    ((state, message),) = told.of("sites")
    assert (state, "warning[unknown-package]" in message) == ("problem", True)
    assert told.hint("sites") == "Run `refrakt catalogue export @acme/x`."
    ((state, message),) = told.of("site main")
    assert (state, "does not exist" in message) == ("problem", True)


def test_a_config_that_is_no_json(tmp_path: Path) -> None:
    (tmp_path / "refrakt.config.json").write_text('{"site": ')
    ((state, message),) = doctor(tmp_path).of("config")
    assert (state, "error[config-syntax]" in message) == ("problem", True)


def test_several_sites(tmp_path: Path) -> None:
    project(tmp_path, {"sites": {"a": {"contentDir": "a"}, "b": {}}})
    (tmp_path / "a").mkdir()
    told = doctor(tmp_path)
    assert told.of("site a") == [("note", f"no pages in {tmp_path / 'a'}")]
    assert [state for state, _ in told.of("site b")] == ["note"]


def test_a_plain_project_that_needs_a_catalogue(tmp_path: Path) -> None:
    (tmp_path / "markdoc.config.json").write_text("[]")
    told = doctor(tmp_path)
    assert [state for state, _ in told.of("config")] == ["ok"]
    assert told.hint("sites") == "Run `refrakt catalogue export markdoc.config.json`."


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
    told = doctor(home)
    assert ("ok", "pond: acme-pond 1.2.0 (entry-point), 0 commands") in told.of("plugins")
    assert [message for state, message in told.of("plugins") if state == "problem"] == [
        "acme-bog: cannot load it: RuntimeError: too wet"
    ]
    assert told.of("pond") == [("note", "not used in this project")]
    assert told.hint("pond") == "Dig one."
    (home / "pond").mkdir()
    assert doctor(home).of("pond") == [("ok", "fish 3")]


def test_node_may_be_missing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    told = doctor(tmp_path)
    assert told.ran.code == 0
    assert [state for state, _ in told.of("node") + told.of("path")] == ["note", "note"]


def test_another_refrakt_on_the_path_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    other = tmp_path / "refrakt"
    other.write_text("#!/bin/sh\nexit 1\n")
    other.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    ((state, message),) = doctor(tmp_path).of("path")
    assert (state, str(other) in message) == ("note", True)


def test_agents_that_are_told(tmp_path: Path) -> None:
    assert '"args": ["mcp"]' in doctor(tmp_path).hint("agents")
    (tmp_path / ".mcp.json").write_text('{"mcpServers": {"refrakt": {}}}')
    assert doctor(tmp_path).of("agents") == [("ok", ".mcp.json has refrakt")]


def test_a_look_that_fails_does_not_stop_the_others(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def break_down(name: str, folders: tuple[str, ...]) -> None:
        raise RuntimeError(f"no {name}")

    monkeypatch.setattr("refrakt.hosts.cli.doctor_checks.find_program", break_down)
    told = doctor(tmp_path)
    assert ("problem", "check failed: RuntimeError: no node") in told.of("node")
    assert told.of("link")


# The link -----------------------------------------------------------------------------------------------------------


def host_address(root: Path) -> HostAddress:
    place = address_of(str(root))
    assert isinstance(place, HostAddress)
    return place


@contextmanager
def host(root: Path, said: bytes) -> Iterator[None]:
    """Somebody who answers one call at the address of a project."""
    listening = socket.socket(socket.AF_UNIX)
    listening.bind(host_address(root).path)
    os.chmod(host_address(root).path, 0o600)
    listening.listen()

    def serve() -> None:
        caller, _ = listening.accept()
        with caller, caller.makefile("rb") as lines:
            hello = parse_request(lines.readline())
            if hello is not None and hello.purpose == "status":
                caller.sendall(said)

    thread = threading.Thread(target=serve)
    thread.start()
    try:
        yield
    finally:
        thread.join()
        listening.close()


def test_nobody_serves(tmp_path: Path) -> None:
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
    gone = socket.socket(socket.AF_UNIX)
    gone.bind(host_address(tmp_path).path)
    os.chmod(host_address(tmp_path).path, 0o600)
    gone.close()
    ((state, message),) = doctor(tmp_path).of("link")
    assert (state, "stale socket" in message) == ("note", True)


def test_a_socket_that_others_can_reach(tmp_path: Path) -> None:
    gone = socket.socket(socket.AF_UNIX)
    gone.bind(host_address(tmp_path).path)
    os.chmod(host_address(tmp_path).path, 0o666)
    gone.close()
    assert doctor(tmp_path).of("link")[0] == ("problem", f"other users can access {host_address(tmp_path).path}")


def test_a_folder_that_is_open_to_others(tmp_path: Path, runtime: Path) -> None:
    runtime.chmod(0o755)
    told = doctor(tmp_path)
    ((state, message),) = told.of("link")
    assert (state, "accessible to other users" in message) == ("problem", True)
    assert "REFRAKT_RUNTIME_DIR" in told.hint("link")
