"""Calls of plugin code: every call gets an answer, and the process survives."""

from __future__ import annotations

import asyncio
import logging
import os
import subprocess
import sys
import threading
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from pydantic import BaseModel, ConfigDict, Field

from refrakt.errors import RefraktError
from refrakt.plugins import plugin_calls
from refrakt.plugins.contract import CliPlugin, Command, CommandContext
from refrakt.plugins.plugin_calls import call_tool, disabled_by, run

SHORT = 0.1


def tool(handler: Callable[..., Any], **more: Any) -> tuple[CliPlugin, Command]:
    command = Command("sow", "Sow.", lambda argv: None, mcp_handler=handler, **more)
    return CliPlugin("garden", [command]), command


async def call(
    handler: Callable[..., Any], context: CommandContext, arguments: dict[str, Any] | None = None, **more: Any
) -> Any:
    plugin, command = tool(handler, **more)
    return await call_tool(plugin, command, arguments or {}, context)


async def refused(handler: Callable[..., Any], context: CommandContext, **more: Any) -> RefraktError:
    with pytest.raises(RefraktError) as caught:
        await call(handler, context, **more)
    assert caught.value.hint
    return caught.value


# Answers --------------------------------------------------------------------------------------------------------------


class Plants(BaseModel):
    next_id: str | None = Field(default=None, alias="nextId")


@pytest.mark.parametrize(
    ("value", "answer"),
    [
        ({"a": [1, None]}, {"a": [1, None]}),
        (["a"], ["a"]),
        ({1: ("a", "b")}, {"1": ["a", "b"]}),
        ("text", "text"),
        (None, None),
        (Plants(nextId="x"), {"nextId": "x"}),
        (Plants(), {"nextId": None}),
    ],
)
async def test_answers_are_plain_data(context: CommandContext, value: Any, answer: Any) -> None:
    async def later(arguments: Any, _: CommandContext) -> Any:
        return value

    assert await call(lambda arguments, _: value, context) == answer
    assert await call(later, context) == answer


@pytest.mark.parametrize("value", [{1, 2}, 3, {"a": object()}, {"a": float("nan")}, b"x"])
async def test_a_result_that_is_not_json_fails(context: CommandContext, value: Any) -> None:
    error = await refused(lambda arguments, _: value, context)
    assert error.code == "TOOL_FAILED"
    assert "not JSON" in error.message


async def test_the_handler_gets_its_input_and_the_context(context: CommandContext) -> None:
    observed: list[Any] = []
    await call(lambda *arguments: observed.append(arguments), context, {"month": 3})
    assert observed == [({"month": 3}, context)]


# Input ----------------------------------------------------------------------------------------------------------------


class Sowing(BaseModel):
    model_config = ConfigDict(extra="forbid")
    month: int = Field(ge=1, le=12)
    bed_name: str = Field(default="", alias="bedName")
    kind: str = Field(default="seed", json_schema_extra={"enum": ["seed", "bulb"]}, pattern="^(seed|bulb)$")


SCHEMA = {
    "type": "object",
    "properties": {
        "month": {"type": "integer", "minimum": 1},
        "kind": {"enum": ["seed", "bulb"]},
        "bed": {"type": "object", "properties": {"name": {"type": "string"}}, "additionalProperties": False},
    },
    "required": ["month"],
    "additionalProperties": False,
}


async def test_a_model_makes_the_input(context: CommandContext) -> None:
    answer = await call(lambda arguments, _: [type(arguments).__name__, arguments.month, arguments.bed_name], context,
                        {"month": 3, "bedName": "north"}, input_model=Sowing)  # fmt: skip
    assert answer == ["Sowing", 3, "north"]


@pytest.mark.parametrize("shape", [{"input_model": Sowing}, {"input_schema": SCHEMA}], ids=["model", "schema"])
@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        ({}, ["missing field `month`"]),
        ({"mnth": 3}, ["unknown field `mnth`; did you mean 'month'?", "missing field `month`"]),
        ({"month": "soon"}, ["`month`", "integer"]),
        ({"month": 0}, ["`month`"]),
        ({"month": 3, "kind": "tree"}, ["`kind`", "seed", "bulb"]),
    ],
)
async def test_input_is_checked_before_anything_runs(
    context: CommandContext, shape: dict[str, Any], arguments: dict[str, Any], expected: list[str]
) -> None:
    ran: list[Any] = []
    error = await refused(lambda *arguments: ran.append(arguments), context, arguments=arguments, **shape)
    assert error.code == "INVALID_ARGS"
    assert [each for each in expected if each not in error.message] == []
    assert ran == []
    assert disabled_by("garden") is None


