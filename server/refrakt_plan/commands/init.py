"""`plan init`: create a plan in a project.

Can be repeated: existing files stay as they are. In a shell it also adds the plan to the instructions of the agents in use; as a
tool it only creates the plan and its entry in the config, unless an agent is named.
"""

from __future__ import annotations

import contextlib
import datetime
import os
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from refrakt.plugins import (
    Command,
    CommandContext,
    ProjectFiles,
    RefraktError,
    WorkspaceEdit,
    confined_path,
    make_folder,
    option,
    path_argument,
    shell_context,
    writable_path,
)
from refrakt_plan.command_line import CONFIG, Json, PlanInput, folder_of, read_config, terminal_text
from refrakt_plan.editing.config_edits import PACKAGE, add_to_config
from refrakt_plan.editing.file_edits import (
    append_paragraph,
    file_exists,
    merge_changes,
    new_file,
    refuse_control_characters,
)
from refrakt_plan.editing.starter_plan import INSTRUCTIONS, examples, instructions, paragraph
from refrakt_plan.plan_folder import VARIABLE, display_path, require_inside
from refrakt_plan.schemas import FLAG, TEXT, or_null, record, some
from refrakt_plan.vocabulary import TYPES

if TYPE_CHECKING:
    from refrakt.plugins.mcp_clients import McpClient

AGENTS: Mapping[str, str] = {
    "claude": "CLAUDE.md",
    "cursor": ".cursorrules",
    "copilot": ".github/copilot-instructions.md",
    "windsurf": ".windsurfrules",
    "cline": ".clinerules",
}
"""The instruction file of each agent."""
NO_AGENT = "none"
_SHARED = "AGENTS.md"
_CLIENTS: Mapping[str, str] = {"claude": "claude-code", "cursor": "cursor"}
"""The agents that start MCP servers themselves, with their names as MCP clients."""


@dataclass(frozen=True, slots=True, kw_only=True)
class InitInput(PlanInput):
    project_root: str | None = option(None, metavar="DIR", described=False)
    """folder of the project"""
    agent: str | None = option(None, choices=(*AGENTS, NO_AGENT))
    """agent whose instructions to extend; default: none, in a shell those with a file"""
    no_mcp: bool = option(False, agent=False)
    """do not change .mcp.json"""
    no_config: bool = False
    """do not change refrakt.config.json"""
    minimal: bool = option(False, agent=False)
    """only create the plan folder"""


@dataclass(frozen=True, slots=True)
class _Setup:
    """Where to create the plan, and what else to change."""

    root: Path
    folder: Path
    agent: str | None
    """One agent, `none`, or None for those with a file."""
    config: bool
    servers: bool


def run_init(query: InitInput, context: CommandContext) -> Json:
    """Create what is missing and return it; writes nothing if anything is invalid."""
    from refrakt_plan.editing.plan_lock import write_lock

    context = _project(query, context)
    minimal = query.minimal
    options = _Setup(
        context.cwd,
        folder_of(query, context),
        query.agent or (None if context.shell and not minimal else NO_AGENT),
        config=not (query.no_config or minimal),
        servers=context.shell and not (query.no_mcp or minimal),
    )
    root, folder, files = options.root, options.folder, context.files
    agent_files = _agent_files(options)
    _refuse_leading_out(options, agent_files)
    extended = [path for path in agent_files if not _mentions_plan(path, root, folder, files)]
    is_new = make_folder(root, folder, within=folder)
    try:
        # No other process may take an id of the examples meanwhile.
        with write_lock(folder):
            new = dict(_new_files(folder, files))
            server, server_added = _server(options, files)
            config, config_added = _config(options, files)
            paragraphs = (append_paragraph(path, paragraph(display_path(root, folder)), files) for path in extended)
            added = (*(new_file(path, text) for path, text in new.items()), *paragraphs, server_added, config_added)
            folders = [path for kind in TYPES.values() if not (path := folder / kind.folder).is_dir()]
            unsaved = files.apply(merge_changes(added), folder).unsaved
            for path in folders:
                make_folder(root, path, within=folder)
    except RefraktError:
        if is_new:
            with contextlib.suppress(OSError):  # it is not empty
                folder.rmdir()
        raise
    result: Json = {
        "dir": display_path(root, folder),
        "created": [*(f"{display_path(root, path)}/" for path in folders), *(display_path(root, path) for path in new)],
        "agentFilesUpdated": [display_path(root, path) for path in extended],
        "mcpWritten": server is not None,
        **({"mcpFile": display_path(root, server)} if server is not None else {}),
        "refraktConfig": config,
    }
    return {**result, "unsaved": [display_path(root, Path(each)) for each in unsaved]} if unsaved else result


def _refuse_leading_out(options: _Setup, agent_files: Iterable[Path]) -> None:
    """Raise if a part would be written through a link out of the project."""
    root, folder = options.root, options.folder
    refuse_control_characters(display_path(root, folder))
    config = options.root / CONFIG if options.config else None
    client = _client(options)
    for path in (*agent_files, client.path(root) if client is not None else None, config):
        if path is not None:
            writable_path(root, path)
    writable_path(root, folder, within=folder)
    for kind in TYPES.values():
        writable_path(folder, folder / kind.folder)


