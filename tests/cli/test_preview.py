"""`refrakt preview`, up to the URL; `browser/test_preview.py` shows what is behind it."""

from __future__ import annotations

import urllib.request
import webbrowser
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest

from browser.previews import ShellPreview
from refrakt.hosts.cli.commands import preview

from .command_runner import SITE, refrakt


@pytest.fixture(autouse=True)
def _runtime_folder(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path_factory.mktemp("run")
    folder.chmod(0o700)
    monkeypatch.setenv("REFRAKT_RUNTIME_DIR", str(folder))


@pytest.mark.parametrize(
    ("path", "page"),
    [
        (".", None),
        ("content/docs/api.md", "content/docs/api.md"),
        ("plan/work", "plan/work/WORK-001-dim-the-lamp-in-small-steps.md"),
    ],
)
def test_it_serves_until_it_is_stopped(path: str, page: str | None) -> None:
    shown = ShellPreview(SITE, path)
    try:
        assert parse_qs(urlsplit(shown.url).query).get("page") == ([page] if page else None)
        with urllib.request.urlopen(shown.url, timeout=10) as answer:
            assert b"preview.js" in answer.read()
    finally:
        assert shown.end() == "refrakt: Press Ctrl-C to stop.\n"
    assert shown.process.returncode == 0


def test_a_port_that_is_in_use() -> None:
    shown = ShellPreview(SITE)
    try:
        port = str(urlsplit(shown.url).port)
        ran = refrakt("preview", "--no-open", "--port", port, cwd=SITE)
        assert ran.code == 2
        assert f"port {port} cannot be used" in ran.err
    finally:
        shown.end()


def test_wrong_arguments(tmp_path: Path) -> None:
    for arguments in (["missing.md"], ["--port", "0"], ["--port", "x"], ["--port", "70000"]):
        assert refrakt("preview", "--no-open", *arguments, cwd=tmp_path).code == 2


def test_the_browser_is_opened_unless_it_is_not_wanted(monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[str] = []
    monkeypatch.setattr(webbrowser, "open", opened.append)
    preview._announce("http://127.0.0.1:1/a/", opens=True, hint="x")
    preview._announce("http://127.0.0.1:1/b/", opens=False, hint="x")
    assert opened == ["http://127.0.0.1:1/a/"]
