"""Invalid frontmatter: the message names the cause, and the fix writes what was meant."""

from __future__ import annotations

import pytest

from refrakt.rules.dates import iso_date
from refrakt.rules.page_checker import check
from refrakt.rules.yaml_messages import plain_yaml_message

from .checking import check_fix, codes, page_of

REPAIRED = [
    ("title:Boats", "title: Boats", "a space is missing after the `:` of `title`"),
    ("title = Boats", "title: Boats", "`=` after `title`"),
    ("title=Boats", "title: Boats", "`=` after `title`"),
    ("title：Boats", "title: Boats", "`：` after `title`"),
    ("title Boats", "title: Boats", "a `:` is missing after `title`"),
    ("**title**: Boats", "title: Boats", "the key `title` is in Markdown characters"),
    ('"title": "Boats",', '"title": "Boats"', "a comma (`,`) at the end of a line"),
    ('title: "Boats', 'title: "Boats"', 'the quote `"` of `title` is not closed'),
    ("title: \"Boats'", 'title: "Boats"', "starts with the quote `\"` and ends with `'`"),
    ("title: 'It's a boat'", 'title: "It\'s a boat"', "which ends a text in single quotes"),
    ("tags: [a, b", "tags: [a, b]", "the bracket `[` of `tags` is not closed"),
    ("tags: - a", "tags:\n  - a", "a list starts on the line after its key"),
    ("icon: @anchor", 'icon: "@anchor"', "a value that starts with `@` needs quotes"),
    ("title: Boats: a history", 'title: "Boats: a history"', "contains a `:`, so it needs quotes"),
]


@pytest.mark.parametrize(("wrong", "right", "message"), REPAIRED)
def test_a_line_is_written_as_it_was_meant(wrong: str, right: str, message: str) -> None:
    for before, after in (("", "\norder: 1"), ("order: 1\n", "")):
        text = f"---\n{before}{wrong}{after}\n---\n\n# A\n"
        (problem,) = check(page_of(text))
        assert message in problem.message
        check_fix(text, f"---\n{before}{right}{after}\n---\n\n# A\n")


FENCES = [
    ("---\ntitle: A\n\n# A\n", "---\ntitle: A\n---\n\n# A\n"),
    ("---\ntitle: A\n--\n\n# A\n", "---\ntitle: A\n---\n\n# A\n"),
    ("---\ntitle: A\n----\n\n# A\n\n---\n\nB\n", "---\ntitle: A\n---\n\n# A\n\n---\n\nB\n"),
    ("---\ntitle: A ---\n\n# A\n", "---\ntitle: A\n---\n\n# A\n"),
    ("title: A\n---\n\n# A\n", "---\ntitle: A\n---\n\n# A\n"),
    ("—\ntitle: A\n—\n\n# A\n", "---\ntitle: A\n---\n\n# A\n"),
    ('+++\ntitle = "A"\n+++\n\n# A\n', "---\ntitle: A\n---\n\n# A\n"),
    (';;;\n{"title": "A"}\n;;;\n\n# A\n', "---\ntitle: A\n---\n\n# A\n"),
    ("\n\n---\ntitle: A\n---\n\n# A\n", "---\ntitle: A\n---\n\n# A\n"),
]


@pytest.mark.parametrize(("wrong", "right"), FENCES)
def test_fences_are_written(wrong: str, right: str) -> None:
    assert len(check(page_of(wrong))) == 1
    check_fix(wrong, right)


@pytest.mark.parametrize(
    "text",
    [
        "---\n\nA thematic break, then text: with a colon.\n",
        "Note: this is a sentence.\n\n---\n\nMore.\n",
        "***\n\ntext\n",
        "---\n# A comment\ntitle: A\n---\n",
        "# A\n\n---\n\nname: value\n",
        "{% if $x %}\nA\n{% /if %}\n",
    ],
)
def test_other_texts_are_not_reported(text: str) -> None:
    assert not [each for each in codes(text) if each.startswith("frontmatter-")]


def test_text_that_is_read_as_frontmatter_causes_no_other_problem() -> None:
    text = "---\ntitle: A\n\n{% hint %}\n\nB\n\n---\n\nC\n\n{% /hint %}\n"
    assert codes(text) == ["frontmatter-unclosed"]


@pytest.mark.parametrize(
    ("wrong", "right"),
    [
        ("title: “A b”", 'title: "A b"'),
        ("title: A b,", "title: A b"),
        ('title: A b"', 'title: "A b"'),
        ("title: #1", 'title: "#1"'),
    ],
)
def test_characters_that_become_part_of_a_value(wrong: str, right: str) -> None:
    assert codes(f"---\n{wrong}\n---\n") == ["frontmatter-stray-character"]
    check_fix(f"---\n{wrong}\n---\n", f"---\n{right}\n---\n")


@pytest.mark.parametrize("value", ["The “A” question", 'A 12"', "A, b", "'A',", "C # a comment"])
def test_characters_that_belong_to_a_value(value: str) -> None:
    assert "frontmatter-stray-character" not in codes(f"---\ntitle: {value}\n---\n")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("2026/01/31", "2026-01-31"),
        ("2026-1-5", "2026-01-05"),
        ("January 5, 2026", "2026-01-05"),
        ("5th of Jan 2026", "2026-01-05"),
        ("05/01/2026", None),
        ("2026-13-01", None),
        ("soon", None),
    ],
)
def test_dates(text: str, expected: str | None) -> None:
    assert iso_date(text) == expected


def test_messages_of_the_parser_are_plain() -> None:
    assert plain_yaml_message("invalid YAML: could not find expected ':'") == (
        "a line without a key; each line is `key: value`"
    )
    assert plain_yaml_message("unknown anchor `&a`") == "unknown anchor `&a`"
