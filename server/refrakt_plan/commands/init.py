"""`plan init`: a plan for a project that has none.

It may be run again at any time: what is there stays as it is. For a person it also introduces the plan to the agents they
use; as a tool it makes the plan and names it in the config, and touches what belongs to an agent only when told which one.
"""

from __future__ import annotations

import argparse
import datetime
import os
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from refrakt.plugins import (
    Changes,
    Command,
    CommandContext,
    Files,
    RefraktError,
    confined_path,
    make_folder,
    shell_context,
    typed_path,
    writable_path,
)
from refrakt_plan.changing.files import (
    is_there,
    new_file,
    new_member,
    new_paragraph,
    refuse_control_characters,
    together,
)
from refrakt_plan.changing.starter import INSTRUCTIONS, examples, instructions, paragraph
from refrakt_plan.folder import VARIABLE, confined, inside, plan_folder, shown
from refrakt_plan.schemas import DIR, FLAG, TEXT, about, one_of, or_null, record, shape, some
from refrakt_plan.shell import CONFIG, Json, Words, answer, read_config
from refrakt_plan.vocabulary import TYPES

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
_SERVERS: Mapping[str, str] = {"claude": ".mcp.json", "cursor": ".cursor/mcp.json"}
"""The agents that start their servers themselves, and where each looks for their names."""


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
    """Make what is missing and tell what was made. Where anything is refused, no file is written."""
    from refrakt_plan.changing.locking import locked

    root, folder = options.root, options.folder
    if options.agent not in (None, NOBODY, *AGENTS):
        known = ", ".join((*AGENTS, NOBODY))
        raise RefraktError("INVALID_ARGS", f'Invalid agent "{options.agent}"', f"Use: {known}.")
    agent_files = _agent_files(options)
    _refuse_leading_out(options, agent_files)
    told = [path for path in agent_files if _is_news(path, root, folder, files)]
    make_folder(root, folder, within=folder)
    # The examples have ids, and somebody may be about to take one of them.
    with locked(folder):
        new = dict(_new_files(folder, files))
        server, server_added = _server(options, files)
        config, config_added = _config(options, files)
        paragraphs = (new_paragraph(path, paragraph(shown(root, folder)), files) for path in told)
        added = (*(new_file(path, text) for path, text in new.items()), *paragraphs, server_added, config_added)
        folders = [path for kind in TYPES.values() if not (path := folder / kind.folder).is_dir()]
        unsaved = files.apply(together(added), folder).unsaved
        for path in folders:
            make_folder(root, path, within=folder)
    result: Json = {
        "dir": shown(root, folder),
        "created": [*(f"{shown(root, path)}/" for path in folders), *(shown(root, path) for path in new)],
        "agentFilesUpdated": [shown(root, path) for path in told],
        "mcpWritten": server is not None,
        **({"mcpFile": shown(root, server)} if server is not None else {}),
        "refraktConfig": config,
    }
    return {**result, "unsaved": [shown(root, Path(each)) for each in unsaved]} if unsaved else result


def _refuse_leading_out(options: InitOptions, agent_files: Iterable[Path]) -> None:
    """Nothing at all is made where a part of it would be written through a link to another folder."""
    root, folder = options.root, options.folder
    refuse_control_characters(shown(root, folder))
    config = options.root / CONFIG if options.config else None
    for path in (*agent_files, _server_file(options), config):
        if path is not None:
            writable_path(root, path)
    writable_path(root, folder, within=folder)
    for kind in TYPES.values():
        writable_path(folder, folder / kind.folder)


def _new_files(folder: Path, files: Files) -> Iterator[tuple[Path, str]]:
    """The examples and instructions that are not there yet."""
    from refrakt_plan.reading.scanner import scan

    known = scan(folder, files).by_id
    examples_of_today = examples(datetime.datetime.now(datetime.UTC).date().isoformat())
    wanted = [(each.file, each.text) for each in examples_of_today if each.id not in known]
    for name, text in (*wanted, (INSTRUCTIONS, instructions())):
        if not is_there(folder / name, files):
            yield folder / name, text