async def test_unknown_keys_are_reported_at_any_depth(context: CommandContext) -> None:
    arguments = {"month": 1, "bed": {"name": "north", "size": 3}}
    error = await refused(lambda *_: None, context, arguments=arguments, input_schema=SCHEMA)
    assert (error.message, error.hint) == ("unknown field `bed.size`", "known fields: name")


async def test_only_the_first_input_errors_are_reported(context: CommandContext) -> None:
    arguments = {"month": 1} | {f"x{number}": 0 for number in range(20)}
    error = await refused(lambda *_: None, context, arguments=arguments, input_schema=SCHEMA)
    assert error.message.endswith("and 15 more")
    assert error.hint == "known fields: month, kind, bed"


# Failures -------------------------------------------------------------------------------------------------------------


async def test_a_refrakt_error_passes_unchanged(context: CommandContext) -> None:
    mine = RefraktError("MY_CODE", "no bed", "Dig one.", data={"beds": 0})

    def handler(arguments: Any, _: CommandContext) -> None:
        raise mine

    assert await refused(handler, context) is mine


@pytest.mark.parametrize(
    ("error", "expected"),
    [
        (ValueError("a worm"), "ValueError: a worm"),
        (StopIteration(), "StopIteration"),
        (KeyboardInterrupt(), "KeyboardInterrupt"),
        (asyncio.CancelledError(), "CancelledError"),
        (SystemExit(3), "tried to exit the process with 3"),
        (GeneratorExit(), "GeneratorExit"),
    ],
)
async def test_every_exception_becomes_an_error(
    context: CommandContext, caplog: pytest.LogCaptureFixture, error: BaseException, expected: str
) -> None:
    def handler(arguments: Any, _: CommandContext) -> None:
        raise error

    failure = await refused(handler, context)
    assert (failure.code, expected in failure.message) == ("TOOL_FAILED", True)
    assert any(record.exc_info for record in caplog.records)
    assert disabled_by("garden") is None


async def test_an_exit_in_a_coroutine_is_caught_too(context: CommandContext) -> None:
    async def handler(arguments: Any, _: CommandContext) -> None:
        sys.exit("bye")

    assert "'bye'" in (await refused(handler, context)).message


async def test_prints_reach_the_log_of_their_own_call(
    context: CommandContext, caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]
) -> None:
    """Two calls at once, and a third thread that prints."""
    both = threading.Barrier(3)

    def handler(arguments: dict[str, Any], _: CommandContext) -> None:
        both.wait(10)
        print(arguments["word"], "one")  # noqa: T201
        sys.stdout.buffer.write(b"bytes\n")
        both.wait(10)

    async def coroutine(arguments: dict[str, Any], _: CommandContext) -> None:
        await asyncio.to_thread(handler, arguments, _)

    def beside() -> None:
        both.wait(10)
        print("not a plugin")  # noqa: T201
        both.wait(10)

    logs = [replace(context, log=logging.getLogger(f"test.{name}")) for name in ("a", "b")]
    with caplog.at_level("INFO", "test"):
        await asyncio.gather(
            call(handler, logs[0], {"word": "left"}),
            call(coroutine, logs[1], {"word": "right"}),
            asyncio.to_thread(beside),
        )
    result = sorted((record.name, record.getMessage()) for record in caplog.records)
    assert result == [
        ("test.a", "garden sow printed: bytes"),
        ("test.a", "garden sow printed: left one"),
        ("test.b", "garden sow printed: bytes"),
        ("test.b", "garden sow printed: right one"),
    ]
    assert capfd.readouterr() == ("not a plugin\n", "")


async def test_log_lines_on_standard_error_are_not_captured(
    context: CommandContext, capfd: pytest.CaptureFixture[str]
) -> None:
    log = logging.getLogger("test.echo")
    await call(lambda *_: None, context)  # from now on standard error is a switch
    handler = logging.StreamHandler(sys.stderr)
    log.addHandler(handler)
    log.setLevel("INFO")
    log.propagate = False
    try:
        await call(lambda *_: print("once"), replace(context, log=log))  # noqa: T201
    finally:
        log.removeHandler(handler)
    assert capfd.readouterr() == ("", "garden sow printed: once\n")


