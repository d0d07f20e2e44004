"""The URL of a file, the layout of a URL, and invalid rules in the config."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from refrakt.project.config import ProjectConfig, parse_config
from refrakt.project.pages.routes import RouteRule, Routes, routes_of


@pytest.mark.parametrize(
    ("path", "url"),
    [
        ("index.md", "/"),
        ("about.md", "/about"),
        ("garden/index.md", "/garden"),
        ("garden/soil.md", "/garden/soil"),
        ("01-start/02-first-steps.md", "/start/first-steps"),
        ("01-start/00-index.md", "/start"),
        ("2024-05-01-party.md", "/05-01-party"),
        ("2024.md", "/2024"),
        ("garden/reindex.md", "/garden/reindex"),
        ("index/index.md", "/index"),
        ("notes.md.md", "/notes.md"),
    ],
)
def test_the_url_of_a_file_follows_its_path(path: str, url: str) -> None:
    assert Routes().url(path) == url


@pytest.mark.parametrize(
    ("slug", "url"),
    [("/elsewhere", "/elsewhere"), ("sheds", "/sheds"), ("a/b", "/a/b"), ("", "/garden/soil"), (None, "/garden/soil")],
)
def test_a_slug_replaces_the_whole_url(slug: str | None, url: str) -> None:
    assert Routes().url("garden/soil.md", slug) == url


@pytest.mark.parametrize("base", ["/manual", "/manual/", "manual"])
def test_a_site_with_a_base_path(base: str) -> None:
    routes = Routes(base=base)
    assert routes.url("index.md") == "/manual"
    assert routes.url("garden/soil.md") == "/manual/garden/soil"
    assert routes.url("garden/soil.md", "soil") == "/manual/soil"
    assert routes.url("garden/soil.md", "/soil") == "/soil"


@pytest.mark.parametrize(
    ("pattern", "fitting", "other"),
    [
        ("garden/**", ["/garden/soil", "/garden/beds/roses", "/garden/"], ["/garden", "/gardens/soil"]),
        ("blog/*", ["/blog/post", "/blog/"], ["/blog", "/blog/2024/post"]),
        ("**", ["/", "/a", "/a/b"], []),
        ("*", ["/", "/a"], ["/a/b"]),
        ("about", ["/about"], ["/about/us", "/"]),
        ("a.b/c+d?", ["/a.b/c+d?"], ["/axb/c+d?", "/a.b/cd"]),
        ("", ["/"], ["/a"]),
        ("**/*-en", ["/x/y-en", "/x/z/y-en"], ["/y-en", "/x/y-de"]),
    ],
)
def test_patterns(pattern: str, fitting: list[str], other: list[str]) -> None:
    rule = RouteRule(pattern, "docs")
    assert [url for url in (*fitting, *other) if rule.fits(url)] == fitting


def test_the_first_rule_wins_and_default_is_the_rest() -> None:
    routes = Routes((RouteRule("blog/*", "post"), RouteRule("blog/**", "docs", "note"), RouteRule("a", "wide", "x")))
    assert [routes.layout(url) for url in ("/blog/a", "/blog/a/b", "/a", "/b")] == ["post", "docs", "wide", "default"]
    assert [routes.entity(url) for url in ("/blog/a", "/blog/a/b", "/a", "/b")] == ["note", "note", "x", None]


def config(rules: Any) -> ProjectConfig:
    return parse_config(json.dumps({"site": {"contentDir": "./content", "routeRules": rules}}), Path("/x/config.json"))


def test_rules_are_read_from_the_config() -> None:
    parsed = config([{"pattern": "blog/*", "layout": "post", "entity": "note"}, {"pattern": "**", "layout": "docs"}])
    routes, problems = routes_of(parsed, parsed.sites["main"])
    assert problems == ()
    assert routes.rules == (RouteRule("blog/*", "post", "note"), RouteRule("**", "docs"))


def test_a_site_without_rules_has_none() -> None:
    parsed = parse_config('{"site": {"contentDir": "."}}', Path("/x/config.json"))
    assert routes_of(parsed, parsed.sites["main"]) == (Routes(), ())


@pytest.mark.parametrize(
    ("rules", "written", "message"),
    [
        ({"pattern": "a"}, '{"pattern": "a"}', "`routeRules` must be a list"),
        (["a"], '"a"', "a rule under `routeRules` must be an object"),
        ([{"layout": "docs"}], '{"layout": "docs"}', "this rule has no `pattern`"),
        ([{"pattern": "a"}], '{"pattern": "a"}', "this rule has no `layout`"),
        ([{"pattern": 1, "layout": "docs"}], "1", "`pattern` of a rule must be text"),
        ([{"pattern": "a", "layout": "docs", "entity": []}], "[]", "`entity` of a rule must be text"),
    ],
)
def test_a_malformed_rule_is_a_problem_at_its_span(rules: Any, written: str, message: str) -> None:
    parsed = config(rules)
    (problem,) = routes_of(parsed, parsed.sites["main"])[1]
    assert (problem.message, parsed.text[slice(*problem.span.bounds)]) == (message, written)


def test_the_other_rules_count_beside_a_malformed_one() -> None:
    parsed = config([{"pattern": "a"}, {"pattern": "b", "layout": "docs"}])
    routes, problems = routes_of(parsed, parsed.sites["main"])
    assert (len(problems), routes.layout("/b")) == (1, "docs")
