"""A table from a data file of the project.

Use it in a chart or a datatable, or as a plain table.
"""

from __future__ import annotations

from refrakt.runes.rune import choice, flag, number, required, rune, text

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
    sample="""
        {% chart type="line" title="Water level at the weir" %}
        {% data src="data/levels.csv" columns="month, level as Metres" limit=12 /%}
        {% /chart %}
    """,
    snippet='{% data src="${1:data/file.csv}" /%}',
)
