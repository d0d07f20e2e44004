"""Agents and tools of registries, static ones and those with a REST API. Numbers are scenarios of the acceptance list."""

from __future__ import annotations

import json
from typing import Any

import pytest

from forge.registry_server import Clock, Project, TestRegistry, checksum, entry, error_of, the_registry
from refrakt.plugins import RefraktError
from refrakt_forge.registries import manifest_registry, stockyard_registry
from refrakt_forge.registries.stockyard_registry import api_url

AGENT = "name: reviewer\ntype: agent\n"


def names(result: dict[str, Any]) -> list[str]:
    return [each["name"] for each in result["results"]]


# Agents and tools -----------------------------------------------------------------------------------------------------


def offer_agent(registry: TestRegistry, plugin: str = "@acme/p", version: str = "1.0.0", **more: Any) -> None:
    body = registry.put(f"/files/{plugin.strip('@')}/{version}/reviewer.yaml", AGENT.encode())
    component = {
        "name": "reviewer",
        "version": version,
        "description": "reviews",
        "source": registry.url(f"/files/{plugin.strip('@')}/{version}/reviewer.yaml"),
        "checksum": checksum(body),
        "size": len(body),
        **more,
    }
    registry.plugin(plugin, version, agents=[component, {"name": "no source"}, "./agents/path.md"])


def test_agents_of_plugins_are_components(project: Project, registry: TestRegistry) -> None:
    offer_agent(registry)
    offer_agent(registry, "@acme/q", "1.2.0")
    project.configure(entry(registry.url()))
    found = the_registry(project)
    (row,) = found.components("agent")
    assert (row.name, row.version, row.registry, row.description) == ("reviewer", "1.2.0", "test", "reviews")
    assert sorted(found.versions("agent", "reviewer")) == ["1.0.0", "1.2.0"]
    assert found.versions("agent", "other") == ()
    assert found.components("tool") == ()
    assert registry.hits("/acme/p/1.0.0/plugin.json") == 1


def test_a_definition_is_verified_and_cached(project: Project, registry: TestRegistry) -> None:
    offer_agent(registry)
    project.configure(entry(registry.url()))
    found = the_registry(project).definition("agent", "reviewer", "1.0.0")
    assert found is not None
    assert (found.text, found.format) == (AGENT, "yaml")
    assert the_registry(project).definition("agent", "reviewer", "1.0.0") == found
    assert registry.hits("/files/acme/p/1.0.0/reviewer.yaml") == 1
    assert the_registry(project).definition("agent", "reviewer", "9.0.0") is None
    (path,) = project.cached("downloads")
    path.write_text(path.read_text("utf-8").replace("type: agent", "type: other"), "utf-8")
    assert the_registry(project).definition("agent", "reviewer", "1.0.0") == found, "a changed entry is not used"


@pytest.mark.parametrize("more", [{"checksum": checksum(b"other")}, {"checksum": None}, {"size": 1}])
def test_a_definition_that_does_not_match_is_refused(
    project: Project, registry: TestRegistry, more: dict[str, Any]
) -> None:
    offer_agent(registry, **more)
    project.configure(entry(registry.url()))
    with pytest.raises(RefraktError) as caught:
        the_registry(project).definition("agent", "reviewer", "1.0.0")
    assert caught.value.code == "INTEGRITY_ERROR"
    assert project.cached("downloads") == []


def test_a_definition_that_is_not_text_or_missing_is_a_network_error(project: Project, registry: TestRegistry) -> None:
    offer_agent(registry, checksum=checksum(b"\xff"), size=1)
    project.configure(entry(registry.url()))
    registry.fail(404, "/files/acme/p/1.0.0/reviewer.yaml")
    with pytest.raises(RefraktError, match="HTTP status 404"):
        the_registry(project).definition("agent", "reviewer", "1.0.0")
    registry.put("/files/acme/p/1.0.0/reviewer.yaml", b"\xff")
    with pytest.raises(RefraktError, match="not UTF-8"):
        the_registry(project).definition("agent", "reviewer", "1.0.0")


