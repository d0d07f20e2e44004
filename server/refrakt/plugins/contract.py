"""The plugin API.

A plugin is a distribution with an entry point in the group `refrakt.plugins` that names a `CliPlugin`. That object contains
everything it offers; importing a module registers nothing.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from refrakt.errors import RefraktError
from refrakt.features.results import (
    CodeAction,
    CodeLens,
    CompletionList,
    Definition,
    Hover,
    Location,
    RenameTarget,
    WorkspaceSymbol,
)
from refrakt.markdoc.tree import Span
from refrakt.project.disk_files import Applied, Text
from refrakt.project.workspace_edit import WorkspaceEdit

if TYPE_CHECKING:
    # A plugin with nothing but commands does not load the parser.
    from refrakt.markdoc.document import Document
    from refrakt.markdoc.html import Renderable
    from refrakt.plugins.yaml import YamlFile
    from refrakt.rules.problem import Problem
    from refrakt.rules.registry import Rule

JsonSchema = Mapping[str, Any]


class ProjectFiles(Protocol):
    """The files of a project. An open buffer takes precedence over the file on disk."""

    def read(self, path: Path) -> Text:
        """The text of a file. `RefraktError` with NOT_FOUND or INVALID_ARGS if it cannot be read."""

    def open_paths(self) -> Iterable[Path]:
        """The files that are open in an editor."""

    def apply(self, changes: WorkspaceEdit, within: Path | None = None) -> Applied:
        """Apply changes, all or none. Their paths are relative to the project's folder and must stay in it.

        `within` is another allowed folder: one that the user has named on the command line or in the environment, never one
        from the project's own files. Links inside these folders are resolved. If a path leaves them, nothing is changed:
        `RefraktError` with INVALID_ARGS.

        An open file is changed by the editor, in the version that the changes were made for; every other file is replaced
        on disk, if it still has the text that the changes were made for. Raises `RefraktError` with VALIDATION_ERROR if a file
        has changed meanwhile or an unsaved one cannot be changed, with ALREADY_EXISTS if a new file would overwrite another,
        with WRITE_FAILED if the system refuses, with TOOL_TIMEOUT if an editor does not respond.
        """


class PageRenderer(Protocol):
    """Renders the pages of a project as they are on disk. For commands that write HTML of their own."""

    def content(self, path: Path) -> Renderable:
        """The elements of a page, without a layout. `RefraktError` if it cannot be read or is outside of the project."""

    def document(self, title: str, content: Renderable, stylesheets: Sequence[str] = ()) -> str:
        """An HTML document with these elements and the URLs of its stylesheets. Scripts are omitted."""

    def stylesheet(self) -> str:
        """The text of the default stylesheet."""


Progress = Callable[[float, float | None, str], None]
"""Gets how much is done, of how much if that is known, and what is being done. The first number must grow."""


def no_progress(done: float, total: float | None, message: str) -> None:
    """Reports progress to no one: in a shell, and to clients that did not ask for it."""


@dataclass(frozen=True, slots=True)
class CommandContext:
    """What a handler gets besides its input."""

    cwd: Path
    """The project's folder, absolute. Paths in an input are relative to it."""
    config: Mapping[str, Any]
    """`refrakt.config.json` as data; empty if there is none."""
    files: ProjectFiles
    detected: Mapping[str, Any] | None = None
    """What the plugin's detector returned for this project."""
    log: logging.Logger = logging.getLogger("refrakt.plugin")  # noqa: RUF009 - a shared default logger
    shell: bool = False
    """Whether a person runs the command in a shell: the paths they type may be outside of the project."""
    page_renderer: Callable[[Path], PageRenderer] | None = None
    """The renderer of the project around a folder; links to pages in this folder are paths of their files. In a shell only."""
    progress: Progress = no_progress
    """Reports the progress of a long call to the client, from any thread."""


