"""Where processes meet: only in a folder that belongs to one user, and under names that fit."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from refrakt.hosts.link.rendezvous import LONGEST_ADDRESS, HostLock, Meeting, Nowhere, meeting_of, port_and_token


def met(root: Path) -> Meeting:
    meeting = meeting_of(str(root))
    assert isinstance(meeting, Meeting), meeting
    return meeting


def refused(root: Path) -> str:
    meeting = meeting_of(str(root))
    assert isinstance(meeting, Nowhere), meeting
    return meeting.reason


def test_the_folder_is_made_for_one_user(place: Path, root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("REFRAKT_RUNTIME_DIR", str(place / "new"))
    meeting = met(root)
    assert meeting.folder == str(place / "new")
    assert stat.S_IMODE(os.lstat(meeting.folder).st_mode) == 0o700


def test_a_root_has_one_name_however_it_is_reached(place: Path, root: Path, tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(root)
    assert met(root) == met(tmp_path / "link")
    assert met(root).name != met(tmp_path).name
    assert len(met(root).name) == 16


def test_a_folder_that_others_may_enter_is_refused(place: Path, root: Path) -> None:
    place.chmod(0o750)
    assert "open to others" in refused(root)
    place.chmod(0o700)


def test_a_link_is_refused(place: Path, root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (place / "real").mkdir(mode=0o700)
    (place / "link").symlink_to(place / "real")
    monkeypatch.setenv("REFRAKT_RUNTIME_DIR", str(place / "link"))
    assert "not a folder" in refused(root)


def test_a_file_is_refused(place: Path, root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (place / "file").touch()
    monkeypatch.setenv("REFRAKT_RUNTIME_DIR", str(place / "file"))
    assert "cannot be used" in refused(root)


def test_a_folder_of_somebody_else_is_refused(place: Path, root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    owner = os.getuid()
    monkeypatch.setattr(os, "getuid", lambda: owner + 1)
    assert "somebody else" in refused(root)


def test_without_a_variable_the_session_folder_is_used(
    place: Path, root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("REFRAKT_RUNTIME_DIR")
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(place))
    assert met(root).folder == str(place / "refrakt")


def test_too_long_a_path_gives_way_to_a_shorter_one(place: Path, root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    long = place / ("x" * LONGEST_ADDRESS)
    long.mkdir(mode=0o700)
    monkeypatch.delenv("REFRAKT_RUNTIME_DIR")
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(long))
    short = Path(f"/tmp/refrakt-{os.getuid()}")
    existed = short.exists()
    assert met(root).folder == str(short)
    if not existed:
        short.rmdir()
    monkeypatch.setenv("REFRAKT_RUNTIME_DIR", str(long))
    assert "too long" in refused(root)
    monkeypatch.setenv("REFRAKT_LINK", "tcp")
    assert met(root).folder == str(long), "a port has no path"


def test_names_fit_whatever_is_drawn(place: Path, root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    meeting = met(root)
    assert len(meeting.draft()) - len(str(place)) >= len(meeting.address) - len(str(place))
    assert meeting.draft() != meeting.draft()


@pytest.mark.parametrize("text", ["", "port", "1 2 3", "x" * 300])
def test_a_file_that_names_no_port_is_like_none(place: Path, root: Path, text: str) -> None:
    meeting = met(root)._replace(transport="tcp")
    Path(meeting.address).write_text(text, "utf-8")
    with pytest.raises(OSError, match="names no port"):
        port_and_token(meeting)


def test_one_holds_the_lock(place: Path) -> None:
    first, second = HostLock(str(place / "l")), HostLock(str(place / "l"))
    assert first.acquire()
    assert first.acquire(), "it has it already"
    assert not second.acquire()
    first.release()
    assert second.acquire()
    second.release()


def test_a_child_inherits_the_lock_and_its_end_frees_it(place: Path) -> None:
    lock, other = HostLock(str(place / "l")), HostLock(str(place / "l"))
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
