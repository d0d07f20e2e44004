"""The things a site speaks of, from one file and from all of them."""

from __future__ import annotations

import json
from pathlib import Path
from textwrap import dedent

import pytest

from refrakt.markdoc import Options, parse
from refrakt.project.index.entities import (
    Registry,
    declared,
    heading_entities,
    page_entity,
    parent_url,
    records_of,
)
from refrakt.project.index.entity_routes import EntityRoute, EntityRoutes, entity_routes_of
from refrakt.project.index.entry import Entry, Kind
from refrakt.project.packages import everything
from refrakt.project.pages.reading import facts_of
from refrakt.project.pages.routes import RouteRule, Routes, routes_of
from refrakt.project.pages.tree import read_tree
from refrakt.project.site import SiteContext, find_project
from refrakt.runes.vocabulary import vocabulary

RUNES = vocabulary(everything())
NO_ROUTES = Routes()


def entry(name: str, source: str, kind: Kind = "page") -> Entry:
    facts = facts_of(parse(dedent(source).lstrip("\n"), Options(fences="escaped")), RUNES)
    url = NO_ROUTES.url(name, facts.slug) if kind == "page" else None
    return Entry(f"{kind}/{name}", kind, name, facts, url)


def work(number: int, attributes: str = "", body: str = "") -> Entry:
    opening = f'{{% work id="WORK-{number}" {attributes} %}}'
    return entry(f"w{number}.md", f"{opening}\n# Task {number}\n\n{body}\n{{% /work %}}\n", "plan")


def registry(*entries: Entry, routes: Routes = NO_ROUTES, entity_routes: EntityRoutes | None = None) -> Registry:
    return Registry(records_of(entries, routes, entity_routes))


# One file -------------------------------------------------------------------------------------------------------------


def test_a_page_tells_its_frontmatter_but_not_how_it_is_shown() -> None:
    page = page_entity(entry("docs/oars.md", "---\ntitle: Oars\ntags: [a, b]\nlayout: docs\ntint: warm\nid: x\n---\n"))
    assert page is not None
    assert (page.type, page.id, page.title, page.href) == ("page", "/docs/oars", "Oars", "/docs/oars")
    assert page.data == {
        "title": "Oars",
        "tags": ["a", "b"],
        "url": "/docs/oars",
        "parentUrl": "/docs/",
        "draft": False,
    }


@pytest.mark.parametrize(("url", "parent"), [("/", "/"), ("/a", "/"), ("/a/b", "/a/"), ("/a/b/", "/a/")])
def test_parents(url: str, parent: str) -> None:
    assert parent_url(url) == parent


def test_headings_go_by_page_and_id() -> None:
    headings = heading_entities(entry("a.md", "# One\n\n## Two *three*\n\n## `code`\n"))
    assert [(each.id, each.href, each.data["text"]) for each in headings] == [
        ("/a#one", "/a#one", "One"),
        ("/a#two-", "/a#two-", "Two three"),
    ]


def test_a_page_can_be_a_thing_of_a_kind() -> None:
    routes = Routes((RouteRule("boats/*", "docs", "boat"),))
    own, ruled, plain = (
        declared(entry(name, source), routes)
        for name, source in (
            ("boats/ada.md", "---\ntype: ship\nid: ADA\ntitle: Ada\n---\n"),
            ("boats/bea.md", "# Bea\n"),
            ("cars/cea.md", "# Cea\n"),
        )
    )
    assert [(each.type, each.id, each.title, each.url) for each in own] == [("ship", "ADA", "Ada", "/boats/ada")]
    assert [(each.type, each.id, each.title, each.url) for each in ruled] == [
        ("boat", "/boats/bea", "Bea", "/boats/bea")
    ]
    assert plain == ()


def test_runes_declare_things() -> None:
    page = entry(
        "story.md",
        """
        {% npc name="Ada" aliases="The Oar" %}
        {% /npc %}
        {% bond from="Ada" to="Bea" type="debt" %}
        {% /bond %}
        {% lore title="Why" %}
        {% /lore %}
        {% drawer id="terms" title="Terms" %}
        {% /drawer %}
        {% design-context %}
        {% /design-context %}
        """,
    )
    found = declared(page, NO_ROUTES)
    assert [(each.type, each.id, each.title, each.url, each.scope) for each in found] == [
        ("character", "Ada", "Ada", "/story", "site"),
        ("bond", "Ada→Bea", "Ada → Bea", "/story", "site"),
        ("lore", "Why", "Why", "/story", "site"),
        ("drawer", "terms", "Terms", "/story#drawer-terms", "page"),
        ("design-context", "default", None, "/story", "site"),
    ]
    assert found[0].data == {
        "name": "Ada",
        "aliases": "The Oar",
        "role": "supporting",
        "status": "alive",
        "title": "Ada",
    }
    assert (found[0].aliases, found[1].aliases) == (("The Oar",), ())
    assert found[1].data["bondType"] == "debt"
    assert found[2].names == {"why"}


