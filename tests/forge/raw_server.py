"""`fractary-forge-mcp` as a process that is sent lines of JSON. Every answer must be one that strict clients accept."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from types import TracebackType
from typing import Any, Self

SERVER = (sys.executable, "-m", "refrakt_forge.mcp_server")


class RawServer:
    """Requests are answered one after the other."""

    def __init__(self, root: Path, home: Path, **variables: str) -> None:
        self._root = root
        others = {name: each for name, each in os.environ.items() if not name.startswith("FRACTARY_")}
        self._variables = {**others, "HOME": str(home), **variables}
        self._requests = 0

    def __enter__(self) -> Self:
        self._process = subprocess.Popen(
            SERVER, cwd=self._root, env=self._variables, stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.close()
        try:
            assert self._process.wait(60) == 0
        finally:
            self._process.kill()
            self._process.stdout.close()

    def request(self, method: str, params: dict[str, Any], number: str | None = None) -> dict[str, Any]:
        """The answer to a request; `number` is its id."""
        self._requests += 1
        request = number or self._requests
        line = json.dumps({"jsonrpc": "2.0", "id": request, "method": method, "params": params})
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(line.encode() + b"\n")
        self._process.stdin.flush()
        text = self._process.stdout.readline().decode()
        answer: dict[str, Any] = json.loads(text)
        assert answer["id"] == request, answer
        shown = json.dumps({name: each for name, each in answer.items() if name != "id"}, ensure_ascii=False)
        shown.encode()  # half of a surrogate pair cannot be encoded
        return answer

    def call(self, tool: str, arguments: dict[str, Any]) -> dict[str, Any]:
        """The structured content of a result."""
        result = self.request("tools/call", {"name": tool, "arguments": arguments})["result"]
        content: dict[str, Any] = result["structuredContent"]
        assert json.loads(result["content"][0]["text"]) == content
        return content
