"""`plan init`: a plan for a project that has none.

It may be run again at any time: what is there stays as it is. For a person it also introduces the plan to the agents they
use; as a tool it makes the plan and names it in the config, and touches what belongs to an agent only when told which one.
"""

from __future__ import annotations

import argparse
import datetime
import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from refrakt.plugins import Command, CommandContext, Files, RefraktError
from refrakt_plan.folder import confined, inside, plan_folder, shown
from refrakt_plan.schemas import DIR, FLAG, TEXT, about, one_of, or_null, record, shape, some
from refrakt_plan.shell import CONFIG, Json, Words, answer, read_config
from refrakt_plan.starter import INSTRUCTIONS, examples, instructions, paragraph
from refrakt_plan.vocabulary import TYPES
from refrakt_plan.writing import append, create, extend_json, make_folder, unsaved

_ABOUT = "Set up a plan folder with examples; keeps what is there."
AGENTS: Mapping[str, str] = {
    "claude": "CLAUDE.md",
    "cursor": ".cursorrules",
    "copilot": ".github/copilot-instructions.md",
    "windsurf": ".windsurfrules",
    "cline": ".clinerules",
}
"""The file each agent reads first."""
NOBODY = "none"
_SHARED = "AGENTS.md"
_SERVERS = ".mcp.json"
_READ_SERVERS = ("claude", "cursor")
"""The agents that look for their servers in `.mcp.json`."""


@dataclass(frozen=True, slots=True)
class InitOptions:
    root: Path
    """The project's folder."""
    folder: Path
    agent: str | None = None
    """Whom to tell: one agent, `none`, or, without it, those who have a file here already."""
    config: bool = True
    servers: bool = True
    """Whether `.mcp.json` may be written."""


def run_init(options: InitOptions, files: Files) -> Json:
    """Make what is missing and tell what was made."""
    root, folder = options.root, options.folder
    if options.agent not in (None, NOBODY, *AGENTS):
        known = ", ".join((*AGENTS, NOBODY))
        raise RefraktError("INVALID_ARGS", f'Invalid agent "{options.agent}"', f"Use: {known}.")
    told = [path for path in _agent_files(options) if _is_news(path, root, folder)]
    servers = root / _SERVERS if options.servers and _wants_servers(options) else None
    config = root / CONFIG if options.config else None
    unsaved([*told, *filter(None, (servers, config))], files)
    created = [shown(root, path) + ("/" if path.is_dir() else "") for path in _make(folder, files)]
    for path in told:
        append(path, paragraph(shown(root, folder)))
    return {
        "dir": shown(root, folder),
        "created": created,
        "agentFilesUpdated": [shown(root, path) for path in told],
        "mcpWritten": servers is not None and _add_server(servers),
        "refraktConfig": _configure(config, root, folder) if config else None,
    }


def _make(folder: Path, files: Files) -> Iterator[Path]:
    """Folders, examples and instructions; yields each that was not there."""
    from refrakt_plan.scanner import scan

    known = scan(folder, files).by_id if folder.is_dir() else {}
    for kind in TYPES.values():
        if make_folder(folder / kind.folder, folder):
            yield folder / kind.folder
    for example in examples(datetime.datetime.now(datetime.UTC).date().isoformat()):
        if example.id not in known and create(folder / example.file, example.text, folder):
            yield folder / example.file
    if create(folder / INSTRUCTIONS, instructions(), folder):
        yield folder / INSTRUCTIONS


def _agent_files(options: InitOptions) -> list[Path]:
    if options.agent == NOBODY:
        return []
    if options.agent is not None:
        path = options.root / AGENTS[options.agent]
        if path.is_dir():
            message = f"{AGENTS[options.agent]} is a folder"
            raise RefraktError("INVALID_ARGS", message, f"Use `{NOBODY}`, and tell the agent yourself.")
        return [path]
    return [path for name in (*AGENTS.values(), _SHARED) if (path := options.root / name).is_file()]


def _is_news(path: Path, root: Path, folder: Path) -> bool:
    """Whether a file does not speak of the plan yet."""
    try:
        return f"{shown(root, folder)}/{INSTRUCTIONS}" not in path.read_text("utf-8", "replace")
    except OSError:
        return True


