"""Memory of a real language server whose editor opens and closes many files."""

from __future__ import annotations

import gc
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from benchmarks.process.measuring import resident
from process.conftest import peers, runtime  # noqa: F401 - fixtures
from process.peers import Editor, Peer
from refrakt.hosts.lsp.memory_release import release_memory
from refrakt.markdoc.block_reader import Block
from refrakt.markdoc.document_cache import clear_document_caches
from refrakt.markdoc.tree import BlockText, Node, TagSyntax
from refrakt.project.page_problems import problems
from refrakt.project.workspace import Workspace

PAGES = 150
PARTS = 40
SETTLED = 4.0
"""Seconds: memory is returned two seconds after the last change."""
MARGIN = 1.1
ALLOCATORS = {"": (4, 120), "malloc": (1, 40)}
"""By the value of PYTHONMALLOC: how often all pages are opened and closed again, and how many MiB the process may hold more than
before. Python's own allocator keeps what small objects pin (84 MiB when this was measured); that of the system, which the plugins
for editors choose, returns it."""

TEXT = """\
---
title: A page
tags: [one, two]
---
# Title {% #top .wide %}

{% hint type="note" %}
Text *with* a [link](/there), `code` and {% $frontmatter.title %}.

- one
- two {% if $a %} inner {% /if %}
{% /hint %}

{% table %}
* one
* two
---
* three {% badge label="x" /%}
* four
{% /table %}

| a | b |
| - | - |
| 1 | 2 |

{% hint
   typ="warning" %}
never closed [label] and [other][label]

```js {% x=1 %}
{% call /%}
```

[label]: /target

> quote {% broken
{% /stray %}
"""


def part(page: int, number: int) -> str:
    return (
        f'## Part {page} {number}\n\nWords *of* the {{% ref "Part {number}" /%}} and `more` words.\n\n- one\n- two\n\n'
    )


def open_and_close_all(editor: Editor, pages: dict[Path, str]) -> float:
    """What the process holds afterwards, in MiB."""
    for path, text in pages.items():
        editor.open(path, text)
    for path in pages:
        editor.diagnostics(path, 1)
    for path in pages:
        editor.notify("textDocument/didClose", {"textDocument": {"uri": path.as_uri()}})
    editor.status()
    time.sleep(SETTLED)
    return resident(editor.process.pid)


@pytest.fixture
def _no_collector() -> Iterator[None]:
    gc.collect()
    gc.disable()
    yield
    gc.enable()


def count_parts() -> int:
    """How many parts of documents there are."""
    clear_document_caches()
    return sum(type(each) in (Block, BlockText, Node, TagSyntax) for each in gc.get_objects())


def open_edit_close(workspace: Workspace, path: Path, text: str) -> None:
    buffer = workspace.open("file:///page.md", path, text, 1)
    for version in range(2, 8):
        site = workspace.site_of(path)
        assert site is not None
        assert problems(buffer.document, site, "page.md", {}, buffer.problem_cache)
        at = len(buffer.document.text) * version // 8
        buffer = workspace.change(buffer.uri, version, [(at, at, "a{% b %}\n\n")])
    workspace.close(buffer.uri)


@pytest.mark.usefixtures("_no_collector")
@pytest.mark.parametrize("line_end", ["\n", "\r\n"])
def test_documents_are_freed_without_the_garbage_collector(tmp_path: Path, line_end: str) -> None:
    (tmp_path / "content").mkdir()
    (tmp_path / "refrakt.config.json").write_text('{"site": {"contentDir": "./content"}}')
    workspace, path = Workspace(), tmp_path.resolve() / "content/page.md"
    open_edit_close(workspace, path, TEXT)  # what is made once is made
    before = count_parts()
    open_edit_close(workspace, path, TEXT.replace("\n", line_end))
    assert count_parts() == before


def test_a_release_does_not_search_for_garbage() -> None:
    searched: list[int] = []

    def note(phase: str, info: dict[str, int]) -> None:
        searched.append(info["generation"])

    gc.callbacks.append(note)
    try:
        release_memory()
    finally:
        gc.callbacks.remove(note)
    assert not searched


@pytest.mark.slow  # half a minute of work and pauses; that parts of documents are freed at once is tested above
@pytest.mark.skipif(sys.platform != "linux", reason="reads the size of a process from /proc")
@pytest.mark.parametrize("allocator", ALLOCATORS)
def test_closed_documents_are_freed(
    allocator: str,
    tmp_path: Path,
    runtime: Path,  # noqa: F811
    peers: list[Peer],  # noqa: F811
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    repeats, growth = ALLOCATORS[allocator]
    monkeypatch.setenv("PYTHONMALLOC", allocator)
    root = tmp_path.resolve() / "site"
    (root / "content").mkdir(parents=True)
    (root / "refrakt.config.json").write_text('{"site": {"contentDir": "./content"}}')
    pages = {root / f"content/p{i}.md": "".join(part(i, number) for number in range(PARTS)) for i in range(PAGES)}
    for path, text in pages.items():
        path.write_text(text)
    editor = Editor(root, runtime)
    peers.append(editor)
    editor.initialize()
    before = open_and_close_all(editor, dict([next(iter(pages.items()))]))  # loads what the first page needs
    first = open_and_close_all(editor, pages)
    for _ in range(repeats):
        last = open_and_close_all(editor, pages)
    assert last < MARGIN * first
    assert last < before + growth
    assert editor.leave() == 0