def _new_files(folder: Path, files: ProjectFiles) -> Iterator[tuple[Path, str]]:
    """The missing examples and instructions."""
    from refrakt_plan.scanner.plan_scanner import scan

    existing = scan(folder, files).by_id
    examples_of_today = examples(datetime.datetime.now(datetime.UTC).date().isoformat())
    wanted = [(each.file, each.text) for each in examples_of_today if each.id not in existing]
    for name, text in (*wanted, (INSTRUCTIONS, instructions())):
        if not file_exists(folder / name, files):
            yield folder / name, text


def _agent_files(options: _Setup) -> list[Path]:
    if options.agent == NO_AGENT:
        return []
    if options.agent is not None:
        path = options.root / AGENTS[options.agent]
        if path.is_dir():
            message = f"{AGENTS[options.agent]} is a folder"
            raise RefraktError("INVALID_ARGS", message, f"Pass `{NO_AGENT}`, and extend the instructions yourself.")
        return [path]
    found = [path for name in (*AGENTS.values(), _SHARED) if (path := options.root / name).is_file()]
    # Several names may be links to one file.
    return list({path.resolve(): path for path in reversed(found)}.values())[::-1]


def _mentions_plan(path: Path, root: Path, folder: Path, files: ProjectFiles) -> bool:
    try:
        return f"{display_path(root, folder)}/{INSTRUCTIONS}" in files.read(path).text
    except RefraktError:
        return False


def _server(options: _Setup, files: ProjectFiles) -> tuple[Path | None, WorkspaceEdit]:
    """The config file of the agent that gets the MCP server as an entry, if it has none yet, and the change."""
    from refrakt.plugins.mcp_clients import REFRAKT, registration

    client = _client(options)
    if client is None:
        return None, WorkspaceEdit()
    try:
        found = registration(client, REFRAKT, options.root, files, keeps_entry=True)
    except RefraktError:
        return None, WorkspaceEdit()
    return found.path if found.outcome != "keep" else None, found.changes


def _client(options: _Setup) -> McpClient | None:
    from refrakt.plugins.mcp_clients import CLIENTS

    default = "claude" if (options.root / AGENTS["claude"]).is_file() else NO_AGENT
    name = _CLIENTS.get(options.agent or default) if options.servers else None
    return CLIENTS[name] if name is not None else None


def _config(options: _Setup, files: ProjectFiles) -> tuple[Json | None, WorkspaceEdit]:
    """The change that adds the folder to the config, unless it has a `plan` already."""
    if not options.config:
        return None, WorkspaceEdit()
    if confined_path(options.root, options.folder) is None:
        message = f"{CONFIG} cannot name a folder outside the project; use `--dir` or `{VARIABLE}`"
        return {"action": "skipped", "path": CONFIG, "message": message}, WorkspaceEdit()
    name = Path(os.path.relpath(options.folder, options.root)).as_posix()
    action, added = add_to_config(options.root / CONFIG, name, files)
    messages = {
        "created": f"created {CONFIG} with the plan in {name}",
        "extended": f"added the plan in {name}, or the package {PACKAGE}, to {CONFIG}",
        "preserved": f"{CONFIG} already has a `plan`",
        "skipped": f"{CONFIG} is not a JSON object; not changed",
    }
    return {"action": action, "path": CONFIG, "message": messages[action]}, added


def _project(query: InitInput, context: CommandContext) -> CommandContext:
    """The context of the project that the query names."""
    if query.project_root is None:
        return context
    if context.shell:
        return shell_context(_existing(path_argument(query.project_root)))
    root = _existing(require_inside(context.cwd, context.cwd / query.project_root))
    return replace(context, cwd=root, config=read_config(root / CONFIG))


def _existing(root: Path) -> Path:
    if not root.is_dir():
        raise RefraktError("INVALID_ARGS", f"no folder at {root}", "Pass an existing folder.")
    return root


def _as_text(result: Json) -> str:
    created = [*result["created"], *result["agentFilesUpdated"], *([result["mcpFile"]] if result["mcpWritten"] else [])]
    config = result["refraktConfig"]
    if config and config["action"] in ("created", "extended"):
        created.append(config["path"])
    skipped = [config["message"]] if config and config["action"] == "skipped" else []
    if not created:
        return "\n".join([f"{result['dir']} already exists; nothing changed", *skipped])
    start = f"`refrakt plan next` shows what to start; {result['dir']}/{INSTRUCTIONS} explains the rest."
    return "\n".join([*created, "", start, *skipped])


COMMAND = Command(
    "init",
    "Set up a plan folder with examples; keeps existing files.",
    input=InitInput,
    run=run_init,
    text=terminal_text(_as_text),
    output_schema=record(
        {"unsaved": some(TEXT)},
        dir=TEXT,
        created=some(TEXT),
        agentFilesUpdated=some(TEXT),
        mcpWritten=FLAG,
        refraktConfig=or_null(record(action=TEXT, path=TEXT, message=TEXT)),
    ),
    idempotent=True,
    everywhere=True,
)
