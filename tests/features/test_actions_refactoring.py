"""Refactorings. None of them adds a problem, and all keep line endings and line prefixes."""

from __future__ import annotations

from functools import cache

import pytest

from refrakt.features.actions import code_actions
from refrakt.markdoc.document import parse
from refrakt.markdoc.tree import Span

from .checking import page_of, plain_markdoc
from .code_action_requests import (
    action_titled,
    check_action,
    request_at,
    request_for,
    request_on_site,
    text_after_action,
    titles_at,
)
from .sites import done

OFFERED = {
    "Wrap": "$0Text.$0\n",
    "Convert": "> No$0te\n",
    "Change": "{% $0hint %}\nx\n{% /hint %}\n",
    "Unwrap": "{% $0hint %}\nText.\n{% /hint %}\n",
    "Add": "{% $0swatch /%}\n",
    "Sort": '{% $0figure caption="x" size="small" /%}\n',
    "Put attributes": '{% fig$0ure\n   size="small"\n   caption="x" /%}\n',
    "Put each": '{% fig$0ure size="small" caption="x" /%}\n',
}
"""A fixture for each title prefix, so that a test for the absence of a title fails when the title is renamed."""


@cache
def is_title(verb: str) -> bool:
    return any(each.startswith(verb) for each in titles_at(OFFERED[verb]))


def check_no_title(fixture: str, verb: str) -> None:
    """No title has this prefix, which exists elsewhere."""
    assert is_title(verb)
    assert [each for each in titles_at(fixture) if each.startswith(verb)] == []


# Wrapping -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("$0Text.$0\n", "{% hint %}\nText.\n{% /hint %}\n"),
        ("$0Text.\n\nMore.\n$0", "{% hint %}\nText.\n\nMore.\n{% /hint %}\n"),
        ("a\n\n$0😀 text\r\n$0\r\nb\r\n", "a\n\n{% hint %}\r\n😀 text\r\n{% /hint %}\r\n\r\nb\r\n"),
        ("> $0Text.$0\n", "> {% hint %}\n> Text.\n> {% /hint %}\n"),
        ("- a\n\n  $0Text.$0\n- b\n", "- a\n\n  {% hint %}\n  Text.\n  {% /hint %}\n- b\n"),
        ("# Title\n$0Text.$0\n## Next\n", "# Title\n\n{% hint %}\nText.\n{% /hint %}\n\n## Next\n"),
        ("{% card %}\n$0Text.$0\n{% /card %}\n", "{% card %}\n{% hint %}\nText.\n{% /hint %}\n{% /card %}\n"),
        ("$0## A\n```js\ncode\n```$0\n", "{% hint %}\n## A\n```js\ncode\n```\n{% /hint %}\n"),
    ],
)
def test_blocks_in_a_rune(before: str, after: str) -> None:
    check_action(before, "Wrap in `hint`", after)


def test_list_items_stay_tight() -> None:
    """A blank line would make paragraphs of all of them."""
    after = "- a\n- b\n  {% deflist %}\n  - c\n  {% /deflist %}\n- d\n"
    check_action("- a\n- b\n  $0- c$0\n- d\n", "Wrap in `deflist`", after)
    check_action("- a\n- b\n  - $0c\n- d\n", "Convert list to `deflist`", after)


def test_runes_with_a_similar_sample_come_first() -> None:
    table = "$0| a | b |\n|---|---|\n| 1 | 2 |$0\n"
    assert [each for each in titles_at(table, "refactor") if each.startswith("Wrap")][:2] == [
        "Wrap in `chart`",
        "Wrap in `datatable`",
    ]
    assert titles_at("$01. a\n2. b$0\n", "refactor")[0] == "Wrap in `steps`"


def test_runes_used_on_the_site_come_first() -> None:
    site = """
        -- content/index.md --
        $0Text.$0
        -- content/other.md --
        {% sidenote %}
        x
        {% /sidenote %}
    """
    with request_on_site(site) as (request, _):
        assert (
            next(each.title for each in code_actions(request) if each.title.startswith("Wrap")) == "Wrap in `sidenote`"
        )


def test_inline_text_in_a_rune() -> None:
    check_action("Some $0words$0 here\n", "Wrap in `badge`", "Some {% badge %}words{% /badge %} here\n")
    check_action("| a |\n|---|\n| $0b$0 |\n", "Wrap in `badge`", "| a |\n|---|\n| {% badge %}b{% /badge %} |\n")
    check_action("Some $0**bold** x$0\n", "Wrap in `badge`", "Some {% badge %}**bold** x{% /badge %}\n")


