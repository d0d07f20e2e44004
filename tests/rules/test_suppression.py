"""Suppressed problems are not reported, and all others are."""

from __future__ import annotations

import pytest

from refrakt.markdoc.document import parse
from refrakt.rules.severity_settings import suppressed_lines


@pytest.mark.parametrize("line_end", ["\n", "\r\n", "\r"])
def test_a_line_is_suppressed_with_any_line_end(line_end: str) -> None:
    text = line_end.join(
        ["# T", "", "words", "<!-- refrakt-disable-next-line -->", "{% hnit /%}", "", "{% hnit /%}", ""]
    )
    document = parse(text)
    assert suppressed_lines(document) == {4: frozenset()}
