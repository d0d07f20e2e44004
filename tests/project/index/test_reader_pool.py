"""Pages are read by worker processes, and no page is lost if one of them fails."""

from __future__ import annotations

import json
import os
import select
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from refrakt.markdoc.document import parse
from refrakt.project.files import LARGEST_PAGE as LARGEST
from refrakt.project.index import reader_pool, reader_process
from refrakt.project.index.page_cache import digest
from refrakt.project.index.reader_pool import ReaderPool, ReadRequest, ReadResult
from refrakt.project.index.reader_process import PageReader
from refrakt.project.pages.fact_extraction import facts_of
from refrakt.project.site import SiteContext, project_at
from refrakt.rules.page import Page
from refrakt.rules.page_checker import check

CONFIG = {"sites": {"main": {"contentDir": "./content", "plugins": []}}}
MANY = 100

needs_signals = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no signals to stop a process with")


def page(number: int) -> str:
    """A page with some facts and a problem of its own."""
    body = f"See [another](/page-{number + 1}#part) and `code`.\n\n" * 4
    return f'---\ntitle: Page {number}\n---\n\n# Head {number}\n\n## Part\n\n{{% hnit type="note" %}}\n{body}{{% /hnit %}}\n'


def write_site(root: Path, pages: int) -> list[str]:
    (root / "content").mkdir()
    (root / "refrakt.config.json").write_text(json.dumps(CONFIG))
    paths = [f"content/page-{number}.md" for number in range(pages)]
    for number, path in enumerate(paths):
        (root / path).write_text(page(number))
    return paths


@pytest.fixture
def pool() -> Iterator[ReaderPool]:
    pool = ReaderPool(2)
    yield pool
    pool.close()


def paths_of(results: list[ReadResult]) -> list[str]:
    return sorted(each.path for each in results)


def failed(results: list[ReadResult]) -> list[str]:
    return [each.path for each in results if each.failure is not None]


def test_results_equal_those_of_parser_and_rules(tmp_path: Path, pool: ReaderPool) -> None:
    paths = write_site(tmp_path, 40)
    site = project_at(tmp_path).site("main")
    assert isinstance(site, SiteContext)
    results = list(pool.read(ReadRequest(str(tmp_path), "main"), paths, ["facts", "problems"]))
    assert paths_of(results) == sorted(paths)
    assert len(pool.processes) == 2
    for each in results:
        text = (tmp_path / each.path).read_text()
        document = parse(text, site.options)
        assert each.failure is None
        assert each.digest == digest(text.encode())
        assert each.facts == facts_of(document, site.vocabulary)
        found = check(Page(document, site.surroundings, each.path))
        assert each.problems is not None
        assert [
            (one.code, one.severity, one.span.start, one.span.end, one.message, one.suggestion) for one in each.problems
        ] == [(one.code, one.severity, *document.offsets(one.span), one.message, one.suggestion) for one in found]
        fixes = [[(*edit.span.bounds, edit.new) for edit in one.edits] for one in each.problems]
        assert fixes == [[(*document.offsets(edit.span), edit.new) for edit in one.edits] for one in found]
        assert any(fixes)


def test_problems_are_found_only_on_request(tmp_path: Path, pool: ReaderPool) -> None:
    paths = write_site(tmp_path, 1)
    (reading,) = pool.read(ReadRequest(str(tmp_path), "main"), paths, ["facts"])
    assert reading.facts is not None
    assert reading.problems is None


def test_unreadable_files_are_reported_without_delay(tmp_path: Path, pool: ReaderPool) -> None:
    paths = write_site(tmp_path, 3)
    content = tmp_path / "content"
    (content / "latin.md").write_bytes(b"# caf\xe9\n")
    (content / "huge.md").write_bytes(b"a" * (LARGEST + 1))
    (content / "folder.md").mkdir()
    (content / "marked.md").write_bytes(b"\xef\xbb\xbf# Marked\n")
    troubles = {"latin": "not-text", "huge": "too-large", "folder": "unreadable", "nowhere": "gone", "marked": None}
    if sys.platform != "win32":
        (content / "link.md").symlink_to(tmp_path / "refrakt.config.json")
        os.mkfifo(content / "pipe.md")
        troubles |= {"link": "unreadable", "pipe": "unreadable"}
    requested = [*paths, *(f"content/{name}.md" for name in troubles), "content/page-0.md/below.md"]
    results = {each.path: each for each in pool.read(ReadRequest(str(tmp_path), "main"), requested, ["facts"])}
    assert {name: results[f"content/{name}.md"].failure for name in troubles} == troubles
    assert results["content/page-0.md/below.md"].failure == "gone"
    assert all(results[path].facts for path in paths)
    with_bom = results["content/marked.md"].facts
    assert with_bom is not None
    assert with_bom.title == "Marked"
    assert with_bom.headings[0].start == 0


