"""Registries over HTTP: cache, ETags, failures, tokens, agents and tools. Numbers are scenarios of the acceptance list."""

from __future__ import annotations

import gzip
import json
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from forge.registry_server import Clock, Project, Route, TestRegistry, drip, entry, error_of, opened
from refrakt.plugins import CommandContext, Disk, RefraktError
from refrakt_forge import limits
from refrakt_forge.environment import TOKEN_VARIABLE
from refrakt_forge.registries import registry_requests

AGENT = "name: reviewer\ntype: agent\n"


def names(result: dict[str, Any]) -> list[str]:
    return [each["name"] for each in result["results"]]


# Cache ----------------------------------------------------------------------------------------------------------------


def test_an_index_is_requested_once_within_its_time_to_live(
    project: Project, registry: TestRegistry, clock: Clock
) -> None:
    registry.plugin("@acme/faber-tools")
    project.configure(entry(registry.url(), cache_ttl=60))
    assert names(project.call("search", query="FABER")) == ["@acme/faber-tools"]
    assert names(project.call("search", query="faber")) == ["@acme/faber-tools"]
    assert registry.hits() == 1
    clock.advance(61)
    project.call("search", query="")
    assert registry.hits() == 2


def test_a_time_to_live_of_0_disables_the_cache(project: Project, registry: TestRegistry) -> None:
    registry.plugin("@acme/p")
    project.configure(entry(registry.url(), cache_ttl=0))
    project.call("search", query="")
    project.call("search", query="")
    assert registry.hits() == 2
    assert project.cached() == []


def test_a_shorter_time_to_live_in_the_configuration_counts_for_cached_entries(
    project: Project, registry: TestRegistry, clock: Clock
) -> None:
    registry.plugin("@acme/p")
    project.configure(entry(registry.url(), cache_ttl=3600))
    project.call("search", query="")
    project.configure(entry(registry.url(), cache_ttl=10))
    clock.advance(11)
    project.call("search", query="")
    assert registry.hits() == 2


def test_an_expired_index_is_requested_with_its_etag(project: Project, registry: TestRegistry, clock: Clock) -> None:
    registry.plugin("@acme/p")
    registry.index(headers={"ETag": '"one"'})
    project.configure(entry(registry.url(), cache_ttl=60))
    project.call("search", query="")
    clock.advance(61)
    assert names(project.call("search", query="")) == ["@acme/p"]
    assert registry.headers("If-None-Match") == ['"one"']
    project.call("search", query="")
    assert registry.hits() == 2, "the answer 304 renews the entry"


def test_an_answer_304_without_a_request_for_it_is_an_error(project: Project, registry: TestRegistry) -> None:
    registry.fail(304)
    project.configure(entry(registry.url()))
    assert error_of(project, "search", query="").code == "NETWORK_ERROR"


@pytest.mark.parametrize(
    "text",
    [
        "",
        '{"url": "http',
        "[]",
        '{"url": 1, "fetched_at": 1, "ttl": 1, "manifest": {}}',
        '{"url": "URL", "fetched_at": true, "ttl": 1, "manifest": {}}',
        '{"url": "URL", "fetched_at": NOW, "ttl": 3600}',
        '{"url": "URL", "fetched_at": NOW, "ttl": 3600, "manifest": {"plugins": "none"}}',
        '{"url": "URL", "fetched_at": NOW, "ttl": 3600, "manifest": []}',
        '{"url": "https://other.example/registry.json", "fetched_at": NOW, "ttl": 3600, "manifest": {"plugins": []}}',
        "[" * 100_000,
    ],
)
def test_a_corrupted_entry_is_fetched_again_with_a_warning(project: Project, registry: TestRegistry, text: str) -> None:
    registry.plugin("@acme/p")
    project.configure(entry(registry.url()))
    project.call("search", query="")
    (path,) = project.cached()
    path.write_text(text.replace("URL", registry.url()).replace("NOW", str(int(time.time() * 1000))), "utf-8")
    assert project.call("cache-stats")["manifests"]["count"] == 1
    result = project.call("search", query="")
    assert names(result) == ["@acme/p"]
    assert [(each["registry"], each["code"]) for each in result["warnings"]] == [("test", "CACHE_CORRUPTED")]
    assert json.loads(path.read_text("utf-8"))["manifest"]["plugins"][0]["name"] == "@acme/p"
    assert "warnings" not in project.call("search", query="")


