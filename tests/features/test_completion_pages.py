"""Completions from other pages: URLs, anchors, files, entities, fields."""

from __future__ import annotations

import pytest

from refrakt.features.completion import complete
from refrakt.features.results import CompletionItem

from .checking import applied
from .sites import open_site

CONFIG = """
-- refrakt.config.json --
{"site": {
  "contentDir": "./content",
  "theme": "@refrakt-md/lumina",
  "plugins": ["@refrakt-md/storytelling", "@refrakt-md/marketing", "@refrakt-md/media"],
  "tints": {"sunset": {}}, "backgrounds": {"waves": {}}, "icons": {"logo": "<svg/>"}
}}
"""
SITE = f"""{CONFIG}
-- content/docs/setup.md --
---
title: Setting up
description: From nothing to a page
category: guide
tags: [start, install]
---
# Setup

A first paragraph.

## On Linux

## Über uns 😀

{{% drawer id="more" %}}
x
{{% /drawer %}}
-- content/docs/tour.md --
# Tour
-- content/docs/deep/down.md --
# Down
-- content/late.md --
---
title: Later
draft: true
---
# Later
-- content/old.md --
---
title: Moved
redirect: /docs/setup
---
-- content/my page.md --
# Spaces
-- content/people.md --
# People

{{% character name="Veshra" role="protagonist" %}}
## Backstory
A smith.
{{% /character %}}

{{% realm name="Aldmoor" type="city" %}}
## Geography
Wet.
{{% /realm %}}
-- content/docs/diagram.png --
x
-- static/logo.svg --
x
-- static/img/cat.jpg --
x
-- static/img/notes.txt --
x
-- static/handbook.pdf --
x
-- src/main.py --
x
-- src/data/table.csv --
x
-- examples/counter/index.html --
x
"""


def page(text: str, path: str = "content/docs/here.md") -> str:
    """The site with one page more, on which the cursor is."""
    return f"{SITE}-- {path} --\n{text}\n"


def found(fixture: str) -> tuple[str, int, list[CompletionItem], bool]:
    with open_site(fixture) as here:
        offers = complete(here.page, here.offset)
        # Documentation is computed lazily, while the site exists.
        for each in offers.items:
            assert each.documentation is None or each.documentation()
        return here.page.document.text, here.offset, list(offers.items), offers.complete


def labels(fixture: str) -> list[str]:
    return [each.label for each in found(fixture)[2]]


def taken(fixture: str, label: str) -> str:
    """The text after a completion is inserted."""
    text, offset, offers, _ = found(fixture)
    (chosen,) = [each for each in offers if each.label == label]
    assert chosen.span.start <= offset <= chosen.span.end
    return applied(text, chosen).removesuffix("\n")


PAGES = [
    "/",
    "/docs/deep/down",
    "/docs/here",
    "/docs/setup",
    "/docs/tour",
    "/my page",
    "/people",
]

# Links ----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("See [x](/do$0", "See [x](/docs/setup"),
        ("See [x](/do$0) and so", "See [x](/docs/setup) and so"),
        ("See [x](/d$0ocs/old) and so", "See [x](/docs/setup) and so"),
        ("See [x](/do$0 and so", "See [x](/docs/setup and so"),
        ("See [x](/d$0ocs/old#top) and so", "See [x](/docs/setup#top) and so"),
        ('[x](/do$0 "Title")', '[x](/docs/setup "Title")'),
        ("([x](/do$0)", "([x](/docs/setup)"),
        ("[x](</do$0>)", "[x](</docs/setup>)"),
        ("[x](</do$0", "[x](</docs/setup"),
        ("[l]: /do$0", "[l]: /docs/setup"),
        ("[l]: $0", "[l]: /docs/setup"),
        ("> a\n>\n> [l]: /do$0", "> a\n>\n> [l]: /docs/setup"),
        ("[a]: /b\n[l]: $0", "[a]: /b\n[l]: /docs/setup"),
        ("- a\n- [x](/do$0\n- b", "- a\n- [x](/docs/setup\n- b"),
        ("> a\n> [x](/do$0", "> a\n> [x](/docs/setup"),
        ("| a | b |\n| - | - |\n| [x](/do$0 | c |", "| a | b |\n| - | - |\n| [x](/docs/setup | c |"),
        ("# A [x](/do$0", "# A [x](/docs/setup"),
        ("😀 [👩‍👩‍👧](/do$0) é", "😀 [👩‍👩‍👧](/docs/setup) é"),
        ("a\r\n[x](/do$0)\r\nb", "a\r\n[x](/docs/setup)\r\nb"),
        ("`[` [x](/do$0", "`[` [x](/docs/setup"),
        ("{% hint %}\n[x](/do$0\n{% /hint %}", "{% hint %}\n[x](/docs/setup\n{% /hint %}"),
        ("[![a](/b.png)](/do$0", "[![a](/b.png)](/docs/setup"),
        ("[a [b] c](/do$0", "[a [b] c](/docs/setup"),
        ("[a\nb](/do$0)", "[a\nb](/docs/setup)"),
        ("[a](\n/do$0)", "[a](\n/docs/setup)"),
        ('{% embed url="/do$0" /%}', '{% embed url="/docs/setup" /%}'),
        ('{% embed url="/do$0', '{% embed url="/docs/setup"'),
        ("{% embed url=$0", '{% embed url="/docs/setup"'),
        ('{% pagination next="$0" /%}', '{% pagination next="/docs/setup" /%}'),
        ('{% card href="/$0" %}\nx\n{% /card %}', '{% card href="/docs/setup" %}\nx\n{% /card %}'),
        ("---\nredirect: $0\n---", "---\nredirect: /docs/setup\n---"),
        ("---\nredirect: /do$0\ntitle: x\n---", "---\nredirect: /docs/setup\ntitle: x\n---"),
    ],
)
def test_a_page_by_url(before: str, after: str) -> None:
    assert taken(page(before), "/docs/setup") == after


