"""Completion of keys and values of the frontmatter, also while it is invalid."""

from __future__ import annotations

import pytest

from refrakt.features.completion import complete
from refrakt.rules.frontmatter_type import KNOWN_KEYS

from .checking import applied, completions_at, plain_markdoc
from .sites import open_site
from .test_completion_pages import CONFIG

SITE = f"""{CONFIG}
-- content/_layout.md --
{{% layout %}}
{{% region name="header" %}}
{{% $frontmatter.subtitle %}} by {{% $frontmatter.author.name %}}
{{% /region %}}
{{% /layout %}}
-- content/a.md --
---
title: A
category: guide
tags: [start, "with, comma"]
author:
  name: Ada
  home: London
series: {{name: First steps}}
---
-- content/b.md --
---
title: B
category: guide
tags:
  - start
  - install
type: article
---
-- content/c.md --
---
title: C
category: "yes: no"
---
"""


def offers(text: str) -> list[str]:
    with open_site(f"{SITE}-- content/here.md --\n{text}\n") as here:
        return [each.label for each in complete(here.page, here.offset).items]


def taken(text: str, label: str) -> str:
    with open_site(f"{SITE}-- content/here.md --\n{text}\n") as here:
        (chosen,) = [each for each in complete(here.page, here.offset).items if each.label == label]
        assert chosen.span.start <= here.offset <= chosen.span.end
        return applied(here.page.document.text, chosen).removesuffix("\n")


# Keys -----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("before", "label", "after"),
    [
        ("---\n$0\n---", "title", "---\ntitle: \n---"),
        ("---\nti$0\n---", "title", "---\ntitle: \n---"),
        ("---\nti$0tle: x\n---", "title", "---\ntitle: x\n---"),
        ("---\ntitle: x\nlay$0\n---", "layout", "---\ntitle: x\nlayout: \n---"),
        ("---\nlay$0\ntitle: x\n---", "layout", "---\nlayout: \ntitle: x\n---"),
        ("---\r\ntitle: x\r\nlay$0\r\n---\r", "layout", "---\r\ntitle: x\r\nlayout: \r\n---\r"),
        ("---\ntitle: 😀\nta$0\n---", "tags", "---\ntitle: 😀\ntags: []\n---"),
        ("---\ndra$0\n---", "draft", "---\ndraft: true\n---"),
        ("---\ntitle: x\ndra$0", "draft", "---\ntitle: x\ndraft: true"),
        ("---\nauthor:\n  na$0\n---", "name", "---\nauthor:\n  name: \n---"),
        ("---\nauthor:\n  name: x\n  $0\n---", "home", "---\nauthor:\n  name: x\n  home: \n---"),
        ("---\nauthor: {na$0}\n---", "name", "---\nauthor: {name: }\n---"),
        ("---\nsubt$0\n---", "subtitle", "---\nsubtitle: \n---"),
    ],
)
def test_keys(before: str, label: str, after: str) -> None:
    assert taken(before, label) == after


def test_keys_of_layouts_come_first_then_built_in_ones_then_those_of_other_pages() -> None:
    found = offers("---\n$0\n---")
    assert found[:2] == ["subtitle", "author"]
    assert {*KNOWN_KEYS} <= {*found}
    assert found.index("layout") < found.index("category") < len(found)


def test_a_set_key_is_not_completed_again() -> None:
    assert {"title", "category", "layout"} <= {*offers("---\n$0\n---")}
    found = offers("---\ntitle: x\ncategory: y\n$0\n---")
    assert "layout" in found
    assert not {"title", "category"} & {*found}
    assert "name" not in offers("---\nauthor:\n  name: x\n  $0\n---")


def test_other_levels_have_other_keys() -> None:
    assert offers("---\nauthor:\n  $0\n---") == ["name", "home"]
    assert offers("---\nseries:\n  $0\n---") == ["name"]


