"""HTML on sites that allow it: elements are nodes, the text between them is Markdoc, and formatting keeps both."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from generate import edits
from generate.html import html_document
from generate.invariants import broken, incremental_mismatch
from refrakt.markdoc.document import Document, parse
from refrakt.markdoc.format import format_document
from refrakt.markdoc.format.tidy_page import tidy_document
from refrakt.markdoc.parse_options import ParseOptions
from refrakt.markdoc.schema import MarkdocConfig
from refrakt.markdoc.tree import Node
from refrakt.markdoc.validate import validate

ASTRO = ParseOptions(comments=True, indentation=True, html=True)
MODES = (ASTRO, ParseOptions(html=True), ParseOptions(comments=True, slots=True, html=True, linkify=True))

quickly = settings(max_examples=60, suppress_health_check=list(HealthCheck))


def outline(source: str, options: ParseOptions = ASTRO) -> str:
    """The tree in short: elements by their source, texts by their content, tags and other nodes by their names."""
    document = parse(source, options)
    assert document.problems == []
    return " ".join(_outlined(document, each) for each in document.tree.children)


def _outlined(document: Document, node: Node) -> str:
    if node.type == "html":
        return document.text[slice(*document.offsets(node.span))]
    if node.type == "text" and isinstance(node.attributes["content"], str):
        return repr(node.attributes["content"])
    inside = " ".join(_outlined(document, child) for child in node.children)
    if node.type in ("inline", "paragraph"):
        return inside
    return f"{node.tag or node.type}({inside})"


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("a <b id=x>c</b>", "'a ' <b id=x> 'c' </b>"),
        ("`<b>` \\<b> <http://a.b>", "code() ' <b> ' link('http://a.b')"),
        ('a <a title="{% box %} _b_">*c*</a>', "'a ' <a title=\"{% box %} _b_\"> em('c') </a>"),
        ("<div>\n# A\n- b\n</div>", "<div> heading('A') list(item('b')) </div>"),
        ("text\n<div>\nmore", "'text' <div> 'more'"),
        ("text\n<b>\nmore", "'text' softbreak() <b> softbreak() 'more'"),
        ("{% box %}\n<div>\na\n</div>\n{% /box %}\nb", "box(<div> 'a' </div>) 'b'"),
        ("{% box %}\n<div>a</div>{% /box %}\nb", "box(<div> 'a' </div>) 'b'"),
        ("<td>{% if $x %}\na\n{% /if %}\n</td>", "<td> if('a') </td>"),
        ("<td>{% if $x %}</td><td>{% /if %}</td>", "<td> if(</td> <td>) </td>"),
        ("<div>{% box %}\n\na\n\n{% /box %}\n</div>", "<div> box('a') </div>"),
        ("> <p>\n> a\n> b\n> </p>", "blockquote(<p> 'a' softbreak() 'b' </p>)"),
        ("- <p>\n  a</p>\n- b", "list(item(<p> 'a' </p>) item('b'))"),
        ("<script>\nif (a < b) {% x %}\n\n</script>", "<script>\nif (a < b) {% x %}\n\n</script>"),
        ("<pre>\n\n*a*\n\n</pre>", "<pre> em('a') </pre>"),
        ("<div>\n```\n<b>\n```\n</div>", "<div> fence('<b>\\n') </div>"),
        ("<div class=\na", "<div class= 'a'"),
        ("<div\n  class='a'\n>b</div>", "<div\n  class='a'\n> 'b' </div>"),
        ("a < b and a<5", "'a < b and a<5'"),
    ],
)
def test_html_and_the_content_between(source: str, expected: str) -> None:
    assert outline(source) == expected


def test_without_the_option_html_is_text() -> None:
    assert outline("<div>a</div>", ParseOptions()) == "'<div>a</div>'"


def test_a_tag_that_is_not_closed_is_reported() -> None:
    for source in ("<div>{% box %}</div>", "<div>\n{% box %}\n</div>", "<td>{% /box %}</td>"):
        assert [each.id for each in parse(source, ASTRO).problems] in (["missing-closing"], ["missing-opening"])


def test_no_element_is_reported_as_an_unknown_node() -> None:
    config = MarkdocConfig.from_json({"tags": {"box": {"children": ["paragraph"]}}}, {})
    tree = parse("{% box %}\n<div>\na <b>b</b>\n</div>\n{% /box %}\n", ASTRO).tree
    assert [*validate(tree, config)] == []


@pytest.mark.parametrize("source", ["<div   a = 'b'>\n*  a\n   <br   >\n</div>\n", "a  <b >  c </b >   d\n"])
def test_formatting_keeps_html_byte_for_byte(source: str) -> None:
    document = parse(source, ASTRO)
    assert format_document(document) == source
    assert tidy_document(document) == source


def test_urls_in_html_links_are_not_linked_again() -> None:
    document = parse("<a href='x'>a.com</a> b.com", ParseOptions(html=True, linkify=True))
    assert [each.attributes["href"] for each in document.tree.walk() if each.type == "link"] == ["http://b.com"]


@quickly
@given(st.integers(0, 2**48).map(Random), st.sampled_from(MODES))
def test_all_invariants_hold(rng: Random, options: ParseOptions) -> None:
    text = html_document(rng)
    assert broken(text, options) == []
    assert [*incremental_mismatch(text, edits(rng, text, 4), options)] == []


@pytest.mark.parametrize(
    "text", ["x <?" * 20_000, "<div>\n<!--" * 5_000, "<div>\n{% x %}\n" * 2_000, 'x <a b="' * 15_000]
)
def test_long_texts_take_linear_time(text: str) -> None:
    assert parse(text, ASTRO).text == text
