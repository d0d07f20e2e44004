"""The two layouts of a comparison: a table with a column for each option, or a card for each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from refrakt.markdoc.html import Renderable, Tag

_BLOCK = "rf-comparison"
_MARKS = {"check": ("✓", "Supported"), "cross": ("✗", "Not supported")}


@dataclass(frozen=True, slots=True)
class ComparedRow:
    label: str = ""
    type: str = "text"
    """`text`, `check`, `cross`, `negative`, `callout` or `empty`."""
    body: list[Renderable] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class ComparedColumn:
    name: str
    highlighted: bool
    rows: Sequence[ComparedRow]
    """In a table, the rows with labels come first, in the order of the labels."""


def comparison_table(columns: Sequence[ComparedColumn], labels: Sequence[str], *, with_labels: bool) -> Tag:
    corner = [Tag("th", {"class": f"{_BLOCK}__label-col"})] if with_labels else []
    head = Tag("thead", {}, [Tag("tr", {}, [*corner, *map(_column_header, columns)])])
    rows: list[Renderable] = []
    for number, label in enumerate(labels):
        name = [Tag("th", {"class": f"{_BLOCK}__row-label", "scope": "row"}, [label])] if with_labels else []
        rows.append(Tag("tr", {}, [*name, *(_cell(column, number) for column in columns)]))
    table = Tag("table", {"class": f"{_BLOCK}__table"}, [head, Tag("tbody", {}, rows)])
    return Tag("div", {"class": f"{_BLOCK}__table-wrapper"}, [table])


def _column_header(column: ComparedColumn) -> Tag:
    if not column.highlighted:
        return Tag("th", {}, [column.name])
    badge = Tag("span", {"class": f"{_BLOCK}__recommended-badge"}, ["Recommended"])
    return Tag("th", {"class": f"{_BLOCK}__col-header--highlighted"}, [column.name, badge])


def _cell(column: ComparedColumn, number: int) -> Tag:
    row = column.rows[number] if number < len(column.rows) else ComparedRow(type="empty")
    classes = [f"{_BLOCK}__cell"]
    if column.highlighted:
        classes.append(f"{_BLOCK}__cell--highlighted")
    if row.type == "empty":
        classes.append(f"{_BLOCK}__cell--empty")
    return Tag("td", {"class": " ".join(classes)}, _cell_content(row))


def _cell_content(row: ComparedRow) -> list[Renderable]:
    if row.type in _MARKS:
        return [_mark(row.type)]
    if row.type == "empty":
        return [Tag("span", {"class": f"{_BLOCK}__cell--empty", "aria-label": "Not applicable"}, ["—"])]
    if row.type == "negative" and row.body:
        return [Tag("span", {"class": f"{_BLOCK}__negative"}, row.body)]
    if row.type == "callout" and row.body:
        return [Tag("span", {"class": f"{_BLOCK}__callout-badge"}, row.body)]
    return row.body


def comparison_cards(columns: Sequence[ComparedColumn]) -> Tag:
    return Tag("div", {"class": f"{_BLOCK}__cards"}, [_card(column) for column in columns])


def _card(column: ComparedColumn) -> Tag:
    block = f"{_BLOCK}-card"
    badge = [Tag("div", {"class": f"{block}__badge"}, ["Recommended"])] if column.highlighted else []
    name = Tag("h3", {"class": f"{block}__name"}, [column.name])
    rows = Tag("ul", {"class": f"{block}__rows"}, [_card_row(row) for row in column.rows if row.type != "empty"])
    return Tag("div", {"class": f"{block} {block}--highlighted" if column.highlighted else block}, [*badge, name, rows])


def _card_row(row: ComparedRow) -> Tag:
    block = f"{_BLOCK}-card__row"
    label = [Tag("strong", {}, [row.label])] if row.label else []
    if row.type == "callout":
        callout = Tag("div", {"class": f"{_BLOCK}__callout-badge"}, row.body)
        return Tag("li", {"class": f"{block} {block}--callout"}, [callout])
    if row.type == "negative":
        negative = [Tag("span", {"class": f"{_BLOCK}__negative"}, row.body)] if row.body else []
        return Tag("li", {"class": f"{block} {block}--negative"}, [*label, *negative])
    mark = [_mark(row.type)] if row.type in _MARKS else []
    return Tag("li", {"class": block}, [*mark, *label, *row.body])


def _mark(row_type: str) -> Tag:
    sign, meaning = _MARKS[row_type]
    classes = f"{_BLOCK}__row-icon {_BLOCK}__row-icon--{row_type}"
    return Tag("span", {"class": classes, "aria-label": meaning}, [sign])
