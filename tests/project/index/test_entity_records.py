"""The entities that files declare, and those of a whole site compared with its recorded build."""

from __future__ import annotations

import json
from pathlib import Path
from textwrap import dedent

import pytest

from refrakt.markdoc.document import parse
from refrakt.markdoc.parse_options import ParseOptions
from refrakt.project.index.entity_records import EntityRecord, best, declared_entities, page_entity, parent_url
from refrakt.project.index.generated_pages import EntityRoutes, entity_routes_of
from refrakt.project.index.indexed_file import IndexedFile, Kind
from refrakt.project.pages.content_tree import read_tree
from refrakt.project.pages.fact_extraction import facts_of
from refrakt.project.pages.routes import RouteRule, Routes, routes_of
from refrakt.project.rune_packages import all_builtin
from refrakt.project.site import SiteContext, find_project
from refrakt.runes.vocabulary import vocabulary

RUNES = vocabulary(all_builtin())
NO_ROUTES = Routes()


def entry(name: str, source: str, kind: Kind = "page") -> IndexedFile:
    facts = facts_of(parse(dedent(source).lstrip("\n"), ParseOptions(fences="escaped")), RUNES)
    url = NO_ROUTES.url(name, facts.slug) if kind == "page" else None
    return IndexedFile(f"{kind}/{name}", kind, name, facts, url)


def work(number: int, attributes: str = "", body: str = "") -> IndexedFile:
    opening = f'{{% work id="WORK-{number}" {attributes} %}}'
    return entry(f"w{number}.md", f"{opening}\n# Task {number}\n\n{body}\n{{% /work %}}\n", "plan")


# One file -------------------------------------------------------------------------------------------------------------


def test_the_fields_of_a_page_are_its_frontmatter_without_presentation() -> None:
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


def test_names_are_texts_in_lower_case() -> None:
    def names(title: str | None, name: object) -> set[str]:
        return {*EntityRecord("page", "/a", title, "a.md", "/a", 0, 0, "site", {"name": name}).names}

    assert names("The Oar", "OAR") == {"the oar", "oar"}
    assert names("", 5) == names(None, ["Oar"]) == names(None, "") == set()


@pytest.mark.parametrize(("own", "href"), [("/own", "/own"), ("", "/a"), (5, "/a"), (None, "/a")])
def test_a_reference_links_to_the_url_that_the_data_names(own: object, href: str) -> None:
    assert EntityRecord("page", "/a", "A", "a.md", "/a", 0, 0, "site", {"url": own}).href == href


