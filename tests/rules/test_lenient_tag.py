"""Tags that are nearly right: what is wrong is named, and one fix corrects all of it."""

from __future__ import annotations

import pytest

from refrakt.rules.page_checker import check
from refrakt.rules.problem import Problem

from .checking import check_problems, codes, fixed_once, page_of, plain


def _only(text: str) -> Problem:
    found = check(page_of(text))
    assert len(found) == 1, found
    return found[0]


def _safely_fixed(text: str) -> str:
    page = page_of(text)
    return fixed_once(page, [each for each in check(page) if each.fix and each.fix.applicability == "safe"])


@pytest.mark.parametrize(
    "written",
    [
        "url=“/a”",
        "url=”/a”",
        "url=‘/a’",
        "url=„/a“",
        "url=«/a»",
        "url=`/a`",
        "url=＂/a＂",
        "url=&quot;/a&quot;",
        'url=\\"/a\\"',
        'url=""/a""',
        'url="/a”',
        'url=“/a"',
        "url='/a\"",
        'url="/a',
        'url=/a"',
        'url="/a""',
        'url = "/a"',
        'url= "/a"',
        'url: "/a"',
        'url:="/a"',
        'url=>"/a"',
        'url=="/a"',
        'url＝"/a"',
        'url "/a"',
        'url"/a"',
        ':url="/a"',
        '"url": "/a"',
        'url={"/a"}',
        "url={'/a'}",
        "url={/a}",
        'url="/a",',
        'url="/a";',
        'url="/a" }',
    ],
)
def test_an_attribute_that_is_nearly_right(written: str) -> None:
    right = '{% embed url="/a" title="b" /%}\n'
    for text in (f'{{% embed {written} title="b" /%}}\n', f'{{% embed title="b" {written} /%}}\n'):
        fixed = _safely_fixed(text)
        assert fixed in (right, '{% embed title="b" url="/a" /%}\n')
        assert check(page_of(fixed)) == []


def test_the_message_names_the_mistake_and_the_suggestion_the_right_form() -> None:
    problem = _only("{% hint type=“note” %}\nx\n{% /hint %}\n")
    assert problem.message == "strings need double quotes, not curly quotes (`“`)"
    assert problem.suggestion == 'Write type="note".'
    check_problems("""
        {% embed url="/a title="b" /%}
                     ^^^ error[syntax-error]: the string `/a` has no closing quote
    """)
    check_problems("""
        {% embed url = "/a" /%}
                    ^^^ error[syntax-error]: no space is allowed around `=`; write `url=…`
    """)


def test_all_mistakes_of_a_tag_are_one_problem() -> None:
    text = "{% embed url: “/a”, title = 'b'; open /%}\n"
    assert codes(text) == ["bare-attribute"]
    assert codes("{% embed url: “/a”, title = 'b'; /%}\n") == ["syntax-error"]
    assert _safely_fixed("{% embed url: “/a”, title = 'b'; /%}\n") == '{% embed url="/a" title="b" /%}\n'


def test_a_missing_quote_does_not_reach_the_next_tags() -> None:
    text = '{% hint type="note %}\nx\n{% /hint %}\n\nHe said "no".\n\n{% hint type="check" %}\ny\n{% /hint %}\n'
    assert codes(text) == ["syntax-error"]
    assert _safely_fixed(text) == text.replace('"note ', '"note" ')


@pytest.mark.parametrize(
    ("written", "right"),
    [
        ("open=True", "open=true"),
        ("open=FALSE", "open=false"),
        ("open={true}", "open=true"),
        ("open", "open=true"),
        ("summary=Two words", 'summary="Two words"'),
        ("summary=50%", 'summary="50%"'),
        ('summary="The "big" one"', 'summary="The \\"big\\" one"'),
        ('summary="a\nb"', 'summary="a b"'),
        ('summary="a\\d"', 'summary="a\\\\d"'),
        ("summary=page.title", "summary=$page.title"),
        ("summary={$page.title}", "summary=$page.title"),
        ("summary=${page.title}", "summary=$page.title"),
        ("summary=$page?.title", "summary=$page.title"),
        ("summary=$page['title']", 'summary=$page["title"]'),
        ("summary=default($page.title 'x')", 'summary=default($page.title, "x")'),
        ("summary=default($page.title; “x”,)", 'summary=default($page.title, "x")'),
        ('summary=default($page.title, "x"', 'summary=default($page.title, "x")'),
        ('summary=default ($page.title, "x")', 'summary=default($page.title, "x")'),
        ('summary=$page.title ?? "x"', 'summary=default($page.title, "x")'),
    ],
)
def test_a_value_that_is_nearly_right(written: str, right: str) -> None:
    text = f"{{% details {written} %}}\nx\n{{% /details %}}\n"
    assert _safely_fixed(text) == f"{{% details {right} %}}\nx\n{{% /details %}}\n"


