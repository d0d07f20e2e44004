"""What is told about what is under the cursor."""

from __future__ import annotations

import pytest

from refrakt.features.hover import explain

from .checking import check_hover, page_of, plain_markdoc, read


@pytest.mark.parametrize(
    ("fixture", "words", "on"),
    [
        ('{% hi$0nt type="note" %}', ["**hint** (", "Sets a remark apart", "Also called: callout"], "hint"),
        ("{% hint$0 %}", ["**hint** ("], "hint"),
        ("{% $0hint %}", ["**hint** ("], "hint"),
        ("{% callo$0ut %}", ["**hint** ("], "callout"),
        ("{% hint %}\nText\n{% /hi$0nt %}", ["**hint** ("], "hint"),
        ("{% i$0f $a %}\n{% /if %}", ["**if** (", "only if a condition holds", "- The value without a name ("], "if"),
        ('{% xref "a$0b" /%}', ["**The value without a name**: string"], "ab"),
        ('{% part$0ial file="a.md" /%}', ["**partial** ("], "partial"),
        ("{% ta$0b", ["**tab** (", "Stands in: tabs"], "tab"),
        # Attributes
        ('{% hint ty$0pe="note" %}', ["**type**: string", "`caution`", "What kind of remark", "Of `hint`"], "type"),
        ('{% hint wi$0dth="wide" %}', ["**width**", "universal"], "width"),
        ('{% hero va$0lign="top" %}', ["**valign**", "split layout"], "valign"),
        ('{% hero jus$0tify="left" %}', ["Deprecated: use `align`"], "justify"),
        ('{% form act$0ion="/x" %}', ["required"], "action"),
        ('{% grid mo$0de="auto" %}', ["Default: `columns`"], "mode"),
        ("{% hint ty$0pe", ["**type**"], "type"),
        # Values
        ('{% hint type="no$0te" %}', ["**type**"], "note"),
        ('{% hero collapse="s$0m" %}', ["**collapse**", "split layout"], "sm"),
        ("{% hint dropcap=tr$0ue %}", ["**dropcap**: boolean"], "true"),
        ("{% grid columns=1$02 %}", ["**columns**: number"], "12"),
        # Functions
        ('{% if equ$0als($a, "b") %}', ['`equals($value, "text")`', "all its parameters are the same"], "equals"),
        ("{% de$0bug($a) %}", ["as JSON"], "debug"),
        ("{% hint type=def$0ault($a, 1) %}", ["`default("], "default"),
        # Variables
        ("{% $pa$0ge.title %}", ["`$page`", "as the site knows it"], "page"),
        ("{% $page.ti$0tle %}", ["`$page.title`", "title of the page"], "title"),
        ("---\nauthor: Ada\n---\n\n{% $frontmatter.aut$0hor %}", ['Here it is `"Ada"`'], "author"),
        ("{% $ver$0sion %}", ['Here it is `"2.1"`'], "version"),
        ("{% collection %}\n{% $it$0em.url %}\n{% /collection %}", ["The thing at hand"], "item"),
        # Wherever a tag may stand
        ("> - {% hint\n>   ty$0pe=1 %}\n", ["**type**"], "type"),
        ("| a |\n|---|\n| {% bad$0ge %}x{% /badge %} |\n", ["**badge** ("], "badge"),
        ("😀😀 {% bad$0ge %}x{% /badge %}", ["**badge** ("], "badge"),
        ("a\r\n\r\n{% hi$0nt %}\r\n", ["**hint** ("], "hint"),
        ("{% a\n\nb {% bad$0ge %}", ["**badge** ("], "badge"),
    ],
)
def test_what_is_told(fixture: str, words: list[str], on: str) -> None:
    check_hover(fixture, *words, on=on)


@pytest.mark.parametrize(
    "fixture",
    [
        "Some te$0xt",
        "{% hn$0it %}",
        "{% hint colo$0r=1 %}",
        '{% hint class="a$0b" %}',
        "{% $nobody$0 %}",
        "{% $page.nob$0ody %}",
        "{% sho$0ut(1) %}",
        "{% hint .wi$0de %}",
        "{$0% hint %}",
        "```\n{% hi$0nt %}\n```\n",
        "`{% hi$0nt %}`",
        "---\ntitle: hi$0nt\n---\n",
        "{% hint $0 %}",
    ],
)
def test_where_there_is_nothing_to_tell(fixture: str) -> None:
    check_hover(fixture)


def test_a_rune_takes_little_room() -> None:
    """No headings, which take a third of the window, and of an attribute one line; what is deprecated is left out."""
    text, offset = read("{% her$0o %}")
    found = explain(page_of(text), offset)
    assert found is not None
    told, _, sample = found.markdown.partition("```markdoc\n")
    assert told.startswith("**hero** (@refrakt-md/marketing): ")
    assert "- `align` (`left`, `center`, `right`): " in told
    assert "justify" not in told
    assert "#" not in told
    assert "| " not in told
    assert sample.startswith("{% hero ")


def test_a_plain_project_has_functions_and_variables_of_its_own() -> None:
    check_hover("{% sho$0ut(1) %}", "`shout()`", site=plain_markdoc())
    check_hover("{% $product.na$0me %}", "`$product.name`", site=plain_markdoc())
    check_hover("{% $pa$0ge %}", site=plain_markdoc())