@pytest.mark.parametrize(
    "text",
    [
        "```\n[x](/do$0\n```",
        "a `[x](/do$0` b",
        "\\[x](/do$0",
        "[x]\\(/do$0",
        "x](/do$0",
        "[x](/do) $0",
        "[x](/do ti$0",
        "[x](https://exa$0",
        "[x](mailto:a$0",
        "[x](/docs/setup?q=$0",
        "A (/do$0",
        "[l] : /do$0",
        "text\n[l]: /do$0",
        "[x](/a(b\n$0c",
        "[x](\\\nb$0c",
        "[x](<a\nb$0c",
        "$0",
        "A word $0",
        "A word. $0",
        "- $0",
        "a: $0",
        "<$0",
        "[$0",
        "# $0",
        "# A#$0",
    ],
)
def test_no_pages_outside_of_links(text: str) -> None:
    assert [each for each in labels(page(text)) if each.startswith(("/docs", "#", "set"))] == []


def test_pages_come_with_their_titles_and_drafts_last() -> None:
    _, _, offers, complete = found(page("[x](/$0"))
    documentation = {each.label: each.detail for each in offers}
    assert complete
    assert documentation["/docs/setup"] == "Setting up"
    assert documentation["/late"] == "draft: Later"
    assert documentation["/old"] == "redirect: Moved"
    assert [each.label for each in offers][-2:] == ["/late", "/old"]
    assert [each.label for each in offers if each.detail not in ("file", "folder")][:3] == PAGES[1:4]


def test_urls_are_escaped() -> None:
    assert taken(page("[x](/my$0)"), "/my page") == "[x](/my%20page)"
    assert taken(page("[x](</my$0>)"), "/my page") == "[x](</my page>)"
    assert taken(page("[x](/my%20$0)"), "/my page") == "[x](/my%20page)"


@pytest.mark.parametrize(
    ("text", "offers"),
    [
        ("[x](./$0", ["./deep/down", "./here", "./setup", "./tour", "./deep/down.md", "./setup.md", "./tour.md"]),
        ("[x](../pe$0", ["../people", "../people.md"]),
        ("[x](deep/$0", ["deep/down", "deep/down.md"]),
    ],
)
def test_paths_while_a_path_is_typed(text: str, offers: list[str]) -> None:
    found = labels(page(text))
    assert [each for each in offers if each not in found] == []
    assert "/docs/setup" not in found


def test_anchors_of_this_page_and_of_another() -> None:
    text = "# Here\n\n## A part\n\n[x](#$0)"
    assert labels(page(text)) == ["#here", "#a-part"]
    assert taken(page(text), "#a-part") == "# Here\n\n## A part\n\n[x](#a-part)"
    _, _, offers, _ = found(page("[x](/docs/setup#$0"))
    assert {each.label: each.detail for each in offers} == {
        "#setup": "Setup",
        "#on-linux": "On Linux",
        "#über-uns-😀": "Über uns 😀",
        "#more": "more",
        "#drawer-more": "more",
    }
    assert taken(page("[x](/docs/setup#$0old)"), "#on-linux") == "[x](/docs/setup#on-linux)"
    assert taken(page("[x](setup.md#$0)"), "#on-linux") == "[x](setup.md#on-linux)"
    assert taken(page('{% embed url="/docs/setup#$0'), "#on-linux") == '{% embed url="/docs/setup#on-linux"'
    assert labels(page("[x](/nowhere#$0)")) == []


