"""The preview: who may use its web server, which files it serves, and that a page runs nothing in the browser."""

from __future__ import annotations

import asyncio
import json
import os
from collections.abc import AsyncIterator
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import quote, urlsplit

import pytest

from browser.previews import ShellPreview
from plan.plans import write
from refrakt.hosts.preview.http_messages import MAX_BODY
from refrakt.hosts.preview.preview_server import EditorEvents, PreviewServer
from refrakt.project.workspace import Workspace

if TYPE_CHECKING:
    from playwright.sync_api import Browser

IMAGE = b"\x89PNG\r\n\x1a\n"
SITE = {
    "refrakt.config.json": '{"sites": {"main": {"contentDir": "./content", "theme": "@refrakt-md/lumina"}}}\n',
    "content/index.md": "# Home\n\n[Other](/other) ![Sun](/sun.png)\n",
    "content/other.md": "# Other\n",
    "notes.md": "# Private notes\n",
    "package.json": '{"name": "secret-name"}\n',
    "static/script.js": "secret()\n",
    "static/page.html": "<script>secret()</script>\n",
    "static/.env.png": "secret\n",
    "node_modules/@refrakt-md/lumina/package.json": '{"style": "index.css"}\n',
    "node_modules/@refrakt-md/lumina/index.css": "body { color: red }\n",
    "node_modules/@refrakt-md/lumina/index.js": "secret()\n",
}


class Answer(NamedTuple):
    status: int
    headers: dict[str, str]
    body: bytes


class Running:
    """A preview in this process, and raw requests to it."""

    def __init__(self, server: PreviewServer, reports: list[tuple[object, ...]]) -> None:
        self.server = server
        self.reports = reports
        parts = urlsplit(server.url())
        self.port, self.base = parts.port or 0, parts.path.rstrip("/")

    async def send(self, data: bytes) -> Answer:
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        writer.write(data)
        async with asyncio.timeout(10):
            answer = await reader.read()
        writer.close()
        head, _, body = answer.partition(b"\r\n\r\n")
        first, *lines = head.decode().split("\r\n")
        headers = {name.lower(): value for name, _, value in (line.partition(": ") for line in lines)}
        return Answer(int(first.split()[1]) if first else 0, headers, body)

    async def get(self, path: str, method: str = "GET", **headers: str) -> Answer:
        names = {"Host": f"127.0.0.1:{self.port}", **{name.replace("_", "-"): value for name, value in headers.items()}}
        lines = "".join(f"{name}: {value}\r\n" for name, value in names.items())
        return await self.send(f"{method} {path} HTTP/1.1\r\n{lines}\r\n".encode())

    async def post(self, name: str, body: object, **headers: str) -> Answer:
        data = json.dumps(body).encode()
        sent = {
            "Host": f"127.0.0.1:{self.port}",
            "Origin": f"http://127.0.0.1:{self.port}",
            "Content-Type": "application/json",
            **{name.replace("_", "-"): value for name, value in headers.items()},
        }
        lines = "".join(f"{name}: {value}\r\n" for name, value in sent.items() if value)
        head = f"POST {self.base}/{name} HTTP/1.1\r\n{lines}Content-Length: {len(data)}\r\n\r\n"
        return await self.send(head.encode() + data)


@pytest.fixture
async def preview(tmp_path: Path) -> AsyncIterator[Running]:
    root = write(tmp_path / "project", SITE)
    (root / "static/sun.png").write_bytes(IMAGE)
    workspace = Workspace()
    reports: list[tuple[object, ...]] = []
    events = EditorEvents(lambda *each: reports.append(each), lambda *each: reports.append(each))
    server = PreviewServer(workspace, root, events)
    await server.start()
    index = workspace.index(root)
    assert index is not None
    await asyncio.to_thread(index.settle, 10)
    yield Running(server, reports)
    await server.close()
    workspace.end_indexes()


async def test_only_this_machine_can_connect(preview: Running) -> None:
    assert preview.server._server is not None
    assert [each.getsockname()[0] for each in preview.server._server.sockets] == ["127.0.0.1"]


