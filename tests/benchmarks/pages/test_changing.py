"""The cost of a change on a large site: a heading with many links, and a keystroke without dependents."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from time import perf_counter

import pytest

from refrakt.markdoc.document import parse
from refrakt.project.index.indexed_file import index_file
from refrakt.project.index.page_cache import PageCache
from refrakt.project.index.project_index import ProjectIndex
from refrakt.project.index.reader_pool import ReaderPool
from refrakt.project.index.site_index import SiteIndex
from refrakt.project.pages.fact_extraction import facts_of
from refrakt.project.site import project_at
from refrakt.project.site_rules.site_checker import problems_of
from refrakt.project.workspace import Workspace

from ..conftest import Figures
from ..sites import HUB_HEADING, HUB_LINKERS, GeneratedSite, generate

pytestmark = pytest.mark.bench

PAGES = 1_000
LONGEST = 0.150
ROUNDS = 5


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> GeneratedSite:
    return generate(tmp_path_factory.mktemp("site"), PAGES)


@pytest.fixture(scope="module")
def index(site: GeneratedSite, tmp_path_factory: pytest.TempPathFactory) -> SiteIndex:
    workspace = Workspace()
    cache = PageCache.open(tmp_path_factory.mktemp("cache"))
    project = ProjectIndex(
        project_at(site.root), lambda: workspace.snapshot, problems_of, cache=cache, pool=ReaderPool(2)
    )
    project.start()
    assert project.settle(300)
    project.close()
    cache.close()
    found = project.site("main")
    assert found is not None
    return found


def put(index: SiteIndex, path: str, text: str) -> None:
    spec, entry = index.spec, index.entries[path]
    facts = facts_of(parse(text, spec.options), spec.context.vocabulary)
    index.put(index_file(spec, path, entry.kind, entry.name, facts))


def check_again(index: SiteIndex) -> int:
    count = 0
    while index.stale:
        index.problems(next(iter(index.stale)))
        count += 1
    return count


def least(run: Callable[[], object]) -> float:
    times = []
    for _ in range(ROUNDS):
        began = perf_counter()
        run()
        times.append(perf_counter() - began)
    return min(times)


def test_a_heading_with_500_links(site: GeneratedSite, index: SiteIndex, figures: Figures) -> None:
    """Renamed and renamed back: exactly the pages that link to it are checked again."""
    hub = Path(site.root, site.hub).read_text("utf-8")
    renamed = hub.replace(f"# {HUB_HEADING}", "# Something else")
    assert renamed != hub
    counts = []

    def rename() -> None:
        put(index, site.hub, renamed)
        counts.append(check_again(index))

    times = []
    for _ in range(ROUNDS):
        began = perf_counter()
        rename()
        times.append(perf_counter() - began)
        broken = [each for each in site.linkers if "broken-fragment" in {one.code for one in index.problems(each)}]
        assert len(broken) == HUB_LINKERS
        put(index, site.hub, hub)
        check_again(index)
    assert set(counts) == {HUB_LINKERS + 1}
    figures.add(f"a heading rename that breaks {HUB_LINKERS} links (wall time)", min(times), f"at most {LONGEST:g} s")
    assert min(times) <= LONGEST


def test_prose_without_dependents(site: GeneratedSite, index: SiteIndex, figures: Figures) -> None:
    """A page of which only prose has changed costs one page, however many there are."""
    text = Path(site.root, site.linkers[0]).read_text("utf-8")
    lengths = iter(range(1, 1_000))
    counts = []

    def write() -> None:
        put(index, site.linkers[0], text.replace("\n\n", f"\n\nMore {'words ' * next(lengths)}.\n\n", 1))
        counts.append(check_again(index))

    took = least(write)
    assert set(counts) == {1}
    figures.add("prose of one page of 1,000 has changed: read and looked at again (wall time)", took)