def test_urls_before_anything_is_typed() -> None:
    found = labels(page("# Here\n\n[x]($0)"))
    assert {"/docs/setup", "#here", "/handbook.pdf"} <= {*found}
    assert found.index("/docs/setup") < found.index("#here")


# Files ----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "expected", "unexpected"),
    [
        ("![x](/$0)", ["/img/", "/logo.svg"], ["/handbook.pdf", "/docs/setup"]),
        ("![x](/img/$0)", ["/img/cat.jpg"], ["/img/notes.txt"]),
        ("![x](./$0)", ["./diagram.png", "./deep/"], ["./setup.md"]),
        ("![x](../$0)", ["../docs/"], ["../static/"]),
        ("![x](../../$0)", [], ["../../static/", "../../src/"]),
        ("[x](/hand$0)", ["/handbook.pdf"], []),
        ('{% bg src="/img/$0" /%}', ["/img/cat.jpg"], ["/img/notes.txt"]),
        ("---\nimage: /img/$0\n---\n", ["/img/cat.jpg"], []),
        ("![x](icon:ro$0)", ["icon:rocket", "icon:logo"], ["/img/"]),
    ],
)
def test_linked_files(text: str, expected: list[str], unexpected: list[str]) -> None:
    found = labels(page(text))
    assert [each for each in expected if each not in found] == []
    assert [each for each in unexpected if each in found] == []


@pytest.mark.parametrize(
    ("text", "offers"),
    [
        ('{% snippet path="s$0" /%}', ["src/", "static/"]),
        ('{% snippet path="src/$0" /%}', ["src/main.py", "src/data/"]),
        ('{% file-ref path="src/m$0" /%}', ["src/main.py"]),
        ('{% data src="src/data/$0" /%}', ["src/data/table.csv"]),
        ('{% sandbox src="$0" /%}', ["counter"]),
        ('{% snippet path="../$0" /%}', []),
        ('{% snippet path="/etc/$0" /%}', []),
    ],
)
def test_files_that_runes_read(text: str, offers: list[str]) -> None:
    assert [each for each in labels(page(text)) if not each.startswith("$")] == offers


def test_a_folder_leaves_the_string_open_and_a_file_closes_it() -> None:
    assert taken(page('{% snippet path="s$0'), "src/") == '{% snippet path="src/'
    assert taken(page('{% snippet path="src/m$0'), "src/main.py") == '{% snippet path="src/main.py"'


# Entities -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ('{% xref "Ve$0" /%}', '{% xref "Veshra" /%}'),
        ('{% xref "Ve$0', '{% xref "Veshra"'),
        ("{% xref $0", '{% xref "Veshra"'),
        ("{% xref Ve$0 /%}", '{% xref "Veshra" /%}'),
        ('{% ref "$0" /%}', '{% ref "Veshra" /%}'),
        ('{% expand "$0" /%}', '{% expand "Veshra" /%}'),
        ('{% xref "$0" type="character" /%}', '{% xref "Veshra" type="character" /%}'),
        ('{% bond from="$0" to="x" /%}', '{% bond from="Veshra" to="x" /%}'),
    ],
)
def test_an_entity_by_id(before: str, after: str) -> None:
    assert taken(page(before), "Veshra") == after


def test_the_type_limits_the_entities() -> None:
    both = labels(page('{% xref "$0" /%}'))
    assert {"Veshra", "Aldmoor"} <= {*both}
    assert labels(page('{% xref "$0" type="realm" /%}')) == ["Aldmoor"]


def test_entities_show_their_types() -> None:
    _, _, offers, _ = found(page('{% xref "$0" /%}'))
    assert {each.label: each.detail for each in offers}["Veshra"].startswith("character")


def test_a_page_by_url_in_a_reference() -> None:
    assert taken(page('{% xref "/do$0" /%}'), "/docs/setup") == '{% xref "/docs/setup" /%}'


@pytest.mark.parametrize(
    ("text", "offers"),
    [
        ('{% collection type="cha$0" /%}', ["character"]),
        ('{% collection type="page, rea$0" /%}', ["realm"]),
        ('{% icon name="rock$0" /%}', ["rocket", "global/rocket"]),
        ('{% tint preset="sun$0" /%}', ["sunset"]),
        ('{% hint tint="sun$0" %}\nx\n{% /hint %}', ["sunset"]),
        ('{% bg preset="$0" /%}', ["waves"]),
        ('{% blog folder="/do$0" /%}', ["/docs", "/docs/deep"]),
    ],
)
def test_other_names(text: str, offers: list[str]) -> None:
    found = [each.label for each in found_values(text)]
    assert sorted(found) == sorted(offers)


