"""Ids of headings under the rules that sites use."""

from __future__ import annotations

import pytest

from refrakt.project.frameworks.slugs import (
    SLUG_RULES,
    HeadingText,
    SlugRule,
    github_slug,
    heading_ids,
    markdoc_slug,
    may_be_id,
    sindresorhus_slug,
)


@pytest.mark.parametrize(
    ("text", "sindresorhus", "github", "markdoc"),
    [
        ("Getting started", "getting-started", "getting-started", "getting-started"),
        ("What is it?", "what-is-it", "what-is-it", "what-is-it"),
        ("fooBar", "foo-bar", "foobar", "foobar"),
        ("parseHTMLText", "parse-html-text", "parsehtmltext", "parsehtmltext"),
        ("Read & write", "read-and-write", "read--write", "read-&-write"),
        ("I can't", "i-cant", "i-cant", "i-can't"),
        ("v1.2: new_names", "v1-2-new-names", "v12-new_names", "v1.2:-new_names"),
        ("Über uns", "ueber-uns", "über-uns", "über-uns"),
        ("Déjà vu", "deja-vu", "déjà-vu", "déjà-vu"),
        ("  a  b  ", "a-b", "--a--b--", "-a-b-"),
    ],
)
def test_a_slug(text: str, sindresorhus: str, github: str, markdoc: str) -> None:
    assert (sindresorhus_slug(text), github_slug(text), markdoc_slug(text)) == (sindresorhus, github, markdoc)


def test_other_scripts_are_not_known_to_sindresorhus() -> None:
    assert sindresorhus_slug("入门") is None
    assert github_slug("入门 1") == "入门-1"


@pytest.mark.parametrize(
    ("rule", "expected"),
    [
        ("sindresorhus", ["setup", "setup-2", "setup-3", "other"]),
        ("github", ["setup", "setup-1", "setup-2", "other"]),
        ("markdoc", ["setup", "setup", "setup", "other"]),
    ],
)
def test_repeated_headings(rule: SlugRule, expected: list[str]) -> None:
    headings = [HeadingText(text, text) for text in ("Setup", "Setup", "Setup", "Other")]
    assert heading_ids(rule, headings) == expected


def test_only_direct_text_counts_for_markdoc() -> None:
    heading = HeadingText("The run command", "The  command")
    assert heading_ids("markdoc", [heading]) == ["the-command"]
    assert heading_ids("github", [heading]) == ["the-run-command"]


def test_a_fragment_is_wrong_only_under_all_rules() -> None:
    headings = [HeadingText("fooBar", "fooBar")]
    assert may_be_id("foo-bar", SLUG_RULES, headings)
    assert may_be_id("foobar", SLUG_RULES, headings)
    assert not may_be_id("foo_bar", SLUG_RULES, headings)
    assert not may_be_id("foobar", ("sindresorhus",), headings)
    assert may_be_id("anything", ("sindresorhus",), [HeadingText("入门", "入门")])
