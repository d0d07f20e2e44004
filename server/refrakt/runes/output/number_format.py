"""Numbers and amounts of money as American English writes them, which is the language of a refrakt site's functions."""

from __future__ import annotations

import re
from collections.abc import Mapping
from decimal import ROUND_HALF_UP, Context, Decimal

_PRECISE = Context(prec=800, rounding=ROUND_HALF_UP)
_CURRENCY_CODE = re.compile("[A-Za-z]{3}")

_SYMBOLS: Mapping[str, str] = {
    "USD": "$",
    "EUR": "€",
    "GBP": "£",
    "JPY": "¥",
    "CNY": "CN¥",
    "INR": "₹",
    "KRW": "₩",
    "AUD": "A$",
    "CAD": "CA$",
    "NZD": "NZ$",
    "HKD": "HK$",
    "MXN": "MX$",
    "BRL": "R$",
    "TWD": "NT$",
    "XCD": "EC$",
    "ILS": "₪",
    "PHP": "₱",
    "VND": "₫",
    "XAF": "FCFA",
    "XOF": "F\u202fCFA",
    "XPF": "CFPF",
}
"""Symbols; a currency without one is shown by its code."""

_DIGITS: Mapping[str, int] = {
    **dict.fromkeys(
        [
            "AFN",
            "ALL",
            "BIF",
            "CLP",
            "DJF",
            "GNF",
            "IQD",
            "IRR",
            "ISK",
            "JPY",
            "KMF",
            "KPW",
            "KRW",
            "LAK",
            "LBP",
            "MGA",
            "MMK",
            "PYG",
            "RSD",
            "RWF",
            "SLL",
            "SOS",
            "SYP",
            "UGX",
            "UYI",
            "VND",
            "VUV",
            "XAF",
            "XOF",
            "XPF",
            "YER",
        ],
        0,
    ),
    **dict.fromkeys(["BHD", "JOD", "KWD", "LYD", "OMR", "TND"], 3),
    **dict.fromkeys(["CLF", "UYW"], 4),
}
"""Decimal places of currencies that do not have two."""


def number_text(value: int | float, least: int = 0, most: int = 3) -> str:
    """A finite number with thousands separators and at least and at most so many decimal places."""
    exact = Decimal(repr(value)).quantize(Decimal(1).scaleb(-most), context=_PRECISE)
    text = f"{exact:,f}"
    if least == most:
        return text
    whole, _, fraction = text.partition(".")
    fraction = fraction.rstrip("0").ljust(least, "0")
    return f"{whole}.{fraction}" if fraction else whole


def is_currency(code: str) -> bool:
    return _CURRENCY_CODE.fullmatch(code) is not None


def money_text(amount: int | float, code: str) -> str:
    """An amount with the symbol of its currency, or with its code and a space that does not break."""
    code = code.upper()
    digits = _DIGITS.get(code, 2)
    text = number_text(amount, digits, digits)
    symbol = _SYMBOLS.get(code, "")
    if not symbol or symbol[-1].isalpha():
        symbol = (symbol or code) + "\u00a0"
    return f"-{symbol}{text[1:]}" if text.startswith("-") else symbol + text
