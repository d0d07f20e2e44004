"""Which rendered nodes are the eyebrow, the headline and the blurb of a section."""

from __future__ import annotations

import pytest

from refrakt.markdoc.document import parse
from refrakt.markdoc.html import Tag
from refrakt.markdoc.transform import transform
from refrakt.runes.output.page_header import PageHeader, page_header


def header_of(source: str, **properties: str) -> PageHeader:
    rendered = transform(parse(source).tree.children)
    assert isinstance(rendered, list)
    return page_header(rendered, **properties)


def parts(source: str) -> dict[str, str]:
    return {name: str(tag.children[0]) for name, tag in header_of(source).parts.items()}


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        (
            "Tonight\n\n# Frost\n\nCover the beds.",
            {"eyebrow": "Tonight", "headline": "Frost", "blurb": "Cover the beds."},
        ),
        ("## Tonight\n\n# Frost\n\nCover it.", {"eyebrow": "Tonight", "headline": "Frost", "blurb": "Cover it."}),
        ("# Frost\n\nCover the beds.\n\nAll.", {"headline": "Frost", "blurb": "Cover the beds."}),
        ("# Frost", {"headline": "Frost"}),
        ("Cover the beds.", {"blurb": "Cover the beds."}),
        ("- Cover the beds.", {}),
        ("Early\n\nLate\n\n# Frost", {"eyebrow": "Early", "headline": "Frost"}),
        ("# One\n\nText\n\n# Two", {"eyebrow": "One", "headline": "Two"}),
    ],
)
def test_parts_follow_from_the_order_of_headings_and_paragraphs(source: str, expected: dict[str, str]) -> None:
    assert parts(source) == expected


def test_nodes_keep_their_order_and_the_parts_get_their_names() -> None:
    header = header_of("Tonight\n\n# Frost\n\n- One\n\nCover it.")
    names = [tag.attributes.get("data-name") for tag in header.children if isinstance(tag, Tag)]
    assert names == ["eyebrow", "headline", None, "blurb"]


def test_only_the_first_image_beside_the_paragraphs_is_the_image_of_the_header() -> None:
    images = [Tag("img", {"src": "/a.png"}), Tag("img", {"src": "/b.png"})]
    assert page_header(images).parts["image"].attributes == {"src": "/a.png", "data-name": "image"}


def test_properties_are_those_of_schema_org() -> None:
    header = header_of("Tonight\n\n# Frost\n\nCover it.", headline="name", blurb="description")
    assert {name: tag.attributes.get("property") for name, tag in header.parts.items()} == {
        "eyebrow": None,
        "headline": "name",
        "blurb": "description",
    }


def test_a_header_without_nodes_is_no_element() -> None:
    assert header_of("").element == []
    assert [tag.name for tag in header_of("# Frost").element] == ["header"]