@pytest.mark.parametrize(
    "fixture",
    [
        "Some wo$0rds here\n",
        "$0\n$0\n",
        "a **b$0c** d$0 e\n",
        "```\nco$0de$0\n```\n",
        "`co$0de$0`\n",
        "Half $0of one.\n\nHalf$0 of another.\n",
        "{% hint $0type=$0\n",
        "- $0a\n- b$0\n",
        "$0{% /hint %}$0\n",
        "---\n$0title: x$0\n---\n",
        "{% table %}\n$0- A\n- B\n---\n- 1\n- 2$0\n{% /table %}\n",
    ],
)
def test_no_wrap(fixture: str) -> None:
    check_no_title(fixture, "Wrap")


def test_no_wrap_in_a_rune_that_is_not_closed() -> None:
    assert titles_at("{% hint %}\n$0Text.$0\n", "refactor") == ["Wrap in `badge`"], "inline text only"


def test_no_rune_in_a_parent_that_would_drop_it() -> None:
    check_no_title("{% codegroup %}\n$0```js\nx\n```$0\n{% /codegroup %}\n", "Wrap")


def test_a_part_stays_in_its_parent() -> None:
    fixture = '{% pricing %}\n# P\n\n$0{% tier name="x" %}\n- a\n{% /tier %}$0\n{% /pricing %}\n'
    assert "Wrap in `hint`" not in titles_at(fixture)
    assert "Wrap in `hint`" in titles_at("{% card %}\n# P\n\n$0{% details %}\n- a\n{% /details %}$0\n{% /card %}\n")


# Converting -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("before", "title", "after"),
    [
        ("> No$0te\n> well\n", "Convert quote to `hint`", "{% hint %}\nNote\nwell\n{% /hint %}\n"),
        (
            "> a$0\n>\n> - b\n>   - c\nlazy\n",
            "Convert quote to `hint`",
            "{% hint %}\na\n\n- b\n  - c\nlazy\n{% /hint %}\n",
        ),
        ("- x\n\n  > No$0te\n", "Convert quote to `hint`", "- x\n\n  {% hint %}\n  Note\n  {% /hint %}\n"),
        (
            "| a | b |\r\n|---|---|\r\n| 1$0 | 2 |\r\n",
            "Convert table to `datatable`",
            "{% datatable %}\r\n| a | b |\r\n|---|---|\r\n| 1 | 2 |\r\n{% /datatable %}\r\n",
        ),
        ("1. o$0ne\n2. two\n", "Convert list to `steps`", "{% steps %}\n1. one\n2. two\n{% /steps %}\n"),
        ("- **A:** $0b\n", "Convert list to `deflist`", "{% deflist %}\n- **A:** b\n{% /deflist %}\n"),
        ("![a$0](/a.png)\n", "Convert image to `figure`", "{% figure %}\n![a](/a.png)\n{% /figure %}\n"),
        (
            "```$0js\nx\n```\n",
            "Convert code block to `codegroup`",
            "{% codegroup %}\n```js\nx\n```\n{% /codegroup %}\n",
        ),
    ],
)
def test_convert_markdown_to_a_rune(before: str, title: str, after: str) -> None:
    check_action(before, title, after)


@pytest.mark.parametrize(
    "fixture",
    [
        "Te$0xt.\n",
        "{% steps %}\n1. o$0ne\n{% /steps %}\n",
        "{% datatable %}\n| a |\n|---|\n| $01 |\n{% /datatable %}\n",
        "```js\nx$0\n```\n",
        "# He$0ading\n",
    ],
)
def test_no_conversion(fixture: str) -> None:
    check_no_title(fixture, "Convert")


# Tags -----------------------------------------------------------------------------------------------------------------


def test_change_a_rune_to_a_similar_one() -> None:
    check_action("{% $0hint %}\nx\n{% /hint %}\n", "Change `hint` to `details`", "{% details %}\nx\n{% /details %}\n")
    check_action("{% hint %}\nx\n{% /hi$0nt %}\n", "Change `hint` to `details`", "{% details %}\nx\n{% /details %}\n")


def test_only_runes_with_the_same_attributes() -> None:
    # No other rune has this attribute.
    check_no_title('{% $0hint type="note" %}\nx\n{% /hint %}\n', "Change")
    inside = titles_at("{% $0tabs %}\n## A\n\n{% hint %}\nx\n{% /hint %}\n\n## B\n\ny\n{% /tabs %}\n")
    assert "Change `tabs` to `codegroup`" not in inside
    assert "Unwrap `tabs`" in inside


