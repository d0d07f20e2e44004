"""Unknown names and invalid values."""

from __future__ import annotations

from dataclasses import replace

import pytest

from refrakt.rules.page import Site
from refrakt.runes.packages import bundled
from refrakt.runes.vocabulary import vocabulary

from .checking import all_runes, check_fix, check_problems, codes, plain, site_with_all_runes


def test_unknown_rune_suggests_the_nearest_name() -> None:
    check_problems("""
        {% hnit type="note" %}
           ^^^^ error[unknown-rune]: no rune is called 'hnit'; did you mean 'hint'?
        x
        {% /hnit %}
    """)
    check_fix("{% hnit %}\nx\n{% /hnit %}\n", "{% hint %}\nx\n{% /hint %}\n")


def test_unknown_rune_is_a_hint_while_a_package_is_unknown() -> None:
    site = Site(replace(all_runes(), unknown=("@acme/runes",)))
    check_problems(
        """
        {% rocket /%}
           ^^^^^^ hint[unknown-rune]
        """,
        site,
    )


def test_unknown_attribute_prefers_the_runes_own() -> None:
    check_problems("""
        {% hint tpye="note" %}
                ^^^^ error[unknown-attribute]: `hint` has no attribute 'tpye'; did you mean 'type'
        x
        {% /hint %}
    """)
    check_fix('{% hint tpye="note" %}\nx\n{% /hint %}\n', '{% hint type="note" %}\nx\n{% /hint %}\n')
    check_fix('{% hint widht="wide" %}\nx\n{% /hint %}\n', '{% hint width="wide" %}\nx\n{% /hint %}\n')


def test_an_attribute_is_not_renamed_to_one_that_is_set_or_would_not_take_the_value() -> None:
    check_fix('{% hint type="note" tpye="check" /%}\n', '{% hint type="note" tpye="check" /%}\n')
    check_fix('{% hint tpye="tip" /%}\n', '{% hint tpye="tip" /%}\n')


def test_a_value_without_a_key_gets_the_key_that_takes_it() -> None:
    check_problems("""
        {% hint "note" %}
                ^^^^^^ error[unknown-attribute]: `hint` accepts no value without an attribute name
        x
        {% /hint %}
    """)
    check_fix('{% hint "note" /%}\n', '{% hint type="note" /%}\n')
    for text in ('{% hint "tip" /%}\n', '{% hint "note" type="check" /%}\n', '{% showcase "soft" /%}\n'):
        check_fix(text, text)


def test_an_annotation_that_markdown_does_not_accept() -> None:
    check_problems("""
        # Title {% #top shade="x" %}
                        ^^^^^ error[unknown-attribute]: a heading has no attribute 'shade'
    """)


def test_a_missing_attribute_is_written() -> None:
    check_problems("""
        {% embed %}
           ^^^^^ error[missing-attribute]: `embed` needs `url`
        x
        {% /embed %}
    """)
    check_fix("{% embed %}\nx\n{% /embed %}\n", '{% embed url="" %}\nx\n{% /embed %}\n')


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ('{% grid columns="3" %}\na\n{% /grid %}\n', "{% grid columns=3 %}\na\n{% /grid %}\n"),
        ('{% details open="true" %}\na\n{% /details %}\n', "{% details open=true %}\na\n{% /details %}\n"),
        ("{% embed url=5 /%}\n", '{% embed url="5" /%}\n'),
    ],
)
def test_quotes_that_should_not_be_there_are_a_warning(before: str, after: str) -> None:
    assert codes(before) == ["coercible-value"]
    check_fix(before, after)


def test_a_value_of_the_wrong_type() -> None:
    check_problems("""
        {% grid columns="three" %}
                        ^^^^^^^ error[wrong-type]: `columns` takes a number, not "three"
        x
        {% /grid %}
    """)
    check_fix('{% details open="yes" %}\na\n{% /details %}\n', "{% details open=true %}\na\n{% /details %}\n")
    check_fix("{% grid columns=null %}\na\n{% /grid %}\n", "{% grid %}\na\n{% /grid %}\n")
    check_fix('{% error lines="1" /%}\n', '{% error lines=["1"] /%}\n')
    check_fix("{% grid columns=[3] %}\na\n{% /grid %}\n", "{% grid columns=3 %}\na\n{% /grid %}\n")
    check_fix("{% grid columns=[3, 4] %}\na\n{% /grid %}\n", "{% grid columns=[3, 4] %}\na\n{% /grid %}\n")
    assert "wrong-type" in codes("{% slot primary=5 /%}\n")
    assert codes("{% error lines=[1] /%}\n") == []


