"""The command lines that start an MCP host, for the relay. Standard library only: `refrakt mcp` must start at once."""

from __future__ import annotations

import sys


def host_command(kind: str) -> list[str]:
    """The command that starts a `headless` or a `private` host."""
    # -P: the working directory is the project's folder, and nothing may be imported from there.
    module = {"headless": "headless_host", "private": "single_client_host"}[kind]
    return [sys.executable, "-P", "-m", f"{__package__}.{module}"]
