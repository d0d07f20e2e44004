"""Go to definition."""

from __future__ import annotations

import json

import pytest

from refrakt.features.definition import (
    find_definition,
    find_key_definitions,
    find_rune_definition,
)
from refrakt.markdoc.tree import Span

from .checking import page_of, read
from .sites import open_site

SETUP = """
-- content/docs/setup.md --
# Setup

## Linux

Text.

## macOS {% #mac %}

{% drawer id="keys" title="Keys" %}
All keys.
{% /drawer %}
"""


def check_definition(fixture: str, target: str | None, origin: str | None = None) -> None:
    """The definition at the cursor, `path:line: text`, and its origin; None where there is none."""
    with open_site(fixture) as here:
        found = find_definition(here.page, here.offset) or find_rune_definition(here.page, here.offset)
        if target is None:
            assert found is None, found
            return
        assert found is not None
        (location,) = found.targets
        assert here.shown(location) == target
        if location.full_span is not None:
            assert location.full_span.start <= location.span.start <= location.span.end <= location.full_span.end
        if origin is not None:
            assert here.page.document.text[found.origin.start : found.origin.end] == origin


@pytest.mark.parametrize(
    ("page", "target", "origin"),
    [
        ("[x](/docs/se$0tup)", "content/docs/setup.md:1: ", "/docs/setup"),
        ("[x]($0/docs/setup/)", "content/docs/setup.md:1: ", "/docs/setup/"),
        ("[x](/docs/setup$0.html?a#linux)", "content/docs/setup.md:1: ", "/docs/setup.html"),
        ("[x](/docs/setup#li$0nux)", "content/docs/setup.md:3: Linux", "linux"),
        ("[x](/docs/setup#mac$0)", "content/docs/setup.md:7: mac", "mac"),
        ("[the te$0xt](/docs/setup#linux)", "content/docs/setup.md:3: Linux", "linux"),
        ("[x](docs/setup.md$0)", "content/docs/setup.md:1: ", "docs/setup.md"),
        ("[x](<docs/se$0tup.md>)", "content/docs/setup.md:1: ", "docs/setup.md"),
        ("[x](/docs/s%65t$0up)", "content/docs/setup.md:1: ", "/docs/s%65tup"),
        ("[x](\n  /docs/set$0up\n  'title')", "content/docs/setup.md:1: ", "/docs/setup"),
        ("> - [x](/docs/setup#ma$0c)", "content/docs/setup.md:7: mac", "mac"),
        ("| a |\n|---|\n| 😀 [x](/docs/setup#li$0nux) |", "content/docs/setup.md:3: Linux", "linux"),
        ("[x](/docs/setup#drawer-ke$0ys)", "content/docs/setup.md:9: keys", "keys"),
        ("[x][la$0bel]\n\n[Label]: /docs/setup", "content/index.md:3: Label", "label"),
        ("[x][label]\n\n[La$0bel]: /docs/setup", "content/index.md:3: Label", "Label"),
        ("[x][label]\n\n[label]: </docs/set$0up>", "content/docs/setup.md:1: ", "/docs/setup"),
        ('{% xref "/docs/setup#li$0nux" /%}', "content/docs/setup.md:3: Linux", "linux"),
        ('{% xref "/docs/se$0tup#linux" /%}', "content/docs/setup.md:1: ", "/docs/setup"),
        ('{% xref "Set$0up" /%}', "content/docs/setup.md:1: ", "Setup"),
        ('{% nav %}\n- docs/se$0tup\n{% /nav %}', "content/docs/setup.md:1: ", "docs/setup"),
        ('{% pagination prev="/docs/se$0tup" /%}', "content/docs/setup.md:1: ", "/docs/setup"),
        ("---\nredirect: /docs/se$0tup\n---\n", "content/docs/setup.md:1: ", "/docs/setup"),
        ("# Here\n\n[x](#he$0re)", "content/index.md:1: Here", "here"),
        ("# He$0re", "content/index.md:1: Here", "Here"),
        ("---\nteam: Ada\n---\n\n{% $frontmatter.te$0am %}", "content/index.md:2: team", "team"),
    ],
)  # fmt: skip
def test_links_and_names(page: str, target: str, origin: str) -> None:
    check_definition(f"-- content/index.md --\n{page}\n{SETUP}", target, origin)


@pytest.mark.parametrize(
    "page",
    [
        "[x](/nowh$0ere)",
        "[x](https://exam$0ple.com/docs/setup)",
        "[x](/docs/setup#not$0hing)",
        '{% xref "No$0body" /%}',
        "Just te$0xt.",
        "`[x](/docs/se$0tup)`",
        "```\n[x](/docs/se$0tup)\n```",
        "[x](/docs/se$0tup",
        "{% hi$0nt %}\nx\n{% /hint %}",
        "{% $frontmatter.te$0am %}",
        "# Twice\n\n# Tw$0ice",
        "{% partial fi$0le=\"footer.md\" /%}",
        "",
    ],
)  # fmt: skip
def test_no_definition(page: str) -> None:
    check_definition(f"-- content/index.md --\n{page}\n{SETUP}", None)


def test_a_partial() -> None:
    fixture = '-- content/index.md --\n{% partial file="a/foot$0er.md" /%}\n-- content/_partials/a/footer.md --\nBye.'
    check_definition(fixture, "content/_partials/a/footer.md:1: ", "a/footer.md")


