"""What a plugin brings, and what it is given.

A plugin is a distribution with an entry point in the group `refrakt.plugins` that names a `CliPlugin`. Everything it has to
offer hangs on that one object; nothing is registered by importing it.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from refrakt.errors import RefraktError
from refrakt.features.answers import (
    Action,
    Changes,
    Definition,
    Explanation,
    Landmark,
    Location,
    Note,
    Offers,
    Prepared,
    Range,
    Replacement,
)

if TYPE_CHECKING:
    # A plugin that only has commands need not wait for the engine.
    from refrakt.markdoc import Document
    from refrakt.rules.finding import Severity

    from .yaml import YamlFile

JsonSchema = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Text:
    """A file as it is now: in the editor, if it is open there, else on disk."""

    text: str
    version: int | None = None
    """The version of the open buffer; None for a file read from disk."""


@dataclass(frozen=True, slots=True)
class Applied:
    """Where changes were made. Paths are those the changes name, of what was moved the new ones."""

    written: tuple[str, ...] = ()
    """On disk."""
    unsaved: tuple[str, ...] = ()
    """In an editor, whose user has yet to save them."""


class Files(Protocol):
    """The files of a project. Open buffers count more than what is on disk."""

    def read(self, path: Path) -> Text:
        """The text of a file. `RefraktError` with NOT_FOUND or INVALID_ARGS where there is none to read."""

    def open_paths(self) -> Iterable[Path]:
        """The files that are open in an editor."""

    def apply(self, changes: Changes, within: Path | None = None) -> Applied:
        """Make changes, all of them or none. Their paths count from the project's folder, and stay in it.

        `within` is one more folder they may lie in: one that the user has named on the command line or in the environment, and
        never one from the project's own files. Links inside these folders are resolved. Where one leads out, nothing is changed:
        `RefraktError` with INVALID_ARGS.

        What is open in an editor is changed there, by the editor and in the version that the changes were made for; everything
        else on disk, each file in one step, if it still is what the changes were made for. `RefraktError` with
        VALIDATION_ERROR where somebody has changed a file meanwhile or an unsaved one cannot be changed, with ALREADY_EXISTS
        where a new file would take the place of another, with TOOL_FAILED where the system refuses, with TOOL_TIMEOUT where an
        editor gives no answer.
        """


@dataclass(frozen=True, slots=True)
class CommandContext:
    """What a handler is given besides its input."""

    cwd: Path
    """The project's folder, absolute. Relative paths in an input count from here."""
    config: Mapping[str, Any]
    """`refrakt.config.json` as data; empty where there is none."""
    files: Files
    found: Mapping[str, Any] | None = None
    """What the plugin's own detector said about this project."""
    log: logging.Logger = logging.getLogger("refrakt.plugin")  # noqa: RUF009 - one logger for everybody who names none


Handler = Callable[[list[str]], int | Awaitable[int | None] | None]
"""A command of the command line: gets its words, prints, returns an exit code."""
McpHandler = Callable[[Any, CommandContext], Any]
"""A tool: gets its input (checked; an instance of `input_model` if there is one, else a dict) and a context. Returns a model,
a dict, a list, a string or nothing; raises `RefraktError`. May be a coroutine. Must not print: standard output is the wire."""


@dataclass(frozen=True, slots=True)
class Command:
    """One thing a plugin can do, for people and for agents."""

    name: str
    description: str
    handler: Handler
    input_model: type | None = None
    """A pydantic model (`extra="forbid"`) that checks the input and makes the JSON schema of it."""
    output_model: type | None = None
    input_schema: JsonSchema | None = None
    """A JSON schema instead of a model. With neither, any object goes."""
    output_schema: JsonSchema | None = None
    mcp_handler: McpHandler | None = None
    """Without it the tool runs `handler` in a process of its own, with the input as words of a command line."""
    read_only: bool = False
    destructive: bool = False
    idempotent: bool = False
    open_world: bool = False
    """Whether it reaches beyond the project: a network, another service."""
    expose: bool = True
    """False for what only makes sense in a shell: servers, browsers, big writes."""
    everywhere: bool = False
    """Whether it is offered where the plugin's detector finds nothing: what sets a project up."""
    tool_name: str | None = None
    """The tool's name; else `<namespace>.<name>` with `_` for `-`."""
    aliases: tuple[str, ...] = ()
    """Further names a call may use; they are not listed."""
    timeout: float = 60.0
    """After so many seconds a call is answered with TOOL_TIMEOUT."""


@dataclass(frozen=True, slots=True)
class Answer:
    """The content of a resource."""

    text: str
    mime_type: str = "application/json"


Complete = Callable[[str, str, Mapping[str, str], CommandContext], Iterable[str]]
"""Gets a name, what has been typed for it and the values that other names have already; gives the values it could have."""


