"""Calls with large texts, answered in a child process.

Checking two megabytes takes seconds, which would block each keystroke in the editor's process. The child has a low priority and
limits of memory and time, and its memory is freed at its end.
"""

from __future__ import annotations

import contextlib
import json
import subprocess
import sys
import threading
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from refrakt.errors import RefraktError
from refrakt.project.files import LARGEST_PAGE
from refrakt.services.context import Context
from refrakt.services.json_payload import as_json
from refrakt.services.registry import Service
from refrakt.truncation import Cuts, shortened, size

THRESHOLD = 64 * 1024
"""Texts with more characters are checked in a child process; starting one takes as long as checking this many."""
_PATIENCE = 30.0
"""Seconds the child waits for its index of the pages, which starts from the cache."""
_MODULE = "refrakt.services.isolated_child"
_CREATION_FLAGS = 0
if sys.platform == "win32":
    _CREATION_FLAGS = subprocess.BELOW_NORMAL_PRIORITY_CLASS | subprocess.CREATE_NO_WINDOW


@dataclass(frozen=True, slots=True)
class Isolated:
    """An answer as plain data, with descriptions of what was cut."""

    data: Any
    cuts: Cuts


def is_heavy(service: Service, context: Context, arguments: Mapping[str, Any]) -> bool:
    """Whether to answer a call in a child process; not if it fails anyway, for its size or otherwise."""
    if service.text_size is None:
        return False
    try:
        return THRESHOLD < service.text_size(context, arguments) <= LARGEST_PAGE
    except (RefraktError, OSError, ValueError, TypeError):
        return False


def isolated_answer(
    service: Service, context: Context, arguments: Mapping[str, Any], limit: int, seconds: float
) -> Isolated:
    """The answer of the service, with at most `limit` characters, within `seconds`. Blocks: not on the event loop."""
    request = json.dumps(_request(service, context, arguments, limit, seconds), ensure_ascii=False)
    try:
        child = subprocess.Popen(
            # -P: import nothing from the current folder, which may be a hostile project.
            [sys.executable, "-P", "-m", _MODULE],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            creationflags=_CREATION_FLAGS,
        )
    except OSError:  # no other process can start: answer here
        data = as_json(service.answer(context, arguments))
        return Isolated(*shortened(data, limit, size(data)))
    line, late = _exchange(child, request.encode("utf-8", "surrogatepass"), seconds)
    if late:
        message = f"{service.name} took more than {seconds:g} seconds and was stopped"
        raise RefraktError("TOOL_TIMEOUT", message, "Pass a smaller text, or a part of it.")
    return _read(service, line)


def _exchange(child: subprocess.Popen[bytes], request: bytes, seconds: float) -> tuple[bytes, bool]:
    """Exchange one line each way; returns whether the child was stopped for exceeding the time."""
    assert child.stdin is not None
    assert child.stdout is not None
    late = threading.Event()

    def stop() -> None:
        late.set()
        child.kill()

    timer = threading.Timer(seconds, stop)
    timer.daemon = True
    timer.start()
    try:
        with contextlib.suppress(OSError):  # it has ended without an answer
            child.stdin.write(request + b"\n")
            child.stdin.flush()
        # Standard input stays open: the child ends when it closes.
        line = child.stdout.readline()
    finally:
        timer.cancel()
        child.kill()
        child.wait()
        for pipe in (child.stdin, child.stdout):
            with contextlib.suppress(OSError):
                pipe.close()
    return line, late.is_set() and not line.endswith(b"\n")


def _request(
    service: Service, context: Context, arguments: Mapping[str, Any], limit: int, seconds: float
) -> dict[str, Any]:
    root = context.project.root
    buffers = [
        (each.uri, str(path), each.document.text, each.version, each.language)
        for path, each in context.snapshot.paths.items()
        if path.is_relative_to(root)
    ]
    return {
        "service": service.name,
        "root": str(root),
        "arguments": dict(arguments),
        "settings": asdict(context.snapshot.settings),
        "buffers": buffers,
        "patience": _PATIENCE,
        "limit": limit,
        "seconds": seconds,
    }


def _read(service: Service, line: bytes) -> Isolated:
    try:
        answer = json.loads(line)
    except ValueError:
        message = f"{service.name} ended before it had an answer; it may have needed too much memory"
        raise RefraktError("TOO_LARGE", message, "Pass a smaller text, or a part of it.") from None
    if "error" in answer:
        error = answer["error"]
        raise RefraktError(error["code"], error["message"], error["hint"], data=error["data"])
    return Isolated(answer["data"], answer["cuts"])
