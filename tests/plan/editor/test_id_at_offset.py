"""The id at the cursor."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from refrakt.plugins.markdoc import ParseOptions, parse
from refrakt_plan.editor.id_at_offset import id_at, occurrence_at


def found(marked: str) -> tuple[str, str, str] | None:
    offset = marked.index("$0")
    document = parse(marked.replace("$0", "", 1), ParseOptions(fences="escaped"))
    named = id_at(document, offset)
    return (named.id, document.text[slice(*named.range.bounds)], named.role) if named is not None else None


@pytest.mark.parametrize(
    ("marked", "expected"),
    [
        ('{% ref "$0WORK-1" /%}', ("WORK-1", "WORK-1", "reference")),
        ('{% ref "WORK-1$0" /%}', ("WORK-1", "WORK-1", "reference")),
        ('See {% xref "any thi$0ng" /%}.', ("any thing", "any thing", "reference")),
        ('{% expand "WORK-$01" /%}', ("WORK-1", "WORK-1", "reference")),
        ('{% plan-history id="WORK-$01" limit=3 /%}', ("WORK-1", "WORK-1", "reference")),
        ('{% plan-progress milestone="v$01.0" /%}', ("v1.0", "v1.0", "reference")),
        ('{% work id="WORK$0-1" status="ready" %}', ("WORK-1", "WORK-1", "key")),
        ("{% work #WORK-$01 %}", ("WORK-1", "WORK-1", "key")),
        ("{% work id=1$02 %}", ("12", "12", "key")),
        ('{% milestone name="v$01" %}', ("v1", "v1", "key")),
        ('{% work source="SPEC-1, S$0PEC-2,ADR-3" %}', ("SPEC-2", "SPEC-2", "reference")),
        ('{% work source="SPEC-1,$0 SPEC-2" %}', None),
        ('{% work source=["SPEC-1", "SPEC-$02"] %}', ("SPEC-2", "SPEC-2", "reference")),
        ('{% work\r\n  supersedes="WORK-$02"\r\n %}', ("WORK-2", "WORK-2", "reference")),
        ('{% bug milestone="The $0first, really" %}', ("The first, really", "The first, really", "reference")),
        (r'{% ref "a$0\"b\\c" /%}', ('a"b\\c', r"a\"b\\c", "reference")),
        ("See WORK-1$00 there.", ("WORK-10", "WORK-10", "text")),
        ("Done in $0v1.0.0.", ("v1.0.0", "v1.0.0", "text")),
        ("(WORK-1$0)", ("WORK-1", "WORK-1", "text")),
        ("WORK-1/W$0ORK-2", ("WORK-2", "WORK-2", "text")),
        ("_WORK-$01_ and __WORK-2__", ("WORK-1", "WORK-1", "text")),
        ("_WORK-1_ and __W$0ORK-2__", ("WORK-2", "WORK-2", "text")),
        ("```\nWORK-$01\n```\n", ("WORK-1", "WORK-1", "text")),
        ('{% work assignee="WORK-$01" %}', ("WORK-1", "WORK-1", "text")),
        ("WORK-1-$0the-file.md", ("WORK-1-the-file.md", "WORK-1-the-file.md", "text")),
        ("plain wo$0rds", None),
        ("$0", None),
        ("...$0...", None),
        ("{% ref $0 /%}", None),
    ],
)
def test_the_id_under_the_cursor(marked: str, expected: tuple[str, str, str] | None) -> None:
    assert found(marked) == expected


@pytest.mark.parametrize("marked", ["See WORK-$01.", '{% work tags="v$01" %}', '{% character name="A-$01" %}'])
def test_words_without_digits_are_not_ids(marked: str) -> None:
    document = parse(marked.replace("$0", ""), ParseOptions(fences="escaped"))
    assert occurrence_at(document, marked.index("$0")) is None


@settings(max_examples=60, deadline=None)
@given(st.text(st.sampled_from('{}%/ "\\=,.#-\r\n\0WORK1refsourceid\ud800é'), max_size=60), st.integers(0, 60))
def test_an_id_equals_the_text_of_its_range(text: str, offset: int) -> None:
    document = parse(text, ParseOptions(fences="escaped"))
    named = id_at(document, min(offset, len(text)))
    if named is not None:
        start, end = named.range.bounds
        assert 0 <= start <= min(offset, len(text)) <= end <= len(text)
        assert text[start:end].replace("\\\\", "\\").replace('\\"', '"') == named.id or "\\" in text[start:end]
