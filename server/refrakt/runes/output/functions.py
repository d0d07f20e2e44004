"""The functions of a refrakt site: `currency`, `date`, `number`, `join`, `concat`, `humanize`.

They format values for templates and texts, such as `{% currency($item.data.price, "EUR") %}`. A value that a function cannot format
is shown as it is.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from datetime import UTC, date, datetime
from typing import Any, TypeAlias

from refrakt.markdoc.javascript_values import js_items, js_number, js_str
from refrakt.markdoc.schema import FunctionSchema, MarkdocConfig
from refrakt.markdoc.values import UNDEFINED
from refrakt.runes.output.date_format import date_text, read_date
from refrakt.runes.output.number_format import is_currency, money_text, number_text

Parameters: TypeAlias = Mapping[str | int, Any]

_CAMEL_CASE = re.compile("([a-z0-9])([A-Z])")
_WORD_START = re.compile(r"\b\w", re.ASCII)


def _text(value: Any) -> str:
    return "" if value is None or value is UNDEFINED else js_str(value)


def _currency(parameters: Parameters, _: MarkdocConfig) -> str:
    amount = js_number(parameters.get(0, UNDEFINED))
    code = _text(parameters.get(1)) if parameters.get(1, UNDEFINED) not in (None, UNDEFINED) else "USD"
    if not math.isfinite(amount):
        return _text(parameters.get(0))
    return money_text(amount, code) if is_currency(code) else f"{code} {js_str(amount)}"


def _date(parameters: Parameters, _: MarkdocConfig) -> str:
    value = parameters.get(0, UNDEFINED)
    if isinstance(value, datetime):
        value = value.astimezone(UTC) if value.tzinfo else value
    day = value if isinstance(value, date) else read_date(js_str(value))
    return date_text(day) if day is not None else _text(value)


def _number(parameters: Parameters, _: MarkdocConfig) -> str:
    value = js_number(parameters.get(0, UNDEFINED))
    return number_text(value) if math.isfinite(value) else _text(parameters.get(0))


def _join(parameters: Parameters, _: MarkdocConfig) -> str:
    value, separator = parameters.get(0), parameters.get(1)
    if not isinstance(value, list | tuple):
        return _text(value)
    return (", " if separator is None or separator is UNDEFINED else js_str(separator)).join(map(_text, value))


def _concat(parameters: Parameters, _: MarkdocConfig) -> str:
    return "".join(_text(value) for _key, value in js_items(parameters))


def humanize(text: str) -> str:
    """A name as words: `prepTime` and `prep-time` are `Prep Time`."""
    spaced = re.sub("[-_]+", " ", _CAMEL_CASE.sub(r"\1 \2", text))
    return _WORD_START.sub(lambda found: found[0].upper(), spaced).strip()


def _humanize(parameters: Parameters, _: MarkdocConfig) -> str:
    return humanize(_text(parameters.get(0)))


FUNCTIONS: Mapping[str, FunctionSchema] = {
    "currency": FunctionSchema(_currency),
    "date": FunctionSchema(_date),
    "number": FunctionSchema(_number),
    "join": FunctionSchema(_join),
    "concat": FunctionSchema(_concat),
    "humanize": FunctionSchema(_humanize),
}
