"""Amounts of money in texts: reading them, adding them up, and showing the sum."""

from __future__ import annotations

import re
from collections.abc import Mapping

_SYMBOLS: Mapping[str, str] = {
    "USD": "$",
    "EUR": "€",
    "GBP": "£",
    "JPY": "¥",
    "CNY": "¥",
    "AUD": "A$",
    "CAD": "C$",
    "CHF": "CHF ",
    "SEK": "kr",
    "NOK": "kr",
    "DKK": "kr",
    "INR": "₹",
    "KRW": "₩",
    "BRL": "R$",
    "MXN": "MX$",
    "ZAR": "R",
}

_COST = re.compile(r"(.*\S|[^\S\n])\s*+:\s*+([€$£¥]?\s*+[0-9].*+)")
_NOT_IN_NUMBERS = re.compile(r"[€$£¥\s,]")
_RANGE = re.compile(r"([0-9.]+)[-–]([0-9.]+)")
_NUMBER = re.compile(r"[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?")
_UNITS = {
    1: re.compile(r"(?<![0-9])([0-9]++)\s*+day", re.IGNORECASE),
    7: re.compile(r"(?<![0-9])([0-9]++)\s*+week", re.IGNORECASE),
    30: re.compile(r"(?<![0-9])([0-9]++)\s*+month", re.IGNORECASE),
}
"""The pattern of each unit, by its days."""


def cost(text: str) -> tuple[str, str]:
    """What something is and what it costs, written `What: amount`; the amount is empty if there is none."""
    found = _COST.fullmatch(text)
    return (found[1].strip(), found[2].strip()) if found else (text, "")


def amount(text: str) -> float:
    """The number of an amount; the middle of a range such as `40-60`. Text without a number is 0."""
    digits = _NOT_IN_NUMBERS.sub("", text)
    found = _RANGE.match(digits)
    if found:
        return (_number(found[1]) + _number(found[2])) / 2
    return _number(digits)


def _number(text: str) -> float:
    found = _NUMBER.match(text)
    return float(found[0]) if found else 0.0


def amount_text(value: float, currency: str) -> str:
    """An amount with the symbol or code of its currency. Cents are shown if there are any."""
    symbol = _SYMBOLS.get(currency.upper()) or f"{currency} "
    from decimal import ROUND_HALF_UP, Decimal  # only where a page shows amounts

    digits = Decimal(value) if value == int(value) else Decimal(value).quantize(Decimal("0.01"), ROUND_HALF_UP)
    return f"{symbol}{digits:,f}"


def days(duration: str) -> int:
    """The days of a duration such as `2 weeks`; a number alone is days."""
    total = 0
    for length, unit in _UNITS.items():
        found = unit.search(duration)
        total += int(found[1]) * length if found else 0
    if not total and (found := re.match(r"\s*([0-9]+)", duration)):
        return int(found[1])
    return total
