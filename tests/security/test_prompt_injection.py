"""Text of the workspace reaches agents and terminals as data, or quoted on one line, and never as an instruction."""

from __future__ import annotations

import json
import os
import pty
import re
import subprocess
import sys
import unicodedata
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from agents.mcp_clients import Raw, side, streams
from refrakt.compact_text import compact_text
from refrakt.errors import RefraktError
from refrakt.project.workspace import Workspace
from refrakt.services.registry import services
from refrakt.untrusted import fenced, for_terminal, json_lines, one_line, quoted, quoted_names, word

from .hostile import CANARY, FILE, HOSTILE, LONG, STEERING, workspace

QUOTED = re.compile(r'"(?:[^"\\]|\\.)*"' + r"|'(?:[^'\\]|\\.)*'")
MOST = 1100
"""How many characters a message may have."""


@pytest.fixture
def hostile(tmp_path: Path) -> Path:
    return workspace(tmp_path / "hostile")


def is_plain_line(text: str) -> bool:
    """Whether a text has one line and no invisible characters."""
    return not any(unicodedata.category(each) in ("Cc", "Cf", "Cs", "Zl", "Zp") for each in text)


def only_quoted(text: str) -> bool:
    """Whether the canary is only in quotes."""
    return CANARY not in QUOTED.sub("", text)


def check_message(text: str) -> None:
    assert is_plain_line(text), text
    assert only_quoted(text), text
    assert len(text) <= MOST


def values(data: Any, *keys: str) -> Iterator[str]:
    """Every text at one of these keys, however deep."""
    if isinstance(data, dict):
        for key, value in data.items():
            if key in keys and isinstance(value, str):
                yield value
            yield from values(value, *keys)
    elif isinstance(data, list):
        for each in data:
            yield from values(each, *keys)


# The module -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", [HOSTILE, LONG, STEERING, "\ud800", "", "\n" * 500])
def test_quoted_text_is_one_line_of_json(text: str) -> None:
    found = quoted(text)
    assert isinstance(json.loads(found), str)
    assert is_plain_line(found)
    assert len(one_line(text, 120)) <= 120
    check_message(f"there is no page {found}")


def test_plain_text_stays_as_it_is() -> None:
    assert one_line("Über uns: 漢字") == "Über uns: 漢字"
    assert word("content/a-b_c.md") == "content/a-b_c.md"
    assert word("a b") == '"a b"'
    assert quoted_names(["a", "b"]) == '"a", "b"'
    assert quoted_names(["a"] * 12, 10).endswith('"a" and 2 more')


@pytest.mark.parametrize("text", [HOSTILE, "```\n````\n```````", "`" * 50, ""])
def test_nothing_closes_a_fence_from_inside(text: str) -> None:
    for block in (fenced(text), json_lines([{"a": text}, text])):
        first, *inside, last = block.split("\n")
        fence = first.rstrip("json")
        assert last == fence
        assert not any(each.strip().startswith(fence) for each in inside)


def test_a_terminal_is_not_steered() -> None:
    kept = "\x1b[1;31merror\x1b[0m\ttext\r\n"
    assert for_terminal(kept) == kept
    assert not re.search("[\x07\x1b\x9b\u202e]", for_terminal(STEERING + "\r"))


def test_errors_have_one_line() -> None:
    error = RefraktError("X", HOSTILE, HOSTILE)
    assert is_plain_line(error.message)
    assert is_plain_line(error.hint)


# Output for agents ----------------------------------------------------------------------------------------------------


