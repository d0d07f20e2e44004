"""Who gets a token, and that nobody else sees one. Numbers are scenarios of the acceptance list."""

from __future__ import annotations

import json
import logging
from typing import Any

import pytest

from forge.registry_server import CANARY, COMMANDS, Project, Request, Route, TestRegistry, checksum, entry, error_of
from refrakt.plugins import RefraktError
from refrakt_forge.environment import CONFIG_VARIABLE, STOCKYARD_TOKENS, TOKEN_VARIABLE
from refrakt_forge.errors import envelope

# Tokens ---------------------------------------------------------------------------------------------------------------


def test_a_project_cannot_send_a_variable_of_the_user(
    project: Project, registry: TestRegistry, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", CANARY)
    monkeypatch.setenv("FRACTARY_ACME_TOKEN", CANARY)
    monkeypatch.setenv(TOKEN_VARIABLE, CANARY)
    registry.plugin("@acme/p")
    for variable in ("AWS_SECRET_ACCESS_KEY", "FRACTARY_ACME_TOKEN"):
        auth = {"type": "bearer", "token_env": variable}
        project.configure(entry(registry.url(), auth=auth, cache_ttl=0), user=False)
        project.call("search", query="")
        monkeypatch.setenv(CONFIG_VARIABLE, ".fractary/config.json")
        project.call("search", query="")
        monkeypatch.delenv(CONFIG_VARIABLE)
    assert len(registry.requests) == 4
    assert CANARY not in json.dumps(registry.requests)


def test_a_project_gets_its_own_token_if_the_user_allows_the_host(
    project: Project, registry: TestRegistry, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FRACTARY_ACME_TOKEN", "good")
    registry.plugin("@acme/p")
    project.configure(entry(registry.url(), auth={"type": "bearer", "token_env": "FRACTARY_ACME_TOKEN"}), user=False)
    project.write("config.json", {"network": {"allowHosts": ["127.0.0.1"]}}, user=True)
    project.call("search", query="")
    assert registry.headers("Authorization") == ["Bearer good"]


def test_other_hosts_do_not_get_the_token(
    project: Project, registry: TestRegistry, second_registry: TestRegistry, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(TOKEN_VARIABLE, CANARY)
    body = second_registry.put("/plugin.json", {"name": "@acme/p", "version": "1.0.0"})
    more = {"manifest_url": second_registry.url("/plugin.json"), "checksum": checksum(body)}
    registry.plugin("@acme/p", entry=more)
    project.configure(entry(registry.url()))
    assert project.call("info", plugin="@acme/p", remote=True)["version"] == "1.0.0"
    assert registry.headers("Authorization") == [f"Bearer {CANARY}"]
    assert second_registry.headers("Authorization") == []
    assert second_registry.hits("/plugin.json") == 1


@pytest.mark.parametrize("token", [f"{CANARY}\nX-Other: 1", f"{CANARY} x", f"é{CANARY}", "x" * 9000 + CANARY])
def test_a_token_that_is_not_a_header_value_is_refused(
    project: Project, registry: TestRegistry, monkeypatch: pytest.MonkeyPatch, token: str
) -> None:
    monkeypatch.setenv(TOKEN_VARIABLE, token)
    registry.plugin("@acme/p")
    project.configure(entry(registry.url()))
    error = error_of(project, "search", query="")
    assert error.code == "CONFIG_ERROR"
    assert CANARY not in json.dumps(envelope(error))
    assert registry.requests == []


def echo(request: Request) -> None:
    """A valid index that repeats everything it was sent."""
    sent = repr((request.path, dict(request.headers.items())))
    body = json.dumps({"plugins": [{"name": "@acme/echo", "version": "1.0.0", "description": sent}]}).encode()
    request.send_response(200)
    request.send_header("X-Echo", sent)
    request.send_header("ETag", f'"{request.headers.get("Authorization", "").removeprefix("Bearer ")}"')
    request.send_header("Content-Length", str(len(body)))
    request.end_headers()
    request.wfile.write(body)


@pytest.mark.parametrize("status", [200, 302, 401, 403, 404, 500])
def test_no_secret_is_in_errors_logs_or_the_cache(
    project: Project,
    registry: TestRegistry,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    capfd: pytest.CaptureFixture[str],
    status: int,
) -> None:
    caplog.set_level(logging.DEBUG)
    for variable in (TOKEN_VARIABLE, *STOCKYARD_TOKENS, "FRACTARY_ACME_TOKEN"):
        monkeypatch.setenv(variable, f"{CANARY}-{variable}")
    registries = {"yard": {"type": "token", "token": CANARY}, "test": {"type": "token", "token": CANARY}}
    project.write("auth/credentials.json", {"version": 1, "registries": registries}, user=True)
    registry.plugin("@acme/p")
    if status != 200:
        headers = {"Location": f"https://other.example/?token={CANARY}", "X-Echo": CANARY}
        registry.routes["/registry.json"] = Route(CANARY.encode(), status, headers)
    registry.routes["/echo.json"] = Route(respond=echo)
    url = registry.url(f"/registry.json?token={CANARY}")
    project.configure(
        entry(url, auth={"type": "bearer", "token_env": "FRACTARY_ACME_TOKEN"}),
        entry(registry.url(f"/echo.json?api_key={CANARY}"), "echo"),
        entry(registry.url("/api"), "yard", type="stockyard"),
    )
    project.install("@acme/p", "0.1.0")
    shown: list[Any] = []
    calls: list[tuple[str, dict[str, Any]]] = [
        ("search", {"query": "p"}),
        ("info", {"plugin": "@acme/p", "remote": True}),
        ("info", {"plugin": "@acme/unknown", "remote": True}),
        ("list", {"outdated": True}),
        ("cache-stats", {}),
    ]
    for command, arguments in calls:
        try:
            result = project.call(command, **arguments)
            text = COMMANDS[command].text
            assert text is not None
            shown += [result, text(result)]
        except RefraktError as error:
            shown += [envelope(error), str(error), repr(error.__cause__)]
    assert any(CANARY in each for each in registry.headers("Authorization")), "the tokens were in use"
    written = "".join(each.read_text("utf-8") for each in project.cache.rglob("*") if each.is_file())
    out, err = capfd.readouterr()
    for each in (json.dumps(shown), caplog.text, written, out, err, *map(str, project.cache.rglob("*"))):
        assert CANARY not in each
