"""The commands of agents."""

from __future__ import annotations

from refrakt_forge.command_line import forge_command
from refrakt_forge.commands.definition_info import definition_info, info_text
from refrakt_forge.commands.definition_list import list_definitions, list_text
from refrakt_forge.commands.definition_validate import validate_definition, validate_text
from refrakt_forge.contract.definitions import (
    AGENT_INFO_OUTPUT,
    VALIDATE_OUTPUT,
    DefinitionInfoInput,
    DefinitionListInput,
    DefinitionValidateInput,
    list_output,
)

COMMANDS = (
    forge_command(
        "agent-list",
        "List available agents, with optional filters for tags and source.",
        DefinitionListInput,
        lambda forge, query: list_definitions(forge, "agent", query),
        list_output("agents"),
        text=lambda result: list_text("agent", result),
        network=True,
    ),
    forge_command(
        "agent-info",
        "Get an agent: its prompt, tools and dependencies, with everything it inherits.",
        DefinitionInfoInput,
        lambda forge, query: definition_info(forge, "agent", query),
        AGENT_INFO_OUTPUT,
        text=info_text,
        network=True,
    ),
    forge_command(
        "agent-validate",
        "Validate the definition of an agent, by path or by name.",
        DefinitionValidateInput,
        lambda forge, query: validate_definition(forge, "agent", query),
        VALIDATE_OUTPUT,
        text=validate_text,
        exit_code=lambda result: 0 if result["valid"] else 1,
    ),
)
