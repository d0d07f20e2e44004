"""Calls with much text, answered in a process of their own.

Checking two megabytes takes seconds, and a Python process does one thing at a time: in the editor's process each keystroke would
wait. A process of its own has a low priority, a limit of memory and of time, and gives all of its memory back at its end.
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

from .context import Context
from .payload import as_json
from .registry import Service
from .shortening import Cuts, shortened

THRESHOLD = 64 * 1024
"""Texts of more characters are checked in a process of their own: starting one takes as long as checking so much."""
_PATIENCE = 30.0
"""Seconds the process waits for its own index of the pages, which begins with what the cache has."""
_MODULE = "refrakt.services.isolated_child"
_CREATION_FLAGS = 0
if sys.platform == "win32":
    _CREATION_FLAGS = subprocess.BELOW_NORMAL_PRIORITY_CLASS | subprocess.CREATE_NO_WINDOW


@dataclass(frozen=True, slots=True)
class Isolated:
    """An answer as plain data, with what was cut from it."""

    data: Any
    cuts: Cuts


def is_heavy(service: Service, context: Context, arguments: Mapping[str, Any]) -> bool:
    """Whether a call is to be answered in a process of its own. One that is refused anyhow, for its size or else, is not."""
    if service.text_size is None:
        return False
    try:
        return THRESHOLD < service.text_size(context, arguments) <= LARGEST_PAGE
    except (RefraktError, OSError, ValueError, TypeError):
        return False


def isolated_answer(
    service: Service, context: Context, arguments: Mapping[str, Any], limit: int, seconds: float
) -> Isolated:
    """What the service answers, with `limit` characters at most, within `seconds`. Blocks; not for the loop's thread."""
    request = json.dumps(_request(service, context, arguments, limit, seconds), ensure_ascii=False)
    try:
        child = subprocess.Popen(
            # -P: nothing is imported from the folder at hand, which may be a hostile project.
            [sys.executable, "-P", "-m", _MODULE],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            creationflags=_CREATION_FLAGS,
        )
    except OSError:  # no room for another process: answer here, slower for everybody
        data = as_json(service.answer(context, arguments))
        return Isolated(*shortened(data, limit, len(json.dumps(data, ensure_ascii=False, indent=2))))
    line, late = _exchange(child, request.encode("utf-8", "surrogatepass"), seconds)
    if late:
        message = f"{service.name} took more than {seconds:g} seconds and was stopped"
        raise RefraktError("TOOL_TIMEOUT", message, "Give a smaller text, or a part of it.")
    return _read(service, line)


def _exchange(child: subprocess.Popen[bytes], request: bytes, seconds: float) -> tuple[bytes, bool]:
    """One line each way; whether the child had to be stopped for being late."""
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
        with contextlib.suppress(OSError):  # it has ended; there is no answer then
            child.stdin.write(request + b"\n")
            child.stdin.flush()
        # Standard input stays open: its end tells the child that we are gone.
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
        raise RefraktError("TOOL_FAILED", message, "Give a smaller text, or a part of it.") from None
    if "error" in answer:
        error = answer["error"]
        raise RefraktError(error["code"], error["message"], error["hint"], data=error["data"])
    return Isolated(answer["data"], answer["cuts"])
