"""A cache that is damaged, locked, misplaced or on a full disk: it is replaced or disabled, without an error."""

from __future__ import annotations

import os
import random
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import textwrap
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from refrakt.project.files import FileStamp
from refrakt.project.index.page_cache import FILE, VERSION, PageCache, ReadStamp, digest, key

DIGEST = digest(b"page")
TEXTS = {key(digest(str(number).encode()), "facts", "1"): f'{{"number":{number}}}' * 40 for number in range(300)}
FIRST = next(iter(TEXTS))
NOW = time.time_ns()
FILES = {
    f"{number}.md": ReadStamp(FileStamp(NOW - 10**12, number, number, NOW - 10**12), DIGEST, NOW)
    for number in range(300)
}


def filled(folder: Path) -> Path:
    """The file of a cache with some entries."""
    cache = PageCache.open(folder)
    cache.put(TEXTS)
    cache.set_files("/p", FILES)
    cache.close()
    return folder / FILE


def use(cache: PageCache) -> None:
    """All operations of a caller. A text that is found must be the one that was stored."""
    assert cache.get(TEXTS).items() <= TEXTS.items()
    assert cache.files("/p").items() <= FILES.items()
    cache.put(TEXTS)
    cache.set_files("/p", FILES, gone=["gone.md"])
    assert cache.get(TEXTS).items() <= TEXTS.items()
    assert cache.files("/p").items() <= FILES.items()
    cache.stats()


def in_a_child(script: str, *arguments: str) -> str:
    """The output of a script in a child process."""
    command = [sys.executable, "-W", "error", "-c", textwrap.dedent(script), *arguments]
    ran = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    assert ran.returncode == 0, ran.stderr
    assert ran.stderr == ""
    return ran.stdout


# Damage ---------------------------------------------------------------------------------------------------------------


def garbage(file: Path) -> None:
    file.write_bytes(b"this is no database\n" * 1000)


def emptied(file: Path) -> None:
    file.write_bytes(b"")


