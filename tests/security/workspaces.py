"""Random hostile projects, and all that the product does with one: `python -m security.workspaces FOLDER FIRST COUNT`.

Each project has links, special files and config values that lead to a folder beside it, and repositories whose config would run a
program. An audit hook records what leaves the project; a copy of the folder beside it shows what has changed there. Runs in a
process of its own, since an audit hook stays.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import io
import json
import os
import random
import shutil
import subprocess
import sys
import traceback
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from .audit import Audit, environment, watch
from .canary_project import SECRET, Hostile, hostile_project

WORK = '{% work id="WORK-2" status="ready" priority="high" %}\n\n# Mine\n\n- [ ] Do it\n\n{% /work %}\n'
LINKS = (
    *(
        "content/page.md",
        "content/sub",
        "content/_partials",
        "content/_layout.md",
        "static",
        "static/a.png",
        "examples",
    ),
    *("plan", "plan/work", "plan/work/two.md", "plan/specs", "plan/INSTRUCTIONS.md", ".gitignore", ".git"),
    *("CLAUDE.md", "AGENTS.md", ".github", ".github/copilot-instructions.md", ".cursorrules"),
    *(".mcp.json", ".cursor", ".cursor/mcp.json", "refrakt.config.json", "markdoc.config.json"),
    *("package.json", "pyproject.toml", ".refrakt", ".refrakt/catalogues", ".refrakt/catalogues/a.json"),
    *("node_modules", "node_modules/pkg", "node_modules/pkg/refrakt.runes.json"),
)
PAGE = '{% partial file="part.md" /%} {% snippet path="content/a.md" /%} ![x](/a.png) {% ref "WORK-2" /%}\n'
COMMANDS = (
    "check",
    "check --fix",
    "pages",
    "reference",
    "detect",
    "doctor",
    "plugins list",
    "validate-content content",
    "format --write content",
    "references --id WORK-2",
    "plan status",
    "plan next",
    "plan validate",
    "plan history",
    "plan graph",
    "plan context WORK-2",
    "plan init --agent claude",
    "plan init",
    "plan create work --title New",
    "plan update WORK-2 --status in-progress",
    "plan migrate filenames --apply --git",
    "plan migrate dependencies --apply --git",
    "plan migrate pr-attrs",
)


class Workspace:
    """A random project below a folder."""

    def __init__(self, folder: Path, seed: int) -> None:
        self._random = random.Random(seed)
        self.here: Hostile = hostile_project(folder)
        self._canary = self.here.outside / "EXECUTED"
        program = self.here.outside / "program"
        program.write_text(f"#!/bin/sh\ntouch {self._canary}\ncat\n")
        program.chmod(0o755)
        (self.here.outside / "page.md").chmod(0o644)
        self._program = program
        self._make()

    def _make(self) -> None:
        chance = self._random.random
        here = self.here
        here.write("content/a.md", "# A\n\n{% hint type='note' %}\nText\n{% /hint %}\n\n[b](/b)\n")
        if chance() < 0.7:
            here.write("plan/work/WORK-2-mine.md", WORK)
        if chance() < 0.5:
            self._repository()
        if chance() < 0.5:
            self._bare_repository(here.root / self._random.choice(["plan", "content", "plan/work"]))
        if chance() < 0.8:
            here.configure(self._config())
        for path in self._random.sample(LINKS, self._random.randint(1, 5)):
            with contextlib.suppress(OSError):
                self._link(path)

    def _config(self) -> dict[str, Any]:
        folder = self._folder
        config: dict[str, Any] = {"plugins": [self._name() for _ in range(self._random.randint(0, 2))]}
        site = {
            "contentDir": folder("content"),
            "authoring": {"staticDirs": [folder("static")]},
            "sandbox": {"dir": folder("x")},
        }
        kind = self._random.choice(["site", "sites", "none"])
        if kind == "site":
            config["site"] = site
        elif kind == "sites":
            config["sites"] = {self._name(): site, "blog": {"contentDir": folder("blog")}}
        config["fileRoots"] = {self._name(): folder("shared")}
        if self._random.random() < 0.6:
            config["plan"] = {"dir": folder("plan")}
        return config

    def _folder(self, usual: str) -> str:
        outside = self.here.outside
        ways = [
            str(outside),
            "../outside",
            f"{usual}/../../outside",
            f"./{usual}/link",
            "/",
            "~",
            f"{usual}\n$(touch x)",
            ".",
        ]
        return usual if self._random.random() < 0.5 else self._random.choice(ways)

    def _name(self) -> str:
        names = [
            "@refrakt-md/plan",
            "pkg",
            "../../outside",
            "a\nb",
            "x" * 300,
            "@refrakt-md/docs",
            "../outside/catalogue",
        ]
        return self._random.choice(names)

    def _link(self, path: str) -> None:
        """Replace a file or folder that refrakt uses with something else."""
        cursort = self.here.root / path
        outside = self.here.outside
        cursort.parent.mkdir(parents=True, exist_ok=True)
        if cursort.is_symlink() or cursort.is_file():
            cursort.unlink()
        elif cursort.is_dir():
            shutil.rmtree(cursort)
        kind = self._random.random()
        if kind < 0.12:
            os.mkfifo(cursort)
        elif kind < 0.2:
            cursort.symlink_to(self._random.choice(["/dev/zero", "/dev/stdin"]))
        elif path == ".git" and kind < 0.7:
            self._bare_repository(outside / "repository")
            cursort.write_text(f"gitdir: {outside / 'repository'}\n")
        else:
            targets = [
                outside,
                outside / "page.md",
                outside / "catalogue.json",
                outside / "work",
                outside / "missing.md",
            ]
            target = self._random.choice(targets)
            cursort.symlink_to(target if self._random.random() < 0.5 else os.path.relpath(target, cursort.parent))

    def _repository(self) -> None:
        git = shutil.which("git")
        assert git is not None
        for argv in (
            ["init", "-q"],
            ["add", "-A"],
            ["-c", "user.name=a", "-c", "user.email=a@b", "commit", "-qm", "x"],
        ):
            subprocess.run([git, *argv], cwd=self.here.root, check=True, capture_output=True)

    def _bare_repository(self, folder: Path) -> None:
        """A repository that a clone brings along as files, with a config that runs a program."""
        program = self._program
        # A repository outside is another one of the user's: it does not name this project as its work tree.
        top = self.here.root if folder.is_relative_to(self.here.root) else folder.parent
        for name in ("objects", "refs/heads"):
            (folder / name).mkdir(parents=True, exist_ok=True)
        (folder / "HEAD").write_text("ref: refs/heads/main\n")
        (folder / "config").write_text(
            f"[core]\n\trepositoryformatversion = 0\n\tbare = false\n\tworktree = {top}\n\tfsmonitor = {program}\n"
            f"\tpager = {program}\n\thooksPath = {program.parent}\n\tsshCommand = {program}\n"
            f'[filter "x"]\n\tclean = {program}\n\tsmudge = {program}\n\tprocess = {program}\n\trequired = true\n'
            f'[diff]\n\texternal = {program}\n[diff "x"]\n\ttextconv = {program}\n[gpg]\n\tprogram = {program}\n'
        )
        self.here.write(".gitattributes", "* filter=x diff=x\n")

    def outside(self) -> dict[str, str]:
        """What lies beside the project."""
        found = {}
        for path in sorted(self.here.outside.rglob("*")):
            data = path.read_bytes() if path.is_file() else b""
            found[path.as_posix()] = f"{path.lstat().st_mode} {hashlib.sha256(data).hexdigest()}"
        return found


def operations(here: Hostile, with_editor: bool) -> Iterator[tuple[str, Callable[[], str]]]:
    """The operations of refrakt on a project; each returns its output."""
    root = here.root
    yield from ((argv, lambda argv=argv: _command(root, argv)) for argv in COMMANDS)
    yield "agent", lambda: asyncio.run(_agent(root))
    if with_editor:
        yield "editor", lambda: _editor(here)


def _command(root: Path, argv: str) -> str:
    from refrakt.hosts.cli import main

    out = io.TextIOWrapper(io.BytesIO(), encoding="utf-8", write_through=True)
    before = os.getcwd()
    os.chdir(root)
    try:
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(out):
            main(argv.split())
    except SystemExit:
        pass
    finally:
        os.chdir(before)
    return out.buffer.getvalue().decode("utf-8", "replace")


async def _agent(root: Path) -> str:
    from mcp.shared.exceptions import MCPError

    from agents.mcp_clients import client
    from refrakt.hosts.mcp.connection_handler import McpConnectionHandler
    from refrakt.project.workspace import Workspace as Buffers

    output = []
    buffers = Buffers()
    async with client(McpConnectionHandler(buffers), root, "auto") as agent:
        output.append(str(agent.instructions))
        values = {
            "source": "# A",
            "id": "WORK-2",
            "type": "work",
            "title": "New",
            "subcommand": "filenames",
            "apply": True,
        }
        for tool in (await agent.list_tools()).tools:
            expected = {name: values[name] for name in tool.input_schema.get("properties", {}) if name in values}
            if tool.name == "plan.migrate":
                expected["useGit"] = True
            for arguments in (expected, {"path": "content/page.md"}, {"dir": "../outside"}):
                with contextlib.suppress(MCPError):
                    output.append((await agent.call_tool(tool.name, arguments)).model_dump_json())
        for resource in (await agent.list_resources()).resources:
            with contextlib.suppress(MCPError):
                output.append((await agent.read_resource(str(resource.uri))).model_dump_json())
    buffers.end_indexes()
    return "\n".join(output)


def _editor(here: Hostile) -> str:
    """A language server in a process of its own, with the hook in it and in those that it starts."""
    from lsp.conftest import profile
    from lsp.wire import Client

    above = here.root.parent
    cache, runtime = above.parent / "cache", above.parent / "runtime"
    log = cache / f"violations-{above.name}"
    env = environment(cache / f"hook-{above.name}", log, [cache, runtime], here.root, here.outside)
    with Client(here.root, env=env) as editor:
        editor.initialize(profile("vscode"))
        pages = dict.fromkeys(("content/a.md", "content/page.md", "plan/work/two.md"), f"# Open\n\n[a](/a)\n\n{PAGE}")
        for name, text in pages.items():
            if not (here.root / name).resolve().is_relative_to(here.root):
                continue  # an editor opens the target of a link
            document = {"textDocument": {"uri": editor.open(name, text)}}
            cursor = {**document, "position": {"line": 4, "character": 21}}
            whole = {"start": {"line": 0, "character": 0}, "end": {"line": 4, "character": 0}}
            for method, params in (
                ("textDocument/diagnostic", document),
                ("textDocument/completion", cursor),
                ("textDocument/hover", cursor),
                ("textDocument/definition", cursor),
                ("textDocument/references", {**cursor, "context": {"includeDeclaration": True}}),
                ("textDocument/documentLink", document),
                ("textDocument/codeLens", document),
                ("textDocument/codeAction", {**document, "range": whole, "context": {"diagnostics": []}}),
                ("textDocument/rename", {**cursor, "newName": "other"}),
            ):
                editor.response(editor.send_request(method, params))
        editor.response(editor.send_request("workspace/symbol", {"query": ""}))
        editor.response(editor.send_request("shutdown"))
        editor.notify("exit")
        output = json.dumps(editor.received) + editor.errors.decode("utf-8", "replace")
    observed = log.read_text("utf-8") if log.exists() else ""
    if observed:
        raise AssertionError(observed)
    return output


def trial(folder: Path, seed: int, audit: Audit) -> list[str]:
    """What went wrong with one project."""
    folder.mkdir(parents=True)
    workspace = Workspace(folder, seed)
    root, outside = workspace.here
    before = workspace.outside()
    wrong = []
    for name, run in operations(workspace.here, with_editor=seed % 4 == 0):
        audit.begin(root, outside)
        try:
            output = run()
        except Exception:  # noqa: BLE001 - every exception is a bug
            wrong.append(f"{seed}: {name}: raised\n{traceback.format_exc()}")
            output = ""
        wrong += [f"{seed}: {name}: {each}" for each in audit.violations]
        if SECRET in output:
            wrong.append(f"{seed}: {name}: shows a file outside")
        audit.begin(Path(os.devnull), Path(os.devnull))
        if (after := workspace.outside()) != before:
            wrong.append(f"{seed}: {name}: changed {sorted(after.items() ^ before.items())}")
            before = after
    return wrong


def main() -> None:
    folder, first, count = Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])
    audit = watch([folder / "cache", folder / "runtime"])
    wrong = [each for seed in range(first, first + count) for each in trial(folder / str(seed), seed, audit)]
    json.dump(wrong, sys.stdout)


if __name__ == "__main__":
    main()
