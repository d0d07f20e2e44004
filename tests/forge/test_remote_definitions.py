"""Agents and tools of a registry, by a registry in memory: what the commands ask, and what they make of the answers."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import pytest

from refrakt.plugins import RefraktError
from refrakt_forge.config.settings import RegistrySettings
from refrakt_forge.definitions.plugin_manifest import PluginManifest
from refrakt_forge.errors import forge_error
from refrakt_forge.integrity import definition_integrity
from refrakt_forge.names import Kind
from refrakt_forge.registries.cached_answers import CachedAnswers
from refrakt_forge.registries.open_registries import CONNECTORS
from refrakt_forge.registries.registry import RegistryPlugin, RegistryWarning, RemoteComponent, RemoteDefinition

from .forge_project import ForgeProject, agent

URL = "https://yard.example/api/v1"


@dataclass
class MemoryRegistry:
    """Agents by version. `failure` is raised by every question."""

    settings: RegistrySettings
    agents: dict[str, str] = field(default_factory=dict)
    """By `name@version`."""
    failure: RefraktError | None = None
    asked: list[str] = field(default_factory=list)

    def _ask(self, question: str) -> None:
        self.asked.append(question)
        if self.failure is not None:
            raise self.failure

    def search(self, query: str, tags: Sequence[str] = ()) -> tuple[RegistryPlugin, ...]:
        return ()

    def plugin_manifest(self, name: str, version: str | None = None) -> PluginManifest | None:
        return None

    def plugin_versions(self, name: str) -> tuple[str, ...]:
        return ()

    def components(self, kind: Kind) -> tuple[RemoteComponent, ...]:
        self._ask("components")
        pairs = [each.split("@") for each in self.agents] if kind == "agent" else []
        return tuple(
            RemoteComponent("agent", name, version, self.settings.name, URL, tags=("r",)) for name, version in pairs
        )

    def versions(self, kind: Kind, name: str) -> tuple[str, ...]:
        self._ask("versions")
        return self.cached_versions(kind, name)

    def cached_versions(self, kind: Kind, name: str) -> tuple[str, ...]:
        return tuple(each.split("@")[1] for each in self.agents if each.split("@")[0] == name)

    def definition(self, kind: Kind, name: str, version: str) -> RemoteDefinition | None:
        self._ask("definition")
        text = self.agents.get(f"{name}@{version}")
        return (
            RemoteDefinition(kind, name, version, self.settings.name, URL, text, "yaml") if text is not None else None
        )

    def warnings(self) -> tuple[RegistryWarning, ...]:
        return (RegistryWarning(self.settings.name, "NETWORK_ERROR", "old", stale=True),) if self.agents else ()


Connect = Callable[..., MemoryRegistry]


@pytest.fixture
def yard(forge: ForgeProject, monkeypatch: pytest.MonkeyPatch) -> Connect:
    """Configures a registry for agents and tools, and returns it."""

    def connect(failure: RefraktError | None = None, **agents: str) -> MemoryRegistry:
        made = MemoryRegistry(RegistrySettings("stockyard", URL, "stockyard"), {}, failure)
        made.agents = {key.replace("_", "@", 1).replace("_", "."): text for key, text in agents.items()}

        def connector(_: RegistrySettings, __: CachedAnswers) -> MemoryRegistry:
            return made

        monkeypatch.setitem(CONNECTORS, "stockyard", connector)
        forge.write({"config.yaml": f"forge: {{registry: {{stockyard: {{enabled: true, url: '{URL}'}}}}}}\n"})
        return made

    return connect


def _failure() -> RefraktError:
    return forge_error("NETWORK_ERROR", "no answer")


async def test_remote_agents_are_listed_and_resolved(forge: ForgeProject, yard: Connect) -> None:
    yard(far_1_0_0=agent("far"), far_1_2_0=agent("far", "1.2.0"))
    forge.write({"agents/near.yaml": agent("near")})
    listed = await forge.call("agent_list")
    assert [(each["name"], each["source"]) for each in listed["agents"]] == [("near", "local"), ("far", "stockyard")]
    assert listed["warnings"] == [{"registry": "stockyard", "code": "NETWORK_ERROR", "message": "old", "stale": True}]
    found = await forge.call("agent_info", name="far@^1")
    assert (found["version"], found["source"], found["path"]) == ("1.2.0", "stockyard", URL)
    error = await forge.error("agent_info", name="far@^2")
    assert error["details"]["searchedRegistries"] == ["local", "global", "stockyard"]
    assert (await forge.error("agent_info", name="far", source="local"))["code"] == "AGENT_NOT_FOUND"


async def test_a_registry_that_fails_does_not_hide_the_others(forge: ForgeProject, yard: Connect) -> None:
    yard(_failure())
    forge.write({"agents/near.yaml": agent("near")})
    listed = await forge.call("agent_list")
    assert (listed["total"], listed["warnings"]) == (1, [{"code": "NETWORK_ERROR", "message": "no answer"}])
    assert (await forge.error("agent_list", source="stockyard"))["code"] == "NETWORK_ERROR"
    assert (await forge.call("agent_info", name="near"))["version"] == "1.0.0"
    assert (await forge.error("agent_info", name="far"))["code"] == "NETWORK_ERROR"


async def test_a_remote_definition_must_be_valid_and_locked(forge: ForgeProject, yard: Connect) -> None:
    text = agent("far")
    yard(far_1_0_0=text.replace("anthropic", "x"))
    assert (await forge.error("agent_info", name="far"))["code"] == "VALIDATION_ERROR"
    yard(far_1_0_0=text)
    integrity = definition_integrity("agent", {"name": "other"})
    entry = {"version": "1.0.0", "resolved": "stockyard", "integrity": integrity}
    forge.write({"forge/lockfile.json": json.dumps({"version": 1, "agents": {"far": entry}})})
    assert (await forge.error("agent_info", name="far"))["code"] == "INTEGRITY_ERROR"


async def test_validation_uses_no_network(forge: ForgeProject, yard: Connect) -> None:
    registry = yard(_failure())
    forge.write({"agents/a.yaml": agent(tools=["far"], more="extends: far\n")})
    assert (await forge.call("agent_validate", name="a"))["warnings"] == []
    assert registry.asked == []


FORK = "fork_of: {name: far, version: 1.0.0, forked_at: x}\n"


async def test_upstreams_in_a_registry(forge: ForgeProject, yard: Connect) -> None:
    registry = yard(far_1_0_0=agent("far"), far_2_0_0=agent("far", "2.0.0", description="New"))
    forge.write({"agents/mine.yaml": agent("mine", more=FORK)})
    assert (await forge.call("fork_list"))["forks"][0]["hasUpstreamUpdate"] is True
    assert registry.asked == []
    found = await forge.call("fork_diff", name="mine", format="json")
    assert (found["upstreamVersion"], found["baseVersion"], found["conflicts"]) == ("2.0.0", "1.0.0", [])
    assert (await forge.call("fork_check"))["updates"][0]["breakingChanges"] is True


async def test_an_upstream_that_cannot_be_reached(forge: ForgeProject, yard: Connect) -> None:
    yard(_failure())
    forge.write({"agents/mine.yaml": agent("mine", more=FORK)})
    assert (await forge.error("fork_check", name="mine"))["code"] == "NETWORK_ERROR"
    assert (await forge.error("fork_diff", name="mine"))["code"] == "NETWORK_ERROR"
    everything = await forge.call("fork_check")
    assert (everything["total"], everything["warnings"][0]["code"]) == (0, "NETWORK_ERROR")
    assert (await forge.call("fork_info", name="mine"))["upstreamAvailable"] is False
