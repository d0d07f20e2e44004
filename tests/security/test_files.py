"""Only regular files are read, no more than a limit of them, and no walk goes on forever."""

from __future__ import annotations

import ast
import errno
import os
import threading
import time
from pathlib import Path

import pytest

from cli.command_runner import refrakt
from refrakt.errors import RefraktError
from refrakt.project import folder_scan
from refrakt.project.files import LARGEST_CONFIG, LARGEST_PAGE, FileStamp, read_bytes, read_text
from refrakt.project.folder_scan import FolderScan, files_below
from refrakt.project.site import find_project

from .canary_project import Hostile, hostile_project

SOON = 20.0


@pytest.fixture
def hostile(tmp_path: Path) -> Hostile:
    return hostile_project(tmp_path)


def ends(root: Path, *argv: str) -> None:
    """Run a command in a thread, which a pipe without a writer would hold up for good."""
    thread = threading.Thread(target=refrakt, args=("--cwd", str(root), *argv), daemon=True)
    thread.start()
    thread.join(SOON)
    assert not thread.is_alive(), "it blocks"


@pytest.mark.parametrize(
    "path",
    [
        "refrakt.config.json",
        ".refrakt/catalogues/a.json",
        "package.json",
        "pyproject.toml",
        "content/pipe.md",
        ".mcp.json",
    ],
)
def test_a_pipe_is_not_waited_for(hostile: Hostile, path: str) -> None:
    if path != "refrakt.config.json":
        hostile.configure({"site": {"contentDir": "content", "plugins": []}})
    file = hostile.root / path
    file.parent.mkdir(parents=True, exist_ok=True)
    os.mkfifo(file)
    for argv in (["check"], ["doctor"], ["detect"], ["validate-content", "content"], ["plugins", "list"]):
        ends(hostile.root, *argv)


@pytest.mark.parametrize("target", ["/dev/stdin", "/dev/zero", "/dev/tty"])
@pytest.mark.parametrize(
    "path", ["refrakt.config.json", ".refrakt/catalogues/a.json", "content/page.md", "package.json"]
)
def test_a_device_behind_a_link_is_not_read(hostile: Hostile, path: str, target: str) -> None:
    if path != "refrakt.config.json":
        hostile.configure({"site": {"contentDir": "content", "plugins": []}})
    hostile.link(path, Path(target))
    for argv in (["check"], ["doctor"], ["validate-content", "content"]):
        ends(hostile.root, *argv)


def test_reading_opens_nothing_but_regular_files(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "link").symlink_to(tmp_path / "file")
    (tmp_path / "file").write_text("text")
    before = len(os.listdir("/proc/self/fd")) if os.path.isdir("/proc/self/fd") else None
    for name, code in (("pipe", errno.EINVAL), ("link", errno.ELOOP), (".", errno.EISDIR), ("none", errno.ENOENT)):
        with pytest.raises(OSError, match=f"Errno {code}"):
            read_bytes(tmp_path / name)
    assert before is None or len(os.listdir("/proc/self/fd")) == before
    assert read_bytes(tmp_path / "file") == b"text"


