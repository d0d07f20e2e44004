"""The commands of refrakt, known without importing what they run.

Commands without a service have a module in `commands/` and a line in `COMMANDS`. The others are services that declare `cli=`:
their declarations are read from the source, because importing all of them would slow down `refrakt --help` and the completion of
a shell. A test compares the result with the registry of services.
"""

from __future__ import annotations

import ast
import os
from collections.abc import Iterator
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from refrakt.hosts.cli.commands import COMMANDS

if TYPE_CHECKING:
    from refrakt.services.registry import Service


class CommandDeclaration(NamedTuple):
    """A service that is a command."""

    name: str
    """What a user types: `plugins list`."""
    module: str
    summary: str


@cache
def declared_commands() -> dict[str, CommandDeclaration]:
    """The services that are commands, by name."""
    found: dict[str, CommandDeclaration] = {}
    for module, text in _sources():
        if "cli=" in text:
            # Of several services of one command, the first one is its own; the others are options of it.
            found = _declarations(ast.parse(text), module) | found
    return dict(sorted(found.items()))


def summaries() -> dict[str, str]:
    """The commands of refrakt itself, with their summaries."""
    return {**COMMANDS, **{name: each.summary for name, each in declared_commands().items()}}


def service_of_command(name: str) -> Service | None:
    """The service of a command; only its module is imported."""
    from importlib import import_module

    for module, text in _sources():
        if f'cli="{name}"' in text:
            from refrakt.services.registry import Service

            values = vars(import_module(f"refrakt.services.{module}")).values()
            declared = (getattr(value, "__service__", None) for value in values)
            return next(each for each in declared if isinstance(each, Service) and each.cli == name)
    return None


def _sources() -> Iterator[tuple[str, str]]:
    """The modules of services, with their source."""
    from refrakt import services

    for folder in services.__path__:
        for name in sorted(os.listdir(folder)):
            if name.endswith(".py"):
                with open(os.path.join(folder, name), encoding="utf-8") as file:
                    yield name.removesuffix(".py"), file.read()


def _declarations(tree: ast.Module, module: str) -> dict[str, CommandDeclaration]:
    found = {}
    for node in tree.body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            for decorator in node.decorator_list:
                name = _command_name(decorator)
                if name is not None:
                    found[name] = CommandDeclaration(name, module, _summary(ast.get_docstring(node) or ""))
    return found


def _command_name(decorator: ast.expr) -> str | None:
    match decorator:
        case ast.Call(func=ast.Name(id="service"), keywords=keywords):
            for keyword in keywords:
                match keyword:
                    case ast.keyword(arg="cli", value=ast.Constant(value=str(name))):
                        return name
    return None


def _summary(docstring: str) -> str:
    """The first clause of a docstring, with a lower-case start."""
    text = " ".join(docstring.split())
    for end in (". ", ": ", "; "):
        text = text.partition(end)[0]
    text = text.removesuffix(".")
    return text if text[:2].isupper() else text[:1].lower() + text[1:]
