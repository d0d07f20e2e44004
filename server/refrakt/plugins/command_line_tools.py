"""Commands without an MCP handler, called as tools.

The input becomes command-line arguments, and the command runs in a child process: its output is the answer, and if it exits, only
that process does. `python -m refrakt.plugins.command_line_tools NAMESPACE COMMAND ARGUMENT…` is that process.
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
from refrakt.plugins.contract import Command

_OPTION = re.compile(r"[A-Za-z][\w-]*", re.ASCII)


def input_to_argv(values: Mapping[str, Any]) -> list[str]:
    """The arguments for an input: `args` unchanged, then an option for every other key."""
    arguments = _positional(values.get("args", []))
    for key, value in values.items():
        if key != "args":
            arguments += _option(key, value)
    for argument in arguments:
        if not _can_be_passed(argument):
            message = f"{argument[:40]!r} cannot be passed as an argument"
            raise RefraktError("INVALID_ARGS", message, "pass another value")
    return arguments


def _positional(value: Any) -> list[str]:
    if not isinstance(value, list) or not all(isinstance(each, str) for each in value):
        raise RefraktError("INVALID_ARGS", "`args` must be a list of strings", 'pass it as `["one", "two"]`')
    return list(value)


def _option(key: str, value: Any) -> Iterator[str]:
    if not _OPTION.fullmatch(key):
        message = f"`{key[:40]}` is not the name of an option"
        raise RefraktError("INVALID_ARGS", message, "use letters, digits, `-` and `_`, and start with a letter")
    if value is True:
        yield f"--{key}"
    elif isinstance(value, list) and not any(isinstance(each, list | dict) for each in value):
        for each in value:
            yield from _option_with_value(key, each)
    elif value is not None and value is not False:
        yield from _option_with_value(key, value)


def _option_with_value(key: str, value: Any) -> tuple[str, ...]:
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return (f"--{key}={text}",) if text.startswith("-") else (f"--{key}", text)


def _can_be_passed(argument: str) -> bool:
    """Whether it can be passed to a process: a lone surrogate cannot be encoded, and a zero byte ends an argument."""
    try:
        return b"\0" not in argument.encode()
    except UnicodeEncodeError:
        return False


async def run_command_process(namespace: str, command: Command, values: Mapping[str, Any], cwd: Path) -> Any:
    """Run a command in a child process. Its output is the answer: JSON, or else `{"raw": text}`."""
    import asyncio

    from refrakt.project.python_process import run_module

    arguments = input_to_argv(values)
    label = f"{namespace} {command.name}"
    cancelled = threading.Event()
    try:
        finished = await asyncio.to_thread(
            run_module, __name__, [namespace, command.name, *arguments], cwd, command.timeout, label, cancelled
        )
    finally:
        cancelled.set()
    if finished.code != 0:
        reason = f": {finished.errors}" if finished.errors else ""
        message = f"{label} exited with {finished.code}{reason}"
        raise RefraktError("CLI_INVOCATION_FAILED", message, "check the input against the description of the command")
    text = finished.output.strip()
    if not text:
        return None
    try:
        return json.loads(text)
    except ValueError:
        return {"raw": finished.output}


def main(arguments: list[str]) -> int:
    """Run one command of one plugin and return its exit code."""
    from refrakt.plugins.discovery import discover_plugins

    namespace, name, *rest = arguments
    found = discover_plugins(Path.cwd())
    commands = (command for plugin in found.plugins if plugin.namespace == namespace for command in plugin.commands)
    command = next((each for each in commands if each.name == name), None)
    if command is None:
        reasons = [each.message for each in found.warnings]
        sys.stderr.write("\n".join([f"unknown command {namespace} {name}", *reasons, ""]))
        return 1
    try:
        assert command.handler is not None, "only commands without `run` come here"
        result = command.handler(rest)
        if inspect.isawaitable(result):
            import asyncio

            result = asyncio.run(_await(result))
    except RefraktError as error:
        sys.stderr.write(f"{error.for_agent()}\n")
        return error.exit_code
    return result or 0


async def _await(result: Any) -> int | None:
    code: int | None = await result
    return code


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
