"""Checks the arguments of a prompt, for every server that offers prompts of plugins."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from refrakt.errors import RefraktError
from refrakt.plugins.contract import PromptArgument


def check_arguments(name: str, arguments: Mapping[str, str], declared: Sequence[PromptArgument]) -> None:
    """Refuse unknown and missing arguments. `RefraktError` with INVALID_ARGS."""
    names = [each.name for each in declared]
    for each in arguments:
        if each not in names:
            message = f"unknown argument `{each[:60]}` of prompt `{name}`"
            raise RefraktError("INVALID_ARGS", message, f"known arguments: {', '.join(names)}")
    for argument in declared:
        if argument.required and not arguments.get(argument.name, "").strip():
            hint = f"pass `{argument.name}`: {argument.description}"
            raise RefraktError("INVALID_ARGS", f"missing argument `{argument.name}`", hint)
