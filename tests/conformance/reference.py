"""The published Markdoc as a child process.

Node is started once and asked in batches, because starting it costs more than parsing a hundred documents. Answers
come one by one, so a document that makes the reference hang or die is known at once: it costs one restart, its answer
says that it `threw`, and the rest of the batch goes on.
"""

from __future__ import annotations

import json
import os
import select
import shutil
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any

HERE = Path(__file__).resolve().parent
PACKAGE = HERE / "node_modules" / "@markdoc" / "markdoc" / "package.json"
VERSION = "0.5.10"

Answer = dict[str, Any]


def why_unavailable() -> str | None:
    """What is missing for the comparison, or nothing."""
    if shutil.which("node") is None:
        return "node is not installed"
    if not PACKAGE.exists():
        return "the reference is not installed: run `make conformance`, which fetches it with npm"
    found = json.loads(PACKAGE.read_text(encoding="utf-8"))["version"]
    return None if found == VERSION else f"the reference is {found}, not {VERSION}"


class ReferenceDied(Exception):
    """The child ended or went silent while a batch was under way."""


class Reference:
    """`with Reference() as markdoc: markdoc.request([...])`."""

    def __init__(self, patience: float = 5.0) -> None:
        self.patience = patience
        self.restarts = 0
        self._child: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> Reference:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        if self._child is not None:
            self._child.kill()
            self._child.communicate()
            self._child = None

    def request(self, requests: Sequence[Mapping[str, Any]]) -> list[Answer]:
        """One answer per request, in order, also if the reference crashes."""
        answers: list[Answer] = []
        while len(answers) < len(requests):
            try:
                for line in self._exchange(requests[len(answers) :]):
                    answers += [_read(line, requests[len(answers)])]
            except ReferenceDied as death:
                self.close()
                self.restarts += 1
                answers.append({"id": requests[len(answers)].get("id"), "threw": str(death), "at": "process"})
        return answers

    def _exchange(self, requests: Sequence[Mapping[str, Any]]) -> Iterator[bytes]:
        child = self._started()
        assert child.stdin is not None
        assert child.stdout is not None
        try:
            child.stdin.write(json.dumps(list(requests)).encode("ascii") + b"\n")
            child.stdin.flush()
        except OSError as error:
            raise ReferenceDied("the reference ended") from error
        left = len(requests)
        rest = b""
        while left:
            ready, _, _ = select.select([child.stdout], [], [], self.patience)
            if not ready:
                raise ReferenceDied(f"no answer within {self.patience:g} s")
            chunk = os.read(child.stdout.fileno(), 1 << 20)
            if not chunk:
                raise ReferenceDied("the reference ended")
            *lines, rest = (rest + chunk).split(b"\n")
            left -= len(lines)
            yield from lines

    def _started(self) -> subprocess.Popen[bytes]:
        if self._child is None or self._child.poll() is not None:
            self._child = subprocess.Popen(
                ["node", "--stack-size=3000", "reference.mjs"],
                cwd=HERE,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
            )
        return self._child


def _read(line: bytes, request: Mapping[str, Any]) -> Answer:
    try:
        answer: Answer = json.loads(line)
    except RecursionError:
        return {"id": request.get("id"), "threw": "an answer too deep to read", "at": "decode"}
    return answer
