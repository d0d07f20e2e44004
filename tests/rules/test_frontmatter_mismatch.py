"""Frontmatter and the schema that a site declares for it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from refrakt.markdoc.document import parse
from refrakt.rules.frontmatter_schema import FrontmatterField, FrontmatterSchema
from refrakt.rules.page import Page, Site
from refrakt.rules.page_checker import check
from refrakt.runes.vocabulary import vocabulary

SCHEMA = FrontmatterSchema(
    {
        "text": FrontmatterField("string"),
        "number": FrontmatterField("number"),
        "flag": FrontmatterField("boolean"),
        "level": FrontmatterField("enum", values=("easy", "hard", "1")),
        "list": FrontmatterField("array"),
        "object": FrontmatterField("object"),
        "date": FrontmatterField("date"),
        "other": FrontmatterField(),
    }
)
REQUIRED = FrontmatterSchema({"title": FrontmatterField("string", required=True)})


def messages(text: str, schema: FrontmatterSchema = SCHEMA) -> list[tuple[str, str]]:
    """The text at each problem, and the message."""
    document = parse(text)
    site = Site(vocabulary([], refrakt=False), frontmatter_schema=lambda path: schema)
    found = [each.in_file(document) for each in check(Page(document, site, "a.md"))]
    assert {each.code for each in found} <= {"frontmatter-mismatch"}
    return [(text[each.span.start : each.span.end], each.message) for each in found]


@pytest.mark.parametrize(
    ("line", "span", "message"),
    [
        ("text: 1", "1", "`text` must be a string"),
        ("text: 1.5", "1.5", "`text` must be a string"),
        ("text: true", "true", "`text` must be a string"),
        ("text: [a]", "text", "`text` must be a string"),
        ('number: "1"', '"1"', "`number` must be a number"),
        ("number: many", "many", "`number` must be a number"),
        ("number: true", "true", "`number` must be a number"),
        ("flag: 1", "1", "`flag` must be true or false"),
        ('flag: "true"', '"true"', "`flag` must be true or false"),
        ("flag: maybe", "maybe", "`flag` must be true or false"),
        ("level: esay", "esay", "`level` must be one of easy, hard, 1"),
        ("level: true", "true", "`level` must be one of easy, hard, 1"),
        ("list: a", "a", "`list` must be a list"),
        ("list: {a: 1}", "list", "`list` must be a list"),
        ("object: [a]", "object", "`object` must be an object"),
        ("date: [a]", "date", "`date` must be a date"),
    ],
)
def test_a_value_of_another_type(line: str, span: str, message: str) -> None:
    assert messages(f"---\n{line}\n---\n") == [(span, message)]


@pytest.mark.parametrize(
    "line",
    [
        *(
            "text: Boats",
            'text: "1"',
            "text: 2024-01-01",
            "text: 12:30",
            "text: 0777",
            "text: 1_000",
            "text:",
            "text: ~",
        ),
        *("text: |\n  1", "number: 1", "number: -1.5", "number: 1_000", "number: 0x1F", "number: .5"),
        *("flag: true", "flag: yes", "flag: off", "level: easy", "level: 1", 'level: "hard"'),
        *("list: [a]", "list:\n  - a", "object: {a: 1}", "date: 2024-01-01", "date: Monday", "other: [a]", "more: 1"),
        *("text: *unknown", "base: &base 1\nother: *base"),
    ],
)
def test_a_value_that_may_be_right(line: str) -> None:
    document = parse(f"---\n{line}\n---\n")
    site = Site(vocabulary([], refrakt=False), frontmatter_schema=lambda path: SCHEMA)
    assert "frontmatter-mismatch" not in [each.code for each in check(Page(document, site, "a.md"))]


def test_a_required_key() -> None:
    missing = "the required key `title` is missing"
    assert messages("---\norder: 1\n---\n", REQUIRED) == [("order", missing)]
    assert messages("# Boats\n", REQUIRED) == [("", missing)]
    assert messages("---\ntitle: Boats\n---\n", REQUIRED) == []
    assert messages("---\nbase: &base\n  title: Boats\n<<: *base\n---\n", REQUIRED) == []


def test_an_unknown_key_of_a_closed_schema() -> None:
    assert messages("---\ntxet: a\n---\n") == []
    assert messages("---\ntxet: a\n---\n", replace(SCHEMA, closed=True)) == [
        ("txet", "the schema has no key 'txet'; did you mean 'text'?")
    ]


def test_the_fields_of_an_editor_are_not_checked() -> None:
    assert messages("---\ntext: 1\n---\n", replace(SCHEMA, checked=False)) == []


def test_frontmatter_that_cannot_be_read_is_not_compared() -> None:
    document = parse("---\ntext: [1\n---\n")
    site = Site(vocabulary([], refrakt=False), frontmatter_schema=lambda path: REQUIRED)
    assert "frontmatter-mismatch" not in [each.code for each in check(Page(document, site, "a.md"))]