# Values ---------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("before", "label", "after"),
    [
        ("---\nlayout: $0\n---", "docs", "---\nlayout: docs\n---"),
        ("---\nlayout: do$0\ntitle: x\n---", "docs", "---\nlayout: docs\ntitle: x\n---"),
        ("---\nlayout: d$0efault\n---", "docs", "---\nlayout: docs\n---"),
        ('---\nlayout: "d$0"\n---', "docs", '---\nlayout: "docs"\n---'),
        ('---\nlayout: "d$0\n---', "docs", '---\nlayout: "docs"\n---'),
        ("---\nlayout: d$0", "docs", "---\nlayout: docs"),
        ("---\nicon: rock$0\n---", "rocket", "---\nicon: rocket\n---"),
        ("---\ntint: $0\n---", "sunset", "---\ntint: sunset\n---"),
        ("---\ntint-mode: $0\n---", "dark", "---\ntint-mode: dark\n---"),
        ("---\ndraft: $0\n---", "true", "---\ndraft: true\n---"),
        ("---\ntype: $0\n---", "article", "---\ntype: article\n---"),
        ("---\ncategory: $0\n---", "guide", "---\ncategory: guide\n---"),
        ("---\ncategory: $0\n---", "yes: no", '---\ncategory: "yes: no"\n---'),
        ("---\ntags: [$0]\n---", "start", "---\ntags: [start]\n---"),
        ("---\ntags: [start, in$0]\n---", "install", "---\ntags: [start, install]\n---"),
        ("---\ntags: [$0]\n---", "with, comma", '---\ntags: ["with, comma"]\n---'),
        ("---\ntags: [$0\n---", "start", "---\ntags: [start\n---"),
        ("---\ntags:\n  - st$0\n---", "start", "---\ntags:\n  - start\n---"),
        ("---\ntags:\n- $0\n---", "start", "---\ntags:\n- start\n---"),
        ("---\nauthor:\n  home: $0\n---", "London", "---\nauthor:\n  home: London\n---"),
        ("---\nseries: {name: $0}\n---", "First steps", "---\nseries: {name: First steps}\n---"),
    ],
)
def test_values(before: str, label: str, after: str) -> None:
    assert taken(before, label) == after


def test_frequent_values_come_first_and_listed_ones_are_left_out() -> None:
    assert offers("---\ntags: [$0]\n---")[0] == "start"
    assert "start" not in offers("---\ntags: [start, $0]\n---")
    assert offers("---\ncategory: $0\n---") == ["guide", "yes: no"]


@pytest.mark.parametrize(
    "text",
    [
        "---\ntitle: $0\n---",
        "---\ntitle: A b$0\n---",
        "---\ndescription: |\n  some $0\n---",
        "---\n# a comment $0\n---",
        "---\ntitle:$0\n---",
        "--$0-\ntitle: x\n---",
        "---\ntitle: x\n--$0-",
        "---\ntitle: x\n---\n\nA word $0",
        "---\n\nA para$0",
        "Text\n\n---\ncateg$0\n\n---",
        "---\n'a: $0\n---",
        "---\n- a$0\n---",
        "---\n[$0\n---",
    ],
)
def test_no_keys_elsewhere(text: str) -> None:
    assert offers(text) == []


def test_without_a_site_the_built_in_keys_are_completed() -> None:
    assert [each.label for each in completions_at("---\nlay$0\n---\n")][:2] == ["title", "description"]
    assert [each.label for each in completions_at("---\ndraft: $0\n---\n")] == ["true", "false"]


def test_another_site_has_none_of_them() -> None:
    assert completions_at("---\nlay$0\n---\n", plain_markdoc()) == []
    assert completions_at("---\ndraft: $0\n---\n", plain_markdoc()) == []


def test_a_key_is_quoted_where_yaml_needs_it() -> None:
    with open_site('-- content/a.md --\n---\n"@id: x": 1\n---\n-- content/b.md --\n---\n$0\n---') as here:
        (offer,) = [each for each in complete(here.page, here.offset).items if each.label == "@id: x"]
        after = applied(here.page.document.text, offer)
    assert after == '---\n"@id: x": \n---\n'