def test_a_value_that_is_not_allowed() -> None:
    check_problems("""
        {% hint type="Note" %}
                     ^^^^^^ error[value-not-allowed]: `type` takes "caution", "check", "note" or "warning", not "Note"
        x
        {% /hint %}
    """)
    check_fix('{% hint type="wraning" /%}\n', '{% hint type="warning" /%}\n')
    check_fix('{% hint type=["note"] /%}\n', '{% hint type="note" /%}\n')
    check_fix('{% hint id="1 bad" /%}\n', '{% hint id="bad" /%}\n')
    check_problems("""
        See {% xref "a" preview="popup" /%}
                                ^^^^^^^ error[value-not-allowed]: `preview` takes "drawer", not "popup"
    """)


def test_one_problem_of_a_value_is_reported_once() -> None:
    assert codes("{% hint type=5 %}\nx\n{% /hint %}\n") == ["value-not-allowed"]
    assert codes("{% hint type=null %}\nx\n{% /hint %}\n") == ["value-not-allowed"]


def test_a_value_with_spaces_is_a_string() -> None:
    check_problems("""
        {% grid spans="1 2" %}
        a

        ---

        b
        {% /grid %}
    """)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ('{% hero justify="left" %}\n# x\n{% /hero %}\n', '{% hero align="left" %}\n# x\n{% /hero %}\n'),
        ('{% grid layout="1 2" %}\na\n{% /grid %}\n', '{% grid spans="1 2" %}\na\n{% /grid %}\n'),
        ('{% grid layout="masonry" %}\na\n{% /grid %}\n', '{% grid mode="masonry" %}\na\n{% /grid %}\n'),
        (
            '{% showcase shadow="soft" %}\na\n{% /showcase %}\n',
            '{% showcase frame-shadow="sm" %}\na\n{% /showcase %}\n',
        ),
        ('{% showcase bleed="none" %}\na\n{% /showcase %}\n', "{% showcase %}\na\n{% /showcase %}\n"),
    ],
)
def test_old_names_become_new_ones(before: str, after: str) -> None:
    assert codes(before) == ["deprecated-attribute"]
    check_fix(before, after)
    assert codes(after) == []


def test_an_old_name_is_reported_where_its_value_counts() -> None:
    check_problems("""
        {% hero justify="left" justify="right" %}
                ^^^^^^^^^^^^^^ warning[duplicate-attribute]
                               ^^^^^^^ warning[deprecated-attribute]: `justify` is deprecated; use `align`
        # x
        {% /hero %}
    """)


def test_an_inline_rune_as_a_block() -> None:
    check_problems("""
        {% badge %}
           ^^^^^ error[wrong-place]
        new
        {% /badge %}
    """)
    check_fix("{% badge %}\nnew\n{% /badge %}\n", "{% badge %}new{% /badge %}\n")


def test_a_rune_that_fills_an_item_or_a_cell_is_right_there() -> None:
    assert codes("- {% badge /%}\n- {% badge /%}\n") == []
    assert codes("| A |\n|---|\n| {% badge /%} |\n") == []
    assert codes("{% badge /%}\n") == ["wrong-place"]


def test_content_of_a_rune_without_a_body() -> None:
    check_problems("""
        {% icon name="x" %}
           ^^^^ error[needless-content]
        y
        {% /icon %}
    """)
    check_fix('{% icon name="x" %}\ny\n{% /icon %}\n', '{% icon name="x" /%}\ny\n\n')


def test_unknown_functions_and_missing_parameters() -> None:
    check_problems("""
        Costs {% curency(5) %} and {% equals(1) %}
                 ^^^^^^^ error[unknown-function]: no function is called 'curency'; did you mean 'currency'?
                                      ^^^^^^ warning[function-parameters]: `equals` needs at least 2 parameters
    """)
    check_fix("{% curency(5) %} x\n", "{% currency(5) %} x\n")


@pytest.mark.parametrize(
    ("name", "least", "most"),
    [
        ("and", 1, None),
        ("or", 1, None),
        ("not", 1, 1),
        ("equals", 2, None),
        ("default", 2, 2),
        ("debug", 1, 1),
        ("currency", 1, 2),
        ("date", 1, None),
        ("number", 1, None),
        ("join", 1, 2),
        ("concat", 1, None),
        ("humanize", 1, 1),
    ],
)
def test_how_many_parameters_a_function_takes(name: str, least: int, most: int | None) -> None:
    def found(count: int) -> list[str]:
        return codes(f"x {{% {name}({', '.join('1' * count)}) %}}\n")

    assert found(least - 1) == ["function-parameters"]
    assert [found(count) for count in range(least, (most or 4) + 1)] == [[]] * ((most or 4) + 1 - least)
    assert found((most or 4) + 1) == (["function-parameters"] if most else [])


