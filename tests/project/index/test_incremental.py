"""An incremental index equals one made from scratch, after any changes: of a site in memory, and of a project on disk with
pages open in an editor."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from refrakt.markdoc.document import parse
from refrakt.project.index.exports import EXPORTS
from refrakt.project.index.indexed_file import index_file
from refrakt.project.index.page_cache import PageCache
from refrakt.project.index.project_index import ProjectIndex
from refrakt.project.index.reader_pool import ReaderPool
from refrakt.project.index.site_files import kind_and_name
from refrakt.project.index.site_index import SiteIndex
from refrakt.project.index.site_spec import SiteSpec, specs_of
from refrakt.project.pages.fact_extraction import facts_of
from refrakt.project.site import find_project
from refrakt.project.site_rules.site_checker import problems_of
from refrakt.project.workspace import Workspace

CONFIG = {
    "site": {
        "contentDir": "./content",
        "plugins": ["@refrakt-md/storytelling", "@refrakt-md/plan"],
        "routeRules": [
            {"pattern": "tales/**", "layout": "docs", "entity": "tale"},
            {"pattern": "**", "layout": "docs"},
        ],
        "entityRoutes": [{"type": "work", "url": "/work/{id}", "title": "{title}"}],
    },
    "xrefs": [{"match": "RFC-(?<n>[0-9]+)", "template": "https://rfc.test/{n}"}],
}
FILES = (
    "content/index.md",
    "content/a.md",
    "content/02-b.md",
    "content/tales/index.md",
    "content/tales/hero.md",
    "content/_layout.md",
    "content/tales/_layout.md",
    "content/_partials/one.md",
    "content/_partials/two.md",
    "plan/work/WORK-001.md",
    "plan/work/WORK-002.md",
)
PIECES = (
    "# One\n",
    "## Two\n",
    "## Two {% #other %}\n",
    "See [it](/a), [that](/a#two) and [more](/tales/hero#one).\n",
    "Also [b](./b), [file](02-b.md#two), [tales](tales/), [lost](/nowhere) and [here](#two).\n",
    '{% ref "Hero" /%}, {% ref "WORK-001" /%}, {% ref "/a" /%}, {% ref "RFC-12" /%} and {% ref "nobody" /%}.\n',
    '{% partial file="one.md" /%}\n',
    '{% partial file="two.md" /%}\n',
    '{% character name="Hero" role="protagonist" %}\n# Hero\n\nText.\n{% /character %}\n',
    "{% nav %}\n- a\n- tales/hero\n- nowhere\n{% /nav %}\n",
    '{% work id="WORK-001" status="ready" %}\n# Do it\n{% /work %}\n',
    '{% collection type="tale" filter="draft:false" /%}\n',
    "Written for {% $frontmatter.reader %}.\n",
    '{% expand "WORK-001" /%}\n',
    '{% work id="WORK-002" status="ready" %}\n# Eat it\n\n{% expand "Do it" /%} {% ref "WORK-001" /%}\n{% /work %}\n',
    '{% work id="WORK-001" status="done" source="WORK-002" %}\n# Do it\n\n{% expand "WORK-002" /%}\n{% /work %}\n',
    '{% character name="Villain" aliases="Hero, Rival" %}\n# Hero\n\nText.\n{% /character %}\n',
    '{% bond from="Hero" to="Rival" %}\nText.\n{% /bond %}\n',
    '{% ref "Heroo" /%}, {% ref "/a#two" /%}, {% ref "tale" type="page" /%}, {% ref "WORK-001 " /%} {% ref "Do it" /%}\n',
    "{% nav %}\n- /A\n- Hero\n- B\n{% /nav %}\n",
    '{% collection type="work" filter="stauts:ready redaer:you" /%}\n\n{% aggregate type="page" group="raeder" /%}\n',
    '{% blog folder="/tales" /%}\n',
    "{% if $frontmatter.reader %}For {% $frontmatter.reader %}.{% /if %}\n",
    "![shown](/pic.png) ![beside](pic.png)\n",
    '{% drawer id="d" title="Hero" %}\nText.\n{% /drawer %}\n\n[drawer](#drawer-d) {% ref "d" /%}\n',
    '{% file-ref "content/a.md" /%} {% snippet path="content/A.md" /%} {% sandbox src="one" data="type:tale" /%}\n',
    '{% relationships of="WORK-001" type="work" sort="stauts" /%}\n',
    "[drafts](/tales/) [up](../a) [wrong](/A/) [deep](work/WORK-001#two)\n",
    '{% icon name="stra" /%} {% hint tint="wrm" bg="wrm" %}\ntext\n{% /hint %}\n',
)
HEADS = (
    "",
    "---\ntitle: One\n---\n",
    "---\ntitle: Hero\nslug: /a\n---\n",
    "---\ntitle: Tale\ntype: tale\nid: T-1\n---\n",
    "---\ndraft: true\n---\n",
    "---\ntitle: Gone\nredirect: /a\n---\n",
    "---\nreader: you\n---\n",
    "---\nlayout: doc\nslug: tales/hero\nredirect: /b\n---\n",
)

texts = st.builds(
    lambda head, body: head + "\n".join(body), st.sampled_from(HEADS), st.lists(st.sampled_from(PIECES), max_size=4)
)
files = st.sampled_from(FILES)


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("site")
    (root / "refrakt.config.json").write_text(json.dumps(CONFIG))
    (root / "content").mkdir()
    (root / "static").mkdir()
    return root


def spec_at(root: Path) -> SiteSpec:
    (spec,) = specs_of(find_project(root))
    return spec


def put(index: SiteIndex, file: str, text: str) -> None:
    spec = index.spec
    placed = kind_and_name(spec, spec.root / file)
    assert placed is not None
    document = parse(text, spec.options)
    index.put(index_file(spec, file, *placed, facts_of(document, spec.context.vocabulary)))


def from_scratch(spec: SiteSpec, pages: dict[str, str]) -> SiteIndex:
    index = SiteIndex(spec, problems_of)
    for file in sorted(pages, reverse=True):  # in another order than they were changed
        put(index, file, pages[file])
    index.complete = True
    return index


def state(index: SiteIndex) -> dict[str, object]:
    return {
        "entries": index.entries,
        "tables": {export.name: dict(index.table(export)) for export in EXPORTS},
        "problems": {path: index.problems(path) for path in sorted(index.entries)},
    }


changes = st.lists(st.tuples(files, st.one_of(st.none(), texts)), max_size=14)


@settings(max_examples=120)
@given(start=st.dictionaries(files, texts), changes=changes, queried=st.sets(files))
def test_a_changed_index_is_one_made_from_scratch(
    home: Path, start: dict[str, str], changes: list[tuple[str, str | None]], queried: set[str]
) -> None:
    spec = spec_at(home)
    index = from_scratch(spec, start)
    pages = dict(start)
    for file, text in changes:
        for each in queried:
            index.problems(each)
        if text is None:
            pages.pop(file, None)
            index.remove(file)
        else:
            pages[file] = text
            put(index, file, text)
    assert state(index) == state(from_scratch(spec, pages))
    assert not any(each.code == "unreadable-page" for path in pages for each in index.problems(path))


PLAIN_FILES = (
    "pages/index.md",
    "pages/a.md",
    "pages/docs/b.md",
    "pages/en/a.md",
    "pages/de/a.md",
    "markdoc/partials/p.md",
)
PLAIN_PIECES = (
    "## One\n",
    "## Two {% #other %}\n",
    "## 入门\n",
    "See [it](/a#one), [that](/docs/b#two), [here](#one) and [it](/a#one).\n",
    "Also [b](./b#other), [up](../a#two), [lost](/nowhere), [file](docs/b.md#one).\n",
    '{% partial file="p.md" /%}\n',
    '{% box title="Two" /%}\n',
    "Now [x](id:x), [y](id:y#one) and [z](mailto:z).\n",
)
plain_texts = st.builds(
    lambda head, body: head + "\n".join(body),
    st.sampled_from(("", "---\nid: x\n---\n", "---\nid: y\n---\n")),
    st.lists(st.sampled_from(PLAIN_PIECES), max_size=4),
)
plain_files = st.sampled_from(PLAIN_FILES)


@pytest.fixture(scope="module")
def plain_home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("plain")
    packages = {"next": "15", "@markdoc/markdoc": "0.5.10", "@markdoc/next.js": "0.5.0"}
    (root / "package.json").write_text(json.dumps({"dependencies": packages}))
    (root / "next.config.js").write_text(
        "module.exports = require('@markdoc/next.js')()({ pageExtensions: ['md', 'js'] })\n"
    )
    for name in PLAIN_FILES:
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text("x\n")
    (root / "markdoc" / "tags.js").write_text("export default { box: { attributes: { title: { type: String } } } }\n")
    return root


@settings(max_examples=80)
@given(
    start=st.dictionaries(plain_files, plain_texts),
    changes=st.lists(st.tuples(plain_files, st.one_of(st.none(), plain_texts)), max_size=14),
    queried=st.sets(plain_files),
)
def test_a_changed_index_of_a_site_with_routes_is_one_made_from_scratch(
    plain_home: Path, start: dict[str, str], changes: list[tuple[str, str | None]], queried: set[str]
) -> None:
    spec = spec_at(plain_home)
    index = from_scratch(spec, start)
    pages = dict(start)
    for file, text in changes:
        for each in queried:
            index.problems(each)
        if text is None:
            pages.pop(file, None)
            index.remove(file)
        else:
            pages[file] = text
            put(index, file, text)
    assert state(index) == state(from_scratch(spec, pages))
    for language in ("", "de", "en"):
        assert index.has_reliable_fragments(language) == from_scratch(spec, pages).has_reliable_fragments(language)
    assert not any(each.code == "unreadable-page" for path in pages for each in index.problems(path))


@settings(max_examples=60)
@given(pages=st.dictionaries(files, texts, min_size=3), file=files, text=texts)
def test_only_dependents_are_checked_again(home: Path, pages: dict[str, str], file: str, text: str) -> None:
    """A page that is not checked again has the same problems as before."""
    spec = spec_at(home)
    index = from_scratch(spec, pages)
    before = {path: index.problems(path) for path in index.entries}
    assert not index.stale
    put(index, file, text)
    untouched = [path for path in before if path not in index.stale]
    after = from_scratch(spec, {**pages, file: text})
    assert {path: before[path] for path in untouched} == {path: after.problems(path) for path in untouched}


class EditedSite:
    """A project on disk and an editor, with an index that is updated with their changes."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.workspace = Workspace()
        self.cache = PageCache.open(root.parent / "cache")
        self.index = self._made()

    def _made(self) -> ProjectIndex:
        index = ProjectIndex(
            find_project(self.root), lambda: self.workspace.snapshot, problems_of, cache=self.cache, pool=ReaderPool(1)
        )
        for path in self.workspace.snapshot.paths:
            index.buffer_changed(path)
        index.start()
        return index

    def do(self, what: str, file: str, text: str) -> None:
        path = self.root / file
        uri = path.as_uri()
        opened = uri in self.workspace.snapshot.buffers
        if what == "write":
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
            self.index.files_changed([path])
        elif what == "delete":
            path.unlink(missing_ok=True)
            self.index.files_changed([path])
        elif what == "drop folder":
            shutil.rmtree(path.parent, ignore_errors=True)
            self.index.files_changed([path.parent])
        elif what == "close" and opened:
            self.workspace.close(uri)
            self.index.buffer_changed(path)
        elif what == "type":
            if opened:
                length = len(self.workspace.snapshot.buffers[uri].document.text)
                self.workspace.change(uri, 2, [(0, length, text)])
            else:
                self.workspace.open(uri, path, text, 1)
            self.index.buffer_changed(path)

    def state(self, index: ProjectIndex) -> dict[str | None, dict[str, object]]:
        assert index.rescan(60)
        assert not index.is_reading
        with index.lock:
            return {name: state(site) for name, site in index.sites().items()}

    def check(self) -> None:
        fresh = self._made()
        try:
            assert self.state(self.index) == self.state(fresh)
        finally:
            fresh.close()

    def close(self) -> None:
        self.index.close()
        self.cache.close()


