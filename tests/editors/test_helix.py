"""Helix with the configuration of its README, in a terminal: a problem is shown, a quick fix applied, a rune completed."""

from __future__ import annotations

import shutil
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from .conftest import installed
from .page import SUGGESTION, Page
from .readme_blocks import readme_blocks

pytestmark = pytest.mark.editors

WAIT = 40.0
"""Seconds; only a failure takes that long."""


class Terminal:
    """A terminal with a program, driven by keys."""

    def __init__(self, tmux: str, socket: Path, command: list[str], environment: dict[str, str], folder: Path) -> None:
        self._tmux = [tmux, "-S", str(socket), "-f", "/dev/null"]
        start = ["new-session", "-d", "-x", "130", "-y", "40", "-s", "editor", "-c", str(folder), *command]
        subprocess.run([*self._tmux, *start], env=environment, check=True, timeout=20)

    def keys(self, *keys: str) -> None:
        subprocess.run([*self._tmux, "send-keys", "-t", "editor", *keys], check=True, timeout=20)

    def screen(self) -> str:
        capture = [*self._tmux, "capture-pane", "-p", "-t", "editor"]
        return subprocess.run(capture, capture_output=True, text=True, check=True, timeout=20).stdout

    def wait_for(self, shown: Callable[[str], bool]) -> str:
        end = time.monotonic() + WAIT
        while not shown(screen := self.screen()):
            assert time.monotonic() < end, screen
            time.sleep(0.1)
        return screen

    def close(self) -> None:
        subprocess.run([*self._tmux, "kill-server"], check=False, timeout=20, capture_output=True)


@pytest.fixture(params=["first-light.md", "first-light.mdoc"])
def helix(
    request: pytest.FixtureRequest, editors: Path, repository: Path, environment: dict[str, str], page: Page
) -> Iterator[tuple[Terminal, Path]]:
    program = installed(editors / "helix", "bin/hx")
    tmux = shutil.which("tmux")
    if tmux is None:
        pytest.skip("tmux is not installed")
    config = Path(environment["XDG_CONFIG_HOME"]) / "helix"
    config.mkdir()
    languages = readme_blocks(repository / "editors" / "helix" / "README.md", "toml")[0]
    (config / "languages.toml").write_text(languages, encoding="utf-8")
    (config / "config.toml").write_text('[editor]\nend-of-line-diagnostics = "hint"\n', encoding="utf-8")
    file = page.file.rename(page.file.with_name(request.param))
    socket = Path(environment["XDG_RUNTIME_DIR"]) / "tmux"
    terminal = Terminal(tmux, socket, [str(program), str(file)], {**environment, "TERM": "xterm-256color"}, page.site)
    yield terminal, file
    terminal.close()


def test_session(helix: tuple[Terminal, Path]) -> None:
    terminal, file = helix
    terminal.wait_for(lambda screen: SUGGESTION in screen)

    terminal.keys("/hnit", "Enter")
    terminal.keys("Space", "a")
    terminal.wait_for(lambda screen: "Write hint" in screen)
    _choose_first(terminal)
    terminal.wait_for(lambda screen: '{% hint type="note" %}comes' in screen)

    terminal.keys("g", "e", "o", "{% tim")
    terminal.wait_for(lambda screen: "timeline" in screen)
    terminal.keys("Escape", "Escape", ":write", "Enter")
    end = time.monotonic() + WAIT
    while "{% tim" not in file.read_text(encoding="utf-8"):
        assert time.monotonic() < end, terminal.screen()
        time.sleep(0.1)
    assert '{% hint type="note" %}comes{% /hint %}' in file.read_text(encoding="utf-8")


def _choose_first(terminal: Terminal) -> None:
    """Helix drops keys while it requests the list, so the key is repeated until the list has closed."""
    end = time.monotonic() + WAIT
    while "Write hint" in terminal.screen():
        assert time.monotonic() < end, terminal.screen()
        terminal.keys("Enter")
        time.sleep(1)