def test_an_internal_error_on_one_page_affects_only_that_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    paths = write_site(tmp_path, 3)

    def fragile(text: str, options: object) -> object:
        if "Head 1" in text:
            raise RecursionError
        return parse(text, options)  # type: ignore[arg-type]

    monkeypatch.setattr(reader_process, "parse", fragile)
    request = {**ReadRequest(str(tmp_path), "main")._asdict(), "id": 1, "files": paths, "want": ["facts"]}
    responses = [each for each in PageReader().responses(request) if "path" in each]
    assert [each.get("failure") for each in responses] == [None, "failed", None]


def test_a_config_that_is_being_edited_counts(tmp_path: Path, pool: ReaderPool) -> None:
    (path,) = write_site(tmp_path, 1)
    (tmp_path / path).write_text("{% feature %}\nA feature.\n{% /feature %}\n")

    def codes(config: str | None) -> set[str]:
        unsaved = {tmp_path / "refrakt.config.json": config} if config is not None else {}
        (reading,) = pool.read(ReadRequest(str(tmp_path), "main", unsaved=unsaved), [path], ["facts", "problems"])
        assert reading.problems is not None
        return {each.code for each in reading.problems}

    with_package = json.dumps({"sites": {"main": {"contentDir": "./content", "plugins": ["@refrakt-md/marketing"]}}})
    without = codes(None)
    process = pool.processes
    assert codes(with_package) != without
    assert codes(None) == without
    (tmp_path / "refrakt.config.json").write_text(with_package)
    assert codes(None) == codes(with_package)
    assert pool.processes == process


def test_items_of_the_plan_are_read_with_its_runes(tmp_path: Path, pool: ReaderPool) -> None:
    write_site(tmp_path, 0)
    (tmp_path / "plan").mkdir()
    (tmp_path / "plan" / "one.md").write_text('{% work id="WORK-001" status="ready" %}\n# One\n{% /work %}\n')
    for plan, has_runes in ((False, False), (True, True)):
        request = ReadRequest(str(tmp_path), "main", plan)
        (reading,) = pool.read(request, ["plan/one.md"], ["facts", "problems"])
        assert reading.problems is not None
        assert ("unknown-rune" not in {each.code for each in reading.problems}) is has_runes


def test_few_files_start_one_process_and_fewer_none(tmp_path: Path, pool: ReaderPool) -> None:
    assert pool.processes == ()
    assert list(pool.read(ReadRequest(str(tmp_path)), [], ["facts"])) == []
    paths = write_site(tmp_path, 6)
    assert len(list(pool.read(ReadRequest(str(tmp_path)), paths[:3], ["facts"]))) == 3
    assert pool.processes == ()
    list(pool.read(ReadRequest(str(tmp_path)), paths, ["facts"]))
    assert len(pool.processes) == 1


@needs_signals
def test_a_process_that_dies_is_replaced(tmp_path: Path, pool: ReaderPool) -> None:
    paths = write_site(tmp_path, MANY)
    reading = pool.read(ReadRequest(str(tmp_path), "main"), paths, ["facts"])
    first = next(reading)
    killed = pool.processes
    for process in killed:
        os.kill(process, signal.SIGKILL)
    results = [first, *reading]
    assert paths_of(results) == sorted(paths)
    assert len(failed(results)) <= len(killed)
    assert not set(pool.processes) & set(killed)


@needs_signals
def test_a_silent_worker_times_out(tmp_path: Path, pool: ReaderPool, monkeypatch: pytest.MonkeyPatch) -> None:
    # A worker that has sent its result before it was stopped gets another page, and the full timeout for it.
    monkeypatch.setattr(reader_pool, "TIMEOUT", 5.0)
    paths = write_site(tmp_path, MANY)
    reading = pool.read(ReadRequest(str(tmp_path), "main"), paths, ["facts"])
    first = next(reading)
    stopped = pool.processes
    for process in stopped:
        os.kill(process, signal.SIGSTOP)
    for each in pool._workers:
        each._deadline = 0.0  # their time is up, while the workers that replace them have the full time
    results = [first, *reading]
    assert paths_of(results) == sorted(paths)
    assert len(failed(results)) <= len(stopped)
    assert not set(pool.processes) & set(stopped)


