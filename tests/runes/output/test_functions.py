"""The functions that format values, as pages call them."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest

from .output_checks import check_output

VALUES: dict[str, Any] = {"tags": ["calm", None, 3], "sailed": date(2019, 7, 4), "none": None}


@pytest.mark.parametrize(
    ("call", "expected"),
    [
        ("currency(18450.5)", "$18,450.50"),
        ('currency("99", "gbp")', "£99.00"),
        ('currency(-7.005, "EUR")', "-€7.01"),
        ('currency(12.5, "JPY")', "¥13"),
        ('currency(3, "KWD")', "KWD\u00a03.000"),
        ('currency(1250, "CHF")', "CHF\u00a01,250.00"),
        ('currency(4, "shells")', "shells 4"),
        ('currency("free")', "free"),
        ("number(2500000.25)", "2,500,000.25"),
        ("number(0.12345)", "0.123"),
        ("number(-1000)", "-1,000"),
        ("number(true)", "1"),
        ('number("a few")', "a few"),
        ("number($missing)", ""),
        ('date("2021-03-09")', "Mar 9, 2021"),
        ('date("2021-03")', "Mar 1, 2021"),
        ('date("2021-02-30")', "Mar 2, 2021"),
        ('date("2021-12-31T23:30:00-02:00")', "Jan 1, 2022"),
        ('date("March 9, 2021")', "Mar 9, 2021"),
        ('date("9 March 2021")', "Mar 9, 2021"),
        ('date("2021/3/9")', "Mar 9, 2021"),
        ('date("3/9/2021")', "Mar 9, 2021"),
        ("date($sailed)", "Jul 4, 2019"),
        ('date("soon")', "soon"),
        ('date("2021-13-01")', "2021-13-01"),
        ("date($none)", ""),
        ("join($tags)", "calm, , 3"),
        ('join($tags, "/")', "calm//3"),
        ('join("calm")', "calm"),
        ('concat("sea-", 7, $none, true)', "sea-7true"),
        ('humanize("lowTide_mark-2")', "Low Tide Mark 2"),
        ("humanize($none)", ""),
    ],
)
def test_functions(call: str, expected: str) -> None:
    check_output(f"Now {{% {call} %}}.", f"<p>Now {expected}.</p>", variables=VALUES)
