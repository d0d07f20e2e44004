"""The split into media, body and footer, and the media in rendered content."""

from __future__ import annotations

import pytest

from refrakt.markdoc.document import parse
from refrakt.markdoc.html import Renderable, Tag
from refrakt.runes.match_expressions import plain_text
from refrakt.runes.output.media_zones import first_media, media_zones, unwrap_images

IMAGE = Tag("img", {"src": "/quay.jpg"})
VIDEO = Tag("video", {"src": "/quay.mp4"})
PLACEHOLDER = Tag("svg", {"class": "wide rf-placeholder"})
LOGO = Tag("svg", {"class": "logo"})


@pytest.mark.parametrize(
    ("page", "media", "body", "footer"),
    [
        ("One", [], ["One"], []),
        ("One\n\n---\n\nTwo", ["One"], ["Two"], []),
        ("One\n\n---\n\nTwo\n\n---\n\nThree", ["One"], ["Two"], ["Three"]),
        ("One\n\n---\n\nTwo\n\n---\n\nThree\n\nFour\n\n---\n\nFive", ["One"], ["Two", "Three", "Four"], ["Five"]),
        ("---\n\nTwo", [], ["Two"], []),
        ("", [], [], []),
    ],
)
def test_the_number_of_breaks_decides_the_zones(
    page: str, media: list[str], body: list[str], footer: list[str]
) -> None:
    # At the start of a page `---` could open a frontmatter, so an empty line is in front of it.
    zones = media_zones(parse("\n" + page).tree.children)
    found = [[plain_text(node) for node in zone] for zone in (zones.media, zones.body, zones.footer)]
    assert found == [media, body, footer]


@pytest.mark.parametrize(
    ("items", "expected"),
    [
        ([Tag("p", {}, ["Text"]), Tag("p", {}, ["Before ", IMAGE])], IMAGE),
        ([VIDEO, IMAGE], VIDEO),
        ([LOGO, PLACEHOLDER], PLACEHOLDER),
        ([Tag("div", {}, [IMAGE])], None),
        ([], None),
    ],
)
def test_first_media_is_alone_or_in_a_paragraph(items: list[Renderable], expected: Tag | None) -> None:
    assert first_media(items) is expected


def test_paragraphs_of_a_single_image_or_rune_are_unwrapped() -> None:
    rune = Tag("span", {"data-rune": "badge"}, ["new"])
    kept: list[Renderable] = [Tag("p", {}, ["Text ", IMAGE]), Tag("p", {}, [LOGO]), Tag("p", {}, [VIDEO]), "text"]
    assert unwrap_images([Tag("p", {}, [IMAGE]), Tag("p", {}, [PLACEHOLDER]), Tag("p", {}, [rune]), *kept]) == [
        IMAGE,
        PLACEHOLDER,
        rune,
        *kept,
    ]