async def test_without_the_token_nothing_is_served(preview: Running) -> None:
    wrong = ["/", "/pages", "/x/pages", f"{preview.base[:-1]}/pages", f"{preview.base}x/pages", f"/{'é' * 32}/pages"]
    for path in wrong:
        answer = await preview.get(quote(path))
        assert (answer.status, answer.body) == (403, b"Forbidden\n"), path
    assert (await preview.get(f"{preview.base}/pages")).status == 200


async def test_another_host_is_refused(preview: Running) -> None:
    """A hostile name that resolves to this machine (DNS rebinding)."""
    for host in ("evil.example", f"evil.example:{preview.port}", "127.0.0.1", f"127.0.0.1:{preview.port + 1}", ""):
        assert (await preview.get(f"{preview.base}/pages", Host=host)).status == 403, host
    assert (await preview.send(f"GET {preview.base}/pages HTTP/1.1\r\n\r\n".encode())).status == 403
    twice = f"GET {preview.base}/ HTTP/1.1\r\nHost: 127.0.0.1:{preview.port}\r\nHost: evil.example\r\n\r\n"
    assert (await preview.send(twice.encode())).status == 400


async def test_another_origin_is_refused(preview: Running) -> None:
    for origin in (
        "https://evil.example",
        "null",
        f"http://127.0.0.1:{preview.port + 1}",
        f"https://127.0.0.1:{preview.port}",
    ):
        assert (await preview.get(f"{preview.base}/pages", Origin=origin)).status == 403, origin
    assert (await preview.get(f"{preview.base}/pages", Origin=f"http://localhost:{preview.port}")).status == 200


async def test_other_methods_are_refused(preview: Running) -> None:
    for method in ("PUT", "DELETE", "OPTIONS", "HEAD", "get"):
        assert (await preview.get(f"{preview.base}/pages", method)).status == 405, method
    assert (await preview.get(f"{preview.base}/pages", "POST")).status == 403


async def test_reports_need_the_origin_of_the_preview(preview: Running) -> None:
    report = {"path": "content/index.md", "line": 3}
    assert (await preview.post("scroll", report)).status == 400, "no browser shows this page"
    _, browser = await asyncio.open_connection("127.0.0.1", preview.port)
    events = f"GET {preview.base}/events?path=content/index.md HTTP/1.1\r\nHost: 127.0.0.1:{preview.port}\r\n\r\n"
    browser.write(events.encode())
    while not preview.server._pages.subscriptions:
        await asyncio.sleep(0.01)
    for headers in ({"Origin": ""}, {"Origin": "https://evil.example"}, {"Content_Type": "text/plain"}):
        assert (await preview.post("scroll", report, **headers)).status == 403
    wrong: list[object] = [{"path": 1, "line": 3}, {**report, "path": "../x.md"}, {**report, "line": 0}, [], "x", None]
    wrong += [{**report, "line": True}, {**report, "line": 1 << 40}, {**report, "line": "3"}]
    for each in wrong:
        assert (await preview.post("scroll", each)).status == 400, each
    assert (await preview.post("scroll", {"path": "a" * MAX_BODY, "line": 3})).status == 413
    assert preview.reports == []
    assert (await preview.post("scroll", report)).status == 204
    assert (await preview.post("select", {"path": "content/index.md", "start": 0, "end": 6})).status == 204
    assert preview.reports == [("content/index.md", 3), ("content/index.md", 0, 6)]
    browser.close()


async def test_every_response_has_a_policy(preview: Running) -> None:
    names = ["", "assets/preview.js", "assets/preview.css", "style.css", "pages", "page?path=content/index.md"]
    names += ["static/main/sun.png", "theme/main/index.css", "none", "page?path=missing.md", "../x", "page"]
    for path in [*(f"{preview.base}/{name}" for name in names), "/"]:
        headers = (await preview.get(path)).headers
        assert headers["content-security-policy"].startswith("default-src 'none'"), path
        assert "unsafe-eval" not in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"
        assert headers["cache-control"] == "no-store"
    app, page = [(await preview.get(f"{preview.base}/{name}")).headers for name in ("", "page?path=content/index.md")]
    assert "unsafe-inline" not in app["content-security-policy"]
    assert "script-src" not in page["content-security-policy"]
    assert "sandbox allow-same-origin" in page["content-security-policy"]


