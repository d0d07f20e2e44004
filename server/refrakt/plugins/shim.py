"""Commands that only know the command line, called as tools.

The input becomes words, and the command runs in a process of its own: what it prints is its answer, and when it ends, only that
process does. `python -m refrakt.plugins.shim NAMESPACE COMMAND WORD…` is that process.
"""

from __future__ import annotations

import inspect
import json
import re
import sys
import threading
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from refrakt.errors import RefraktError

from .contract import Command

_KEY = re.compile(r"[A-Za-z][\w-]*", re.ASCII)


def input_to_argv(arguments: Mapping[str, Any]) -> list[str]:
    """The words that say what an input says: `args` as they are, then a switch for each other key."""
    words = _positional(arguments.get("args", []))
    for key, value in arguments.items():
        if key != "args":
            words += _switch(key, value)
    for word in words:
        if not _speakable(word):
            raise RefraktError("INVALID_ARGS", f"{word[:40]!r} cannot stand on a command line", "Give another value.")
    return words


def _positional(value: Any) -> list[str]:
    if not isinstance(value, list) or not all(isinstance(each, str) for each in value):
        raise RefraktError("INVALID_ARGS", "`args` must be a list of texts", 'Give it as ["one", "two"].')
    return list(value)


def _switch(key: str, value: Any) -> Iterator[str]:
    if not _KEY.fullmatch(key):
        message = f"`{key[:40]}` cannot be a switch of a command"
        raise RefraktError("INVALID_ARGS", message, "Use letters, digits, - and _, a letter first.")
    if value is True:
        yield f"--{key}"
    elif isinstance(value, list) and not any(isinstance(each, list | dict) for each in value):
        for each in value:
            yield from _pair(key, each)
    elif value is not None and value is not False:
        yield from _pair(key, value)


def _pair(key: str, value: Any) -> tuple[str, ...]:
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return (f"--{key}={text}",) if text.startswith("-") else (f"--{key}", text)


def _speakable(word: str) -> bool:
    """Whether it can be handed to a process: half a surrogate pair has no bytes, and a zero byte would end it."""
    try:
        return b"\0" not in word.encode()
    except UnicodeEncodeError:
        return False


async def run_shim(namespace: str, command: Command, arguments: Mapping[str, Any], cwd: Path) -> Any:
    """Run a command in a process of its own. What it prints is its answer: JSON, or else `{"raw": text}`."""
    import asyncio

    from .child import run_module

    words = input_to_argv(arguments)
    what = f"{namespace} {command.name}"
    cancelled = threading.Event()
    try:
        finished = await asyncio.to_thread(
            run_module, __name__, [namespace, command.name, *words], cwd, command.timeout, what, cancelled
        )
    finally:
        cancelled.set()
    if finished.code != 0:
        told = f": {finished.complaint}" if finished.complaint else ""
        message = f"{what} ended with {finished.code}{told}"
        raise RefraktError("CLI_INVOCATION_FAILED", message, f"`refrakt {what} --help` tells what it takes.")
    text = finished.output.strip()
    if not text:
        return None
    try:
        return json.loads(text)
    except ValueError:
        return {"raw": finished.output}


def main(words: list[str]) -> int:
    """Run one command of one plugin and return its exit code."""
    from .discovery import discover_plugins

    namespace, name, *rest = words
    found = discover_plugins(Path.cwd())
    commands = (command for plugin in found.plugins if plugin.namespace == namespace for command in plugin.commands)
    command = next((each for each in commands if each.name == name), None)
    if command is None:
        reasons = [each.message for each in found.warnings]
        sys.stderr.write("\n".join([f"there is no command {namespace} {name} here", *reasons, ""]))
        return 1
    try:
        result = command.handler(rest)
        if inspect.isawaitable(result):
            import asyncio

            result = asyncio.run(_awaited(result))
    except RefraktError as error:
        sys.stderr.write(f"{error}\n")
        return error.exit_code
    return result or 0


async def _awaited(result: Any) -> int | None:
    code: int | None = await result
    return code


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
