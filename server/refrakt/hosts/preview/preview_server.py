"""The web server of the preview, for one project.

It answers requests of browsers on this machine, on the event loop of its process; whatever takes time runs in a thread. `access`
decides who may ask, `preview_site` what is served.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from http import HTTPStatus
from importlib.resources import files
from pathlib import Path
from typing import Any

from refrakt.hosts.preview.access import ADDRESS, APP_POLICY, FILE_POLICY, HEADERS, NOTHING_POLICY, PAGE_POLICY, Access
from refrakt.hosts.preview.http_messages import (
    MAX_HEAD,
    HttpRequest,
    HttpResponse,
    RefusedRequest,
    encode_head,
    read_request,
)
from refrakt.hosts.preview.live_pages import LivePages, Subscription, View
from refrakt.hosts.preview.page_urls import PAGE_PARAMETER, page_url
from refrakt.hosts.preview.preview_site import PreviewSite
from refrakt.hosts.preview.site_files import ServedFile
from refrakt.project.workspace import Workspace
from refrakt.services.page_preview import LAYOUT_NAMES, OWN_LAYOUT
from refrakt.theme.default_stylesheet import default_stylesheet

HTML = "text/html; charset=utf-8"
_CSS = "text/css; charset=utf-8"
_JAVASCRIPT = "text/javascript; charset=utf-8"
_ASSETS = {
    "preview.css": _CSS,
    "preview.js": _JAVASCRIPT,
    "patch.js": _JAVASCRIPT,
    "blocks.js": _JAVASCRIPT,
    "icon.svg": "image/svg+xml",
}
HEARTBEAT = 15.0
"""Seconds after which a browser without news gets a comment, to find out whether it is still there."""
MAX_BROWSERS = 50

log = logging.getLogger("refrakt.preview")


@dataclass(frozen=True, slots=True)
class EditorEvents:
    """What a browser reports to an editor; called on the event loop's thread."""

    scrolled: Callable[[str, int], None]
    """The path of a page, and the line at the top of the window, from 1."""
    selected: Callable[[str, int, int], None]
    """The path of a page, and the offsets of the block that was clicked."""