async def test_only_static_files_of_the_site_are_served(preview: Running, tmp_path: Path) -> None:
    root = tmp_path / "project"
    (tmp_path / "outside.png").write_bytes(IMAGE)
    os.symlink(tmp_path / "outside.png", root / "static/link.png")
    os.symlink(tmp_path, root / "static/folder")
    os.symlink(root / "package.json", root / "static/inside.png")
    os.mkfifo(root / "static/pipe.png")
    served = await preview.get(f"{preview.base}/static/main/sun.png")
    assert (served.status, served.body, served.headers["content-type"]) == (200, IMAGE, "image/png")
    for name in (
        "link.png", "folder/outside.png", "inside.png", "pipe.png", "script.js", "page.html", ".env.png", "", "sun.png/",
        "../package.json", "../content/index.md", "..%2fpackage.json", "%2e%2e/outside.png", "folder%2foutside.png",
        "%2Fetc%2Fpasswd", "..%5cpackage.json", "sun.png%00.svg", "x/../../project/package.json",
    ):  # fmt: skip
        assert (await preview.get(f"{preview.base}/static/main/{name}")).status in (400, 404), name
        assert (await preview.get(f"{preview.base}/theme/main/{name}")).status in (400, 404), name
    assert (await preview.get(f"{preview.base}/theme/main/index.css")).status == 200
    assert (await preview.get(f"{preview.base}/theme/main/index.js")).status == 404
    assert (await preview.get(f"{preview.base}/static/other/sun.png")).status == 404


async def test_a_large_file_is_not_served(preview: Running, tmp_path: Path) -> None:
    with (tmp_path / "project/static/large.png").open("wb") as file:
        file.truncate(1 << 30)
    assert (await preview.get(f"{preview.base}/static/main/large.png")).status == 404


async def test_only_pages_are_rendered(preview: Running, tmp_path: Path) -> None:
    os.symlink(tmp_path, tmp_path / "project/content/out")
    (tmp_path / "secret.md").write_text("# Secret\n", "utf-8")
    for path in (
        "package.json", "notes.md", "../secret.md", "content/../../secret.md", "content/out/secret.md", "/etc/passwd",
        str(tmp_path / "secret.md"), "content", "missing.md", "static/page.html",
    ):  # fmt: skip
        answer = await preview.get(f"{preview.base}/page?path={quote(path, safe='')}")
        assert answer.status == 200
        assert b"ecret" not in answer.body, path
        assert b"<body>\n\n</body>" in answer.body, path
    assert b"<h1" in (await preview.get(f"{preview.base}/page?path=content/other.md")).body
    preview.server.url(tmp_path / "project/notes.md")  # what the user asks for is shown
    assert b"Private notes" in (await preview.get(f"{preview.base}/page?path=notes.md")).body


async def test_malformed_requests_are_refused(preview: Running) -> None:
    for data in (
        b"\r\n\r\n",
        b"GET\r\n\r\n",
        b"GET http://127.0.0.1/ HTTP/1.1\r\n\r\n",
        b"GET / HTTP/2\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost : x\r\n\r\n",
        b"GET / HTTP/1.1\r\nno colon\r\n\r\n",
        b"GET /%ff HTTP/1.1\r\n\r\n",
        b"POST / HTTP/1.1\r\nContent-Length: -1\r\n\r\n",
        b"POST / HTTP/1.1\r\nContent-Length: 99999999999\r\n\r\n",
        b"POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        b"GET / HTTP/1.1\r\nA: " + b"x" * 100_000 + b"\r\n\r\n",
        b"\xff\xfe\x00",
    ):
        if not data.endswith(b"\r\n"):
            data += b"\r\n\r\n"
        assert (await preview.send(data)).status in (400, 403, 413, 431, 501), data[:60]
    assert (await preview.get(f"{preview.base}/")).status == 200


