"""The preview in the editor's process: requests of the editor, and the web server for a browser.

`refrakt/preview` returns a page for editors with a view of their own, `refrakt/previewServer` the URL for a browser. Both show the
open buffers. The server of a project is started by the first request, also by one of `refrakt preview` through the link, and ends
with the process.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from lsprotocol import types
from pygls.exceptions import JsonRpcException, JsonRpcInvalidParams

from refrakt.hosts.lsp.position_encoding import Range, TextLines
from refrakt.hosts.lsp.session import Session, path_from_uri
from refrakt.markdoc.text import line_starts
from refrakt.project.confinement import confined_path
from refrakt.project.project_root import project_root

if TYPE_CHECKING:
    from refrakt.hosts.preview.preview_server import PreviewServer
    from refrakt.services.page_preview import PagePreview

PREVIEW = "refrakt/preview"
PREVIEW_RESOURCES = "refrakt/previewResources"
PREVIEW_SERVER = "refrakt/previewServer"
PREVIEW_SCROLL = "refrakt/previewScroll"
SCROLL_EDITOR = "refrakt/scrollEditor"
THEMES = ("auto", "light", "dark")

log = logging.getLogger("refrakt.lsp")


class PreviewHost:
    """Used on the event loop's thread."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._servers: dict[Path, PreviewServer] = {}
        self._starting = asyncio.Lock()

    def register(self) -> None:
        feature = self._session.server.feature

        @feature(PREVIEW)
        async def preview(params: Any) -> dict[str, Any] | None:
            request = _preview_params(params)
            return await asyncio.to_thread(self._preview, request) if request is not None else None

        @feature(PREVIEW_RESOURCES)
        async def preview_resources(params: Any) -> dict[str, Any]:
            from refrakt.hosts.lsp.preview_view import view_resources

            return await asyncio.to_thread(view_resources)

        @feature(PREVIEW_SERVER)
        async def preview_server(params: Any) -> dict[str, str]:
            path = _path(params)
            root = self._root(path)
            return {"url": await self.url(root, path)}

        @feature(PREVIEW_SCROLL)
        def preview_scroll(params: Any) -> None:
            path = _path(params)
            line = params.get("line") if isinstance(params, Mapping) else None
            if path is None or not isinstance(line, int) or line < 0:
                return
            for server in self._servers.values():
                server.scroll(path, line + 1)

    async def url(self, root: Path, path: Path | None = None) -> str:
        """The URL of the preview of a project, which shows a file first if one is given."""
        server = await self._server(root)
        exists = path is not None and (path in self._session.workspace.snapshot.paths or path.is_file())
        if path is not None and not exists:
            path = await asyncio.to_thread(server.site.shown_first, path) if path.is_dir() else None
        return server.url(path)

    async def close(self) -> None:
        servers = list(self._servers.values())
        self._servers.clear()
        await asyncio.gather(*(each.close() for each in servers))

    async def _server(self, root: Path) -> PreviewServer:
        async with self._starting:
            server = self._servers.get(root)
            if server is None:
                from refrakt.hosts.preview.preview_server import EditorEvents, PreviewServer

                editor = EditorEvents(
                    lambda path, line: self._scrolled(root, path, line),
                    lambda path, start, end: self._selected(root, path, start, end),
                )
                server = PreviewServer(self._session.workspace, root, editor)
                await server.start()
                self._servers[root] = server
            return server

    def _root(self, path: Path | None) -> Path:
        """The project of a file, or the first open one."""
        if path is not None:
            return self._session.workspace.project(path.parent).root
        for folder in self._session.folders:
            return Path(project_root(folder))
        raise JsonRpcInvalidParams(message="`textDocument` is required without a workspace folder")

    # Requests of the editor ---------------------------------------------------------------------------------------

    def _preview(self, request: _PreviewRequest) -> dict[str, Any]:
        from refrakt.hosts.lsp.preview_view import theme_stylesheets, view_urls
        from refrakt.services.context import Context
        from refrakt.services.page_preview import page_preview

        workspace, path = self._session.workspace, request.path
        project = workspace.project(path.parent)
        context = Context(project, workspace.snapshot, lambda: workspace.index(project.root))
        name = path.relative_to(project.root).as_posix() if path.is_relative_to(project.root) else str(path)
        shown = page_preview(context, name, request.layout, view_urls if request.view else None)
        result = self._encoded(path, shown, request.theme)
        if request.view:
            own, installed = theme_stylesheets(context.index(), shown.site)
            result |= {
                "root": str(project.root),
                "stylesheet": str(own) if own is not None else None,
                "themes": {name: str(file) for name, file in installed.items()},
            }
        return result

    def _encoded(self, path: Path, shown: PagePreview, theme: str | None) -> dict[str, Any]:
        positions, document = self._session.positions, shown.document
        result = {
            "uri": self._session.uri(path),
            "version": shown.version,
            "title": shown.title,
            "url": shown.url,
            "layout": shown.layout,
            "html": shown.html,
            "lines": list(shown.lines),
            "spans": [
                {
                    "rune": each.rune,
                    "span": f"{each.start}-{each.end}",
                    "range": positions.range(document, each.start, each.end),
                }
                for each in shown.spans
            ],
            "problems": [asdict(each) for each in shown.problems],
        }
        return {**result, "document": _document(shown, theme)} if theme is not None else result

    # Reports of a browser -----------------------------------------------------------------------------------------

    def _scrolled(self, root: Path, path: str, line: int) -> None:
        file = confined_path(root, path)
        if file is not None and self._session.client.scrolls_editor:
            params = {"uri": self._session.uri(file), "line": line - 1}
            self._session.protocol.notify(SCROLL_EDITOR, params, replaces=SCROLL_EDITOR)

    def _selected(self, root: Path, path: str, start: int, end: int) -> None:
        file = confined_path(root, path)
        if file is not None and self._session.client.shows_documents:
            self._session.start_task(self._show(file, start, end))

    async def _show(self, file: Path, start: int, end: int) -> None:
        """Select a block in the editor, which opens the file if necessary."""
        selection = await asyncio.to_thread(self._range, file, start, end)
        params = {"uri": self._session.uri(file), "takeFocus": False, "selection": selection}
        try:
            await self._session.protocol.send_request_async(types.WINDOW_SHOW_DOCUMENT, params)
        except JsonRpcException as error:
            log.info("the client did not show a document: %s", error)

    def _range(self, file: Path, start: int, end: int) -> Range:
        text = self._session.workspace.snapshot.read(file).text
        lines = TextLines(text, line_starts(text))
        return self._session.positions.range_in(lines, min(start, len(text)), min(end, len(text)))


