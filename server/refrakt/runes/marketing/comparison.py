"""A comparison of two or more options.

Each level-two heading is a column, each list item a row. The bold text at the start of an item is the name of the row, which
aligns it with the other columns. Items that start with `[x]` or `[ ]` become check marks and crosses.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from refrakt.markdoc.html import Tag
from refrakt.markdoc.javascript_values import js_str
from refrakt.markdoc.tree import Node
from refrakt.runes.content_model import Split, rest
from refrakt.runes.match_expressions import plain_text
from refrakt.runes.output.child_runes import child_elements
from refrakt.runes.output.comparison_layouts import ComparedColumn, ComparedRow, comparison_cards, comparison_table
from refrakt.runes.output.heading_groups import heading_groups
from refrakt.runes.output.rune_builder import RuneBuilder, part
from refrakt.runes.rune import flag, rune, text
from refrakt.runes.rune_theme import Modifier, RuneTheme

_CHECKED = re.compile(r"^\s*\[x\]", re.IGNORECASE)
_UNCHECKED = re.compile(r"^\s*\[\s*\]")
_SEPARATOR = re.compile(r"^\s*[-–—:]\s*")


def _build_comparison(comparison: RuneBuilder) -> Tag:
    columns, labels = _columns(comparison)
    layout = comparison.text("layout") or "table"
    title, verdict = comparison.text("title"), comparison.text("verdict")
    shown = (
        comparison_cards(columns)
        if layout == "cards"
        else comparison_table(columns, labels, with_labels=comparison.text("labels") != "hidden")
    )
    return comparison.element(
        "section",
        [
            *([Tag("h2", {"class": "rf-comparison__title"}, [title])] if title else []),
            shown,
            *([Tag("p", {"class": "rf-comparison__verdict"}, [verdict])] if verdict else []),
        ],
        field="content-section",
        fields={"layout": layout},
    )


def _columns(comparison: RuneBuilder) -> tuple[list[ComparedColumn], list[str]]:
    """The columns, those that are written as tags first, and the labels of the rows in the order of the page."""
    before, groups = heading_groups(comparison.node.children, 2)
    written = [_written_column(comparison, node) for node in before if node.tag == "comparison-column"]
    read = [(plain_text(group.heading), *_rows(comparison, group.body)) for group in groups]
    labels = list(dict.fromkeys(label for _, labelled, _ in read for label in labelled))
    highlighted = comparison.text("highlighted")
    return [
        *written,
        *(
            ComparedColumn(
                name,
                name == highlighted,
                [*(labelled.get(label, ComparedRow(label, "empty")) for label in labels), *others],
            )
            for name, labelled, others in read
        ),
    ], labels


def _rows(comparison: RuneBuilder, body: Iterable[Node]) -> tuple[dict[str, ComparedRow], list[ComparedRow]]:
    """The rows of a column by their labels, and those without one. Quotations are callouts."""
    labelled: dict[str, ComparedRow] = {}
    others: list[ComparedRow] = []
    callouts: list[ComparedRow] = []
    for node in body:
        if node.type == "blockquote":
            callouts.append(ComparedRow("", "callout", comparison.render(node.children)))
        for item in node.children if node.type == "list" else ():
            row = _row(comparison, item)
            if row.label:
                labelled[row.label] = row
            else:
                others.append(row)
    return labelled, [*others, *callouts]


def _row(comparison: RuneBuilder, item: Node) -> ComparedRow:
    """A row of a list item: the first bold text is its label."""
    strong = next((node for node in item.walk() if node.type == "strong"), None)
    return ComparedRow(
        plain_text(strong) if strong else "", _row_type(item), comparison.render(_description(item.children))
    )


def _row_type(item: Node) -> str:
    text = plain_text(item)
    if _CHECKED.match(text):
        return "check"
    if _UNCHECKED.match(text):
        return "cross"
    return "negative" if any(node.type == "s" for node in item.walk()) else "text"


def _description(children: Sequence[Node]) -> list[Node]:
    """The content of an item without its label and the dash or colon after it."""
    first = children[0] if children else None
    if first is None or first.type not in ("paragraph", "inline"):
        return list(children)
    label = next((place for place, node in enumerate(first.children) if node.type == "strong"), None)
    if label is None:
        return list(children)
    after = list(first.children[label + 1 :])
    if after and after[0].type == "text":
        text = _SEPARATOR.sub("", js_str(after[0].attributes.get("content", "")))
        after[:1] = [Node("text", {"content": text})] if text else []
    return [*([Node("paragraph", dict(first.attributes), after)] if after else []), *children[1:]]


def _written_column(comparison: RuneBuilder, column: Node) -> ComparedColumn:
    return ComparedColumn(
        js_str(column.attributes.get("name", "")),
        column.attributes.get("highlighted") in (True, "true"),
        [
            ComparedRow(
                js_str(row.attributes.get("label", "")),
                js_str(row.attributes.get("rowType", "text")),
                comparison.render(row.children),
            )
            for row in column.children
            if row.tag == "comparison-row"
        ],
    )


comparison = rune(
    "comparison",
    "Compares options row by row",
    aliases="versus vs",
    category="Section",
    attributes=[
        text("title", "Heading"),
        text("highlighted", "Heading of the recommended column"),
        text("layout", "table or cards; a table by default"),
        text("labels", "Position of the row names: left or hidden"),
        flag("collapse", "Collapse rows on narrow screens"),
        text("verdict", "Conclusion below the comparison"),
    ],
    content=Split(
        level=2,
        preamble="tag:comparison-column",
        emit="comparison-column",
        emit_attributes={"name": "$heading"},
        headless="tag:comparison-column",
        part="list|blockquote",
    ),
    build=_build_comparison,
    theme=RuneTheme("comparison", modifiers={"layout": Modifier(default="table")}, default_density="full"),
    sample="""
        {% comparison title="Which clay?" highlighted="Stoneware" verdict="For mugs, take stoneware." %}
        ## Earthenware

        - **Fired at** - 1050 degrees
        - **Holds water** - only under a glaze
        - **Colour** - warm red

        ## Stoneware

        - **Fired at** - 1250 degrees
        - **Holds water** - always
        - **Colour** - grey to brown
        {% /comparison %}
    """,
)


def _build_comparison_column(column: RuneBuilder) -> Tag:
    rows = child_elements(column, column.nodes("body"), "comparison-row", data_field="row")
    return column.element(
        "div",
        [part("name", "span", [column.text("name")]), part("body", "div", rows)],
        fields={"highlighted": column.text("highlighted") or "false"},
    )


comparison_column = rune(
    "comparison-column",
    "One column of a comparison",
    parents="comparison",
    attributes=[
        text("name", "Heading of the column"),
        flag("highlighted", "Whether it is recommended"),
    ],
    content=rest("body"),
    build=_build_comparison_column,
    theme=RuneTheme("comparison-column", parent="comparison", edit_hints={"name": "inline"}),
    sample="""
        {% comparison layout="cards" %}
        {% comparison-column name="By train" %}
        {% comparison-row label="Takes" rowType="text" %}
        Six hours, with a window.
        {% /comparison-row %}
        {% /comparison-column %}

        {% comparison-column name="By ferry" %}
        {% comparison-row label="Takes" rowType="text" %}
        One night, with a bunk.
        {% /comparison-row %}
        {% /comparison-column %}
        {% /comparison %}
    """,
)


def _build_comparison_row(row: RuneBuilder) -> Tag:
    return row.element(
        "div",
        [part("label", "span", [row.text("label")]), part("body", "div", row.render("body"))],
        fields={"rowType": row.text("rowType") or "text"},
    )


comparison_row = rune(
    "comparison-row",
    "One row of a comparison column",
    parents="comparison-column comparison",
    attributes=[
        text("label", "Label of the row"),
        text("rowType", "text, check, cross, negative, callout or empty"),
    ],
    content=rest("body"),
    build=_build_comparison_row,
    theme=RuneTheme(
        "comparison-row",
        modifiers={
            "rowType": Modifier(
                default="text", value_map={"check": "checked", "cross": "unchecked"}, map_target="data-checked"
            )
        },
        parent="comparison",
        edit_hints={"label": "inline", "body": "inline"},
    ),
    sample="""
        {% comparison layout="cards" %}
        {% comparison-column name="Wool" %}
        {% comparison-row label="Warm when wet" rowType="check" %}
        Even in sleet.
        {% /comparison-row %}
        {% /comparison-column %}
        {% /comparison %}
    """,
)
