"""`serve-registry`: serves a folder as a registry on this machine, to try one out before it is hosted. Only in a shell."""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass
from pathlib import Path

from refrakt.plugins import Command, CommandContext, option, path_argument
from refrakt.plugins.message_quoting import quoted
from refrakt_forge.errors import forge_error, validation_failure
from refrakt_forge.schemas import COUNT, TEXT, Json, record

DEFAULT_PORT = 8750


@dataclass(frozen=True, slots=True, kw_only=True)
class ServeRegistryInput:
    directory: str = option(positional=True, metavar="DIR")
    """folder with a `registry.json`"""
    port: int = option(DEFAULT_PORT, minimum=0, maximum=65535)
    """port on 127.0.0.1; 0 for any free one"""


def serve_registry(query: ServeRegistryInput, context: CommandContext) -> Json:
    """Serve a folder until the user interrupts it."""
    from refrakt_forge.registries.static_server import HOST, INDEX, StaticServer

    folder = Path(os.path.realpath(path_argument(query.directory)))
    if not (folder / INDEX).is_file():
        message = f"{quoted(query.directory)} has no {INDEX}"
        raise validation_failure("directory", message, "pass the folder that contains the index of the registry")
    try:
        server = StaticServer(folder, query.port, _write)
    except OSError:
        raise forge_error(
            "NETWORK_ERROR", f"port {query.port} of {HOST} cannot be used", "pass another port with --port"
        ) from None
    _write(f"Serving {folder} at {server.url} (Ctrl+C stops it)")
    try:
        server.serve_forever()
    except KeyboardInterrupt:
        pass
    finally:
        server.server_close()
    return {"directory": str(folder), "url": server.url, "requests": server.requests}


def _write(line: str) -> None:
    sys.stderr.write(f"{line}\n")
    sys.stderr.flush()


COMMANDS = (
    Command(
        "serve-registry",
        "Serve a folder as a registry on 127.0.0.1, to try it out.",
        input=ServeRegistryInput,
        run=serve_registry,
        text=lambda result: f"Stopped after {result['requests']} requests.",
        output_schema=record(directory=TEXT, url=TEXT, requests=COUNT),
        read_only=True,
        expose=False,
    ),
)
