"""JSON data as short text."""

from __future__ import annotations

import pytest

from refrakt.compact_text import compact_text
from refrakt.truncation import short_answer


@pytest.mark.parametrize(
    ("data", "text"),
    [
        ({"ok": True, "count": 3, "note": None}, "ok: true\ncount: 3\nnote: null"),
        ({"names": ["a", "b"], "none": [], "empty": ""}, 'names: a, b\nnone: none\nempty: ""'),
        (
            {"items": [{"id": "A", "n": 1}, {"id": "B", "more": ["x", "y"]}]},
            "items (2):\n id | n | more\n A | 1\n B |  | x, y",
        ),
        ({"counts": {"error": 1, "hint": 2}}, "counts: {error: 1, hint: 2}"),
        ({"a": {"b": {"c": 1}}}, "a:\n b: {c: 1}"),
        ({"text": "one\ntwo\n"}, "text:\n```\none\ntwo\n```"),
        ({"text": "```\ncode\n```\nok: true"}, "text:\n````\n```\ncode\n```\nok: true\n````"),
        ({"items": [{"id": "A", "body": "x\ny"}]}, "items (1):\n - id: A\n   body:\n   ```\n   x\n   y\n   ```"),
        ([1, "a"], "- 1\n- a"),
        ("plain", "plain"),
    ],
)
def test_text(data: object, text: str) -> None:
    assert compact_text(data) == text


def test_text_cannot_look_like_another_cell() -> None:
    assert compact_text([{"a": "x | y", "b": 1}, {"a": " z"}]) == 'a | b\n"x | y" | 1\n" z"'
    assert compact_text({"a": 'say "no"'}) == r'a: "say \"no\""'
    assert compact_text({"a": "x\x1b[2J"}) == r'a: "x\u001b[2J"'


def test_a_short_answer_says_what_is_missing() -> None:
    data = {"total": 500, "items": [{"id": n, "text": "word " * 5} for n in range(500)], "few": ["a"]}
    answer = short_answer(data, 2_000)
    assert len(compact_text(answer)) <= 2_000
    assert answer["truncated"] is True
    assert answer["few"] == ["a"]
    assert f"`items` has the first {len(answer['items'])} of 500" in answer["cut"]
    assert short_answer({"few": ["a"]}, 2_000) == {"few": ["a"]}
