"""The commands of tools."""

from __future__ import annotations

from refrakt_forge.command_line import forge_command
from refrakt_forge.commands.definition_info import definition_info, info_text
from refrakt_forge.commands.definition_list import list_definitions, list_text
from refrakt_forge.commands.definition_validate import validate_definition, validate_text
from refrakt_forge.contract.definitions import (
    TOOL_INFO_OUTPUT,
    VALIDATE_OUTPUT,
    DefinitionInfoInput,
    DefinitionListInput,
    DefinitionValidateInput,
    list_output,
)

COMMANDS = (
    forge_command(
        "tool-list",
        "List available tools, with optional filters for tags and source.",
        DefinitionListInput,
        lambda forge, query: list_definitions(forge, "tool", query),
        list_output("tools"),
        text=lambda result: list_text("tool", result),
        network=True,
    ),
    forge_command(
        "tool-info",
        "Get a tool: the schemas of its input and output, with everything it inherits.",
        DefinitionInfoInput,
        lambda forge, query: definition_info(forge, "tool", query),
        TOOL_INFO_OUTPUT,
        text=info_text,
        network=True,
    ),
    forge_command(
        "tool-validate",
        "Validate the definition of a tool, by path or by name.",
        DefinitionValidateInput,
        lambda forge, query: validate_definition(forge, "tool", query),
        VALIDATE_OUTPUT,
        text=validate_text,
        exit_code=lambda result: 0 if result["valid"] else 1,
    ),
)