def cut_in_half(file: Path) -> None:
    os.truncate(file, file.stat().st_size // 2)


def cut_within_a_page(file: Path) -> None:
    os.truncate(file, 5000)


def cut_within_the_header(file: Path) -> None:
    os.truncate(file, 50)


def zeros_inside(file: Path) -> None:
    with file.open("r+b") as opened:
        opened.seek(4096)
        opened.write(bytes(8192))


def of_another_version(file: Path) -> None:
    with closing(sqlite3.connect(file)) as connection:
        connection.execute(f"PRAGMA user_version = {VERSION + 1}")


def foreign_database(file: Path) -> None:
    file.unlink()
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("CREATE TABLE texts (song TEXT)")


def of_our_version_with_other_tables(file: Path) -> None:
    foreign_database(file)
    with closing(sqlite3.connect(file)) as connection:
        connection.execute(f"PRAGMA user_version = {VERSION}")


def with_the_journal_of_another(file: Path) -> None:
    file.with_name(FILE + "-journal").write_bytes(b"\xd9\xd5\x05\xf9\x20\xa1\x63\xd7" + os.urandom(4000))


DAMAGES = [
    *(garbage, emptied, cut_in_half, cut_within_a_page, cut_within_the_header, zeros_inside),
    *(of_another_version, foreign_database, of_our_version_with_other_tables, with_the_journal_of_another),
]


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_file_is_replaced(damage: Callable[[Path], None], tmp_path: Path) -> None:
    damage(filled(tmp_path / "cache"))
    cache = PageCache.open(tmp_path / "cache")
    use(cache)
    assert cache.get(TEXTS) == TEXTS
    assert cache.files("/p") == FILES
    assert cache.trouble is None
    cache.close()
    again = PageCache.open(tmp_path / "cache")
    assert again.get(TEXTS) == TEXTS
    again.close()


@pytest.mark.parametrize("damage", [garbage, cut_in_half, zeros_inside, of_our_version_with_other_tables])
def test_damage_to_an_open_file_is_handled(damage: Callable[[Path], None], tmp_path: Path) -> None:
    file = filled(tmp_path / "cache")
    cache = PageCache.open(tmp_path / "cache")
    assert cache.get([FIRST])
    damage(file)
    use(cache)
    cache.close()
    again = PageCache.open(tmp_path / "cache")
    use(again)
    assert again.get(TEXTS) == TEXTS
    again.close()


@pytest.mark.parametrize("seed", range(30))
def test_flipped_bytes_never_become_another_result(seed: int, tmp_path: Path) -> None:
    chance = random.Random(seed)
    file = filled(tmp_path / "cache")
    content = bytearray(file.read_bytes())
    for _ in range(chance.choice((1, 20, 2000))):
        content[chance.randrange(len(content))] = chance.randrange(256)
    file.write_bytes(content)
    cache = PageCache.open(tmp_path / "cache")
    use(cache)
    cache.close()


def test_a_damaged_text_is_missing_and_the_others_are_there(tmp_path: Path) -> None:
    file = filled(tmp_path / "cache")
    content = file.read_bytes()
    assert content.count(b'{"number":77}') == 40
    file.write_bytes(content.replace(b'{"number":77}', b'{"number":78}', 1))
    cache = PageCache.open(tmp_path / "cache")
    found = cache.get(TEXTS)
    assert len(found) == len(TEXTS) - 1
    assert found.items() < TEXTS.items()
    cache.put(TEXTS)
    assert cache.get(TEXTS) == TEXTS
    cache.close()


def test_repeated_damage_disables_the_cache(tmp_path: Path) -> None:
    file = filled(tmp_path / "cache")
    cache = PageCache.open(tmp_path / "cache")
    for _ in range(3):
        file.write_bytes(b"no database" * 1000)
        use(cache)
    assert cache.trouble is not None
    assert cache.get(TEXTS) == {}
    cache.close()


# The wrong path -------------------------------------------------------------------------------------------------------


def test_a_folder_at_the_path_of_the_file_is_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "cache" / FILE / "kept.txt"
    file.parent.mkdir(parents=True, mode=0o700)
    file.parent.parent.chmod(0o700)
    file.write_text("mine")
    cache = PageCache.open(tmp_path / "cache")
    assert FILE in (cache.trouble or "")
    use(cache)
    assert cache.get(TEXTS) == {}
    assert cache.clear() is False
    cache.close()
    assert file.read_text() == "mine"


def test_a_file_at_the_path_of_the_folder_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "cache").write_text("mine")
    cache = PageCache.open(tmp_path / "cache")
    assert cache.trouble is not None
    use(cache)
    cache.close()
    assert (tmp_path / "cache").read_text() == "mine"


@pytest.mark.skipif(sys.platform == "win32", reason="an open file cannot be removed there")
def test_a_file_removed_while_open_is_created_again(tmp_path: Path) -> None:
    filled(tmp_path / "cache")
    cache = PageCache.open(tmp_path / "cache")
    assert cache.get([FIRST])
    shutil.rmtree(tmp_path / "cache")
    use(cache)
    cache.close()
    again = PageCache.open(tmp_path / "cache")
    assert again.get(TEXTS) == TEXTS
    again.close()


@pytest.mark.skipif(sys.platform == "win32", reason="an open file cannot be removed there")
def test_two_processes_that_replace_the_file_end_up_with_one(tmp_path: Path) -> None:
    file = filled(tmp_path / "cache")
    first, second = PageCache.open(tmp_path / "cache"), PageCache.open(tmp_path / "cache")
    garbage(file)
    use(first)
    use(second)
    use(first)
    for each in (first, second):
        each.close()
    again = PageCache.open(tmp_path / "cache")
    assert again.get(TEXTS) == TEXTS
    again.close()


READ_ONLY = """
    import os, sys
    from pathlib import Path
    from refrakt.project.index.page_cache import PageCache
    folder, full = Path(sys.argv[1]), sys.argv[2] == "full"
    PageCache.open(folder).close()
    if full:
        cache = PageCache.open(folder); cache.put({b"k" * 16: "text"}); cache.close()
    else:
        (folder / "pages.sqlite3").unlink()
    for path, mode in ((folder / "pages.sqlite3", 0o400), (folder, 0o500)):
        if path.exists():
            path.chmod(mode)
            if os.getuid() == 0:
                os.chown(path, 65534, 65534)
    if os.getuid() == 0:  # modes do not apply to root
        os.setuid(65534)
    cache = PageCache.open(folder)
    cache.put({b"l" * 16: "more"})
    cache.set_files("/p", {}, gone=["a.md"])
    print(cache.get([b"k" * 16, b"l" * 16]), cache.trouble is not None, cache.clear())
    cache.close()
"""


