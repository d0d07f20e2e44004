"""The commands of agents and of tools: the same three for each kind."""

from __future__ import annotations

from refrakt.plugins import Command
from refrakt_forge.command_line import forge_command
from refrakt_forge.commands.definition_info import definition_info, info_text
from refrakt_forge.commands.definition_list import list_definitions, list_text
from refrakt_forge.commands.definition_validate import validate_definition, validate_text
from refrakt_forge.contract.definitions import (
    INFO_OUTPUTS,
    VALIDATE_OUTPUT,
    DefinitionInfoInput,
    DefinitionListInput,
    DefinitionValidateInput,
    list_output,
)
from refrakt_forge.names import ARTICLE, KINDS, Kind

_INFO = {
    "agent": "Get an agent: its prompt, tools and dependencies, with everything it inherits.",
    "tool": "Get a tool: the schemas of its input and output, with everything it inherits.",
}


def definition_commands(kind: Kind) -> tuple[Command, ...]:
    """The commands of one kind."""
    return (
        forge_command(
            f"{kind}-list",
            f"List available {kind}s, with optional filters for tags and source.",
            DefinitionListInput,
            lambda forge, query: list_definitions(forge, kind, query),
            list_output(f"{kind}s"),
            text=lambda result: list_text(kind, result),
            network=True,
        ),
        forge_command(
            f"{kind}-info",
            _INFO[kind],
            DefinitionInfoInput,
            lambda forge, query: definition_info(forge, kind, query),
            INFO_OUTPUTS[kind],
            text=info_text,
            network=True,
        ),
        forge_command(
            f"{kind}-validate",
            f"Validate the definition of {ARTICLE[kind]}, by path or by name.",
            DefinitionValidateInput,
            lambda forge, query: validate_definition(forge, kind, query),
            VALIDATE_OUTPUT,
            text=validate_text,
            exit_code=lambda result: 0 if result["valid"] else 1,
        ),
    )


COMMANDS = tuple(command for kind in KINDS for command in definition_commands(kind))
