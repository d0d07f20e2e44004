"""The HTML of rendered pages: syntax, positions of the source, and code blocks."""

from __future__ import annotations

from time import monotonic
from typing import Any

import pytest

from refrakt.markdoc.document import parse
from refrakt.markdoc.html import Renderable, Tag
from refrakt.markdoc.transform import transform
from refrakt.markdoc.tree import Node
from refrakt.markdoc.values import UNDEFINED
from refrakt.theme import code_highlight
from refrakt.theme.code_highlight import HighlightBudget, highlighted_code
from refrakt.theme.page_html import HtmlOptions, SourcePosition, page_html


@pytest.mark.parametrize(
    ("tree", "expected"),
    [
        (Tag("p", {"hidden": True, "a": False, "b": None, "c": UNDEFINED, "d": 4.0}, ["x"]), '<p hidden d="4">x</p>'),
        (Tag("p", {}, ["a < b & c", 1.5, 2, True, None, UNDEFINED]), "<p>a &lt; b &amp; c1.52</p>"),
        (Tag("img", {"alt": '"x"', "src": "/a.png"}), '<img alt="&quot;x&quot;" src="/a.png" />'),
        (Tag("", {"id": "x"}, ["only ", Tag("b", {}, ["this"])]), "only <b>this</b>"),
        ([Tag("i"), ["text", ("more",)]], "<i></i>textmore"),
        (Tag("svg", {"viewBox": "0 0 1 1"}), '<svg viewBox="0 0 1 1"></svg>'),
        (Tag("br"), "<br />"),
    ],
)
def test_syntax(tree: Renderable, expected: str) -> None:
    assert page_html(tree) == expected


def test_a_deep_tree_needs_no_deep_stack() -> None:
    tree: Renderable = "x"
    for _ in range(20_000):
        tree = Tag("b", {}, [tree])
    assert page_html(tree) == "<b>" * 20_000 + "x" + "</b>" * 20_000


def test_drawings_of_the_theme_are_sanitised_and_other_texts_escaped() -> None:
    drawing = '<svg viewBox="0 0 1 1"><path d="M0 0" onclick="x()"/><script>x()</script></svg>'
    assert page_html(Tag("span", {"data-raw-html": True}, [drawing])) == (
        '<span data-raw-html><svg viewBox="0 0 1 1"><path d="M0 0"/></svg></span>'
    )
    assert page_html(Tag("span", {"data-raw-html": True}, ["<b>no</b>"])) == (
        "<span data-raw-html>&lt;b&gt;no&lt;/b&gt;</span>"
    )
    assert "<svg" not in page_html(Tag("span", {}, [drawing]))


def test_blocks_can_carry_the_position_of_their_source() -> None:
    document = parse("# Tides\n\nHigh *water*\n")

    def position(node: Node) -> SourcePosition | None:
        start, end = document.offsets(node.span)
        return SourcePosition(document.position(start)[0] + 1, start, end) if node.type != "document" else None

    assert page_html(transform(document.tree), HtmlOptions(positions=position)) == (
        '<article><h1 data-source-line="1" data-source-span="0-7">Tides</h1>'
        '<p data-source-line="3" data-source-span="9-21">High <em>water</em></p></article>'
    )


def code(text: str, language: str = "python", **attributes: Any) -> str:
    data = {"data-language": language, **{name.replace("_", "-"): value for name, value in attributes.items()}}
    return page_html(Tag("pre", {}, [Tag("code", data, [text])]))


def test_code_is_highlighted_line_by_line() -> None:
    assert code("if x:\n    pass\n") == (
        '<pre><code data-language="python" class="rf-highlight">'
        '<span class="line"><span class="k">if</span> <span class="n">x</span><span class="p">:</span></span>\n'
        '<span class="line">    <span class="k">pass</span></span>\n</code></pre>'
    )


def test_a_token_of_several_lines_is_split() -> None:
    found = code('"""a\nb"""', "python")
    assert found.count('<span class="line">') == 2
    assert '<span class="sd">b&quot;&quot;&quot;</span></span></code>' in found


def test_marked_and_numbered_lines() -> None:
    plain = code("a\nb\nc\n", "text", data_highlight_lines="5, 6-99, x", data_lines="4-6")
    assert plain == (
        '<pre><code data-language="text" data-highlight-lines="5, 6-99, x" data-lines="4-6" class="rf-highlight">'
        '<span class="line">a</span>\n<span class="line highlighted">b</span>\n<span class="line highlighted">c</span>\n'
        "</code></pre>"
    )
    assert code("a", "text", data_linenumbers="true").endswith(
        'class="rf-highlight"><span class="line">a</span></code></pre>'
    )


@pytest.mark.parametrize("language", ["text", "no-such-language", "", "../x", "python\n"])
def test_code_of_unknown_languages_is_plain(language: str) -> None:
    assert "<span" not in code("if x: <b>", language)
    assert "if x: &lt;b&gt;</code>" in code("if x: <b>", language)


@pytest.mark.parametrize(
    "text",
    [
        "x = 1\n" * (code_highlight.MAX_LINES + 1),
        "x" * (code_highlight.MAX_LINE_LENGTH + 1),
        "x = 1234567\n" * (code_highlight.MAX_LENGTH // 12 + 1),
    ],
)
def test_long_code_is_plain(text: str) -> None:
    assert "<span" not in code(text)


def test_highlighting_keeps_the_text_and_can_be_off() -> None:
    text = "\n\nif x:\n\tpass  \n\n"
    found = code(text)
    assert "".join(part.partition(">")[2] for part in ("x>" + found).split("<")) == text
    tree = Tag("code", {"data-language": "python"}, ["if x: pass"])
    assert page_html(tree, HtmlOptions(highlight=False)) == '<code data-language="python">if x: pass</code>'


def test_highlighting_stops_when_time_is_up() -> None:
    text = "if x: pass\n" * 1_000
    assert highlighted_code(text, "python", HighlightBudget(page=0.0)) is None
    budget = HighlightBudget(page=0.05)
    start = monotonic()
    results = [highlighted_code(text, "python", budget) for _ in range(50)]
    assert results[-1] is None
    assert monotonic() - start < 5


def test_elements_in_code_are_not_highlighted() -> None:
    tree = Tag("code", {"data-language": "python"}, [Tag("b", {}, ["if"]), " x"])
    assert page_html(tree) == '<code data-language="python"><b>if</b> x</code>'


def test_what_the_tree_says_for_tools_is_not_in_html() -> None:
    emphasis = Tag("strong", {"marker": "**"}, ["now"])
    assert page_html(Tag("p", {"dropcap": True, "reading": "prose"}, [emphasis])) == "<p><strong>now</strong></p>"


def test_a_class_is_written_once() -> None:
    assert page_html(Tag("p", {"class": "own rf-note own"})) == '<p class="own rf-note"></p>'
