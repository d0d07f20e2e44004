"""Unusual files and configs: they are reported as problems, and the rest of the project works."""

from __future__ import annotations

import json
import os
import resource
import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from refrakt.project.index import checked_files, indexer
from refrakt.project.index.checked_files import check_files
from refrakt.project.index.page_cache import PageCache
from refrakt.project.index.project_index import ProjectIndex
from refrakt.project.index.site_files import list_site_files
from refrakt.project.pages.routes import RouteRule
from refrakt.project.site import find_project
from refrakt.project.site_rules.site_checker import problems_of
from refrakt.project.snapshot import Snapshot
from refrakt.project.workspace import Workspace

PATIENCE = 60
CONFIG: dict[str, Any] = {"site": {"contentDir": "./content", "plugins": ["@refrakt-md/plan"]}}


class Site:
    """A project on disk with an index of it."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.workspace = Workspace()
        self.index: ProjectIndex | None = None
        self.write("content/index.md", "# Home\n\n[A](/a)\n")
        self.write("content/a.md", "# A\n")
        self.configure(CONFIG)

    def configure(self, config: object) -> None:
        self.write("refrakt.config.json", json.dumps(config))

    def write(self, path: str, text: str | bytes) -> Path:
        file = self.root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(text if isinstance(text, bytes) else text.encode())
        return file

    def start(self, cache: PageCache | None = None) -> ProjectIndex:
        self.close()
        self.index = ProjectIndex(find_project(self.root), lambda: self.workspace.snapshot, problems_of, cache=cache)
        for path in self.workspace.snapshot.paths:
            self.index.buffer_changed(path)
        self.index.start(("facts", "problems"))
        return self.index

    def codes_by_file(self) -> dict[str, list[str]]:
        """The codes of the problems of each file."""
        index = self.index or self.start()
        assert index.rescan(PATIENCE), "it hangs"
        assert not index.is_reading
        found = check_files(index, self.workspace.snapshot)
        return {each.path: [problem.code for problem in each.problems] for each in found}

    def close(self) -> None:
        if self.index is not None:
            self.index.close()


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    site = Site(tmp_path / "project")
    yield site
    site.close()


FINE: dict[str, list[str]] = {"content/a.md": [], "content/index.md": []}

# Files ----------------------------------------------------------------------------------------------------------------


def test_links_are_not_followed(site: Site, tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "secret.md").write_text("# Secret\n")
    for folder in ("content", "content/_partials", "plan", "static"):
        top = site.root / folder
        top.mkdir(exist_ok=True)
        (top / "round").symlink_to(top)
        (top / "away").symlink_to(outside)
        (top / "file.md").symlink_to(outside / "secret.md")
        (top / "self.md").symlink_to(top / "self.md")
    assert site.codes_by_file() == FINE
    assert site.index is not None
    # A watcher may report a file behind a link; a scan would not list it.
    site.index.files_changed([site.root / "content/away/secret.md", site.root / "content/file.md"])
    assert site.index.settle(PATIENCE)
    assert site.index.files() == [*FINE]


def test_unreadable_files_are_reported(site: Site) -> None:
    site.write("content/latin.md", b"# caf\xe9\n")
    site.write("content/large.md", b"word " * 10_000_000)
    site.write("content/_partials/large.md", b"word " * 1_000_000)
    site.write("content/zero.md", b"# a\0b\n")
    site.write("content/empty.md", b"")
    os.mkfifo(site.root / "content/pipe.md")
    (site.root / "content/folder.md").mkdir()
    Path(os.fsdecode(os.fsencode(site.root / "content") + b"/bad\xff.md")).write_text("# x\n")
    codes_by_file = site.codes_by_file()
    assert {path: codes for path, codes in codes_by_file.items() if "unreadable-page" in codes} == {
        "content/_partials/large.md": ["unreadable-page"],
        "content/bad\N{REPLACEMENT CHARACTER}.md": ["unreadable-page"],
        "content/large.md": ["unreadable-page"],
        "content/latin.md": ["unreadable-page"],
    }
    assert codes_by_file["content/index.md"] == []
    assert codes_by_file["content/zero.md"] == ["invisible-character"]


def test_a_file_grows_beyond_the_limit_and_shrinks_again(site: Site) -> None:
    index = site.start()
    assert index.rescan(PATIENCE)
    file = site.write("content/a.md", b"x" * 3_000_000)
    index.files_changed([file])
    assert index.settle(PATIENCE)
    assert [each.code for each in index.file_problems("content/a.md", {})] == ["unreadable-page"]
    site.write("content/a.md", "# A\n")
    index.files_changed([file])
    assert index.settle(PATIENCE)
    assert index.file_problems("content/a.md", {}) == ()
    assert index.file_problems("content/index.md", {}) == ()


@pytest.mark.parametrize("name", ["v1.2", "plain", "page.md"])
def test_a_deleted_folder_removes_its_pages(site: Site, name: str) -> None:
    site.write(f"content/{name}/deep/one.md", "# One\n")
    site.write("content/index.md", f"![shown](/{name}/pic.png)\n")
    site.write(f"static/{name}/pic.png", b"")
    index = site.start()
    assert index.rescan(PATIENCE)
    assert f"content/{name}/deep/one.md" in index.files()
    assert index.file_problems("content/index.md", {}) == ()
    for folder in (site.root / f"content/{name}", site.root / f"static/{name}"):
        shutil.rmtree(folder)
        folder.write_text("now a file")
        index.files_changed([folder])
    assert index.settle(PATIENCE)
    assert f"content/{name}/deep/one.md" not in index.files()
    assert [each.code for each in index.file_problems("content/index.md", {})] == ["missing-asset"]


def test_a_content_folder_created_later(site: Site) -> None:
    shutil.rmtree(site.root / "content")
    assert site.codes_by_file() == {}
    site.write("content/new.md", "[lost](/nowhere)\n")
    assert site.codes_by_file() == {"content/new.md": ["broken-link"]}


def test_files_deleted_between_listing_and_reading(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    for number in range(40):
        site.write(f"content/gone/{number}.md", "# Gone\n")

    def walk(spec: Any) -> Any:
        found = list_site_files(spec)
        shutil.rmtree(site.root / "content/gone", ignore_errors=True)
        return found

    monkeypatch.setattr(indexer, "list_site_files", walk)
    site.start()
    assert site.codes_by_file() == FINE


def test_problems_of_a_file_that_goes_on_changing_have_no_fixes(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    """Fixes are edits of the text that was read."""
    site.write("content/a.md", "{% hnit /%}\n")
    index, ends = site.start(), [b"", b"\n", b"\n\n", b"\n"]
    assert index.rescan(PATIENCE)
    monkeypatch.setattr(checked_files, "content", lambda path: path.read_bytes() + ends.pop())
    for expected in (False, True):
        (found,) = (each for each in check_files(index, site.workspace.snapshot) if each.path == "content/a.md")
        assert [problem.code for problem in found.problems] == ["unknown-rune"]
        assert bool(found.problems[0].fix) is expected
    assert ends == []


def test_files_that_change_while_they_are_read(site: Site) -> None:
    over = threading.Event()
    texts = ("# A\n", "# A\n\n[lost](/nowhere)\n", "word " * 1000)

    def scribble() -> None:
        number = 0
        while not over.is_set():
            number += 1
            site.write(f"content/busy{number % 5}.md", texts[number % 3])

    writer = threading.Thread(target=scribble)
    index = site.start()
    writer.start()
    try:
        for _ in range(10):
            assert index.rescan(PATIENCE)
            for each in check_files(index, Snapshot()):
                assert all(edit.span.end <= len(each.text) for problem in each.problems for edit in problem.edits)
    finally:
        over.set()
        writer.join()
    for number in range(5):
        site.write(f"content/busy{number}.md", texts[1])
    assert site.codes_by_file() == FINE | {f"content/busy{number}.md": ["broken-link"] for number in range(5)}


@pytest.mark.parametrize("moment", [0, 1, 4_000_000_000, 2**33])
def test_clocks_that_jump(site: Site, moment: int) -> None:
    file = site.write("content/a.md", "[lost](/nowhere)\n")
    os.utime(file, (moment, moment))
    assert site.codes_by_file()["content/a.md"] == ["broken-link"]
    site.write("content/a.md", "[lost](/nowherf)\n")  # as long as before
    os.utime(file, (moment, moment) if moment > time.time() else None)
    assert site.codes_by_file()["content/a.md"] == ["broken-link"]
    assert site.index is not None
    assert "nowherf" in site.index.file_problems("content/a.md", {})[0].message


# The cache ------------------------------------------------------------------------------------------------------------


def _a_file(folder: Path) -> None:
    folder.write_text("no folder")


def _read_only(folder: Path) -> None:
    folder.mkdir()
    folder.chmod(0o500)


def _everybodys(folder: Path) -> None:
    folder.mkdir()
    folder.chmod(0o777)


@pytest.mark.parametrize("make", [_a_file, _read_only, _everybodys])
def test_without_a_cache(
    site: Site, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, make: Callable[[Path], None]
) -> None:
    make(tmp_path / "cache")
    monkeypatch.setenv("REFRAKT_CACHE_DIR", str(tmp_path / "cache"))
    site.start()
    assert site.codes_by_file() == FINE


def test_without_a_home(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("REFRAKT_CACHE_DIR", "HOME", "XDG_CACHE_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(os.path, "expanduser", lambda path: path)
    site.start()
    assert site.codes_by_file() == FINE


FULL_DISK = """
import resource, signal, sys
from pathlib import Path
from refrakt.project.index.project_index import ProjectIndex
from refrakt.project.site import find_project
from refrakt.project.site_rules.site_checker import problems_of
from refrakt.project.snapshot import Snapshot
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (8192, 8192))
index = ProjectIndex(find_project(Path(sys.argv[1])), Snapshot, problems_of)
index.start(("facts", "problems"))
assert index.rescan(60)
print(len(index.files()), [each.code for each in index.file_problems("content/a.md", {})])
index.close()
"""


def test_a_full_disk_is_handled(site: Site, tmp_path: Path) -> None:
    site.write("content/a.md", "[lost](/nowhere)\n")
    environment = {**os.environ, "REFRAKT_CACHE_DIR": str(tmp_path / "cache")}
    done = subprocess.run(
        [sys.executable, "-c", FULL_DISK, str(site.root)],
        check=False,
        capture_output=True,
        text=True,
        env=environment,
        timeout=90,
    )
    assert (done.stdout, done.returncode) == ("2 ['broken-link']\n", 0), done.stderr


def test_what_was_read_under_one_config_is_not_served_under_another(site: Site, tmp_path: Path) -> None:
    cache = PageCache.open(tmp_path / "cache")
    site.write("content/a.md", "{% remark %}\ntext\n{% /remark %}\n")
    try:
        results = []
        for aliases in ({"remark": "hint"}, {"remark": "icon"}, {}, {"remark": "hint"}):
            site.configure({"site": {**CONFIG["site"], "runes": {"aliases": aliases}}})
            site.start(cache)
            results.append(site.codes_by_file()["content/a.md"])
        assert results[0] == results[3]
        assert len({*map(tuple, results)}) == 3
    finally:
        site.close()
        cache.close()


def test_results_under_another_config_are_not_stored(site: Site, tmp_path: Path) -> None:
    """The config on disk has changed, and the index is not updated yet."""
    cache = PageCache.open(tmp_path / "cache")
    try:
        site.write("content/a.md", "{% nothing /%}\n")
        old = find_project(site.root)
        site.configure({"site": {"contentDir": "./content", "runes": {"aliases": {"nothing": "hint"}}}})
        site.index = ProjectIndex(old, lambda: site.workspace.snapshot, problems_of, cache=cache)
        site.index.start(("facts", "problems"))
        assert site.index.rescan(PATIENCE)
        assert cache.stats().entries == 0
        site.configure(CONFIG)
        assert "unknown-rune" in site.codes_by_file()["content/a.md"]
    finally:
        site.close()
        cache.close()


def test_open_pages_are_read_again_when_the_config_changes(site: Site) -> None:
    path = site.root / "content/a.md"
    site.workspace.open(path.as_uri(), path, '{% person id="x" /%}\n', 1)
    index = site.start()
    assert index.rescan(PATIENCE)
    site.configure({"site": {"contentDir": "./content", "runes": {"aliases": {"person": "drawer"}}}})
    index.project_changed(find_project(site.root))
    assert index.rescan(PATIENCE)
    site_index = index.site(None)
    assert site_index is not None
    assert [each.type for each in site_index.entries["content/a.md"].facts.entities] == ["drawer"]


# The config -----------------------------------------------------------------------------------------------------------


def test_a_config_that_changes_while_pages_are_read(site: Site) -> None:
    for number in range(300):
        site.write(f"content/p{number}.md", "# Page\n")
    index = site.start()
    for layout in ("one", "two", "three"):
        site.configure({"site": {**CONFIG["site"], "routeRules": [{"pattern": "**", "layout": layout}]}})
        index.project_changed(find_project(site.root))
    assert len(site.codes_by_file()) == 302
    site_index = index.site(None)
    assert site_index is not None
    assert {each.layout for each in site_index.entries.values()} == {"three"}


NO_NAMES: tuple[dict[str, Any], ...] = (
    {"site": {"contentDir": "a\0b"}},
    {"site": {"contentDir": "\ud800"}},
    {"site": {"contentDir": "x" * 5000}},
    {"site": {"contentDir": "content/index.md"}},
    {"site": {"contentDir": "./content", "authoring": {"staticDirs": ["\0", "/etc", ".."]}}},
    {"site": {"contentDir": "./content", "sandbox": {"dir": "\0"}}},
    CONFIG | {"plan": {"dir": "\0"}},
    CONFIG | {"plan": {"dir": "."}},
    CONFIG | {"fileRoots": {"a": "\0", "b": ".."}},
)


@pytest.mark.parametrize("config", NO_NAMES)
def test_invalid_folders(site: Site, config: dict[str, Any]) -> None:
    site.write("content/a.md", "# A\n")
    site.configure(config)
    codes_by_file = site.codes_by_file()
    assert all(codes in ([], ["unreadable-page"]) for codes in codes_by_file.values()), codes_by_file
    assert ("content/a.md" in codes_by_file) == (config["site"]["contentDir"] == "./content")


def test_installed_packages_are_not_pages(site: Site) -> None:
    site.write("node_modules/some/README.md", "[lost](nowhere.md)\n")
    site.configure({"site": {"contentDir": "."}})
    index = site.start()
    assert index.rescan(PATIENCE)
    index.files_changed([site.root / "node_modules/some/README.md"])
    assert index.settle(PATIENCE)
    assert index.files() == [*FINE]


def test_content_outside_the_project(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    """It counts only where the user allows the folder."""
    outside = site.root.parent / "elsewhere/a.md"
    outside.parent.mkdir()
    outside.write_text("[lost](/nowhere)\n")
    site.configure({"site": {"contentDir": "../elsewhere"}})
    assert site.codes_by_file() == {}
    monkeypatch.setenv("REFRAKT_ALLOWED_FOLDERS", str(outside.parent))
    site.start()
    assert site.codes_by_file() == {outside.as_posix(): ["broken-link"]}
    site.workspace.open(outside.as_uri(), outside, "fine\n", 1)
    site.start()
    assert site.codes_by_file() == {outside.as_posix(): []}


@pytest.mark.parametrize("folders", [("content", "content"), ("content", "content/inner"), (".", "content")])
def test_sites_may_share_a_folder(site: Site, folders: tuple[str, str]) -> None:
    """A buffer counts for every site of the file."""
    path = site.write("content/inner/a.md", "# A\n")
    site.configure({"sites": {name: {"contentDir": f"./{folder}"} for name, folder in zip("xy", folders, strict=True)}})
    site.workspace.open(path.as_uri(), path, "# Typed\n", 1)
    index = site.start()
    assert index.rescan(PATIENCE)
    titles = {name: each.entries["content/inner/a.md"].facts.title for name, each in index.sites().items()}
    assert titles == {"x": "Typed", "y": "Typed"}
    site.workspace.close(path.as_uri())
    index.buffer_changed(path)
    assert index.settle(PATIENCE)
    titles = {name: each.entries["content/inner/a.md"].facts.title for name, each in index.sites().items()}
    assert titles == {"x": "A", "y": "A"}


SLUGS = (
    "..",
    "../../etc/passwd",
    "a b",
    "ü/ö",
    "//x//y",
    "x" * 10_000,
    "%2e%2e%2f",
    "#frag",
    "?q",
    "http://x.test/",
    "{",
)


def test_slugs_of_any_kind(site: Site) -> None:
    for number, slug in enumerate(SLUGS):
        site.write(f"content/s{number}.md", f"---\nslug: {json.dumps(slug)}\n---\n# T\n\n[me](<{slug}>)\n")
    site.configure({"site": {**CONFIG["site"], "routeRules": [{"pattern": "**a" * 100, "layout": "docs"}]}})
    assert len(site.codes_by_file()) == 2 + len(SLUGS)


@pytest.mark.parametrize("pattern", ["**" * 100 + "z", "**a" * 100 + "z", "*a" * 100 + "z", "*/" * 100 + "z"])
def test_patterns_of_any_kind_take_no_time(pattern: str) -> None:
    rule = RouteRule(pattern, "docs")
    start = time.process_time()
    assert not rule.fits("a" * 2000)
    assert not rule.fits("a/" * 1000)
    assert time.process_time() - start < 2


@pytest.mark.parametrize(
    ("pattern", "url", "fits"),
    [
        ("docs/**", "/docs/a/b", True),
        ("docs/**", "/docs", False),
        ("docs/*", "/docs/a/b", False),
        ("*/b/*", "/a/b/c", True),
        ("**/b*d/**", "/x/y/bcd/", True),
        ("**b*d", "/b/bd", True),
        ("a*a", "/a", False),
        ("a**b**c", "/abc", True),
        ("", "/", True),
    ],
)
def test_patterns_match_paths(pattern: str, url: str, fits: bool) -> None:
    assert RouteRule(pattern, "docs").fits(url) is fits


def test_expressions_that_could_backtrack(site: Site) -> None:
    site.configure(CONFIG | {"xrefs": [{"match": "(a+)+$", "template": "https://x.test/{id}"}]})
    for filter, expected in (("x:/(a+)+$/ y:/(b|b)*z/", []), ("x:/(?=(a+)+$)/", ["filter-syntax"])):
        page = f'See {{% ref "{"a" * 5000}!" /%}}\n\n{{% collection type="page" filter="{filter}" /%}}\n'
        site.write("content/a.md", page)
        assert site.codes_by_file().get("content/a.md", []) == expected


# Pages ----------------------------------------------------------------------------------------------------------------

BOMBS = {
    "lists in lists": "a: &a [x,x,x,x,x,x,x,x,x,x]\n"
    + "".join(
        f"{new}: &{new} [{','.join([f'[*{old}]'] * 10)}]\n" for old, new in zip("abcdefg", "bcdefgh", strict=True)
    ),
    "ever deeper": "a0: &a0 [1]\n" + "".join(f"a{n}: &a{n} {'[' * 90}*a{n - 1}{']' * 90}\n" for n in range(1, 60)),
    "a long text": f"a: &a {'z' * 20_000}\nb: [{','.join(['*a'] * 90_000)}]\n",
    "deep": f"a: {'[' * 5000}{']' * 5000}\n",
}
READ = """
import resource, sys
resource.setrlimit(resource.RLIMIT_AS, (1 << 30, 1 << 30))
from pathlib import Path
from refrakt.project.index.reader_process import PageReader, encode
request = dict(id=1, root=sys.argv[1], site=None, plan=False, unsaved={}, files=["content/a.md"], want=["facts", "problems"])
(answer,) = (each for each in PageReader().responses(request) if "path" in each)
print(answer.get("failure"), len(encode(answer)))
"""


@pytest.mark.parametrize("bomb", BOMBS)
def test_frontmatter_with_expanding_aliases(site: Site, bomb: str) -> None:
    """In a process with little memory, so that a failure does not affect other tests."""
    site.write("content/a.md", f"---\n{BOMBS[bomb]}---\n# A\n")
    done = subprocess.run(
        [sys.executable, "-c", READ, str(site.root)], check=False, capture_output=True, text=True, timeout=60
    )
    trouble, size = done.stdout.split()
    assert (trouble, int(size) < 20_000_000) == ("None", True), done.stderr


def test_many_headings_with_one_id_and_many_links(site: Site) -> None:
    headings = "# One\n\n" * 3_000
    links = "".join(f"[x](/lost/{number}) [y](#one{number})\n\n" for number in range(3_000))
    site.write("content/a.md", headings + links)
    codes_by_file = site.codes_by_file()["content/a.md"]
    assert 0 < len(codes_by_file) <= 4_000
    assert site.codes_by_file()["content/index.md"] == []


def test_many_pages_at_one_url(site: Site) -> None:
    for number in range(300):
        site.write(f"content/s{number}.md", "---\nslug: /same\ntitle: Same\n---\n")
    site.codes_by_file()
    assert site.index is not None
    related = [each.related for path in site.index.files() for each in site.index.problems(path)]
    assert len(related) == 300
    assert max(map(len, related)) <= 10


@pytest.mark.slow
def test_a_hundred_thousand_files(tmp_path: Path) -> None:
    site = Site(tmp_path / "project")
    count = 100_000
    for number in range(count):
        (site.root / f"content/p{number}.md").write_text(f"---\ntitle: Same\n---\n# Page\n\n[next](/p{number + 1})\n")
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    index = ProjectIndex(find_project(site.root), Snapshot, problems_of)
    index.start()
    try:
        assert index.rescan(600)
        assert len(index.files()) == count + 2
        assert [each.code for each in index.problems(f"content/p{count - 1}.md")] == ["broken-link"]
        assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 1_500_000  # KiB
    finally:
        index.close()
