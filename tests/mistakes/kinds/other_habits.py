"""Habits from other tools and languages: signs before names, other digits, directions, code that begins otherwise."""

from __future__ import annotations

import re
from collections.abc import Iterator

from mistakes.kind import Mistake, PlacedTag, SamplePage, correct, mistake
from mistakes.kinds.tables import _tables
from mistakes.places import line_pairs, links, prose

_FENCE = re.compile(r"(?m)^```(\w+)\n((?:(?!```).*\n)+)```$")
_HEADING = re.compile(r"(?m)(?<=[.!?)])\n\n(#{2,3} [A-Z][\w ]+)$")
_NUMBER = re.compile(r"=(\d+)")
_SORT = re.compile(r'sort="([a-z]+)"')
_TAGS = re.compile(r'tags="([\w-]+), ?([\w-]+)')
_COLOR = re.compile(r"(?m)^- \w+(: )#")


def _openings(page: SamplePage) -> Iterator[PlacedTag]:
    return (opening for opening, _ in line_pairs(page))


def _in_tags(page: SamplePage, pattern: re.Pattern[str]) -> Iterator[tuple[int, re.Match[str]]]:
    """The matches in tags, with the offset of each tag."""
    return ((tag.start, found) for tag in page.tags for found in pattern.finditer(tag.text))


@mistake
def at_sign_before_the_name(page: SamplePage) -> Iterator[Mistake]:
    for each in _openings(page):
        at = each.start + each.text.index(each.name)
        yield Mistake(at, at, "@", ("`@`",))


@mistake
def equals_sign_after_the_name(page: SamplePage) -> Iterator[Mistake]:
    for each in _openings(page):
        at = each.start + each.text.index(each.name) + len(each.name)
        yield Mistake(at, at, "=", ("`=`",))


@mistake
def backslash_before_the_end(page: SamplePage) -> Iterator[Mistake]:
    for each in _openings(page):
        yield Mistake(each.end - 2, each.end - 2, "\\", ("`%}`",))


@mistake
def ampersand_between_attributes(page: SamplePage) -> Iterator[Mistake]:
    for start, found in _in_tags(page, re.compile(r'="[^"]*"( )(?=[\w-]+=)')):
        yield Mistake(start + found.start(1), start + found.end(1), "&", ("`&`",))


@mistake
def direction_mark_in_the_name(page: SamplePage) -> Iterator[Mistake]:
    for each in _openings(page):
        at = each.start + each.text.index(each.name) + len(each.name)
        yield Mistake(at, at, "\u200e", ("invisible",))


@mistake
def digits_of_another_script(page: SamplePage) -> Iterator[Mistake]:
    for start, found in _in_tags(page, _NUMBER):
        new = "".join(chr(0xFF10 + int(each)) for each in found[1])
        yield Mistake(start + found.start(1), start + found.end(1), new, (found[1],))


@mistake
def direction_after_the_sort_field(page: SamplePage) -> Iterator[Mistake]:
    for start, found in _in_tags(page, _SORT):
        at = start + found.end(1)
        yield Mistake(at, at, " desc", (f"{found[1]}-desc",), "-desc")


@mistake
def semicolon_between_plan_tags(page: SamplePage) -> Iterator[Mistake]:
    for start, found in _in_tags(page, _TAGS) if page.path.startswith("plan/") else ():
        new = f'tags="{found[1]}; {found[2]}'
        yield Mistake(start + found.start(), start + found.end(), new, ("comma",), new.replace(";", ","))


@mistake
def equals_sign_after_the_name_of_a_colour(page: SamplePage) -> Iterator[Mistake]:
    for opening, closing in line_pairs(page):
        if opening.name == "palette":
            for found in _COLOR.finditer(page.text, opening.end, closing.start):
                yield Mistake(*found.span(1), " = ", ("`:`",))


@mistake
def code_after_a_text_on_its_line(page: SamplePage) -> Iterator[Mistake]:
    for found in _fences(page):
        yield Mistake(found.start(), found.start(), "For example: ", ("own line",), "For example:\n\n")