def test_other_names_of_a_rune() -> None:
    check_action(
        "{% $0callout %}\nx\n{% /callout %}\n", "Use `hint` instead of `callout`", "{% hint %}\nx\n{% /hint %}\n"
    )
    check_action(
        "{% $0hint %}\nx\n{% /hint %}\n", "Use `callout` instead of `hint`", "{% callout %}\nx\n{% /callout %}\n"
    )


def test_an_entity_keeps_its_primary_rune_name() -> None:
    """`refrakt plan` knows work by this name alone."""
    titles = titles_at('{% $0work id="WORK-1" %}\n# T\n{% /work %}\n')
    assert not [each for each in titles if each.endswith("instead of `work`")]
    assert "Use `work` instead of `task`" in titles_at('{% $0task id="WORK-1" %}\n# T\n{% /task %}\n')


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("{% $0hint %}\nText.\n\nMore.\n{% /hint %}\n", "Text.\n\nMore.\n"),
        ("a\n\n{% $0hint %}\r\nText.\r\n{% /hint %}\r\n\r\nb\r\n", "a\n\nText.\r\n\r\nb\r\n"),
        ("a\n\n{% $0hint %}\n\nText.\n\n{% /hint %}\n\nb\n", "a\n\nText.\n\nb\n"),
        ("> {% $0hint %}\n> Text.\n> {% /hint %}\n", "> Text.\n"),
        ("- {% $0hint %}\n  a\n\n  b\n  {% /hint %}\n- c\n", "- a\n\n  b\n- c\n"),
        ("{% $0hint %}\n  - a\n    - b\n{% /hint %}\n", "- a\n  - b\n"),
        ("a {% $0badge %}b{% /badge %} c\n", "a b c\n"),
        ("# Title\n{% $0hint %}\na\n{% /hint %}\n# Next\n", "# Title\n\na\n\n# Next\n"),
    ],
)
def test_unwrap(before: str, after: str) -> None:
    name = "badge" if "badge" in before else "hint"
    check_action(before, f"Unwrap `{name}`", after)


@pytest.mark.parametrize(
    "fixture",
    [
        "{% $0hint %}\nx\n",
        "{% $0hint",
        '{% $0icon name="x" /%}\n',
        "{% hint %}\nte$0xt\n{% /hint %}\n",
        '{% $0pricing %}\n# P\n\n{% tier name="x" %}\n- a\n{% /tier %}\n{% /pricing %}\n',
        '{% $0collection type="x" %}\n{% $item.title %}\n{% /collection %}\n',
        '{% $0work id="WORK-1" %}\n# T\n\ntext\n{% /work %}\n',
        "```\n{% $0hint %}\nx\n{% /hint %}\n```\n",
        "{% $0/hint %}\n",
        "{% $0table %}\n- A\n- B\n---\n- 1\n- 2\n{% /table %}\n",
        # The last line would become one of the item.
        "> {% $0hint %}\n> 1. one\n> {% /hint %}\nlazy line\n",
        # Two paragraphs need a blank line between them, and that would make paragraphs of the other items.
        "- a\n- b\n  {% $0hint %}\n  c\n  {% /hint %}\n",
    ],
)
def test_no_unwrap(fixture: str) -> None:
    check_no_title(fixture, "Unwrap")


def test_a_long_rune_is_checked_on_resolve() -> None:
    text = "word " * 5_000
    page = f"{{% $0hint %}}\n{text}\n{{% /hint %}}\n"
    assert "Unwrap `hint`" in titles_at(page)
    check_no_title(page, "Change")


def test_required_attributes() -> None:
    check_action("{% $0swatch /%}\n", "Add required attributes `color`, `label`", '{% swatch color="" label="" /%}\n')
    check_no_title('{% $0swatch color="#fff" label="x" /%}\n', "Add")


def test_sort_attributes() -> None:
    check_action(
        '{% $0figure tint="warm" caption="x" .wide size="small" #one %}\n![a](/a.png)\n{% /figure %}\n',
        "Sort attributes of `figure`",
        '{% figure #one .wide size="small" caption="x" tint="warm" %}\n![a](/a.png)\n{% /figure %}\n',
    )
    check_no_title('{% $0figure size="small" caption="x" /%}\n', "Sort")


