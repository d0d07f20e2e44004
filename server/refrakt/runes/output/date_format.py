"""Dates as American English writes them, from the notations that JavaScript reads."""

from __future__ import annotations

import re
from datetime import UTC, date, datetime, timedelta

_MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
_ISO = re.compile(
    r"([0-9]{4})(?:-([0-9]{2}))?(?:-([0-9]{2}))?(?:[T ]([0-9]{2}):([0-9]{2})(?::([0-9]{2})(?:[.,][0-9]++)?)?(\S*))?"
)
_OFFSET = re.compile(r"([+-])([0-9]{2}):?([0-9]{2})")
_NUMERIC = re.compile(r"(?:([0-9]{4})[/.]([0-9]{1,2})[/.]([0-9]{1,2})|([0-9]{1,2})[/.-]([0-9]{1,2})[/.-]([0-9]{4}))")
_DAY_FIRST = re.compile(r"(?:[A-Za-z]+,?\s+)?([0-9]{1,2})\s+([A-Za-z]{3,})\.?,?\s+([0-9]{4})\b.*")
_MONTH_FIRST = re.compile(r"(?:[A-Za-z]+,?\s+)?([A-Za-z]{3,})\.?\s+([0-9]{1,2}),?\s+([0-9]{4})\b.*")


def date_text(day: date) -> str:
    """`Jan 15, 2024`."""
    return f"{_MONTHS[day.month - 1]} {day.day}, {day.year}"


def read_date(text: str) -> date | None:
    """The day of a date in UTC; None if it is not a date."""
    text = text.strip()
    try:
        return _read_iso(text) or _read_numeric(text) or _read_named(text)
    except (ValueError, OverflowError):
        return None


def _read_iso(text: str) -> date | None:
    found = _ISO.fullmatch(text)
    if found is None:
        return None
    day = _day(found[1], found[2] or "1", found[3] or "1")
    if day is None or found[4] is None:
        return day
    offset = _offset(found[7])
    if offset is None:
        return None
    time = timedelta(hours=int(found[4]), minutes=int(found[5]), seconds=int(found[6] or 0))
    return (datetime(day.year, day.month, day.day, tzinfo=UTC) + time - offset).date()


def _offset(text: str) -> timedelta | None:
    if text in ("", "Z", "z"):
        return timedelta()
    found = _OFFSET.fullmatch(text)
    if found is None:
        return None
    size = timedelta(hours=int(found[2]), minutes=int(found[3]))
    return -size if found[1] == "-" else size


def _read_numeric(text: str) -> date | None:
    found = _NUMERIC.fullmatch(text)
    if found is None:
        return None
    return _day(found[1], found[2], found[3]) if found[1] else _day(found[6], found[4], found[5])


def _read_named(text: str) -> date | None:
    """A date with the name of its month; a weekday before it and a time after it are ignored."""
    if found := _DAY_FIRST.fullmatch(text):
        day, month, year = found[1], found[2], found[3]
    elif found := _MONTH_FIRST.fullmatch(text):
        month, day, year = found[1], found[2], found[3]
    else:
        return None
    short = month[:3].capitalize()
    return _day(year, str(_MONTHS.index(short) + 1), day) if short in _MONTHS else None


def _day(year: str, month: str, day: str) -> date | None:
    """A day; the 30th of February is the 1st or 2nd of March, as in JavaScript."""
    if not 1 <= int(month) <= 12 or not 1 <= int(day) <= 31:
        return None
    return date(int(year), int(month), 1) + timedelta(days=int(day) - 1)
