"""Sites built to make the work between pages explode: four times the input takes about four times the time."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from time import process_time

import pytest

from plan.plans import entity, write
from refrakt.markdoc.document import parse
from refrakt.plugins import Disk
from refrakt.project.index.indexed_file import IndexedFile, index_file
from refrakt.project.index.site_files import kind_and_name
from refrakt.project.index.site_index import SiteIndex
from refrakt.project.index.site_spec import SiteSpec, specs_of
from refrakt.project.pages.fact_extraction import facts_of
from refrakt.project.site import find_project
from refrakt.project.site_rules.site_checker import problems_of
from refrakt_plan.graph.dependency_graph import full_graph
from refrakt_plan.graph.svg import svg
from refrakt_plan.rules import plan_problems
from refrakt_plan.scanner.plan_scanner import scan

GROWTH = 4
BOUND = 8
"""Times as long for four times the input: quadratic work takes 16 times as long."""
ATTEMPTS = 4
"""The machine may be busy: one attempt within the bound is enough."""

CONFIG = {
    "site": {
        "contentDir": "./content",
        "plugins": ["@refrakt-md/storytelling", "@refrakt-md/plan"],
        "routeRules": [{"pattern": "**", "layout": "docs"}],
        "entityRoutes": [{"type": "work", "url": "/work/{id}", "title": "{title}"}],
    }
}
PARTIALS = "content/_partials"
Files = dict[str, str]


def partial_cycle(n: int) -> Files:
    return {f"{PARTIALS}/p{i}.md": f'{{% partial file="p{(i + 1) % n}.md" /%}}\n' for i in range(n)}


def partials_that_include_all(n: int) -> Files:
    """The input has the square of this many references, so that `n` is its size."""
    count = int(n**0.5)
    text = "".join(f'{{% partial file="p{i}.md" /%}}\n\n' for i in range(count))
    return {f"{PARTIALS}/p{i}.md": text for i in range(count)}


def partial_chain(n: int) -> Files:
    """Longer than what is followed of one page, for both sizes."""
    partials = {f"{PARTIALS}/p{i}.md": f'## H{i}\n\n{{% partial file="p{i + 1}.md" /%}}\n' for i in range(4 * n)}
    return partials | {f"content/a{i}.md": f'{{% partial file="p{i}.md" /%}}\n\n[x](#none)\n' for i in range(n)}


def page_of_many_partials(n: int) -> Files:
    partials = {f"{PARTIALS}/p{i}.md": f"## x{i}\n" for i in range(n)}
    pages = {f"content/a{i}.md": f"[x](/big#y{i})\n" for i in range(n)}
    return {**partials, **pages, "content/big.md": "".join(f'{{% partial file="p{i}.md" /%}}\n\n' for i in range(n))}


def one_title(n: int) -> Files:
    return {f"content/a{i}.md": '---\ntitle: Same\n---\n{% ref "Same" /%}\n' for i in range(n)}


def one_title_many_types(n: int) -> Files:
    return {
        f"content/a{i}.md": f'---\ntitle: Same\ntype: t{i}\n---\n{{% ref "Same" type="t{i}" /%}}\n' for i in range(n)
    }


def one_url(n: int) -> Files:
    return {f"content/a{i}.md": "---\nslug: /same\n---\n[x](/same) [y](/same#none)\n" for i in range(n)}


def one_id(n: int) -> Files:
    hero = '{% character name="Hero" %}\n# Hero\n{% /character %}\n{% ref "Hero" /%}\n'
    return {f"content/a{i}.md": f'{hero}{{% bond from="Hero" to="Hero" %}}\nx\n{{% /bond %}}\n' for i in range(n)}


def aliases(n: int) -> Files:
    return {
        f"content/a{i}.md": f'{{% character name="Hero{i}" aliases="A, B{i}" %}}\n# Hero\n{{% /character %}}\n'
        f'{{% bond from="A" to="B{i}" %}}\nx\n{{% /bond %}}\n'
        for i in range(n)
    }


def one_heading(n: int) -> Files:
    return {"content/a.md": "## Same\n\n" * n, "content/b.md": "".join(f"[x](/a#same{i})\n\n" for i in range(n))}


def misspelt_links(n: int) -> Files:
    return {f"content/page{i}.md": f"[x](/pgae{i})\n" for i in range(n)}


def misspelt_names(n: int) -> Files:
    argv = [f"m{chr(97 + i % 26)}{chr(97 + i // 26 % 26)}{chr(97 + i // 676)}" for i in range(n)]
    return {f"content/a{i}.md": f'# {name}z\n\n{{% ref "{name}qz" /%}}\n' for i, name in enumerate(argv)}


def one_missing_name(n: int) -> Files:
    pages = {f"content/a{i}.md": f'# Missing thing {i}\n\n{{% ref "Missing thign" /%}}\n' for i in range(n)}
    return pages | {"content/many.md": '{% ref "Missing thign" /%}\n\n' * n}


def misspelt_fields(n: int) -> Files:
    return {
        f"content/a{i}.md": f'---\nf{i}: 1\n---\n{{% collection type="page" filter="g{i}:x" /%}}\n' for i in range(n)
    }


def misspelt_types(n: int) -> Files:
    return {f"content/a{i}.md": f'---\ntype: t{i}\n---\n{{% collection type="u{i}" /%}}\n' for i in range(n)}


def links_of_one_page(n: int) -> Files:
    return {"content/a.md": "".join(f"[x](/b{i}) ![y](/c{i}.png)\n\n" for i in range(n)), "content/b.md": "x\n"}


def expand_cycle(n: int) -> Files:
    def text(i: int) -> str:
        return entity("work", f"WORK-{i:05}", f'{{% expand "WORK-{(i + 1) % n:05}" /%}}', status="ready")

    return {f"plan/work/WORK-{i:05}.md": text(i) for i in range(n)}


def items_of_one_id(n: int) -> Files:
    text = entity("work", "WORK-001", '{% ref "WORK-001" /%} {% expand "WORK-001" /%}', status="ready")
    return {f"plan/work/WORK-{i:05}.md": text for i in range(n)}


SHAPES: Mapping[Callable[[int], Files], int] = {
    partial_cycle: 300,
    partials_that_include_all: 400,
    partial_chain: 100,
    page_of_many_partials: 200,
    one_title: 200,
    one_title_many_types: 200,
    one_url: 200,
    one_id: 200,
    aliases: 150,
    one_heading: 400,
    misspelt_links: 600,
    misspelt_names: 600,
    one_missing_name: 250,
    misspelt_fields: 500,
    misspelt_types: 500,
    links_of_one_page: 400,
    expand_cycle: 200,
    items_of_one_id: 200,
}


@pytest.fixture
def spec(tmp_path: Path) -> SiteSpec:
    (tmp_path / "refrakt.config.json").write_text(json.dumps(CONFIG))
    (tmp_path / "content").mkdir()
    return specs_of(find_project(tmp_path))[0]


def read(spec: SiteSpec, files: Files) -> list[IndexedFile]:
    known: dict[str, IndexedFile] = {}
    entries = []
    for path, text in files.items():
        kind_and_path = kind_and_name(spec, spec.root / path)
        assert kind_and_path is not None
        if text not in known:
            facts = facts_of(parse(text, spec.options), spec.context.vocabulary)
            known[text] = index_file(spec, path, *kind_and_path, facts)
        entries.append(index_file(spec, path, *kind_and_path, known[text].facts))
    return entries


def changed(entry: IndexedFile) -> IndexedFile:
    """The file with another title, and without its first heading and its last reference."""
    facts = entry.facts
    return replace(
        entry,
        facts=replace(facts, title=f"{facts.title} 2", headings=facts.headings[1:], references=facts.references[:-1]),
    )


def check(index: SiteIndex) -> None:
    while path := next(iter(index.stale), None):
        index.problems(path)


def index_of(spec: SiteSpec, entries: list[IndexedFile]) -> SiteIndex:
    index = SiteIndex(spec, problems_of)
    for each in entries:
        index.put(each)
    index.complete = True
    check(index)
    return index


def seconds(work: Callable[[], object]) -> float:
    began = process_time()
    work()
    return process_time() - began


def assert_linear(small: Callable[[], object], large: Callable[[], object]) -> None:
    """`large` is four times the work of `small`."""
    small()
    ratios: list[float] = []
    while len(ratios) < ATTEMPTS:
        short, long = seconds(small), seconds(large)
        ratios.append(long / max(short, 0.002))
        if ratios[-1] < BOUND:
            return
    pytest.fail(f"four times the input takes {min(ratios):.1f} times as long")


@pytest.mark.parametrize("shape", SHAPES, ids=lambda each: each.__name__)
def test_time_grows_with_the_site(spec: SiteSpec, shape: Callable[[int], Files]) -> None:
    """Of the first scan of all files, of one change, and of changes to all files at once."""
    size = SHAPES[shape]
    small, large = read(spec, shape(size)), read(spec, shape(GROWTH * size))

    def live(entries: list[IndexedFile]) -> None:
        index = index_of(spec, entries)
        index.put(changed(entries[len(entries) // 2]))
        check(index)
        for each in entries:
            index.put(changed(each))
        check(index)

    assert_linear(lambda: live(small), lambda: live(large))


@pytest.mark.parametrize("shape", [partial_cycle, partial_chain, page_of_many_partials, expand_cycle, one_title])
def test_dependencies_grow_with_the_site(spec: SiteSpec, shape: Callable[[int], Files]) -> None:
    """The recorded queries of each file are most of the memory of an index."""

    def dependencies(size: int) -> int:
        index = index_of(spec, read(spec, shape(size)))
        return sum(map(len, index._dependencies.values()))

    assert dependencies(4 * 120) < 6 * dependencies(120)


def test_a_keystroke_in_a_cycle_concerns_one_file(spec: SiteSpec) -> None:
    """The text has changed, and not what it includes."""
    entries = read(spec, partial_cycle(50))
    index = index_of(spec, entries)
    (longer,) = read(spec, {entries[0].path: 'Words before. {% partial file="p1.md" /%}\n'})
    index.put(longer)
    assert list(index.stale) == [entries[0].path]


def test_a_cycle_that_is_broken_is_reported_no_longer(spec: SiteSpec) -> None:
    entries = read(spec, partial_cycle(1000))
    index = index_of(spec, entries)
    assert all(index.problems(each.path)[0].code == "partial-cycle" for each in entries)
    index.put(changed(entries[500]))
    assert not [each for entry in entries for each in index.problems(entry.path) if each.code == "partial-cycle"]


@pytest.mark.parametrize("count", [7, 1600])
def test_a_message_names_a_handful_of_a_cycle(spec: SiteSpec, count: int) -> None:
    index = index_of(spec, read(spec, partial_cycle(count)))
    (problem,) = [each for each in index.problems(f"{PARTIALS}/p0.md") if each.code == "partial-cycle"]
    assert problem.message == f"this partial includes itself through 'p1.md', 'p2.md', 'p3.md' and {count - 4:,} more"
    index = index_of(spec, read(spec, expand_cycle(count)))
    (problem,) = [each for each in index.problems("plan/work/WORK-00000.md") if each.code == "expand-cycle"]
    names = "'WORK-00001', 'WORK-00002', 'WORK-00003'"
    assert problem.message == f"this entity includes itself through {names} and {count - 4:,} more"


# The plan -------------------------------------------------------------------------------------------------------------


def work(i: int, *blockers: int) -> str:
    references = "\n".join(f'- {{% ref "WORK-{each:05}" /%}}' for each in blockers)
    return entity("work", f"WORK-{i:05}", f"## Dependencies\n\n{references}", status="ready")


PLANS: dict[str, Callable[[int], list[str]]] = {
    "a cycle": lambda n: [work(i, (i + 1) % n) for i in range(n)],
    "many cycles": lambda n: [work(i, (i + 1) % n, (i + 2) % n, (i - 1) % n) for i in range(n)],
    "a chain": lambda n: [work(i, i + 1) for i in range(n)],
    "one id": lambda n: [work(1, 1) for _ in range(n)],
    "ids that are not there": lambda n: [work(i, 90_000 + i) for i in range(n)],
    "all wait for one": lambda n: [work(i, 0) for i in range(n)],
}


@pytest.mark.parametrize("shape", PLANS)
def test_time_grows_with_the_plan(tmp_path: Path, shape: str) -> None:
    def folder(size: int) -> Path:
        texts = PLANS[shape](size)
        return write(tmp_path / f"{size}", {f"{number:05}.md": text for number, text in enumerate(texts)})

    small, large = folder(100), folder(400)

    def check_site(folder: Path) -> None:
        plan = scan(folder, Disk())
        plan_problems(plan, lifecycle=True)
        svg(full_graph(plan))

    assert_linear(lambda: check_site(small), lambda: check_site(large))
