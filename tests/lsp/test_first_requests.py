"""Requests about all pages that come before the pages are read."""

from __future__ import annotations

from pathlib import Path

import pytest

from .conftest import PUSH, write
from .wire import server

PAGES = 30
FILES = {
    "refrakt.config.json": '{"site": {"contentDir": "./content"}}\n',
    "content/target.md": "# Target\n",
    **{f"content/p{each:03}.md": f"# Page {each}\n\n[there](/target)\n" for each in range(PAGES)},
}


@pytest.fixture
def uncached(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("REFRAKT_CACHE_DIR", str(tmp_path / "cache"))
    return write(tmp_path / "site", FILES)


def test_a_file_that_moves_at_once_updates_all_links(uncached: Path) -> None:
    with server(uncached, capabilities=PUSH) as client:
        old, new = ((uncached / "content" / name).as_uri() for name in ("target.md", "moved.md"))
        edit = client.request("workspace/willRenameFiles", {"files": [{"oldUri": old, "newUri": new}]})
    assert edit is not None
    changed = edit.get("changes") or edit["documentChanges"]
    assert len(changed) == PAGES


def test_symbols_that_are_searched_at_once_are_found(uncached: Path) -> None:
    with server(uncached, capabilities=PUSH) as client:
        found = client.request("workspace/symbol", {"query": "Page 29"})
    assert [each["name"] for each in found][:1] == ["Page 29"]
