"""Everything a command needs: the environment, the configuration, the index and the registries of one call.

A call makes its own `Forge`. What is expensive is cached by the stamps of files, not here, so an edit is seen by the next call.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from refrakt.plugins import CommandContext, Progress, ProjectFiles
from refrakt_forge.config.load import load_config
from refrakt_forge.config.settings import ForgeConfig
from refrakt_forge.environment import Environment, environment
from refrakt_forge.index.definition_index import DefinitionIndex
from refrakt_forge.index.file_texts import FileTexts
from refrakt_forge.resolution.resolver import Resolver

if TYPE_CHECKING:
    from refrakt_forge.registries.registry import Registry


@dataclass(frozen=True)
class Forge:
    """`files` has the buffers of an editor; `shell` says that a person runs the command."""

    environment: Environment
    files: ProjectFiles
    log: logging.Logger
    shell: bool = False
    progress: Progress | None = None
    """Reports requests to registries to the client."""

    @cached_property
    def config(self) -> ForgeConfig:
        """`RefraktError` with CONFIG_ERROR if it is invalid."""
        return load_config(self.environment, self.texts)

    @cached_property
    def texts(self) -> FileTexts:
        return FileTexts(self.environment, self.files)

    @cached_property
    def index(self) -> DefinitionIndex:
        return DefinitionIndex(self.environment, self.config, self.texts)

    @cached_property
    def registries(self) -> tuple[Registry, ...]:
        """The enabled registries; they are asked only when a command needs them."""
        from refrakt_forge.registries.call_budget import CallBudget
        from refrakt_forge.registries.open_registries import open_registries

        return open_registries(self.config, self.environment, CallBudget(self.progress))

    @cached_property
    def resolver(self) -> Resolver:
        return Resolver(self.index, self.config, lambda: self.registries)

    def display(self, path: Path) -> str:
        return self.environment.display(path)


def forge_of(context: CommandContext) -> Forge:
    """The Forge of a command's context."""
    return Forge(environment(context.cwd), context.files, context.log, context.shell, context.progress)
