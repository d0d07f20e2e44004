"""HTML that a preview shows as source."""

from __future__ import annotations

from refrakt.markdoc.html import Renderable, Tag
from refrakt.runes.output.source_html import source_html


def test_every_element_is_on_its_line() -> None:
    tree = Tag(
        "p",
        {"hidden": True, "title": 'a "b"', "lang": None, "draft": False},
        [" One < ", Tag("br"), Tag("em", {}, ["two"])],
    )
    assert source_html([tree, "  ", 3]) == (
        '<p hidden title="a &quot;b&quot;">\n  One &lt;\n  <br>\n  <em>two</em>\n</p>\n3'
    )


def test_elements_without_a_name_are_their_content() -> None:
    assert source_html([Tag("", {}, [Tag("i"), "text"])]) == "<i></i>\ntext"


def test_attributes_are_in_the_order_in_which_they_were_written() -> None:
    late = {"role": "note", "data-rune": "hint", "class": "wide", "data-field": "item"}
    assert source_html([Tag("div", late)]) == '<div role="note" data-rune="hint" class="wide" data-field="item"></div>'


def test_deep_trees_grow_with_their_size_only() -> None:
    tree: Renderable = "x"
    for _ in range(5_000):
        tree = Tag("b", {}, [tree, ""])
    assert len(source_html([tree])) < 5_000 * 2 * 130
