"""Recorded editors with real servers, through pytest-lsp. All sessions share one site.

Tests use their own file names and close what could affect others.
"""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import pytest_lsp
from lsprotocol import converters, types
from pytest_lsp import ClientServerConfig, LanguageClient

from ..conftest import profile, write

SITE = {
    "refrakt.config.json": """{"sites": {"main": {
  "contentDir": "./content",
  "plugins": ["@refrakt-md/marketing", "@refrakt-md/docs", "@refrakt-md/storytelling"]
}}}
""",
    "content/index.md": "# Home\n\nSee [setup](/docs/setup#linux) and [the 😀 tour](docs/tour.md).\n",
    "content/docs/setup.md": "---\ntitle: Setting up\ndescription: From nothing to a page\n---\n\n# Setup\n\n## Linux\n\nText.\n",
    "content/docs/tour.md": '# Tour\n\nBack [home](/). {% xref "Veshra" /%} waits.\n',
    "content/people.md": '# People\n\n{% character name="Veshra" role="protagonist" %}\n## Backstory\nA smith.\n{% /character %}\n',
    "content/_partials/support.md": "Ask us.\n",
}


GRANTED = (
    types.CLIENT_REGISTER_CAPABILITY,
    types.WORKSPACE_CODE_LENS_REFRESH,
    types.WORKSPACE_INLAY_HINT_REFRESH,
    types.WORKSPACE_SEMANTIC_TOKENS_REFRESH,
)
"""Requests that the server may send at any time."""


@pytest.fixture(scope="session")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write(tmp_path_factory.mktemp("sessions") / "site", SITE)


@pytest_lsp.fixture(  # type: ignore[untyped-decorator]
    params=["vscode", "neovim"],
    scope="session",
    loop_scope="session",
    config=ClientServerConfig(server_command=[sys.executable, "-m", "refrakt", "lsp", "--stdio"]),
)
async def editor(lsp_client: LanguageClient, project: Path, request: pytest.FixtureRequest) -> AsyncIterator[None]:
    capabilities = converters.get_converter().structure(profile(request.param), types.ClientCapabilities)
    folder = types.WorkspaceFolder(project.as_uri(), project.name)
    params = types.InitializeParams(
        capabilities, process_id=os.getpid(), root_uri=project.as_uri(), workspace_folders=[folder]
    )
    for method in GRANTED:
        lsp_client.feature(method)(lambda _: None)
    await lsp_client.initialize_session(params)
    await indexed(lsp_client)
    yield
    await lsp_client.shutdown_session()


async def indexed(editor: LanguageClient) -> None:
    """Wait until the index is idle."""
    async with asyncio.timeout(30):
        while True:
            result: Any = await editor.protocol.send_request_async("refrakt/status", None)  # type: ignore[no-untyped-call]
            if all(each.pages and each.indexing is None and not each.busy for each in result.roots):
                return
            await asyncio.sleep(0.05)


def opened(
    editor: LanguageClient, project: Path, name: str, text: str, language: str = "markdown"
) -> types.TextDocumentIdentifier:
    uri = (project / name).as_uri()
    item = types.TextDocumentItem(uri, language, 1, text)
    editor.text_document_did_open(types.DidOpenTextDocumentParams(item))
    return types.TextDocumentIdentifier(uri)


def closed(editor: LanguageClient, page: types.TextDocumentIdentifier) -> None:
    editor.text_document_did_close(types.DidCloseTextDocumentParams(page))


def at(line: int, character: int) -> types.Position:
    return types.Position(line, character)