def test_a_page_can_be_an_entity_of_a_type() -> None:
    routes = Routes((RouteRule("boats/*", "docs", "boat"),))
    own, ruled, plain = (
        declared_entities(entry(name, source), routes)
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


def test_runes_declare_entities() -> None:
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
    found = declared_entities(page, NO_ROUTES)
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
    assert [each.id for each in declared_entities(entry("w.md", source, "plan"), NO_ROUTES)] == ["WORK-1"]
    assert [each.url for each in declared_entities(entry("w.md", source, "partial"), NO_ROUTES)] == [None, None]
    assert declared_entities(entry("w.md", source, "layout"), NO_ROUTES) == ()


def test_a_drawer_of_the_page_itself_comes_first() -> None:
    drawer = '{% drawer id="x" %}\n{% /drawer %}\n'
    drawers = [each for name in ("a.md", "b.md") for each in declared_entities(entry(name, drawer), NO_ROUTES)]
    on_b, elsewhere = best(drawers, "page/b.md"), best(drawers, "page/c.md")
    assert on_b is not None
    assert on_b.url == "/b#drawer-x"
    assert elsewhere is not None
    assert elsewhere.url == "/a#drawer-x"


def test_an_entity_of_the_page_comes_before_one_of_the_site() -> None:
    files = entry("a.md", '{% drawer id="ADA" %}\n{% /drawer %}\n'), entry("b.md", "---\ntype: drawer\nid: ADA\n---\n")
    drawers = [each for file in files for each in declared_entities(file, NO_ROUTES)]
    own, other = best(drawers, "page/a.md"), best(drawers, "page/z.md")
    assert own is not None
    assert other is not None
    assert (own.path, other.path) == ("page/a.md", "page/b.md")


def test_relations_to_other_entities() -> None:
    items = (
        work(1, 'source="SPEC-1, a note" supersedes="WORK-9"', '## Depends on\n\n- {% ref "WORK-2" /%}\n'),
        work(2, "", '## Blocks\n\n- {% ref "WORK-3" /%}\n\n## Notes\n\nSee {% ref "WORK-1" /%}.\n'),
        work(3, 'status="blocked"', 'Waits for {% ref "WORK-1" /%}.\n'),
    )
    found = {
        each.id: [tuple(one) for one in each.relations] for file in items for each in declared_entities(file, NO_ROUTES)
    }
    assert found == {
        "WORK-1": [
            ("supersedes", "superseded-by", "WORK-9"),
            ("implements", "implemented-by", "SPEC-1"),
            ("depends-on", "dependency-of", "WORK-2"),
        ],
        "WORK-2": [("dependency-of", "depends-on", "WORK-3"), ("related", "related", "WORK-1")],
        "WORK-3": [("blocked-by", "blocks", "WORK-1")],
    }


# A large site ---------------------------------------------------------------------------------------------------------


Records = dict[tuple[str, str, str], EntityRecord]
"""By type, id, and the file of what belongs to one page."""


def recorded(shared: Path, name: str) -> tuple[list[IndexedFile], Records]:
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

    def read(folder: Path, path: str, kind: Kind, called: str) -> IndexedFile:
        facts = facts_of(parse((folder / path).read_text("utf-8"), site.options), site.vocabulary)
        return IndexedFile(
            f"{kind}/{path}", kind, called, facts, routes.url(path, facts.slug) if kind == "page" else None
        )

    tree, plan = read_tree(site.content_dir), read_tree(root / "plan")
    entries = [read(tree.root, each.path, "page", each.path) for each in tree.pages]
    entries += [read(tree.root, each.path, "partial", called) for called, each in tree.partials.items()]
    entries += [read(plan.root, each.path, "plan", each.path) for each in plan.pages]
    return entries, site_entities(entries, routes, made)


def site_entities(entries: list[IndexedFile], routes: Routes, made: EntityRoutes) -> Records:
    """All entities of a site: pages and headings, what files declare, and the pages that the config generates from those."""
    pages = {page.id: page for each in entries if (page := page_entity(each)) is not None}
    headings = {each.path: [one.id for one in each.facts.headings if one.id] for each in entries}
    ids = {each.url: headings[each.path] for each in entries if each.kind == "page"}
    templates = {each.name: headings[each.path] for each in entries if each.kind == "partial"}
    written = {each.rstrip("/") for each in pages}
    by_key: Records = {("page", url, ""): page for url, page in pages.items()}
    for file in sorted(entries, key=lambda each: each.kind == "plan"):
        for record in declared_entities(file, routes):
            key = record.type, record.id, record.path if record.scope == "page" else ""
            if key in by_key and file.kind == "plan":
                continue
            by_key[key] = record
            for generated in made.pages(record):
                if generated.url.rstrip("/") not in written:
                    page = record._replace(type="page", id=generated.url, title=generated.title, relations=())
                    by_key["page", generated.url, ""] = page
                    ids[generated.url] = templates.get(generated.template or "", [])
    for url, of_page in ids.items():
        for id in of_page:
            heading = EntityRecord("heading", f"{url}#{id}", None, "", url, 0, 0, "site", {})
            by_key["heading", heading.id, ""] = heading
    return by_key


@pytest.mark.slow
def test_a_plan_becomes_the_pages_its_site_has(shared: Path) -> None:
    _, by_key = recorded(shared, "plan")
    pipeline = json.loads((shared / "oracle/pages/plan-pipeline.json").read_text("utf-8"))
    assert {each.id: each.title for (type, _, _), each in by_key.items() if type == "page"} == {
        each["url"]: each["title"] for each in pipeline["pagesList"]
    }
    assert len(by_key) == pipeline["stats"]["entityCount"]
    waits = json.loads((shared / "oracle/plan/blocked-by.json").read_text("utf-8"))["adjacency"]
    ids = {id for _, id, _ in by_key}
    ours: dict[str, set[str]] = {}
    for each in by_key.values():
        for kind, back, other in each.relations:
            if other in ids and kind == "depends-on":
                ours.setdefault(each.id, set()).add(other)
            if other in ids and back == "depends-on":
                ours.setdefault(other, set()).add(each.id)
    assert {id: others for id, others in ours.items() if others} == {
        id: {each for each in others if each in ids} for id, others in waits if id in ids and ids & {*others}
    }


@pytest.mark.slow
def test_a_site_has_as_many_entities_as_its_build_reports(shared: Path) -> None:
    entries, by_key = recorded(shared, "main")
    pipeline = json.loads((shared / "oracle/pages/main-pipeline.json").read_text("utf-8"))
    # There, headings without an id make one entity with an empty id for each page; here they make none.
    nameless = [each for each in entries if each.kind == "page" and any(not one.id for one in each.facts.headings)]
    assert len(by_key) + len(nameless) == pipeline["stats"]["entityCount"]
