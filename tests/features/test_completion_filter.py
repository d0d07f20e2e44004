"""Whether an editor shows a completion for the typed text, which it compares with the label or the filter text."""

from __future__ import annotations

import pytest

from refrakt.features.completion import complete
from refrakt.features.results import CompletionItem

from .checking import check_completion, completions_at
from .sites import open_site


@pytest.mark.parametrize(
    ("fixture", "first", "becomes"),
    [
        ("hint:$0", "hint", "{% hint %}\nText\n{% /hint %}"),
        ("- hint:$0", "hint", "- {% hint %}\n  Text\n  {% /hint %}"),
        ("{% hint %}\n{% /h$0", "/hint", "{% hint %}\n{% /hint %}"),
        ("{% hint type='wa$0' %}", "warning", '{% hint type="warning" %}'),
        ("{% hint type='wa$0 %}", "warning", '{% hint type="warning" %}'),
        ("{% if fi$0 %}", "$file", "{% if $file %}"),
        (
            '---\n"two words": 1\n---\n{% $frontmatter.tw$0 %}',
            "two words",
            '---\n"two words": 1\n---\n{% $frontmatter["two words"] %}',
        ),
        ("{% if and(eq$0) %}", "equals", '{% if and(equals($value, "text")) %}'),
    ],
)
def test_the_replaced_text_is_the_filtered_text(fixture: str, first: str, becomes: str) -> None:
    check_completion(fixture, first=first, becomes=becomes)


SITE = """
-- content/my page.md --
# A page
-- content/plan.md --
{% spec id="SPEC-1" %}
# The smith of Aldmoor
{% /spec %}
-- refrakt.config.json --
{"site": {"contentDir": "./content", "plugins": ["@refrakt-md/plan"]}}
-- content/index.md --
"""


def found(text: str) -> dict[str, CompletionItem]:
    """The completions on a page of a site and their filter texts, by label."""
    with open_site(f"{SITE}{text}") as here:
        offers = complete(here.page, here.offset).items
        typed = here.page.document.text
        return {
            each.label: each
            for each in offers
            if typed[each.span.start : here.offset].lower() in (each.filter_text or each.label).lower()
        }


@pytest.mark.parametrize("text", ["[x](/my$0", "[x](/my%20p$0", "[x](</my p$0>)"])
def test_a_url_matches_as_it_is_written(text: str) -> None:
    assert "/my page" in found(text)


def test_an_entity_matches_by_title() -> None:
    assert list(found('{% xref "smith$0"')) == ["SPEC-1"]


@pytest.mark.parametrize("text", ["[x](/$0", '{% xref "$0"', "---\ntags: [$0\n---", "{% nav %}\n- $0"])
def test_the_list_is_incomplete_while_pages_are_indexed(text: str) -> None:
    with open_site(f"{SITE}{text}") as here:
        assert complete(here.page, here.offset).complete
        here.index.complete = False
        assert not complete(here.page, here.offset).complete


# Labels ---------------------------------------------------------------------------------------------------------------

DEFINED = "\n\n[Setting up]: /docs/setup\n> [b\\]c]: <y z>\n\n- [deep]: /d\n"


@pytest.mark.parametrize(
    ("fixture", "becomes"),
    [
        ("See [here][$0", "See [here][b\\]c]"),
        ("See [here][Se$0", "See [here][Setting up]"),
        ("See [here][de$0ad] and on", "See [here][deep] and on"),
        ("![here][de$0 and on", "![here][deep] and on"),
        ("| a |\n| - |\n| [x][de$0 |", "| a |\n| - |\n| [x][deep] |"),
        ("- > # 😀 [`]` x][de$0", "- > # 😀 [`]` x][deep]"),
    ],
)
def test_labels_of_a_page(fixture: str, becomes: str) -> None:
    check_completion(fixture + DEFINED, becomes=becomes + DEFINED)


@pytest.mark.parametrize("fixture", ["[x] [$0", "[x$0", "[x][deep]$0", "`[x][$0`", "```\n[x][$0\n```", "\\[x][$0"])
def test_no_labels_elsewhere(fixture: str) -> None:
    assert [each for each in completions_at(fixture + DEFINED) if each.kind == "label"] == []


def test_a_label_shows_its_target() -> None:
    offers = {each.label: each.detail for each in completions_at(f"[x][$0{DEFINED}")}
    assert offers == {"Setting up": "/docs/setup", "b\\]c": "y%20z", "deep": "/d"}


def test_the_first_definition_wins() -> None:
    found = completions_at("[x][$0\n\n[a]: /one\n\n[A]: /two\n")
    assert [(each.label, each.detail) for each in found] == [("a", "/one")]
