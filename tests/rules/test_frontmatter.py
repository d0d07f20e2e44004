"""Frontmatter that is invalid, or has misspelt keys and wrong values."""

from __future__ import annotations

import pytest

from refrakt.rules.page_checker import check

from .checking import check_fix, check_problems, codes, page_of


def test_invalid_yaml_is_reported_at_the_error() -> None:
    check_problems("""
        ---
        title: Boats: a history
               ^^^^^^^^^^^^^^^^ error[frontmatter-yaml]: the value of `title` contains a `:`, so it needs quotes
        ---
    """)
    check_fix(
        "---\ntitle: Boats: a history\n---\n",
        '---\ntitle: "Boats: a history"\n---\n',
    )
    check_fix("---\nicon: @anchor\n---\n", '---\nicon: "@anchor"\n---\n')


def test_frontmatter_is_keys_and_values() -> None:
    check_problems("""
        ---
        just words
        ^^^^^^^^^^ error[frontmatter-shape]
        ---
    """)


def test_the_earlier_of_two_equal_keys_is_removed() -> None:
    check_problems("""
        ---
        title: One
        title: Two
        ^^^^^ error[frontmatter-duplicate-key]
        ---
    """)
    check_fix("---\ntitle: One\norder: 1\ntitle: Two\n---\n", "---\norder: 1\ntitle: Two\n---\n")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ('draft: "true"', "draft: true"),
        ("draft: yes", "draft: true"),
        ('order: "3"', "order: 3"),
        ("title: 2024", 'title: "2024"'),
        ("tags: boats, harbour", "tags: [boats, harbour]"),
        ("date: 2024", 'date: "2024"'),
    ],
)
def test_values_of_the_wrong_type(before: str, after: str) -> None:
    assert codes(f"---\n{before}\n---\n") == ["frontmatter-type"]
    check_fix(f"---\n{before}\n---\n", f"---\n{after}\n---\n")
    assert codes(f"---\n{after}\n---\n") == []


def test_a_misspelt_key() -> None:
    check_problems("""
        ---
        titel: One
        ^^^^^ warning[frontmatter-unknown-key]: unknown key 'titel'; did you mean 'title'?
        category: any key will do
        name: x
        ---
    """)
    for key in ("version_group", "versiongroup", "ver-sion-group"):
        check_fix(f"---\n{key}: a\n---\n", "---\nversionGroup: a\n---\n")


def test_a_key_without_a_value_is_being_typed() -> None:
    assert codes("---\ntitle:\ndraft:\n---\n") == []


def test_frontmatter_must_be_closed() -> None:
    check_problems(
        """
        ---
        ^^^ error[frontmatter-unclosed]: this frontmatter is never closed
        title: Bread

        # Bread
        """
    )
    check_problems("---\n\nA line across the page, and text.\n")


def test_frontmatter_that_exceeds_a_limit_does_not_prevent_fixes_of_the_page() -> None:
    found = check(page_of(f"---\na: {'[' * 500}{']' * 500}\n---\n\n{{% hnit /%}}\n"))
    assert [(each.code, each.fix is not None) for each in found] == [("too-deep", False), ("unknown-rune", True)]


def test_separate_frontmatter_is_checked_too() -> None:
    assert codes("# Bread\n", frontmatter={"title": 5, "draft": "yes", "tags": ["a"]}) == ["frontmatter-type"] * 2
    assert codes("", frontmatter={"title": 5}) == ["frontmatter-type"]
    found = check(page_of("# Bread\n", frontmatter={"draft": ["x"], "title": 5, "order": {"a": 1}}))
    assert [each.span.bounds for each in found] == [(0, 0)] * 3