@mistake
def code_between_two_tildes(page: SamplePage) -> Iterator[Mistake]:
    for found in _fences(page):
        yield Mistake(*found.span(), f"~~{found[1]}\n{found[2]}~~", ("```",))


@mistake
def code_in_a_macro_of_jira(page: SamplePage) -> Iterator[Mistake]:
    for found in _fences(page):
        yield Mistake(*found.span(), f"{{code:{found[1]}}}\n{found[2]}{{code}}", ("```",))


@mistake
def code_with_an_indented_end(page: SamplePage) -> Iterator[Mistake]:
    for found in _fences(page):
        yield Mistake(found.end() - 3, found.end(), "    ```", ("indented", "```"))


def _fences(page: SamplePage) -> Iterator[re.Match[str]]:
    for found in _FENCE.finditer(page.text):
        if found[1] not in ("markdoc", "md", "markdown") and page.text[found.start() - 2 : found.start()] == "\n\n":
            yield found


@mistake
def heading_in_the_line_of_a_paragraph(page: SamplePage) -> Iterator[Mistake]:
    for found in _HEADING.finditer(page.text):
        if any(place.end >= found.start() >= place.start for place in prose(page)):
            yield Mistake(found.start(), found.end(), f" {found[1]}", ("##",))


@mistake
def row_in_a_list(page: SamplePage) -> Iterator[Mistake]:
    yield from _marked_rows(page, "- ")


@mistake
def row_in_a_quotation(page: SamplePage) -> Iterator[Mistake]:
    yield from _marked_rows(page, "> ")


def _marked_rows(page: SamplePage, mark: str) -> Iterator[Mistake]:
    for table in _tables(page):
        if len(table.rows) > 3:
            at = table.start + len("\n".join(table.rows[:3])) + 1
            if page.text.startswith("|", at):
                yield Mistake(at, at, mark, (f"`{mark.strip()}`",))


@mistake
def link_of_a_wiki_to_a_path(page: SamplePage) -> Iterator[Mistake]:
    for found in links(page):
        if found[2].startswith("/") and found[2].count("/") > 1:
            yield Mistake(*found.span(), f"[{found[2]} {found[1]}]", (found[0],))


@mistake
def link_to_a_page_of_another_tool(page: SamplePage) -> Iterator[Mistake]:
    for found in links(page):
        if re.fullmatch(r"/(?:docs|content|samples)/[\w/-]+", found[2]):
            yield Mistake(found.end(2), found.end(2), ".mdx", (found[2],))


@mistake
def citation_of_a_chat_after_a_space(page: SamplePage) -> Iterator[Mistake]:
    for place in prose(page):
        if place.text.endswith("."):
            yield Mistake(place.end - 1, place.end - 1, " 【3†source】", ("citation",))


@mistake
def first_sentence_of_a_chat(page: SamplePage) -> Iterator[Mistake]:
    at = page.text.find("\n# ")
    if at >= 0:
        yield Mistake(at + 1, at + 1, "Sure! Here is the updated page:\n\n", ("chat",))


@mistake
def struck_text_that_is_never_closed(page: SamplePage) -> Iterator[Mistake]:
    for place in prose(page):
        if "\n" not in place.text and re.match(r"[A-Za-z]+ ", place.text):
            yield Mistake(place.start, place.start, "~~", ("~~",))


@mistake
def entity_without_its_semicolon(page: SamplePage) -> Iterator[Mistake]:
    for place in prose(page):
        at = place.text.find(" ")
        if at > 0:
            yield Mistake(place.start + at, place.start + at + 1, "&nbsp ", ("&nbsp;",), "&nbsp; ")


@correct
def ranges_entities_and_marks(page: SamplePage) -> Iterator[Mistake]:
    """Text with the same characters that means what it says."""
    for place in prose(page):
        text = (
            "\n\nA&nbsp;B in lines 4:9, `~~x`, a [1] and x[^y], ~5 and issue ## 3. Sure, here is a page: it is short.\n\n"
            "```text\n{code:js}\n~~shell\nExample: ```js\n| a |\n- | b |\n```"
        )
        yield Mistake(place.end, place.end, text, ())
