"""The address of a host: only in a private folder, with a path that fits a socket."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from refrakt.hosts.link.host_address import MAX_SOCKET_PATH, HostAddress, NoSharedAddress, address_of, read_port_file
from refrakt.hosts.link.host_lock import HostLock


def host_address(root: Path) -> HostAddress:
    address = address_of(str(root))
    assert isinstance(address, HostAddress), address
    return address


def refused(root: Path) -> str:
    address = address_of(str(root))
    assert isinstance(address, NoSharedAddress), address
    return address.reason


def test_the_folder_is_private(runtime: Path, root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("REFRAKT_RUNTIME_DIR", str(runtime / "new"))
    address = host_address(root)
    assert address.folder == str(runtime / "new")
    assert stat.S_IMODE(os.lstat(address.folder).st_mode) == 0o700


def test_a_root_has_one_name_through_every_link(runtime: Path, root: Path, tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(root)
    assert host_address(root) == host_address(tmp_path / "link")
    assert host_address(root).name != host_address(tmp_path).name
    assert len(host_address(root).name) == 16


def test_a_folder_accessible_to_others_is_refused(runtime: Path, root: Path) -> None:
    runtime.chmod(0o750)
    assert "accessible to other users" in refused(root)
    runtime.chmod(0o700)


def test_a_link_is_refused(runtime: Path, root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (runtime / "real").mkdir(mode=0o700)
    (runtime / "link").symlink_to(runtime / "real")
    monkeypatch.setenv("REFRAKT_RUNTIME_DIR", str(runtime / "link"))
    assert "not a folder" in refused(root)


def test_a_file_is_refused(runtime: Path, root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (runtime / "file").touch()
    monkeypatch.setenv("REFRAKT_RUNTIME_DIR", str(runtime / "file"))
    assert "cannot be used" in refused(root)


def test_a_folder_of_another_user_is_refused(runtime: Path, root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    is_host = os.getuid()
    monkeypatch.setattr(os, "getuid", lambda: is_host + 1)
    assert "another user" in refused(root)


def test_without_a_variable_the_session_folder_is_used(
    runtime: Path, root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("REFRAKT_RUNTIME_DIR")
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(runtime))
    assert host_address(root).folder == str(runtime / "refrakt")


def test_a_too_long_path_falls_back_to_a_shorter_one(
    runtime: Path, root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    long = runtime / ("x" * MAX_SOCKET_PATH)
    long.mkdir(mode=0o700)
    monkeypatch.delenv("REFRAKT_RUNTIME_DIR")
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(long))
    short = Path(f"/tmp/refrakt-{os.getuid()}")
    existed = short.exists()
    assert host_address(root).folder == str(short)
    if not existed:
        short.rmdir()
    monkeypatch.setenv("REFRAKT_RUNTIME_DIR", str(long))
    assert "too long" in refused(root)
    monkeypatch.setenv("REFRAKT_LINK", "tcp")
    assert host_address(root).folder == str(long), "a port has no path"


def test_temporary_paths_are_unique(runtime: Path, root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    address = host_address(root)
    assert len(address.temporary_path()) - len(str(runtime)) >= len(address.path) - len(str(runtime))
    assert address.temporary_path() != address.temporary_path()


@pytest.mark.parametrize("text", ["", "port", "1 2 3", "x" * 300])
def test_an_invalid_port_file_raises(runtime: Path, root: Path, text: str) -> None:
    address = host_address(root)._replace(transport="tcp")
    Path(address.path).write_text(text, "utf-8")
    with pytest.raises(OSError, match="contains no port"):
        read_port_file(address)


def test_one_process_holds_the_lock(runtime: Path) -> None:
    first, second = HostLock(str(runtime / "l")), HostLock(str(runtime / "l"))
    assert first.acquire()
    assert first.acquire(), "it has it already"
    assert not second.acquire()
    first.release()
    assert second.acquire()
    second.release()


def test_a_child_inherits_the_lock_and_its_exit_frees_it(runtime: Path) -> None:
    lock, other = HostLock(str(runtime / "l")), HostLock(str(runtime / "l"))
    assert lock.acquire()
    assert lock.descriptor is not None
    child = subprocess.Popen(
        [sys.executable, "-c", "input()"], stdin=subprocess.PIPE, pass_fds=(lock.descriptor,), start_new_session=True
    )
    lock.release()
    assert not other.acquire()
    child.kill()
    child.communicate()
    assert other.acquire()
    other.release()