async def test_endless_prints_are_cut(context: CommandContext, caplog: pytest.LogCaptureFixture) -> None:
    def handler(arguments: Any, _: CommandContext) -> None:
        for _number in range(5000):
            print("x" * 99)  # noqa: T201

    with caplog.at_level("INFO", "refrakt.plugin"):
        await call(handler, context)
    assert 600 < len(caplog.records) < 700
    assert "further output" in caplog.records[-1].getMessage()


# Time -----------------------------------------------------------------------------------------------------------------


async def test_a_blocking_handler_is_abandoned_and_its_plugin_disabled(context: CommandContext) -> None:
    release = threading.Event()
    calls: list[int] = []

    def handler(arguments: Any, _: CommandContext) -> None:
        calls.append(1)
        release.wait(60)

    try:
        error = await refused(handler, context, timeout=SHORT)
        assert (error.code, "0.1 seconds" in error.message) == ("TOOL_TIMEOUT", True)
        again = await refused(handler, context, timeout=SHORT)
        assert (again.code, "restart" in again.hint, len(calls) < 2) == ("PLUGIN_DISABLED", True, True)
        assert disabled_by("garden") == "garden sow"
        other = CliPlugin("other", [])
        assert await call_tool(other, tool(lambda *_: "fine")[1], {}, context) == "fine"
    finally:
        release.set()


async def test_a_coroutine_that_blocks_does_not_stop_the_loop(
    context: CommandContext, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(plugin_calls, "CANCEL_TIMEOUT", SHORT)
    release = threading.Event()

    async def handler(arguments: Any, _: CommandContext) -> None:
        release.wait(60)

    ticks = 0
    request = asyncio.ensure_future(refused(handler, context, timeout=SHORT))
    try:
        while not request.done():
            await asyncio.sleep(0)
            ticks += 1
        assert (await request).code == "TOOL_TIMEOUT"
        assert ticks > 10
        assert disabled_by("garden") == "garden sow"
    finally:
        release.set()


async def test_a_waiting_coroutine_is_cancelled_and_its_plugin_stays_enabled(context: CommandContext) -> None:
    stopped = threading.Event()

    async def handler(arguments: Any, _: CommandContext) -> None:
        try:
            await asyncio.Event().wait()
        finally:
            stopped.set()

    assert (await refused(handler, context, timeout=SHORT)).code == "TOOL_TIMEOUT"
    assert stopped.is_set()
    assert disabled_by("garden") is None
    assert await call(lambda *_: "fine", context) == "fine"


async def test_a_cancelled_caller_cancels_the_coroutine(context: CommandContext) -> None:
    started, stopped = threading.Event(), threading.Event()

    async def handler(arguments: Any, _: CommandContext) -> None:
        started.set()
        try:
            await asyncio.Event().wait()
        finally:
            stopped.set()

    request = asyncio.ensure_future(call(handler, context))
    await asyncio.to_thread(started.wait, 10)
    request.cancel()
    with pytest.raises(asyncio.CancelledError):
        await request
    assert await asyncio.to_thread(stopped.wait, 10)


async def test_other_pieces_of_a_plugin_run_the_same_way(context: CommandContext) -> None:
    with pytest.raises(RefraktError) as caught:
        await run("garden", "garden plants", lambda: 1 / 0, 1, context.log, "RESOURCE_FAILED")
    assert (caught.value.code, "ZeroDivisionError" in caught.value.message) == ("RESOURCE_FAILED", True)
    assert await run("garden", "garden plants", lambda: "text", 1, context.log) == "text"


PROGRAM = """
import asyncio, logging, sys, time
from pathlib import Path
from refrakt.plugins.contract import CliPlugin, Command, CommandContext
from refrakt.plugins.plugin_calls import call_tool

def loop(arguments, context):
    while True:
        print("again")

command = Command("loop", "d", print, mcp_handler=loop, timeout=0.05)
context = CommandContext(Path.cwd(), {}, None)
try:
    asyncio.run(call_tool(CliPlugin("x", [command]), command, {}, context))
except Exception as error:
    sys.__stdout__.write(error.code)
"""


def test_a_handler_that_loops_does_not_keep_the_process_from_ending(tmp_path: Path) -> None:
    command = [sys.executable, "-c", PROGRAM]
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    ran = subprocess.run(
        command, cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=60, check=False
    )
    assert (ran.returncode, ran.stdout) == (0, "TOOL_TIMEOUT")
