"""Previews in a real browser, each with a tab of its own."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from browser.previews import EditorPreview, ShellPreview

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page


@pytest.fixture
def page(chromium: Browser) -> Iterator[Page]:
    """A tab of its own. The test fails if the page has reported an error."""
    context = chromium.new_context(viewport={"width": 1280, "height": 900})
    tab = context.new_page()
    errors: list[str] = []
    tab.on("console", lambda message: errors.append(message.text) if message.type in ("error", "warning") else None)
    tab.on("pageerror", lambda error: errors.append(str(error)))
    yield tab
    context.close()
    assert errors == []


@pytest.fixture
def site(tmp_path: Path, repository: Path) -> Path:
    """A copy of the example site."""
    return Path(shutil.copytree(repository / "examples" / "site", tmp_path / "site"))


@pytest.fixture
def plain_site(tmp_path: Path, repository: Path) -> Path:
    return Path(shutil.copytree(repository / "examples" / "plain", tmp_path / "plain"))


@pytest.fixture(autouse=True)
def _runtime_folder(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path_factory.mktemp("run")
    folder.chmod(0o700)
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(folder))


@pytest.fixture
def editor(site: Path) -> Iterator[EditorPreview]:
    """An editor with the example site, and its preview."""
    with EditorPreview(site) as found:
        yield found


@pytest.fixture
def shell(request: pytest.FixtureRequest) -> Iterator[Any]:
    """Starts `refrakt preview` for a folder."""
    started: list[ShellPreview] = []

    def start(folder: Path, *arguments: str) -> ShellPreview:
        started.append(ShellPreview(folder, *arguments))
        return started[-1]

    yield start
    for each in started:
        each.end()
