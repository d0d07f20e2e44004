"""One mistake in a tag is one problem, and its fix writes what was meant."""

from __future__ import annotations

import pytest

from refrakt.markdoc.document import parse
from refrakt.rules.page_checker import CheckCache, check

from .checking import check_fix, check_problems, codes, fixed_once, page_of, plain, site_with_all_runes

_RIGHT = (
    '# T\n\n{% tabs %}\n{% tab name="a" %}\nx\n{% /tab %}\n{% tab name="b" %}\ny\n{% /tab %}\n{% /tabs %}\n\nEnd.\n'
)


@pytest.mark.parametrize(
    "opening",
    [
        "{ tabs %}",
        "{tabs %}",
        "{ % tabs %}",
        "% tabs %}",
        "tabs %}",
        "{{% tabs %}}",
        "\\{% tabs %}",
        "<tabs>",
        "<Tabs>",
        "{{ tabs }}",
        "[% tabs %]",
        "(% tabs %)",
        "{& tabs &}",
        "{%- tabs -%}",
        "{%% tabs %%}",
        "{% tabs }",
        "{% tabs %",
        "{% tabs",
        "{% tabs /%}",
    ],
)
def test_a_damaged_opening_tag_is_the_only_problem(opening: str) -> None:
    page = page_of(_RIGHT.replace("{% tabs %}", opening))
    (problem,) = check(page)
    assert problem.fix is not None
    assert problem.fix.applicability == "safe"
    assert fixed_once(page, [problem]) == _RIGHT


@pytest.mark.parametrize(
    "closing",
    [
        "{% end tab %}",
        "{% endtab %}",
        "{% end-tab %}",
        "{% end %}",
        "{% close tab %}",
        "{% tab end %}",
        "{% \\tab %}",
        "{% //tab %}",
        "{% / %}",
        "{% /%}",
        "{% /tab /%}",
        "{% tab/ %}",
        "{% tab %}",
        "{% / tab %}",
        "{ /tab %}",
        "/tab %}",
        "{% /tab",
        "{% /tab }",
        "</tab>",
        "[/tab]",
        "{{/tab}}",
        "{%- /tab -%}",
        "{% /tba %}",
        "{% /card %}",
    ],
)
def test_a_damaged_closing_tag_is_the_only_problem(closing: str) -> None:
    page = page_of(_RIGHT.replace("{% /tab %}", closing, 1))
    (problem,) = check(page)
    assert problem.fix is not None
    assert problem.fix.applicability == "safe"
    assert fixed_once(page, [problem]).replace("tab%}", "tab %}") == _RIGHT


def test_the_wrong_name_of_a_pair_is_found_by_what_fits() -> None:
    check_problems("""
        {% hnit type="note" %}
           ^^^^ error[mismatched-tag]: `hnit` is closed as `hint`
        x
        {% /hint %}
    """)
    check_problems("""
        {% card type="note" %}
           ^^^^ error[mismatched-tag]: `card` is closed as `hint`
        x
        {% /hint %}
    """)
    check_problems("""
        {% hint type="note" %}
        x
        {% /card %}
            ^^^^ error[mismatched-tag]: the open tag is `hint`
    """)


def test_a_misspelt_closing_tag_keeps_the_tag_around_it() -> None:
    text = "{% preview %}\n{% timeline %}\n## 1987 - A\n\nx\n{% /timelin %}\n{% /preview %}\n"
    check_fix(text, text.replace("timelin ", "timeline "))
    assert codes(text) == ["mismatched-tag"]


def test_tags_glued_to_text_get_their_own_line() -> None:
    check_fix("Text {% hint %}\nx\n{% /hint %}\n", "Text\n{% hint %}\nx\n{% /hint %}\n")
    check_fix("{% hint %} x\n\ny\n{% /hint %}\n", "{% hint %}\nx\n\ny\n{% /hint %}\n")
    check_fix("{% hint %}\n\nx {% /hint %} y\n", "{% hint %}\n\nx\n{% /hint %}\ny\n")
    check_fix("- a\n  {% hint %}\n  x\n\n{% /hint %}\n", "- a\n  {% hint %}\n  x\n\n  {% /hint %}\n")


def test_a_closing_tag_is_removed_only_if_it_is_doubled() -> None:
    """Otherwise the opening tag may be lost, and a person has to know where."""
    (doubled,) = check(page_of("{% hint %}\nx\n{% /hint %}\n\n{% /hint %}\n"))
    assert doubled.fix is not None
    assert doubled.fix.applicability == "safe"
    (stray,) = check(page_of("Text\n\nx\n{% /hint %}\n"))
    assert stray.fix is not None
    assert stray.fix.applicability == "unsafe"