HOSTILE = """\
---
title: "</title><script>window.top.attacked = 'title'</script>"
---

# Hostile <script>window.top.attacked = 'script'</script>

<script>window.top.attacked = 'block'</script>

<iframe src="javascript:window.top.attacked = 'frame'"></iframe>

<img src="x" onerror="window.top.attacked = 'image'">

[click me](javascript:window.top.attacked='link')

[and me](JaVa&#x09;script:alert(1))

[data](data:text/html,<script>alert(1)</script>)

![image](javascript:alert(1))

{% link href="javascript:window.top.attacked='rune'" onclick="window.top.attacked='handler'" %}rune link{% /link %}

<div style="position:fixed;inset:0;z-index:99999;background:red">covers</div>

Text {% .cover style="position: fixed; top: -500px; left: 0; width: 9999px; height: 9999px" onmouseover="top.attacked=1" %}

{% hint type="note" id="problems" class="bar" onload="top.attacked=2" %}
Inside
{% /hint %}

{% sandbox %}
<script>window.top.attacked = 'sandbox'; parent.attacked = 1</script>
<img src=x onerror="top.attacked = 3">
{% /sandbox %}

{% embed src="javascript:top.attacked=4" %}
{% /embed %}
"""

SVG = (
    """<svg xmlns="http://www.w3.org/2000/svg" onload="top.attacked='svg'"><script>top.attacked='svg'</script></svg>"""
)


@pytest.mark.browser
def test_a_hostile_page_runs_nothing(chromium: Browser, tmp_path: Path) -> None:
    root = write(tmp_path / "project", {**SITE, "content/hostile.md": HOSTILE, "static/evil.svg": SVG})
    (root / "content/hostile.md").write_text(HOSTILE + "\n![svg](/evil.svg)\n", "utf-8")
    preview = ShellPreview(root, "content/hostile.md")
    try:
        context = chromium.new_context(viewport={"width": 1000, "height": 800})
        page = context.new_page()
        dialogs: list[str] = []
        page.on("dialog", lambda dialog: dialogs.append(dialog.message))
        errors: list[str] = []
        page.on("console", lambda message: errors.append(message.text) if message.type == "error" else None)
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.goto(preview.url)
        frame = page.frame_locator("#frame")
        frame.get_by_role("heading", name="Hostile").wait_for()
        for text in ("click me", "and me", "data", "rune link"):
            found = frame.get_by_text(text, exact=True).first
            if found.count():
                found.click(force=True)
        frame.locator("body").hover(force=True)
        page.wait_for_timeout(500)
        assert page.evaluate("window.attacked") is None
        assert dialogs == []
        assert errors == []
        assert page.frame_locator("#frame").locator("script:not([type]), [onclick], [onerror], [onload]").count() == 0
        assert len(context.pages) == 1, "no link has opened a page"
        assert urlsplit(page.url).path == urlsplit(preview.url).path
        # The bar is in front of whatever the page contains.
        box = page.locator("#layout").bounding_box()
        assert box is not None
        at = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
        assert page.evaluate("({x, y}) => document.elementFromPoint(x, y).id", at) == "layout"
        # The drawing opened on its own runs nothing either.
        page.goto(f"{preview.url.partition('?')[0]}static/main/evil.svg")
        page.wait_for_timeout(200)
        assert page.evaluate("() => window.attacked") is None
        context.close()
    finally:
        preview.end()


@pytest.mark.browser
def test_no_script_runs_in_the_frame(chromium: Browser, tmp_path: Path) -> None:
    """Even if a script reached the page in spite of the HTML policy: the frame is sandboxed, and its policy allows none."""
    root = write(tmp_path / "project", SITE)
    preview = ShellPreview(root, "content/index.md")
    try:
        page = chromium.new_page()
        page.goto(preview.url)
        page.frame_locator("#frame").get_by_role("heading", name="Home").wait_for()
        page.evaluate(
            """() => {
                const inside = document.getElementById('frame').contentDocument;
                const script = inside.createElement('script');
                script.textContent = 'window.top.attacked = 1';
                inside.body.append(script);
                const image = inside.createElement('img');
                image.setAttribute('onerror', 'window.top.attacked = 2');
                image.src = 'missing.png';
                inside.body.append(image);
                const link = inside.createElement('a');
                link.href = 'javascript:window.top.attacked = 3';
                link.textContent = 'injected';
                inside.body.append(link);
                link.click();
            }"""
        )
        page.wait_for_timeout(300)
        assert page.evaluate("() => window.attacked") is None
        page.close()
    finally:
        preview.end()