@pytest.mark.parametrize(
    ("written", "right"),
    [
        ("[1 2]", "[1, 2]"),
        ("[1, 2", "[1, 2]"),
        ("[1, 2)", "[1, 2]"),
        ("['a', “b”]", '["a", "b"]'),
        ("[a, New York]", '["a", "New York"]'),
        ("[1,, 2]", "[1, 2]"),
        ("{a=1, b : 2}", "{a: 1, b: 2}"),
        ("{a: 1 b: 2}", "{a: 1, b: 2}"),
        ("{{a: 1}}", "{a: 1}"),
        ("{'a': 'x'}", '{"a": "x"}'),
        ("{a: [1, {b: 2}]", "{a: [1, {b: 2}]}"),
    ],
)
def test_lists_and_objects(written: str, right: str) -> None:
    assert _safely_fixed(f"{{% rocket a={written} /%}}\n") == f"{{% rocket a={right} /%}}\n"


@pytest.mark.parametrize(
    ("written", "right"),
    [
        ('$page.title == "x"', 'equals($page.title, "x")'),
        ("$page.title === 'x'", 'equals($page.title, "x")'),
        ('$page.title = "x"', 'equals($page.title, "x")'),
        ('$page.title is "x"', 'equals($page.title, "x")'),
        ('$page.title != "x"', 'not(equals($page.title, "x"))'),
        ("!$page.draft", "not($page.draft)"),
        ("not $page.draft", "not($page.draft)"),
        ("$page.draft && $page.title", "and($page.draft, $page.title)"),
        ("$page.draft and $page.title or $page.url", "or(and($page.draft, $page.title), $page.url)"),
        ("$page.draft && ($page.title || $page.url)", "and($page.draft, or($page.title, $page.url))"),
        ("page.draft", "$page.draft"),
        ("($page.draft)", "$page.draft"),
        ("$page.draft:", "$page.draft"),
        ("$page.draft then", "$page.draft"),
        ('equals $page.title, "x"', 'equals($page.title, "x")'),
        ('equals(page.title, "x")', 'equals($page.title, "x")'),
        ("equals($page.title, draft)", 'equals($page.title, "draft")'),
        ('equals($page.title, "x"))', 'equals($page.title, "x")'),
    ],
)
def test_conditions_are_written_with_functions(written: str, right: str) -> None:
    text = f"{{% if {written} %}}\nx\n{{% /if %}}\n"
    assert codes(text) in (["syntax-error"], ["single-quotes"], ["unquoted-value"])
    assert _safely_fixed(text) == f"{{% if {right} %}}\nx\n{{% /if %}}\n"


@pytest.mark.parametrize(
    ("written", "message"),
    [
        ("$page.title > 3", "Markdoc has no operator `>`"),
        ("$page.title in $page.url", "Markdoc has no operator `in`"),
        ('$page.title ? "a" : "b"', "Markdoc has no conditional operator"),
        ("$page.title | upper", "Markdoc has no filters"),
        ("$page.title + 1", "Markdoc has no operator `+`"),
        ("$page[$x]", "a key of a variable is a string or a number"),
    ],
)
def test_what_markdoc_cannot_express_is_named(written: str, message: str) -> None:
    problem = _only(f"{{% if {written} %}}\nx\n{{% /if %}}\n")
    assert problem.message.startswith(message)
    assert problem.fix is None


