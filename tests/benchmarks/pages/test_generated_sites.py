"""Generated sites have the properties that the benchmarks rely on."""

from __future__ import annotations

from pathlib import Path

import pytest

from refrakt.markdoc.document import parse
from refrakt.project.pages.fact_extraction import facts_of
from refrakt.project.pages.page_facts import PageFacts
from refrakt.project.pages.routes import Routes
from refrakt.project.site import SiteContext, project_at

from .. import sites


def read(site: sites.GeneratedSite) -> dict[str, PageFacts]:
    """The facts of all pages by their URLs."""
    context = project_at(site.root).site("main")
    assert isinstance(context, SiteContext)
    texts = {path: (site.root / path).read_text(encoding="utf-8") for path in site.pages}
    assert len(set(texts.values())) == len(site.pages)
    return {
        Routes().url(path.removeprefix("content/")): facts_of(parse(text, context.options), context.vocabulary)
        for path, text in texts.items()
    }


@pytest.mark.parametrize(
    "own", [pytest.param(True, id="own"), pytest.param(False, id="corpus", marks=pytest.mark.recorded)]
)
def test_every_link_resolves(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, own: bool) -> None:
    if own:
        monkeypatch.setattr(sites, "CORPUS", tmp_path / "nowhere")
    sites._templates.cache_clear()
    try:
        site = sites.generate(tmp_path / "site", 60)
    finally:
        sites._templates.cache_clear()
    pages = read(site)
    assert len(pages) == len(site.pages) == 60
    internal = [each.target for facts in pages.values() for each in facts.links if each.target.startswith("/")]
    internal = [each for each in internal if each != "/picture.svg"]
    for target in internal:
        url, _, fragment = target.partition("#")
        assert url in pages
        assert not fragment or fragment in {each.id for each in pages[url].headings}
    assert internal.count(f"/hub#{sites.HUB_FRAGMENT}") == len(site.linkers) == 59
