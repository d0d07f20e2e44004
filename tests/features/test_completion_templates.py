"""What a file with nothing in it may begin with."""

from __future__ import annotations

import pytest

from refrakt.features.answers import Offer
from refrakt.features.completion import complete
from refrakt.project.checking import problems_to_mend
from refrakt.rules.page import Page

from .checking import applied, check_completion, offered, plain_markdoc
from .sites import page_at, standing

PAGE = "---\ntitle: Title\ndescription: \n---\n\n# Title\n\n"


def template(fixture: str) -> tuple[str, list[Offer]]:
    """What becomes of an empty file of a site with the first template, and all there are."""
    with standing(fixture) as here:
        found = [each for each in complete(here.page, here.offset).items if each.kind == "snippet"]
        return applied(here.page.document.text, found[0]) if found else "", found


@pytest.mark.parametrize("text", ["$0", "pa$0", "---$0", "-$0", "  $0", "   pa$0", "\ufeff$0"])
def test_an_empty_file_becomes_a_page(text: str) -> None:
    check_completion(text, first="page", becomes=("\ufeff" if text.startswith("\ufeff") else "") + PAGE)


def test_frontmatter_stands_at_the_very_beginning() -> None:
    (offer,) = offered("  \r\n\r\n$0")
    assert applied("  \r\n\r\n", offer) == PAGE


def test_a_plain_markdoc_project_has_pages_too() -> None:
    check_completion("$0", offers=["page"], becomes=PAGE, site=plain_markdoc())


@pytest.mark.parametrize(
    "text", ["Words\n\n$0", "$0\nWords", "x$0", "page: $0", "---\n---\n$0", "pa$0 x", "- $0", "page $0"]
)
def test_a_file_with_something_in_it_is_left_alone(text: str) -> None:
    assert "page" not in [each.label for each in offered(text)]


def test_editors_without_snippets_get_the_words() -> None:
    (offer,) = offered("$0")
    assert applied("", offer, as_snippet=False) == PAGE


def test_a_page_has_what_its_layout_needs_and_its_neighbours_have() -> None:
    text, _ = template("""
        -- content/blog/_layout.md --
        {% layout %}
        {% region name="header" %}
        {% $frontmatter.author %}
        {% /region %}
        {% /layout %}
        -- content/blog/one.md --
        ---
        title: One
        slug: first
        date: 2026-01-02
        tags: [a]
        kind: "true"
        ---
        -- content/blog/two.md --
        ---
        title: Two
        slug: second
        date: 2026-01-03
        tags: [b]
        kind: "true"
        extra: 1
        ---
        -- content/blog/2026-05-01-the-new_one.md --
        $0
    """)
    assert text.splitlines() == [
        "---",
        "title: The new one",
        "description: ",
        "author: ",
        "date: ",
        "tags: []",
        'kind: "true"',
        "---",
        "",
        "# The new one",
        "",
        "",
    ]


@pytest.mark.parametrize(
    ("path", "title"),
    [("content/docs/index.md", "Docs"), ("content/true.md", '"True"'), ("content/a $x} y.md", "A $x} y")],
)
def test_a_page_is_called_after_its_file(path: str, title: str) -> None:
    text, _ = template(f"-- {path} --\n$0\n-- content/other.md --\n# Other")
    assert f"\ntitle: {title}\n" in text
    assert f"\n# {title.strip(chr(34))}\n" in text


@pytest.mark.parametrize("path", ["content/_partials/foot.md", "content/_layout.md"])
def test_what_is_no_page_does_not_become_one(path: str) -> None:
    assert template(f"-- {path} --\n$0\n-- content/index.md --\n# Start")[1] == []


def test_an_item_of_a_plan_is_what_its_folder_is_named_after() -> None:
    config = '{"site": {"contentDir": "./content", "plugins": ["@refrakt-md/plan"]}, "plan": {"dir": "plan"}}'
    text, found = template(f"""
        -- refrakt.config.json --
        {config}
        -- content/index.md --
        # Start
        -- plan/decisions/ADR-001.md --
        $0
    """)
    assert [each.label for each in found] == ["decision"]
    assert text.startswith("{% decision id=")
    assert "{% /decision %}" in text


def test_nothing_is_wrong_with_a_new_page() -> None:
    with standing("-- content/new.md --\n$0\n-- content/index.md --\n# Start") as here:
        (offer,) = complete(here.page, here.offset).items
        page = page_at(here.index, {"content/new.md": applied("", offer)}, "content/new.md")
        written = Page(page.document, page.site.surroundings, page.path)
        assert [each.code for each in problems_to_mend(written, page.site)] == []