def test_reading_again_after_an_early_stop(tmp_path: Path, pool: ReaderPool) -> None:
    paths = write_site(tmp_path, MANY)
    stop = threading.Event()
    request = ReadRequest(str(tmp_path), "main")
    paths_read = []
    for each in pool.read(request, paths, ["facts"], stop):
        paths_read.append(each.path)
        if len(paths_read) == 5:
            stop.set()
    assert len(paths_read) == 5
    processes = pool.processes
    again = list(pool.read(request, paths[:50], ["facts", "problems"]))
    assert paths_of(again) == sorted(paths[:50])
    assert all(each.problems for each in again), "results of the first request do not count for the second"
    assert pool.processes == processes


def test_a_closed_pool_has_no_processes_until_it_is_used(tmp_path: Path, pool: ReaderPool) -> None:
    paths = write_site(tmp_path, 6)
    list(pool.read(ReadRequest(str(tmp_path), "main"), paths, ["facts"]))
    children = [each.process for each in pool._workers]
    pool.close()
    assert pool.processes == ()
    assert all(each.returncode is not None for each in children)
    assert len(list(pool.read(ReadRequest(str(tmp_path), "main"), paths, ["facts"]))) == 6


@pytest.mark.parametrize("executable", ["/nowhere/python", "/bin/false"])
def test_without_processes_pages_are_read_all_the_same(
    tmp_path: Path, pool: ReaderPool, monkeypatch: pytest.MonkeyPatch, executable: str
) -> None:
    paths = write_site(tmp_path, 20)
    monkeypatch.setattr(sys, "executable", executable)
    results = list(pool.read(ReadRequest(str(tmp_path), "main"), paths, ["facts"]))
    assert paths_of(results) == sorted(paths)
    assert failed(results) == []


def test_output_of_other_code_is_not_a_result(
    tmp_path: Path, pool: ReaderPool, monkeypatch: pytest.MonkeyPatch
) -> None:
    paths = write_site(tmp_path, 6)
    packages = tmp_path / "packages"
    information = packages / "noisy-1.dist-info"
    information.mkdir(parents=True)
    (information / "METADATA").write_text("Metadata-Version: 2.1\nName: noisy\nVersion: 1\n")
    (information / "entry_points.txt").write_text("[refrakt.runes]\nnoisy = noisy\n")
    (packages / "noisy.py").write_text(
        "import os, sys\nfrom pathlib import Path\n"
        "print('{}', flush=True)\nos.write(1, b'noise\\n')\nsys.stdin.read()\nPath(__file__).with_name('ran').touch()\n"
    )
    monkeypatch.setenv("PYTHONPATH", str(packages))
    (tmp_path / "refrakt.config.json").write_text(json.dumps(CONFIG | {"plugins": ["noisy"]}))
    config = json.dumps({"sites": {"main": {"plugins": ["noisy"]}}})
    request = ReadRequest(str(tmp_path), "main", unsaved={tmp_path / "refrakt.config.json": config})
    assert failed(list(pool.read(request, paths, ["facts"]))) == []
    assert (packages / "ran").exists()


PARENT = """
import sys
from refrakt.project.index.reader_pool import ReaderPool, ReadRequest

pool = ReaderPool(2)
reading = pool.read(ReadRequest(sys.argv[1], "main"), sys.argv[2:], ["facts", "problems"])
next(reading)
print(*pool.processes, flush=True)
sys.stdin.read()
"""


@pytest.mark.skipif(sys.platform != "linux", reason="waits for processes that are not its children")
def test_no_process_outlives_its_parent(tmp_path: Path) -> None:
    paths = write_site(tmp_path, MANY)
    command = [sys.executable, "-c", PARENT, str(tmp_path), *paths]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as parent:
        assert parent.stdout is not None
        processes = [int(number) for number in parent.stdout.readline().split()]
        assert len(processes) == 2
        handles = [os.pidfd_open(process) for process in processes]
        try:
            parent.kill()
            for handle in handles:
                ended, _, _ = select.select([handle], [], [], 20)
                assert ended, "it is still reading without a parent"
        finally:
            for handle in handles:
                os.close(handle)
