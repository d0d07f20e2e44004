"""A table with sorting, search and pages, for long tables. Only the table is shown."""

from __future__ import annotations

from refrakt.markdoc.html import Tag
from refrakt.runes.content_model import Needed, rest
from refrakt.runes.output.rune_builder import RuneBuilder, part, with_attributes
from refrakt.runes.output.tables import first_table
from refrakt.runes.rune import flag, number, rune, text
from refrakt.runes.rune_theme import Modifier, RuneTheme


def _build(datatable: RuneBuilder) -> Tag:
    table = with_attributes(first_table(datatable.render("body")) or Tag("table"), data_name="table")
    fields = {
        "sortable": datatable.text("sortable"),
        "searchable": datatable.text("searchable") or "false",
        "pageSize": datatable.text("pageSize") or "0",
        "defaultSort": datatable.text("defaultSort"),
    }
    return datatable.element("div", [part("scroll", "div", [table])], fields=fields, typeof="Dataset")


datatable = rune(
    "datatable",
    "A table with sorting, search and pages",
    aliases="data-table",
    category="Code & Data",
    schema_type="Dataset",
    attributes=[
        text("sortable", "Sortable columns, or all"),
        flag("searchable", "Show a search field"),
        number("pageSize", "Rows per page; 0 for all"),
        text("defaultSort", "Initial sort column"),
    ],
    content=rest("body"),
    needs=Needed("table", "shows only a table"),
    build=_build,
    rendered_as="data-table",
    theme=RuneTheme(
        "datatable",
        modifiers={
            "searchable": Modifier(default="false"),
            "sortable": Modifier(),
            "pageSize": Modifier(default="0"),
            "defaultSort": Modifier(),
        },
        sections={"table": "body"},
        interactive=True,
        default_density="compact",
        default_elevation="sunken",
        edit_hints={"table": "none"},
    ),
    sample="""
        {% datatable sortable="all" searchable=true %}
        | Apple     | Ripe      | Keeps until |
        |-----------|-----------|-------------|
        | Discovery | August    | September   |
        | Cox       | September | January     |
        | Bramley   | October   | March       |
        {% /datatable %}
    """,
    snippet="""
        {% datatable sortable="${1:all}" %}
        | ${2:Name} | ${3:Value} |
        |---|---|
        | ${4} | ${5} |
        {% /datatable %}
    """,
)