@pytest.fixture
def edited_site(tmp_path: Path) -> Iterator[EditedSite]:
    (tmp_path / "site").mkdir()
    (tmp_path / "site/refrakt.config.json").write_text(json.dumps(CONFIG))
    edited_site = EditedSite(tmp_path / "site")
    yield edited_site
    edited_site.close()


def sequences() -> list[list[tuple[str, str, str]]]:
    """Random changes with a fixed seed: a run of Hypothesis would start a thousand processes."""
    from random import Random

    random = Random(4)
    kinds = ["write", "write", "write", "type", "type", "close", "delete", "drop folder"]

    def text() -> str:
        return random.choice(HEADS) + "\n".join(random.sample(PIECES, random.randint(0, 4)))

    return [[(random.choice(kinds), random.choice(FILES), text()) for _ in range(12)] for _ in range(4)]


@pytest.mark.parametrize("steps", sequences())
def test_the_index_equals_disk_and_buffers_after_any_change(
    edited_site: EditedSite, steps: list[tuple[str, str, str]]
) -> None:
    for count, (what, file, text) in enumerate(steps):
        edited_site.do(what, file, text)
        if count % 4 == 3:
            edited_site.check()


def test_a_changed_config_is_a_new_site_of_the_same_pages(edited_site: EditedSite) -> None:
    for file in FILES:
        edited_site.do("write", file, HEADS[1] + PIECES[0] + PIECES[3])
    edited_site.check()
    config = {**CONFIG, "site": {**CONFIG["site"], "routeRules": [{"pattern": "**", "layout": "blog"}]}}  # type: ignore[dict-item]
    (edited_site.root / "refrakt.config.json").write_text(json.dumps(config))
    edited_site.index.project_changed(find_project(edited_site.root))
    edited_site.check()
    site = edited_site.index.site(None)
    assert site is not None
    assert {each.layout for each in site.entries.values() if each.kind == "page"} == {"blog"}
