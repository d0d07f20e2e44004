"""Helix with the configuration of its README, in a terminal: a problem is shown, a quick fix applied, a rune completed."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from .conftest import installed
from .page import SUGGESTION, Page
from .readme_blocks import readme_blocks
from .terminal import WAIT, Terminal, tmux

pytestmark = pytest.mark.editors


@pytest.fixture(params=["first-light.md", "first-light.mdoc"])
def helix(
    request: pytest.FixtureRequest, editors: Path, repository: Path, environment: dict[str, str], page: Page
) -> Iterator[tuple[Terminal, Path]]:
    program = installed(editors / "helix", "bin/hx")
    config = Path(environment["XDG_CONFIG_HOME"]) / "helix"
    config.mkdir()
    languages = readme_blocks(repository / "editors" / "helix" / "README.md", "toml")[0]
    (config / "languages.toml").write_text(languages, encoding="utf-8")
    (config / "config.toml").write_text('[editor]\nend-of-line-diagnostics = "hint"\n', encoding="utf-8")
    file = page.file.rename(page.file.with_name(request.param))
    socket = Path(environment["XDG_RUNTIME_DIR"]) / "tmux"
    terminal = Terminal(tmux(), socket, [str(program), str(file)], {**environment, "TERM": "xterm-256color"}, page.site)
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
    while "{% tim" not in (written := _text(file)):
        assert time.monotonic() < end, terminal.screen()
        time.sleep(0.1)
    assert '{% hint type="note" %}comes{% /hint %}' in written


def _text(file: Path) -> str:
    """The text of a file; empty while Helix replaces it."""
    try:
        return file.read_text(encoding="utf-8")
    except FileNotFoundError:
        return ""


def _choose_first(terminal: Terminal) -> None:
    """Helix drops keys while it requests the list, so the key is repeated until the list has closed."""
    end = time.monotonic() + WAIT
    while "Write hint" in terminal.screen():
        assert time.monotonic() < end, terminal.screen()
        terminal.keys("Enter")
        time.sleep(1)
