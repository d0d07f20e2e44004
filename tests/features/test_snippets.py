"""Snippets: put in and left as they are, they give a page with nothing wrong."""

from __future__ import annotations

import pytest

from refrakt.features.snippets import assignment, choice, escaped, plain, snippet_of, stop
from refrakt.markdoc import Options, parse
from refrakt.rules.check import check
from refrakt.rules.page import Page
from refrakt.runes.content import Field, Sections, Sequence, many, one
from refrakt.runes.model import Attribute, Rune, required, rune, text
from rules.checking import all_runes, everything


def _page_with(made: Rune) -> str:
    whole = f"{{% {plain(snippet_of(made).whole(made.name))}"
    if made.inline:
        return f"Text {whole} text.\n"
    for parent in made.parents[:1]:
        return f"{{% {parent} %}}\n{whole}\n{{% /{parent} %}}\n"
    return f"{whole}\n"


@pytest.mark.parametrize("name", sorted(all_runes().runes))
def test_a_snippet_left_as_it_is_has_no_error(name: str) -> None:
    page = Page(parse(_page_with(all_runes().runes[name]), Options(fences="escaped")), everything())
    about = [each for each in check(page) if f"`{name}`" in each.message]
    assert [each.message for each in about if each.severity == "error"] == []
    assert [each for each in page.document.problems if each.level in ("error", "critical")] == []


def test_most_snippets_leave_not_even_a_remark() -> None:
    """A part is written into a whole that has nothing else, which the whole may complain about."""
    noted = set()
    for each in all_runes():
        page = Page(parse(_page_with(each), Options(fences="escaped")), everything())
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
def test_tab_stops_are_filled_with_what_they_suggest(snippet: str, filled: str) -> None:
    assert plain(snippet) == filled


@pytest.mark.parametrize("word", ["word", "$a}", "back\\slash", "a,b|c", "", "{% x %}"])
def test_words_survive_a_tab_stop(word: str) -> None:
    assert plain(stop(1, word)) == word
    assert plain(choice(1, [word, "other"])) == word
    assert plain(escaped(word)) == word


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
def test_an_attribute_begins_with_a_value_it_takes(attribute: Attribute, written: str) -> None:
    assert assignment(attribute, 1) == written


def _whole(made: Rune) -> str:
    return plain(snippet_of(made).whole(made.name))


def test_a_snippet_is_made_of_what_must_be_there() -> None:
    made = rune(
        "dish",
        "A dish",
        attributes=[required(text("name", "Its name")), text("note", "A note")],
        content=Sequence((one("title", "heading:3"), many("photos", "image"), one("steps", "list:ordered"))),
    )
    assert _whole(made) == 'dish name="name" %}\n### Title\n\n1. Item\n{% /dish %}'
    assert snippet_of(made).whole("dish").startswith('dish name="${1:name}" %}\n### ${2:Title}')


def test_sections_stand_below_their_title() -> None:
    made = rune("talk", "A talk", content=Sections(preamble=(Field("title", "heading"),)))
    assert _whole(made) == "talk %}\n## Title\n\n### First\n\nText\n\n### Second\n\nText\n{% /talk %}"


def test_a_snippet_of_another_shape_is_not_taken() -> None:
    made = rune("dish", "A dish", snippet="Some text {% dish /%}")
    assert _whole(made) == "dish /%}"


def test_within_a_line_a_rune_stays_on_it() -> None:
    hint = all_runes().runes["hint"]
    assert snippet_of(hint).in_line("hint") == "hint %}${1:text}{% /hint %}"
