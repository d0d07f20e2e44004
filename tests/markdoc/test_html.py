"""HTML from a renderable tree, and the JavaScript rules for printing values."""

from __future__ import annotations

from typing import Any

import pytest

from refrakt.markdoc.html import Renderable, Tag, render_html
from refrakt.markdoc.javascript_values import js_equal, js_items, js_json, js_str, truthy
from refrakt.markdoc.values import UNDEFINED


@pytest.mark.parametrize(
    ("tree", "expected"),
    [
        ('<a & "b">', "&lt;a &amp; &quot;b&quot;&gt;"),
        (1.5, "1.5"),
        ([1, "a", [2, ["b"]]], "1a2b"),
        ([None, True, False, UNDEFINED, {"a": 1}], ""),
        (Tag("p"), "<p></p>"),
        (Tag("p", {}, ["a", Tag("b", {}, [0])]), "<p>a<b>0</b></p>"),
        (Tag("img", {"src": "/a?b&c"}, ["never shown"]), '<img src="/a?b&amp;c">'),
        (Tag("", {"id": "gone"}, ["only", " content"]), "only content"),
        (Tag("td", {"colSpan": 2}), '<td colspan="2"></td>'),
        (
            Tag("x", {"n": None, "u": UNDEFINED, "t": True, "l": [1, [None, "b"]], "o": {}}),
            '<x n="null" u="undefined" t="true" l="1,,b" o="[object Object]"></x>',
        ),
        (Tag("x", {"b": 1, "10": 2, "9": 3}), '<x 9="3" 10="2" b="1"></x>'),
        (Tag("x", {"slot": Tag("p")}), '<x slot="[object Object]"></x>'),
    ],
)
def test_render(tree: Renderable, expected: str) -> None:
    assert render_html(tree) == expected


def test_any_depth() -> None:
    tree: Renderable = "end"
    for _ in range(10_000):
        tree = [Tag("i", {}, [tree])]
    assert render_html(tree) == "<i>" * 10_000 + "end" + "</i>" * 10_000


@pytest.mark.parametrize(
    ("number", "text"),
    [
        (0, "0"),
        (-0.0, "0"),
        (3.0, "3"),
        (-1.25, "-1.25"),
        (0.000001, "0.000001"),
        (0.00000015, "1.5e-7"),
        (1e20, "100000000000000000000"),
        (1e21, "1e+21"),
        (-1.5e300, "-1.5e+300"),
        (12345678901234567890, "12345678901234567000"),
        (10**400, "Infinity"),
        (float("nan"), "NaN"),
    ],
)
def test_numbers_print_as_in_javascript(number: float, text: str) -> None:
    assert js_str(number) == text


@pytest.mark.parametrize("value", [True, 1, -1, "0", [], {}])
def test_true_values(value: Any) -> None:
    assert truthy(value)


@pytest.mark.parametrize("value", [False, 0, 0.0, "", None, UNDEFINED, float("nan")])
def test_false_values(value: Any) -> None:
    assert not truthy(value)


def test_equality_never_converts() -> None:
    assert js_equal(1, 1.0)
    assert js_equal("a", "a")
    assert js_equal(UNDEFINED, UNDEFINED)
    assert not js_equal(1, True)
    assert not js_equal(1, "1")
    assert not js_equal(None, UNDEFINED)
    assert not js_equal([], [])


def test_whole_number_keys_come_first() -> None:
    assert js_items({"b": 1, "10": 2, "2": 3, "02": 4, 1: 5}) == [("1", 5), ("2", 3), ("10", 2), ("b", 1), ("02", 4)]


def test_json() -> None:
    assert js_json([UNDEFINED, {"a": UNDEFINED}, [], "\ud800\n", 1e21]) == (
        '[\n  null,\n  {},\n  [],\n  "\\ud800\\n",\n  1e+21\n]'
    )
    assert js_json(UNDEFINED) is UNDEFINED
