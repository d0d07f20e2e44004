"""The editors, where `make editors` has put them, and one page for all of them with one mistake in it."""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from .page import Page
from .vscode_setup import Package, VSCode, isolated, new_profile


@pytest.fixture(scope="session")
def editors(repository: Path) -> Path:
    """The folder the fetch scripts have filled."""
    return Path(os.environ.get("REFRAKT_EDITORS") or repository / ".venv" / "editors").absolute()


@pytest.fixture
def page(tmp_path: Path, repository: Path) -> Page:
    """A copy of the example site with one more page."""
    site = tmp_path / "site"
    shutil.copytree(repository / "examples" / "site", site)
    return Page.put(site)


@pytest.fixture
def plain_site(tmp_path: Path, repository: Path) -> Path:
    """A copy of the plain Markdoc site. Nothing in it configures refrakt."""
    return shutil.copytree(repository / "examples" / "plain", tmp_path / "plain")


@pytest.fixture
def environment(tmp_path: Path, refrakt: Path) -> Iterator[dict[str, str]]:
    """For an editor that has no settings and no history yet, and finds refrakt on its PATH."""
    homes = {}
    for name in ("HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME"):
        homes[name] = str(tmp_path / name)
        Path(homes[name]).mkdir()
    # Not below tmp_path: the paths of sockets are short.
    with tempfile.TemporaryDirectory(prefix="refrakt-") as runtime:
        homes["XDG_RUNTIME_DIR"] = runtime
        path = os.pathsep.join((str(refrakt.parent), os.environ["PATH"]))
        yield {**os.environ, **homes, "PATH": path}
        end_processes(runtime)


def end_processes(runtime: str) -> None:
    """End what was started with this runtime folder: an agent's relay may have started a host that outlives the editor.

    Only when all of them have exited is the folder free of sockets that are still being made or removed.
    """
    end = time.monotonic() + 10
    number = signal.SIGTERM
    while processes := started_with(runtime):
        for process in processes:
            with contextlib.suppress(OSError):
                os.kill(process, number)
        time.sleep(0.05)
        if time.monotonic() > end:
            number = signal.SIGKILL


def started_with(runtime: str) -> list[int]:
    """The processes with this runtime folder."""
    mark = f"XDG_RUNTIME_DIR={runtime}".encode()
    processes = []
    for process in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            if mark in (process / "environ").read_bytes().split(b"\0"):
                processes.append(int(process.name))
    return processes


@pytest.fixture(scope="session")
def refrakt() -> Path:
    """The program that is tested."""
    return Path(sys.executable).with_name("refrakt")


def installed(folder: Path, program: str) -> Path:
    """A program of an editor, or the reason why the test is skipped."""
    if not (folder / program).exists():
        note = folder / "missing"
        pytest.skip(note.read_text().strip() if note.exists() else f"no {folder.name}: `make editors` fetches it")
    return folder / program


@pytest.fixture(scope="session")
def package(editors: Path, tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Package]:
    """Installs a package of the extension once; nothing of a test gets into its folder."""

    @cache
    def install(name: str) -> Package:
        node = installed(editors / "node", "bin/node")
        entry = installed(editors / "vscode", "node_modules/code-server") / "out" / "node" / "entry.js"
        file = installed(editors / "vscode", name)
        folder = tmp_path_factory.mktemp("extensions")
        homes = {each: str(folder / "home") for each in ("HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME")}
        place = (f"--user-data-dir={folder / 'user-data'}", f"--extensions-dir={folder / 'extensions'}")
        started = time.monotonic()
        command = list(map(str, (node, entry, *place, f"--install-extension={file}")))
        subprocess.run(command, env={**os.environ, **homes}, check=True, capture_output=True, timeout=300)
        return Package(folder / "extensions", time.monotonic() - started)

    return install


@pytest.fixture
def vscode(
    package: Callable[[str], Package], editors: Path, refrakt: Path, environment: dict[str, str], tmp_path: Path
) -> VSCode:
    return new_profile(package("refrakt.vsix"), editors, refrakt, environment, tmp_path)


@pytest.fixture
def offline_vscode(
    package: Callable[[str], Package], editors: Path, refrakt: Path, environment: dict[str, str], tmp_path: Path
) -> VSCode:
    """With the package for this platform, and without a network."""
    environment |= {"REFRAKT_PATIENCE": "300000"}  # milliseconds, for an installation
    found = new_profile(package("refrakt-linux-x64.vsix"), editors, refrakt, environment, tmp_path)
    return replace(found, program=(*isolated(), *found.program))