Handler = Callable[[list[str]], int | Awaitable[int | None] | None]
"""A shell command: gets its arguments, prints, returns an exit code."""
McpHandler = Callable[[Any, CommandContext], Any]
"""A tool: gets its validated input (an instance of `input_model`, or a dict without one) and a context. Returns a model, a dict,
a list, a string or nothing; raises `RefraktError`. May be a coroutine. Must not print: standard output carries a protocol."""


@dataclass(frozen=True, slots=True)
class Command:
    """A command in a shell and a tool for agents, with `input` and `run`; or with `handler` and `mcp_handler`."""

    name: str
    description: str
    handler: Handler | None = None
    """Runs it in a shell, where there is no `run`."""
    input: type | None = None
    """A frozen dataclass with `option` fields: options of the command line and the JSON schema follow from it."""
    run: Callable[[Any, CommandContext], Any] | None = None
    """Gets an instance of `input`, from a shell or an agent, and returns plain data. May be a coroutine; must not print."""
    delegate: Callable[[Any, CommandContext], Sequence[str]] | None = None
    """Instead of `run`, for a command of the shell alone: gets an instance of `input` and returns the name and the arguments of the
    command of refrakt that is run."""
    text: Callable[[Any], str] | None = None
    """Formats the result of `run` for a terminal; JSON without it."""
    exit_code: Callable[[Any], int] | None = None
    """The exit code of the command for a result of `run`; 0 without it."""
    input_model: type | None = None
    """A pydantic model (`extra="forbid"`) for the input of `mcp_handler`."""
    output_model: type | None = None
    input_schema: JsonSchema | None = None
    """A JSON schema instead of a model. With neither, any object is valid."""
    output_schema: JsonSchema | None = None
    mcp_handler: McpHandler | None = None
    """Runs the tool. Without it and `run`, `handler` runs in a child process, with the input as arguments of a command line."""
    read_only: bool = False
    destructive: bool = False
    idempotent: bool = False
    open_world: bool = False
    """Whether it reaches beyond the project: a network, another service."""
    expose: bool = True
    """False for what only makes sense in a shell: servers, browsers, big writes."""
    everywhere: bool = False
    """Whether it is available where the plugin's detector finds nothing: what sets a project up."""
    tool_name: str | None = None
    """The tool's name; else `<namespace>.<name>` with `_` for `-`."""
    aliases: tuple[str, ...] = ()
    """More names that a call may use; they are not listed."""
    timeout: float = 60.0
    """Seconds until a call fails with TOOL_TIMEOUT."""


@dataclass(frozen=True, slots=True)
class ResourceContent:
    """The content of a resource."""

    text: str
    mime_type: str = "application/json"


Complete = Callable[[str, str, Mapping[str, str], CommandContext], Iterable[str]]
"""Gets a name, its text so far and the values of the other names; returns the possible values."""


@dataclass(frozen=True, slots=True)
class Resource:
    """Data to read by URI. In `uri`, `{name}` is one segment and `{+name}` several."""

    uri: str
    name: str
    description: str
    read: Callable[[Mapping[str, str], CommandContext], ResourceContent]
    """Gets the values of variables and query; raises `RefraktError` with RESOURCE_NOT_FOUND."""
    mime_type: str | None = "application/json"
    """None if the resources of a template have different types."""
    complete: Complete | None = None
    """Completes a variable of the URI."""
    files: Callable[[CommandContext], Iterable[Path]] | None = None
    """The files and folders it depends on: when one changes, subscribers are notified."""


@dataclass(frozen=True, slots=True)
class PromptArgument:
    name: str
    description: str
    required: bool = False


@dataclass(frozen=True, slots=True)
class Prompt:
    """A request template for a model."""

    name: str
    description: str
    render: Callable[[Mapping[str, str], CommandContext], str]
    arguments: tuple[PromptArgument, ...] = ()
    complete: Complete | None = None
    """Completes an argument."""


