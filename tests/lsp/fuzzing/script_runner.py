"""Runs a script and reports what went wrong."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

from ..conftest import PUSH, profile, write
from .editor import FILES, FOLDERS, Editor
from .recording_client import TIMEOUT, RecordingClient
from .steps import STEPS, Step, configure, show_folders, written
from .texts import Text, Wrong

SEVERITIES = {"error": 1, "warning": 2, "info": 3, "hint": 4}
MARK = "\n\n{% the-end /%}\n"
"""Appended to every open page before the final comparison: its reported position shows whether both sides have the same text."""
NEWS = 30.0
"""Seconds for the last diagnostics to come."""

Problem = tuple[Any, ...]


def clients() -> dict[str, dict[str, Any]]:
    """Two recorded editors, and one with published diagnostics and UTF-32."""
    edits = {"documentChanges": True, "resourceOperations": ["create", "rename", "delete"]}
    sent = {
        **PUSH,
        "general": {"positionEncodings": ["utf-32"]},
        "workspace": {**PUSH["workspace"], "workspaceEdit": edits},
    }
    return {"vscode": profile("vscode"), "neovim": profile("neovim"), "sent": sent}


def play(steps: list[Step], client: str) -> Wrong | None:
    """The error; None if there was none."""
    with TemporaryDirectory(prefix="fuzz-") as folder:
        top = write(Path(folder).resolve(), FILES)
        capabilities = clients()[client]
        with RecordingClient(top / "site") as talk:
            try:
                _session(top, talk, capabilities, steps)
            except Wrong as wrong:
                return wrong
            log = talk.errors.decode("utf-8", "replace")
        lines = [line for line in log.splitlines() if "Traceback" in line or " ERROR " in line]
        return Wrong(f"{lines[0]}\n{log[-3000:]}") if lines else None


def _session(top: Path, talk: RecordingClient, capabilities: dict[str, Any], steps: list[Step]) -> None:
    uri = talk.folder.as_uri()
    greeting = {
        "processId": os.getpid(),
        "rootUri": uri,
        "workspaceFolders": [{"uri": uri, "name": "site"}],
        "capabilities": capabilities,
    }
    received = talk.request("initialize", greeting)["capabilities"]
    talk.notify("initialized", {})
    editor = Editor(top, talk, received["positionEncoding"])
    editor.capabilities = received
    for number, step in enumerate(steps):
        try:
            STEPS[step.kind][1](Random(step.number), editor)
        except Wrong as wrong:
            log = talk.errors.decode("utf-8", "replace")
            found = Wrong(f"step {number}, {step.kind}: {wrong}\n{log[-2000:]}")
            found.step = number
            raise found from None
    _check_result(editor)
    for number in talk.waiting:
        talk.cancel(number)
    talk.pump(lambda: not talk.waiting, f"no answer to {[talk.requests[each] for each in talk.waiting]}")
    talk.request("shutdown")
    talk.notify("exit")
    for message in talk.rest():
        talk.receive(message)
    if talk.process.wait(TIMEOUT) != 0:
        raise Wrong(f"the server leaves with {talk.process.returncode}")


# The end ----------------------------------------------------------------------------------------------------------------


def _check_result(editor: Editor) -> None:
    """Every open page has the problems that `refrakt check` reports."""
    show_folders(editor, set(FOLDERS))
    configure(editor, {})
    for buffer in list(editor.buffers.values()):
        end = len(buffer.text.text)
        editor.edit(buffer, [(end, end, MARK)])
        editor.save(buffer)
    checks = {name: _check(editor.top / name) for name in FOLDERS}
    expected = {uri: _expected(editor, uri, checks) for uri in editor.buffers}
    shown: dict[str, list[Problem]] = {}

    def agrees() -> bool:
        nonlocal shown
        shown = {uri: _shown(editor, uri) for uri in editor.buffers}
        return shown == expected

    _eventually(editor, agrees)
    for uri, selected in expected.items():
        if shown[uri] != selected:
            name = editor.buffers[uri].path.relative_to(editor.top)
            more = [each for each in shown[uri] if each not in selected]
            less = [each for each in selected if each not in shown[uri]]
            raise Wrong(f"{name}: shown and not found by check: {more}; found and not shown: {less}")


def _eventually(editor: Editor, so: Callable[[], bool]) -> None:
    """Poll until a condition holds or the time is up."""
    end = time.monotonic() + NEWS
    while not so() and time.monotonic() < end:
        editor.talk.request("refrakt/status")
        time.sleep(0.02)


def _shown(editor: Editor, uri: str) -> list[Problem]:
    talk, text = editor.talk, editor.buffers[uri].text
    if editor.capabilities.get("diagnosticProvider"):
        result = talk.request("textDocument/diagnostic", {"textDocument": {"uri": uri}}) or {}
        found = result.get("items", [])
    else:
        found = talk.shown.get(uri, {}).get("diagnostics", [])
        if talk.shown.get(uri, {}).get("version") not in (None, editor.buffers[uri].version):
            return [("of an older version",)]
    return sorted(
        (
            each["code"],
            each["severity"],
            text.offset(each["range"]["start"]),
            text.offset(each["range"]["end"]),
            each["message"],
        )
        for each in found
    )


def _expected(editor: Editor, uri: str, checks: dict[str, list[dict[str, Any]]]) -> list[Problem]:
    buffer = editor.buffers[uri]
    folder, *rest = buffer.path.relative_to(editor.top).parts
    lines = buffer.text
    return sorted(
        (
            each["code"],
            SEVERITIES[each["severity"]],
            _offset(lines.text, each["line"], each["column"]),
            _offset(lines.text, each["endLine"], each["endColumn"]),
            "\n".join(each[key] for key in ("message", "suggestion") if each.get(key)),
        )
        for each in checks[folder]
        if each["path"] == "/".join(rest)
    )


def _offset(text: str, line: int, column: int) -> int:
    return Text(text, "utf-32").offset({"line": line - 1, "character": column - 1})


def _check(root: Path) -> list[dict[str, Any]]:
    """The problems that `refrakt check` reports."""
    command = [sys.executable, "-m", "refrakt", "check", "--format", "json"]
    done = subprocess.run(command, cwd=root, capture_output=True, timeout=TIMEOUT, check=False)
    if done.returncode not in (0, 1):
        raise Wrong(f"refrakt check fails: {done.stderr.decode()[-1500:]}")
    found: list[dict[str, Any]] = json.loads(done.stdout)["problems"]
    return found


# Failures ---------------------------------------------------------------------------------------------------------------


def shrunk(steps: list[Step], client: str, wrong: Wrong, seconds: float) -> list[Step]:
    """The script without irrelevant steps, as far as time permits."""
    end = time.monotonic() + seconds
    steps = _until(steps, wrong)
    size = max(len(steps) // 2, 1)
    while size:
        at = 0
        while at < len(steps) and time.monotonic() < end:
            fewer = steps[:at] + steps[at + size :]
            again = play(fewer, client)
            if again is not None:
                steps = _until(fewer, again)
            else:
                at += size
        size = size // 2 if time.monotonic() < end else 0
    return steps


def _until(steps: list[Step], wrong: Wrong) -> list[Step]:
    """Steps after the failing one are irrelevant."""
    return steps if wrong.step is None else steps[: wrong.step + 1]


def check_session(steps: list[Step], client: str, label: str, seconds: float = 60.0) -> None:
    """Assert that a session succeeds; otherwise report the shortest failing script."""
    wrong = play(steps, client)
    if wrong is None:
        return
    if play(steps, client) is None:
        # Sessions have deadlines, which a machine that is busy with something else misses. What is wrong is wrong twice.
        sys.stderr.write(f"{label}, client {client}, only the first time: {wrong}\n")
        return
    fewer = shrunk(steps, client, wrong, seconds)
    again = play(fewer, client) or wrong
    raise AssertionError(f"{label}, client {client}: {again}\nthe first time: {wrong}\nscript: {written(fewer)}")