def found_values(text: str) -> list[CompletionItem]:
    return [each for each in found(page(text))[2] if each.kind == "value"]


def test_one_item_of_a_list_is_replaced() -> None:
    text = '{% collection type="page, rea$0, character" /%}'
    assert taken(page(text), "realm") == '{% collection type="page, realm, character" /%}'


# Fields ---------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("before", "label", "after"),
    [
        ('type="page" filter="cat$0"', "category", 'type="page" filter="category:"'),
        ('type="page" filter="category:$0"', "guide", 'type="page" filter="category:guide"'),
        ('type="page" filter="tags:in$0"', "install", 'type="page" filter="tags:install"'),
        ('type="page" filter="category:guide ta$0"', "tags", 'type="page" filter="category:guide tags:"'),
        ('type="page" filter="category:$0 tags:x"', "guide", 'type="page" filter="category:guide tags:x"'),
        ('type="page" sort="-ti$0"', "title", 'type="page" sort="-title"'),
        ('type="page" filter="draft:$0"', "true", 'type="page" filter="draft:true"'),
        ('type="character" filter="ro$0:x"', "role", 'type="character" filter="role:x"'),
        ('type="character" filter="role:$0"', "protagonist", 'type="character" filter="role:protagonist"'),
        ('filter="type:cha$0"', "character", 'filter="type:character"'),
    ],
)
def test_fields_and_their_values(before: str, label: str, after: str) -> None:
    assert taken(page(f"{{% collection {before} /%}}"), label) == f"{{% collection {after} /%}}"


PLAN = """
-- refrakt.config.json --
{"plan": {"dir": "plan"}, "site": {"contentDir": "./content", "plugins": ["@refrakt-md/plan"]}}
-- plan/work/WORK-001.md --
{% work id="WORK-001" status="ready" milestone="v1" %}
# Make it
{% /work %}
-- plan/milestone/v1.md --
{% milestone name="v1" status="planning" %}
# First
{% /milestone %}
-- plan/spec/SPEC-001.md --
{% spec id="SPEC-001" status="draft" %}
# Say it
{% /spec %}
-- content/here.md --
"""


@pytest.mark.parametrize(
    ("text", "offers"),
    [
        ('{% xref "$0" /%}', ["SPEC-001", "WORK-001", "v1"]),
        ('{% xref "say$0" /%}', ["SPEC-001"]),
        ('{% work milestone="$0" %}', ["v1"]),
        ('{% work source="SPEC-001, wo$0" %}', ["WORK-001"]),
        ('{% plan-progress milestone="$0" /%}', ["v1"]),
        ('{% backlog filter="status:re$0" /%}', ["ready", "reported", "review"]),
        ('{% decision-log filter="status:pro$0" /%}', ["proposed"]),
    ],
)
def test_items_of_a_plan(text: str, offers: list[str]) -> None:
    assert labels(f"{PLAN}{text}\n") == offers


def test_a_default_that_is_a_field_is_listed_once() -> None:
    assert labels(f'{PLAN}{{% backlog sort="$0" /%}}\n').count("priority") == 1


# Navigations ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("before", "label", "after"),
    [
        ("{% nav %}\n- $0\n{% /nav %}", "setup", "{% nav %}\n- setup\n{% /nav %}"),
        ("{% nav %}\n- se$0\n- tour\n{% /nav %}", "setup", "{% nav %}\n- setup\n- tour\n{% /nav %}"),
        ("{% nav %}\n## A\n- tour\n- se$0tu\n{% /nav %}", "setup", "{% nav %}\n## A\n- tour\n- setup\n{% /nav %}"),
        ("{% nav %}\n- /pe$0\n{% /nav %}", "/people", "{% nav %}\n- /people\n{% /nav %}"),
        ("{% nav %}\r\n- deep/$0\r\n{% /nav %}", "deep/down", "{% nav %}\r\n- deep/down\r\n{% /nav %}"),
    ],
)
def test_items_of_a_navigation(before: str, label: str, after: str) -> None:
    assert taken(page(before), label) == after


def test_navigation_of_a_layout_is_relative_to_its_folder() -> None:
    text = '{% layout %}\n{% region name="nav" %}\n{% nav %}\n- se$0\n{% /nav %}\n{% /region %}\n{% /layout %}'
    assert "setup" in labels(page(text, "content/docs/_layout.md"))


