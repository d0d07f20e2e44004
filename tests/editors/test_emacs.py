"""Emacs with the configuration of its README, in batch mode: eglot and lsp-mode."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest

from .conftest import installed
from .page import SUGGESTION, Page
from .readme_blocks import readme_blocks

pytestmark = pytest.mark.editors

SESSION = Path(__file__).with_name("emacs_session.el")
CLIENTS = {"eglot": 1, "lsp-mode": 3}
"""The block of each client in the README; the first block defines the mode."""


@pytest.mark.parametrize("name", ["first-light.md", "first-light.mdoc"])
@pytest.mark.parametrize("client", CLIENTS)
def test_session(
    client: str, name: str, editors: Path, repository: Path, environment: dict[str, str], page: Page, tmp_path: Path
) -> None:
    program = installed(editors / "emacs", "bin/emacs")
    blocks = readme_blocks(repository / "editors" / "emacs" / "README.md", "elisp")
    init, answer = tmp_path / "init.el", tmp_path / "answer.json"
    # The session starts the client itself, because hooks run when the command loop is idle, and batch mode has none.
    init.write_text("\n".join((blocks[0], blocks[CLIENTS[client]], "(setq markdoc-mode-hook nil)")), encoding="utf-8")
    file = page.file.rename(page.file.with_name(name))
    done = subprocess.run(
        [program, "-Q", "--batch", "-l", SESSION],
        env={
            **environment,
            "REFRAKT_PAGE": str(file),
            "REFRAKT_ANSWER": str(answer),
            "REFRAKT_CLIENT": client,
            "REFRAKT_INIT": str(init),
        },
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert answer.exists(), done.stderr
    observed: dict[str, Any] = json.loads(answer.read_text())
    assert "failure" not in observed, f"{observed}\n{done.stderr}"

    assert observed["mode"] == ("markdown-mode" if name.endswith(".md") else "markdoc-mode")
    (problem,) = observed["problems"]
    assert SUGGESTION in problem
    assert "hint" in observed["hover"]
    assert "hint" in observed["completion"]
    assert "Write hint" in observed["actions"]
