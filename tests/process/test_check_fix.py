"""`refrakt check --fix` beside an editor: unsaved files are not changed on disk."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from .peers import Editor, Peer, environment
from .test_one_process import wait_until

pytestmark = pytest.mark.slow

WRONG = '# Page\n\n{% hint type="nte" %}\nWords.\n{% /hint %}\n'
RIGHT = WRONG.replace("nte", "note")


def test_an_unsaved_page_is_not_fixed_on_disk(site: Path, runtime: Path, peers: list[Peer]) -> None:
    typed, saved, closed = (site / "content" / f"{name}.md" for name in ("typed", "saved", "closed"))
    for page in (typed, saved, closed):
        page.write_text(WRONG)
    editor = Editor(site, runtime)
    peers.append(editor)
    editor.initialize()
    editor.open(typed, WRONG + "\nMore.\n")
    editor.open(saved, WRONG)
    wait_until(lambda: [each["socket"] for each in editor.status()["roots"]] == ["owner"])
    command = [sys.executable, "-m", "refrakt", "check", "--fix"]
    ran = subprocess.run(command, cwd=site, env=environment(runtime), capture_output=True, text=True, check=False)
    assert "skipped content/typed.md: it has unsaved changes in an editor" in ran.stderr
    assert [page.read_text() for page in (typed, saved, closed)] == [WRONG, RIGHT, RIGHT]
    assert editor.leave() == 0
