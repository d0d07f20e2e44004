"""The facts of one page, with their spans."""

from __future__ import annotations

import json
from textwrap import dedent
from typing import Any

import pytest

from refrakt.markdoc.document import parse
from refrakt.markdoc.parse_options import ParseOptions
from refrakt.project.pages.fact_extraction import facts_of
from refrakt.project.pages.page_facts import PageFacts
from refrakt.project.rune_packages import all_builtin
from refrakt.runes.vocabulary import vocabulary

RUNES = vocabulary(all_builtin(), aliases={"see": "xref"})


def read(source: str) -> tuple[PageFacts, str]:
    text = dedent(source).lstrip("\n")
    return facts_of(parse(text, ParseOptions(fences="escaped")), RUNES), text


def links(source: str) -> list[tuple[str, str, str | None]]:
    """Kind, target and the text at its span."""
    facts, text = read(source)
    return [(each.kind, each.target, each.written and text[slice(*each.written)]) for each in facts.links]


def references(source: str) -> list[tuple[str, str, str]]:
    facts, text = read(source)
    return [(each.kind, each.name, text[each.start : each.end]) for each in facts.references]


def test_a_page() -> None:
    facts, text = read("""
        ---
        title: The garden
        draft: true
        slug: /garden
        type: place
        id: garden-1
        ---

        # Welcome

        {% hint type="note" %}
        ## Soil
        {% xref "soil" /%}
        {% /hint %}

        ## Beds {% #beds %}
    """)
    assert (facts.title, facts.draft, facts.slug) == ("The garden", True, "/garden")
    assert facts.runes == ("hint", "xref")
    assert [(each.level, each.text, each.id, each.rune) for each in facts.headings] == [
        (1, "Welcome", "welcome", None),
        (2, "Soil", "soil", "hint"),
        (2, "Beds", "beds", None),
    ]
    assert [text[each.start : each.end] for each in facts.headings] == ["# Welcome", "## Soil", "## Beds {% #beds %}"]
    (entity,) = facts.entities
    assert (entity.type, entity.id, entity.scope, text[entity.start : entity.end]) == (
        "place",
        "garden-1",
        "site",
        "garden-1",
    )


@pytest.mark.parametrize(
    ("source", "title"),
    [
        ("---\ntitle: ' A '\n---\n# B\n", "A"),
        ("---\ntitle: ''\n---\n# B\n", "B"),
        ("---\ntitle: 3\n---\n# B\n", "B"),
        ("## No\n\n{% hero %}\n# *Deep* `down`\n{% /hero %}\n", "Deep down"),
        ("Nothing.\n", None),
        ("#\n\n# Later\n", None),
        ("---\n- a\n---\n", None),
        ("---\ntitle: [a\n---\n# Broken\n", "Broken"),
    ],
)
def test_titles(source: str, title: str | None) -> None:
    assert read(source)[0].title == title


@pytest.mark.parametrize(("draft", "is_draft"), [("true", True), ("false", False), ("'true'", False), ("1", False)])
def test_drafts(draft: str, is_draft: bool) -> None:
    assert read(f"---\ndraft: {draft}\n---\n")[0].draft is is_draft


@pytest.mark.parametrize("slug", ["", "3", "[a]", "~"])
def test_a_slug_is_text(slug: str) -> None:
    assert read(f"---\nslug: {slug}\n---\n")[0].slug is None