@pytest.mark.parametrize(
    "text", ["- $0", "- se$0", "{% nav %}\n- [a](b) $0\n{% /nav %}", "{% nav %}\nse$0\n{% /nav %}"]
)
def test_no_navigation_items_elsewhere(text: str) -> None:
    assert "setup" not in labels(page(text))
    assert "setup" in labels(page("{% nav %}\n- se$0\n{% /nav %}", "content/docs/other.md"))


# Large sites ----------------------------------------------------------------------------------------------------------


def _large(text: str) -> str:
    pages = "".join(f"-- content/{n % 3}/blog-{n:04}.md --\n# Post {n}\n" for n in range(450))
    return f"{pages}-- content/here.md --\n{text}\n"


def test_a_large_site_is_completed_by_segment() -> None:
    _, _, offers, is_complete = found(_large("[x](/$0)"))
    assert not is_complete
    assert [each.label for each in offers if each.detail == "folder"] == ["/0/", "/1/", "/2/"]
    _, _, offers, is_complete = found(_large("[x](/1/$0)"))
    assert is_complete
    assert len(offers) == 150


def test_a_list_is_limited() -> None:
    pages = "".join(f"-- content/p{n:04}.md --\n# Post {n}\n" for n in range(450))
    _, _, offers, is_complete = found(f"{pages}-- content/here.md --\n[x](/p$0)\n")
    assert not is_complete
    assert len(offers) == 200
    _, _, offers, is_complete = found(f"{pages}-- content/here.md --\n[x](/p044$0)\n")
    assert [each.label for each in offers] == [f"/p044{n}" for n in range(10)]
    assert is_complete


# Documentation ------------------------------------------------------------------------------------------------------


def test_documentation_of_a_page() -> None:
    with open_site(page("[x](/docs/s$0)")) as here:
        (offer,) = [each for each in complete(here.page, here.offset).items if each.label == "/docs/setup"]
        assert offer.documentation is not None
        documentation = offer.documentation()
    for text in ("Setting up", "From nothing to a page", "A first paragraph.", "content/docs/setup.md"):
        assert text in documentation


def test_documentation_of_an_entity() -> None:
    with open_site(page('{% xref "Ve$0" /%}')) as here:
        (offer,) = complete(here.page, here.offset).items
        assert offer.documentation is not None
        documentation = offer.documentation()
    for text in ("Veshra", "character", "protagonist", "content/people.md"):
        assert text in documentation


# Changes while indexing -----------------------------------------------------------------------------------------------


def test_a_page_that_is_not_indexed_yet() -> None:
    with open_site(page("# New\n\n[x](#$0)")) as here:
        here.index.remove("content/docs/here.md")
        assert [each.label for each in complete(here.page, here.offset).items] == ["#new"]
    with open_site(page("[x](/do$0)")) as here:
        here.index.remove("content/docs/here.md")
        here.index.remove("content/docs/tour.md")
        found = [each.label for each in complete(here.page, here.offset).items]
    assert "/docs/setup" in found
    assert "/docs/tour" not in found


def test_changes_of_another_page_are_completed_at_once() -> None:
    with open_site(page("[x](/do$0)")) as here:
        assert "/docs/setup" in [each.label for each in complete(here.page, here.offset).items]
        here.index.remove("content/docs/setup.md")
        assert "/docs/setup" not in [each.label for each in complete(here.page, here.offset).items]


@pytest.mark.parametrize("path", ["content/_layout.md", "content/_partials/foot.md"])
def test_layouts_and_partials_complete_the_frontmatter_of_pages(path: str) -> None:
    with open_site(f"""
        -- content/index.md --
        ---
        hero: large
        ---
        -- {path} --
        {{% $frontmatter.$0 %}}
    """) as here:
        labels = [each.label for each in complete(here.page, here.offset).items]
    assert {"hero", "title"} <= {*labels}


@pytest.mark.parametrize("text", ["[x](/$0", "[x](./$0", "![x](/$0"])
def test_unpublished_files_are_not_targets(text: str) -> None:
    with open_site(f"""
        -- content/_partials/foot.md --
        Foot
        -- content/_drafts/cat.png --
        x
        -- content/pictures/cat.png --
        x
        -- content/index.md --
        {text}
    """) as here:
        labels = [each.label for each in complete(here.page, here.offset).items]
    assert not [each for each in labels if "_" in each]
    assert any(each.endswith("pictures/") for each in labels)
