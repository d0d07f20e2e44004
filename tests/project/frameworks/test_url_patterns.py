"""URL patterns: dynamic routes, and sources of redirects as frameworks and hosts write them."""

from __future__ import annotations

import pytest

from refrakt.project.frameworks.url_patterns import file_route, normal_url, redirect_source


@pytest.mark.parametrize(
    ("route", "matching", "others"),
    [
        ("/blog/[slug]", ["/blog/a", "/Blog/A"], ["/blog", "/blog/a/b", "/news/a"]),
        ("/docs/[...path]", ["/docs/a", "/docs/a/b"], ["/docs", "/doc/a"]),
        ("/docs/[[...path]]", ["/docs", "/docs/a/b"], ["/", "/blog"]),
        ("/[lang]/docs", ["/en/docs"], ["/docs", "/en/docs/a"]),
        ("/v[version]/api", ["/v2/api"], ["/x2/api"]),
        ("/", ["/"], ["/a"]),
    ],
)
def test_a_file_route_matches_its_urls(route: str, matching: list[str], others: list[str]) -> None:
    pattern = file_route(route)
    assert [url for url in matching if not pattern.matches(url)] == []
    assert [url for url in others if pattern.matches(url)] == []


@pytest.mark.parametrize(
    ("source", "matching", "others"),
    [
        ("/old", ["/old", "/OLD"], ["/older", "/old/a"]),
        ("/old/", ["/old"], ["/old/a"]),
        ("/old/:slug", ["/old/a"], ["/old", "/old/a/b"]),
        ("/old/:path*", ["/old", "/old/a/b"], ["/older"]),
        ("/old/:path+", ["/old/a", "/old/a/b"], ["/old"]),
        ("/:lang(en|fr)/a", ["/en/a", "/fr/a"], ["/de/a", "/a"]),
        ("/post-:id", ["/post-1"], ["/posts", "/post-1/x"]),
        ("/old/(.*)", ["/old", "/old/a/b"], ["/new"]),
        ("/old/*", ["/old", "/old/a"], ["/new"]),
        ("/docs/**", ["/docs/a/b"], ["/doc"]),
        ("/:path((?!api|_next).*)", ["/anything/at/all", "/apis"], ["/api", "/api/a", "/_next/a"]),
        ("/((?!docs(?:/.*)?$|a/b|.*\\.[^/]+$).*)", ["/", "/docs-2", "/a", "/x.png"], ["/docs", "/docs/a", "/a/b/c"]),
        ("/x/((?!docs$).*)", ["/x/docs", "/x/docs/a"], ["/docs"]),
        ("/((?!docs)[^/]*)", ["/docs", "/a"], []),
        ("/((?!docs).*)/x", ["/a/x", "/a/b/x"], ["/docs/x", "/a"]),
        ("/a.html", ["/a.html"], ["/ahtml", "/a"]),
        ("/:slug.html", ["/a.html"], ["/a"]),
    ],
)
def test_the_source_of_a_redirect_matches_its_urls(source: str, matching: list[str], others: list[str]) -> None:
    pattern = redirect_source(source)
    assert [url for url in matching if not pattern.matches(url)] == []
    assert [url for url in others if pattern.matches(url)] == []


def test_the_prefix_is_the_literal_start() -> None:
    assert file_route("/docs/api/[...path]").prefix == "/docs/api"
    assert file_route("/[...path]").prefix == "/"


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("/a/", "/a"),
        ("/a#b", "/a"),
        ("/a?b=/c", "/a"),
        ("//a///b", "/a/b"),
        ("/a%20b", "/a b"),
        ("", "/"),
        ("/", "/"),
    ],
)
def test_a_url_is_normalised(url: str, expected: str) -> None:
    assert normal_url(url) == expected


@pytest.mark.parametrize("source", ["/" + ":a*/" * 500, "/(" * 1_000, "/*" * 1_000, "/" + "{" * 1_000, ":" * 1_000])
def test_no_pattern_takes_long(source: str) -> None:
    redirect_source(source).matches("/a" * 1_000)
    file_route(source).matches("/a" * 1_000)
