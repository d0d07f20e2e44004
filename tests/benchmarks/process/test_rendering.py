"""Rendering: one rune, one page, all pages of a real site, and what an agent waits for at its first call."""

from __future__ import annotations

import json
import os
import re
import resource
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from statistics import median
from time import perf_counter, process_time

import pytest

from refrakt.services.context import Context
from refrakt.services.inspect import InspectInput, inspect
from refrakt.services.render import RenderInput, render

from .conftest import CORPUS_SITE, Table, milliseconds

pytestmark = pytest.mark.bench

INSPECT, SMALL, LARGE, ALL, CHANGED = 0.003, 0.030, 0.400, 12.0, 0.5
"""Seconds: a rune, a page of 5 kB, the largest page, all pages on two cores, all pages after a title changed."""
REFERENCE = 0.4
"""Seconds that the JavaScript packages need for a rune, at least."""


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    if not CORPUS_SITE.is_dir():
        pytest.skip("no real site beside the checkout")
    folder = tmp_path_factory.mktemp("rendered") / "site"
    shutil.copytree(CORPUS_SITE, folder, symlinks=True)
    return folder


@pytest.fixture(scope="module")
def context(copy: Path) -> Context:
    found = replace(Context.at(copy, paged=False), scan_age=0.5)
    found.pages("main")
    return found


def _pages(site: Path) -> list[str]:
    found = (path.relative_to(site) for path in sorted((site / "site/content").rglob("*.md")))
    return [path.as_posix() for path in found if not any(part.startswith("_") for part in path.parts)]


def _middle(work: Callable[[], object], rounds: int) -> float:
    work()
    times = []
    for _ in range(rounds):
        began = process_time()
        work()
        times.append(process_time() - began)
    return median(times)


def test_one_rune(context: Context, table: Table) -> None:
    query = InspectInput(rune="hint", attributes={"type": "warning"}, site="main")
    spent = _middle(lambda: inspect(context, query), 200)
    table.add("inspect, warm, p50", milliseconds(spent), f"{milliseconds(INSPECT)}, and 1/100 of the reference")
    assert spent <= min(INSPECT, REFERENCE / 100)


def test_one_page(context: Context, copy: Path, table: Table) -> None:
    sizes = {path: (copy / path).stat().st_size for path in _pages(copy)}
    small, large = min(sizes, key=lambda path: abs(sizes[path] - 5_000)), max(sizes, key=lambda path: sizes[path])
    for path, budget in ((small, SMALL), (large, LARGE)):
        query = RenderInput(markdown=(copy / path).read_text("utf-8"), path=path, site="main", detail="full")
        spent = _middle(lambda query=query: render(context, query), 20)  # type: ignore[misc]
        table.add(f"render, {sizes[path] / 1e3:.0f} kB, warm, p50", milliseconds(spent), milliseconds(budget))
        assert spent <= budget


def test_all_pages(copy: Path, table: Table, tmp_path: Path) -> None:
    paths = _pages(copy)
    requests = "".join(json.dumps({"id": path, "path": path}) + "\n" for path in paths)
    before, began = _computed(), perf_counter()
    answers = subprocess.run(
        [sys.executable, "-m", "refrakt", "render", "--jsonl", "--site", "main"],
        input=requests.encode(),
        stdout=subprocess.PIPE,
        cwd=copy,
        env={**os.environ, "REFRAKT_CACHE_DIR": str(tmp_path)},
        check=True,
    ).stdout.splitlines()
    wall, computed = perf_counter() - began, _computed() - before
    assert len(answers) == len(paths)
    assert not [answer for answer in map(json.loads, answers) if "error" in answer]
    name = f"render --jsonl, {len(paths)} pages, cold"
    table.add(name, f"{wall:.1f} s, {computed:.1f} s of computing", f"{ALL:.0f} s on two cores")
    assert computed <= 2 * ALL


def _computed() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def test_all_pages_after_a_change(context: Context, copy: Path, table: Table) -> None:
    paths, changed = _pages(copy), copy / "site/content/docs/getting-started.md"
    text = changed.read_text("utf-8")
    _render_all(context, paths)

    def changes() -> Iterator[float]:
        for number in range(5):
            title = f"title: Title {number}"
            changed.write_text(re.sub(r"^title:.*$", title, text, count=1, flags=re.MULTILINE), encoding="utf-8")
            began = process_time()
            context.known_pages("main").index.rescan()
            _render_all(context, paths)
            yield process_time() - began

    spent = median(list(changes()))
    table.add(f"render, {len(paths)} pages, after a new title, p50", milliseconds(spent), milliseconds(CHANGED))
    assert spent <= CHANGED


def _render_all(context: Context, paths: list[str]) -> None:
    for path in paths:
        render(context, RenderInput(path=path, site="main", detail="full"))


_FIRST = """
from pathlib import Path
from time import perf_counter
from refrakt.services.context import Context
began = perf_counter()
{call}
print(perf_counter() - began)
"""
_CONTEXT = "context = Context.at(Path.cwd())"
FIRST_CALLS = {
    "render, a snippet": (
        "from refrakt.services.render import RenderInput, render; "
        "render(context, RenderInput(markdown='# One', site='main'))"
    ),
    "render, a page": (
        "from refrakt.services.render import RenderInput, render; "
        "render(context, RenderInput(path='site/content/docs/getting-started.md', site='main'))"
    ),
    "validate_content": (
        "from refrakt.services.validate_content import ContentInput, validate_content; "
        "validate_content(context, ContentInput(markdown='# One', site='main'))"
    ),
    "pages": "context.pages('main')",
}


@pytest.mark.parametrize("name", FIRST_CALLS)
def test_first_call(copy: Path, table: Table, name: str, tmp_path: Path) -> None:
    """In a new process, with facts of the pages in the cache from the second run on."""
    code = _FIRST.format(call=f"{_CONTEXT}; {FIRST_CALLS[name]}")
    environment = {**os.environ, "REFRAKT_CACHE_DIR": str(tmp_path)}
    times = [
        float(subprocess.check_output([sys.executable, "-c", code], cwd=copy, env=environment, text=True))
        for _ in range(4)
    ]
    table.add(f"first call: {name}", f"{milliseconds(min(times[1:]))}, {milliseconds(times[0])} without a cache")
