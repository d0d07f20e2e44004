"""The other side of `isolated`: `python -P -m refrakt.services.isolated_child` answers one call and ends.

A line of JSON comes in, a line of JSON goes out. The process ends with its standard input, so it cannot outlive its parent.
"""

from __future__ import annotations

import gc
import json
import os
import signal
import sys
import threading
from pathlib import Path
from typing import Any, BinaryIO

from refrakt.errors import RefraktError
from refrakt.project.editor_settings import InlayHints, Settings
from refrakt.project.index.reader_process import private_streams
from refrakt.project.workspace import Workspace
from refrakt.services.context import Context
from refrakt.services.json_payload import as_json
from refrakt.services.registry import load_service
from refrakt.truncation import shortened, size

MEMORY = 2 << 30
"""Limit of the address space, in bytes."""
_NICENESS = 19
_COLLECT_AFTER = 500_000


def main() -> None:
    source, sink = private_streams()
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the terminal sends it to the whole group; the parent decides
    _limit_memory()
    if hasattr(os, "nice"):
        os.nice(_NICENESS)
    gc.freeze()
    gc.set_threshold(_COLLECT_AFTER)
    request = json.loads(source.readline().decode("utf-8", "surrogatepass"))
    if hasattr(signal, "alarm"):
        signal.alarm(int(request["seconds"]) + 5)  # in case the parent is stopped
    threading.Thread(target=_end_with, args=(source,), daemon=True).start()
    sink.write(json.dumps(respond(request)).encode("ascii") + b"\n")
    sink.flush()
    os._exit(0)


def respond(request: dict[str, Any]) -> dict[str, Any]:
    """The answer to a request, or its error."""
    try:
        data = as_json(load_service(request["service"]).answer(_context(request), request["arguments"]))
        kept, cuts = shortened(data, request["limit"], size(data))
        return {"data": kept, "cuts": cuts}
    except RefraktError as error:
        code, message, hint, more = error.code, error.message, error.hint, error.data
    except MemoryError:
        message = f"{request['service']} needs more than {MEMORY >> 20:,} MB of memory for this text"
        code, hint, more = "TOO_LARGE", "Pass a smaller text, or a part of it.", None
    return {"error": {"code": code, "message": message, "hint": hint, "data": more}}


def _context(request: dict[str, Any]) -> Context:
    """The project with the buffers and settings of the parent."""
    workspace, root = Workspace(), Path(request["root"])
    settings = request["settings"]
    workspace.configure(Settings(**{**settings, "inlay_hints": InlayHints(**settings["inlay_hints"])}))
    for uri, path, text, version, language in request["buffers"]:
        workspace.open(uri, Path(path), text, version, language)
    project = workspace.refresh(root)
    return Context(project, workspace.snapshot, lambda: workspace.index(root), request["patience"])


def _limit_memory() -> None:
    if sys.platform != "win32":
        import resource

        _, hard = resource.getrlimit(resource.RLIMIT_AS)
        most = MEMORY if hard == resource.RLIM_INFINITY else min(MEMORY, hard)
        resource.setrlimit(resource.RLIMIT_AS, (most, hard))


def _end_with(source: BinaryIO) -> None:
    source.read()
    os._exit(0)


if __name__ == "__main__":
    main()
