"""Snippets: an inserted and unfilled snippet gives a page without problems."""

from __future__ import annotations

import pytest

from refrakt.features.rune_snippets import (
    assignment,
    choice_stop,
    escape_snippet,
    snippet_of,
    tab_stop,
    without_tab_stops,
)
from refrakt.markdoc.document import parse
from refrakt.markdoc.parse_options import ParseOptions
from refrakt.rules.page import Page
from refrakt.rules.page_checker import check
from refrakt.runes.content_model import Field, FieldSequence, Sections, many, one
from refrakt.runes.rune import Attribute, Rune, required, rune, text
from rules.checking import all_runes, site_with_all_runes


def _page_with(made: Rune) -> str:
    whole = f"{{% {without_tab_stops(snippet_of(made).whole(made.name))}"
    if made.inline:
        return f"Text {whole} text.\n"
    for parent in made.parents[:1]:
        return f"{{% {parent} %}}\n{whole}\n{{% /{parent} %}}\n"
    return f"{whole}\n"


@pytest.mark.parametrize("name", sorted(all_runes().runes))
def test_an_unfilled_snippet_has_no_error(name: str) -> None:
    page = Page(parse(_page_with(all_runes().runes[name]), ParseOptions(fences="escaped")), site_with_all_runes())
    about = [each for each in check(page) if f"`{name}`" in each.message]
    assert [each.message for each in about if each.severity == "error"] == []
    assert [each for each in page.document.problems if each.level in ("error", "critical")] == []


def test_most_unfilled_snippets_have_no_problem() -> None:
    """A part is inserted into a parent without other content, which may be a problem of the parent."""
    noted = set()
    for each in all_runes():
        page = Page(parse(_page_with(each), ParseOptions(fences="escaped")), site_with_all_runes())
        if not each.parents and check(page):
            noted.add(each.name)
    assert noted == set()


@pytest.mark.parametrize(
    ("snippet", "filled"),
    [
        ("a $1 b", "a  b"),
        ("${1:word} $0", "word "),
        ("${1}", ""),
        ("${2|one,two|}", "one"),
        (r"${2|a\,b,c|}", "a,b"),
        (r"\$1 \} \\", r"$1 } " + "\\"),
        (r"${1:\$page\}}", "$page}"),
        ("{% hint %}", "{% hint %}"),
    ],
)
def test_tab_stops_are_replaced_by_their_placeholders(snippet: str, filled: str) -> None:
    assert without_tab_stops(snippet) == filled


@pytest.mark.parametrize("placeholder", ["word", "$a}", "back\\slash", "a,b|c", "", "{% x %}"])
def test_placeholders_are_escaped(placeholder: str) -> None:
    assert without_tab_stops(tab_stop(1, placeholder)) == placeholder
    assert without_tab_stops(choice_stop(1, [placeholder, "other"])) == placeholder
    assert without_tab_stops(escape_snippet(placeholder)) == placeholder


@pytest.mark.parametrize(
    ("attribute", "written"),
    [
        (Attribute("a", values=("x", "y")), 'a="${1|x,y|}"'),
        (Attribute("a", values=("x", "y"), default="y"), 'a="${1|y,x|}"'),
        (Attribute("a", type="Number", values=(2, 3)), "a=${1|2,3|}"),
        (Attribute("a", type="Number"), "a=${1:1}"),
        (Attribute("a", type="Boolean"), "a=${1:true}"),
        (Attribute("a", type="Array"), "a=[$1]"),
        (Attribute("a", type="Object"), "a={$1}"),
        (Attribute("a"), 'a="${1:a}"'),
        (Attribute("a", default="b"), 'a="${1:b}"'),
        (Attribute("a", pattern="^[0-9]+$"), 'a="$1"'),
    ],
)
def test_an_attribute_starts_with_a_valid_value(attribute: Attribute, written: str) -> None:
    assert assignment(attribute, 1) == written


def _whole(made: Rune) -> str:
    return without_tab_stops(snippet_of(made).whole(made.name))


def test_a_snippet_has_the_required_parts() -> None:
    made = rune(
        "dish",
        "A dish",
        attributes=[required(text("name", "Its name")), text("note", "A note")],
        content=FieldSequence((one("title", "heading:3"), many("photos", "image"), one("steps", "list:ordered"))),
    )
    assert _whole(made) == 'dish name="name" %}\n### Title\n\n1. Item\n{% /dish %}'
    assert snippet_of(made).whole("dish").startswith('dish name="${1:name}" %}\n### ${2:Title}')


def test_sections_follow_their_title() -> None:
    made = rune("talk", "A talk", content=Sections(preamble=(Field("title", "heading"),)))
    assert _whole(made) == "talk %}\n## Title\n\n### First\n\nText\n\n### Second\n\nText\n{% /talk %}"


def test_an_invalid_own_snippet_is_ignored() -> None:
    made = rune("dish", "A dish", snippet="Some text {% dish /%}")
    assert _whole(made) == "dish /%}"


def test_an_inline_snippet_has_one_line() -> None:
    hint = all_runes().runes["hint"]
    assert snippet_of(hint).inline("hint") == "hint %}${1:text}{% /hint %}"
