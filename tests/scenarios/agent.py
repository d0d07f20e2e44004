"""The same scenario for an agent: tools instead of positions, diffs instead of edits."""

from __future__ import annotations

import subprocess
from pathlib import Path
from typing import Any

from mcp import Client

from .archive import Scenario


class Agent:
    """An agent in the project's folder. Diffs are applied with git, as an agent would."""

    def __init__(self, client: Client, root: Path, scenario: Scenario) -> None:
        self.client = client
        self.root = root
        self.names = set(scenario.files)

    async def check(self, argument: str) -> list[str]:
        report = await self._call("refrakt.check", max=200)
        return [
            f"{each['path']}:{each['line']}:{each['column']}-"
            f"{'' if each['endLine'] == each['line'] else str(each['endLine']) + ':'}{each['endColumn']} "
            f"{each['severity']}[{each['code']}] {each['message'].splitlines()[0]}"
            for each in report["problems"]
        ]

    async def references(self, argument: str) -> list[str]:
        found = await self._call("refrakt.references", **_named(argument))
        return [f"{each['path']}:{each['line']}" for each in found["references"]]

    async def rename(self, argument: str) -> dict[str, str]:
        name, _, new = argument.partition(" -> ")
        return self._patched(await self._call("refrakt.rename", **_named(name), to=new))

    async def move(self, argument: str) -> dict[str, str]:
        old, _, new = argument.partition(" -> ")
        return self._patched(await self._call("refrakt.rename", file=old, to=new))

    async def fix(self, argument: str) -> dict[str, str]:
        return self._patched(await self._call("refrakt.fix", path=argument))

    async def _call(self, name: str, **argument: Any) -> Any:
        result = await self.client.call_tool(name, argument)
        assert not result.is_error, result.content
        return result.structured_content

    def _patched(self, result: Any) -> dict[str, str]:
        patch = result.get("diff") or "".join(each["diff"] for each in result.get("changes", ()))
        if patch:
            command = ["git", "apply", "--unidiff-zero", "--whitespace=nowarn", "-"]
            subprocess.run(command, input=patch.encode(), cwd=self.root, check=True, capture_output=True)
        files = [each for each in self.root.rglob("*") if each.is_file() and ".git" not in each.parts]
        return {each.relative_to(self.root).as_posix(): each.read_bytes().decode() for each in files}


def _named(argument: str) -> dict[str, str]:
    """The arguments for a symbol: a URL, a file, a partial or an id."""
    if argument.startswith("/"):
        return {"url": argument}
    kind, _, name = argument.partition(" ")
    return {kind: name}
