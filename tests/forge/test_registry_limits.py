"""How much a registry may answer. What is beyond a limit is an error that says so, or is left out."""

from __future__ import annotations

import gzip
import json
import tracemalloc
from typing import Any

import pytest

from refrakt.plugins import RefraktError
from refrakt_forge import limits

from .forge_project import agent
from .registry_server import Project, Route, TestRegistry, checksum, entry, error_of

INDEX = "/registry.json"
API: dict[str, Any] = {"resolution": {"stockyard": True}}
LONG = "x" * 100_000


def refused(error: RefraktError, message: str) -> None:
    """Check that an answer was refused for a reason that a person can read."""
    assert (error.code, (error.data or {})["reason"]) == ("NETWORK_ERROR", "invalid_manifest")
    assert error.message == f"registry `test` answered with an invalid manifest: {message}"


def nested(levels: int) -> Any:
    return json.loads("[" * levels + "]" * levels)


# Depth and numbers ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("levels", [65, 200, 400, 600, 900, 5000, 200_000])
def test_a_deep_answer(project: Project, registry: TestRegistry, levels: int) -> None:
    body = b'{"plugins": [], "x": ' + b"[" * levels + b"]" * levels + b"}"
    registry.routes[INDEX] = Route(body)
    project.configure(entry(registry.url()))
    refused(error_of(project, "search", query=""), "it nests deeper than 64 levels")
    assert project.cached() == []


def test_the_last_level_that_is_allowed(project: Project, registry: TestRegistry) -> None:
    registry.put(INDEX, {"plugins": [], "x": nested(63)})
    project.configure(entry(registry.url()))
    assert project.call("search", query="")["total"] == 0
    registry.put(INDEX, {"plugins": [], "x": nested(64)})
    project.configure(entry(registry.url(), cache_ttl=0))
    refused(error_of(project, "search", query=""), "it nests deeper than 64 levels")


def test_a_number_without_an_end(project: Project, registry: TestRegistry) -> None:
    registry.routes[INDEX] = Route(b'{"plugins": [], "x": 1e999}')
    project.configure(entry(registry.url()))
    refused(error_of(project, "search", query=""), "it is not JSON")


# Counts ---------------------------------------------------------------------------------------------------------------


def test_an_index_with_too_many_plugins(project: Project, registry: TestRegistry) -> None:
    registry.put(INDEX, {"plugins": [0] * (limits.INDEX_ENTRIES + 1)})
    project.configure(entry(registry.url()))
    refused(error_of(project, "search", query=""), "it has more than 10,000 plugins")


def test_an_api_with_too_many_versions(project: Project, registry: TestRegistry) -> None:
    versions = [f"1.0.{n}" for n in range(limits.INDEX_ENTRIES + 1)]
    registry.put("/api/v1/agents/a/metadata", {"versions": versions})
    project.configure(entry(registry.url("/"), type="stockyard"), **API)
    refused(error_of(project, "agent-info", name="a"), "it has more than 10,000 versions")


def test_an_api_with_too_many_results(project: Project, registry: TestRegistry) -> None:
    rows = [{"name": f"p{n}", "version": "1.0.0"} for n in range(limits.INDEX_ENTRIES + 5)]
    registry.put("/api/v1/search", {"results": rows, "total": len(rows)})
    project.configure(entry(registry.url("/"), type="stockyard"))
    found = project.call("search", query="")
    assert (found["total"], len(found["results"])) == (limits.INDEX_ENTRIES, 20)
    assert [each["message"] for each in found["warnings"]] == ["only the first 10000 results are used"]
    assert len(registry.requests) == 1


@pytest.mark.parametrize("member", ["agents", "keywords", "dependencies"])
@pytest.mark.parametrize("kind", ["manifest", "stockyard"])
def test_a_manifest_with_too_many_entries(project: Project, registry: TestRegistry, member: str, kind: str) -> None:
    listed: Any = [f"a{n}" for n in range(limits.MANIFEST_ENTRIES + 1)]
    serve_plugin(project, registry, kind, {member: dict.fromkeys(listed, "1") if member == "dependencies" else listed})
    refused(error_of(project, "info", plugin="@acme/p", remote=True), "a list has more than 1,000 entries")


def serve_plugin(project: Project, registry: TestRegistry, kind: str, members: dict[str, Any]) -> None:
    """Offer a plugin with these members in its manifest."""
    if kind == "manifest":
        registry.plugin("@acme/p", **members)
        project.configure(entry(registry.url()))
        return
    manifest = {"name": "@acme/p", "version": "1.0.0", **members}
    registry.put("/api/v1/plugins/%40acme%2Fp/metadata", {"versions": ["1.0.0"]})
    registry.put("/api/v1/plugins/%40acme%2Fp/versions/1.0.0", manifest)
    project.configure(entry(registry.url("/"), type="stockyard"))


def test_more_registries_than_a_call_can_ask(project: Project, registry: TestRegistry) -> None:
    listed = [entry(registry.url(), name=f"r{n}") for n in range(limits.REGISTRIES + 1)]
    registry.index()
    project.configure(*listed[:-1])
    assert project.call("search", query="")["total"] == 0
    project.configure(*listed)
    error = error_of(project, "search", query="")
    assert (error.code, error.message.rpartition(": ")[2]) == (
        "CONFIG_ERROR",
        "`registries` must have at most 100 entries",
    )


