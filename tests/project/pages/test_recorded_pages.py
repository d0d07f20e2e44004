"""The pages of a large site, compared with its recorded build: URLs, titles, layouts, drafts, runes, headings.

Recorded headings come from rendered pages, so those inside runes may be missing there or be others; the rest must be equal.
"""

from __future__ import annotations

import gzip
import json
from collections import Counter
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from refrakt.markdoc.document import parse
from refrakt.project.pages.content_tree import ContentTree, read_tree
from refrakt.project.pages.fact_extraction import facts_of
from refrakt.project.pages.page_facts import PageFacts
from refrakt.project.pages.routes import Routes, routes_of
from refrakt.project.site import SiteContext, find_project
from refrakt.runes.vocabulary import vocabulary

SITES = ("main", "plan")


@dataclass(frozen=True)
class Read:
    routes: Routes
    tree: ContentTree
    texts: dict[str, str]
    facts: dict[str, PageFacts]
    records: list[dict[str, Any]]
    urls: list[str]
    """Of all pages, in the order of the build."""

    def path(self, record: dict[str, Any]) -> str:
        return str(record["file"]).partition("/content/")[2]

    @property
    def pages(self) -> list[tuple[dict[str, Any], str, PageFacts]]:
        """The recorded pages that come from files."""
        pages = [each for each in self.records if not each.get("notAPage") and not each["contributed"]]
        return [(each, self.path(each), self.facts[self.path(each)]) for each in pages]


def report(figures: str) -> None:
    """Print how much was compared, for `pytest -s`."""
    print(f"\n{figures}", end="")  # noqa: T201


@cache
def read(shared: Path, name: str) -> Read:
    project = find_project(shared / "corpus" / "refrakt")
    assert project.config is not None
    site = project.site(name)
    assert isinstance(site, SiteContext)
    assert site.content_dir is not None
    routes, problems = routes_of(project.config, project.config.sites[name])
    assert problems == ()
    tree = read_tree(site.content_dir)
    files = (*tree.pages, *tree.layouts.values(), *tree.partials.values())
    texts = {file.path: (tree.root / file.path).read_text("utf-8") for file in files}
    facts = {path: facts_of(parse(text, site.options), site.vocabulary) for path, text in texts.items()}
    recorded = shared / "oracle" / "pages"
    with gzip.open(recorded / f"{name}.jsonl.gz", "rt", encoding="utf-8") as lines:
        records = [json.loads(line) for line in lines]
    listed = json.loads((recorded / f"{name}-pipeline.json").read_text("utf-8"))["pagesList"]
    return Read(routes, tree, texts, facts, records, [each["url"] for each in listed])


@pytest.fixture(params=SITES)
def site(shared: Path, request: pytest.FixtureRequest) -> Read:
    return read(shared, request.param)


def test_every_page_has_its_url_in_the_order_of_the_site(site: Read) -> None:
    ours = [site.routes.url(page.path, site.facts[page.path].slug) for page in site.tree.pages]
    # The plan's own pages, made of its entities, come from no file of the site.
    assert ours == [url for url in site.urls if url in set(ours)]
    assert len(ours) == len(set(ours))
    report(f"{len(ours)} of {len(site.urls)} URLs come from files, in order")


def test_no_page_of_the_site_is_missing(shared: Path) -> None:
    site = read(shared, "main")
    assert {site.routes.url(page.path) for page in site.tree.pages} == set(site.urls)


def test_each_page_equals_that_of_the_build(site: Read) -> None:
    assert site.pages
    for record, path, facts in site.pages:
        url = site.routes.url(path, facts.slug)
        ours = (url, facts.title, site.routes.layout(url), facts.draft, facts.frontmatter)
        route = record["route"]
        assert ours == (record["url"], record["title"], record["layout"], route["draft"], record["frontmatter"]), path
    report(f"{len(site.pages)} pages: URL, title, layout, draft and frontmatter equal")


def test_each_file_uses_the_recorded_runes(site: Read) -> None:
    for record in site.records:
        assert set(site.facts[site.path(record)].runes) == set(record["tagsUsed"]), record["file"]
    report(f"{len(site.records)} files: runes equal")


def test_headings_outside_runes_are_recorded_with_their_ids_in_their_order(site: Read) -> None:
    compared = 0
    for record, path, facts in site.pages:
        ours = [(each.level, each.id, each.text) for each in facts.headings if each.rune is None and each.id]
        theirs = iter([(each["level"], each["id"], each["text"]) for each in record["headings"]])
        assert [each for each in ours if each not in theirs] == [], path
        compared += len(ours)
    assert compared
    report(f"{compared} headings outside runes: level, id and text equal")


def test_a_page_without_runes_has_just_the_recorded_headings(site: Read) -> None:
    plain = [(record, facts) for record, _, facts in site.pages if not facts.runes]
    for record, facts in plain:
        ours = Counter((each.level, each.id) for each in facts.headings if each.id)
        assert ours == Counter((each["level"], each["id"]) for each in record["headings"]), record["file"]
    report(f"{len(plain)} pages without runes: headings equal both ways")


def test_every_target_has_a_span(site: Read) -> None:
    links = [(path, link) for path, facts in site.facts.items() for link in facts.links]
    assert [(path, link) for path, link in links if link.written is None] == []
    for path, link in links:
        assert link.written is not None
        written = site.texts[path][slice(*link.written)]
        assert written in (link.target, link.target.replace("%20", " ")), path
    report(f"{len(links)} links and images, each target with its span")


def test_references_have_exact_spans(site: Read) -> None:
    counted: Counter[str] = Counter()
    for path, facts in site.facts.items():
        for each in facts.references:
            counted[each.kind] += 1
            assert site.texts[path][each.start : each.end] == each.name, path
    report(f"references: {dict(counted)}")


def test_partials_are_those_that_are_used(shared: Path) -> None:
    site = read(shared, "plan")
    used = {name for facts in site.facts.values() for name in facts.partials}
    assert used <= set(site.tree.partials)
    assert used


OTHERWISE = {
    "---   \ntitle: A\n---   \nx": {"title": "A"},  # Markdoc allows spaces after the dashes, and so does the parser
    "---\ntitle: A\n--- x\n": {},  # for Markdoc this line does not end the frontmatter
}
"""Frontmatter that the build reads in another way."""


def test_recorded_frontmatter(shared: Path) -> None:
    runes = vocabulary([])
    for case in json.loads((shared / "oracle" / "content-frontmatter-unit.json").read_text("utf-8")):
        source, expected = case["source"], case["result"].get("frontmatter")
        if isinstance(expected, dict):
            assert facts_of(parse(source), runes).frontmatter == OTHERWISE.get(source, expected), source
