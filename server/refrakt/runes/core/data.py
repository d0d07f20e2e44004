"""A table from a file of the project.

Figures that somebody else keeps up to date, or a program writes, need not be copied into a page. Put it in a chart or a
datatable, or let it be a plain table.
"""

from __future__ import annotations

from ..model import choice, flag, number, required, rune, text

data = rune(
    "data",
    "Makes a table of a data file",
    category="Code & Data",
    attributes=[
        required(text("src", "The file, from the project's root")),
        choice("format", "csv tsv json ndjson", "The file's format, where its name does not tell"),
        text("delimiter", "What stands between two values"),
        flag("header", "Whether the first row names the columns"),
        text("root", "Where in a JSON file the rows are"),
        choice("orient", "records values index", "How a JSON value becomes a row"),
        text("key-column", "What to call the column of keys"),
        text("columns", "The columns to show, like a, b as Total"),
        text("where", "The rows to show, like country:Norway"),
        text("sort", "The column to sort by; - before it turns it round"),
        number("limit", "How many rows to show at most"),
        number("offset", "How many rows to leave out at first"),
        text("numeric", "Columns that hold numbers, with commas"),
        text("text", "Columns that hold text, with commas"),
    ],
    sample="""
        {% chart type="line" title="Water level at the weir" %}
        {% data src="data/levels.csv" columns="month, level as Metres" limit=12 /%}
        {% /chart %}
    """,
    snippet='{% data src="${1:data/file.csv}" /%}',
)
