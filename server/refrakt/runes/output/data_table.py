"""Data files as tables of texts: CSV, TSV, JSON and JSON lines."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from refrakt.markdoc.javascript_values import js_json, js_str

_FORMATS = {"csv": "csv", "tsv": "tsv", "json": "json", "ndjson": "ndjson", "jsonl": "ndjson"}


class DataError(Exception):
    """Why a file cannot be shown as a table, in one sentence."""


@dataclass(frozen=True, slots=True)
class DataTable:
    headers: Sequence[str]
    rows: Sequence[Sequence[str]]


@dataclass(frozen=True, slots=True)
class DataOptions:
    """How a file is read; everything has a default that suits most files."""

    format: str = ""
    delimiter: str = ""
    header: bool = True
    """Whether the first row of a text file has the names of the columns."""
    root: str = ""
    """The rows in a JSON file: names with dots between them, or a JSON pointer."""
    orient: str = ""
    """`records`: a list of objects, `values`: a list of lists, `index`: an object of rows."""
    key_column: str = ""


def read_data(text: str, path: str, options: DataOptions) -> DataTable:
    """The table in the text of a file. Raises `DataError`."""
    try:
        return _read(text, path, options)
    except RecursionError:
        raise DataError("the values of the file are nested too deeply") from None


def _read(text: str, path: str, options: DataOptions) -> DataTable:
    kind = options.format or _FORMATS.get(path.rpartition(".")[2].lower() if "." in path else "")
    match kind:
        case "csv" | "tsv":
            return _delimited(text, options.delimiter or ("\t" if kind == "tsv" else ","), options.header)
        case "json":
            return _json(_parsed(text, "the file"), options)
        case "ndjson":
            lines = [(place, line) for place, line in enumerate(text.split("\n"), 1) if line.strip()]
            if not lines:
                raise DataError("the file is empty")
            return _records([_record(_parsed(line, f"line {place}")) for place, line in lines])
    raise DataError(f"the format of `{path}` is unknown; set `format` to csv, tsv, json or ndjson")


def _delimited(text: str, delimiter: str, header: bool) -> DataTable:
    import csv  # only where a page shows such a file

    if len(delimiter) != 1:
        raise DataError(f"the separator `{delimiter}` is not one character")
    lines = (f"{line}\n" for line in text.split("\n"))
    try:
        grid = [row for row in csv.reader(lines, delimiter=delimiter) if row not in ([], [""])]
    except (csv.Error, TypeError, ValueError) as error:
        raise DataError(f"the file is not valid: {error}") from None
    if not grid:
        raise DataError("the file is empty")
    if header:
        headers = [cell.strip() for cell in grid.pop(0)]
    else:
        headers = [f"col{place + 1}" for place in range(max(map(len, grid)))]
    return DataTable(headers, [[*row, *[""] * len(headers)][: len(headers)] for row in grid])


def _parsed(text: str, where: str) -> Any:
    try:
        return json.loads(text)
    except ValueError as error:
        raise DataError(f"{where} is not valid JSON: {error}") from None


def _json(document: Any, options: DataOptions) -> DataTable:
    rows = _at(document, options.root)
    orient = options.orient
    if not orient:
        if not isinstance(rows, list):
            hint = '; set orient="index" for an object of rows' if isinstance(rows, dict) else ""
            raise DataError(f"the file does not contain a list of rows{hint}")
        orient = "values" if rows and isinstance(rows[0], list) else "records"
    if orient == "index":
        if not isinstance(rows, dict):
            raise DataError('orient="index" needs an object of rows')
        return _records(list(map(_record, rows.values())), options.key_column or "key", list(rows))
    if not isinstance(rows, list) or (orient == "values" and not (rows and all(isinstance(r, list) for r in rows))):
        raise DataError(f'orient="{orient}" needs a list of {"lists" if orient == "values" else "objects"}')
    if orient == "records":
        return _records(list(map(_record, rows)))
    headers, *body = ([_cell(value) for value in row] for row in rows)
    return DataTable(headers, [[*row, *[""] * len(headers)][: len(headers)] for row in body])


def _at(document: Any, root: str) -> Any:
    """The value at a path of names in a document."""
    if not root:
        return document
    pointer = root.startswith("/")
    names = root[1:].split("/") if pointer else root.split(".")
    for name in names:
        key = name.replace("~1", "/").replace("~0", "~") if pointer else name
        if isinstance(document, list) and key.isdecimal() and int(key) < len(document):
            document = document[int(key)]
        elif isinstance(document, dict) and key in document:
            document = document[key]
        else:
            raise DataError(f"the file has no value at `{root}`")
    return document


def _record(value: Any) -> Mapping[str, Any]:
    return value if isinstance(value, dict) else {"value": value}


def _records(records: Sequence[Mapping[str, Any]], key_column: str = "", keys: Sequence[str] = ()) -> DataTable:
    """The columns are the names in all records, in their order; the keys of the records may be the first one."""
    flat = [_flat(record) for record in records]
    if key_column:
        flat = [{**row, key_column: key} for row, key in zip(flat, keys, strict=True)]
    headers = list(dict.fromkeys([*([key_column] if key_column else []), *(name for row in flat for name in row)]))
    return DataTable(headers, [[row.get(name, "") for name in headers] for row in flat])


def _flat(record: Mapping[str, Any], prefix: str = "") -> dict[str, str]:
    """A record without nested objects; their names have dots between them."""
    found: dict[str, str] = {}
    for name, value in record.items():
        if isinstance(value, dict):
            found |= _flat(value, f"{prefix}{name}.")
        else:
            found[prefix + name] = _cell(value)
    return found


def _cell(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, list):
        return ", ".join("" if each is None else js_str(each) for each in value)
    return str(js_json(value, 0)).replace("\n", "") if isinstance(value, dict) else js_str(value)
