"""References to entities by id, URL or title, and plan items that are expanded on other pages."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from refrakt.project.index.indexed_file import IndexedFile
from refrakt.project.index.site_spec import specs_of
from refrakt.project.site import find_project

from .site_checks import check_site, check_site_fix, indexed

STORY = '{"site": {"contentDir": "./content", "plugins": ["@refrakt-md/storytelling", "@refrakt-md/plan"]}}'


@pytest.mark.parametrize(
    "name",
    [
        '"Hero"',
        '"hero"',
        '"/tales/hero"',
        '"/tales/hero#the-end"',
        '"the tale of a hero"',
        '"T-1"',
        '"T-1" type="tale"',
        '"RFC-12"',
        '"notes"',
        '"WORK-001"',
        '"Bake bread"',
        '"WORK-001: Bake bread"',
        '"/tasks/WORK-001" type="page"',
    ],
)
def test_what_an_index_contains(name: str) -> None:
    check_site(f"""
        -- content/index.md --
        {{% ref {name} /%}}

        {{% drawer id="notes" %}}
        # Notes
        {{% /drawer %}}
        -- content/tales/hero.md --
        ---
        title: The Tale of a Hero
        type: tale
        id: T-1
        ---
        {{% character name="Hero" %}}
        ## The end
        {{% /character %}}
        -- plan/work/WORK-001.md --
        {{% work id="WORK-001" status="ready" %}}
        # Bake bread
        {{% /work %}}
        -- refrakt.config.json --
        {{"xrefs": [{{"match": "RFC-(?<n>[0-9]+)", "template": "https://rfc.test/{{n}}"}}],
         "site": {{"contentDir": "./content", "plugins": ["@refrakt-md/storytelling", "@refrakt-md/plan"],
         "entityRoutes": [{{"type": "work", "url": "/tasks/{{id}}", "title": "{{id}}: {{title}}"}}]}}}}
    """)


def test_unresolved_names() -> None:
    check_site(
        """
        -- content/index.md --
        {% ref "Heroo" /%}, {% ref "/tales/heros" /%} and {% ref "T-2" /%}.
                ^^^^^ warning[unresolved-xref]: no entity is called 'Heroo'; did you mean 'Hero'?
                                    ^^^^^^^^^^^^ warning[unresolved-xref]: no entity is called '/tales/heros'
                                                                  ^^^ warning[unresolved-xref]

        {% ref "/tales/hero/" /%}, {% ref "/tales/hero#start" /%}, {% ref "Hero" type="tale" /%}
                ^^^^^^^^^^^^ warning[unresolved-xref]: no entity is called '/tales/hero/'; did you mean '/tales/hero'?
                                           ^^^^^^^^^^^^^^^^^ warning[unresolved-xref]
                                                                           ^^^^ warning[unresolved-xref]: no tale is called 'Hero'
        -- content/tales/hero.md --
        ---
        type: tale
        id: T-1
        ---
        {% character name="Hero" %}
        ## The end
        {% /character %}
        -- refrakt.config.json --
        """
        + STORY
    )


def test_names_are_hints_while_a_package_is_unknown() -> None:
    check_site("""
        -- content/index.md --
        {% ref "nobody" /%} {% expand "nobody" /%} {% collection type="thing" /%}
        -- refrakt.config.json --
        {"site": {"contentDir": "./content", "plugins": ["somebody-elses-runes"]}}
    """)


def test_an_item_without_a_page() -> None:
    check_site(
        """
        -- content/index.md --
        {% ref "WORK-001" /%}
                ^^^^^^^^ warning[unresolved-xref]: 'WORK-001' exists, but has no page on this site
        -- plan/work/WORK-001.md --
        {% work id="WORK-001" status="ready" source="SPEC-007" %}
                                                     ^^^^^^^^ warning[unresolved-xref]: no entity is called 'SPEC-007'
        # Bake bread

        {% ref "WORK-002" /%}, {% ref "WORK-003" /%}
                                       ^^^^^^^^ warning[unresolved-xref]
        {% /work %}
        -- plan/work/WORK-002.md --
        {% work id="WORK-002" status="ready" %}
        # Eat it
        {% /work %}
        -- refrakt.config.json --
        """
        + STORY
    )


def test_the_intended_name() -> None:
    site = """
        -- content/index.md --
        {{% ref "{}" /%}} {{% ref "{}" /%}} {{% ref "{}" label="it" /%}}
        -- content/hero.md --
        ---
        title: The Tale
        ---
        {{% character name="Galadriel" %}}
        Text.
        {{% /character %}}
        -- refrakt.config.json --
        """ + STORY.replace("{", "{{").replace("}", "}}")
    check_site_fix(
        "unresolved-xref",
        site.format("Galadreil", "The Tael", "/heros"),
        site.format("Galadriel", "The Tale", "/hero"),
    )


def test_a_title_of_several_entities() -> None:
    check_site(
        """
        -- content/index.md --
        {% ref "Rivers" /%}, {% ref "Rivers" type="realm" /%}, {% ref "Lakes" /%}
                ^^^^^^ warning[ambiguous-xref]: 'Rivers' is ambiguous: the page at '/a' and the page at '/b'
                                     ^^^^^^ warning[unresolved-xref]
        -- content/a.md --
        # Rivers
        -- content/b.md --
        # rivers
        -- content/lakes.md --
        ---
        type: water
        id: W-1
        ---
        # Lakes
        -- refrakt.config.json --
        """
        + STORY
    )


def test_content_shown_on_another_page() -> None:
    check_site(
        """
        -- content/index.md --
        {% expand "SPEC-001" /%} {% expand "Bread" type="spec" /%}

        {% expand "SPCE-001" /%}
                   ^^^^^^^^ error[unresolved-expand]: no entity is called 'SPCE-001'; did you mean 'SPEC-001'?

        {% expand "Hero" /%}
                   ^^^^ error[unresolved-expand]: a character cannot be expanded
        {% expand "/hero" /%}
                   ^^^^^ error[unresolved-expand]: a page cannot be expanded
        -- content/hero.md --
        {% character name="Hero" %}
        Text.
        {% /character %}
        -- plan/specs/SPEC-001.md --
        {% spec id="SPEC-001" status="draft" %}
        # Bread
        {% /spec %}
        -- refrakt.config.json --
        """
        + STORY
    )


def test_items_that_expand_each_other() -> None:
    check_site(
        """
        -- content/index.md --
        {% expand "SPEC-001" /%}
        -- plan/specs/SPEC-001.md --
        {% spec id="SPEC-001" status="draft" %}
        # Bread

        {% expand "Flour" /%}
                   ^^^^^ error[expand-cycle]: this entity includes itself through 'Flour'
        {% expand "SPEC-003" /%}
        {% /spec %}
        -- plan/specs/SPEC-002.md --
        {% spec id="SPEC-002" status="draft" %}
        # Flour

        {% expand "SPEC-001" /%}
                   ^^^^^^^^ error[expand-cycle]: this entity includes itself through 'SPEC-001'
        {% /spec %}
        -- plan/specs/SPEC-003.md --
        {% spec id="SPEC-003" status="draft" %}
        # Water

        {% expand "SPEC-003" /%}
                   ^^^^^^^^ error[expand-cycle]: this entity includes itself
        {% /spec %}
        -- refrakt.config.json --
        """
        + STORY
    )


def test_the_ends_of_a_bond() -> None:
    check_site(
        """
        -- content/index.md --
        {% character name="Aragorn" aliases="Strider, Elessar" %}
        Text.
        {% /character %}

        {% bond from="Aragorn" to="Strider" %}
        Text.
        {% /bond %}

        {% bond from="Aragon" to="aragorn" %}
                      ^^^^^^ warning[unresolved-bond]: no character, realm, faction, lore or plot is called 'Aragon'
                                  ^^^^^^^ warning[unresolved-bond]
        Text.
        {% /bond %}
        -- refrakt.config.json --
        """
        + STORY
    )


# Comparison with a recorded build ------------------------------------------------------------------------------------


@pytest.mark.slow
def test_a_large_site_has_the_problems_of_its_build(shared: Path) -> None:
    """The build reports references in a plan item on every page that shows the item; here they are reported once, in the item. So
    the expected warnings are those of the pages and of the items they show."""
    corpus = shared / "corpus/refrakt"
    spec = next(each for each in specs_of(find_project(corpus)) if each.name == "main")
    index = indexed(spec)
    reported = {
        (path, each.span.start)
        for path in index.entries
        for each in index.problems(path)
        if each.code == "unresolved-xref"
    }
    items = {
        each.facts.entities[0].id: each
        for each in index.entries.values()
        if each.kind == "plan" and each.facts.entities
    }

    def unresolved(entry: IndexedFile, visited: tuple[str, ...] = ()) -> Iterator[str]:
        text = (corpus / entry.path).read_text("utf-8")
        for each in entry.facts.references:
            if each.rune not in ("xref", "expand"):
                continue
            rest = text[each.end : text.index("%}", each.end)]
            if each.kind == "expand" or 'preview="drawer"' in rest:
                item = items[each.name]
                if item.path not in visited:
                    yield from unresolved(item, (*visited, item.path))
            elif (entry.path, each.start) in reported or (entry.kind == "plan" and each.name in items):
                yield each.name

    found = Counter(
        (each.url, name) for each in index.entries.values() if each.kind == "page" for name in unresolved(each)
    )
    warnings = json.loads((shared / "oracle/pages/main-pipeline.json").read_text("utf-8"))["warnings"]
    messages = ((each["url"], re.match(r'xref "(.+?)" on', each["message"])) for each in warnings)
    assert found == Counter((url, name[1]) for url, name in messages if name is not None)
    bonds = {each["message"] for each in warnings if each["pluginName"] == "storytelling"}
    found_bonds = [each for path in index.entries for each in index.problems(path) if each.code == "unresolved-bond"]
    assert {re.findall(r"'(.+?)'", each.message)[0] for each in found_bonds} == {
        re.findall('"(.+)"', each)[0] for each in bonds
    }
