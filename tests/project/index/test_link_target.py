"""What the target of a link means."""

from __future__ import annotations

import pytest

from refrakt.project.index.link_target import Target, normal_url, parse_target


def meant(link: str, url: str | None = "/docs/guide", folder: str = "docs", base: str = "/") -> Target:
    return parse_target(link, url, folder, base)


@pytest.mark.parametrize(
    "link",
    ["https://example.com", "HTTP://example.com", "//example.com/a", "mailto:a@example.com", "tel:1", "icon:star"],
)
def test_what_is_not_ours(link: str) -> None:
    assert meant(link) == Target("elsewhere")


@pytest.mark.parametrize(
    ("link", "fragment"), [("", None), ("#", ""), ("#a", "a"), ("?q=1#a%20b", "a b"), ("?q", None)]
)
def test_this_page(link: str, fragment: str | None) -> None:
    assert meant(link) == Target("here", (), fragment)


@pytest.mark.parametrize(
    ("link", "places"),
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
def test_a_page_by_its_url(link: str, places: tuple[str, ...]) -> None:
    target = meant(link)
    assert (target.kind, target.places, target.relative) == ("page", places, not link.startswith("/"))


@pytest.mark.parametrize(
    ("link", "place"),
    [
        ("setup.md", "docs/setup.md"),
        ("./a/../1-setup.md#x", "docs/1-setup.md"),
        ("../index.md?q", "index.md"),
        ("../../README.md", "../README.md"),
        ("/docs/setup.md", "docs/setup.md"),
        ("a%20b.mdoc", "docs/a b.mdoc"),
    ],
)
def test_a_page_by_its_file(link: str, place: str) -> None:
    target = meant(link)
    assert (target.kind, target.places) == ("source", (place,))


@pytest.mark.parametrize("link", ["/a.png", "a.PDF", "../film.mp4", "/archive.7z", "/site.webmanifest"])
def test_a_file(link: str) -> None:
    assert meant(link).kind == "asset"


def test_query_and_fragment_are_no_part_of_the_path() -> None:
    target = meant("/a%20b?q=/c#d%20e#f")
    assert (target.written, target.places, target.fragment) == ("/a%20b", ("/a b",), "d e#f")


def test_a_site_that_is_served_under_a_path() -> None:
    assert meant("/manual/a", base="/manual")[:2] == ("page", ("/manual/a", "/a"))
    assert meant("/manual", base="/manual").places == ("/manual", "/")
    assert meant("/manual/a.md", base="/manual").places == ("manual/a.md", "a.md")
    outside = meant("/manuals/a", base="/manual")
    assert (outside.places, outside.may_leave) == (("/manuals/a", "/manual/manuals/a"), True)


def test_a_file_without_url_has_no_relative_targets() -> None:
    assert meant("a", url=None).places == ()
    assert meant("/a", url=None).places == ("/a",)


def test_a_url_has_one_normal_form() -> None:
    assert [normal_url(each) for each in ("/", "//", "/a", "/a/", "/a%20b/")] == ["/", "/", "/a", "/a", "/a b"]
