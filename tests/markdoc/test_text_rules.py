"""The options `linkify` and `typographer`: what they make of text, exact spans, and the invariants of every document."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from generate import edits
from generate.invariants import broken, incremental_mismatch
from generate.text_rules import typed_document
from refrakt.markdoc.document import Document, parse
from refrakt.markdoc.format import format_document
from refrakt.markdoc.parse_options import ParseOptions
from refrakt.project.pages.fact_extraction import facts_of
from refrakt.runes.vocabulary import vocabulary

LINKIFY = ParseOptions(linkify=True)
TYPOGRAPHER = ParseOptions(typographer=True)
BOTH = ParseOptions(linkify=True, typographer=True)
MODES = (LINKIFY, TYPOGRAPHER, BOTH, ParseOptions(comments=True, indentation=True, linkify=True, typographer=True))

quickly = settings(max_examples=60, suppress_health_check=list(HealthCheck))


def texts(document: Document) -> list[tuple[str, str]]:
    """The content and the source of all texts."""
    nodes = (node for node in document.tree.walk() if node.type == "text")
    return [(node.attributes["content"], document.text[slice(*document.offsets(node.span))]) for node in nodes]


def links(document: Document) -> list[tuple[str, str]]:
    """The target and the source of all links."""
    nodes = (node for node in document.tree.walk() if node.type == "link")
    return [(node.attributes["href"], document.text[slice(*document.offsets(node.span))]) for node in nodes]


@pytest.mark.parametrize(
    ("source", "content"),
    [
        ("\"a\" and 'b'", "“a” and ‘b’"),
        ("it's", "it’s"),
        ('5\'8""', '5’8""'),
        ("a... b.. c?.. d!...", "a… b… c?.. d!.."),
        ("wait????? no!!!! a,,b", "wait??? no!!! a,b"),
        ("a -- b--c---d ----", "a – b–c—d ----"),
        ("(c) (TM) (r) (P) (x) +-1", "© ™ ® § (x) ±1"),
        ('a"€5"b', 'a"€5"b'),
        ("&quot;a\\...", '"a…'),
    ],
)
def test_typographer(source: str, content: str) -> None:
    assert texts(parse(source, TYPOGRAPHER)) == [(content, source)]


def test_quotes_pair_across_markup_but_not_across_levels() -> None:
    assert [each for each, _ in texts(parse('"a *b* c" *"d*"', TYPOGRAPHER))] == ["“a ", "b", " c” ", '"d', '"']


@pytest.mark.parametrize("source", ["`--`", "```\n...\n```", "<http://a.com/...>", '{% a b="--" /%}'])
def test_code_autolinks_and_tags_are_not_typeset(source: str) -> None:
    assert parse(source, TYPOGRAPHER).to_json() == parse(source).to_json()


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("see example.com.", [("http://example.com", "example.com")]),
        ("http://a.com/b_c_d", [("http://a.com/b_c_d", "http://a.com/b_c_d")]),
        ("a@b.com", [("mailto:a@b.com", "a@b.com")]),
        ("&amp; http://a\\.com/&amp;x y", [("http://a.com/&x", "http://a\\.com/&amp;x")]),
        ("> - http://a.com\n>   b.org", [("http://a.com", "http://a.com"), ("http://b.org", "b.org")]),
        ("| a |\n| - |\n| \\| a.com b.com |", [("http://a.com", "a.com"), ("http://b.com", "b.com")]),
        ("[a.com](b)", [("b", "[a.com](b)")]),
        ("`a.com` e.g. x.nothing", []),
    ],
)
def test_linkify(source: str, expected: list[tuple[str, str]]) -> None:
    assert links(parse(source, LINKIFY)) == expected
    assert links(parse(source)) == [each for each in expected if each[1].startswith("[")]


def test_a_url_keeps_its_marks_if_both_options_are_on() -> None:
    assert texts(parse("a--b http://a.com/x--y", BOTH)) == [
        ("a–b ", "a--b "),
        ("http://a.com/x--y", "http://a.com/x--y"),
    ]


def test_facts_have_the_range_of_the_url() -> None:
    source = "# A\n\nSee a.com/(x) and http://b.com/[y].\n"
    written = [each.written for each in facts_of(parse(source, LINKIFY), vocabulary([], refrakt=False)).links]
    assert [source[slice(*each)] for each in written if each] == ["a.com/(x)", "http://b.com/[y]"]


def test_formatting_keeps_what_was_typed() -> None:
    source = '# "A" -- b...\n\n*  see a.com (c), it\'s `--`\n'
    assert format_document(parse(source, BOTH)) == '# "A" -- b...\n\n* see a.com (c), it\'s `--`\n'


@quickly
@given(st.integers(0, 2**48).map(Random), st.sampled_from(MODES))
def test_all_invariants_hold(rng: Random, options: ParseOptions) -> None:
    text = typed_document(rng)
    assert broken(text, options) == []
    assert [*incremental_mismatch(text, edits(rng, text, 4), options)] == []


@pytest.mark.parametrize(
    "text", ["a." * 10_000, " 'a" * 30_000 + ' b"' * 30_000, "http://a.com/(" * 1_500, "&amp;a.com " * 2_000]
)
def test_long_texts_take_linear_time(text: str) -> None:
    assert parse(text, BOTH).text == text