def test_an_unclosed_tag_is_closed_safely_only_where_its_end_is_certain() -> None:
    (certain,) = check(page_of("{% hint %}\nx\n\n## Next\n\ny\n"))
    assert certain.fix is not None
    assert certain.fix.applicability == "safe"
    (guess,) = check(page_of("{% hint %}\nx\n\ny\n\nz\n"))
    assert guess.fix is not None
    assert guess.fix.applicability == "unsafe"


@pytest.mark.parametrize(
    "text",
    [
        "`{ hint %}` and `<hint>`\n\n{% hint %}\nx\n{% /hint %}\n",
        "```text\n{ hint %}\n```\n\n{% hint %}\nx\n{% /hint %}\n",
        "A hint (hint) of 5 % and </hint>.\n\n{% hint %}\nx\n{% /hint %}\n",
        "\\{% hint %} is text.\n",
        "{ hint %} alone is not a mistake of pairs.\n",
    ],
)
def test_text_that_only_looks_like_a_tag_is_not_reported(text: str) -> None:
    assert not codes(text)


def test_code_is_never_repaired() -> None:
    (problem,) = check(page_of("Write `{ hint %}` or:\n\n```text\n<hint>\n```\n\nx\n\n{% /hint %}\n"))
    assert problem.code == "stray-closing-tag"


def test_other_mistakes_of_the_page_stay() -> None:
    text = '{% end tab %}\n\n{% hint typ="note" %}\nx\n{% endhint %}\n'
    assert set(codes(text)) >= {"malformed-tag", "unknown-attribute"}


def test_on_a_plain_site_a_repair_is_unsafe() -> None:
    found = check(page_of("{% if $x %}\nx\n{% \\if %}\n", plain()))
    assert [each.code for each in found] == ["malformed-tag"]
    assert found[0].fix is not None
    assert found[0].fix.applicability == "unsafe"


def test_incremental_checks_give_the_same_problems() -> None:
    wrong = _RIGHT.replace("{% /tab %}", "{% end tab %}", 1)
    document, cache = page_of(_RIGHT).document, CheckCache()
    page = page_of(_RIGHT)
    at = _RIGHT.index("{% /tab %}")
    for start, end, new in [(at, at + 10, "{% end tab %}"), (5, 5, "x"), (at + 4, at + 7, "/")]:
        document = document.edit(start, end, new)
        page.document = document
        found = [(each.code, each.message) for each in check(page, cache)]
        page.document = parse(document.text, document.options)
        assert found == [(each.code, each.message) for each in check(page)]
    assert codes(wrong, site_with_all_runes()) == ["malformed-tag"]


def test_many_mistakes_are_explained_within_a_bound() -> None:
    found = codes("{% hint %}\nx\n{% end hint %}\n\n" * 60)
    assert found.count("malformed-tag") == 20
    assert len(found) >= 60


@pytest.mark.parametrize(
    "text",
    [
        "{% card %}\n\n{% hint %}\n\na\n\n{% /card %}\n\nb\n\n{% /hint %}\n\n{% /card %}\n",
        "{% card %}\n\n{% hint %}\n\n{% details %}\na\n{% /card %}\n\nb\n{% /details %}\n\n{% /hint %}\n\n{% /card %}\n",
        "{% card %}\n\n{% hint %}\n\n{% details %}\na\n{% /hint %}\n\nb\n{% /details %}\n\n{% /hint %}\n\n{% /card %}\n",
    ],
)
def test_a_closing_tag_too_many_inside_other_tags_is_the_only_problem(text: str) -> None:
    (problem,) = check(page := page_of(text))
    assert (problem.code, problem.fix is not None and problem.fix.applicability) == ("stray-closing-tag", "unsafe")
    assert page.document.position(page.document.offsets(problem.span)[0])[0] == text[: text.index("{% /")].count("\n")


@pytest.mark.parametrize("text", ["{% card %} a {% /%}\n", "- one\n\n  {% card %}\n  a\n  {% /%}\n"])
def test_a_closing_tag_without_a_name_in_a_line_or_a_list_is_the_only_problem(text: str) -> None:
    (problem,) = check(page_of(text))
    assert (problem.code, problem.message) == ("malformed-tag", "`{% /%}` does not close `card`")