@pytest.mark.skipif(sys.platform == "win32", reason="modes of Unix")
@pytest.mark.parametrize(("content", "found"), [("full", {b"k" * 16: "text"}), ("empty", {})])
def test_a_read_only_cache_is_used(content: str, found: dict[bytes, str]) -> None:
    with tempfile.TemporaryDirectory() as outside:
        os.chmod(outside, 0o755)
        assert in_a_child(READ_ONLY, f"{outside}/cache", content) == f"{found} True False\n"


# A full disk ----------------------------------------------------------------------------------------------------------

FULL_DISK = """
    import resource, sys
    from pathlib import Path
    from refrakt.project.index.page_cache import PageCache
    cache = PageCache.open(Path(sys.argv[1]))
    cache.put({b"k" * 16: "text"})
    resource.setrlimit(resource.RLIMIT_FSIZE, (200_000, resource.RLIM_INFINITY))
    cache.put({bytes([number]) * 16: "x" * 10_000 for number in range(100)})
    print(sorted(cache.get([b"k" * 16, bytes(16)])) == [b"k" * 16], cache.trouble is not None)
    resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
    cache.put({b"l" * 16: "space again"})
    print(sorted(cache.get([b"k" * 16, b"l" * 16])) == [b"k" * 16, b"l" * 16], cache.trouble)
    cache.close()
"""
NO_SPACE = """
    import resource, sys
    from pathlib import Path
    from refrakt.project.index.page_cache import PageCache
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, resource.RLIM_INFINITY))
    cache = PageCache.open(Path(sys.argv[1]))
    cache.put({b"k" * 16: "text"})
    print(cache.get([b"k" * 16]), cache.trouble is not None, cache.clear())
    cache.close()
"""


@pytest.mark.skipif(sys.platform == "win32", reason="limits of Unix")
def test_on_a_full_disk_stored_texts_stay_and_new_ones_are_not_stored(tmp_path: Path) -> None:
    assert in_a_child(FULL_DISK, str(tmp_path / "cache")) == "True True\nTrue None\n"


@pytest.mark.skipif(sys.platform == "win32", reason="limits of Unix")
def test_a_full_disk_disables_the_cache(tmp_path: Path) -> None:
    assert in_a_child(NO_SPACE, str(tmp_path / "cache")) == "{} True False\n"
    cache = PageCache.open(tmp_path / "cache")
    cache.put(TEXTS)
    assert cache.get(TEXTS) == TEXTS
    cache.close()


# Locks ----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("lock", ["IMMEDIATE", "EXCLUSIVE"])
def test_a_locked_file_is_left_alone_after_a_moment(lock: str, tmp_path: Path) -> None:
    file = filled(tmp_path / "cache")
    cache = PageCache.open(tmp_path / "cache")
    with closing(sqlite3.connect(file, isolation_level=None)) as other:
        other.execute(f"BEGIN {lock}")
        began = time.monotonic()
        cache.put({bytes(16): "new"})
        assert time.monotonic() - began < 2  # a second, and another for a busy machine
        assert cache.trouble is None
        assert cache.get([FIRST]) == ({FIRST: TEXTS[FIRST]} if lock == "IMMEDIATE" else {})
    assert cache.get([FIRST, bytes(16)]) == {FIRST: TEXTS[FIRST]}
    cache.put({bytes(16): "new"})
    assert cache.get([bytes(16)]) == {bytes(16): "new"}
    cache.close()


def test_a_file_that_stays_locked_disables_the_cache(tmp_path: Path) -> None:
    file = filled(tmp_path / "cache")
    with closing(sqlite3.connect(file, isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        cache = PageCache.open(tmp_path / "cache")
        for _ in range(3):
            assert cache.get([FIRST]) == {}
        assert "locked" in (cache.trouble or "")
        began = time.monotonic()
        for _ in range(100):
            assert cache.get([FIRST]) == {}
        assert time.monotonic() - began < 1
        cache.close()
