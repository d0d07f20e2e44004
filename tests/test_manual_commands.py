"""Every command that the manual shows can be run: in a project that has what the manual speaks of."""

from __future__ import annotations

import re
import shlex
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from cli.command_runner import ROOT, refrakt

_BLOCK = re.compile(r"^ *```(?:sh|text)[^\n]*\n(.*?)^ *```", re.DOTALL | re.MULTILINE)
_COMMAND = re.compile(r"^ *(?:\$ )?refrakt (.*)", re.MULTILINE)
_END = re.compile(r"\s+(?:#\s.*|[|>]\s.*|<\s.*)\Z")
"""A comment, the next command of a pipe, a redirection."""
_PLACEHOLDERS = {
    "FILE…": "content/index.md",
    "[FILE…]": "content/index.md",
    "[PATH…]": "content",
    "[RUNE]": "hint",
    "[CODE]": "unknown-rune",
    "[DIR]": "plugin",
    "DIR": ".",
    "examples/plugins/refrakt-garden": str(ROOT / "examples" / "plugins" / "refrakt-garden"),
    "examples/plain": str(ROOT / "examples" / "plain"),
}
_WAITING = ("lsp", "mcp", "preview", "plan serve", "forge serve-registry")
"""Commands that run until they are ended: their options are compared with their help."""
_NOT_RUN = {
    "catalogue export @refrakt-md/marketing": "needs node and an installed package",
    "garden sow --month 4": "is a command of the plugin that the page writes",
}
WORK = '{{% work id="{0}" status="ready" milestone="v1.0" %}}\n\n# Work {0}\n\n- [ ] Every goal\n\n{{% /work %}}\n'
FILES = {
    "refrakt.config.json": '{"sites": {"main": {"contentDir": "content", "plugins": ["@refrakt-md/plan"]}}}',
    "content/index.md": '# Home\n\n[Setup](/docs/setup#linux)\n\n{% hint type="nte" %}\nA\n{% /hint %}\n',
    "content/docs/setup.md": '# Setup\n\n## Linux\n\n{% partial file="footer.md" /%}\n',
    "content/docs/guide-a.md": "# A guide\n",
    "content/_partials/footer.md": "Bye.\n",
    "plan/work/WORK-001-a.md": WORK.format("WORK-001"),
    "plan/work/WORK-012-a.md": WORK.format("WORK-012"),
    "plan/work/WORK-12-a.md": WORK.format("WORK-12"),
    "plan/milestones/v1.md": '{% milestone name="v1.0" status="active" %}\n\n# One\n\n{% /milestone %}\n',
    "plan/milestones/v2.md": '{% milestone name="v0.2.0" status="planning" %}\n\n# Two\n\n{% /milestone %}\n',
    "theme.json": "{}",
    "manifest.json": "{}",
    "de.json": "{}",
}


def shown_commands() -> Iterator[tuple[str, list[str]]]:
    """The pages of the manual with the commands in their samples."""
    for page in (ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md")), *(ROOT / "editors").glob("*/README.md")):
        blocks = _BLOCK.findall(page.read_text("utf-8"))
        commands = [found for block in blocks for found in _COMMAND.findall(block) if "<(" not in found]
        if commands:
            yield page.relative_to(ROOT).as_posix(), commands


@pytest.fixture
def project(tmp_path: Path) -> Path:
    for name, text in FILES.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    shutil.copytree(ROOT / "examples" / "plugins" / "refrakt-garden", tmp_path / "plugin")
    for arguments in (
        ["init", "-q"],
        ["add", "."],
        ["-c", "user.name=a", "-c", "user.email=a@b.c", "commit", "-qm", "a"],
    ):
        subprocess.run(["git", *arguments], cwd=tmp_path, check=True)
    return tmp_path


@pytest.mark.parametrize(
    ("page", "commands"), list(shown_commands()), ids=lambda each: each if isinstance(each, str) else ""
)
def test_the_commands_of_a_page_run(page: str, commands: list[str], project: Path) -> None:
    failed = []
    for shown in commands:
        words = [_PLACEHOLDERS.get(each, each) for each in shlex.split(_END.sub("", shown))]
        if " ".join(words) in _NOT_RUN:
            continue
        if "--site" in words:
            config = FILES["refrakt.config.json"].replace('"main"', f'"{words[words.index("--site") + 1]}"')
            (project / "refrakt.config.json").write_text(config)
        waiting = next((each for each in _WAITING if " ".join(words).startswith(each)), None)
        if waiting is not None:
            told = refrakt(*waiting.split(), "--help", cwd=project)
            options = [each.strip("[]") for each in words if each.strip("[").startswith("--")]
            own = {"--cwd", "--allow-folder", "--color"}
            missing = [each for each in options if each.partition("=")[0] not in told.out and each not in own]
            ran_well = told.code == 0 and not missing
            shown_error = f"unknown options {missing}"
        else:
            ran = refrakt(*words, stdin=b"# A\n", cwd=project)
            ran_well, shown_error = ran.code in (0, 1) and "unknown" not in ran.err, ran.err
        if not ran_well:
            failed.append((shown, shown_error))
    assert failed == [], page


def test_the_demo_runs_check() -> None:
    demo = (ROOT / "Makefile").read_text("utf-8").partition("\ndemo:")[2].partition("\n\n")[0]
    assert "validate-content" not in demo
    assert "examples/site check" in demo
