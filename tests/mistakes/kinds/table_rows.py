"""Rows of tables that are written almost right: with the marks of other tools, in tags, in lists."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from mistakes.kind import Mistake, SamplePage, correct, mistake
from mistakes.kinds.tables import _tables
from mistakes.places import prose


def _table_kind(
    name: str,
    change: Callable[[list[str]], list[str] | None],
    *expected: str,
    right: Callable[[list[str]], list[str]] | None = None,
) -> None:
    """Declare a kind: what the rows of a table become."""

    def kind(page: SamplePage) -> Iterator[Mistake]:
        for table in _tables(page):
            end = table.start + len("\n".join(table.rows))
            if "{%" in page.text[table.start : end] or len(table.rows) < 4:
                continue
            new = change(list(table.rows))
            if new is not None and new != table.rows:
                meant = None if right is None else "\n".join(right(list(table.rows)))
                yield Mistake(table.start, end, "\n".join(new), expected, meant)

    kind.__name__ = name
    kind.__module__ = __name__
    mistake(kind)


def _cells(row: str) -> list[str]:
    return [each.strip() for each in row.strip("|").split("|")]


def _swapped(rows: list[str], first: int, second: int) -> list[str]:
    rows[first], rows[second] = rows[second], rows[first]
    return rows


_RULE = ("separator", "---")
_table_kind("separator_twice", lambda rows: [*rows[:2], rows[1], *rows[2:]], *_RULE)
_table_kind(
    "separator_between_all_rows", lambda rows: [rows[0], *(each for row in rows[2:] for each in (rows[1], row))], *_RULE
)
_table_kind("separator_above_the_header", lambda rows: _swapped(rows, 0, 1), *_RULE, "header")
_table_kind("separator_below_the_first_row", lambda rows: _swapped(rows, 1, 2), *_RULE)
_table_kind("separator_with_spaced_dashes", lambda rows: [rows[0], rows[1].replace("--", "- -", 1), *rows[2:]], *_RULE)
_table_kind("separator_of_underscores", lambda rows: [rows[0], re.sub("-", "_", rows[1]), *rows[2:]], *_RULE)
_table_kind("separator_of_en_dashes", lambda rows: [rows[0], re.sub("-+", "–", rows[1]), *rows[2:]], *_RULE)
_table_kind("separator_of_dots", lambda rows: [rows[0], re.sub("-", ".", rows[1]), *rows[2:]], *_RULE)
_table_kind("separator_without_pipes", lambda rows: [rows[0], "-" * len(rows[0]), *rows[2:]], *_RULE)
_table_kind(
    "separator_with_an_empty_cell",
    lambda rows: [rows[0], re.sub(r"-+\|$", " |", rows[1].replace(" ", "")), *rows[2:]],
    *_RULE,
)
_table_kind("separator_with_a_pipe_more", lambda rows: [rows[0], f"|{rows[1]}", *rows[2:]], *_RULE)
_table_kind("separator_with_text", lambda rows: [rows[0], f"{rows[1]} wide", *rows[2:]], *_RULE)
_table_kind(
    "separator_escaped", lambda rows: [rows[0], rows[1].replace("|", "\\|"), *rows[2:]], *_RULE, "backslash", "escaped"
)
_table_kind("separator_glued_to_the_header", lambda rows: [f"{rows[0]} {rows[1]}", *rows[2:]], *_RULE, "line")
_table_kind("header_twice", lambda rows: [rows[0], *rows], *_RULE, "header", "twice")
_table_kind("blank_line_after_the_header", lambda rows: [rows[0], "", *rows[1:]], "blank line")
_table_kind("blank_line_after_the_separator", lambda rows: [*rows[:2], "", *rows[2:]], "blank line")
_table_kind("blank_lines_between_all_rows", lambda rows: "\n\n".join(rows).split("\n"), "blank line")
_table_kind("row_with_escaped_pipes", lambda rows: [*rows[:-1], rows[-1].replace("|", "\\|")], "escaped", "\\")
_table_kind("all_pipes_escaped", lambda rows: [each.replace("|", "\\|") for each in rows], "escaped", "\\", "backslash")
_table_kind(
    "row_with_two_pipes_for_one",
    lambda rows: [
        *rows[:-1],
        re.sub(r"(?<=[^|\s]) ?\| ?(?=[^|\s])", " || ", rows[-1], count=1),
    ],
    "cell",
    "`||`",
)
_table_kind(
    "rows_with_two_pipes_for_one",
    lambda rows: [each if i < 2 else re.sub(r"(?<=\S)\s*\|\s*(?=\S)", " || ", each) for i, each in enumerate(rows)],
    "cell",
    "`||`",
)
_table_kind(
    "row_with_a_full_width_pipe",
    lambda rows: [*rows[:-1], "｜".join(rows[-1].rsplit("|", 2)[:2]) + "|"] if len(_cells(rows[-1])) > 1 else None,
    "|",
    "full-width",
)
_table_kind("rows_of_box_characters", lambda rows: [each.replace("|", "│") for each in rows], "|")
_table_kind(
    "row_with_a_slash_for_a_pipe",
    lambda rows: [*rows[:-1], re.sub(r" \| ", " / ", rows[-1], count=1)] if " | " in rows[-1] else None,
    "cell",
)
_table_kind(
    "row_with_a_backslash_for_a_pipe",
    lambda rows: [*rows[:-1], re.sub(r" \| ", r" \\ ", rows[-1], count=1)] if " | " in rows[-1] else None,
    "cell",
)
_table_kind(
    "row_with_a_letter_for_a_pipe",
    lambda rows: [*rows[:-1], re.sub(r" \| ", r" l ", rows[-1], count=1)] if " | " in rows[-1] else None,
    "cell",
)
_table_kind(
    "row_with_a_tab_for_a_pipe",
    lambda rows: [*rows[:-1], re.sub(r" \| ", "\t", rows[-1], count=1)] if " | " in rows[-1] else None,
    "cell",
)
_table_kind(
    "row_split_at_a_cell",
    lambda rows: [*rows[:-1], *re.sub(r" \| ", " |\n", rows[-1], count=1).split("\n")] if " | " in rows[-1] else None,
    "line",
    "split",
    "cell",
)
_table_kind(
    "row_split_before_a_pipe",
    lambda rows: [*rows[:-1], *re.sub(r" \| ", "\n| ", rows[-1], count=1).split("\n")] if " | " in rows[-1] else None,
    "line",
    "split",
    "cell",
)
_table_kind("two_rows_in_one_line", lambda rows: [*rows[:-2], f"{rows[-2]} {rows[-1]}"], "line", "rows")
_table_kind(
    "two_rows_in_one_line_glued", lambda rows: [*rows[:-2], f"{rows[-2]}{rows[-1][1:]}"], "line", "rows", "cell"
)
_table_kind("all_rows_in_one_line", lambda rows: [" ".join(rows)], "line", "rows")
_table_kind("all_rows_in_one_line_with_two_pipes", lambda rows: ["".join(rows)], "line", "rows")
_table_kind("header_with_a_cell_more", lambda rows: [f"{rows[0]} Notes |", *rows[1:]], "header", "cell")
_table_kind(
    "header_with_a_cell_less", lambda rows: [rows[0][: rows[0].rindex("|", 0, -1)] + "|", *rows[1:]], "header", "cell"
)
_table_kind("text_after_a_row", lambda rows: [*rows[:-1], f"{rows[-1]} and so on"], "cell", "text")
_table_kind("row_without_its_first_pipe_and_cell", lambda rows: [*rows[:-1], "|" + rows[-1].split("|", 2)[2]], "cell")
_table_kind(
    "pipe_in_code",
    lambda rows: [*rows[:-1], re.sub(r"\|$", "`a|b` |", rows[-1])],
    "\\|",
    "pipe",
    right=lambda rows: [*rows[:-1], re.sub(r"\|$", r"`a\\|b` |", rows[-1])],
)
_table_kind(
    "pipe_in_text",
    lambda rows: [*rows[:-1], re.sub(r"\|$", "a | b |", rows[-1])],
    "\\|",
    "cell",
    right=lambda rows: [*rows[:-1], re.sub(r"\|$", r"a \\| b |", rows[-1])],
)
_table_kind("rows_indented", lambda rows: [f"    {each}" for each in rows], "indent")
_table_kind("one_row_indented", lambda rows: [*rows[:-1], f"    {rows[-1]}"], "indent")
_table_kind(
    "rows_of_a_wiki",
    lambda rows: [
        '{| class="wikitable"',
        *(line for row in [rows[0], *rows[2:]] for line in ("|-", *(f"| {cell}" for cell in _cells(row)))),
        "|}",
    ],
    "table",
    "wiki",
)
_table_kind(
    "rows_with_two_pipes_in_the_header",
    lambda rows: ["||" + rows[0].strip("|").replace("|", "||") + "||", *rows[2:]],
    "header",
    "pipe",
)
_table_kind(
    "rows_in_a_frame",
    lambda rows: [
        "+" + "+".join("-----" for _ in _cells(rows[0])) + "+",
        rows[0],
        "+" + "+".join("=====" for _ in _cells(rows[0])) + "+",
        *rows[2:],
        "+" + "+".join("-----" for _ in _cells(rows[0])) + "+",
    ],
    "frame",
    "separator",
)
_table_kind(
    "rows_of_html",
    lambda rows: [
        "<table>",
        *(f"<tr>{''.join(f'<td>{cell}</td>' for cell in _cells(row))}</tr>" for row in [rows[0], *rows[2:]]),
        "</table>",
    ],
    "HTML",
    "table",
)
_table_kind(
    "rows_of_commas",
    lambda rows: [", ".join(_cells(row)) for row in [rows[0], *rows[2:]]] if "," not in "".join(rows) else None,
    "table",
    "|",
)
_table_kind("rows_of_tabs", lambda rows: ["\t".join(_cells(row)) for row in [rows[0], *rows[2:]]], "table", "|")
_table_kind("rows_in_a_list", lambda rows: [f"- {each}" for each in rows], "table", "list")


# In `table` tags -----------------------------------------------------------------------------------------------------


def _tag_tables(page: SamplePage) -> Iterator[tuple[int, str]]:
    for opening, closing in page.pairs:
        if opening.name == "table":
            yield opening.end, page.text[opening.end : closing.start]


def _tag_kind(name: str, pattern: str, new: str, *expected: str) -> None:
    """Declare a kind: what the first match in the body of a table tag becomes."""

    def kind(page: SamplePage) -> Iterator[Mistake]:
        for start, body in _tag_tables(page):
            found = re.search(pattern, body, re.MULTILINE)
            if found is not None:
                yield Mistake(start + found.start(), start + found.end(), found.expand(new), expected)

    kind.__name__ = f"tag_{name}"
    kind.__module__ = __name__
    mistake(kind)


_tag_kind("item_without_a_space", r"^[*-] (?=\w)", "-", "space", "list", "row")
_tag_kind("item_with_a_bullet_character", r"^[*-] (?=\w)", "• ", "list", "row", "- ")
_tag_kind("rule_of_two_dashes", r"^---$", "--", "---")
_tag_kind("rule_of_an_em_dash", r"^---$", "—", "---")
_tag_kind("rule_of_equals_signs", r"^---$", "===", "---")
_tag_kind("rule_of_spaced_dashes", r"^---$", "- -", "---")
_tag_kind("rule_of_pipes", r"^---$", "|---|---|", "---")
_tag_kind("row_of_pipes", r"^[*-] (\w[^\n]*)\n[*-] (\w[^\n]*)$", r"| \1 | \2 |", "pipes", "list")


# Correct ------------------------------------------------------------------------------------------------------------


def _correct(name: str, text: str) -> None:
    def kind(page: SamplePage) -> Iterator[Mistake]:
        for place in prose(page):
            yield Mistake(place.start, place.start, f"{text}\n\n", ())

    kind.__name__ = name
    kind.__module__ = __name__
    correct(kind)


_correct("table_with_code", "| Name | Code |\n| --- | --- |\n| `a` | `b` |\n| `c()` | `x = 1` |")
_correct("table_with_dashes_in_cells", "| Name | Price |\n| --- | --- |\n| Oak | - |\n| Ash | — |\n| Elm | -- |")
_correct("table_in_a_quotation", "> | Name | Price |\n> | --- | --- |\n> | Oak | 40 |")
_correct("table_in_a_list", "- Prices:\n\n  | Name | Price |\n  | --- | --- |\n  | Oak | 40 |")
_correct("table_below_text", "The prices:\n| Name | Price |\n| --- | --- |\n| Oak | 40 |")
_correct("lines_with_commas", "Oak, ash, elm\nand pine, birch, yew.")
_correct("table_with_group_rows", "| Name | Price |\n| --- | --- |\n| **Wood** |\n| Oak | 40 |")
_correct("table_with_alignment_spaces", "| Name  | Price |\n| :---- | ----: |\n| Oak   |    40 |")
_correct("list_with_pipes", "- `a | b`: either\n- `a || b`: both")