def test_a_file_of_the_plan_is_one_item_and_a_layout_none() -> None:
    source = '{% work id="WORK-1" %}\n# One\n{% /work %}\n{% work id="WORK-2" %}\n# Two\n{% /work %}\n'
    assert [each.id for each in declared(entry("w.md", source, "plan"), NO_ROUTES)] == ["WORK-1"]
    assert [each.url for each in declared(entry("w.md", source, "partial"), NO_ROUTES)] == [None, None]
    assert declared(entry("w.md", source, "layout"), NO_ROUTES) == ()


# All of them ----------------------------------------------------------------------------------------------------------


def test_a_drawer_is_first_looked_for_on_the_page_that_asks() -> None:
    drawer = '{% drawer id="x" %}\n{% /drawer %}\n'
    known = registry(entry("a.md", drawer), entry("b.md", drawer))
    on_b, elsewhere = known.find("x", path="page/b.md"), known.find("x", path="page/c.md")
    assert on_b is not None
    assert on_b.url == "/b#drawer-x"
    assert elsewhere is not None
    assert elsewhere.url == "/a#drawer-x"
    assert len(known.of_type("drawer")) == 2


def test_what_a_page_owns_beats_the_site() -> None:
    known = registry(
        entry("a.md", '{% drawer id="ADA" %}\n{% /drawer %}\n'), entry("b.md", "---\ntype: drawer\nid: ADA\n---\n")
    )
    own, other = known.find("ADA", path="page/a.md"), known.find("ADA", path="page/z.md")
    assert own is not None
    assert other is not None
    assert (own.path, other.path) == ("page/a.md", "page/b.md")


def test_names_ignore_the_case_of_letters() -> None:
    known = registry(entry("a.md", "# The Boat\n"), entry("b.md", '{% realm name="the boat" %}\n{% /realm %}\n'))
    assert [each.type for each in known.named("THE BOAT")] == ["page", "realm"]
    assert [each.type for each in known.named("The boat", "realm")] == ["realm"]
    assert [each.id for each in known.at("/b", "realm")] == ["the boat"]


def test_a_page_that_shows_an_item_wins_over_its_file_and_the_first_file_over_the_second() -> None:
    shown = entry("shown.md", '{% work id="WORK-1" %}\n# Shown\n{% /work %}\n')
    known = registry(
        shown, work(1), work(2), entry("other.md", '{% work id="WORK-2" %}\n# Late\n{% /work %}\n', "plan")
    )
    assert [(each.id, each.title, each.url) for each in known.of_type("work")] == [
        ("WORK-1", "Shown", "/shown"),
        ("WORK-2", "Task 2", None),
    ]


def test_ties_are_known_from_both_sides() -> None:
    known = registry(
        work(1, 'source="SPEC-1, a note" supersedes="WORK-9"', '## Depends on\n\n- {% ref "WORK-2" /%}\n'),
        work(2, "", '## Blocks\n\n- {% ref "WORK-3" /%}\n\n## Notes\n\nSee {% ref "WORK-1" /%}.\n'),
        work(3, 'status="blocked"', 'Waits for {% ref "WORK-1" /%}.\n'),
        entry("s.md", '{% spec id="SPEC-1" %}\n# S\n{% /spec %}\n', "plan"),
    )

    def ties(id: str) -> list[tuple[str, str]]:
        return [(kind, other.id) for kind, other in known.related(id)]

    assert ties("WORK-1") == [
        ("implements", "SPEC-1"),
        ("depends-on", "WORK-2"),
        ("related", "WORK-2"),
        ("blocks", "WORK-3"),
    ]
    assert ties("SPEC-1") == [("implemented-by", "WORK-1")]
    assert set(ties("WORK-2")) == {("dependency-of", "WORK-1"), ("dependency-of", "WORK-3"), ("related", "WORK-1")}
    assert ties("WORK-3") == [("depends-on", "WORK-2"), ("blocked-by", "WORK-1")]
    assert [other.id for _, other in known.related("WORK-1", kind=["implements", "blocks"], type=["work"])] == [
        "WORK-3"
    ]