@pytest.mark.parametrize("name", ["else if", "elseif", "elif", "elsif"])
@pytest.mark.parametrize("end", ["%}", "/%}"])
def test_else_with_a_condition(name: str, end: str) -> None:
    text = f"{{% if $page.draft %}}\na\n{{% {name} $page.title {end}\nb\n{{% /if %}}\n"
    assert len(codes(text)) == 1
    assert _safely_fixed(text) == "{% if $page.draft %}\na\n{% else $page.title /%}\nb\n{% /if %}\n"


def test_tags_that_markdoc_reads_as_something_else() -> None:
    check_problems("""
        The page {% page.title %} is here.
                    ^^^^ error[misread-tag]: a variable begins with `$`: `$page.title`
    """)
    assert _safely_fixed("The page {% page.title %}.\n") == "The page {% $page.title %}.\n"
    assert _safely_fixed("{% if($page.draft) %}\nx\n{% /if %}\n") == "{% if $page.draft %}\nx\n{% /if %}\n"
    text = '{% hint(type="note") %}\nx\n{% /hint %}\n'
    assert codes(text) == ["misread-tag"]
    assert _safely_fixed(text) == '{% hint type="note" %}\nx\n{% /hint %}\n'
    assert "misread-tag" not in codes("{% hint.wide %}\nx\n{% /hint %}\n")


@pytest.mark.parametrize("opening", ["{%- hint -%}", "{%% hint %%}", "{%= hint %}", "{%~ hint ~%}", "{% hint: %}"])
def test_delimiters_of_other_languages(opening: str) -> None:
    text = f"{opening}\nx\n{{% /hint %}}\n"
    assert codes(text) == ["syntax-error"]
    assert _safely_fixed(text) == "{% hint %}\nx\n{% /hint %}\n"


def test_typographic_dashes_in_names() -> None:
    text = "{% bento %}\n{% bento–cell %}\nx\n{% /bento–cell %}\n{% /bento %}\n"
    assert codes(text) == ["syntax-error", "syntax-error"]
    assert _safely_fixed(text) == text.replace("–", "-")


def test_a_value_without_its_attribute() -> None:
    assert _safely_fixed("{% hint warning %}\nx\n{% /hint %}\n") == '{% hint type="warning" %}\nx\n{% /hint %}\n'
    assert _safely_fixed('{% hint "x" warning %}\nx\n{% /hint %}\n').startswith('{% hint "x" type="warning" %}')


@pytest.mark.parametrize(
    "text",
    [
        "{% embed url= /%}\n",
        '{% embed url= title="x" /%}\n',
        '{% embed url="a" "b" /%}\n',
        "{% rocket a=[1, (2)] /%}\n",
        "{% grid columns=three %}\nx\n{% /grid %}\n",
    ],
)
def test_what_cannot_be_known_is_not_changed(text: str) -> None:
    assert _safely_fixed(text) == text
    assert len(codes(text)) >= 1


def test_a_guess_is_not_safe() -> None:
    unit = _only("{% grid columns=3px %}\nx\n{% /grid %}\n")
    assert unit.fix is not None
    assert unit.fix.applicability == "unsafe"
    flags = check(page_of("{% for x in y %}\n"))[0]
    assert flags.fix is None or flags.fix.applicability == "unsafe"


def test_on_a_plain_site_only_the_spelling_is_safe() -> None:
    spelling = check(page_of("{% rocket a = “b” /%}\n", plain()))[0]
    assert spelling.fix is not None
    assert spelling.fix.applicability == "safe"
    flag = check(page_of("{% rocket fast /%}\n", plain()))[0]
    assert flag.fix is None or flag.fix.applicability == "unsafe"


def test_a_page_with_very_many_invalid_tags_is_not_repaired() -> None:
    text = "{% hint type=‘note’ /%}\n\n" * 61
    assert {each.fix for each in check(page_of(text))} == {None}


def test_the_repair_of_a_long_tag_takes_no_long_time() -> None:
    for part in ("a=“", "'", "[", "{", "$a == ", "(", "not ", "a ", "=", '"a', "a: "):
        check(page_of(f"{{% hint {part * (1_900 // len(part))} %}}\n"))