def test_a_link_in_the_cache_is_not_followed(project: Project, registry: TestRegistry, tmp_path: Path) -> None:
    registry.plugin("@acme/p")
    project.configure(entry(registry.url()))
    project.call("search", query="")
    (path,) = project.cached()
    elsewhere = tmp_path / "elsewhere.json"
    path.rename(elsewhere)
    before = elsewhere.read_bytes()
    path.symlink_to(elsewhere)
    assert project.call("search", query="")["warnings"][0]["code"] == "CACHE_CORRUPTED"
    assert not path.is_symlink()
    assert elsewhere.read_bytes() == before


def test_an_expired_entry_is_used_while_the_registry_fails(
    project: Project, registry: TestRegistry, clock: Clock
) -> None:
    registry.plugin("@acme/p")
    project.configure(entry(registry.url(), cache_ttl=60))
    project.call("search", query="")
    clock.advance(61)
    registry.fail(500)
    result = project.call("search", query="")
    assert names(result) == ["@acme/p"]
    assert [(each["code"], each["stale"]) for each in result["warnings"]] == [("NETWORK_ERROR", True)]
    registry.fail(401)
    assert error_of(project, "search", query="").code == "AUTH_REQUIRED", "no access is not a failure of the network"


def test_a_registry_works_without_a_cache_folder(project: Project, registry: TestRegistry) -> None:
    registry.plugin("@acme/p")
    project.configure(entry(registry.url()))
    project.cache.write_text("a file where the folder should be", "utf-8")
    result = project.call("search", query="")
    assert names(result) == ["@acme/p"]
    assert result["warnings"][0]["code"] == "CACHE_UNAVAILABLE"


# Failures -------------------------------------------------------------------------------------------------------------


def test_a_failing_registry_becomes_a_warning(
    project: Project, registry: TestRegistry, second_registry: TestRegistry
) -> None:
    registry.plugin("@acme/p")
    second_registry.fail(500)
    project.configure(entry(registry.url()), entry(second_registry.url(), "broken"))
    result = project.call("search", query="")
    assert names(result) == ["@acme/p"]
    assert [(each["registry"], each["code"]) for each in result["warnings"]] == [("broken", "NETWORK_ERROR")]
    registry.fail(503)
    project.call("cache-clear")
    assert error_of(project, "search", query="").code == "NETWORK_ERROR"


def test_different_failures_of_all_registries_are_a_network_error(
    project: Project, registry: TestRegistry, second_registry: TestRegistry
) -> None:
    registry.fail(500)
    second_registry.fail(401)
    project.configure(entry(registry.url()), entry(second_registry.url(), "private"))
    error = error_of(project, "search", query="")
    assert error.code == "NETWORK_ERROR"
    assert [each["code"] for each in error.data["failures"]] == ["NETWORK_ERROR", "AUTH_REQUIRED"]


def test_the_registry_of_the_best_priority_wins(
    project: Project, registry: TestRegistry, second_registry: TestRegistry
) -> None:
    registry.plugin("@acme/p", "1.0.0")
    second_registry.plugin("@acme/p", "2.0.0")
    project.configure(entry(second_registry.url(), "later", priority=5), entry(registry.url(), "first", priority=1))
    result = project.call("search", query="")
    assert [(each["registry"], each["version"]) for each in result["results"]] == [("first", "1.0.0")]
    assert result["total"] == 1


@pytest.mark.parametrize(("status", "attempts"), [(500, 3), (503, 3), (404, 1), (429, 1), (400, 1)])
def test_only_failures_of_the_server_are_tried_again(
    project: Project, registry: TestRegistry, status: int, attempts: int
) -> None:
    registry.fail(status)
    project.configure(entry(registry.url()))
    error = error_of(project, "search", query="")
    assert (error.code, error.data["status"]) == ("NETWORK_ERROR", status)
    assert registry.hits() == attempts


def test_a_second_attempt_may_succeed(project: Project, registry: TestRegistry) -> None:
    registry.plugin("@acme/p")
    working = registry.routes["/registry.json"]

    def fail_once(request: Any) -> None:
        registry.routes["/registry.json"] = working
        request.send_error(502)

    registry.routes["/registry.json"] = Route(respond=fail_once)
    project.configure(entry(registry.url()))
    assert names(project.call("search", query="")) == ["@acme/p"]
    assert registry.hits() == 2


