"""The cache as its callers use it: a stored text is found by its key until it is evicted."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from threading import Thread

import pytest
from hypothesis import given
from hypothesis import strategies as st

from refrakt.project.files import FileStamp
from refrakt.project.index import page_cache as module
from refrakt.project.index.cache_folder import CacheFolderError, cache_folder
from refrakt.project.index.page_cache import PageCache, ReadStamp, digest, key

SECOND = 1_000_000_000
HOUR = 3600 * SECOND
DIGEST = digest(b"page")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "cache"


@pytest.fixture
def cache(folder: Path) -> Iterator[PageCache]:
    opened = PageCache.open(folder)
    yield opened
    opened.close()


def name(number: int) -> bytes:
    return key(digest(str(number).encode()), "facts", "1")


def old_stamp(number: int = 0) -> ReadStamp:
    now = time.time_ns()
    return ReadStamp(FileStamp(now - HOUR + number, 100, 7, now - HOUR), DIGEST, now)


# Texts ----------------------------------------------------------------------------------------------------------------


def test_stored_texts_are_found_later(folder: Path) -> None:
    first = PageCache.open(folder)
    first.put({name(1): '{"title":"Ünïcode 🎉"}', name(2): ""})
    first.close()
    second = PageCache.open(folder)
    assert second.get([name(1), name(2), name(3), name(1)]) == {name(1): '{"title":"Ünïcode 🎉"}', name(2): ""}
    assert second.trouble is None
    second.close()


def test_a_text_with_a_lone_surrogate(cache: PageCache) -> None:
    cache.put({name(1): "\ud800"})
    assert cache.get([name(1)]) == {name(1): "\ud800"}


def test_the_newest_text_of_a_key_counts(cache: PageCache) -> None:
    cache.put({name(1): "old", name(2): "other"})
    cache.put({name(1): "new"})
    assert cache.get([name(1), name(2)]) == {name(1): "new", name(2): "other"}
    assert cache.stats().entries == 2


def test_more_keys_than_fit_in_one_query(cache: PageCache) -> None:
    many = {name(number): str(number) for number in range(2500)}
    cache.put(many)
    assert cache.get(iter([*many, name(-1)])) == many


def test_an_empty_request(cache: PageCache) -> None:
    assert cache.get([]) == {}
    cache.put({})
    assert cache.stats().entries == 0


def test_keys_differ_by_content_kind_and_version() -> None:
    keys = [
        key(digest(b"a"), "facts", "1"),
        key(digest(b"b"), "facts", "1"),
        key(digest(b"a"), "problems", "1"),
        key(digest(b"a"), "facts", "2"),
        key(digest(b"a"), "fact", "s1"),
    ]
    assert len(set(keys)) == len(keys)
    assert key(digest(b"a"), "facts", "1") == keys[0]


def test_several_threads_use_one_cache(cache: PageCache) -> None:
    wrong: list[object] = []

    def work(start: int) -> None:
        for number in range(start, start + 40):
            cache.put({name(number): str(number)})
            found = cache.get([name(number)])
            if found != {name(number): str(number)}:
                wrong.append(found)

    threads = [Thread(target=work, args=(start,)) for start in (0, 100, 200, 300)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []
    assert cache.stats().entries == 160


def test_a_closed_cache_is_empty_and_stores_nothing(cache: PageCache) -> None:
    cache.put({name(1): "text"})
    cache.close()
    cache.put({name(2): "text"})
    cache.set_files("/p", {"a.md": old_stamp()})
    assert cache.get([name(1)]) == {}
    assert cache.files("/p") == {}
    assert cache.clear() is False
    cache.close()


# Size -----------------------------------------------------------------------------------------------------------------


def days_pass(monkeypatch: pytest.MonkeyPatch, days: int) -> None:
    today = int(time.time()) // 86_400
    monkeypatch.setattr(module, "_today", lambda: today + days)


def test_it_does_not_outgrow_its_limit(folder: Path) -> None:
    limit = 1024 * 1024
    cache = PageCache.open(folder, limit)
    for batch in range(40):
        cache.put({name(batch * 100 + each): "x" * 1000 for each in range(100)})
        assert (folder / module.FILE).stat().st_size <= limit
    stats = cache.stats()
    assert limit // 2 < stats.bytes <= limit
    assert cache.get([name(3999)]) == {name(3999): "x" * 1000}
    assert cache.get([name(0)]) == {}
    assert cache.trouble is None
    cache.close()


def test_used_texts_are_evicted_last(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    limit = 1024 * 1024
    cache = PageCache.open(folder, limit)
    liked = {name(each): "x" * 1000 for each in range(100)}
    ignored = {name(1000 + each): "x" * 1000 for each in range(300)}
    cache.put(liked)
    cache.put(ignored)
    days_pass(monkeypatch, 1)
    assert cache.get(liked) == liked
    cache.close()  # the date of use is written at the end, if there was no other write
    cache = PageCache.open(folder, limit)
    cache.put({name(2000 + each): "x" * 1000 for each in range(500)})
    assert cache.get(liked) == liked
    assert len(cache.get(ignored)) < len(ignored)
    cache.close()


def test_reading_again_on_the_same_day_writes_nothing(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    cache = PageCache.open(folder)
    cache.put({name(1): "text"})
    cache.close()
    file = folder / module.FILE
    before = file.read_bytes()
    for day, written in ((0, False), (1, True), (1, False)):
        days_pass(monkeypatch, day)
        cache = PageCache.open(folder)
        cache.get([name(1)])
        cache.close()
        assert (file.read_bytes() != before) is written
        before = file.read_bytes()


def test_stamps_of_evicted_projects_are_deleted(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    cache = PageCache.open(folder, 1024 * 1024)
    cache.set_files("/old", {f"{each}.md": old_stamp() for each in range(50)})
    cache.put({name(each): "x" * 1000 for each in range(500)})
    days_pass(monkeypatch, 1)
    cache.set_files("/new", {"a.md": old_stamp()})
    for batch in range(3):
        cache.put({name(1000 * (batch + 1) + each): "x" * 1000 for each in range(400)})
    assert cache.files("/old") == {}
    assert set(cache.files("/new")) == {"a.md"}
    cache.close()


def test_stamps_alone_are_bounded_too(folder: Path) -> None:
    limit = 256 * 1024
    cache = PageCache.open(folder, limit)
    for project in range(20):
        cache.set_files(f"/{project}", {f"{each:0100}.md": old_stamp() for each in range(200)})
    assert cache.stats().bytes <= limit
    assert len(cache.files("/19")) == 200
    cache.close()


def test_a_text_larger_than_the_limit_is_not_stored(folder: Path) -> None:
    cache = PageCache.open(folder, 100_000)
    cache.put({name(1): "small"})
    cache.put({name(2): "x" * 200_000})
    assert cache.get([name(1), name(2)]) == {name(1): "small"}
    cache.close()


def test_clearing_frees_the_space(cache: PageCache) -> None:
    cache.put({name(each): "x" * 1000 for each in range(1000)})
    cache.set_files("/p", {"a.md": old_stamp()})
    full = cache.stats()
    assert (full.entries, full.projects) == (1000, 1)
    assert cache.clear() is True
    empty = cache.stats()
    assert (empty.entries, empty.projects) == (0, 0)
    assert empty.bytes < full.bytes / 10
    assert empty.path is not None
    assert Path(empty.path).stat().st_size == empty.bytes
    assert cache.get([name(1)]) == {}
    assert cache.files("/p") == {}


# Files ----------------------------------------------------------------------------------------------------------------


def test_stamps_are_stored_by_project(folder: Path) -> None:
    odd = "ünï\udcff\ud800\n.md"  # a name that is not UTF-8, as a file system may have it, and an invalid one
    cache = PageCache.open(folder)
    one = {"a.md": old_stamp(1), odd: old_stamp(2), "b.md": old_stamp(3)}
    cache.set_files("/one", one)
    cache.set_files("/two", {"a.md": old_stamp(4)})
    cache.close()
    cache = PageCache.open(folder)
    assert cache.files("/one") == one
    changed = old_stamp(5)
    cache.set_files("/one", {"a.md": changed}, gone=["b.md", "never there.md"])
    assert cache.files("/one") == {"a.md": changed, odd: one[odd]}
    assert len(cache.files("/two")) == 1
    assert cache.files("/three") == {}
    assert cache.stats().projects == 2
    cache.close()


def test_stamps_out_of_range_are_dropped(cache: PageCache) -> None:
    cache.set_files("/p", {"a.md": old_stamp(), "b.md": old_stamp()})
    far = ReadStamp(FileStamp(10**30, 1, 1, 1), DIGEST, time.time_ns())
    cache.set_files("/p", {"a.md": far})
    assert set(cache.files("/p")) == {"b.md"}


def test_a_file_is_still_the_same_by_times_size_and_inode() -> None:
    read_stamp = old_stamp()
    stamp = read_stamp.stamp
    assert read_stamp.matches(stamp)
    assert not read_stamp.matches(stamp._replace(modified=stamp.modified + 1))
    assert not read_stamp.matches(stamp._replace(modified=stamp.modified - 1))
    assert not read_stamp.matches(stamp._replace(size=stamp.size + 1))
    assert not read_stamp.matches(stamp._replace(inode=stamp.inode + 1))
    assert not read_stamp.matches(stamp._replace(changed=stamp.changed + 1))


@pytest.mark.parametrize(
    ("age", "trusted"),
    [
        pytest.param(0, False, id="written while it was read"),
        pytest.param(SECOND, False, id="written just before"),
        pytest.param(2 * SECOND, True, id="settled"),
        pytest.param(HOUR, True, id="old"),
        pytest.param(-SECOND, False, id="from the future"),
        pytest.param(-24 * HOUR, False, id="far from the future"),
    ],
)
def test_a_stamp_counts_only_if_the_file_was_old_when_read(age: int, trusted: bool) -> None:
    now = time.time_ns()
    for stamp in (FileStamp(now - age, 100, 7, 1), FileStamp(1, 100, 7, now - age)):
        assert ReadStamp(stamp, DIGEST, now).matches(stamp) is trusted


def test_a_stamp_from_the_future_is_ignored() -> None:
    """The clock was ahead when the stamp was recorded, and has been corrected since."""
    now = time.time_ns()
    stamp = FileStamp(now - HOUR, 100, 7, now - HOUR)
    assert not ReadStamp(stamp, DIGEST, now + HOUR).matches(stamp)


def test_a_stamp_from_before_a_clock_change_is_ignored() -> None:
    """The file is from before the clock was set back, the stamp from after."""
    now = time.time_ns()
    stamp = FileStamp(now - HOUR, 100, 7, now - HOUR)
    assert not ReadStamp(stamp, DIGEST, now - 2 * HOUR).matches(stamp)


def test_a_change_within_one_tick_of_the_clock_is_noticed(tmp_path: Path) -> None:
    """The same size, inode and time: stamps of recently changed files do not count."""
    page = tmp_path / "page.md"
    page.write_bytes(b"one")
    recorded = time.time_ns()
    status = page.stat()
    read_stamp = ReadStamp(FileStamp.of(status), digest(page.read_bytes()), recorded)
    page.write_bytes(b"two")
    os.utime(page, ns=(status.st_atime_ns, status.st_mtime_ns))
    again = FileStamp.of(page.stat())
    assert again[:3] == read_stamp.stamp[:3]
    assert not read_stamp.matches(again._replace(changed=status.st_ctime_ns))


@given(
    st.integers(-(2**63), 2**63 - 1),
    st.integers(0, 2**63 - 1),
    st.integers(0, 2**64 - 1),
    st.integers(-(2**63), 2**63 - 1),
    st.binary(min_size=16, max_size=16),
)
def test_packed_stamps_are_restored(modified: int, size: int, inode: int, changed: int, content: bytes) -> None:
    read_stamp = ReadStamp(FileStamp(modified, size, inode, changed), content, 12345)
    packed = read_stamp.pack(1)
    assert packed is not None
    assert ReadStamp.unpack(packed, 1) == read_stamp
    assert ReadStamp.unpack(packed, 2) is None
    damaged = bytes([packed[0] ^ 1, *packed[1:]])
    assert ReadStamp.unpack(damaged, 1) is None
    assert ReadStamp.unpack(packed[:-1], 1) is None
    assert ReadStamp.unpack("text", 1) is None


# The folder -----------------------------------------------------------------------------------------------------------


def environment(monkeypatch: pytest.MonkeyPatch, **variables: str) -> None:
    for each in ("REFRAKT_CACHE_DIR", "XDG_CACHE_HOME", "LOCALAPPDATA", "HOME"):
        monkeypatch.delenv(each, raising=False)
    for each, value in variables.items():
        monkeypatch.setenv(each, value)


@pytest.mark.skipif(sys.platform == "win32", reason="paths of Unix")
@pytest.mark.parametrize(
    ("platform", "variables", "expected"),
    [
        ("linux", {"HOME": "/h"}, "/h/.cache/refrakt"),
        ("linux", {"HOME": "/h", "XDG_CACHE_HOME": "/x"}, "/x/refrakt"),
        ("linux", {"HOME": "/h", "XDG_CACHE_HOME": "relative"}, "/h/.cache/refrakt"),
        ("darwin", {"HOME": "/h", "XDG_CACHE_HOME": "/x"}, "/h/Library/Caches/refrakt"),
        ("win32", {"HOME": "/h", "LOCALAPPDATA": "/l"}, "/l/refrakt/Cache"),
        ("linux", {"HOME": "/h", "XDG_CACHE_HOME": "/x", "REFRAKT_CACHE_DIR": "/mine"}, "/mine"),
        ("linux", {"HOME": "/h", "REFRAKT_CACHE_DIR": "~/mine"}, "/h/mine"),
    ],
)
def test_where_the_cache_is(
    platform: str, variables: dict[str, str], expected: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    environment(monkeypatch, **variables)
    monkeypatch.setattr(sys, "platform", platform)
    assert cache_folder() == Path(expected)


def test_without_a_home_there_is_no_cache(monkeypatch: pytest.MonkeyPatch) -> None:
    environment(monkeypatch)
    monkeypatch.setattr(os.path, "expanduser", lambda path: path)  # its result without a home folder
    with pytest.raises(CacheFolderError):
        cache_folder()
    cache = PageCache.open()
    assert "REFRAKT_CACHE_DIR" in (cache.trouble or "")
    cache.put({name(1): "text"})
    cache.set_files("/p", {"a.md": old_stamp()})
    assert (cache.get([name(1)]), cache.files("/p"), cache.clear()) == ({}, {}, False)
    assert cache.stats() == (None, 0, 0, 0, module.LIMIT)
    cache.close()


@pytest.mark.skipif(sys.platform == "win32", reason="modes of Unix")
def test_other_users_cannot_read_it(folder: Path) -> None:
    PageCache.open(folder).close()
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert stat.S_IMODE((folder / module.FILE).stat().st_mode) == 0o600


@pytest.mark.skipif(sys.platform == "win32", reason="modes of Unix")
def test_a_folder_that_others_may_write_to_is_refused(folder: Path) -> None:
    folder.mkdir()
    folder.chmod(0o777)
    cache = PageCache.open(folder)
    assert "writable by other users" in (cache.trouble or "")
    cache.put({name(1): "text"})
    assert cache.get([name(1)]) == {}
    assert list(folder.iterdir()) == []
    cache.close()


def test_sqlite_is_loaded_when_a_cache_is_opened_and_not_before(tmp_path: Path) -> None:
    script = (
        "import sys; from pathlib import Path; from refrakt.project.index.page_cache import PageCache;"
        "assert 'sqlite3' not in sys.modules, 'too early';"
        "PageCache.open(Path(sys.argv[1])).close(); assert 'sqlite3' in sys.modules"
    )
    subprocess.run([sys.executable, "-c", script, str(tmp_path / "cache")], check=True, timeout=60)