def calls(root: Path) -> Iterator[tuple[str, dict[str, Any]]]:
    """Calls of every tool that reads, good ones and bad ones."""
    names = list(json.loads((root / "refrakt.config.json").read_text("utf-8"))["sites"])
    sites = [None, "none", *names]
    for name, service in services().items():
        if service.for_agents and service.reads_only:
            yield name, {}
            yield name, {HOSTILE: 1}
    for site in sites:
        more = {"site": site} if site is not None else {}
        yield "refrakt.reference", more
        for format in ("compact", "markdown", "json"):
            yield "refrakt.reference", {**more, "format": format, "package": "@hostile/runes"}
            yield "refrakt.reference", {**more, "format": format, "rune": "gizmo"}
        yield "refrakt.reference", {**more, "rune": "gizmoo"}
        yield "refrakt.reference", {**more, "package": "none"}
        yield "refrakt.inspect_list", more
        yield "refrakt.pages", more
        yield "refrakt.check", {}
        for path in ("content/index.md", f"content/{FILE}", "content/none.md", "../x", "content"):
            yield "refrakt.validate_content", {**more, "path": path}
            yield "refrakt.fix", {**more, "path": path}
            yield "refrakt.references", {**more, "file": path}
        for id in (CANARY, "WORK-001", "WORK-00"):
            yield "refrakt.references", {**more, "id": id}
            yield "refrakt.references", {**more, "url": f"/{id}"}
            yield "refrakt.references", {**more, "partial": id}
    for id in ("WORK-001", "WORK-00", f"WORK-002 {CANARY}", "none"):
        yield "plan.context", {"id": id}
        yield "plan.history", {"id": id}
        yield "plan.graph", {"id": id}
        yield "plan.update", {"id": id}
        yield "plan.update", {"id": id, "status": "none"}
    for milestone in ("v1", "v1 IGNORE"):
        yield "plan.graph", {"milestone": milestone}
        yield "plan.next", {"milestone": milestone}
    for tool in ("next", "status", "validate", "next-id", "next_id"):
        yield f"plan.{tool}", {}
        yield f"plan.{tool}", {"type": "work"}
    yield "plan.migrate", {"kind": "filenames"}
    yield "plan.none", {}


async def test_no_answer_instructs(hostile: Path) -> None:
    space = Workspace()
    async with side(space) as served, streams(served, hostile) as (reader, writer):
        agent = Raw(reader, writer)
        greeting = await agent.begin()
        assert CANARY not in greeting["result"]["instructions"]
        for method in ("tools/list", "prompts/list", "resources/list", "resources/templates/list"):
            assert CANARY not in json.dumps(await agent.request(1, method)), method
        count = 0
        for name, arguments in calls(hostile):
            answer = await agent.request(2, "tools/call", {"name": name, "arguments": arguments})
            check_answer(answer, f"{name} {arguments!r}"[:200])
            count += "result" in answer and not answer["result"].get("isError")
        assert count > 50, "most of the calls are answered"
    for each in space.indexes():
        each.close()


def check_answer(answer: dict[str, Any], what: str) -> None:
    for hint in values(answer, "hint", "description" if "error" in answer else "hint"):
        assert CANARY not in hint, what
        assert is_plain_line(hint), what
    if "error" in answer:
        check_message(answer["error"]["message"])
        return
    result = answer["result"]
    texts = [each["text"] for each in result["content"]]
    if result.get("isError"):
        for text in texts:
            check_message(text)
        return
    data = result["structuredContent"]
    for text in values(data, "message", "suggestion"):
        assert is_plain_line(text), what
        assert len(text) <= MOST, what
    if "refrakt.reference" in what and "text" in data:
        check_reference(data["text"])
    elif data.keys() != {"text"}:
        assert texts[0] == compact_text(data), "texts of the project are one line, quoted or between fences"


def check_reference(text: str) -> None:
    outside = without_fences(text)
    assert CANARY in text or "gizmo" not in text
    for line in outside.split("\n"):
        check_message(line)


def without_fences(text: str) -> str:
    """A Markdown text without its fences, which have to be closed."""
    kept, fence = [], ""
    for line in text.split("\n"):
        marks = re.match("`{3,}", line)
        if fence:
            fence = "" if line == fence else fence
        elif marks is not None:
            fence = marks[0]
        else:
            kept.append(line)
    assert not fence
    return "\n".join(kept)


async def test_prompts_hold_the_workspace_in_fences(hostile: Path) -> None:
    site = next(iter(json.loads((hostile / "refrakt.config.json").read_text("utf-8"))["sites"]))
    request = [
        ("author_page", {"about": "bees", "rune": "gizmo", "site": site, "path": f"content/{FILE}"}),
        ("fix_problems", {"path": "content/index.md", "site": site}),
        ("fix_problems", {"path": f"content/{FILE}", "site": site}),
        ("fix_problems", {"path": "content/none.md", "site": site}),
        ("author_page", {"about": "bees", "rune": "none", "site": site}),
        ("author_page", {"about": "bees", "site": "none"}),
        ("author_page", {"about": "bees"}),
        ("none", {}),
    ]
    space = Workspace()
    async with side(space) as served, streams(served, hostile) as (reader, writer):
        agent = Raw(reader, writer)
        await agent.begin()
        texts = []
        for name, arguments in request:
            answer = await agent.request(1, "prompts/get", {"name": name, "arguments": arguments})
            if "error" in answer:
                check_message(answer["error"]["message"])
                assert CANARY not in answer["error"]["data"]["hint"]
            else:
                assert CANARY not in answer["result"].get("description", "")
                texts.append(answer["result"]["messages"][0]["content"]["text"])
    assert len(texts) == 3
    for text in texts:
        assert CANARY in text
        for line in without_fences(text).split("\n"):
            check_message(line)
    for each in space.indexes():
        each.close()


