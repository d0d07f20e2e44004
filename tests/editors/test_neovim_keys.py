"""Neovim in a terminal, with the keys of a writer: problems, hover, quick fix, completion, colors, changes on disk, inspector."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from .neovim_setup import SUITES, set_up_neovim
from .page import SUGGESTION, Page
from .terminal import WAIT, Terminal, tmux

pytestmark = pytest.mark.editors

START = """
"$0" --headless -n --listen "$2" "$1" &
until [ -S "$2" ]; do sleep 0.1; done
exec "$0" --remote-ui --server "$2"
"""
"""The terminal's part of Neovim starts the other part by the path of its process, which is the loader of our unpacked copy."""


@pytest.fixture(params=SUITES)
def neovim(
    request: pytest.FixtureRequest, editors: Path, repository: Path, environment: dict[str, str], page: Page
) -> Iterator[Terminal]:
    program = set_up_neovim(request.param, editors, repository, environment)
    page.file.write_text(page.file.read_text(encoding="utf-8") + "\nSee [the sequel](/sequel).\n", encoding="utf-8")
    socket = Path(environment["XDG_RUNTIME_DIR"]) / "tmux"
    command = ["sh", "-c", START, str(program), str(page.file), str(socket.with_name("nvim"))]
    terminal = Terminal(tmux(), socket, command, {**environment, "TERM": "xterm-256color"}, page.site)
    yield terminal
    terminal.close()


def test_keys(neovim: Terminal, page: Page) -> None:
    _wait_for_problems(neovim, 2)

    neovim.keys("gg", "]d", "C-w", "d")
    neovim.wait_for(lambda screen: SUGGESTION in screen)
    neovim.keys("gg", "/{% hint", "Enter", "www", "K")
    neovim.wait_for(lambda screen: "caution, check, note, warning" in screen)
    # Neovim's default color scheme shows tags in another color than text.
    assert re.search(r"\x1b\[[39][0-6]m/hnit", neovim.colored()), neovim.colored()

    neovim.keys("Escape", "gg", "/hnit", "Enter", ":lua vim.lsp.buf.code_action()", "Enter")
    neovim.wait_for(lambda screen: "1: Write hint" in screen)
    neovim.keys("1", "Enter")
    neovim.wait_for(lambda screen: '{% hint type="note" %}comes{% /hint %}' in screen)
    _wait_for_problems(neovim, 1)

    # On Linux, Neovim does not watch files for its servers.
    (page.site / "content" / "sequel.md").write_text("# The sequel\n", encoding="utf-8")
    _wait_for_problems(neovim, 0)

    neovim.keys("Go", "Enter", "{% timel", "C-x", "C-o")
    neovim.wait_for(lambda screen: "timeline" in screen)
    neovim.keys("C-y")
    neovim.wait_for(lambda screen: "{% timeline" in screen)
    neovim.keys("Escape", "u")

    neovim.keys("gg", "/letters", "Enter", ":RefraktInspect", "Enter")
    neovim.wait_for(lambda screen: "# hint (core)" in screen)
    neovim.keys("gg")
    neovim.wait_for(lambda screen: "No rune is at the cursor." in screen)


def _wait_for_problems(terminal: Terminal, number: int) -> None:
    end = time.monotonic() + WAIT
    shown: Callable[[str], bool] = lambda screen: re.search(rf"problems: {number}\s", screen) is not None  # noqa: E731
    while not shown(terminal.screen()):
        assert time.monotonic() < end, terminal.screen()
        terminal.keys(":echo 'problems:' luaeval('#vim.diagnostic.get(0)')", "Enter")
        time.sleep(0.5)