def test_a_large_page_is_refused_by_its_size(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    with page.open("wb") as file:
        file.truncate(1 << 34)  # 16 GiB: reading it would not end soon
    with pytest.raises(RefraktError, match="larger than 2,097,152 bytes"):
        read_text(page, "page.md")
    output = refrakt("validate-content", str(page))
    assert output.code == 2
    assert "larger than" in output.err


@pytest.mark.parametrize("path", ["refrakt.config.json", ".refrakt/catalogues/a.json", "package.json"])
def test_a_large_config_is_refused_by_its_size(hostile: Hostile, path: str) -> None:
    hostile.configure({"site": {"contentDir": "content", "plugins": []}})
    file = hostile.root / path
    file.parent.mkdir(parents=True, exist_ok=True)
    with file.open("wb") as large:
        large.truncate(1 << 34)
    for argv in (["check"], ["doctor"]):
        ends(hostile.root, *argv)


def test_the_limits_are_as_documented() -> None:
    assert (LARGEST_PAGE, LARGEST_CONFIG) == (2 * 1024 * 1024, 4 * 1024 * 1024)


def test_a_change_that_keeps_size_and_time_is_detected(hostile: Hostile, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also by a new process, which has the page from the cache."""
    hostile.configure({"site": {"contentDir": "content", "plugins": []}})
    page = hostile.write("content/index.md", "# Home one\n")
    old = time.time_ns() - 3600 * 10**9
    os.utime(page, ns=(old, old))
    monkeypatch.chdir(hostile.root)
    time.sleep(2.1)  # so that the stamp counts as settled
    assert "Home one" in refrakt("pages").out
    with page.open("r+") as file:
        file.write("# Home two\n")
    os.utime(page, ns=(old, old))
    assert "Home two" in refrakt("pages").out


def test_a_stamp_has_the_time_that_programs_cannot_set(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("one")
    before = FileStamp.of(page.stat())
    time.sleep(0.02)
    page.write_text("two")
    os.utime(page, ns=(before.modified, before.modified))
    after = FileStamp.of(page.stat())
    assert after != before
    assert after[:3] == before[:3]


def test_a_scan_ends_after_so_many_entries(tmp_path: Path) -> None:
    for number in range(20):
        (tmp_path / f"{number % 4}").mkdir(exist_ok=True)
        (tmp_path / f"{number % 4}" / f"{number}.md").write_text("")
    whole = FolderScan()
    assert len(list(files_below(tmp_path, whole))) == 20
    assert not whole.cut_off
    short = FolderScan(entries=10)
    assert len(list(files_below(tmp_path, short))) < 10
    assert short.cut_off
    for late in (FolderScan(seconds=-1), FolderScan(processor_seconds=-1)):
        assert list(files_below(tmp_path, late)) == []
        assert late.cut_off


def test_a_site_with_too_many_files_is_reported_and_nothing_is_called_missing(
    hostile: Hostile, monkeypatch: pytest.MonkeyPatch
) -> None:
    hostile.configure({"site": {"contentDir": "content", "plugins": []}})
    for number in range(30):
        hostile.write(f"content/{number}.md", f"[next](/{number + 1})\n")
    monkeypatch.chdir(hostile.root)
    assert "broken-link" in refrakt("check").out
    monkeypatch.setattr(folder_scan.FolderScan.__init__, "__defaults__", (20, 60.0, 60.0))
    output = refrakt("check")
    assert "broken-link" not in output.out
    assert "more files than are indexed" in output.out
    assert output.code == 1


def test_partials_are_unknown_where_there_are_too_many(hostile: Hostile, monkeypatch: pytest.MonkeyPatch) -> None:
    hostile.configure({"site": {"contentDir": "content", "plugins": []}, "fileRoots": {"x": "many"}})
    for number in range(30):
        hostile.write(f"many/{number}.md", "")
    site = find_project(hostile.root).site()
    assert len(site.surroundings.partials or ()) == 30  # type: ignore[union-attr]
    monkeypatch.setattr(folder_scan, "FEW_ENTRIES", 20)
    site = find_project(hostile.root).site()
    assert site.surroundings.partials is None  # type: ignore[union-attr]


READERS = {
    "refrakt/hosts/cli/standard_output.py": "the null device, for output that no one reads",
    "refrakt/project/files.py": "the opener",
    "refrakt/project/folder_scan.py": "the walk",
    "refrakt/project/markdoc_package.py": "a package.json, with the same limits and only `os` loaded",
    "refrakt/project/temporary_files.py": "files that refrakt has made itself",
    "refrakt/project/exclusive_rename.py": "a folder that is written to, on a disk that knows no capitals",
    "refrakt/project/inotify.py": "the mounts of the system",
    "refrakt/project/index/cache_database.py": "the user's cache",
    "refrakt/project/index/code_version.py": "refrakt's own code",
    "refrakt/project/index/cache_fingerprint.py": "installed packages",
    "refrakt/project/index/reader_process.py": "the null device",
    "refrakt/hosts/lsp/nonblocking_stderr.py": "the null device",
    "refrakt/hosts/cli/__init__.py": "the null device",
    "refrakt/hosts/cli/command_table.py": "refrakt's own code",
    "refrakt/command_input.py": "the code that declares a command",
    "refrakt/hosts/cli/source_files.py": "a descriptor that the shell names, as for `<(command)`",
    "refrakt/hosts/link/relay.py": "the log in the private folder",
    "refrakt/hosts/link/host_address.py": "the private folder",
    "refrakt/hosts/link/host_lock.py": "the private folder",
    "refrakt/hosts/link/listener.py": "the private folder",
    "refrakt/plugins/javascript_package.py": "names in a package that the user has named",
    "refrakt/manual.py": "the installed manual",
    "refrakt/theme/default_stylesheet.py": "refrakt's own stylesheets",
    "refrakt/hosts/preview/preview_server.py": "refrakt's own web page",
    "refrakt_plan/editing/plan_lock.py": "locks, of which nothing is read",
    "refrakt_forge/index/folders.py": "folders of definitions, confined and without links that leave them",
    "refrakt_forge/registries/cache_files.py": "the user's cache",
    "refrakt_forge/registries/cache_store.py": "the user's cache",
    "refrakt/hosts/cli/help_cache.py": "the user's cache, and refrakt's own code",
    "refrakt/hosts/link/start_record.py": "the user's cache; of other files and folders only stamps and names",
    "refrakt/hosts/mcp/start_recorder.py": "names below installed packages and folders that plugins look at",
    "refrakt/services/check_workflow.py": "how refrakt itself was installed",
    "refrakt/services/project_setup.py": "names in the folder that the user sets up",
}
"""Modules that open or list something themselves, and why that is not a file of a workspace."""


def reads(call: ast.Call) -> bool:
    function = call.func
    if isinstance(function, ast.Name):
        return function.id == "open"
    if not isinstance(function, ast.Attribute):
        return False
    owner = function.value.id if isinstance(function.value, ast.Name) else ""
    if owner == "os":
        return function.attr in ("open", "walk", "scandir", "listdir", "fwalk")
    return function.attr in ("read_text", "read_bytes", "iterdir", "glob", "rglob") or (
        function.attr == "open" and owner in ("path", "file", "io", "codecs")
    )


def test_only_the_opener_reads_files_of_a_project(repository: Path) -> None:
    server = repository / "server"
    found = {
        path.relative_to(server).as_posix()
        for path in server.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Call) and reads(node)
    }
    assert found == READERS.keys()