@pytest.mark.parametrize(
    ("source", "kind", "target", "written"),
    [
        ("[a](/x)", "link", "/x", "/x"),
        ('[a *b*]( /x "t" )', "link", "/x", "/x"),
        ("[a](</x y>)", "link", "/x%20y", "/x y"),
        ('[a](</x> "a) b")', "link", "/x", "/x"),
        ("[a](/é&amp;b)", "link", "/%C3%A9&b", "/é&amp;b"),
        ("[a](/p\\(q\\))", "link", "/p(q)", "/p\\(q\\)"),
        ("[a](/p(q))", "link", "/p(q)", "/p(q)"),
        ("[](/x)", "link", "/x", "/x"),
        ("[a]()", "link", "", ""),
        ("[`](` b](/x)", "link", "/x", "/x"),
        ("[b {% .c %}](/x)", "link", "/x", "/x"),
        ("> [a](\n> /x\n> 'long\n> title')", "link", "/x", "/x"),
        ("> [a](\n>   </x y>)", "link", "/x%20y", "/x y"),
        ("| a |\n|---|\n| [b](/x\\|y) |", "link", "/x%7Cy", "/x\\|y"),
        ("<https://a.test/b>", "link", "https://a.test/b", "https://a.test/b"),
        ("<a@b.test>", "link", "mailto:a@b.test", "a@b.test"),
        ("![a](/x.png)", "image", "/x.png", "/x.png"),
        ("![a [b](/x.png) c](/x.png 'x')", "image", "/x.png", "/x.png"),
        ("[a][L]\n\n[l]: /x 't'", "link", "/x", "/x"),
        ("[l]\n\n[l]: </x y>", "link", "/x%20y", "/x y"),
        ("[l][]\n\n> - [L]:\n>   /x", "link", "/x", "/x"),
        ("![a][l]\n\n[l]: /x.png", "image", "/x.png", "/x.png"),
        ("[l]\n\n[l]: /x\n[l]: /y", "link", "/x", "/x"),
        ('{% link href="/x" %}a{% /link %}', "link", "/x", "/x"),
        ('{% card href="/x" %}\na\n{% /card %}', "link", "/x", "/x"),
        ('{% bg src="/x.png" /%}', "image", "/x.png", "/x.png"),
        ('{% bg video="/x.mp4" /%}', "media", "/x.mp4", "/x.mp4"),
        ("---\nimage: '/x.png'\n---\n", "image", "/x.png", "/x.png"),
        ("---\nredirect: /x\n---\n", "link", "/x", "/x"),
    ],
)
@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
def test_links(source: str, kind: str, target: str, written: str, newline: str) -> None:
    assert links(source.replace("\n", newline)) == [(kind, target, written)]


@pytest.mark.parametrize("source", ["![a [b](/x)](/x)", '![a [b](/x "t")](/x "t")', "[`](/x)` b](/x)"])
def test_the_last_of_two_equal_targets_is_the_right_one(source: str) -> None:
    facts, text = read(source)
    at = text.rindex("/x")
    assert [each.written for each in facts.links] == [(at, at + 2)]


def test_a_definition_in_a_sample_is_ignored() -> None:
    facts, text = read("""
        - ```
          [l]: /x
          ```

          [l]: /x

        [l]
    """)
    assert facts.links[0].written == (text.rindex("/x"), text.rindex("/x") + 2)


@pytest.mark.parametrize(
    "source",
    [
        "`[a](/x)`",
        '```\n[a](/x) {% link href="/x" %}a{% /link %}\n{% xref "a" /%}\n```',
        "\\[a](/x)",
        "[a]: /x",
        "![a](placeholder:square)",
        "{% link href=$page.url %}a{% /link %}",
        '{% link href="" %}a{% /link %}',
    ],
)
def test_no_links(source: str) -> None:
    assert links(source) == []