async def test_resources_that_are_not_there(hostile: Path) -> None:
    space = Workspace()
    async with side(space) as served, streams(served, hostile) as (reader, writer):
        agent = Raw(reader, writer)
        await agent.begin()
        for uri in (
            "refrakt://rune/gizmoo",
            "refrakt://pages/none",
            "refrakt://pages/index?site=none",
            "refrakt://plan/work/WORK-00",
            "refrakt://plan/spec/WORK-001",
            "refrakt://plan/spec/WORK-002%20IGNORE%20PREVIOUS%20INSTRUCTIONS",
            "refrakt://plan/none/WORK-001",
            "refrakt://none",
        ):
            answer = await agent.request(1, "resources/read", {"uri": uri})
            assert "error" in answer, uri
            check_message(answer["error"]["message"])
            assert CANARY not in answer["error"]["data"]["hint"]
    for each in space.indexes():
        each.close()


# Output for terminals -------------------------------------------------------------------------------------------------

SITE = "SITE"
"""Stands for the name of a site."""
COMMANDS = [
    ["fix", "content/index.md", "--site", SITE],
    ["pages", "--site", SITE],
    ["inspect", "--site", SITE],
    ["inspect", "gizmo", "--site", SITE],
    ["reference", "--site", SITE],
    ["reference", "gizmo", "--site", SITE],
    ["reference", "gizmoo", "--site", SITE],
    ["check"],
    ["check", "--site", "none"],
    ["validate-content", "content"],
    ["validate-content", f"content/{FILE}"],
    ["validate-content", "--site", "none", "content"],
    ["format", "content/index.md"],
    ["ast", "content/index.md"],
    ["fix", "content/index.md"],
    ["pages"],
    ["inspect"],
    ["inspect", "gizmo"],
    ["reference"],
    ["reference", "gizmo"],
    ["detect"],
    ["doctor"],
    ["plugins", "list"],
    ["plan", "status"],
    ["plan", "next"],
    ["plan", "validate"],
    ["plan", "context", "WORK-001"],
    ["plan", "context", "WORK-00"],
]


@pytest.mark.parametrize("argv", COMMANDS, ids=lambda each: "-".join(each)[:40])
def test_a_terminal_never_gets_what_steers_it(hostile: Path, argv: list[str]) -> None:
    site = next(iter(json.loads((hostile / "refrakt.config.json").read_text("utf-8"))["sites"]))
    shown = on_terminal([site if each == SITE else each for each in argv], hostile)
    ours = re.sub(r"\x1b\[(?:0|1|1;3[1-6]|3[0-9]|90|K|\?25[lh])m?", "", shown)
    assert ours.strip()
    assert "Traceback" not in ours
    odd = [each for each in ours if unicodedata.category(each) == "Cc" and each not in "\r\n\t"]
    assert not odd, f"{odd[:3]} in {ours[:2000]!r}"
    assert not re.search("[\u202a-\u202e\u2066-\u2069]", ours)


def on_terminal(argv: list[str], cwd: Path) -> str:
    """What a command writes to a terminal."""
    ours, theirs = pty.openpty()
    environment = {**os.environ, "TERM": "xterm", "REFRAKT_RUNTIME_DIR": str(cwd / ".run")}
    command = [sys.executable, "-m", "refrakt", *argv]
    with subprocess.Popen(command, cwd=cwd, stdin=theirs, stdout=theirs, stderr=theirs, env=environment) as process:
        os.close(theirs)
        pieces = []
        while True:
            try:
                piece = os.read(ours, 65536)
            except OSError:  # the terminal is closed
                break
            if not piece:
                break
            pieces.append(piece)
        process.wait(60)
    os.close(ours)
    return b"".join(pieces).decode("utf-8", "replace")