@pytest.mark.parametrize(
    "body",
    [
        b"<html>",
        b"[]",
        b"{}",
        b'{"plugins": {}}',
        b'{"plugins": NaN}',
        b"\xff\xfe",
        b"[" * 100_000,
        json.dumps({"plugins": [{}] * 10_001}).encode(),
    ],
)
def test_an_invalid_index_is_a_network_error(project: Project, registry: TestRegistry, body: bytes) -> None:
    registry.put("/registry.json", body)
    project.configure(entry(registry.url()))
    error = error_of(project, "search", query="")
    assert (error.code, error.data["reason"]) == ("NETWORK_ERROR", "invalid_manifest")
    assert project.cached() == []


def test_invalid_entries_of_an_index_are_left_out(project: Project, registry: TestRegistry) -> None:
    good = {"name": "@acme/p", "version": "1.0.0", "tags": ["a", 1], "downloads": 7, "author": "A"}
    bad = [1, {"name": "../../x", "version": "1.0.0"}, {"name": "@a/b", "version": "one"}, {"name": "@a/b"}]
    registry.put("/registry.json", {"plugins": [good, *bad]})
    project.configure(entry(registry.url()))
    result = project.call("search", query="")
    row = {"name": "@acme/p", "version": "1.0.0", "author": "A", "tags": ["a"], "downloads": 7, "registry": "test"}
    assert result["results"] == [row]
    assert result["warnings"][0]["message"] == "4 invalid entries of the index are left out"


def test_a_slow_registry_ends_with_the_budget_of_the_call(
    project: Project, registry: TestRegistry, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "CALL_SECONDS", 0.5)
    registry.put("/registry.json", {"plugins": []}, delay=60)
    project.configure(entry(registry.url()))
    began = time.monotonic()
    error = error_of(project, "search", query="")
    assert time.monotonic() - began < 1.5
    assert (error.code, error.data["reason"]) == ("NETWORK_ERROR", "timeout")


def test_an_answer_that_arrives_bit_by_bit_ends_with_the_budget(
    project: Project, registry: TestRegistry, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "CALL_SECONDS", 0.5)
    registry.routes["/registry.json"] = Route(respond=drip(b'{"plugins": []}' + b" " * 100, 0.1))
    project.configure(entry(registry.url()))
    began = time.monotonic()
    assert error_of(project, "search", query="").data["reason"] == "timeout"
    assert time.monotonic() - began < 1.5


def test_registries_share_the_budget(
    project: Project, registry: TestRegistry, second_registry: TestRegistry, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "CALL_SECONDS", 0.4)
    registry.put("/registry.json", {"plugins": []}, delay=60)
    second_registry.plugin("@acme/p")
    project.configure(entry(registry.url(), "slow"), entry(second_registry.url(), "fast"))
    slow, fast = opened(project)
    with pytest.raises(RefraktError):
        slow.search("")
    with pytest.raises(RefraktError, match="the time for this call is over"):
        fast.search("")
    assert second_registry.hits() == 0


def test_an_incomplete_answer_is_not_used(project: Project, registry: TestRegistry) -> None:
    registry.put("/registry.json", b'{"plugins": []}', headers={"Content-Length": "4000"})

    def close(request: Any) -> None:
        request.send_response(200)
        request.send_header("Content-Length", "4000")
        request.end_headers()
        request.wfile.write(b'{"plugins": []}')
        request.close_connection = True

    registry.routes["/registry.json"] = Route(respond=close)
    project.configure(entry(registry.url()))
    error = error_of(project, "search", query="")
    assert error.data["reason"] == "connection"
    assert project.cached() == []


def test_a_registry_that_is_not_running_is_a_network_error(project: Project, registry: TestRegistry) -> None:
    project.configure(entry("http://127.0.0.1:1/registry.json"))
    assert error_of(project, "search", query="").data["reason"] == "connection"


def test_a_compressed_index_is_used(project: Project, registry: TestRegistry) -> None:
    body = json.dumps({"plugins": [{"name": "@acme/p", "version": "1.0.0"}]}).encode()
    registry.put("/registry.json", gzip.compress(body), headers={"Content-Encoding": "gzip"})
    project.configure(entry(registry.url()))
    assert names(project.call("search", query="")) == ["@acme/p"]


