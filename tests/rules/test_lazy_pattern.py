"""Patterns that are compiled when they are first used."""

from __future__ import annotations

import re

import pytest

from refrakt.rules import inline_markup, link_syntax
from refrakt.rules.lazy_pattern import LazyPattern


def test_a_pattern_is_compiled_when_it_is_used() -> None:
    pattern = LazyPattern("(?P<name>a+", re.IGNORECASE)  # an error, which is found late
    with pytest.raises(re.error):
        pattern.finditer("a")
    assert [each["name"] for each in LazyPattern("(?P<name>a+)", re.IGNORECASE).finditer("ba Aa")] == ["a", "Aa"]


def test_all_patterns_of_tables_can_be_compiled() -> None:
    tables = (*link_syntax._FORMS, *inline_markup.MARKUPS, *inline_markup.CODE_MARKUPS)
    assert len(tables) > 90
    assert all(not list(each.pattern.finditer("A text.\n")) for each in tables)
