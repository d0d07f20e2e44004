"""A registry for tests: a real web server on 127.0.0.1 whose answers each test decides, and projects that use it."""

from __future__ import annotations

import asyncio
import hashlib
import json
import os
import ssl
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

from refrakt.hosts.cli.plugin_command import run_command
from refrakt.plugins import Command, CommandContext, Disk, RefraktError
from refrakt.plugins.input_schema import validated_input
from refrakt_forge.config.load import load_config
from refrakt_forge.environment import environment
from refrakt_forge.errors import TOOL_PREFIX
from refrakt_forge.index.file_texts import FileTexts
from refrakt_forge.plugin import plugin
from refrakt_forge.registries.open_registries import open_registries
from refrakt_forge.registries.registry import Registry
from refrakt_forge.schemas import Json

from .forge_project import ForgeProject

COMMANDS: Mapping[str, Command] = {each.name: each for each in plugin.commands}
Respond = Callable[["Request"], None]
CANARY = "canary-3f9d2c71"
"""A secret."""


@dataclass(frozen=True)
class Route:
    """An answer. `respond` writes it instead of the other members."""

    body: bytes = b""
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)
    delay: float = 0
    respond: Respond | None = None


class Request(BaseHTTPRequestHandler):
    server: _Server
    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        registry = self.server.registry
        registry.requests.append((self.path, dict(self.headers.items())))
        route = registry.routes.get(self.path) or registry.routes.get(urlsplit(self.path).path) or Route(status=404)
        if registry.released.wait(route.delay):
            return
        if route.respond is not None:
            route.respond(self)
            return
        if (
            "etag" in {each.lower() for each in route.headers}
            and self.headers["If-None-Match"] == route.headers["ETag"]
        ):
            route = Route(status=304, headers=route.headers)
        self.send_response(route.status)
        for name, value in route.headers.items():
            self.send_header(name, value)
        if "Content-Length" not in route.headers:
            self.send_header("Content-Length", str(len(route.body)))
        self.end_headers()
        self.wfile.write(route.body)

    def log_message(self, format: str, *args: object) -> None:
        """Silent."""


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    registry: TestRegistry

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A client that closes the connection early is expected."""


class TestRegistry:
    """The server, with the requests that it got."""

    __test__ = False

    def __init__(self, port: int) -> None:
        self.port = port
        self.routes: dict[str, Route] = {}
        self.requests: list[tuple[str, dict[str, str]]] = []
        self.released = threading.Event()
        self.plugins: list[Json] = []

    def url(self, path: str = "/registry.json") -> str:
        return f"http://127.0.0.1:{self.port}{path}"

    def hits(self, path: str = "/registry.json") -> int:
        return sum(urlsplit(each).path == path for each, _ in self.requests)

    def headers(self, name: str) -> list[str]:
        """The values of a header in all requests."""
        return [found[name] for _, found in self.requests if name in found]

    def put(self, path: str, data: Any, **more: Any) -> bytes:
        """Serve JSON, or bytes as they are."""
        body = data if isinstance(data, bytes) else json.dumps(data).encode()
        self.routes[path] = Route(body, **more)
        return body

    def fail(self, status: int, path: str = "/registry.json") -> None:
        self.routes[path] = Route(status=status)

    def plugin(self, name: str, version: str = "1.0.0", /, **more: Any) -> Json:
        """Offer a plugin, with a manifest. `components` and other members go into the manifest, `entry` into the index."""
        entry_more = more.pop("entry", {})
        manifest = {"name": name, "version": version, "description": f"about {name}", **more}
        path = f"/{name.strip('@')}/{version}/plugin.json"
        body = self.put(path, manifest)
        entry = {
            "name": name,
            "version": version,
            "description": f"about {name}",
            "manifest_url": self.url(path),
            "tags": [],
            "checksum": checksum(body),
            **entry_more,
        }
        self.plugins.append(entry)
        self.index()
        return entry

    def index(self, **more: Any) -> None:
        """Serve the index of the offered plugins."""
        self.put("/registry.json", {"name": "test", "version": "1.0.0", "plugins": self.plugins}, **more)


def checksum(data: bytes) -> str:
    return f"sha256:{hashlib.sha256(data).hexdigest()}"


@contextmanager
def running_registry(context: ssl.SSLContext | None = None) -> Iterator[TestRegistry]:
    """A registry; with a TLS context it serves https."""
    server = _Server(("127.0.0.1", 0), Request)
    if context is not None:
        server.socket = context.wrap_socket(server.socket, server_side=True, do_handshake_on_connect=False)
    registry = TestRegistry(server.server_port)
    server.registry = registry
    thread = threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True)
    thread.start()
    try:
        yield registry
    finally:
        registry.released.set()
        server.shutdown()
        server.server_close()


class Clock:
    """The time that Forge sees."""

    def __init__(self) -> None:
        self.offset = 0.0

    def advance(self, seconds: float) -> None:
        self.offset += seconds


class Project:
    """A project and a home folder. Calls run as for an agent, with these variables."""

    def __init__(self, root: Path, home: Path) -> None:
        self.root = root
        self.home = home
        (root / ".fractary").mkdir(parents=True)
        (root / ".git").mkdir()
        (home / ".fractary").mkdir(parents=True)

    @property
    def cache(self) -> Path:
        return self.home / ".fractary" / "cache"

    def cached(self, kind: str = "manifests") -> list[Path]:
        return sorted((self.cache / kind).glob("*"))

    def write(self, path: str, data: Any, user: bool = False) -> Path:
        target = (self.home if user else self.root) / ".fractary" / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(data if isinstance(data, str) else json.dumps(data), "utf-8")
        return target

    def configure(self, *registries: Json, user: bool = True, **more: Any) -> None:
        """Write the configuration: the user's own, or the project's."""
        self.write("config.json", {"registries": list(registries), **more}, user)

    def install(self, name: str, version: str = "1.0.0", user: bool = False, **more: Any) -> None:
        folder = f"registry/plugins/{name}" if user else f"plugins/{name}"
        self.write(f"{folder}/plugin.json", {"name": name, "version": version, **more}, user)

    def call(self, command: str, **arguments: Any) -> Json:
        """The result of a command, through a real MCP client if it is a tool; `RefraktError` if it fails."""
        tool = COMMANDS[command].tool_name if COMMANDS[command].expose else None
        if tool is None:
            return self.call_with(CommandContext(self.root, {}, Disk(self.root)), command, **arguments)
        data, failed = asyncio.run(
            ForgeProject(self.root, self.home).answer(tool.removeprefix(TOOL_PREFIX), **arguments)
        )
        if failed:
            hint = "; ".join(data.get("suggestions", ()))
            raise RefraktError(data["code"], data["message"], hint, exit_code=1, data=data.get("details"))
        return data

    def call_with(self, context: CommandContext, command: str, **arguments: Any) -> Json:
        run = COMMANDS[command].run
        assert run is not None
        result: Json = run(validated_input(COMMANDS[command], arguments), context)
        return result


def error_of(project: Project, command: str, **arguments: Any) -> RefraktError:
    with pytest.raises(RefraktError) as caught:
        project.call(command, **arguments)
    return caught.value


def opened(project: Project) -> tuple[Registry, ...]:
    """The registries of the project's configuration, as one call has them."""
    found = environment(project.root)
    return open_registries(load_config(found, FileTexts(found, Disk(project.root))), found)


def the_registry(project: Project) -> Registry:
    (found,) = opened(project)
    return found


def shell(project: Project, capsys: pytest.CaptureFixture[str], command: str, *arguments: str) -> tuple[int, str, str]:
    before = Path.cwd()
    os.chdir(project.root)
    try:
        code = run_command(COMMANDS[command], list(arguments), f"refrakt forge {command}")
    finally:
        os.chdir(before)
    out, err = capsys.readouterr()
    return code, out, err


def entry(url: str, name: str = "test", **more: Any) -> Json:
    """A registry in a configuration."""
    return {"name": name, "type": "manifest", "url": url, "enabled": True, "priority": 1, **more}


def drip(text: bytes, seconds: float) -> Respond:
    """An answer that arrives one byte at a time."""

    def respond(request: Request) -> None:
        request.send_response(200)
        request.send_header("Content-Length", str(len(text)))
        request.end_headers()
        for each in text:
            time.sleep(seconds)
            request.wfile.write(bytes([each]))
            request.wfile.flush()

    return respond