@pytest.mark.parametrize(
    ("source", "kind", "name", "written"),
    [
        ('See {% xref "soil" /%}.', "xref", "soil", "soil"),
        ('{% ref "soil" /%}', "xref", "soil", "soil"),
        ('{% see "soil" /%}', "xref", "soil", "soil"),
        ('{% relationships of="soil" /%}', "xref", "soil", "soil"),
        ('{% expand "soil" /%}', "expand", "soil", "soil"),
        ('{% partial file="a.md" /%}', "partial", "a.md", "a.md"),
        ('{% file-ref path="src/a.py" /%}', "file", "src/a.py", "src/a.py"),
        ('{% snippet path="src/a.py" /%}', "file", "src/a.py", "src/a.py"),
        ('{% data src="a.csv" /%}', "file", "a.csv", "a.csv"),
        ('{% sandbox src="demo" /%}', "sandbox", "demo", "demo"),
        ('{% blog folder="/blog" /%}', "folder", "/blog", "/blog"),
        ('{% icon name="leaf" /%}', "icon", "leaf", "leaf"),
        ("![a](icon:leaf)", "icon", "leaf", "leaf"),
        ("---\nicon: leaf\n---\n", "icon", "leaf", "leaf"),
        ('{% tint preset="warm" /%}', "tint", "warm", "warm"),
        ('{% hint tint="warm" %}\na\n{% /hint %}', "tint", "warm", "warm"),
        ('---\ntint: "warm"\n---\n', "tint", "warm", "warm"),
        ('{% bg preset="sky" /%}', "background", "sky", "sky"),
        ('{% hint bg="sky" %}\na\n{% /hint %}', "background", "sky", "sky"),
        ("---\nlayout: docs\n---\n", "layout", "docs", "docs"),
        ("Hello {% $frontmatter.who %}.", "frontmatter", "who", "who"),
        ("Hello {% $frontmatter.who[0].name %}.", "frontmatter", "who", "who"),
        ('Hello {% $frontmatter["my key"] %}.', "frontmatter", "my key", '$frontmatter["my key"]'),
        ("{% hint title=concat($frontmatter.who) %}\na\n{% /hint %}", "frontmatter", "who", "who"),
        ("Text {% .a title=$frontmatter.who %}", "frontmatter", "who", "who"),
        ("{% nav %}\n- soil\n{% /nav %}", "nav", "soil", "soil"),
        ("{% nav %}\n## A\n-   beds/roses  \n{% /nav %}", "nav", "beds/roses", "beds/roses"),
        ('{% nav %}\n- soil {% badge "new" /%}\n{% /nav %}', "nav", "soil", "soil"),
    ],
)
def test_references(source: str, kind: str, name: str, written: str) -> None:
    assert references(source) == [(kind, name, written)]


def test_names_in_lists() -> None:
    assert references("{% nav %}\n- soil\n\n- [x](/y)\n\n  Text.\n\n- beds\n  - roses\n{% /nav %}\n- no\n") == [
        ("nav", "soil", "soil"),
        ("nav", "beds", "beds"),
        ("nav", "roses", "roses"),
    ]
    assert references('{% collection type="work, bug,work" /%}') == [
        ("type", "work", "work"),
        ("type", "bug", "bug"),
        ("type", "work", "work"),
    ]


def test_an_annotation_may_set_a_level() -> None:
    facts, _ = read('# A {% level=3 %}\n\n## B {% level=$x %}\n\n### C {% level="2" %}\n')
    assert [each.level for each in facts.headings] == [3, 2, 3]


def test_the_entity_type_of_a_reference() -> None:
    facts, _ = read("""
        {% xref "soil" type="page" /%} {% xref "soil" type=$x /%} {% relationships of="soil" type="work" /%}
    """)
    assert [(each.kind, each.hint) for each in facts.references] == [
        ("xref", "page"),
        ("xref", None),
        ("xref", None),
        ("type", None),
    ]


def test_an_attribute_written_twice_counts_once() -> None:
    assert references('{% icon name="leaf" name="tree" /%}') == [("icon", "tree", "tree")]


def test_an_incomplete_tag_has_no_facts() -> None:
    facts, _ = read('{% xref "soil\n\nSee {% xref "soil\n\n{% /hint %}\n')
    assert (facts.references, facts.runes) == ((), ())


def test_entities_and_anchors() -> None:
    facts, text = read("""
        {% drawer id="terms" title="Terms" %}
        Text {% #here %}
        {% /drawer %}

        ## Heading {% #not-this %}
    """)
    (drawer,) = facts.entities
    assert (drawer.type, drawer.id, drawer.title, drawer.scope) == ("drawer", "terms", "Terms", "page")
    assert text[drawer.start : drawer.end] == "terms"
    assert [(each.id, text[each.start : each.end]) for each in facts.anchors] == [("terms", "terms"), ("here", "here")]


def test_a_type_without_an_id() -> None:
    facts, text = read("---\ntype: note\nid: ' '\n---\n")
    assert [(each.type, each.id, text[each.start : each.end]) for each in facts.entities] == [("note", None, "note")]


