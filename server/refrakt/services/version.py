"""`version`: the version of refrakt and of its protocols."""

from __future__ import annotations

import platform
from dataclasses import dataclass

from refrakt import __version__
from refrakt.command_input import NoInput
from refrakt.services.context import Context
from refrakt.services.json_payload import JsonPayload
from refrakt.services.registry import service

PROTOCOLS = ("2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25", "2026-07-28")
"""The supported versions of MCP, oldest first."""


@dataclass(frozen=True, slots=True)
class VersionInfo(JsonPayload):
    """The running versions."""

    server: str
    version: str
    protocol: list[str]
    """Versions of MCP, oldest first."""
    python: str


def _text(answer: VersionInfo) -> str:
    return f"{answer.server} {answer.version} (Python {answer.python}, MCP {', '.join(answer.protocol)})\n"


@service("refrakt.version", cli="version", text=_text)
def version(context: Context, query: NoInput) -> VersionInfo:
    """Show the versions of refrakt and of the protocols it supports."""
    return VersionInfo("refrakt", __version__, list(PROTOCOLS), platform.python_version())
