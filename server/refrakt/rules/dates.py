"""Dates that are written in another way than year-month-day."""

from __future__ import annotations

import re
from datetime import date

DATE_KEYS = ("date", "created", "modified")
"""The keys of frontmatter that hold a date."""
_ISO = re.compile(r"\d{4}(?:-\d\d(?:-\d\d(?:[T ].*)?)?)?")
_YEAR_FIRST = re.compile(r"(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})")
_DIGITS = re.compile(r"(\d{4})(\d\d)(\d\d)")
_NAMED = re.compile(r"([A-Za-z]{3,9})\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})")
_DAY_FIRST = re.compile(r"(\d{1,2})(?:st|nd|rd|th|\.)? (?:of )?([A-Za-z]{3,9})\.?,? (\d{4})")
_NUMBERS = re.compile(r"(\d{1,2})([./-])(\d{1,2})\2(\d{4})")
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")


def is_iso_date(text: str) -> bool:
    """Whether a text is a date, or only a year or month, with the year first."""
    stripped = text.strip()
    if _ISO.fullmatch(stripped) is None:
        return False
    try:
        date.fromisoformat(f"{stripped[:10]}-01-01"[:10])
    except ValueError:
        return False
    return True


def iso_date(text: str) -> str | None:
    """The date that a text means, as year-month-day; None if it means none, or several."""
    stripped = text.strip().strip(",;")
    if found := _YEAR_FIRST.fullmatch(stripped) or _DIGITS.fullmatch(stripped):
        return _made(found[1], int(found[2]), found[3])
    if found := _NAMED.fullmatch(stripped):
        return _made(found[3], _month(found[1]), found[2])
    if found := _DAY_FIRST.fullmatch(stripped):
        return _made(found[3], _month(found[2]), found[1])
    if found := _NUMBERS.fullmatch(stripped):
        first, second = int(found[1]), int(found[3])
        if first > 12 or found[2] == "." or first == second:
            return _made(found[4], second, found[1])
        return _made(found[4], first, found[3]) if second > 12 else None
    return None


def is_impossible(text: str) -> bool:
    """Whether a text has the form of a date that the calendar does not have: 2026-02-30."""
    found = _YEAR_FIRST.fullmatch(text.strip()[:10])
    return found is not None and _made(found[1], int(found[2]), found[3]) is None


def _month(name: str) -> int:
    short = name[:3].lower()
    return _MONTHS.index(short) + 1 if short in _MONTHS else 0


def _made(year: str, month: int, day: str) -> str | None:
    try:
        return date(int(year), month, int(day)).isoformat()
    except ValueError:
        return None