def _path(params: Any) -> Path | None:
    """The file of a request."""
    match params:
        case {"textDocument": {"uri": str(uri)}} | {"uri": str(uri)}:
            return path_from_uri(uri)
    return None


class _PreviewRequest(NamedTuple):
    path: Path
    layout: str
    theme: str | None
    view: bool
    """Whether links, images and stylesheets are for a view of the editor."""


def _preview_params(params: Any) -> _PreviewRequest | None:
    """None: the document is not a file."""
    from refrakt.services.page_preview import LAYOUT_NAMES, NO_LAYOUT

    match params:
        case {"textDocument": {"uri": str(uri)}, **options}:
            layout, theme = options.get("layout", NO_LAYOUT), options.get("theme")
            if layout in LAYOUT_NAMES and theme in (None, *THEMES):
                path = path_from_uri(uri)
                return _PreviewRequest(path, layout, theme, options.get("view") is True) if path is not None else None
            message = f"`layout` is one of {', '.join(LAYOUT_NAMES)}; `theme` is one of {', '.join(THEMES)}"
            raise JsonRpcInvalidParams(message=message)
    raise JsonRpcInvalidParams(message="`textDocument` is required")


def _document(shown: PagePreview, theme: str) -> str:
    """A whole document in these colors."""
    from refrakt.theme.default_stylesheet import default_stylesheet
    from refrakt.theme.page_shell import PageShell

    attributes = {"data-theme": theme} if theme != "auto" else {}
    return PageShell(shown.title, styles=[default_stylesheet()], root_attributes=attributes).document(shown.html)