def test_urls_may_be_relative(project: Project, registry: TestRegistry) -> None:
    body = registry.put("/p/agents/reviewer.md", b"---\nname: reviewer\n---\nReview.\n")
    component = {"name": "reviewer", "version": "1.0.0", "source": "agents/reviewer.md", "checksum": checksum(body)}
    manifest = registry.put("/p/plugin.json", {"name": "@acme/p", "version": "1.0.0", "agents": [component]})
    listed = {"name": "@acme/p", "version": "1.0.0", "manifest_url": "p/plugin.json", "checksum": checksum(manifest)}
    registry.put("/registry.json", {"plugins": [listed]})
    project.configure(entry(registry.url()))
    found = the_registry(project).definition("agent", "reviewer", "1.0.0")
    assert found is not None
    assert found.format == "markdown"


def test_a_plugin_that_cannot_be_read_does_not_hide_others(project: Project, registry: TestRegistry) -> None:
    offer_agent(registry)
    registry.plugin("@acme/broken", entry={"checksum": checksum(b"other")})
    project.configure(entry(registry.url()))
    found = the_registry(project)
    assert [each.name for each in found.components("agent")] == ["reviewer"]
    assert [each.code for each in found.warnings()] == ["INTEGRITY_ERROR"]


def test_if_no_plugin_can_be_read_the_question_fails(project: Project, registry: TestRegistry) -> None:
    registry.plugin("@acme/broken", entry={"checksum": checksum(b"other")})
    project.configure(entry(registry.url()))
    with pytest.raises(RefraktError, match="checksum"):
        the_registry(project).components("agent")


