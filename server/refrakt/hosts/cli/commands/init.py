"""`refrakt init`: set up a folder. Shows what was recognised and what would be written, and asks before it writes."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path

from refrakt.errors import RefraktError
from refrakt.hosts.cli import standard_output
from refrakt.hosts.cli.argument_parser import Parser
from refrakt.hosts.cli.confirmation import confirm
from refrakt.hosts.cli.exit_codes import PROBLEMS_FOUND, SUCCESS
from refrakt.hosts.cli.first_start import prepare_first_start
from refrakt.project.mcp_clients import CLIENTS
from refrakt.services.project_setup import ProjectSetup, SetupOptions, project_setup, setup_root


def run(argv: Sequence[str], prog: str) -> int:
    parsed = command_parser(prog).read(argv)
    root = setup_root(Path.cwd())
    setup = project_setup(root, SetupOptions(parsed.plan, parsed.mcp, parsed.ci is not None))
    standard_output.write(_overview(setup))
    if not setup.writes:
        standard_output.write("\nNothing to write.\n")
        return SUCCESS
    if not confirm("\nWrite this?", parsed.yes):
        return PROBLEMS_FOUND
    backup = _write(setup)
    if backup is not None:
        standard_output.write(f"\nThe file before is {backup}.\n")
    standard_output.write("\nDone. `refrakt check` checks the pages, `refrakt preview` shows them.\n")
    if setup.registration is not None:
        prepare_first_start(root)
    return SUCCESS


def command_parser(prog: str) -> Parser:
    parser = Parser(
        prog,
        "Set up a folder: a small site where there is none, and the parts that the options name. Existing files are "
        "kept. Shows what it would write, and asks first.",
    )
    parser.add_argument("--yes", action="store_true", help="do not ask")
    parser.add_argument("--plan", action="store_true", help="create a plan, as `refrakt plan init` does")
    names = ", ".join(CLIENTS)
    parser.add_argument("--mcp", metavar="CLIENT", choices=CLIENTS, help=f"register with an MCP client: {names}")
    parser.add_argument(
        "--ci", metavar="SERVICE", choices=["github"], help="add a workflow that runs `refrakt check`: github"
    )
    return parser


def _overview(setup: ProjectSetup) -> str:
    """What was recognised, and a table of the steps."""
    lines = [f"{setup.root}", *(f"  {each}" for each in setup.found)]
    if setup.steps:
        width = max(len(each.path) for each in setup.steps)
        lines += ["", *(f"  {each.action:<6}  {each.path:<{width}}  {each.about}" for each in setup.steps)]
    return "".join(f"{line.rstrip()}\n" for line in lines)


def _write(setup: ProjectSetup) -> Path | None:
    """Write everything or nothing; the backup of a changed file is returned."""
    from refrakt.hosts.link.unsaved_buffers import refuse_unsaved
    from refrakt.project.file_transaction import transaction

    registered = setup.registration
    changing = transaction(setup.root, setup.changes, registered.within if registered is not None else None)
    refuse_unsaved(setup.root, setup.changes)
    with ExitStack() as undone:
        backup = undone.enter_context(registered.backed_up()) if registered is not None else None
        undone.enter_context(changing.written())
        if setup.creates_plan:
            _create_plan(setup.root)
    return backup


def _create_plan(root: Path) -> None:
    """Run `init` of the plugin that has the plan."""
    from refrakt.hosts.link.unsaved_buffers import refuse_unsaved
    from refrakt.plugins.discovery import discover_plugins
    from refrakt.plugins.shell_context import command_invocation, shell_context

    plugins = (each.plugin for each in discover_plugins(root).plugins if each.namespace == "plan")
    commands = (each for plugin in plugins if plugin is not None for each in plugin.commands)
    command = next((each for each in commands if each.name == "init"), None)
    if command is None or command.run is None or command.input is None:
        message = "the plugin of the plan cannot create one"
        raise RefraktError("PLUGIN_LOAD_FAILED", message, "Run `refrakt plugins list`.")
    with command_invocation(root, refuse_unsaved):
        command.run(command.input(no_mcp=True), shell_context(root))
