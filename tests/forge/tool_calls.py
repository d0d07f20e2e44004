"""A project in which each of the 18 tools has an answer, and the arguments it is called with."""

from __future__ import annotations

import json
from typing import Any

from .forge_project import ForgeProject, agent, tool
from .registry_server import TestRegistry, entry

FORK = "fork_of: {name: base, version: 1.0.0, forked_at: '2025-01-01'}\n"
CALLS: dict[str, dict[str, Any]] = {
    "agent_list": {},
    "agent_info": {"name": "a"},
    "agent_validate": {"name": "a"},
    "tool_list": {},
    "tool_info": {"name": "t"},
    "tool_validate": {"name": "t"},
    "plugin_list": {"outdated": True},
    "plugin_info": {"plugin": "@acme/p", "remote": True},
    "plugin_search": {"query": ""},
    "config_get": {"key": "registries"},
    "config_registry_list": {},
    "config_show": {},
    "fork_list": {},
    "fork_info": {"name": "f"},
    "fork_diff": {"name": "f"},
    "fork_check": {},
    "cache_stats": {},
    "cache_clear": {"olderThan": 3},
}
NETWORK = ("plugin_list", "plugin_info", "plugin_search")
"""The calls that ask a registry."""


def fill(forge: ForgeProject, registry: TestRegistry, **config: Any) -> None:
    """Definitions, a fork, a plugin, and a registry in the user's configuration; `config` adds to its entry."""
    forge.write(
        {
            "agents/a.yaml": agent(tools=["t"]),
            "agents/f.yaml": agent("f", more=FORK),
            "tools/t.yaml": tool(),
            "plugins/@acme/p/plugin.json": json.dumps({"name": "@acme/p", "version": "0.1.0"}),
        }
    )
    forge.write_global(
        {
            "registry/agents/base@1.0.0.yaml": agent("base"),
            "registry/agents/base@1.1.0.yaml": agent("base", "1.1.0"),
            "config.json": json.dumps({"registries": [entry(registry.url(), **config)]}),
        }
    )
    registry.plugin("@acme/p")