def test_attributes_on_one_line_or_several() -> None:
    one = '{% figure size="small" caption="x" %}\n![a](/a.png)\n{% /figure %}\n'
    many = '{% figure\n   size="small"\n   caption="x" %}\n![a](/a.png)\n{% /figure %}\n'
    check_action(one.replace("figure ", "fig$0ure ", 1), "Put each attribute of `figure` on its own line", many)
    check_action(many.replace("figure\n", "fig$0ure\n", 1), "Put attributes of `figure` on one line", one)


@pytest.mark.parametrize(
    "fixture", ['a {% ba$0dge color="x" .y %}b{% /badge %}\n', "| {% ba$0dge .x .y %}a{% /badge %} |\n|---|\n"]
)
def test_an_inline_tag_is_not_split(fixture: str) -> None:
    check_no_title(fixture, "Put each")
    check_no_title(fixture, "Put attributes")


# Partials -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("page", "name", "text", "left"),
    [
        ("# A\n\n$0## Linux & co\n\nText.$0\n\nEnd.\n", "linux-co", "## Linux & co\n\nText.\n", "# A\n\nTAG\n\nEnd.\n"),
        ("$0Text.$0\n", "shared-2", "Text.\n", "TAG\n"),
        ("> - $0a\n>\n>   > b$0\n", "shared-2", "a\n\n> b\n", "> - TAG\n"),
        ("$0{% hint %}\nx\n{% /hint %}$0\n", "hint", "{% hint %}\nx\n{% /hint %}\n", "TAG\n"),
    ],
)
def test_extract_blocks_to_a_partial(page: str, name: str, text: str, left: str) -> None:
    with request_on_site(f"-- content/index.md --\n{page}-- content/_partials/shared.md --\nx\n") as (request, files):
        changes = action_titled(request, f"Extract to partial `{name}.md`").edit()
        assert changes is not None
        after = done(files, changes)
        assert after[f"content/_partials/{name}.md"] == text
        assert after["content/index.md"] == left.replace("TAG", f'{{% partial file="{name}.md" /%}}')


def test_a_partial_is_named_after_its_heading() -> None:
    with request_on_site("-- content/index.md --\n$0## Über 日本_x$0\n") as (request, _):
        assert "Extract to partial `über-日本-x.md`" in [each.title for each in code_actions(request)]


def test_the_title_lists_variables() -> None:
    with request_on_site("-- content/index.md --\n$0By {% $frontmatter.author %}.$0\n") as (request, _):
        assert "Extract to partial `shared.md` (uses `$frontmatter`)" in [each.title for each in code_actions(request)]


@pytest.mark.parametrize(
    "page",
    [
        "$0See [it][x].$0\n\n[x]: /y\n",
        "$0See [it][x].\n\n[x]: /y$0\n\n[it][x]\n",
        "$0Ha$0lf a line\n",
        "- $0a\n- b$0\n",
        "{% hint %}\n$0x$0\n",
        "{% codegroup %}\n$0```\nx\n```$0\n{% /codegroup %}\n",
    ],
)
def test_blocks_that_would_parse_differently_are_not_extracted(page: str) -> None:
    with request_on_site(f"-- content/index.md --\n{page}") as (request, _):
        assert not [each.title for each in code_actions(request) if each.title.startswith("Extract")]
    with request_on_site("-- content/index.md --\n$0Text.$0\n") as (request, _):
        assert [each.title for each in code_actions(request) if each.title.startswith("Extract")]


@pytest.mark.parametrize(
    ("tag", "text", "after"),
    [
        ('{% partial file="p.md" /%}', "Text.\n\n- a\n  - b\n", "A\n\nText.\n\n- a\n  - b\n\nB\n"),
        (
            '{% partial file="p.md" variables={name: "Ada", n: 3} /%}',
            "Hello {% $name %}.\n\n{% progress max=$n /%}\n\n{% $frontmatter.title %}\n",
            "A\n\nHello Ada.\n\n{% progress max=3 /%}\n\n{% $frontmatter.title %}\n\nB\n",
        ),
    ],
)
def test_inline_a_partial(tag: str, text: str, after: str) -> None:
    page = f"A\n\n{tag.replace('partial', 'par$0tial', 1)}\n\nB\n"
    with request_on_site(f"-- content/index.md --\n{page}-- content/_partials/p.md --\n{text}") as (request, files):
        changes = action_titled(request, "Inline partial `p.md`").edit()
        assert changes is not None
        assert done(files, changes)["content/index.md"] == after


