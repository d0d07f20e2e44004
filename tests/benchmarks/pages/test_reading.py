"""The time until all pages of a site are indexed: for the first time, and with a cache.

Wall time on two processors, the start of the processes that read included; the least of a few runs, for large sites one.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from time import perf_counter, sleep

import pytest

from refrakt.project.index.page_cache import PageCache
from refrakt.project.index.project_index import ProjectIndex
from refrakt.project.index.reader_pool import ReaderPool, ReadRequest
from refrakt.project.site import project_at
from refrakt.project.site_rules.site_checker import problems_of
from refrakt.project.workspace import Workspace

from ..conftest import Figures
from ..sites import GeneratedSite, generate

pytestmark = pytest.mark.bench

WORKERS = 2
SIZES = [1_000, 10_000]
COLD = {1_000: 4.0, 10_000: 40.0}
WARM = {1_000: 0.4, 10_000: 3.0}


@pytest.fixture(scope="module")
def site_of(tmp_path_factory: pytest.TempPathFactory) -> Callable[[int], GeneratedSite]:
    made: dict[int, GeneratedSite] = {}

    def site(pages: int) -> GeneratedSite:
        if pages not in made:
            made[pages] = generate(tmp_path_factory.mktemp(f"site-{pages}"), pages)
        return made[pages]

    return site


def rounds(pages: int) -> int:
    return 3 if pages <= 1_000 else 1


@pytest.mark.parametrize("pages", SIZES)
def test_reading(pages: int, site_of: Callable[[int], GeneratedSite], figures: Figures) -> None:
    """Parsing and facts, in worker processes, without a cache."""
    site = site_of(pages)
    took = []
    for _ in range(rounds(pages)):
        pool = ReaderPool(WORKERS)
        try:
            began = perf_counter()
            readings = list(pool.read(ReadRequest(str(site.root), "main"), site.pages, ["facts"]))
            took.append(perf_counter() - began)
        finally:
            pool.close()
        assert len(readings) == pages
        assert not any(each.failure for each in readings)
    speed = f"{pages / min(took) / WORKERS:.0f} pages/s on each of {WORKERS} processors"
    figures.add(f"facts of {pages:,} pages, read by {WORKERS} processes (wall time)", min(took), speed)
    assert min(took) <= COLD[pages]


def indexed(site: GeneratedSite, cache: Path) -> tuple[float, float]:
    """Seconds until a new index has all pages, and until all site rules have run."""
    workspace = Workspace()
    page_cache = PageCache.open(cache)
    index = ProjectIndex(
        project_at(site.root), lambda: workspace.snapshot, problems_of, cache=page_cache, pool=ReaderPool(WORKERS)
    )
    try:
        began = perf_counter()
        index.start()
        while index.is_reading:
            sleep(0.005)
        seconds = perf_counter() - began
        assert index.settle(300)
        checked = perf_counter() - began
        found = index.site("main")
        assert found is not None
        assert len([each for each in found.entries.values() if each.kind == "page"]) == len(site.pages)
    finally:
        index.close()
        page_cache.close()
    return seconds, checked


@pytest.mark.parametrize("pages", SIZES)
def test_indexing(pages: int, site_of: Callable[[int], GeneratedSite], tmp_path: Path, figures: Figures) -> None:
    """Walk, read, parse, put together, write to the cache; then the same with a full cache."""
    site = site_of(pages)
    cold, checked = min(indexed(site, tmp_path / str(number)) for number in range(rounds(pages)))
    warm, warm_checked = min(indexed(site, tmp_path / "0") for _ in range(3))
    also = "at most {:g} s; with all problems between pages {:.2f} s"
    figures.add(f"index of {pages:,} pages, cold (wall time)", cold, also.format(COLD[pages], checked))
    figures.add(f"index of {pages:,} pages, from the cache (wall time)", warm, also.format(WARM[pages], warm_checked))
    assert cold <= COLD[pages]
    assert warm <= WARM[pages]
