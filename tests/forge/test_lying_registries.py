"""Registries that answer with something else than what they should."""

from __future__ import annotations

import asyncio
import errno
import gzip
import json
import os
import sys
import tempfile
import time
from typing import Any

import pytest
from mcp import Client, StdioServerParameters
from mcp.client.stdio import stdio_client

from refrakt_forge.environment import TOKEN_VARIABLE
from refrakt_forge.errors import envelope
from refrakt_forge.limits import MANIFEST_BYTES

from .forge_project import agent
from .registry_server import CANARY, Project, Request, Route, TestRegistry, checksum, entry, error_of

INDEX = "/registry.json"
NOT_VERSIONS = (
    "01.0.0",
    "1.0.0-01",
    "1.0.0-a..b",
    "1.0.0-",
    "\N{FULLWIDTH DIGIT ONE}.0.0",
    "9" * 100 + ".0.0",
    "1.0",
    "latest",
    "",
)


# Redirects and tokens -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("status", [200, 401, 403, 404, 429, 500])
@pytest.mark.parametrize("long", [False, True])
def test_a_redirect_cannot_bring_the_token_into_an_error(
    project: Project, registry: TestRegistry, monkeypatch: pytest.MonkeyPatch, status: int, long: bool
) -> None:
    monkeypatch.setenv(TOKEN_VARIABLE, CANARY)
    target = f"/moved/{CANARY}{'x' * 3000 if long else ''}"
    registry.routes[INDEX] = Route(status=302, headers={"Location": target})
    registry.routes[target] = Route(b"{}", status)
    project.configure(entry(registry.url()))
    error = error_of(project, "search", query="")
    assert error.code in ("NETWORK_ERROR", "AUTH_FAILED")
    assert CANARY not in json.dumps(envelope(error))
    assert registry.hits(target) == (0 if long else 3 if status == 500 else 1)