@dataclass(frozen=True, slots=True)
class Resource:
    """Something to read at an address. `{name}` in `uri` stands for one segment, `{+name}` for several."""

    uri: str
    name: str
    description: str
    read: Callable[[Mapping[str, str], CommandContext], Answer]
    """Gets the values of the variables and of the query; raises `RefraktError` with RESOURCE_NOT_FOUND."""
    mime_type: str = "application/json"
    complete: Complete | None = None
    """For a variable of the address."""
    files: Callable[[CommandContext], Iterable[Path]] | None = None
    """The files and folders it is made of: when one changes, those who subscribed are told."""


@dataclass(frozen=True, slots=True)
class PromptArgument:
    name: str
    description: str
    required: bool = False


@dataclass(frozen=True, slots=True)
class Prompt:
    """A request ready to be sent to a model."""

    name: str
    description: str
    render: Callable[[Mapping[str, str], CommandContext], str]
    arguments: tuple[PromptArgument, ...] = ()
    complete: Complete | None = None
    """For an argument."""


@dataclass(frozen=True, slots=True)
class SourceFile:
    """A file in the editor, for those who have something to say about it."""

    path: Path
    text: str
    document: Document | None = None
    """The page, where it is Markdoc. Its spans become offsets with `document.offsets(span)`."""
    yaml: YamlFile | None = None
    """What `refrakt.plugins.yaml.read` gives, where it is YAML: values with the place of each key and value."""


@dataclass(frozen=True, slots=True)
class FileProblem:
    """Something wrong in a file."""

    code: str
    severity: Severity
    place: Range
    message: str
    suggestion: str | None = None
    fix: tuple[Replacement, ...] = ()
    instead_of: tuple[str, ...] = ()
    """Codes of problems that refrakt itself may find at this place, and that this one tells better: they are not told."""
    related: tuple[tuple[Location, str], ...] = ()
    """Other places that have to do with it, each with what is there."""


class Provider(Protocol):
    """Help in the editor. A provider has those of the other methods that it needs; each gets a file and may return nothing."""

    def handles(self, path: Path, context: CommandContext) -> bool:
        """Whether it knows about this file. Asked often: must not read it."""


class Problems(Provider, Protocol):
    def problems(self, file: SourceFile, context: CommandContext) -> Iterable[FileProblem]: ...


class Completes(Provider, Protocol):
    def complete(self, file: SourceFile, offset: int, context: CommandContext) -> Offers | None: ...


class Explains(Provider, Protocol):
    def hover(self, file: SourceFile, offset: int, context: CommandContext) -> Explanation | None:
        """What stands at a place. It is shown instead of what refrakt itself would say."""


class Defines(Provider, Protocol):
    def define(self, file: SourceFile, offset: int, context: CommandContext) -> Definition | None:
        """Where the thing at a place is declared. It counts more than what refrakt itself finds."""


class Refers(Provider, Protocol):
    def references(self, file: SourceFile, offset: int, declared: bool, context: CommandContext) -> Iterable[Location]:
        """Every place that names the thing at a place, with its declaration if that is wanted. Told besides refrakt's own."""


class Renames(Provider, Protocol):
    def prepare_rename(self, file: SourceFile, offset: int, context: CommandContext) -> Prepared | None:
        """What would be renamed. `RefraktError` says why something that has a name cannot have another."""

    def rename(self, file: SourceFile, offset: int, new: str, context: CommandContext) -> Changes | None:
        """All that has to be changed for it to have another name. Made together with what refrakt itself would change."""


class Acts(Provider, Protocol):
    def actions(self, file: SourceFile, place: Range, context: CommandContext) -> Iterable[Action]:
        """What could be done about a place, besides the fixes of problems."""


class Notes(Provider, Protocol):
    def notes(self, file: SourceFile, context: CommandContext) -> Iterable[Note]:
        """What stands above lines, as a code lens."""


class Finds(Protocol):
    """Of a provider that knows things by their names. Nobody asks it about a file."""

    def landmarks(self, query: str, context: CommandContext) -> Iterable[Landmark]:
        """What of the project fits a query, the best first."""


@dataclass(frozen=True, slots=True)
class CliPlugin:
    """A plugin."""

    namespace: str
    commands: Sequence[Command]
    description: str = ""
    detector: Callable[[Path, Mapping[str, Any]], Mapping[str, Any] | None] | None = None
    """Gets the project's folder and config; says what there is for this plugin, or None. Must create nothing. Its answer is
    `context.<namespace>` of `refrakt.detect`."""
    missing: RefraktError | None = None
    """What to answer where the detector found nothing and one of the commands is called all the same."""
    watches: Sequence[str] = ()
    """Names of files and folders at the project's top whose coming and going changes what the detector says."""
    resources: Sequence[Resource] = ()
    prompts: Sequence[Prompt] = ()
    providers: Sequence[Provider] = ()
    envelope: Callable[[RefraktError], Mapping[str, Any]] | None = None
    """The shape of `structuredContent` of a failed call, for plugins whose clients expect one of their own."""
    instructions: str = ""
    """A sentence or two for agents, shown where the plugin has tools."""
    config_keys: Mapping[str, str] = field(default_factory=dict)
    """Keys of `refrakt.config.json` that belong to it, with what each means."""