def test_a_plain_project_may_have_functions_of_its_own() -> None:
    check_problems(
        """
        Costs {% price(5) %}
                 ^^^^^ hint[unknown-function]
        """,
        plain(),
    )


def test_variables_of_the_page() -> None:
    check_problems("""
        {% $page.titel %} by {% $frontmatter.author %} from {% $file.path %}
           ^^^^^^^^^^^ warning[unknown-variable]: `$page` has no 'titel'; did you mean 'title'?
    """)
    check_fix("{% $page.titel %} x\n", "{% $page.title %} x\n")


def test_variables_of_the_site() -> None:
    site = Site(all_runes(), variables={"version": "1"})
    check_problems(
        """
        {% $version %} and {% if $verison %}x{% /if %}
                                 ^^^^^^^^ warning[unknown-variable]: no variable is called '$verison'; did you mean

        {% concat([$verison], {a: $versoin}) %}
                                  ^^^^^^^^ warning[unknown-variable]
        """,
        site,
    )


def test_a_variable_of_an_unknown_site_is_a_hint() -> None:
    check_problems("""
        Version {% $version %}
                   ^^^^^^^^ hint[unknown-variable]
    """)
    assert codes("Version {% $version %}\n", plain()) == []


def test_item_is_defined_inside_a_collection() -> None:
    page = '{% collection type="page" %}\n{% $item.title %} of {% $count %}\n{% /collection %}\n'
    assert codes(page) == []
    assert codes("{% $item.title %}\n") == ["unknown-variable"]


def test_misspelt_frontmatter_delimiters() -> None:
    check_problems("""
        ---
        subtitle: x
        ---

        {% $frontmatter.subtitel %} and {% $frontmatter.whatever %}
           ^^^^^^^^^^^^^^^^^^^^^ warning[unset-frontmatter]
    """)
    assert codes("{% $frontmatter.subtitel %} x\n", frontmatter={"subtitle": "x"}) == ["unset-frontmatter"]
    assert codes("{% $frontmatter %} x\n", frontmatter={"subtitle": "x"}) == []


def test_a_missing_partial() -> None:
    site = Site(all_runes(), partials=("header.md", "nested/foot.md"))
    check_problems(
        """
        {% partial file="header.md" /%}

        {% partial file="heade.md" /%}
                        ^^^^^^^^^^ error[partial-missing]: no partial is called 'heade.md'; did you mean 'header.md'?
        """,
        site,
    )
    assert codes('{% partial file="heade.md" /%}\n') == []
    assert codes("{% partial file=5 /%}\n", site) == codes("{% partial file=null /%}\n") == ["value-not-allowed"]
    assert codes('{% partial file="header.md" id="1 x" /%}\n', site) == ["value-not-allowed"]
    assert codes('{% partial file=["header.md"] /%}\n', site) == codes("{% partial file=$page.url /%}\n", site) == []


def test_a_part_outside_its_parent() -> None:
    check_problems("""
        {% tab name="a" %}
           ^^^ error[parent-required]: `tab` is a part of `tabs`
        x
        {% /tab %}

        {% region name="nav" %}
           ^^^^^^ hint[parent-required]
        x
        {% /region %}
    """)
    check_problems("""
        {% tabs %}
        {% if $page.draft %}
        {% tab name="a" %}
        x
        {% /tab %}
        {% /if %}
        {% /tabs %}
    """)
    assert codes('{% tab name="a" %}\nx\n{% /tab %}\n', path="content/_partials/tab.md") == []


def test_a_line_break_in_bold_is_not_a_problem() -> None:
    check_problems("""
        **one
        two** and *three
        four*
    """)
    assert codes("[a [b](/c) d](/e) **x __y__ z**\n") == ["child-invalid"]


def test_every_sample_of_a_rune_is_clean() -> None:
    found = {rune.name: codes(rune.sample) for rune in site_with_all_runes().vocabulary if rune.sample}
    assert len(found) > 100
    assert {name: each for name, each in found.items() if each} == {}


def test_a_rune_of_a_package_that_is_not_enabled() -> None:
    site = Site(vocabulary([bundled("core")]))
    check_problems(
        """
        {% hero %}
           ^^^^ error[unknown-rune]: `hero` is in `@refrakt-md/marketing`, which this site does not enable
        # Title
        {% /hero %}
        """,
        site,
    )


@pytest.mark.parametrize(("value", "code"), [('"2"', "coercible-value"), ('"a"', "wrong-type"), ("2", None)])
def test_attributes_of_markdown_are_checked_like_those_of_tags(value: str, code: str | None) -> None:
    text = f"{{% table %}}\n- a\n---\n- x {{% rowspan={value} %}}\n{{% /table %}}\n"
    assert codes(text, plain()) == ([code] if code is not None else [])
