"""`refrakt mcp --print-config` and `--install`: the registration of the server with an MCP client."""

from __future__ import annotations

from pathlib import Path

from refrakt.hosts.cli import standard_output
from refrakt.hosts.cli.confirmation import confirm
from refrakt.hosts.cli.exit_codes import PROBLEMS_FOUND, SUCCESS
from refrakt.hosts.cli.first_start import prepare_first_start
from refrakt.hosts.link.unsaved_buffers import refuse_unsaved
from refrakt.project.disk_files import Disk
from refrakt.project.mcp_clients import CLIENTS, REFRAKT
from refrakt.project.mcp_registration import registration


def print_config(name: str, root: Path) -> int:
    """Print the entry for a client."""
    client = CLIENTS[name]
    standard_output.write(client.config(REFRAKT, root))
    standard_output.write_error(f"Add this to {client.path(root)}; `refrakt mcp --install {name}` does it.")
    return SUCCESS


def install(name: str, root: Path, *, agreed: bool) -> int:
    """Write the entry into the config file of a client, after asking."""
    client = CLIENTS[name]
    found = registration(client, REFRAKT, root)
    if found.outcome == "keep":
        standard_output.write(f"{found.path} has the entry already.\n")
        return SUCCESS
    how = "a new file" if found.outcome == "create" else "keeps everything else, and a backup is made"
    standard_output.write(f"{client.title}: {found.path} ({how})\n\n{client.config(REFRAKT, root)}\n")
    if not confirm("Write this entry?", agreed):
        return PROBLEMS_FOUND
    with found.backed_up() as copy:
        Disk(found.root, refuse_unsaved).apply(found.changes)
    backup = f"; the file before is {copy}" if copy is not None else ""
    standard_output.write(f"Wrote {found.path}{backup}.\nRestart {client.title}, or reload its MCP servers.\n")
    prepare_first_start(root)
    return SUCCESS
