"""Registers an MCP server in the config file of a client.

The rest of the file stays as it is: other servers, unknown keys, comments. A file that cannot be parsed is not changed.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal, Protocol

from refrakt.errors import RefraktError
from refrakt.project.confined_writer import ConfinedWriter
from refrakt.project.disk_files import Disk, Text
from refrakt.project.file_transaction import as_refrakt_errors
from refrakt.project.json_edit import JsonEditError, merge_json, read_lenient
from refrakt.project.mcp_clients import McpClient, McpServer
from refrakt.project.toml_edit import TomlEditError, merge_toml, read_toml
from refrakt.project.workspace_edit import FileEdit, WorkspaceEdit
from refrakt.untrusted import LONGEST, word

_MOST_BACKUPS = 1000


@dataclass(frozen=True, slots=True)
class Registration:
    """The change that registers a server with a client."""

    client: McpClient
    path: Path
    """The config file of the client."""
    root: Path
    """The folder in which it may be written: the project, or that of the user's file."""
    outcome: Literal["create", "change", "keep"]
    changes: WorkspaceEdit = field(default_factory=WorkspaceEdit)

    @property
    def within(self) -> Path | None:
        """The folder of the user's file, which is outside of the project."""
        return self.path.parent if self.client.file is None else None

    @contextmanager
    def backed_up(self) -> Iterator[Path | None]:
        """Keep a copy of the file beside it, which is removed again if the block raises."""
        if self.outcome != "change":
            yield None
            return
        writer = ConfinedWriter(self.root)
        with as_refrakt_errors(str(self.path)):
            copy = writer.copy(self.path, _free_name(self.path))
        try:
            yield copy
        except BaseException:
            copy.unlink(missing_ok=True)
            raise


class _Files(Protocol):
    def read(self, path: Path) -> Text: ...


def registration(
    client: McpClient, server: McpServer, root: Path, files: _Files | None = None, *, keeps_entry: bool = False
) -> Registration:
    """How to register a server of a project. Raises `RefraktError` if the file of the client cannot be changed.

    An entry of this server gets the new command, and keeps what else it has; with `keeps_entry` it stays as it is.
    """
    path = client.path(root)
    folder = root if client.file is not None else path.parent
    with as_refrakt_errors(str(path)):
        ConfinedWriter(folder).file(path)
    if not os.path.lexists(path):
        created = WorkspaceEdit(created=((str(path), client.config(server, root)),))
        return Registration(client, path, folder, "create", created)
    before = (files or Disk(folder)).read(path)
    entry = client.entry(server, root)
    try:
        known = _entry(client, server, before.text)
        if client.toml:
            edits = merge_toml(before.text, (client.key, server.name), entry)
        else:
            edits = merge_json(before.text, {client.key: {server.name: entry}})
    except (JsonEditError, TomlEditError) as error:
        message = f"{word(str(path), LONGEST)} cannot be changed: {error}"
        hint = f"Fix the file, or add the entry for {client.title} yourself."
        raise RefraktError("VALIDATION_ERROR", message, hint) from error
    if isinstance(known, dict) and "url" in known:
        message = f"{word(str(path), LONGEST)} has an entry {server.name!r} with a `url`"
        raise RefraktError("VALIDATION_ERROR", message, "Remove or rename that entry first.")
    if not edits or (known is not None and keeps_entry):
        return Registration(client, path, folder, "keep")
    edit = FileEdit(str(path), before.text, edits, before.version)
    return Registration(client, path, folder, "change", WorkspaceEdit((edit,)))


def _entry(client: McpClient, server: McpServer, text: str) -> Any:
    """The entry of a server in the text of a config file; None if there is none."""
    data = read_toml(text) if client.toml else read_lenient(text)
    servers = data.get(client.key) if data is not None else None
    return servers.get(server.name) if isinstance(servers, dict) else None


def _free_name(path: Path) -> Path:
    """The name of a backup: `mcp.json.bak`, or with a number if that exists."""
    names = (f"{path.name}.bak{number or ''}" for number in range(_MOST_BACKUPS))
    return next(each for each in map(path.with_name, names) if not os.path.lexists(each))
