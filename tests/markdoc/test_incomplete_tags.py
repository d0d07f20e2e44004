"""Incomplete tags: their syntax so far, and the tag at the cursor."""

from __future__ import annotations

import pytest

from refrakt.markdoc.document import parse


@pytest.mark.parametrize(
    ("text", "name", "attributes"),
    [
        ("{% hint ty", "hint", ["ty"]),
        ('{% hint type="no', "hint", ["type"]),
        ("Some text {% badge sent", "badge", ["sent"]),
        ('- {% hint type="note" ti', "hint", ["type", "ti"]),
        ("{% /", "", []),
        ("{% /hi", "hi", []),
        ("{%", "", []),
    ],
)
def test_syntax_of_an_incomplete_tag(text: str, name: str, attributes: list[str]) -> None:
    document = parse(text)
    tag = document.tag_at(len(text))
    assert tag is not None
    assert not tag.terminated
    assert (tag.name, [each.annotation.name for each in tag.attributes]) == (name, attributes)
    assert document.offsets(tag.span) == (text.index("{%"), len(text))
    assert "unterminated-tag" in {problem.id for problem in document.problems}


def test_unterminated_tag_ends_with_its_line() -> None:
    text = "{% hint ty\n\nText.\n\n{% /hint %}\n"
    document = parse(text)
    tag = document.tag_at(text.index("ty") + 1)
    assert tag is not None
    assert (tag.name, tag.terminated, document.offsets(tag.span)) == ("hint", False, (0, len("{% hint ty")))


def test_no_tag_outside_of_its_delimiters() -> None:
    document = parse("a {% b /%} c")
    assert document.tag_at(1) is None
    assert document.tag_at(5) is not None
    assert document.tag_at(11) is None