def test_inline_a_partial_in_a_list() -> None:
    page = '- A\n\n  {% par$0tial file="p.md" /%}\n- B\n'
    with request_on_site(f"-- content/index.md --\n{page}-- content/_partials/p.md --\na\n\nb\n") as (request, files):
        changes = action_titled(request, "Inline partial `p.md`").edit()
        assert changes is not None
        assert done(files, changes)["content/index.md"] == "- A\n\n  a\n\n  b\n- B\n"


@pytest.mark.parametrize(
    ("tag", "text"),
    [
        ('{% partial file="p.md" /%}', "---\ntitle: x\n---\nText.\n"),
        ('{% partial file="p.md" /%}', 'Text.\n\n{% partial file="p.md" /%}\n'),
        ('{% partial file="gone.md" /%}', "Text.\n"),
        ("{% partial file=$frontmatter.file /%}", "Text.\n"),
    ],
)
def test_partials_without_an_inline_action(tag: str, text: str) -> None:
    page = f"A\n\n{tag.replace('partial', 'par$0tial', 1)}\n\nB\n"
    with request_on_site(f"-- content/index.md --\n{page}-- content/_partials/p.md --\n{text}") as (request, _):
        assert not [each.title for each in code_actions(request) if each.title.startswith("Inline")]
    page = 'A\n\n{% par$0tial file="p.md" /%}\n\nB\n'
    with request_on_site(f"-- content/index.md --\n{page}-- content/_partials/p.md --\nText.\n") as (request, _):
        assert [each.title for each in code_actions(request) if each.title.startswith("Inline")]


@pytest.mark.parametrize(
    "text",
    [
        "{% if equals($name, 1) %}\nx\n{% /if %}\n",
        "{% $name.first %}\n",
        "See [x][y].\n\n[y]: /z\n",
        "\n",
    ],
)
def test_partials_that_cannot_be_inlined(text: str) -> None:
    check_not_inlined('{% par$0tial file="p.md" variables={name: "a*b"} /%}\n', text)


@pytest.mark.parametrize("value", ["- a", "1. a", "_a_", " a", "a ", "---", "a  b", "+", "# a"])
def test_values_that_would_parse_differently(value: str) -> None:
    check_not_inlined(f'{{% par$0tial file="p.md" variables={{name: "{value}"}} /%}}\n', "{% $name %}\n")


def test_a_partial_that_would_change_the_list_around_it() -> None:
    check_not_inlined('- a\n- {% par$0tial file="p.md" /%}\n- b\n', "# H\n\n- x\n")


def check_not_inlined(page: str, text: str) -> None:
    with request_on_site(f"-- content/index.md --\n{page}-- content/_partials/p.md --\n{text}") as (request, _):
        assert action_titled(request, "Inline partial `p.md`").edit() is None


# Organising -----------------------------------------------------------------------------------------------------------


def test_sort_link_definitions() -> None:
    check_action(
        "$0See [b] and [A].\n\n[b]: /b\n[unused]: /x\n\n[a]: /a\n[a]: /again\n",
        "Sort link definitions and remove unused ones",
        "See [b] and [A].\n\n[a]: /a\n[b]: /b\n",
    )


@pytest.mark.parametrize(
    "fixture",
    ["$0See [b].\n\n[b]: /b\n", "$0Text.\n\n[//]: # (a remark)\n", "$0> [a]: /a\n"],
)
def test_sorted_definitions(fixture: str) -> None:
    kind = "source.organizeLinkDefinitions"
    assert titles_at(fixture, kind) == []
    assert titles_at(f"{fixture}\n\n[unused]: /x\n", kind) == ["Sort link definitions and remove unused ones"]


# Elsewhere ------------------------------------------------------------------------------------------------------------


def test_plain_markdoc_has_no_runes_to_offer() -> None:
    request = request_at("$0Text.$0\n", plain_markdoc())
    assert not [each.title for each in code_actions(request) if each.title == "Wrap in `hint`"]
    assert "Wrap in `hint`" in titles_at("$0Text.$0\n")


@pytest.mark.parametrize("text", ["", "\n", "{%", "{% hint", "---\n", "{% a %}{% a", "> {% a", "😀\r"])
def test_incomplete_pages(text: str) -> None:
    page = page_of(text)
    for start in range(len(text) + 1):
        for end in range(start, len(text) + 1):
            request = request_for(page, Span(start, end))
            for each in code_actions(request):
                new = text_after_action(request, each)
                assert new is None or parse(new) is not None