def test_partials_each_once() -> None:
    facts, _ = read('{% partial file="a.md" /%}\n{% partial file="b.md" /%}\n{% partial file="a.md" /%}\n')
    assert facts.partials == ("a.md", "b.md")


def test_links_have_their_enclosing_rune() -> None:
    facts, _ = read("[a](/a)\n\n{% nav %}\n- [b](b)\n\n{% card href='x' %}\n[c](c)\n{% /card %}\n{% /nav %}\n")
    assert [(each.target, each.rune) for each in facts.links] == [("/a", None), ("b", "nav"), ("c", "nav")]


@pytest.mark.parametrize(
    "source",
    [
        "",
        "#\n",
        "# A\n[a](/x) ![b][c] {% #d %}\n",
        "---\ntitle: A\ndeep: {a: [1, .inf, .nan, ~]}\ntype: t\n---\n{% xref 'a' /%}{% drawer id=\"b\" /%}\n",
    ],
)
def test_facts_survive_serialization(source: str) -> None:
    facts, _ = read(source)
    written: Any = json.loads(json.dumps(facts.plain(), allow_nan=False))
    assert PageFacts.from_plain(written) == facts
    assert PageFacts.from_plain(facts.plain()) == facts


def test_deep_nesting_is_handled() -> None:
    text = "".join(f"{'>' * depth} [a](/x)\n\n" for depth in range(1, 5000, 50)) + "{% hint %}\n" * 5000 + "# A\n"
    facts = facts_of(parse(text), RUNES)
    assert facts.runes == ("hint",)
    assert {each.target for each in facts.links} == {"/x"}


def test_runes_declare_entities_with_their_fields() -> None:
    facts, text = read("""
        {% realm name="Pell" type="harbour" tags=["sea", "salt"] parent=$frontmatter.above %}
        {% /realm %}

        {% task id="WORK-7" status="ready" milestone="v2" %}
        ## Not of the first level

        # Later
        {% /task %}

        {% character name=$frontmatter.who %}
        {% /character %}
    """)
    realm, work = facts.entities
    assert (realm.type, realm.id, realm.title, realm.rune) == ("realm", "Pell", "Pell", "realm")
    assert realm.data == {"name": "Pell", "realmType": "harbour", "tags": ["sea", "salt"]}
    assert (work.type, work.id, work.title, work.rune) == ("work", "WORK-7", "Not of the first level", "work")
    assert work.data == {"id": "WORK-7", "status": "ready", "milestone": "v2"}
    assert [text[each.start : each.end] for each in facts.entities] == ["Pell", "WORK-7"]


def test_references_in_attributes() -> None:
    facts, text = read("""
        {% bond from="Ada" to="Bea" /%}
        {% work id="WORK-1" source="SPEC-1, see the wiki, ADR-22" supersedes="WORK-0" milestone="v2" %}
        # One
        {% /work %}
        {% sandbox context="bakery" /%}
        {% plan-progress type="work,bug" milestone="v2" /%}
    """)
    assert [(each.kind, each.name, each.hint, each.rune) for each in facts.references] == [
        ("bond", "Ada", None, "bond"),
        ("bond", "Bea", None, "bond"),
        ("xref", "SPEC-1", None, "work"),
        ("xref", "ADR-22", None, "work"),
        ("xref", "WORK-0", None, "work"),
        ("xref", "v2", "milestone", "work"),
        ("xref", "bakery", "design-context", "sandbox"),
        ("type", "work", None, "plan-progress"),
        ("type", "bug", None, "plan-progress"),
        ("xref", "v2", "milestone", "plan-progress"),
    ]
    assert all(text[each.start : each.end] == each.name for each in facts.references)


