"""The rows and columns of a table that a page shows, and which columns are numbers."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from refrakt.markdoc.values import number
from refrakt.runes.field_values import TERM, fits
from refrakt.runes.output.data_table import DataTable

_NOT_IN_NUMBERS = re.compile(r"[$£€¥₹,\s]")
_NUMBER = re.compile(r"[+-]?([0-9]++\.?[0-9]*+|\.[0-9]++)([eE][+-]?[0-9]+)?")
_RENAMED = re.compile(r"(.*?)\sas\s(.+)", re.IGNORECASE | re.DOTALL)
_DIGITS = re.compile("([0-9]+)")


@dataclass(frozen=True, slots=True)
class Column:
    """A column to show. `source` is its name in the file."""

    source: str
    header: str


def number_value(text: str) -> int | float | None:
    """The number of a cell such as `$1,200`; None if it is not a number."""
    digits = _NOT_IN_NUMBERS.sub("", text)
    value = number(digits) if _NUMBER.fullmatch(digits) else None
    return value if value is not None and math.isfinite(value) else None


def filtered(table: DataTable, where: str) -> DataTable:
    """The rows that match a filter such as `country:Norway`. Clauses of one column are alternatives."""
    wanted: dict[str, list[str]] = {}
    for found in TERM.finditer(where):
        name, colon, value = found[0].replace('"', "").partition(":")
        if colon and name:
            wanted.setdefault(name, []).append(value)
    places = {name: table.headers.index(name) if name in table.headers else None for name in wanted}
    rows = [
        row
        for row in table.rows
        if all(
            any(fits("" if (at := places[name]) is None else row[at], value) for value in values)
            for name, values in wanted.items()
        )
    ]
    return DataTable(table.headers, rows)


def sorted_by(table: DataTable, order: str) -> DataTable:
    """The rows in the order of a column, `-name` for descending order: by number if all its cells are numbers."""
    name = order.strip().removeprefix("-").strip()
    if name not in table.headers:
        return table
    at = table.headers.index(name)
    key = _number_key if _is_numeric(row[at] for row in table.rows) else _text_key
    rows = sorted(table.rows, key=lambda row: key(row[at]), reverse=order.strip().startswith("-"))
    return DataTable(table.headers, rows)


def _number_key(cell: str) -> tuple[Any, ...]:
    value = number_value(cell)
    return (value is None, value or 0)


def _text_key(cell: str) -> tuple[Any, ...]:
    """Numbers in texts are compared by value: `item 2` is before `item 10`."""
    pieces = _DIGITS.split(cell.casefold())
    return tuple(_digits_key(piece) if place % 2 else (1, 0, piece) for place, piece in enumerate(pieces))


def _digits_key(digits: str) -> tuple[int, int, str]:
    significant = digits.lstrip("0")
    return (0, len(significant), significant)


def selected_columns(table: DataTable, columns: str) -> list[Column]:
    """The columns of a list such as `month, level as Metres`; all of them if none of the list exists."""
    chosen = []
    for written in _split_list(columns):
        found = _RENAMED.fullmatch(written)
        source, header = (found[1].strip(), found[2].strip()) if found else (written, written)
        if source in table.headers:
            chosen.append(Column(source, header))
    return chosen or [Column(name, name) for name in table.headers]


def _split_list(text: str) -> list[str]:
    """The parts between commas; quotes protect commas."""
    parts = re.findall(r"""((?:"[^"]*"?|'[^']*'?|[^,"'])+)""", text)
    return [part for written in parts if (part := re.sub("[\"']", "", written).strip())]


def with_columns(table: DataTable, columns: Sequence[Column]) -> DataTable:
    places = [table.headers.index(column.source) for column in columns]
    return DataTable([column.header for column in columns], [[row[at] for at in places] for row in table.rows])


def numeric_columns(table: DataTable, columns: Sequence[Column], numeric: str, text: str) -> set[int]:
    """The columns with numbers: those that the page names, and those whose cells are all numbers or empty."""
    as_number, as_text = set(_split_list(numeric)), set(_split_list(text))
    found = set()
    for place, column in enumerate(columns):
        names = {column.source, column.header}
        if names & as_text:
            continue
        if names & as_number or _is_numeric(row[place] for row in table.rows):
            found.add(place)
    return found


def _is_numeric(cells: Iterable[str]) -> bool:
    written = [cell for cell in cells if cell.strip()]
    return bool(written) and all(number_value(cell) is not None for cell in written)
