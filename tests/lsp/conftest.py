"""Test projects and initialized servers."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from .wire import Client, server

PROFILES = Path(__file__).parent / "profiles"
PUSH: dict[str, Any] = {
    "general": {"positionEncodings": ["utf-16"]},
    "textDocument": {
        "publishDiagnostics": {"versionSupport": True, "tagSupport": {"valueSet": [1, 2]}},
        "completion": {"completionItem": {"snippetSupport": True}},
        "hover": {"contentFormat": ["markdown"]},
    },
    "workspace": {"didChangeWatchedFiles": {"dynamicRegistration": True}},
}
"""A client that gets published diagnostics."""


def profile(name: str) -> dict[str, Any]:
    """The recorded capabilities of an editor."""
    found: dict[str, Any] = json.loads((PROFILES / f"{name}.json").read_text("utf-8"))
    return found


def write(folder: Path, files: dict[str, str]) -> Path:
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    return folder


SITE = {
    "refrakt.config.json": '{"sites": {"main": {"contentDir": "./content", "plugins": ["@refrakt-md/marketing"]}}}\n',
    "content/index.md": "# Home\n",
    "content/_partials/support.md": "Ask us.\n",
    "README.md": "# Not a page\n",
}


@pytest.fixture(scope="package", autouse=True)
def _runtime_folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Put the sockets for agents into a temporary folder."""
    folder = tmp_path_factory.mktemp("run")
    folder.chmod(0o700)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_RUNTIME_DIR", str(folder))
        yield


@pytest.fixture
def site(tmp_path: Path) -> Path:
    return write(tmp_path / "site", SITE)


@pytest.fixture(scope="module")
def shared_client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    """One server for the tests of a module that do not affect each other."""
    folder = write(tmp_path_factory.mktemp("shared") / "site", SITE)
    with server(folder, capabilities=PUSH) as client:
        yield client