class PreviewServer:
    """Started by `start`; ends with `close`."""

    def __init__(self, workspace: Workspace, root: Path, editor: EditorEvents | None = None) -> None:
        self._workspace = workspace
        self._root = root
        self._editor = editor
        self._server: asyncio.Server | None = None
        self._connections: set[asyncio.Task[None]] = set()

    async def start(self, port: int = 0) -> None:
        """Listen on a port; on a free one with 0. `OSError` if it is in use."""
        self._server = await asyncio.start_server(self._accept, ADDRESS, port, limit=MAX_HEAD)
        self._access = Access(self._server.sockets[0].getsockname()[1])
        self.site = PreviewSite(self._workspace, self._root, self._access.base)
        self._pages = LivePages(self._workspace, self._root, self.site.payload)

    async def close(self) -> None:
        if self._server is None:
            return
        self._server.close()
        self._pages.close()
        for task in self._connections:
            task.cancel()
        if self._connections:
            await asyncio.wait(self._connections, timeout=1.0)

    def url(self, path: Path | None = None) -> str:
        """The URL for a browser, which shows a file first if one is given. It is secret."""
        page = self.site.request(path) if path is not None else None
        address = page_url(self._access.base, {PAGE_PARAMETER: page}) if page is not None else f"{self._access.base}/"
        return self._access.origin + address

    def scroll(self, path: Path, line: int) -> None:
        """Scroll the browsers to a line of a page, from 1."""
        if path.is_relative_to(self._root):
            for each in self._pages.subscriptions:
                each.put("scroll", {"path": path.relative_to(self._root).as_posix(), "line": line})

    # Connections --------------------------------------------------------------------------------------------------

    def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.get_running_loop().create_task(self._serve(reader, writer))
        self._connections.add(task)
        task.add_done_callback(self._connections.discard)
        task.add_done_callback(lambda _: writer.close())

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            request = await read_request(reader)
            refusal = self._access.refusal(request)
            if refusal is not None:
                raise RefusedRequest(refusal)
            if request.segments[1:] == ("events",):
                await self._send_events(request, reader, writer)
            else:
                writer.write((await self._response(request)).encode())
        except RefusedRequest as error:
            writer.write(_plain(error.status).encode())
        except (OSError, EOFError):  # the browser has closed the connection, or sent nothing in time
            return
        except Exception:
            log.exception("a request of the preview failed")
            writer.write(_plain(HTTPStatus.INTERNAL_SERVER_ERROR).encode())
        with suppress(OSError):
            await writer.drain()

    async def _response(self, request: HttpRequest) -> HttpResponse:
        match request.method, request.segments[1:]:
            case "GET", ("",):
                return _answer(_asset("preview.html"), HTML, APP_POLICY)
            case "GET", ("assets", name) if name in _ASSETS:
                return _answer(_asset(name), _ASSETS[name])
            case "GET", ("style.css",):
                return _answer(default_stylesheet().encode(), _CSS)
            case "GET", ("page",):
                view, theme = _view(request), request.query.get("theme", "")
                document = await asyncio.to_thread(self.site.document, view, theme)
                return _answer(document.encode("utf-8", "replace"), HTML, PAGE_POLICY)
            case "GET", ("pages",):
                return _json(await asyncio.to_thread(self._list_pages))
            case "GET", ("static", site, *names):
                return await _file(self.site.static_file, site, names)
            case "GET", ("theme", site, *names):
                return await _file(self.site.theme_file, site, names)
            case "POST", ("scroll" | "select" as kind,):
                self._report(kind, request.body)
                return _answer(b"", "text/plain", status=HTTPStatus.NO_CONTENT)
            case _:
                return _plain(HTTPStatus.NOT_FOUND)

    def _list_pages(self) -> dict[str, Any]:
        return {
            "pages": self.site.pages(),
            "first": self.site.first_page(),
            "layouts": LAYOUT_NAMES,
            "hasEditor": self._editor is not None,
        }

    def _report(self, kind: str, body: bytes) -> None:
        """Report to the editor. The values are those of a browser, so they are checked."""
        if self._editor is None:
            return
        try:
            data = json.loads(body)
        except (ValueError, RecursionError) as error:
            raise RefusedRequest(HTTPStatus.BAD_REQUEST) from error
        path = data.get("path") if isinstance(data, dict) else None
        if path not in [each.view.path for each in self._pages.subscriptions]:
            raise RefusedRequest(HTTPStatus.BAD_REQUEST)
        match kind, _numbers(data):
            case "scroll", {"line": line} if line > 0:
                self._editor.scrolled(path, line)
            case "select", {"start": start, "end": end} if start <= end:
                self._editor.selected(path, start, end)
            case _:
                raise RefusedRequest(HTTPStatus.BAD_REQUEST)

    async def _send_events(
        self, request: HttpRequest, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        """Send news of a page until the browser closes the connection."""
        if request.method != "GET" or len(self._pages.subscriptions) >= MAX_BROWSERS:
            raise RefusedRequest(
                HTTPStatus.TOO_MANY_REQUESTS if request.method == "GET" else HTTPStatus.METHOD_NOT_ALLOWED
            )
        subscription = self._pages.subscribe(_view(request))
        headers = {"Content-Type": "text/event-stream", "Content-Security-Policy": NOTHING_POLICY, **HEADERS}
        writer.write(encode_head(HTTPStatus.OK, headers) + b"retry: 1000\n\n")
        closed = asyncio.ensure_future(reader.read(1))
        try:
            while not closed.done():
                await _send_next(subscription, writer, closed)
        finally:
            closed.cancel()
            self._pages.unsubscribe(subscription)


def _numbers(data: dict[str, Any]) -> dict[str, int]:
    return {name: value for name, value in data.items() if type(value) is int and 0 <= value < 1 << 31}


async def _send_next(subscription: Subscription, writer: asyncio.StreamWriter, closed: asyncio.Future[Any]) -> None:
    waiting = asyncio.ensure_future(subscription.next())
    try:
        await asyncio.wait((waiting, closed), timeout=HEARTBEAT, return_when=asyncio.FIRST_COMPLETED)
        if waiting.done():
            name, data = waiting.result()
            writer.write(f"event: {name}\ndata: {json.dumps(data)}\n\n".encode())
        else:
            writer.write(b":\n\n")
        await writer.drain()
    finally:
        waiting.cancel()


async def _file(read: Callable[[str, str], ServedFile | None], site: str, names: list[str]) -> HttpResponse:
    found = await asyncio.to_thread(read, site, "/".join(names))
    if found is None:
        return _plain(HTTPStatus.NOT_FOUND)
    return _answer(found.data, found.media_type, FILE_POLICY)


def _view(request: HttpRequest) -> View:
    path, layout = request.query.get("path", ""), request.query.get("layout", OWN_LAYOUT)
    if not path or "\0" in path or layout not in LAYOUT_NAMES:
        raise RefusedRequest(HTTPStatus.BAD_REQUEST)
    return View(path, layout)


def _answer(
    body: bytes, media_type: str, policy: str = NOTHING_POLICY, status: HTTPStatus = HTTPStatus.OK
) -> HttpResponse:
    return HttpResponse(status, body, media_type, {**HEADERS, "Content-Security-Policy": policy})


def _json(data: Any) -> HttpResponse:
    return _answer(json.dumps(data).encode(), "application/json")


def _plain(status: HTTPStatus) -> HttpResponse:
    return _answer(f"{status.phrase}\n".encode(), "text/plain; charset=utf-8", status=status)


@cache
def _asset(name: str) -> bytes:
    return files("refrakt.hosts.preview").joinpath("assets", name).read_bytes()
