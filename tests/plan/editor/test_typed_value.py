"""The value at the cursor."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from refrakt.plugins.markdoc import ParseOptions, parse
from refrakt_plan.editor.typed_value import TypedValue, typed_value_at


def read(marked: str) -> tuple[TypedValue | None, str]:
    offset = marked.index("$0")
    document = parse(marked.replace("$0", "", 1), ParseOptions(fences="escaped"))
    return typed_value_at(document, offset), document.text


@pytest.mark.parametrize(
    ("marked", "tag", "attribute", "word", "quotes"),
    [
        ('{% ref "WO$0', "ref", "primary", "WO", "open"),
        ('{% ref "$0" /%}', "ref", "primary", "", "closed"),
        ("{% ref WO$0 /%}", "ref", "primary", "WO", "none"),
        ("{% ref $0", "ref", "primary", "", "none"),
        ('- {% work tags="a, $0\n- b', "work", "tags", "a, ", "open"),
        ("{% ref $0 /%}", "ref", "primary", "", "none"),
        ('- {% ref "WO$0\n- {% ref "WORK-2" /%}\n', "ref", "primary", "WO", "open"),
        ('- {% ref "WO\n- {% ref "WO$0RK-2" /%}\n', "ref", "primary", "WORK-2", "closed"),
        ('{% work id="A" source="SPEC-1, S$0P" %}', "work", "source", "SPEC-1, SP", "closed"),
        ('{% work source=["a","b$0"] id=3 %}', "work", "source", "b", "closed"),
        ("{% work status=$0 %}", "work", "status", "", "none"),
        ("{% work status=re$0ady %}", "work", "status", "ready", "none"),
        ('{% work status="$0\n  tags="a" %}', "work", "status", "", "open"),
        ('{% work\r\n  status="r$0eady"\r\n  tags="a" %}', "work", "status", "ready", "closed"),
        ('{% work a="b\\"$0c" %}', "work", "a", 'b\\"c', "closed"),
    ],
)
def test_the_value_under_the_cursor(marked: str, tag: str, attribute: str, word: str, quotes: str) -> None:
    typed, text = read(marked)
    assert typed is not None
    assert (typed.tag, typed.attribute, typed.text) == (tag, attribute, word)
    assert text[slice(*typed.range.bounds)] == word
    assert {"open": (True, False), "closed": (True, True), "none": (False, False)}[quotes] == (
        typed.quoted,
        typed.closed,
    )


@pytest.mark.parametrize(
    "marked",
    ["{% re$0", "{% ref$0", '{% work id="x" $0 %}', '{% work id="x"$0 %}', '{% ref "a" /%}$0', "{% /work$0 %}", "WO$0"],
)
def test_no_value(marked: str) -> None:
    assert read(marked)[0] is None


@pytest.mark.parametrize(
    ("marked", "item", "others"),
    [
        ('{% work tags="a, b$0c ,d" %}', "bc", ["a", "d"]),
        ('{% work tags="a,$0" %}', "", ["a"]),
        ('{% work tags="a, $0" %}', "", ["a"]),
        ('{% work tags="$0a, b" %}', "a", ["b"]),
        ('{% work tags="$0" %}', "", []),
    ],
)
def test_the_item_of_a_list(marked: str, item: str, others: list[str]) -> None:
    typed, text = read(marked)
    assert typed is not None
    assert (text[slice(*typed.item_range.bounds)], typed.other_items) == (item, others)


@settings(max_examples=80, deadline=None)
@given(st.text(st.sampled_from('{}%/ "\\=,[].#-\r\nab1'), max_size=50), st.integers(0, 60))
def test_a_value_contains_the_cursor(rest: str, offset: int) -> None:
    text = "{% work " + rest
    offset = min(offset, len(text))
    typed = typed_value_at(parse(text, ParseOptions(fences="escaped")), offset)
    if typed is not None:
        for place in (typed.range, typed.item_range):
            assert 0 <= place.start <= offset <= place.end <= len(text)
        assert {"\r", "\n"}.isdisjoint(text[offset : typed.range.end])
