"""Queries of entities by their fields."""

from __future__ import annotations

import time
from typing import Any

import pytest

from refrakt.project.index.entity_records import EntityRecord
from refrakt.project.index.field_query import parse
from refrakt.runes.field_values import fits


def entity(data: dict[str, Any]) -> EntityRecord:
    return EntityRecord("boat", "BOAT-1", None, "plan/boat.md", None, 0, 0, "site", data)


@pytest.mark.parametrize(
    ("query", "data", "matches"),
    [
        ("", {}, True),
        ("status:ready", {"status": "ready"}, True),
        ("status:ready", {"status": "Ready"}, False),
        ("status:ready status:done", {"status": "done"}, True),
        ("status:ready size:2", {"status": "ready", "size": 2}, True),
        ("status:ready size:2", {"status": "ready", "size": 3}, False),
        ('title:"Long boat"', {"title": "Long boat"}, True),
        ('"title:Long boat"', {"title": "Long boat"}, True),
        ("tags:oar", {"tags": ["sail", "oar"]}, True),
        ("tags:oar", {"tags": "sail, oar"}, True),
        ("tags:sail,oar", {"tags": "sail, oar"}, False),
        ("time:12:30", {"time": "12:30"}, True),
        ("new:true", {"new": True}, True),
        ("size:1.5", {"size": 1.50}, True),
        ("milestone:", {}, True),
        ("milestone:", {"milestone": "v1"}, False),
        ("id:BOAT-*", {}, True),
        ("id:*-1", {}, True),
        ("id:B*A*1", {}, True),
        ("id:BOAT-*1", {}, True),
        ("id:BOAT-1*1", {}, False),
        ("id:*x*", {}, False),
        ("id:/^BOAT-\\d+$/", {}, True),
        ("id:/boat/", {}, False),
        ("id:/boat/i", {}, True),
        ("id:/AT/y", {}, False),
        ("type:boat", {}, True),
        ("sourceFile:plan/*", {}, True),
        ("url:/boats", {"url": "/boats"}, True),
        ("text:/a.b/", {"text": "a\nb"}, False),
        ("text:/a.b/s", {"text": "a\nb"}, True),
        ("nonsense", {}, True),
    ],
)
def test_matching_patterns(query: str, data: dict[str, Any], matches: bool) -> None:
    assert parse(query).matches(entity(data)) is matches


def test_the_page_that_shows_an_entity_beats_its_own_url() -> None:
    boat = EntityRecord("boat", "b", None, "b.md", "/fleet", 0, 0, "site", {"url": "/elsewhere"})
    assert parse("url:/fleet sourceUrl:/fleet").matches(boat)
    assert not parse("url:/elsewhere").matches(boat)


def test_a_url_between_slashes_is_not_an_expression() -> None:
    assert fits("/blog/", "/blog/")
    assert not fits("blog", "/blog/")
    assert fits("/blog/today", "/blog/*")


@pytest.mark.parametrize(
    ("query", "code", "span"),
    [
        ("status:ready boats", "no-colon", "boats"),
        ("a:b :c", "no-field", ":c"),
        ('a:b title:"Long boat', "unclosed-quote", '"Long boat'),
        ("id:/x[/", "bad-regex", "/x[/"),
        ("id:/(?=a)$/", "bad-regex", "/(?=a)$/"),
        ("id:/(a)\\1/", "bad-regex", "/(a)\\1/"),
        ("id:/a+/ii", "bad-regex", "/a+/ii"),
        ("id:/" + "a" * 600 + ".+/", "bad-regex", "/" + "a" * 600 + ".+/"),
    ],
)
def test_syntax_problems_have_exact_offsets(query: str, code: str, span: str) -> None:
    (problem,) = parse(query).problems
    assert (problem.code, query[slice(*problem.span.bounds)]) == (code, span)


def test_clauses_have_exact_offsets() -> None:
    query = ' a:b  c:"d e"'
    clauses = parse(query).clauses
    assert [query[each.start : each.end] for each in clauses] == ["a:b", 'c:"d e"']
    assert [query[each.value_start : each.end] for each in clauses] == ["b", '"d e"']
    assert parse(query).values("c") == ("d e",)


@pytest.mark.parametrize("hostile", ["/(a+)+$/", "/(a|A)+$/i", "/(.|\\s)+=$/s", "/^(\\w+\\s?)*$/", "/a*a*a*a*a*b/"])
def test_an_expression_with_many_ways_to_match_takes_no_time(hostile: str) -> None:
    began = time.perf_counter()
    assert not parse(f"id:{hostile}").problems
    assert not fits("a" * 999 + "!", hostile)
    assert not fits("a" * 100_000 + "!", hostile)
    assert time.perf_counter() - began < 2


def test_a_refused_expression_fits_only_itself() -> None:
    assert fits("/(?=a)a/", "/(?=a)a/")
    assert not fits("a", "/(?=a)a/")


def test_a_long_text_with_many_stars_takes_no_time() -> None:
    began = time.perf_counter()
    assert not fits("a" * 100_000, "*a" * 200 + "*b*")
    assert time.perf_counter() - began < 2