def test_filters_have_exact_offsets() -> None:
    facts, text = read("""
        {% collection type="page" filter="url:/a/* tags:b" sort="-date" group="kind" %}
        {% /collection %}

        {% data src="a.csv" where="country:Norway" /%}
        {% sandbox data="type:page" /%}
        {% blog folder="/b" filter="tag:x, tag:y" %}
        {% /blog %}
        {% aggregate type="page" filter=$frontmatter.which /%}
    """)
    assert [(each.rune, each.attribute, each.text) for each in facts.filters] == [
        ("collection", "filter", "url:/a/* tags:b"),
        ("collection", "sort", "-date"),
        ("collection", "group", "kind"),
        ("data", "where", "country:Norway"),
        ("sandbox", "data", "type:page"),
    ]
    assert all(text[each.start : each.end] == each.text for each in facts.filters)


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_suppressed_lines(end: str) -> None:
    lines = [
        "# A",
        "",
        "<!-- refrakt-disable-next-line broken-link, unknown-icon -->",
        "[x](/gone)",
        "",
        "<!-- refrakt-disable-next-line -->",
        "[y](/gone)",
    ]
    text = end.join(lines)
    facts = facts_of(parse(text, ParseOptions(fences="escaped")), RUNES)
    assert [(text[each.start : each.end].strip(), each.codes) for each in facts.silenced] == [
        ("[x](/gone)", ("broken-link", "unknown-icon")),
        ("[y](/gone)", ()),
    ]
    assert facts.silenced[-1].end == len(text) + 1, "what is at the very end of the text counts, too"


@pytest.mark.parametrize(
    ("source", "open_ended"),
    [
        ('{% hint %}\n{% xref "a" /%}\n{% /hint %}\n', False),
        ('{% snippet path="a.py" /%}\n', False),
        ('{% expand "a" /%}\n', True),
        ('{% collection type="page" /%}\n', True),
        ('{% blog folder="/b" %}\n{% /blog %}\n', True),
        ('{% see "a" preview="drawer" /%}\n', True),
        ("{% stranger /%}\n", False),
    ],
)
def test_pages_whose_anchors_only_a_build_knows(source: str, open_ended: bool) -> None:
    assert read(source)[0].open_ended is open_ended


def test_a_rune_of_an_unknown_package_may_show_anything() -> None:
    runes = vocabulary(all_builtin(), unknown=["@else/runes"])
    assert facts_of(parse("{% stranger /%}\n"), runes).open_ended
    assert not facts_of(parse("{% hint %}\n{% /hint %}\n"), runes).open_ended


def test_a_drawer_is_found_by_its_kind_and_id() -> None:
    facts, _ = read('# One\n\n{% drawer id="terms" %}\n{% /drawer %}\n\nText {% #here %}\n')
    assert {"one", "drawer-terms", "here"} <= facts.fragments


def test_all_facts_can_be_stored() -> None:
    facts, _ = read("""
        {% work id="WORK-1" source="SPEC-1" %}
        # One

        ## Blocked by

        - {% ref "WORK-2" /%}
        {% /work %}

        {% collection filter="a:b" /%}

        <!-- refrakt-disable-next-line -->
        [x](/y)
    """)
    assert facts.entities[0].relations == (
        ("implements", "implemented-by", "SPEC-1"),
        ("depends-on", "dependency-of", "WORK-2"),
    )
    assert all((facts.filters, facts.silenced, facts.open_ended))
    assert PageFacts.from_plain(json.loads(json.dumps(facts.plain()))) == facts


def test_the_tags_of_a_plain_site() -> None:
    text = dedent("""
        {% callout type="note" title="Read this first" %}
        Text with {% icon name="star" /%}.
        {% /callout %}

        > {% quote-box %}
        > Text.
        > {% /quote-box %}

        ```
        {% sample /%}
        ```
    """)
    plain = vocabulary([], refrakt=False)
    facts = facts_of(parse(text, ParseOptions(fences="escaped")), plain)
    assert [(each.name, text[each.start : each.end], each.attributes) for each in facts.tags] == [
        ("callout", "callout", (("type", "note"), ("title", None))),
        ("icon", "icon", (("name", "star"),)),
        ("quote-box", "quote-box", ()),
    ]
    assert [each.closing and text[slice(*each.closing)] for each in facts.tags] == ["callout", None, "quote-box"]
    assert PageFacts.from_plain(json.loads(json.dumps(facts.plain()))) == facts
    assert facts_of(parse(text, ParseOptions(fences="escaped")), RUNES).tags == ()
