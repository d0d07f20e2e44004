"""`refrakt` is ready at once: what is not needed is not imported."""

from __future__ import annotations

import resource
import subprocess
import sys
from pathlib import Path

import pytest

from cli.command_runner import SITE, install, refrakt

HEAVY = {"asyncio", "importlib.metadata", "markdown_it", "mcp", "pydantic", "pygls", "refrakt.markdoc", "yaml"}


def imported(*argv: str) -> set[str]:
    """The modules that one run of the command has imported, in a process of its own."""
    script = (
        "import os, sys\nfrom refrakt.hosts.cli import main\n"
        "sys.stdout.flush(); kept = os.dup(1); os.dup2(os.open(os.devnull, os.O_WRONLY), 1)\n"
        "try:\n    main(sys.argv[1:])\nexcept SystemExit:\n    pass\n"
        "os.write(kept, '\\n'.join(sys.modules).encode())\n"
    )
    command = [sys.executable, "-c", script, *argv]
    ran = subprocess.run(command, capture_output=True, check=True, stdin=subprocess.DEVNULL, timeout=60, cwd=SITE)
    return set(ran.stdout.decode().split())


@pytest.mark.parametrize(
    "argv", [["--version"], ["mcp", "--help"], ["lsp", "--help"], ["--completion", "bash"]], ids=" ".join
)
def test_what_must_be_quick_imports_nothing_heavy(argv: list[str]) -> None:
    modules = imported(*argv)
    assert "refrakt.hosts.cli.global_options" in modules
    assert modules & HEAVY == set()


def test_before_the_command_is_known_not_even_argparse_is_needed() -> None:
    modules = imported("--version")
    assert "refrakt.hosts.cli" in modules
    assert "argparse" not in modules


def test_a_command_imports_no_protocol() -> None:
    modules = imported("validate-content", "content/about.md")
    assert "refrakt.markdoc" in modules
    assert modules & {"asyncio", "mcp", "pydantic", "pygls"} == set()


@pytest.mark.bench
@pytest.mark.parametrize("argv", [["--version"], ["mcp", "--help"], ["--completion", "bash"]], ids=" ".join)
def test_start_up_costs_little_more_than_python_itself(argv: list[str]) -> None:
    """At most four times what an interpreter takes that does nothing; milliseconds differ between machines, this does not."""
    nothing = [sys.executable, "-c", "pass"]
    ours = [sys.executable, "-c", "import sys; from refrakt.hosts.cli import main; sys.exit(main())", *argv]
    # In turns, so that a busy moment of the machine meets both.
    times = [(_seconds(nothing), _seconds(ours)) for _ in range(10)]
    bare, full = (min(each) for each in zip(*times, strict=True))
    assert full <= 4 * bare


def _seconds(command: list[str]) -> float:
    """The processor time of one run."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stdin=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return (after.ru_utime + after.ru_stime) - (before.ru_utime + before.ru_stime)


@pytest.mark.parametrize("argv", [["--help"], ["check", "--help"], ["plan", "next", "-h"]], ids=" ".join)
def test_a_help_that_was_shown_before_imports_nothing_heavy(
    argv: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("REFRAKT_CACHE_DIR", str(tmp_path))
    first = refrakt(*argv)
    assert first.code == 0
    assert refrakt(*argv) == first
    imported(*argv)  # the program is another one there
    assert imported(*argv) & HEAVY == set()


def test_the_help_follows_the_width_of_the_terminal_and_the_plugins(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("REFRAKT_CACHE_DIR", str(tmp_path / "cache"))
    for width in (60, 100, 60):
        shown = refrakt("--help", variables={"COLUMNS": str(width)}).out.splitlines()
        assert max(map(len, shown[3:-1])) <= width
        assert (max(map(len, shown[3:-1])) > 60) == (width == 100)
    assert "gardening" not in refrakt("--help").out
    source = (
        "from refrakt.plugins import CliPlugin, Command\n"
        "plugin = CliPlugin('garden', [Command('sow', 'Sow.', handler=print)], 'gardening')\n"
    )
    folder = install(tmp_path / "more", "refrakt-garden", "refrakt_garden_help", source)
    monkeypatch.syspath_prepend(str(folder))
    assert "gardening" in refrakt("--help").out
