"""How the target of a link is parsed."""

from __future__ import annotations

import pytest

from refrakt.project.index.link_target import Target, key_target, normal_url, parse_target


def parsed(link: str, url: str | None = "/docs/guide", folder: str = "docs", base: str = "/") -> Target:
    return parse_target(link, url, folder, base)


@pytest.mark.parametrize(
    "link",
    ["https://example.com", "HTTP://example.com", "//example.com/a", "mailto:a@example.com", "tel:1", "icon:star"],
)
def test_targets_of_other_sites(link: str) -> None:
    assert parsed(link) == Target("elsewhere")


@pytest.mark.parametrize(
    "link", ["$%7Bbase%7D/docs", "${base}/docs", "$BASE_URL/docs", "/users/{id}", "{{ site.url }}/a"]
)
def test_a_target_with_a_placeholder_is_not_known(link: str) -> None:
    assert parsed(link) == Target("elsewhere")


@pytest.mark.parametrize("link", ["/a$b", "$", "/cost/$5", "/a{b"])
def test_other_signs_are_part_of_a_path(link: str) -> None:
    assert parsed(link).kind == "page"


@pytest.mark.parametrize(
    ("link", "fragment"), [("", None), ("#", ""), ("#a", "a"), ("?q=1#a%20b", "a b"), ("?q", None)]
)
def test_this_page(link: str, fragment: str | None) -> None:
    assert parsed(link) == Target("here", (), fragment)


@pytest.mark.parametrize(
    ("link", "candidates"),
    [
        ("/a/b", ("/a/b",)),
        ("/a/b/", ("/a/b",)),
        ("/a/b.html", ("/a/b",)),
        ("/a/index.html", ("/a/index", "/a")),
        ("/index", ("/index", "/")),
        ("/a//b/../c", ("/a/c",)),
        ("/caf%C3%A9", ("/café",)),
        ("/v1.2", ("/v1.2",)),
        ("setup", ("/docs/setup", "/docs/guide/setup")),
        ("./setup/", ("/docs/setup", "/docs/guide/setup")),
        ("../../../..", ("/",)),
        ("..", ("/", "/docs")),
        (".", ("/docs", "/docs/guide")),
    ],
)
def test_a_page_by_its_url(link: str, candidates: tuple[str, ...]) -> None:
    target = parsed(link)
    assert (target.kind, target.candidates, target.relative) == ("page", candidates, not link.startswith("/"))


@pytest.mark.parametrize(
    ("link", "path"),
    [
        ("setup.md", "docs/setup.md"),
        ("./a/../1-setup.md#x", "docs/1-setup.md"),
        ("../index.md?q", "index.md"),
        ("../../README.md", "../README.md"),
        ("/docs/setup.md", "docs/setup.md"),
        ("a%20b.mdoc", "docs/a b.mdoc"),
    ],
)
def test_a_page_by_its_file(link: str, path: str) -> None:
    target = parsed(link)
    assert (target.kind, target.candidates) == ("source", (path,))


@pytest.mark.parametrize("link", ["/a.png", "a.PDF", "../film.mp4", "/archive.7z", "/site.webmanifest"])
def test_a_file(link: str) -> None:
    assert parsed(link).kind == "asset"


def test_query_and_fragment_are_not_part_of_the_path() -> None:
    target = parsed("/a%20b?q=/c#d%20e#f")
    assert (target.written, target.candidates, target.fragment) == ("/a%20b", ("/a b",), "d e#f")


def test_urls_with_a_base_path() -> None:
    assert parsed("/manual/a", base="/manual")[:2] == ("page", ("/manual/a", "/a"))
    assert parsed("/manual", base="/manual").candidates == ("/manual", "/")
    assert parsed("/manual/a.md", base="/manual").candidates == ("manual/a.md", "a.md")
    outside = parsed("/manuals/a", base="/manual")
    assert (outside.candidates, outside.may_leave) == (("/manuals/a", "/manual/manuals/a"), True)


def test_a_file_without_url_has_no_relative_targets() -> None:
    assert parsed("a", url=None).candidates == ()
    assert parsed("/a", url=None).candidates == ("/a",)


def test_a_url_has_one_normal_form() -> None:
    assert [normal_url(each) for each in ("/", "//", "/a", "/a/", "/a%20b/")] == ["/", "/", "/a", "/a", "/a b"]


@pytest.mark.parametrize(
    ("link", "expected"),
    [
        ("docId:abc", Target("key", ("docId:abc",), None, "docId:abc")),
        ("docId:a%20b#c", Target("key", ("docId:a b",), "c", "docId:a%20b")),
        ("https://a.b", Target("elsewhere")),
        ("mailto:a@b", Target("elsewhere")),
        ("//a.b/c", Target("elsewhere")),
        ("docId://x", Target("elsewhere")),
    ],
)
def test_a_scheme_may_be_a_key_of_the_frontmatter(link: str, expected: Target) -> None:
    assert key_target(link) == expected