def test_an_etag_with_the_token_is_not_cached(
    project: Project, registry: TestRegistry, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(TOKEN_VARIABLE, CANARY)
    registry.plugin("@acme/p")
    registry.index(headers={"ETag": f'"{CANARY}"'})
    project.configure(entry(registry.url()))
    assert project.call("search", query="")["total"] == 1
    (cached,) = project.cached()
    assert CANARY not in cached.read_text()


def test_redirects_in_a_circle_end(project: Project, registry: TestRegistry) -> None:
    registry.routes[INDEX] = Route(status=302, headers={"Location": "/b"})
    registry.routes["/b"] = Route(status=307, headers={"Location": INDEX})
    project.configure(entry(registry.url()))
    assert error_of(project, "search", query="").data["reason"] == "redirect"
    assert len(registry.requests) == 4


@pytest.mark.parametrize("location", [None, "", "http://[", "//", "?", "#x", "http://127.0.0.1:0/x", "\t"])
def test_a_redirect_to_nowhere(project: Project, registry: TestRegistry, location: str | None) -> None:
    registry.routes[INDEX] = Route(status=302, headers={} if location is None else {"Location": location})
    project.configure(entry(registry.url()))
    assert error_of(project, "search", query="").data["reason"] == "redirect"


def test_a_redirect_with_a_password_is_not_followed(project: Project, registry: TestRegistry) -> None:
    target = registry.url("/moved").replace("://", "://user:password@")
    registry.routes[INDEX] = Route(status=302, headers={"Location": target})
    project.configure(entry(registry.url()))
    error = error_of(project, "search", query="")
    assert (error.data["reason"], "password" in json.dumps(envelope(error))) == ("redirect", False)
    assert registry.hits("/moved") == 0


# Content --------------------------------------------------------------------------------------------------------------


def twice(data: bytes) -> bytes:
    return gzip.compress(gzip.compress(data))


BODIES: dict[str, Route] = {
    "html": Route(b"<!doctype html><title>Log in</title>", headers={"Content-Type": "text/html"}),
    "json-as-html": Route(b"[]", headers={"Content-Type": "text/html"}),
    "empty": Route(b""),
    "null": Route(b"null"),
    "no-list": Route(b'{"plugins": {}}'),
    "utf-16": Route('{"plugins": []}'.encode("utf-16")),
    "nan": Route(b'{"plugins": [], "x": NaN}'),
    "deep": Route(b'{"plugins": ' + b"[" * 100_000 + b"]" * 100_000 + b"}"),
    "digits": Route(b'{"plugins": [{"downloads": ' + b"9" * 5000 + b"}]}"),
    "truncated": Route(b'{"plugins": [', headers={"Content-Length": "1000"}),
    "wrong-encoding": Route(b'{"plugins": []}', headers={"Content-Encoding": "gzip"}),
    "truncated-gzip": Route(gzip.compress(b'{"plugins": []}')[:-12], headers={"Content-Encoding": "gzip"}),
    "unknown-encoding": Route(b"\x8b\x07\x80", headers={"Content-Encoding": "br"}),
    "gzip-in-gzip": Route(twice(b" " * (20 * MANIFEST_BYTES)), headers={"Content-Encoding": "gzip, gzip"}),
    "no-content": Route(b"", 204),
    "part": Route(b'{"plugins": []}', 206),
    "unknown-status": Route(b'{"plugins": []}', 999),
}


@pytest.mark.parametrize("name", BODIES)
def test_what_is_not_an_index_is_a_network_error(project: Project, registry: TestRegistry, name: str) -> None:
    registry.routes[INDEX] = BODIES[name]
    project.configure(entry(registry.url()))
    assert error_of(project, "search", query="").code == "NETWORK_ERROR"
    assert project.cached() == []


def test_an_index_with_another_content_type_is_used(project: Project, registry: TestRegistry) -> None:
    registry.plugin("@acme/p")
    registry.index(headers={"Content-Type": "text/plain"})
    project.configure(entry(registry.url()))
    assert project.call("search", query="")["total"] == 1


def test_what_is_not_a_version_hides_no_other_plugin(project: Project, registry: TestRegistry) -> None:
    """Versions are compared with each other, so one that cannot be compared must not take part."""
    registry.plugin("@acme/p", "1.0.0")
    registry.plugin("@acme/p", "1.10.0")
    for version in NOT_VERSIONS:
        registry.plugins.append({"name": "@acme/p", "version": version, "manifest_url": registry.url("/x.json")})
    registry.index()
    project.configure(entry(registry.url()))
    project.install("@acme/p", "0.1.0")
    found = project.call("search", query="")
    assert [each["version"] for each in found["results"]] == ["1.10.0"]
    assert found["warnings"][0]["message"].startswith(f"{len(NOT_VERSIONS)} invalid entries")
    assert project.call("info", plugin="@acme/p", remote=True)["availableVersions"] == ["1.10.0", "1.0.0"]
    assert project.call("list", outdated=True)["plugins"][0]["latestVersion"] == "1.10.0"


def test_what_is_not_a_version_of_an_api(project: Project, registry: TestRegistry) -> None:
    registry.put("/api/v1/agents/a/metadata", {"versions": [*NOT_VERSIONS, {"version": "1.0.0"}, 1, None]})
    registry.put("/api/v1/agents/a/versions/1.0.0", {"name": "a", "version": "2.0.0"})
    project.configure(entry(registry.url("/"), type="stockyard"), resolution={"stockyard": True})
    error = error_of(project, "agent-info", name="a")
    assert (error.code, error.data["reason"]) == ("NETWORK_ERROR", "invalid_manifest")
    assert error_of(project, "agent-info", name="a", version="^2").code == "AGENT_NOT_FOUND"


def test_an_api_that_never_ends_its_pages(project: Project, registry: TestRegistry) -> None:
    rows = [{"name": f"@acme/p{n}", "version": "1.0.0"} for n in range(3)]
    registry.put("/api/v1/search", {"results": rows, "total": 10**18})
    project.configure(entry(registry.url("/"), type="stockyard"))
    found = project.call("search", query="")
    assert found["total"] == 3
    assert found["warnings"][0]["code"] == "INCOMPLETE"
    assert len(registry.requests) == 10


def test_a_size_that_is_not_that_of_the_content(project: Project, registry: TestRegistry) -> None:
    text = registry.put("/a.yaml", agent().encode())
    component = {"name": "a", "version": "1.0.0", "source": registry.url("/a.yaml"), "checksum": checksum(text)}
    registry.plugin("@acme/p", agents=[{**component, "size": len(text) + 1}])
    project.configure(entry(registry.url()), resolution={"stockyard": True})
    assert error_of(project, "agent-info", name="a").code == "INTEGRITY_ERROR"
    assert project.cached("downloads") == []


async def test_half_of_a_surrogate_pair_reaches_no_client(project: Project, registry: TestRegistry) -> None:
    """Over real pipes: a client that cannot parse a message waits for its answer for ever."""
    body = rb'{"plugins": [{"name": "@acme/p", "version": "1.0.0", "description": "x\ud800y"}]}'
    registry.routes[INDEX] = Route(body)
    project.configure(entry(registry.url()))
    command = StdioServerParameters(
        command=sys.executable, args=["-m", "refrakt_forge.mcp_server"], cwd=project.root, env=dict(os.environ)
    )
    async with asyncio.timeout(30), Client(stdio_client(command)) as client:
        for _ in range(2):  # from the registry, then from the cache
            result = await client.call_tool("fractary_forge_plugin_search", {"query": ""})
            assert (result.structured_content or {})["results"][0]["description"] == "x\N{REPLACEMENT CHARACTER}y"


# The cache ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("part", ["index", "manifest"])
def test_a_changed_entry_is_fetched_again(project: Project, registry: TestRegistry, part: str) -> None:
    """It is still valid JSON of the right form, for the right URL and with the right checksum."""
    registry.plugin("@acme/p", description="good")
    project.configure(entry(registry.url()))
    project.call("info", plugin="@acme/p", remote=True)
    (path,) = (each for each in project.cached() if ("manifest_url" in each.read_text()) == (part == "index"))
    path.write_text(path.read_text().replace("@acme/p", "@evil/p"))
    if part == "manifest":
        path.write_text(path.read_text().replace("@evil/p", "@acme/p").replace('"good"', '"evil"'))
    found = project.call("info", plugin="@acme/p", remote=True)
    assert found["description"] == "good"
    assert [each["code"] for each in found["warnings"]] == ["CACHE_CORRUPTED"]
    assert "warnings" not in project.call("info", plugin="@acme/p", remote=True)


@pytest.mark.parametrize("failing", ["mkstemp", "replace"])
def test_a_cache_that_cannot_be_written_is_a_warning(
    project: Project, registry: TestRegistry, monkeypatch: pytest.MonkeyPatch, failing: str
) -> None:
    """As on a read-only file system, which permissions do not imitate for root."""

    def refuse(*arguments: Any, **options: Any) -> None:
        raise OSError(errno.EROFS, "read-only")

    registry.plugin("@acme/p")
    project.configure(entry(registry.url()))
    monkeypatch.setattr(tempfile if failing == "mkstemp" else os, failing, refuse)
    found = project.call("search", query="")
    assert found["total"] == 1
    assert [each["code"] for each in found["warnings"]] == ["CACHE_UNAVAILABLE"]
    assert project.cached() == []


# Several calls at once ------------------------------------------------------------------------------------------------


async def test_calls_that_wait_for_a_registry_delay_no_others(project: Project, registry: TestRegistry) -> None:
    def never(request: Request) -> None:
        registry.released.wait(30)

    registry.routes[INDEX] = Route(respond=never)
    project.configure(entry(registry.url(), cache_ttl=0))
    project.write("agents/a.yaml", agent())
    command = StdioServerParameters(
        command=sys.executable, args=["-m", "refrakt_forge.mcp_server"], cwd=project.root, env=dict(os.environ)
    )
    async with asyncio.timeout(60), Client(stdio_client(command)) as client:
        await client.call_tool("fractary_forge_agent_list", {})
        waiting = [
            asyncio.create_task(client.call_tool("fractary_forge_plugin_search", {"query": str(n)})) for n in range(40)
        ]
        while not registry.requests:
            await asyncio.sleep(0.01)
        began = time.monotonic()
        result = await client.call_tool("fractary_forge_agent_list", {})
        taken = time.monotonic() - began
        assert (result.structured_content or {})["total"] == 1
        assert not any(each.done() for each in waiting)
        assert taken < 5, "a registry has 10 seconds"
        registry.released.set()
        answers = await asyncio.gather(*waiting)
    assert {(each.structured_content or {})["code"] for each in answers} == {"NETWORK_ERROR"}
