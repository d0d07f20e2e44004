"""`version`: who answers, and which protocols it speaks."""

from __future__ import annotations

import platform
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from refrakt import __version__

from .context import Context
from .payload import SHAPE, Nothing
from .registry import service

PROTOCOLS = ("2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25", "2026-07-28")
"""The versions of MCP that are served, oldest first."""


@dataclass(frozen=True, slots=True)
class Version:
    """What is running."""

    __pydantic_config__: ClassVar[Mapping[str, Any]] = SHAPE

    server: str
    version: str
    protocol: list[str]
    """Versions of MCP, oldest first."""
    python: str


def _text(answer: Version) -> str:
    return f"{answer.server} {answer.version} (Python {answer.python}, MCP {', '.join(answer.protocol)})\n"


@service("refrakt.version", cli="version", text=_text)
def version(context: Context, query: Nothing) -> Version:
    """Version of refrakt and of the protocols it speaks."""
    return Version("refrakt", __version__, list(PROTOCOLS), platform.python_version())