@dataclass(frozen=True, slots=True)
class SourceFile:
    """A file in the editor, for providers."""

    path: Path
    text: str
    document: Document | None = None
    """The parsed page if it is Markdoc. `document.offsets(span)` converts its spans to offsets."""
    yaml: YamlFile | None = None
    """The parsed file if it is YAML, as from `refrakt.plugins.yaml.read`: values with the range of each key and value."""


class Provider(Protocol):
    """An editor feature. A provider implements the protocols below that it needs; every method may return nothing."""

    def handles(self, path: Path, context: CommandContext) -> bool:
        """Whether it handles this file. Called often: must not read it."""


class ProblemProvider(Provider, Protocol):
    def problems(self, file: SourceFile, context: CommandContext) -> Iterable[Problem]: ...


class CompletionProvider(Provider, Protocol):
    def complete(self, file: SourceFile, offset: int, context: CommandContext) -> CompletionList | None: ...


class HoverProvider(Provider, Protocol):
    def hover(self, file: SourceFile, offset: int, context: CommandContext) -> Hover | None:
        """The hover at an offset. It replaces refrakt's own."""


class DefinitionProvider(Provider, Protocol):
    def definition(self, file: SourceFile, offset: int, context: CommandContext) -> Definition | None:
        """The declaration of the symbol at an offset. It replaces refrakt's own."""


class ReferencesProvider(Provider, Protocol):
    def references(
        self, file: SourceFile, offset: int, include_declaration: bool, context: CommandContext
    ) -> Iterable[Location]:
        """All references to the symbol at an offset. They are added to refrakt's own."""


class RenameProvider(Provider, Protocol):
    def prepare_rename(self, file: SourceFile, offset: int, context: CommandContext) -> RenameTarget | None:
        """The symbol to rename. Raises `RefraktError` if it cannot be renamed."""

    def rename(self, file: SourceFile, offset: int, new_name: str, context: CommandContext) -> WorkspaceEdit | None:
        """The changes of the rename. They are applied together with refrakt's own."""


class CodeActionProvider(Provider, Protocol):
    def code_actions(self, file: SourceFile, range: Span, context: CommandContext) -> Iterable[CodeAction]:
        """The code actions for a range, besides the fixes of problems."""


class CodeLensProvider(Provider, Protocol):
    def code_lenses(self, file: SourceFile, context: CommandContext) -> Iterable[CodeLens]:
        """The code lenses of a file."""


class WorkspaceSymbolProvider(Protocol):
    """A provider of workspace symbols. It needs no `handles`."""

    def workspace_symbols(self, query: str, context: CommandContext) -> Iterable[WorkspaceSymbol]:
        """The symbols of the project that match a query, the best first."""


@dataclass(frozen=True, slots=True)
class CliPlugin:
    """A plugin."""

    namespace: str
    commands: Sequence[Command]
    description: str = ""
    detector: Callable[[Path, Mapping[str, Any]], Mapping[str, Any] | None] | None = None
    """Gets the project's folder and config; returns what it found there for this plugin, or None. Must create nothing. The result
    is `context.<namespace>` of `refrakt.detect`."""
    missing: RefraktError | None = None
    """The error of a command that is called although the detector found nothing."""
    watches: Sequence[str] = ()
    """Names of files and folders in the project's root whose creation or deletion changes the result of the detector."""
    prepare: Callable[[CommandContext], object] | None = None
    """Loads what the first calls of an agent need, in a thread, once an agent has connected. Must change nothing."""
    resources: Sequence[Resource] = ()
    prompts: Sequence[Prompt] = ()
    providers: Sequence[Provider] = ()
    envelope: Callable[[RefraktError], Mapping[str, Any]] | None = None
    """Creates the `structuredContent` of a failed call, and as JSON its text: for clients that expect a format of its own."""
    instructions: str = ""
    """One or two sentences for agents, shown if the plugin has tools."""
    config_keys: Mapping[str, str] = field(default_factory=dict)
    """Keys of `refrakt.config.json` that belong to the plugin, with their meaning."""
    rules: Callable[[], Mapping[str, Rule]] | None = None
    """Returns its rules by their codes, for `refrakt explain`."""
