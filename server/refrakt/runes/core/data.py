"""A table from a data file of the project.

Use it in a chart or a datatable, or as a plain table.
"""

from __future__ import annotations

from refrakt.markdoc.html import Renderable
from refrakt.markdoc.javascript_values import js_str
from refrakt.markdoc.tree import Node
from refrakt.runes.output.data_projection import (
    filtered,
    number_value,
    numeric_columns,
    selected_columns,
    sorted_by,
    with_columns,
)
from refrakt.runes.output.data_table import DataError, DataOptions, DataTable, read_data
from refrakt.runes.output.render_context import FileReadError
from refrakt.runes.output.rune_builder import RuneBuilder
from refrakt.runes.rune import choice, flag, number, required, rune, text
from refrakt.runes.rune_theme import RuneTheme

UNREADABLE = "unreadable-data"


def _build(data: RuneBuilder) -> Renderable:
    """The table; if the file cannot be shown, a hint with the reason."""
    try:
        return data.render(_table(data))
    except (DataError, FileReadError) as error:
        data.warn(UNREADABLE, f"`{data.text('src')}`: {error}", severity="error")
        reason = Node("paragraph", {}, [_text(f"data error: {error}")])
        return data.render(Node("tag", {"type": "caution"}, [reason], "hint"))


def _table(data: RuneBuilder) -> Node:
    table = sorted_by(filtered(_file(data), data.text("where")), data.text("sort"))
    columns = selected_columns(table, data.text("columns"))
    table = with_columns(table, columns)
    start, limit = max(_count(data, "offset") or 0, 0), _count(data, "limit")
    end = start + limit if limit is not None and limit >= 0 else None
    table = DataTable(table.headers, table.rows[start:end])
    if not table.rows:
        raise DataError("no row is left to show")
    numbers = numeric_columns(table, columns, data.text("numeric"), data.text("text"))
    head = Node("tr", {}, [Node("th", {}, [_text(header)]) for header in table.headers])
    body = [Node("tr", {}, [_cell(cell, place in numbers) for place, cell in enumerate(row)]) for row in table.rows]
    return Node("table", {}, [Node("thead", {}, [head]), Node("tbody", {}, body)])


def _file(data: RuneBuilder) -> DataTable:
    if not data.text("src"):
        raise DataError("`src` is missing")
    if data.context.files is None:
        raise DataError("a data file needs a project, and this text belongs to none")
    options = DataOptions(
        data.text("format"),
        data.text("delimiter"),
        data.attributes["header"] is not False,
        data.text("root"),
        data.text("orient"),
        data.text("key-column"),
    )
    return read_data(data.context.files.read(data.text("src")), data.text("src"), options)


def _count(data: RuneBuilder, name: str) -> int | None:
    value = number_value(data.text(name))
    return None if value is None else int(value)


def _cell(text: str, numeric: bool) -> Node:
    """A cell; its number without formatting is for charts and sorting."""
    value = number_value(text) if numeric else None
    return Node("td", {} if value is None else {"data-value": js_str(value)}, [_text(text)])


def _text(text: str) -> Node:
    return Node("inline", {}, [Node("text", {"content": text})])


data = rune(
    "data",
    "Shows a data file as a table",
    category="Code & Data",
    attributes=[
        required(text("src", "Path of the file, from the root of the project")),
        choice("format", "csv tsv json ndjson", "Format of the file, if its name does not imply it"),
        text("delimiter", "Separator of values"),
        flag("header", "Whether the first row names the columns"),
        text("root", "Path of the rows in a JSON file"),
        choice("orient", "records values index", "How a JSON value becomes a row"),
        text("key-column", "Name of the column for keys"),
        text("columns", "Columns to show, such as a, b as Total"),
        text("where", "Rows to show, such as country:Norway"),
        text("sort", "Column to sort by, with - for descending order"),
        number("limit", "Maximum number of rows"),
        number("offset", "Number of rows to skip"),
        text("numeric", "Columns with numbers, separated by commas"),
        text("text", "Columns with text, separated by commas"),
    ],
    build=_build,
    theme=RuneTheme("data"),
    sample="""
        {% chart type="line" title="Water level at the weir" %}
        {% data src="data/levels.csv" columns="month, level as Metres" limit=12 /%}
        {% /chart %}
    """,
    snippet='{% data src="${1:data/file.csv}" /%}',
)
