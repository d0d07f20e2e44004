"""The Forge plugin. Importing it is cheap; the code that reads files is imported by the first call."""

from __future__ import annotations

from refrakt.plugins import CliPlugin
from refrakt_forge.commands import cache, config, definitions, forks, plugins, serve_registry
from refrakt_forge.detection import WATCHED, detect
from refrakt_forge.editor import PROVIDERS
from refrakt_forge.errors import envelope, forge_error
from refrakt_forge.prompts import PROMPTS
from refrakt_forge.resources import RESOURCES

plugin = CliPlugin(
    "forge",
    [
        *definitions.COMMANDS,
        *plugins.COMMANDS,
        *config.COMMANDS,
        *cache.COMMANDS,
        *forks.COMMANDS,
        *serve_registry.COMMANDS,
    ],
    "Agent, tool and plugin definitions of Fractary Forge",
    detector=detect,
    missing=forge_error(
        "CONFIG_ERROR",
        "this project does not use Forge",
        "add an agent to `.fractary/agents`, or set `forge.enabled` to `always` in `refrakt.config.json`",
    ),
    watches=WATCHED,
    resources=RESOURCES,
    prompts=PROMPTS,
    providers=PROVIDERS,
    envelope=envelope,
    instructions=(
        "Forge: `fractary_forge_agent_list` and `fractary_forge_tool_list` list definitions, `…_info` describes one, "
        "`…_validate` checks one; `fractary_forge_plugin_search` searches the registries for plugins; "
        "`fractary_forge_fork_check` finds updates of forks."
    ),
    config_keys={"forge": "Forge: `enabled` is `auto`, `always` or `never` (default: `auto`)."},
)
