"""Drawings from configs contain shapes and nothing else."""

from __future__ import annotations

from html.parser import HTMLParser

import pytest
from hypothesis import given
from hypothesis import strategies as st

from refrakt.theme.layouts import LAYOUTS
from refrakt.theme.svg_sanitizer import MAX_LENGTH, sanitized_svg

GOOD = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" fill="none" stroke="currentColor"><title>A &amp; B</title>'
    '<linearGradient id="g"><stop offset="0" stop-color="#fff"/></linearGradient>'
    '<circle cx="1" cy="2" r="3" fill="url(#g)"/><g clip-path="url(#c)"><path d="M0 0L1 1"/></g><use href="#g"/></svg>'
)


def test_a_drawing_is_kept() -> None:
    assert sanitized_svg(GOOD) == GOOD
    assert sanitized_svg(f"<?xml version='1.0'?><!-- made by hand -->\n{GOOD}\n") == GOOD


def test_the_drawings_of_the_layouts_are_kept() -> None:
    drawings = [entry.svg for layout in LAYOUTS.values() for entry in layout.chrome.values() if entry.svg]
    assert len(drawings) > 8
    for drawing in drawings:
        assert sanitized_svg(drawing) == drawing


@pytest.mark.parametrize(
    "inside",
    [
        "<script>alert(1)</script>",
        "<SCRIPT>alert(1)</SCRIPT>",
        "<script/>",
        "<g><script>alert(1)</script></g>",
        '<foreignObject><img src="x" onerror="alert(1)"></foreignObject>',
        "<style>@import url(//evil)</style>",
        '<a href="javascript:alert(1)"><text>x</text></a>',
        '<animate attributeName="href" values="javascript:alert(1)"/>',
        '<set attributeName="onload" to="alert(1)"/>',
        '<image href="https://evil.example/x.png"/>',
        '<use href="https://evil.example/x.svg#y"/>',
        '<use xlink:href="data:image/svg+xml;base64,AAAA"/>',
        '<path onclick="alert(1)" d="M0 0"/>',
        '<path OnMouseOver = alert(1) d="M0 0"/>',
        '<path style="background: url(//evil)" d="M0 0"/>',
        '<path fill="url(https://evil.example/x)"/>',
        '<path fill="url(javascript:alert(1))"/>',
        '<path fill="\\75rl(//evil)"/>',
        "<iframe src=//evil></iframe>",
        "<embed src=//evil>",
        "<math><mtext></mtext></math>",
        "<![CDATA[<script>alert(1)</script>]]>",
        "<title><style><img src=x onerror=alert(1)></style></title>",
        "<desc><![CDATA[</desc><script>alert(1)</script>]]></desc>",
        "<svg/onload=alert(1)>",
        '<g filter="url(#x)"><handler>alert(1)</handler></g>',
    ],
)
def test_hostile_content_is_removed(inside: str) -> None:
    result = sanitized_svg(f'<svg viewBox="0 0 1 1">{inside}</svg>')
    check_harmless(result)
    assert result.startswith('<svg viewBox="0 0 1 1">')


@pytest.mark.parametrize(
    "source",
    [
        "",
        "text",
        "<img src=x onerror=alert(1)>",
        "<script>alert(1)</script>",
        "<path d='M0 0'/>",
        "<svg>" * 2 + "x" * MAX_LENGTH,
    ],
)
def test_what_is_not_a_drawing_is_empty(source: str) -> None:
    assert sanitized_svg(source) == ""


def test_only_the_first_drawing_is_kept() -> None:
    assert sanitized_svg("<svg><g/></svg><svg><path/></svg><script>alert(1)</script>") == "<svg><g/></svg>"
    assert sanitized_svg("a<svg>b</svg>c") == "<svg>b</svg>"


def test_open_elements_are_closed() -> None:
    assert sanitized_svg("<svg><g><path d='M0 0'>") == '<svg><g><path d="M0 0"></path></g></svg>'
    assert sanitized_svg("<svg></g><g></svg></g>") == "<svg><g></g></svg>"
    assert sanitized_svg("<svg>" + "<g>" * 5000).count("<g>") < 100


PIECES = [
    *(
        "<svg>",
        "</svg>",
        "<g>",
        "</g>",
        "<script>",
        "</script>",
        "<title>",
        "</title>",
        "<style>",
        "</style>",
        "<foreignObject>",
    ),
    *("<!--", "-->", "<![CDATA[", "]]>", '"', "'", "<", ">", "/", "&lt;", " onload=x", "<path d=", "<p>", "<a href="),
]


@given(
    st.lists(
        st.one_of(
            st.sampled_from(PIECES),
            st.text(max_size=4),
        ),
        max_size=14,
    )
)
def test_no_text_is_harmful(pieces: list[str]) -> None:
    check_harmless(sanitized_svg("<svg>" + "".join(pieces)))


ELEMENTS = frozenset(
    ["svg", "g", "title", "path", "circle", "use", "text", "desc", "lineargradient", "stop"],
)


def check_harmless(result: str) -> None:
    """Every element and attribute of the result is known, and it is well-formed."""
    lowered = result.lower()
    opened: list[str] = []

    class Checker(HTMLParser):
        def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
            self.handle_startendtag(tag, attrs)
            opened.append(tag)

        def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
            assert tag in ELEMENTS
            for name, value in attrs:
                assert not name.startswith("on")
                assert name not in ("style", "src", "filter")
                assert "//" not in (value or "")
                assert not name.endswith("href") or "script" not in (value or "")

        def handle_endtag(self, tag: str) -> None:
            assert opened.pop() == tag

    Checker().feed(result)
    assert opened == []
    assert "<!" not in lowered
