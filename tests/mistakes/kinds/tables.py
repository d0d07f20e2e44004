"""Tables that are written almost right."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from mistakes.kind import Mistake, SamplePage, correct, mistake
from mistakes.places import blocks, prose


class PlacedTable(NamedTuple):
    """A table with pipes at both ends of each row, of cells without pipes."""

    start: int
    rows: list[str]
    width: int

    def at(self, index: int) -> int:
        return self.start + sum(len(row) + 1 for row in self.rows[:index])


def _tables(page: SamplePage) -> Iterator[PlacedTable]:
    for place in blocks(page, "table"):
        rows = place.text.split("\n")
        width = rows[0].count("|") - 1
        if (
            len(rows) > 2
            and width > 1
            and all(re.fullmatch(r"\|[^\\`]*\|", row) and row.count("|") - 1 == width for row in rows)
        ):
            yield PlacedTable(place.start, rows, width)


def _row(table: PlacedTable, index: int, new: str, *expected: str) -> Mistake:
    start = table.at(index)
    return Mistake(start, start + len(table.rows[index]), new, expected)


@mistake
def separator_missing(page: SamplePage) -> Iterator[Mistake]:
    for table in _tables(page):
        start = table.at(1)
        yield Mistake(start, table.at(2), "", ("separator", "---"))


@mistake
def separator_with_a_cell_less(page: SamplePage) -> Iterator[Mistake]:
    for table in _tables(page):
        new = "|" + "---|" * (table.width - 1)
        yield _row(table, 1, new, "separator")


@mistake
def separator_with_a_cell_more(page: SamplePage) -> Iterator[Mistake]:
    for table in _tables(page):
        new = "|" + "---|" * (table.width + 1)
        yield _row(table, 1, new, "separator")


@mistake
def separator_of_equals_signs(page: SamplePage) -> Iterator[Mistake]:
    for table in _tables(page):
        yield _row(table, 1, table.rows[1].replace("-", "="), "separator", "---")


@mistake
def separator_of_dashes(page: SamplePage) -> Iterator[Mistake]:
    for table in _tables(page):
        yield _row(table, 1, "|" + " — |" * table.width, "separator", "---")


@mistake
def separator_with_plus_signs(page: SamplePage) -> Iterator[Mistake]:
    for table in _tables(page):
        yield _row(table, 1, "|" + "+".join(["-----"] * table.width) + "|", "separator", "---")


@mistake
def alignment_damaged(page: SamplePage) -> Iterator[Mistake]:
    for table in _tables(page):
        made = _row(table, 1, "|" + ":--:-|" * table.width, "separator", "alignment")
        yield replace(made, right="|" + ":--:|" * table.width)


@mistake
def row_with_a_cell_less(page: SamplePage) -> Iterator[Mistake]:
    for table in _tables(page):
        row = table.rows[-1]
        yield _row(table, len(table.rows) - 1, row[: row.rindex("|", 0, -1)] + "|", "cell")


@mistake
def row_with_a_cell_more(page: SamplePage) -> Iterator[Mistake]:
    for table in _tables(page):
        yield _row(table, len(table.rows) - 1, table.rows[-1] + " more |", "cell")


@mistake
def row_with_an_empty_cell_more(page: SamplePage) -> Iterator[Mistake]:
    for table in _tables(page):
        yield _row(table, len(table.rows) - 1, table.rows[-1] + " |", "cell")


@mistake
def row_without_a_pipe(page: SamplePage) -> Iterator[Mistake]:
    for table in _tables(page):
        row = table.rows[-1]
        at = row.index("|", 1)
        yield _row(table, len(table.rows) - 1, row[:at] + row[at + 1 :], "cell")


@mistake
def header_without_a_pipe(page: SamplePage) -> Iterator[Mistake]:
    for table in _tables(page):
        at = table.rows[0].index("|", 1)
        yield _row(table, 0, table.rows[0][:at] + table.rows[0][at + 1 :], "header", "cell")


@mistake
def row_split_over_two_lines(page: SamplePage) -> Iterator[Mistake]:
    for table in _tables(page):
        row = table.rows[-1]
        found = re.search(r"\w( )\w[^|]*\|$", row)
        if found:
            yield _row(table, len(table.rows) - 1, row[: found.start(1)] + "\n" + row[found.end(1) :], "line", "split")


@mistake
def blank_line_between_rows(page: SamplePage) -> Iterator[Mistake]:
    for table in _tables(page):
        if len(table.rows) > 3:
            at = table.at(len(table.rows) - 1)
            yield Mistake(at, at, "\n", ("blank line",))


@mistake
def text_glued_to_the_table(page: SamplePage) -> Iterator[Mistake]:
    for table in _tables(page):
        end = table.at(len(table.rows)) - 1
        found = re.match(r"\n\n(?=[A-Z]\w+ )", page.text[end:])
        if found:
            yield Mistake(end, end + 2, "\n", ("blank line",))


@mistake
def header_missing(page: SamplePage) -> Iterator[Mistake]:
    for table in _tables(page):
        yield Mistake(table.start, table.at(1), "", ("header",))


# Correct ------------------------------------------------------------------------------------------------------------


def _before_prose(page: SamplePage, text: str) -> Iterator[Mistake]:
    for place in prose(page):
        yield Mistake(place.start, place.start, text + "\n\n", ())


@correct
def without_outer_pipes(page: SamplePage) -> Iterator[Mistake]:
    return _before_prose(page, "Wood | Price\n--- | ---\nOak | 40")


@correct
def short_separator(page: SamplePage) -> Iterator[Mistake]:
    return _before_prose(page, "| Wood | Price |\n|-|-|\n| Oak | 40 |")


@correct
def alignments(page: SamplePage) -> Iterator[Mistake]:
    return _before_prose(page, "| Wood | Price | Left |\n| :--- | ---: | :---: |\n| Oak | 40 | 2 |")


@correct
def escaped_pipe(page: SamplePage) -> Iterator[Mistake]:
    return _before_prose(page, "| Type | Values |\n| --- | --- |\n| `a` | `b \\| c` |\n| x \\| y | z |")


@correct
def empty_cells(page: SamplePage) -> Iterator[Mistake]:
    return _before_prose(page, "| Wood | Price |\n| --- | --- |\n| Oak | |\n| | 30 |")


@correct
def table_after_text(page: SamplePage) -> Iterator[Mistake]:
    return _before_prose(page, "The prices:\n\n| Wood | Price |\n| --- | --- |\n| Oak | 40 |\n\nThey include tax.")


@correct
def pipes_in_text(page: SamplePage) -> Iterator[Mistake]:
    return _before_prose(page, "Write `a | b` for a pipe, or |x| for the size of x, and a || b for either.")


@correct
def table_in_a_fence(page: SamplePage) -> Iterator[Mistake]:
    return _before_prose(page, "```\n| a | b |\n| 1 | 2 |\n\n| 3 |\n```")


@correct
def one_column(page: SamplePage) -> Iterator[Mistake]:
    return _before_prose(page, "| Wood |\n| --- |\n| Oak |\n| Ash |")


@correct
def table_with_links(page: SamplePage) -> Iterator[Mistake]:
    return _before_prose(page, "| Wood | Page |\n| --- | --- |\n| Oak | [a](https://example.com) |\n| **Ash** | *b* |")
