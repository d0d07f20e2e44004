"""An editor may open a file of any size: the server says that it does not check it, and stays responsive."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from process.peers import Editor
from refrakt.hosts.link.open_buffers import open_buffers
from refrakt.project.files import LARGEST_PAGE

HUGE = "{% hnit /%}\n" * (LARGEST_PAGE // 12 + 1)
WHOLE = {"start": {"line": 0, "character": 0}, "end": {"line": 0, "character": 0}}


@pytest.fixture
def page(tmp_path: Path) -> Path:
    (tmp_path / "refrakt.config.json").write_text('{"site": {"contentDir": "content", "plugins": []}}', "utf-8")
    (tmp_path / "content").mkdir()
    return tmp_path / "content" / "page.md"


@pytest.fixture
def runtime(monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    with tempfile.TemporaryDirectory(prefix="rl-", dir="/tmp") as folder:
        monkeypatch.setenv("REFRAKT_RUNTIME_DIR", folder)
        yield Path(folder)


@pytest.fixture
def editor(page: Path, runtime: Path) -> Iterator[Editor]:
    started = Editor(page.parent.parent, runtime)
    started.initialize()
    yield started
    assert started.leave() == 0
    started.reader.close()
    started.writer.close()


def published(editor: Editor, path: Path) -> list[dict[str, Any]]:
    """The next diagnostics of a file that are not empty."""
    found = editor.wait(
        lambda each: (
            each.get("method") == "textDocument/publishDiagnostics"
            and each["params"]["uri"] == path.as_uri()
            and bool(each["params"]["diagnostics"])
        )
    )
    result: list[dict[str, Any]] = found["params"]["diagnostics"]
    return result


def is_note(expected: list[dict[str, Any]]) -> bool:
    return [(each["code"], each["severity"]) for each in expected] == [("unreadable-page", 3)]


def test_a_page_that_is_too_large_gets_one_note(editor: Editor, page: Path) -> None:
    editor.open(page, HUGE)
    result = published(editor, page)
    assert is_note(result)
    assert f"{LARGEST_PAGE:,} bytes" in result[0]["message"]
    params = {"textDocument": {"uri": page.as_uri()}, "position": {"line": 0, "character": 4}}
    assert editor.request("textDocument/hover", params)["result"] is None
    whole = {"textDocument": {"uri": page.as_uri()}, "options": {"tabSize": 2, "insertSpaces": True}}
    assert not editor.request("textDocument/formatting", whole)["result"]
    editor.change(page, HUGE + "x", 2)
    assert editor.status()


def test_files_that_are_no_pages_get_none(editor: Editor, page: Path) -> None:
    readme = page.parent.parent / "README.md"
    editor.open(readme, HUGE)
    editor.open(page, "{% hnit /%}\n")
    assert len(editor.diagnostics(page, 1)) == 1
    assert not [each for each in editor.unmatched if each.get("params", {}).get("diagnostics")]


def test_a_page_that_grows_is_left_and_read_again_when_reopened(editor: Editor, page: Path) -> None:
    half = "{% hnit /%}\n" * (LARGEST_PAGE // 24 + 1)
    editor.open(page, "small\n")
    editor.diagnostics(page, 1)
    editor.change(page, half[: LARGEST_PAGE // 24], 2)
    editor.diagnostics(page, 2)
    change = {"range": WHOLE, "text": HUGE}
    document = {"uri": page.as_uri(), "version": 3}
    editor.notify("textDocument/didChange", {"textDocument": document, "contentChanges": [change]})
    assert is_note(published(editor, page))
    editor.notify("textDocument/didClose", {"textDocument": {"uri": page.as_uri()}})
    editor.open(page, "{% hnit /%}\n", 4)
    assert [each["code"] for each in editor.diagnostics(page, 4)] == ["unknown-rune"]


def test_commands_do_not_write_to_what_is_not_read(editor: Editor, page: Path) -> None:
    page.write_text("on disk\n", "utf-8")
    editor.open(page, HUGE)
    published(editor, page)
    found = open_buffers(str(page.parent.parent))
    assert isinstance(found, list)
    assert [each for each in found if str(page) in each], "a command takes the file for unsaved"
