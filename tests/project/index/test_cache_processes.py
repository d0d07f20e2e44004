"""Several processes on one cache, as an editor, a headless host and `refrakt check`; and one that is killed."""

from __future__ import annotations

import random
import sqlite3
import subprocess
import sys
import textwrap
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from refrakt.project.index.page_cache import FILE, PageCache

WRITER = """
    import sys
    from pathlib import Path
    from refrakt.project.index.page_cache import PageCache, digest, key
    folder, own, rounds = Path(sys.argv[1]), sys.argv[2], int(sys.argv[3])
    sys.stdin.readline()  # all begin together
    cache = PageCache.open(folder)
    for number in range(rounds):
        cache.put({key(digest(f"{own} {number} {each}".encode()), "facts", "1"): f"{own} {number} {each}" for each in range(20)})
    print(cache.trouble)
    cache.close()
"""
READER = """
    import sys
    from pathlib import Path
    from refrakt.project.index.page_cache import PageCache, digest, key
    folder, rounds = Path(sys.argv[1]), int(sys.argv[3])
    sys.stdin.readline()
    cache = PageCache.open(folder)
    for number in range(rounds):
        wanted = {key(digest(text.encode()), "facts", "1"): text
                  for own in "abcd" for each in range(20) for text in [f"{own} {number} {each}"]}
        found = cache.get(wanted)
        assert found.items() <= wanted.items()
        # A put is one transaction: it is stored completely or not at all.
        assert len(found) % 20 == 0, len(found)
    print(cache.trouble)
    cache.close()
"""
ENDLESS_WRITER = """
    import itertools, os, sys
    from pathlib import Path
    from refrakt.project.index.page_cache import PageCache, digest, key
    cache = PageCache.open(Path(sys.argv[1]))
    for number in itertools.count():
        cache.put({key(digest(f"{number} {each}".encode()), "facts", "1"): f"{number} {each} " + "x" * 2000 for each in range(300)})
        print(number, flush=True)
"""
ROUNDS = 25


@contextmanager
def process(script: str, *arguments: str) -> Iterator[subprocess.Popen[str]]:
    command = [sys.executable, "-W", "error", "-c", textwrap.dedent(script), *arguments]
    pipe = subprocess.PIPE
    started = subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, text=True)
    try:
        yield started
    finally:
        started.kill()
        started.communicate()


def is_sound(folder: Path) -> bool:
    with closing(sqlite3.connect(folder / FILE)) as connection:
        found: list[tuple[str]] = connection.execute("PRAGMA integrity_check").fetchall()
        return found == [("ok",)]


def run_together(folder: Path, roles: list[tuple[str, str]], rounds: int = ROUNDS) -> None:
    """All of them at once; each ends without an error."""
    started = [process(script, str(folder), own, str(rounds)) for script, own in roles]
    children = [each.__enter__() for each in started]
    try:
        for child in children:
            assert child.stdin is not None
            child.stdin.write("go\n")
            child.stdin.flush()
        outputs = [child.communicate(timeout=60) for child in children]
    finally:
        for each in started:
            each.__exit__(None, None, None)
    assert outputs == [("None\n", "")] * len(roles)


def test_four_processes_write_and_two_read_at_once(tmp_path: Path) -> None:
    folder = tmp_path / "cache"
    run_together(folder, [*((WRITER, own) for own in "abcd"), (READER, ""), (READER, "")])
    assert is_sound(folder)
    cache = PageCache.open(folder)
    entries = cache.stats().entries
    cache.close()
    # A round may be skipped if the lock is held too long, but not most of them.
    assert 4 * ROUNDS * 20 // 2 < entries <= 4 * ROUNDS * 20
    assert entries % 20 == 0


def test_four_processes_find_a_damaged_file_at_once(tmp_path: Path) -> None:
    folder = tmp_path / "cache"
    PageCache.open(folder).close()
    (folder / FILE).write_bytes(b"no database" * 1000)
    run_together(folder, [(WRITER, own) for own in "abcd"], 10)
    cache = PageCache.open(folder)
    assert cache.trouble is None
    assert cache.stats().entries % 20 == 0
    cache.close()
    assert is_sound(folder)


def test_a_process_killed_while_writing(tmp_path: Path) -> None:
    folder = tmp_path / "cache"
    chance = random.Random(4)
    for _ in range(6):
        with process(ENDLESS_WRITER, str(folder)) as writer:
            assert writer.stdout is not None
            for _ in range(chance.randrange(1, 4)):
                assert writer.stdout.readline()
            writer.kill()  # while it writes the round after the one it reported
            writer.communicate()
        cache = PageCache.open(folder)
        assert cache.trouble is None
        entries = cache.stats().entries
        assert entries >= 300
        assert entries % 300 == 0
        cache.put({bytes(16): "after"})
        assert cache.get([bytes(16)]) == {bytes(16): "after"}
        assert cache.clear()
        cache.close()
        assert is_sound(folder)
