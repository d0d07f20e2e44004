"""Templates for empty files."""

from __future__ import annotations

import pytest

from refrakt.features.completion import complete
from refrakt.features.results import CompletionItem
from refrakt.project.page_problems import problems_with_working_fixes
from refrakt.rules.page import Page

from .checking import applied, check_completion, completions_at, plain_markdoc
from .sites import open_site, page_at

PAGE = "---\ntitle: Title\ndescription: \n---\n\n# Title\n\n"


def template(fixture: str) -> tuple[str, list[CompletionItem]]:
    """An empty file of a site after the first template, and all templates."""
    with open_site(fixture) as here:
        found = [each for each in complete(here.page, here.offset).items if each.kind == "snippet"]
        return applied(here.page.document.text, found[0]) if found else "", found


@pytest.mark.parametrize("text", ["$0", "pa$0", "---$0", "-$0", "  $0", "   pa$0", "\ufeff$0"])
def test_an_empty_file_becomes_a_page(text: str) -> None:
    check_completion(text, first="page", becomes=("\ufeff" if text.startswith("\ufeff") else "") + PAGE)


def test_frontmatter_is_inserted_at_the_start_of_the_file() -> None:
    (offer,) = completions_at("  \r\n\r\n$0")
    assert applied("  \r\n\r\n", offer) == PAGE


def test_a_plain_markdoc_project_has_pages_too() -> None:
    check_completion("$0", offers=["page"], becomes=PAGE, site=plain_markdoc())


@pytest.mark.parametrize(
    "text", ["Words\n\n$0", "$0\nWords", "x$0", "page: $0", "---\n---\n$0", "pa$0 x", "- $0", "page $0"]
)
def test_no_template_for_a_file_with_content(text: str) -> None:
    assert "page" not in [each.label for each in completions_at(text)]


def test_editors_without_snippets_get_plain_text() -> None:
    (offer,) = completions_at("$0")
    assert applied("", offer, as_snippet=False) == PAGE


def test_a_template_has_the_keys_of_its_layout_and_siblings() -> None:
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
def test_the_title_comes_from_the_file_name(path: str, title: str) -> None:
    text, _ = template(f"-- {path} --\n$0\n-- content/other.md --\n# Other")
    assert f"\ntitle: {title}\n" in text
    assert f"\n# {title.strip(chr(34))}\n" in text


@pytest.mark.parametrize("path", ["content/_partials/foot.md", "content/_layout.md"])
def test_no_template_for_other_files(path: str) -> None:
    assert template(f"-- {path} --\n$0\n-- content/index.md --\n# Start")[1] == []


def test_a_plan_item_gets_the_rune_of_its_folder() -> None:
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


def test_a_template_has_no_problems() -> None:
    with open_site("-- content/new.md --\n$0\n-- content/index.md --\n# Start") as here:
        (offer,) = complete(here.page, here.offset).items
        page = page_at(here.index, {"content/new.md": applied("", offer)}, "content/new.md")
        written = Page(page.document, page.site.surroundings, page.path)
        assert [each.code for each in problems_with_working_fixes(written, page.site)] == []
