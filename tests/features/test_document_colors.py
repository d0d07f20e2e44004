"""Document colours."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from refrakt.features.css_colors import Color, Notation, format_color, notations, parse_color
from refrakt.features.document_colors import color_presentations, document_colors
from refrakt.markdoc.tree import Span

from .checking import page_of


def check_colors(text: str, *expected: str) -> None:
    """These are the colours of a page, as they are written."""
    page = page_of(text)
    assert [text[each.span.start : each.span.end] for each in document_colors(page)] == list(expected)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('A {% swatch color="#2f5d50" label="Fir" /%} door', ["#2f5d50"]),
        ('😀 {% swatch color=" rgb(47 93 80) " label="#fff" /%}', ["rgb(47 93 80)"]),
        (
            '{% section %}\n{% bg from="#fff" to="hsl(163 33% 27%)" via="red" overlay="dark" /%}\n{% /section %}',
            ["#fff", "hsl(163 33% 27%)"],
        ),
        ('{% hint bg-from="#123456" bg-to="oklch(0.45 0.06 165)" %}', ["#123456", "oklch(0.45 0.06 165)"]),
        (
            "{% palette %}\n- Chalk: #f4f1ea\n- Clay: #f3d9cd, rgb(1, 2, 3),#a85a3a\n- #fff\n- Name: red\n{% /palette %}",
            ["#f4f1ea", "#f3d9cd", "rgb(1, 2, 3)", "#a85a3a"],
        ),
        ("> {% tint %}\r\n> - surface: #10243e\r\n> {% /tint %}\r\n", ["#10243e"]),
        ("{% section %}\n{% tint %}\n## Dark\n\n- a: #000000\n{% /tint %}\n{% /section %}", ["#000000"]),
        ('{% mockup color="dark" %}', []),
        ('{% hint title="#fff" %}', []),
        ("- Chalk: #f4f1ea\n", []),
        ('```\n{% swatch color="#2f5d50" /%}\n```\n', []),
        ('{% swatch color="#2f5d50', []),
        ('{% swatch color="#ff\\"f" /%}', []),
        ("{% swatch color=$a /%}", []),
    ],
)
def test_colors_of_a_page(text: str, expected: list[str]) -> None:
    check_colors(text, *expected)


@pytest.mark.parametrize(
    ("text", "shares"),
    [
        ("#f00", (1, 0, 0, 1)),
        ("#F008", (1, 0, 0, 0.533)),
        ("#00ff00", (0, 1, 0, 1)),
        ("#0000ff80", (0, 0, 1, 0.502)),
        ("rgb(255, 0, 0)", (1, 0, 0, 1)),
        ("rgba(255, 0, 0, 50%)", (1, 0, 0, 0.5)),
        ("rgb(100% 0% 0% / .5)", (1, 0, 0, 0.5)),
        ("hsl(120 100% 50%)", (0, 1, 0, 1)),
        ("hsla(0.5turn, 100%, 50%, 1)", (0, 1, 1, 1)),
        ("hsl(-120deg 100% 50%)", (0, 0, 1, 1)),
        ("oklch(1 0 0)", (1, 1, 1, 1)),
        ("oklch(62.8% 0.2577 29.23)", (1, 0, 0, 1)),
        ("oklch(0.452 0.313 264.05 / 0.25)", (0, 0, 1, 0.25)),
    ],
)
def test_notations(text: str, shares: tuple[float, ...]) -> None:
    found = parse_color(text)
    assert found is not None
    assert found[:4] == pytest.approx(shares, abs=0.005)


@pytest.mark.parametrize(
    "text", ["", "red", "#12", "#12345", "#ggg", "rgb(1 2)", "rgb(a b c)", "hsl()", "rgb(1 2 3 4 5)", "rgb(1e999 0 0)"]
)
def test_texts_that_are_not_colors(text: str) -> None:
    assert parse_color(text) is None


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("#ffffff", "#ff0080"),
        ("rgb(0 0 0)", "rgb(255 0 128)"),
        ("hsl(0 0% 0%)", "hsl(329.9 100% 50%)"),
        ("oklch(0.5 0.1 10)", "oklch(0.6453 0.2603 2.47)"),
    ],
)
def test_a_new_color_keeps_the_notation(old: str, new: str) -> None:
    text = f'{{% swatch color="{old}" label="x" /%}}'
    start = text.index(old)
    found = color_presentations(page_of(text), Color(1, 0, 128 / 255), Span(start, start + len(old)))
    assert found[0] == new
    assert len(found) == len(set(found)) == 4


def test_alpha() -> None:
    half = Color(1, 0, 0, 0.5)
    assert [format_color(half, each) for each in notations("hex")][:3] == [
        "#ff000080",
        "rgb(255 0 0 / 0.5)",
        "hsl(0 100% 50% / 0.5)",
    ]
    assert format_color(Color(1, 1, 1), "oklch") == "oklch(1 0 0)"


shares = st.integers(0, 255).map(lambda each: each / 255)


@given(shares, shares, shares, st.sampled_from(notations(None)))
def test_a_formatted_color_parses_to_the_same_color(red: float, green: float, blue: float, notation: Notation) -> None:
    again = parse_color(format_color(Color(red, green, blue), notation))
    assert again is not None
    assert again.notation == notation
    assert again[:3] == pytest.approx((red, green, blue), abs=0.012)


@pytest.mark.parametrize("red", [1.5, float("inf")])
def test_a_color_out_of_gamut_is_clamped(red: float) -> None:
    page = page_of("#000000")
    assert color_presentations(page, Color(red, -1.0, float("nan"), 2.0), Span(0, 7)) == color_presentations(
        page, Color(1.0, 0.0, 0.0, 1.0), Span(0, 7)
    )
