from __future__ import annotations

import contextlib
import os
import shutil
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from .peers import Peer, hosts_of

EXAMPLE = Path(__file__).resolve().parents[2] / "examples" / "site"


@pytest.fixture
def site(tmp_path: Path) -> Path:
    """A copy of the example site, to be changed at will."""
    root = tmp_path.resolve() / "site"
    shutil.copytree(EXAMPLE, root)
    return root


@pytest.fixture
def runtime(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Where this test's sockets are. Hosts that were started for it are ended with it."""
    folder = tmp_path_factory.mktemp("r").resolve()
    folder.chmod(0o700)
    yield folder
    for pid in hosts_of(folder):
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)


@pytest.fixture
def peers() -> Iterator[list[Peer]]:
    """Peers put in here are ended after the test."""
    started: list[Peer] = []
    yield started
    for peer in started:
        process = getattr(peer, "process", None)
        if process is not None:
            if process.poll() is None:
                process.send_signal(signal.SIGKILL)
            process.wait(10)
        peer.writer.close()
        peer.reader.close()
