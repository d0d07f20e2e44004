"""Ids of headings under the rules that sites use."""

from __future__ import annotations

import pytest

from refrakt.project.frameworks.slugs import (
    HeadingText,
    SlugCode,
    SlugCounter,
    SlugRule,
    alphanumeric,
    github_slug,
    markdoc_slug,
    may_be_id,
    may_be_made_of,
    sindresorhus_slug,
    slug,
)

EXACT = SlugCode(("sindresorhus",), "exact")


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


def test_sindresorhus_has_tables_for_some_scripts_and_removes_others() -> None:
    assert sindresorhus_slug("Привет") is None
    assert sindresorhus_slug("入门 Guide はじめに 시작") == "guide"
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
    counter = SlugCounter(rule)
    assert [counter.id(each) for each in ("setup", "setup", "setup", "other")] == expected


def test_only_direct_text_counts_for_markdoc() -> None:
    heading = HeadingText("The run command", "The  command")
    assert slug("markdoc", heading) == "the-command"
    assert slug("github", heading) == "the-run-command"


def test_code_of_a_site_may_treat_signs_in_its_own_way() -> None:
    headings = {alphanumeric("Read/write: how?")}
    assert may_be_id("read-write--how", SlugCode(), headings, False)
    assert may_be_id("readwrite-how", SlugCode(("markdoc",)), headings, False)
    assert not may_be_id("readwrite-how", EXACT, headings, False)
    assert not may_be_id("write", SlugCode(), headings, False)


def test_a_heading_of_a_partial_may_be_numbered_because_of_one_on_the_page() -> None:
    assert may_be_id("setup-2", EXACT, {"setup"}, True)
    assert not may_be_id("setup-2", EXACT, {"setup"}, False)
    assert may_be_id("setup-2", EXACT._replace(counts_all_pages=True), {"setup"}, False)


def test_nothing_is_known_of_ids_of_another_package() -> None:
    assert may_be_id("anything", SlugCode(certainty="none"), set(), False)


@pytest.mark.parametrize(
    ("fragment", "text", "expected"),
    [
        ("first-steps", "First steps!", True),
        ("first_steps", "First steps", True),
        ("tab-first-steps", "First steps", True),
        ("first-steps-2", "First steps", True),
        ("the-very-first-steps", "First steps", False),
        ("steps", "First steps", False),
        ("read-api", "API", False),
    ],
)
def test_a_component_may_add_a_word(fragment: str, text: str, expected: bool) -> None:
    assert may_be_made_of(fragment, {alphanumeric(text)}) is expected
