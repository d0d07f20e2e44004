"""The MCP clients that a server can be registered with: their config files, and what an entry looks like there.

Standard library only: `refrakt mcp`, which clients start, names the clients in its help.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

UNDERSCORES = ("--tool-names", "underscore")
"""Claude Desktop and Codex reject the names of tools with dots, others convert them. All accept underscores."""


@dataclass(frozen=True, slots=True)
class McpServer:
    """A server that a client starts as a module of Python."""

    name: str
    module: str
    arguments: tuple[str, ...] = ()
    environment: Mapping[str, str] = field(default_factory=dict)


REFRAKT = McpServer("refrakt", "refrakt", ("mcp", *UNDERSCORES))


@dataclass(frozen=True, slots=True)
class McpClient:
    """A client, and its config file."""

    name: str
    title: str
    file: str | None
    """The config file below the project; None if it is a file of the user."""
    key: str = "mcpServers"
    """The object or table of the servers."""
    fields: Mapping[str, str] = field(default_factory=dict)
    """What an entry has besides command, arguments and environment."""
    folder: str | None = "{project}"
    """The argument of `--cwd`; None if the client starts servers in the project. A client may replace variables in it."""

    @property
    def toml(self) -> bool:
        return self.file is not None and self.file.endswith(".toml")

    def path(self, root: Path) -> Path:
        """Its config file for a project."""
        return root / self.file if self.file is not None else _claude_desktop()

    def entry(self, server: McpServer, root: Path) -> dict[str, Any]:
        """The entry of a server of this project."""
        # -P: a folder `refrakt` in the working directory must not be imported.
        arguments = ["-P", "-m", server.module, *server.arguments]
        if self.folder is not None:
            arguments += ["--cwd", self.folder.replace("{project}", str(root))]
        environment = {"env": dict(server.environment)} if server.environment else {}
        return {"command": interpreter(), "args": arguments, **environment, **self.fields}

    def config(self, server: McpServer, root: Path) -> str:
        """The text of a config file with this server alone."""
        if self.toml:
            from refrakt.project.toml_edit import as_toml

            return as_toml((self.key, server.name), self.entry(server, root))
        from refrakt.project.json_edit import as_json

        return as_json({self.key: {server.name: self.entry(server, root)}}) + "\n"


STDIO = {"type": "stdio"}
CLIENTS: Mapping[str, McpClient] = {
    each.name: each
    for each in (
        McpClient("claude-desktop", "Claude Desktop", None),
        McpClient("claude-code", "Claude Code", ".mcp.json", fields=STDIO, folder=None),
        McpClient(
            "vscode", "VS Code", ".vscode/mcp.json", "servers", STDIO | {"cwd": "${workspaceFolder}"}, folder=None
        ),
        McpClient("cursor", "Cursor", ".cursor/mcp.json", fields=STDIO, folder="${workspaceFolder}"),
        McpClient("codex", "Codex", ".codex/config.toml", "mcp_servers"),
        McpClient("zed", "Zed", ".zed/settings.json", "context_servers"),
    )
}
"""The clients by name."""


def interpreter() -> str:
    """The absolute path of this Python. Links are kept: in a virtual environment it is one."""
    return os.path.abspath(sys.executable)


def _claude_desktop() -> Path:
    """The config file of Claude Desktop, where its documentation says."""
    if sys.platform == "darwin":
        folder = Path.home() / "Library" / "Application Support"
    elif sys.platform == "win32":
        folder = Path(os.environ.get("APPDATA") or Path.home() / "AppData" / "Roaming")
    else:
        folder = Path(os.environ.get("XDG_CONFIG_HOME") or Path.home() / ".config")
    return folder / "Claude" / "claude_desktop_config.json"
