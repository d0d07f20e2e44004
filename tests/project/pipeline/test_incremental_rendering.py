"""After any changes, every rendered page equals one that is rendered from scratch, and only pages that show what changed are
rendered again."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from project.index.test_incremental import FILES, files, from_scratch, home, put, spec_at, texts
from refrakt.markdoc.renderable_json import renderable_json
from refrakt.project.index.site_index import SiteIndex
from refrakt.project.pipeline.site_renderer import RenderedPage, SiteRenderer
from refrakt.project.snapshot import Snapshot

__all__ = ["home"]

NOTHING_OPEN = Snapshot()


def written(root: Path, pages: Mapping[str, str]) -> None:
    for file in FILES:
        path = root / file
        if file in pages:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(pages[file])
        else:
            path.unlink(missing_ok=True)


def shown(renderer: SiteRenderer, index: SiteIndex) -> dict[str, Any]:
    found = {path: renderer.page(path, NOTHING_OPEN) for path, entry in index.entries.items() if entry.kind == "page"}
    return {path: shown_page(renderer, page) for path, page in found.items() if page is not None}


def shown_page(renderer: SiteRenderer, page: RenderedPage) -> Any:
    warnings = [(each.code, each.message) for each in page.warnings]
    return renderable_json(page.tree), page.seo.og, warnings


@settings(max_examples=40, deadline=None)
@given(
    start=st.dictionaries(files, texts, min_size=3),
    changes=st.lists(st.tuples(files, st.one_of(st.none(), texts)), max_size=6),
)
def test_rendered_pages_equal_those_rendered_from_scratch(
    home: Path, start: dict[str, str], changes: list[tuple[str, str | None]]
) -> None:
    spec = spec_at(home)
    pages = dict(start)
    written(home, pages)
    index = from_scratch(spec, pages)
    renderer = SiteRenderer(spec.context, index)
    shown(renderer, index)
    for file, text in changes:
        if text is None:
            pages.pop(file, None)
            index.remove(file)
        else:
            pages[file] = text
            put(index, file, text)
        written(home, pages)
    fresh = from_scratch(spec, pages)
    assert shown(renderer, index) == shown(SiteRenderer(spec.context, fresh), fresh)


@pytest.fixture
def site(tmp_path: Path) -> tuple[SiteRenderer, SiteIndex]:
    (tmp_path / "refrakt.config.json").write_text('{"site": {"contentDir": "./content"}}')
    pages = {
        "content/index.md": '---\ntitle: Home\n---\n{% ref "/a" /%}\n',
        "content/a.md": "---\ntitle: Alpha\n---\nText.\n",
        "content/b.md": "---\ntitle: Beta\n---\nText.\n",
        "content/list.md": '{% collection type="page" /%}\n',
    }
    for file, text in pages.items():
        (tmp_path / file).parent.mkdir(exist_ok=True)
        (tmp_path / file).write_text(text)
    spec = spec_at(tmp_path)
    index = from_scratch(spec, pages)
    return SiteRenderer(spec.context, index), index


def test_a_new_title_renders_only_the_pages_that_show_it(site: tuple[SiteRenderer, SiteIndex]) -> None:
    renderer, index = site
    root = index.spec.root
    before = {path: renderer.page(path, NOTHING_OPEN) for path in index.entries}
    text = "---\ntitle: Omega\n---\nText.\n"
    (root / "content/a.md").write_text(text)
    put(index, "content/a.md", text)
    after = {path: renderer.page(path, NOTHING_OPEN) for path in index.entries}
    assert {path for path in before if before[path] is not after[path]} == {
        "content/index.md",
        "content/a.md",
        "content/list.md",
    }


def test_a_new_paragraph_renders_only_its_page(site: tuple[SiteRenderer, SiteIndex]) -> None:
    renderer, index = site
    root = index.spec.root
    before = {path: renderer.page(path, NOTHING_OPEN) for path in index.entries}
    text = "---\ntitle: Alpha\n---\nText.\n\nMore.\n"
    (root / "content/a.md").write_text(text)
    put(index, "content/a.md", text)
    after = {path: renderer.page(path, NOTHING_OPEN) for path in index.entries}
    assert {path for path in before if before[path] is not after[path]} == {"content/a.md"}