def _wants_servers(options: InitOptions) -> bool:
    if options.agent is None:
        return (options.root / AGENTS["claude"]).is_file()
    return options.agent in _READ_SERVERS


def _add_server(path: Path) -> bool:
    """Name the server to agents that start it themselves; one that is named already is left alone."""
    server = {"command": "refrakt", "args": ["mcp"]}
    return extend_json(path, ("mcpServers", "refrakt"), server) in ("created", "extended")


def _configure(path: Path, root: Path, folder: Path) -> Json:
    """Name the folder in the config, unless it says something about the plan already."""
    name = Path(os.path.relpath(folder, root)).as_posix()
    action = extend_json(path, ("plan",), {"dir": name})
    messages = {
        "created": f"{CONFIG} was made and names {name}",
        "extended": f"{CONFIG} now names {name}",
        "preserved": f"{CONFIG} has a `plan` already",
        "skipped": f"{CONFIG} is not a JSON object and was left alone",
    }
    return {"action": action, "path": shown(root, path), "message": messages[action]}


# The command line ---------------------------------------------------------------------------------------------------


def handle(words: list[str]) -> int:
    parser = Words("init", _ABOUT)
    parser.add_argument("--project-root", metavar="DIR", help="the project's folder")
    parser.add_argument(
        "--agent",
        metavar="AGENT",
        help=f"tell this agent: {', '.join(AGENTS)} or {NOBODY} (default: those with a file)",
    )
    parser.add_argument("--no-mcp", action="store_true", help=f"leave {_SERVERS} alone")
    parser.add_argument("--no-config", action="store_true", help=f"leave {CONFIG} alone")
    parser.add_argument("--minimal", action="store_true", help="only make the plan folder")
    return answer(parser, words, _from_words, _as_text)


def _from_words(given: argparse.Namespace, context: CommandContext) -> Json:
    root, config = context.cwd, context.config
    if given.project_root is not None:
        root = _existing(Path.cwd() / given.project_root)
        config = read_config(root / CONFIG)
    options = InitOptions(
        root,
        plan_folder(root, config, given.dir),
        given.agent or (NOBODY if given.minimal else None),
        not (given.no_config or given.minimal),
        not (given.no_mcp or given.minimal),
    )
    return run_init(options, context.files)


def _existing(root: Path) -> Path:
    if not root.is_dir():
        raise RefraktError("INVALID_ARGS", f"there is no folder {root}", "Give a folder that exists.")
    return root


def _as_text(result: Json) -> str:
    made = [*result["created"], *result["agentFilesUpdated"], *([_SERVERS] if result["mcpWritten"] else [])]
    config = result["refraktConfig"]
    if config and config["action"] in ("created", "extended"):
        made.append(config["path"])
    if not made:
        return f"{result['dir']} is set up already; nothing changed."
    return "\n".join(
        [*made, "", f"`refrakt plan next` tells what to start on; {result['dir']}/{INSTRUCTIONS} the rest."]
    )


# The tool -----------------------------------------------------------------------------------------------------------


def call(given: Mapping[str, Any], context: CommandContext) -> Json:
    root, config = context.cwd, context.config
    if "projectRoot" in given:
        root = _existing(confined(root, root / given["projectRoot"]))
        config = read_config(root / CONFIG)
    options = InitOptions(
        root,
        inside(root, config, given.get("dir")),
        given.get("agent") or NOBODY,
        not given.get("noConfig"),
        servers=False,
    )
    return run_init(options, context.files)


COMMAND = Command(
    "init",
    _ABOUT,
    handle,
    input_schema=shape(
        {
            "dir": DIR,
            "projectRoot": TEXT,
            "agent": one_of((*AGENTS, NOBODY), "Whose instructions to add a paragraph to. Default: none."),
            "noConfig": about(FLAG, f"Leave {CONFIG} alone."),
        }
    ),
    output_schema=record(
        dir=TEXT,
        created=some(TEXT),
        agentFilesUpdated=some(TEXT),
        mcpWritten=FLAG,
        refraktConfig=or_null(record(action=TEXT, path=TEXT, message=TEXT)),
    ),
    mcp_handler=call,
    idempotent=True,
    everywhere=True,
)