# Texts ----------------------------------------------------------------------------------------------------------------


def test_long_texts_of_an_index_reach_no_agent(project: Project, registry: TestRegistry) -> None:
    more = {"description": LONG, "author": LONG, "tags": [LONG, "review", *map(str, range(1000))]}
    registry.plugin("@acme/p", entry=more)
    project.configure(entry(registry.url()))
    (found,) = project.call("search", query="")["results"]
    assert found["description"] == f"{'x' * limits.REGISTRY_TEXT}…"
    assert (found["tags"][0], len(found["tags"])) == ("review", limits.TAGS - 1)
    assert len(json.dumps(found)) < 6000
    assert project.call("search", query="", tags=["review"])["total"] == 1


@pytest.mark.parametrize("kind", ["manifest", "stockyard"])
def test_long_texts_of_a_manifest(project: Project, registry: TestRegistry, kind: str) -> None:
    component = {"name": "a", "version": "1.0.0", "description": LONG, "source": "a.yaml"}
    serve_plugin(project, registry, kind, {"description": LONG, "agents": [component], "readme": LONG, "x": [0] * 2000})
    found = project.call("info", plugin="@acme/p", remote=True)
    assert len(found["description"]) == limits.REGISTRY_TEXT + 1
    assert found["components"]["agents"] == ["a"]


@pytest.mark.parametrize("members", [{"homepage": LONG}, {"agents": [LONG]}, {"agents": [{"name": LONG}]}])
def test_a_text_that_cannot_be_shortened(project: Project, registry: TestRegistry, members: dict[str, Any]) -> None:
    serve_plugin(project, registry, "manifest", members)
    refused(error_of(project, "info", plugin="@acme/p", remote=True), "a text has more than 2,000 characters")


# Bytes ----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("encoding", "body"),
    [
        ("gzip, gzip", gzip.compress(gzip.compress(b" " * 50_000_000, 6), 6)),
        ("gzip, identity", gzip.compress(b"{}")),
        ("deflate", b"x"),
        ("br", b"x"),
        ("zstd", b"x"),
        ("gzip", gzip.compress(b'{"plugins": []}')[:-9]),
    ],
    ids=["twice", "named-twice", "deflate", "br", "zstd", "truncated"],
)
def test_an_encoding_that_was_not_requested(
    project: Project, registry: TestRegistry, encoding: str, body: bytes
) -> None:
    """Each encoding may expand what it gets a thousand times, and the library applies all of them to a part of the body."""
    registry.routes[INDEX] = Route(body, headers={"Content-Encoding": encoding})
    project.configure(entry(registry.url()))
    project.call("registry-list")
    tracemalloc.start()
    try:
        error = error_of(project, "search", query="")
        assert tracemalloc.get_traced_memory()[1] < 20_000_000
    finally:
        tracemalloc.stop()
    assert (error.code, (error.data or {})["reason"]) == ("NETWORK_ERROR", "encoding")


@pytest.mark.parametrize("encoding", ["gzip", "GZIP", "identity", ""])
def test_an_encoding_that_was_requested(project: Project, registry: TestRegistry, encoding: str) -> None:
    registry.plugin("@acme/p")
    body = registry.routes[INDEX].body
    packed = gzip.compress(body) if encoding.lower() == "gzip" else body
    registry.routes[INDEX] = Route(packed, headers={"Content-Encoding": encoding} if encoding else {})
    project.configure(entry(registry.url()))
    assert project.call("search", query="")["total"] == 1


def test_a_definition_of_an_api_has_the_size_of_a_definition(project: Project, registry: TestRegistry) -> None:
    registry.put("/api/v1/agents/a/metadata", {"versions": ["1.0.0"]})
    registry.put("/api/v1/agents/a/versions/1.0.0", {"name": "a", "x": "y" * limits.DEFINITION_BYTES})
    project.configure(entry(registry.url("/"), type="stockyard"), **API)
    error = error_of(project, "agent-info", name="a")
    assert (error.data or {})["reason"] == "too_large"
    assert f"{limits.DEFINITION_BYTES}" in error.message


def test_the_answers_of_one_call_have_a_limit_together(
    project: Project, registry: TestRegistry, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A registry could fill the disk with answers that are each small enough."""
    monkeypatch.setattr(limits, "CALL_BYTES", 50_000)
    text = registry.put("/a.yaml", agent().encode())
    component = {"name": "a", "version": "1.0.0", "source": registry.url("/a.yaml"), "checksum": checksum(text)}
    for n in range(20):
        registry.plugin(f"@acme/p{n}", agents=[{**component, "name": f"a{n}"}], readme="x" * 4_000)
    project.configure(entry(registry.url()), **API)
    found = project.call("agent-list")
    (warning,) = {each["message"] for each in found["warnings"]}
    assert warning == "registry `test` was not used any more: the answers of one call may have 50,000 bytes together"
    assert 0 < found["total"] < 20
    assert sum(each.stat().st_size for each in project.cached()) < 100_000