def test_things_are_selected_sorted_and_cut_off() -> None:
    known = registry(*(entry(f"p{n}.md", f"---\norder: {n}\nkind: {'ab'[n % 2]}\n---\n") for n in (10, 9, 2, 1)))
    assert [each.id for each in known.select("kind:a", ["page"], "order")] == ["/p2", "/p10"]
    assert [each.id for each in known.select("", ["page"], "-order", 2)] == ["/p10", "/p9"]
    assert [each.id for each in known.select("", ["page"], "order-desc", 1)] == ["/p10"]
    assert [each.id for each in known.select("url:/p9")] == ["/p9"]
    assert known.select("kind:a", ["boat"]) == []


def test_a_thing_that_the_config_gives_a_page_leads_there() -> None:
    rule = EntityRoute(("work",), "/tasks/{id}/", "{id} {title}", template="task.md")
    template = entry("task.md", "# {% $item.id %}\n\n## History\n", "partial")
    known = registry(
        template, work(1), work(2), entry("tasks/WORK-2.md", "# Mine\n"), entity_routes=EntityRoutes((rule,))
    )
    found = known.find("WORK-1")
    assert found is not None
    assert found.href == "/tasks/WORK-1/"
    assert [(each.id, each.title) for each in known.of_type("page")] == [
        ("/tasks/WORK-2", "Mine"),
        ("/tasks/WORK-1/", "WORK-1 Task 1"),
    ]
    assert [each.id for each in known.of_type("heading")] == ["/tasks/WORK-2#mine", "/tasks/WORK-1/#history"]


# A large site ---------------------------------------------------------------------------------------------------------


def recorded(shared: Path, name: str) -> tuple[list[Entry], Registry]:
    root = shared / "corpus" / "refrakt"
    project = find_project(root)
    assert project.config is not None
    site = project.site(name)
    assert isinstance(site, SiteContext)
    assert site.content_dir is not None
    config = project.config.sites[name]
    routes, _ = routes_of(project.config, config)
    made, problems = entity_routes_of(project.config, config)
    assert problems == ()

    def read(folder: Path, path: str, kind: Kind, called: str) -> Entry:
        facts = facts_of(parse((folder / path).read_text("utf-8"), site.options), site.vocabulary)
        return Entry(f"{kind}/{path}", kind, called, facts, routes.url(path, facts.slug) if kind == "page" else None)

    tree, plan = read_tree(site.content_dir), read_tree(root / "plan")
    entries = [read(tree.root, each.path, "page", each.path) for each in tree.pages]
    entries += [read(tree.root, each.path, "partial", called) for called, each in tree.partials.items()]
    entries += [read(plan.root, each.path, "plan", each.path) for each in plan.pages]
    return entries, Registry(records_of(entries, routes, made))


@pytest.mark.slow
def test_a_plan_becomes_the_pages_its_site_has(shared: Path) -> None:
    _, known = recorded(shared, "plan")
    told = json.loads((shared / "oracle/pages/plan-pipeline.json").read_text("utf-8"))
    assert {each.id: each.title for each in known.of_type("page")} == {
        each["url"]: each["title"] for each in told["pagesList"]
    }
    assert len(known) == told["stats"]["entityCount"]
    waits = json.loads((shared / "oracle/plan/blocked-by.json").read_text("utf-8"))["adjacency"]
    ours = {each.id: {other.id for _, other in known.related(each.id, ["depends-on"])} for each in known}
    ids = {each.id for each in known}
    assert {id: others for id, others in ours.items() if others} == {
        id: {each for each in others if each in ids} for id, others in waits if id in ids and ids & {*others}
    }


@pytest.mark.slow
def test_a_site_speaks_of_as_many_things_as_its_build_says(shared: Path) -> None:
    entries, known = recorded(shared, "main")
    told = json.loads((shared / "oracle/pages/main-pipeline.json").read_text("utf-8"))
    # There, headings without an id make one thing with an empty id for each page; here they make none.
    nameless = [each for each in entries if each.kind == "page" and any(not one.id for one in each.facts.headings)]
    assert len(known) + len(nameless) == told["stats"]["entityCount"]