def _agent_files(options: InitOptions) -> list[Path]:
    if options.agent == NOBODY:
        return []
    if options.agent is not None:
        path = options.root / AGENTS[options.agent]
        if path.is_dir():
            message = f"{AGENTS[options.agent]} is a folder"
            raise RefraktError("INVALID_ARGS", message, f"Use `{NOBODY}`, and tell the agent yourself.")
        return [path]
    found = [path for name in (*AGENTS.values(), _SHARED) if (path := options.root / name).is_file()]
    # Many agents read one file where one of the names is a link to another.
    return list({path.resolve(): path for path in reversed(found)}.values())[::-1]


def _is_news(path: Path, root: Path, folder: Path, files: Files) -> bool:
    """Whether a file does not speak of the plan yet."""
    try:
        return f"{shown(root, folder)}/{INSTRUCTIONS}" not in files.read(path).text
    except RefraktError:
        return True


def _server(options: InitOptions, files: Files) -> tuple[Path | None, Changes]:
    """Name the server to an agent that starts it itself; the file, if it is not named there already."""
    path = _server_file(options)
    if path is None:
        return None, Changes()
    server = {"command": "refrakt", "args": ["mcp"]}
    outcome, changes = new_member(path, ("mcpServers", "refrakt"), server, files)
    return path if outcome in ("created", "extended") else None, changes


def _server_file(options: InitOptions) -> Path | None:
    introduced = "claude" if (options.root / AGENTS["claude"]).is_file() else NOBODY
    name = _SERVERS.get(options.agent or introduced) if options.servers else None
    return options.root / name if name is not None else None


def _config(options: InitOptions, files: Files) -> tuple[Json | None, Changes]:
    """Name the folder in the config, unless it says something about the plan already."""
    if not options.config:
        return None, Changes()
    if confined_path(options.root, options.folder) is None:
        message = f"{CONFIG} cannot name a folder outside of the project; name it with `--dir` or `{VARIABLE}`"
        return {"action": "skipped", "path": CONFIG, "message": message}, Changes()
    name = Path(os.path.relpath(options.folder, options.root)).as_posix()
    action, added = new_member(options.root / CONFIG, ("plan",), {"dir": name}, files)
    messages = {
        "created": f"{CONFIG} was made and names {name}",
        "extended": f"{CONFIG} now names {name}",
        "preserved": f"{CONFIG} has a `plan` already",
        "skipped": f"{CONFIG} is not a JSON object and was left alone",
    }
    return {"action": action, "path": CONFIG, "message": messages[action]}, added


# The command line ---------------------------------------------------------------------------------------------------


def handle(words: list[str]) -> int:
    parser = Words("init", _ABOUT)
    parser.add_argument("--project-root", metavar="DIR", help="the project's folder")
    parser.add_argument(
        "--agent",
        metavar="AGENT",
        help=f"tell this agent: {', '.join(AGENTS)} or {NOBODY} (default: those with a file)",
    )
    parser.add_argument("--no-mcp", action="store_true", help="leave .mcp.json alone")
    parser.add_argument("--no-config", action="store_true", help=f"leave {CONFIG} alone")
    parser.add_argument("--minimal", action="store_true", help="only make the plan folder")
    return answer(parser, words, _from_words, _as_text)


def _from_words(given: argparse.Namespace, context: CommandContext) -> Json:
    if given.project_root is not None:
        context = shell_context(_existing(typed_path(given.project_root)))
    root = context.cwd
    options = InitOptions(
        root,
        plan_folder(root, context.config, given.dir),
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
    made = [*result["created"], *result["agentFilesUpdated"], *([result["mcpFile"]] if result["mcpWritten"] else [])]
    config = result["refraktConfig"]
    if config and config["action"] in ("created", "extended"):
        made.append(config["path"])
    left = [config["message"]] if config and config["action"] == "skipped" else []
    if not made:
        return "\n".join([f"{result['dir']} is set up already; nothing changed.", *left])
    start = f"`refrakt plan next` tells what to start on; {result['dir']}/{INSTRUCTIONS} the rest."
    return "\n".join([*made, "", start, *left])


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


_ANSWER = record(
    dir=TEXT,
    created=some(TEXT),
    agentFilesUpdated=some(TEXT),
    mcpWritten=FLAG,
    refraktConfig=or_null(record(action=TEXT, path=TEXT, message=TEXT)),
)

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
    output_schema={**_ANSWER, "properties": {**_ANSWER["properties"], "unsaved": some(TEXT)}},
    mcp_handler=call,
    idempotent=True,
    everywhere=True,
)