def test_a_partial_in_an_unfinished_tag() -> None:
    fixture = '-- content/index.md --\n{% partial file="foot$0er.md" \n\ntext\n-- content/_partials/footer.md --\nBye.'
    check_definition(fixture, "content/_partials/footer.md:1: ")


STORY = """
-- refrakt.config.json --
{"site": {"contentDir": "./content", "plugins": ["@refrakt-md/storytelling"]}}
-- content/people.md --
{% character name="Veshra" aliases="The Smith, Vee" %}
A smith.
{% /character %}

{% faction name="The Guild" %}
Smiths.
{% /faction %}
-- content/index.md --
"""


@pytest.mark.parametrize(
    "page",
    [
        '{% xref "Ves$0hra" /%}',
        '{% xref "ves$0hra" type="character" /%}',
        '{% bond from="Ve$0shra" to="The Guild" %}\nx\n{% /bond %}',
        '{% bond from="V$0ee" to="The Guild" %}\nx\n{% /bond %}',
    ],
)
def test_entities_by_id_title_and_alias(page: str) -> None:
    check_definition(STORY + page, "content/people.md:1: Veshra")


def test_files() -> None:
    fixture = """
    -- content/index.md --
    ![x](%s)
    -- static/img/a b.png --
    x
    """
    check_definition(fixture % "</img/a$0 b.png>", "static/img/a b.png:1: ", "/img/a b.png")
    check_definition(fixture % "/img/a%20$0b.png", "static/img/a b.png:1: ", "/img/a%20b.png")
    check_definition(fixture % "/img/no$0thing.png", None)
    snippet = '-- content/index.md --\n{% snippet path="src/m$0ain.py" /%}\n-- src/main.py --\npass'
    check_definition(snippet, "src/main.py:1: ", "src/main.py")


def test_an_example_is_its_page() -> None:
    fixture = """
    -- content/index.md --
    {% sandbox src="but$0ton" /%}
    -- examples/button/index.html --
    <p>
    """
    check_definition(fixture, "examples/button/index.html:1: ", "button")


def test_the_layout_around_a_page() -> None:
    fixture = """
    -- content/docs/a.md --
    ---
    layout: do$0cs
    ---
    -- content/_layout.md --
    {% layout %}
    {% /layout %}
    -- content/docs/_layout.md --
    {% layout %}
    {% /layout %}
    """
    check_definition(fixture, "content/docs/_layout.md:1: ", "docs")


def test_a_heading_in_a_partial_counts_as_one_of_the_page() -> None:
    fixture = """
    -- content/index.md --
    [x](/a#bot$0tom)
    -- content/a.md --
    {% partial file="foot.md" /%}
    -- content/_partials/foot.md --
    ## Bottom
    """
    check_definition(fixture, "content/_partials/foot.md:1: Bottom", "bottom")


def test_a_rune_of_a_catalogue() -> None:
    catalogue = {"version": 1, "package": {"name": "garden"}, "runes": [{"name": "bed"}, {"name": "pond"}]}
    fixture = f"""
-- refrakt.config.json --
{{"site": {{"contentDir": "./content", "plugins": ["garden"]}}}}
-- .refrakt/catalogues/garden.json --
{json.dumps(catalogue)}
-- content/index.md --
%s
"""
    check_definition(fixture % "{% po$0nd %}\nx\n{% /pond %}", ".refrakt/catalogues/garden.json:1: pond", "pond")
    check_definition(fixture % "{% pond %}\nx\n{% /po$0nd %}", ".refrakt/catalogues/garden.json:1: pond", "pond")
    check_definition(fixture % "{% hi$0nt %}\nx\n{% /hint %}", None)


def test_carriage_returns_and_emoji() -> None:
    text, offset = read("# 😀 Über\r\n\r\n> a\r\n> [x](#😀-ü$0ber)\r\n")
    found = find_definition(page_of(text), offset)
    assert found is not None
    assert text[slice(*found.targets[0].span.bounds)] == "😀 Über"


def test_fragments_on_a_page_without_a_site() -> None:
    text, offset = read("# One\n\n[x](#on$0e) [y](/docs)\n")
    found = find_definition(page_of(text), offset)
    assert found is not None
    assert found.targets[0].span == Span(2, 5)
    text, offset = read("[y](/do$0cs)\n")
    assert find_definition(page_of(text), offset) is None


def test_a_frontmatter_key_in_a_layout_goes_to_its_pages() -> None:
    fixture = """
    -- content/docs/_layout.md --
    {% layout %}
    {% $frontmatter.te$0am %}
    {% /layout %}
    -- content/docs/a.md --
    ---
    team: Ada
    ---
    -- content/docs/b.md --
    ---
    title: B
    "team": Bob
    ---
    -- content/other.md --
    ---
    team: Cy
    ---
    """
    with open_site(fixture) as here:
        assert find_definition(here.page, here.offset) is None
        found = find_key_definitions(here.page, here.offset)
        assert found is not None
        assert [here.shown(each) for each in found.targets] == [
            "content/docs/a.md:2: team",
            "content/docs/b.md:3: team",
        ]


def test_an_unused_link_definition_goes_to_its_target() -> None:
    check_definition(
        SETUP + "-- content/index.md --\n[a]: /docs/se$0tup#linux\n", "content/docs/setup.md:1: ", "/docs/setup"
    )
    check_definition(SETUP + "-- content/index.md --\n[a]: /docs/setup#li$0nux\n", "content/docs/setup.md:3: Linux")
    check_definition(SETUP + "-- content/index.md --\n[$0a]: /docs/setup\n", "content/index.md:1: a")