def test_a_large_index_is_searched_for_agents_in_part(
    project: Project, registry: TestRegistry, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(manifest_registry, "MOST_MANIFESTS", 1)
    offer_agent(registry)
    offer_agent(registry, "@acme/q", "2.0.0")
    project.configure(entry(registry.url()))
    found = the_registry(project)
    assert found.versions("agent", "reviewer") == ("1.0.0",)
    assert [each.code for each in found.warnings()] == ["INCOMPLETE"]


def test_cached_versions_need_no_network(project: Project, registry: TestRegistry, clock: Clock) -> None:
    offer_agent(registry)
    project.configure(entry(registry.url()))
    assert the_registry(project).cached_versions("agent", "reviewer") == ()
    assert registry.requests == []
    the_registry(project).versions("agent", "reviewer")
    requests = len(registry.requests)
    clock.advance(10**6)
    assert the_registry(project).cached_versions("agent", "reviewer") == ("1.0.0",)
    assert len(registry.requests) == requests


# The REST API ---------------------------------------------------------------------------------------------------------


def offer_api(registry: TestRegistry) -> dict[str, Any]:
    definition = {"name": "reviewer", "version": "1.1.0", "type": "agent"}
    plugin = {"name": "@acme/p", "version": "2.0.0", "agents": ["agents/reviewer.md"]}
    body = registry.put("/api/v1/agents/reviewer/versions/1.1.0", definition)
    versions = [{"version": "1.0.0"}, {"version": "1.1.0", "checksum": checksum(body)}, {"version": "one"}, "1.2.0"]
    registry.put("/api/v1/agents/reviewer/metadata", {"name": "reviewer", "versions": versions, "latest": "1.1.0"})
    registry.put("/api/v1/plugins/%40acme%2Fp/metadata", {"versions": [{"version": "2.0.0"}]})
    registry.put("/api/v1/plugins/%40acme%2Fp/versions/2.0.0", plugin)
    rows = [
        {"name": "reviewer", "type": "agent", "version": "1.1.0", "description": "reviews", "tags": ["a"]},
        {"name": "@acme/p", "type": "plugin", "version": "2.0.0", "downloads": 3, "tags": ["b"]},
        {"name": "../x", "type": "agent", "version": "1.0.0"},
        {"name": "@a/b/c", "type": "plugin", "version": "1.0.0"},
        7,
    ]
    registry.put("/api/v1/search", {"results": rows, "total": 4, "page": 1, "pageSize": 100})
    return definition


def stockyard(registry: TestRegistry, path: str = "", **more: Any) -> dict[str, Any]:
    return entry(registry.url(path), "yard", type="stockyard", **more)


def test_an_api_offers_agents(project: Project, registry: TestRegistry) -> None:
    definition = offer_api(registry)
    project.configure(stockyard(registry))
    found = the_registry(project)
    (row,) = found.components("agent")
    assert (row.name, row.version, row.description, row.tags) == ("reviewer", "1.1.0", "reviews", ("a",))
    assert found.versions("agent", "reviewer") == ("1.0.0", "1.1.0", "1.2.0")
    assert found.versions("agent", "unknown") == ()
    read = found.definition("agent", "reviewer", "1.1.0")
    assert read is not None
    assert (json.loads(read.text), read.format) == (definition, "json")
    assert found.definition("agent", "reviewer", "1.0.0") is None, "listed, but the registry does not have it"
    assert found.definition("agent", "reviewer", "9.0.0") is None
    assert found.settings.name == "yard"
    assert found.warnings() == ()


def test_an_api_offers_plugins(project: Project, registry: TestRegistry) -> None:
    offer_api(registry)
    project.configure(stockyard(registry, "/api/v1/"))
    result = project.call("search", query="p", tags=["b"])
    row = {"name": "@acme/p", "version": "2.0.0", "tags": ["b"], "downloads": 3, "registry": "yard"}
    assert result["results"] == [row]
    info = project.call("info", plugin="@acme/p", remote=True)
    assert (info["version"], info["components"]["agents"]) == ("2.0.0", ["reviewer"])
    assert error_of(project, "info", plugin="@acme/unknown", remote=True).code == "PLUGIN_NOT_FOUND"


def test_all_pages_of_an_api_are_read(
    project: Project, registry: TestRegistry, monkeypatch: pytest.MonkeyPatch
) -> None:
    rows = [{"name": f"@acme/p{number}", "version": "1.0.0"} for number in range(5)]
    for page in (1, 2, 3):
        part = {"results": rows[2 * page - 2 : 2 * page], "total": 5}
        registry.put(f"/api/v1/search?q=&type=plugin&page={page}&pageSize=2", part)
    monkeypatch.setattr(stockyard_registry, "PAGE_SIZE", 2)
    project.configure(stockyard(registry))
    assert project.call("search", query="")["total"] == 5
    monkeypatch.setattr(stockyard_registry, "MOST_PAGES", 2)
    result = project.call("search", query="")
    assert (result["total"], result["warnings"][0]["code"]) == (4, "INCOMPLETE")


@pytest.mark.parametrize(
    ("path", "data"),
    [
        ("/api/v1/search", {"results": 1}),
        ("/api/v1/agents/reviewer/metadata", {"versions": None}),
        ("/api/v1/agents/reviewer/versions/1.2.0", {"name": "another", "version": "1.2.0"}),
    ],
)
def test_an_invalid_answer_of_an_api_is_a_network_error(
    project: Project, registry: TestRegistry, path: str, data: Any
) -> None:
    offer_api(registry)
    registry.put(path, data)
    project.configure(stockyard(registry))
    found = the_registry(project)
    with pytest.raises(RefraktError, match="invalid manifest"):
        (found.components("agent"), found.definition("agent", "reviewer", "1.2.0"))


def test_an_api_without_search_is_a_network_error(project: Project, registry: TestRegistry) -> None:
    project.configure(stockyard(registry))
    error = error_of(project, "search", query="")
    assert (error.code, error.data["status"]) == ("NETWORK_ERROR", 404)


def test_cached_versions_of_an_api_need_no_network(project: Project, registry: TestRegistry) -> None:
    offer_api(registry)
    project.configure(stockyard(registry))
    assert the_registry(project).cached_versions("agent", "reviewer") == ()
    the_registry(project).versions("agent", "reviewer")
    assert the_registry(project).cached_versions("agent", "reviewer") == ("1.0.0", "1.1.0", "1.2.0")
    assert registry.hits("/api/v1/agents/reviewer/metadata") == 1


@pytest.mark.parametrize("path", ["", "/", "/api/v1", "/api/v1/"])
def test_the_path_of_the_api_is_added_once(path: str) -> None:
    assert api_url(f"https://yard.example/base{path}?key=secret") == "https://yard.example/base/api/v1"
