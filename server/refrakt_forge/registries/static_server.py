"""A web server for a folder with a registry, on this machine only.

It serves regular files of the folder and nothing else: no listings, no hidden files, no links that lead out of it. A request for
another host name is refused, so that a web page cannot use a name of its own to read the files.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import unquote, urlsplit

from refrakt.plugins import read_inside
from refrakt.plugins.message_quoting import one_line
from refrakt_forge.limits import MANIFEST_BYTES

HOST = "127.0.0.1"
INDEX = "registry.json"
_TYPES = {".json": "application/json", ".md": "text/markdown; charset=utf-8"}
_YAML = "application/yaml"
_CLIENT_SECONDS = 10.0


class StaticServer(ThreadingHTTPServer):
    """Serves a folder. `log` gets a line for each request."""

    daemon_threads = True

    def __init__(self, folder: Path, port: int, log: Callable[[str], None]) -> None:
        super().__init__((HOST, port), _Handler)
        self.folder = folder
        self.log = log
        self.requests = 0

    @property
    def url(self) -> str:
        return f"http://{HOST}:{self.server_port}/{INDEX}"


class _Handler(BaseHTTPRequestHandler):
    server: StaticServer
    protocol_version = "HTTP/1.1"
    server_version = "refrakt-forge"
    sys_version = ""
    timeout = _CLIENT_SECONDS

    def do_GET(self) -> None:
        self._serve(with_body=True)

    def do_HEAD(self) -> None:
        self._serve(with_body=False)

    def _serve(self, with_body: bool) -> None:
        self.server.requests += 1
        port = self.server.server_port
        if self.headers.get("Host", "").lower() not in (f"{HOST}:{port}", f"localhost:{port}"):
            self._send(HTTPStatus.MISDIRECTED_REQUEST, b"", {}, with_body)
            return
        path = _relative_path(self.path)
        try:
            data = read_inside(self.server.folder, path, MANIFEST_BYTES) if path is not None else None
        except (OSError, ValueError):
            data = None
        if path is None or data is None:
            self._send(HTTPStatus.NOT_FOUND, b"", {}, with_body)
            return
        etag = f'"{hashlib.sha256(data).hexdigest()[:32]}"'
        headers = {"ETag": etag, "Content-Type": _TYPES.get(Path(path).suffix, _YAML), "Cache-Control": "no-cache"}
        if self.headers.get("If-None-Match") == etag:
            self._send(HTTPStatus.NOT_MODIFIED, b"", {"ETag": etag}, with_body)
        else:
            self._send(HTTPStatus.OK, data, headers, with_body)

    def _send(self, status: HTTPStatus, body: bytes, headers: dict[str, str], with_body: bool) -> None:
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        if status != HTTPStatus.NOT_MODIFIED:
            self.send_header("Content-Length", str(len(body)))
        self.send_header("X-Content-Type-Options", "nosniff")
        self.end_headers()
        if with_body:
            self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:
        self.server.log(one_line(format % args))


def _relative_path(target: str) -> str | None:
    """The path of a request below the folder; None if it names something hidden, or leaves the folder."""
    try:
        path = unquote(urlsplit(target).path, errors="strict").removeprefix("/")
    except ValueError:
        return None
    segments = path.split("/")
    if any(not each or each.startswith(".") or "\\" in each or ":" in each or "\0" in each for each in segments):
        return None
    return path
