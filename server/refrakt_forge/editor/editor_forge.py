"""Forge for requests of an editor: no network, and definitions keep their features while the configuration is being edited."""

from __future__ import annotations

from functools import cached_property
from pathlib import Path

from refrakt.plugins import CommandContext, Location, RefraktError, Span
from refrakt_forge.config.effective import effective_config
from refrakt_forge.config.load import load_config
from refrakt_forge.config.settings import ForgeConfig, NetworkPermissions
from refrakt_forge.environment import environment
from refrakt_forge.index.entries import DefinitionFile
from refrakt_forge.names import DefinitionReference, Kind, parse_reference
from refrakt_forge.resolution.resolver import Resolver
from refrakt_forge.workspace import Forge


class EditorForge(Forge):
    """The Forge of one request."""

    @cached_property
    def _loaded(self) -> ForgeConfig | None:
        try:
            return load_config(self.environment, self.texts)
        except RefraktError:
            return None

    @property
    def has_config(self) -> bool:
        """Whether the configuration can be used. If not, nothing may be said about what is installed."""
        return self._loaded is not None

    @cached_property
    def config(self) -> ForgeConfig:
        """The configuration; the default one while the file is invalid."""
        return self._loaded or effective_config({}, "default", self.environment, NetworkPermissions(), ())

    @cached_property
    def resolver(self) -> Resolver:
        return Resolver(self.index, self.config, lambda: ())

    def file_at(self, kind: Kind, path: str) -> DefinitionFile | None:
        """The definition at a real path."""
        return next((each for each in self.index.files(kind) if str(each.path) == path), None)

    def installed(self, kind: Kind, reference: DefinitionReference) -> DefinitionFile | None:
        """The installed definition of a reference, also an invalid one."""
        return self.resolver.installed_file(kind, reference)

    def target(self, kind: Kind, text: str) -> DefinitionFile | None:
        """Where a reference leads: to the installed definition, else to one of the name in another version."""
        reference = parse_reference(text)
        found = self.installed(kind, reference)
        return found or next(iter(self.index.of_name(kind, reference.name, reference.plugin)), None)

    def location(self, path: Path, span: Span) -> Location:
        """A range in a file. Locations are relative to the folder of the workspace, if the file is in it."""
        base = self.environment.workspace or self.environment.root
        shown = path.relative_to(base).as_posix() if path.is_relative_to(base) else str(path)
        return Location(shown, span)

    def declaration(self, file: DefinitionFile) -> Location:
        """The value of `name` in a definition; the start of the file if it has none."""
        span: Span = self.texts.derived(file.path, "name span", lambda document: _name_span(document.root))
        return self.location(file.path, span)


def _name_span(root: object) -> Span:
    from refrakt_forge.documents.source_node import SourceNode

    node = root.get("name") if isinstance(root, SourceNode) else None
    return node.span if node is not None else Span(0, 0)


def editor_forge(context: CommandContext) -> EditorForge:
    """The Forge of a request's context."""
    return EditorForge(environment(context.cwd), context.files, context.log)
