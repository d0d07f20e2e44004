"""The plugin API, and plugin discovery. A plugin imports this package, and `refrakt.runes` for its runes."""

from refrakt.command_input import option
from refrakt.errors import RefraktError
from refrakt.features.results import (
    CodeAction,
    CodeLens,
    CompletionItem,
    CompletionList,
    Definition,
    Hover,
    Location,
    RenameTarget,
    WorkspaceSymbol,
)
from refrakt.list_pages import page_of
from refrakt.markdoc.text_edit import TextEdit
from refrakt.markdoc.tree import Span
from refrakt.plugins.contract import (
    CliPlugin,
    CodeActionProvider,
    CodeLensProvider,
    Command,
    CommandContext,
    CompletionProvider,
    DefinitionProvider,
    HoverProvider,
    PageRenderer,
    ProblemProvider,
    Progress,
    ProjectFiles,
    Prompt,
    PromptArgument,
    Provider,
    ReferencesProvider,
    RenameProvider,
    Resource,
    ResourceContent,
    SourceFile,
    WorkspaceSymbolProvider,
)
from refrakt.plugins.discovered_plugins import DiscoveredPlugin, Discovery, PluginWarning, discover_plugins
from refrakt.plugins.shell_context import path_argument, shell_context
from refrakt.plugins.tool_content import (
    AudioContent,
    BinaryContent,
    ContentBlock,
    EmbeddedResource,
    ImageContent,
    ToolResult,
)
from refrakt.project.confinement import confined_path
from refrakt.project.disk_files import Applied, Disk, Text, make_folder, remove_file, writable_path
from refrakt.project.files import read_bytes, read_inside, read_with_status
from refrakt.project.folder_scan import FolderScan, files_below
from refrakt.project.folder_watch import FolderWatch
from refrakt.project.programs import find_program, search_path
from refrakt.project.workspace_edit import FileEdit, WorkspaceEdit
from refrakt.rules.problem import SEVERITIES, Fix, Problem, Related, Severity, safe_fix
from refrakt.rules.registry import Rule, by_subject, declare, load_rules, rule
from refrakt.truncation import short_answer

__all__ = [
    "SEVERITIES",
    "Applied",
    "AudioContent",
    "BinaryContent",
    "CliPlugin",
    "CodeAction",
    "CodeActionProvider",
    "CodeLens",
    "CodeLensProvider",
    "Command",
    "CommandContext",
    "CompletionItem",
    "CompletionList",
    "CompletionProvider",
    "ContentBlock",
    "Definition",
    "DefinitionProvider",
    "DiscoveredPlugin",
    "Discovery",
    "Disk",
    "EmbeddedResource",
    "FileEdit",
    "Fix",
    "FolderScan",
    "FolderWatch",
    "Hover",
    "HoverProvider",
    "ImageContent",
    "Location",
    "PageRenderer",
    "PluginWarning",
    "Problem",
    "ProblemProvider",
    "Progress",
    "ProjectFiles",
    "Prompt",
    "PromptArgument",
    "Provider",
    "ReferencesProvider",
    "RefraktError",
    "Related",
    "RenameProvider",
    "RenameTarget",
    "Resource",
    "ResourceContent",
    "Rule",
    "Severity",
    "SourceFile",
    "Span",
    "Text",
    "TextEdit",
    "ToolResult",
    "WorkspaceEdit",
    "WorkspaceSymbol",
    "WorkspaceSymbolProvider",
    "by_subject",
    "confined_path",
    "declare",
    "discover_plugins",
    "files_below",
    "find_program",
    "load_rules",
    "make_folder",
    "option",
    "page_of",
    "path_argument",
    "read_bytes",
    "read_inside",
    "read_with_status",
    "remove_file",
    "rule",
    "safe_fix",
    "search_path",
    "shell_context",
    "short_answer",
    "writable_path",
]