# Tokens ---------------------------------------------------------------------------------------------------------------


def protect(registry: TestRegistry, name: str, value: str) -> None:
    """Answer only to requests with this header."""
    route = registry.routes["/registry.json"]

    def respond(request: Any) -> None:
        allowed = request.headers.get(name) == value
        request.send_response(200 if allowed else 401)
        request.send_header("Content-Length", str(len(route.body) if allowed else 0))
        request.end_headers()
        request.wfile.write(route.body if allowed else b"")

    registry.routes["/registry.json"] = Route(respond=respond)


def test_a_registry_gets_the_token_of_its_variable(
    project: Project, registry: TestRegistry, monkeypatch: pytest.MonkeyPatch
) -> None:
    registry.plugin("@acme/p")
    protect(registry, "Authorization", "Bearer good")
    project.configure(entry(registry.url(), auth={"type": "bearer", "token_env": "ACME_TOKEN"}))
    assert error_of(project, "search", query="").code == "AUTH_REQUIRED"
    monkeypatch.setenv("ACME_TOKEN", "bad")
    assert error_of(project, "search", query="").code == "AUTH_FAILED"
    monkeypatch.setenv("ACME_TOKEN", "good")
    assert names(project.call("search", query="")) == ["@acme/p"]


def test_an_api_key_has_its_own_header(
    project: Project, registry: TestRegistry, monkeypatch: pytest.MonkeyPatch
) -> None:
    registry.plugin("@acme/p")
    protect(registry, "X-API-Key", "good")
    monkeypatch.setenv("ACME_KEY", "good")
    project.configure(entry(registry.url(), auth={"type": "apikey", "token_env": "ACME_KEY"}))
    assert names(project.call("search", query="")) == ["@acme/p"]
    assert registry.headers("Authorization") == []


def test_the_default_token_is_sent_to_registries_of_the_user(
    project: Project, registry: TestRegistry, monkeypatch: pytest.MonkeyPatch
) -> None:
    registry.plugin("@acme/p")
    monkeypatch.setenv(TOKEN_VARIABLE, "default")
    project.configure(entry(registry.url()))
    project.call("search", query="")
    assert registry.headers("Authorization") == ["Bearer default"]


def test_refusals_with_and_without_a_token_are_reported_as_the_first(
    project: Project, registry: TestRegistry, second_registry: TestRegistry, monkeypatch: pytest.MonkeyPatch
) -> None:
    registry.fail(403)
    second_registry.fail(401)
    monkeypatch.setenv("ACME_TOKEN", "bad")
    auth = {"type": "bearer", "token_env": "ACME_TOKEN"}
    project.configure(entry(registry.url(), auth=auth), entry(second_registry.url(), "second"))
    assert error_of(project, "search", query="").code == "AUTH_FAILED"


# Progress and start ---------------------------------------------------------------------------------------------------


def test_requests_are_reported_as_progress(project: Project, registry: TestRegistry) -> None:
    registry.plugin("@acme/p")
    project.configure(entry(registry.url()))
    reports: list[tuple[float, float | None, str]] = []
    context = CommandContext(project.root, {}, Disk(project.root), progress=lambda *each: reports.append(each))
    project.call_with(context, "info", plugin="@acme/p", remote=True)
    assert reports == [(1, None, "request 1 to registry test"), (2, None, "request 2 to registry test")]
    reports.clear()
    project.call_with(context, "search", query="")
    assert reports == [], "an answer from the cache needs no request"


def test_the_http_library_is_loaded_by_the_first_request(project: Project) -> None:
    code = (
        "import sys, refrakt_forge.plugin, refrakt_forge.registries.open_registries;"
        "print([each for each in ('httpx2', 'httpcore2', 'ssl', 'http.server') if each in sys.modules])"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, env=dict(os.environ))
    assert run.stdout.strip() == "[]"


def test_pauses_between_attempts_stay_within_the_budget(
    project: Project, registry: TestRegistry, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(registry_requests, "PAUSES", (5.0, 5.0))
    monkeypatch.setattr(limits, "CALL_SECONDS", 1.0)
    registry.fail(500)
    project.configure(entry(registry.url()))
    began = time.monotonic()
    assert error_of(project, "search", query="").data["status"] == 500
    assert time.monotonic() - began < 1.0
    assert registry.hits() == 1
