"""Parses how far to look back: `7d`, `2w`, `3m`, `1y`, or a date."""

from __future__ import annotations

import calendar
import re
from datetime import UTC, datetime, timedelta

from refrakt.plugins import RefraktError

_AGO = re.compile(r"([0-9]{1,6})([dwmy])")
_EARLIEST = datetime.min.replace(tzinfo=UTC)


def parse_since(text: str, now: datetime) -> datetime:
    """The moment a text means. A date begins at midnight; the default time zone is UTC."""
    ago = _AGO.fullmatch(text.strip())
    try:
        if ago is None:
            found = datetime.fromisoformat(text.strip())
            return found if found.tzinfo else found.replace(tzinfo=UTC)
        count, unit = int(ago[1]), ago[2]
        if unit in "dw":
            return now - timedelta(days=count * (7 if unit == "w" else 1))
        return _months_before(now, count * (12 if unit == "y" else 1))
    except OverflowError:
        return _EARLIEST
    except ValueError as error:
        hint = "Use 7d, 2w, 3m or 1y for days, weeks, months or a year, or a date like 2026-05-01."
        raise RefraktError("INVALID_ARGS", f"'{text}' is not a date or a period", hint) from error


def _months_before(now: datetime, months: int) -> datetime:
    year, month = divmod(now.year * 12 + now.month - 1 - months, 12)
    if year < 1:
        return _EARLIEST
    last = calendar.monthrange(year, month + 1)[1]
    return now.replace(year=year, month=month + 1, day=min(now.day, last))


def is_since(date: str, earliest: datetime) -> bool:
    """Whether a commit is that recent. A commit with an invalid date is included."""
    try:
        made = datetime.fromisoformat(date)
    except ValueError:
        return True
    return made.tzinfo is None or made >= earliest
