"""Frontmatter that is not the YAML it was meant to be."""

from __future__ import annotations

import json
import re
from calendar import month_name
from collections.abc import Iterator

from mistakes.kind import Mistake, SamplePage, correct, mistake

_ENTRY = re.compile(r"^([A-Za-z][\w-]*): (\S.*)$", re.MULTILINE)
_LIST = re.compile(r"^([A-Za-z][\w-]*): \[([^\]\n]*)\]$", re.MULTILINE)
_KNOWN = ("title", "description", "draft", "order", "date", "tags", "layout", "icon", "author", "redirect")


def _end(page: SamplePage) -> int:
    """The offset of the closing fence; -1 without frontmatter."""
    return page.text.find("\n---\n", 3) + 1 if page.text.startswith("---\n") else -1


def _entries(page: SamplePage) -> Iterator[re.Match[str]]:
    end = _end(page)
    if end > 0:
        yield from _ENTRY.finditer(page.text, 4, end)


def _plain(page: SamplePage) -> Iterator[re.Match[str]]:
    for each in _entries(page):
        is_text = re.match(r"[A-Za-z]", each[2]) and each[2] not in ("true", "false", "null")
        if is_text and ": " not in each[2] and " #" not in each[2]:
            yield each


def _of(found: re.Match[str], new: str, *expected: str) -> Mistake:
    return Mistake(found.start(), found.end(), new, expected)


def _whole(page: SamplePage) -> Iterator[str]:
    """The YAML of a page with simple entries only."""
    end = _end(page)
    yaml = page.text[4:end] if end > 0 else ""
    if yaml and all(_ENTRY.fullmatch(line) for line in yaml.splitlines()) and "title:" in yaml:
        yield yaml


@mistake
def missing_space_after_the_colon(page: SamplePage) -> Iterator[Mistake]:
    for each in _plain(page):
        yield _of(each, f"{each[1]}:{each[2]}", "space")


@mistake
def equals_sign_for_the_colon(page: SamplePage) -> Iterator[Mistake]:
    for each in _plain(page):
        yield _of(each, f"{each[1]} = {each[2]}", f"{each[1]}: ", "`:`")


@mistake
def equals_sign_without_spaces(page: SamplePage) -> Iterator[Mistake]:
    for each in _plain(page):
        yield _of(each, f"{each[1]}={each[2]}", f"{each[1]}: ", "`:`")


@mistake
def missing_colon(page: SamplePage) -> Iterator[Mistake]:
    for each in _plain(page):
        if each[1] in _KNOWN:
            yield _of(each, f"{each[1]} {each[2]}", f"{each[1]}: ", "`:`", "colon")


@mistake
def full_width_colon(page: SamplePage) -> Iterator[Mistake]:
    for each in _plain(page):
        yield _of(each, f"{each[1]}：{each[2]}", f"{each[1]}: ", "`:`")


@mistake
def two_colons(page: SamplePage) -> Iterator[Mistake]:
    for each in _plain(page):
        yield _of(each, f"{each[1]}:: {each[2]}", f"{each[1]}: ", "one colon", f"'{each[1]}'")


@mistake
def arrow_for_the_colon(page: SamplePage) -> Iterator[Mistake]:
    for each in _plain(page):
        yield _of(each, f"{each[1]} => {each[2]}", f"{each[1]}: ", "`:`")


@mistake
def dash_for_the_colon(page: SamplePage) -> Iterator[Mistake]:
    for each in _plain(page):
        if each[1] in _KNOWN:
            yield _of(each, f"{each[1]} - {each[2]}", f"{each[1]}: ", "`:`")


@mistake
def tab_before_a_key(page: SamplePage) -> Iterator[Mistake]:
    for each in list(_plain(page))[1:]:
        if len(list(_entries(page))) > 2 and each.end() + 1 < _end(page):
            yield _of(each, f"\t{each[0]}", "tab")


@mistake
def spaces_before_a_key(page: SamplePage) -> Iterator[Mistake]:
    for each in list(_plain(page))[1:]:
        if page.text[each.end() + 1 :].startswith(tuple(f"{key[1]}:" for key in _entries(page))):
            yield _of(each, f"  {each[0]}", "indent", "spaces")


@mistake
def tab_in_a_list(page: SamplePage) -> Iterator[Mistake]:
    for found in _LIST.finditer(page.text, 4, max(_end(page), 4)):
        items = "".join(f"\n\t- {each.strip()}" for each in found[2].split(","))
        yield _of(found, f"{found[1]}:{items}", "tab")


@mistake
def unclosed_bracket(page: SamplePage) -> Iterator[Mistake]:
    for found in _LIST.finditer(page.text, 4, max(_end(page), 4)):
        yield _of(found, found[0][:-1], "`]`", "bracket")


@mistake
def list_without_an_opening_bracket(page: SamplePage) -> Iterator[Mistake]:
    for found in _LIST.finditer(page.text, 4, max(_end(page), 4)):
        yield _of(found, f"{found[1]}: {found[2]}]", "[", "list")


@mistake
def list_as_text(page: SamplePage) -> Iterator[Mistake]:
    for found in _LIST.finditer(page.text, 4, max(_end(page), 4)):
        if found[1] == "tags":
            yield _of(found, f"{found[1]}: {found[2]}", "[", "list")


@mistake
def list_in_parentheses(page: SamplePage) -> Iterator[Mistake]:
    for found in _LIST.finditer(page.text, 4, max(_end(page), 4)):
        if found[1] == "tags":
            yield _of(found, f"{found[1]}: ({found[2]})", "[", "list")


@mistake
def list_on_the_line_of_its_key(page: SamplePage) -> Iterator[Mistake]:
    for found in _LIST.finditer(page.text, 4, max(_end(page), 4)):
        items = "\n".join(f"  - {each.strip()}" for each in found[2].split(",")).lstrip()
        yield _of(found, f"{found[1]}: {items}", "list", "line")


@mistake
def list_without_dashes(page: SamplePage) -> Iterator[Mistake]:
    for found in _LIST.finditer(page.text, 4, max(_end(page), 4)):
        if found[1] == "tags":
            items = "".join(f"\n  {each.strip()}" for each in found[2].split(","))
            yield _of(found, f"{found[1]}:{items}", "- ", "list", "dash")


@mistake
def dash_without_a_space(page: SamplePage) -> Iterator[Mistake]:
    for found in _LIST.finditer(page.text, 4, max(_end(page), 4)):
        if found[1] == "tags":
            items = "".join(f"\n  -{each.strip()}" for each in found[2].split(","))
            yield _of(found, f"{found[1]}:{items}", "- ", "space", "list")


@mistake
def unclosed_quote(page: SamplePage) -> Iterator[Mistake]:
    for each in _plain(page):
        if '"' not in each[2]:
            yield _of(each, f'{each[1]}: "{each[2]}', '`"`', "quote")


@mistake
def unopened_quote(page: SamplePage) -> Iterator[Mistake]:
    for each in _entries(page):
        if re.fullmatch(r'"[^"\\:#]+"', each[2]):
            yield _of(each, f"{each[1]}: {each[2][1:]}", "quote")


@mistake
def mixed_quotes(page: SamplePage) -> Iterator[Mistake]:
    for each in _plain(page):
        if '"' not in each[2] and "'" not in each[2]:
            yield _of(each, f"{each[1]}: \"{each[2]}'", "quote", '"')


@mistake
def apostrophe_in_single_quotes(page: SamplePage) -> Iterator[Mistake]:
    for each in _entries(page):
        value = json.loads(each[2]) if re.fullmatch(r'"[^"\\]*"', each[2]) else each[2]
        if re.search(r"\w'\w", value) and value[0] not in "\"'":
            yield _of(each, f"{each[1]}: '{value}'", "quote", '"')


@mistake
def curly_quotes(page: SamplePage) -> Iterator[Mistake]:
    for each in _plain(page):
        if each[1] in _KNOWN and '"' not in each[2]:
            yield _of(each, f"{each[1]}: “{each[2]}”", "quote")


@mistake
def colon_in_a_value(page: SamplePage) -> Iterator[Mistake]:
    for each in _entries(page):
        if re.fullmatch(r'"[^"\\]*: [^"\\]*"', each[2]):
            yield _of(each, f"{each[1]}: {each[2][1:-1]}", "quote", each[2])


@mistake
def special_character_first(page: SamplePage) -> Iterator[Mistake]:
    for each in _entries(page):
        if re.fullmatch(r"\"[@`%&*!\[{>|][^\"\\]*\"", each[2]):
            yield _of(each, f"{each[1]}: {each[2][1:-1]}", "quote", each[2])


@mistake
def trailing_comma(page: SamplePage) -> Iterator[Mistake]:
    for each in _plain(page):
        if each[1] in _KNOWN and each[2][-1].isalnum():
            yield _of(each, f"{each[0]},", "comma")


@mistake
def trailing_comma_after_quotes(page: SamplePage) -> Iterator[Mistake]:
    for each in _plain(page):
        if '"' not in each[2]:
            yield _of(each, f'{each[1]}: "{each[2]}",', "comma")


@mistake
def trailing_semicolon(page: SamplePage) -> Iterator[Mistake]:
    for each in _plain(page):
        if '"' not in each[2]:
            yield _of(each, f'{each[1]}: "{each[2]}";', "semicolon", "`;`")


@mistake
def closing_fence_missing(page: SamplePage) -> Iterator[Mistake]:
    if (end := _end(page)) > 0:
        yield Mistake(end, end + 4, "", ("---", "closed"))


@mistake
def closing_fence_of_two_dashes(page: SamplePage) -> Iterator[Mistake]:
    if (end := _end(page)) > 0:
        yield Mistake(end, end + 3, "--", ("---",))


@mistake
def closing_fence_of_four_dashes(page: SamplePage) -> Iterator[Mistake]:
    if (end := _end(page)) > 0:
        yield Mistake(end, end + 3, "----", ("three dashes", "with ---"))


@mistake
def closing_fence_of_long_dashes(page: SamplePage) -> Iterator[Mistake]:
    if (end := _end(page)) > 0:
        yield Mistake(end, end + 3, "—", ("---",))


@mistake
def closing_fence_of_equals_signs(page: SamplePage) -> Iterator[Mistake]:
    if (end := _end(page)) > 0:
        yield Mistake(end, end + 3, "===", ("---",))


@mistake
def closing_fence_after_text(page: SamplePage) -> Iterator[Mistake]:
    if (end := _end(page)) > 0 and page.text[end - 2].isalnum():
        yield Mistake(end - 1, end + 3, " ---", ("---",))


@mistake
def opening_fence_missing(page: SamplePage) -> Iterator[Mistake]:
    for _ in _whole(page):
        yield Mistake(0, 4, "", ("---",))


@mistake
def opening_fence_of_two_dashes(page: SamplePage) -> Iterator[Mistake]:
    for _ in _whole(page):
        yield Mistake(0, 3, "--", ("---",))


@mistake
def opening_fence_of_four_dashes(page: SamplePage) -> Iterator[Mistake]:
    for _ in _whole(page):
        yield Mistake(0, 3, "----", ("three dashes", "with ---"))


@mistake
def opening_fence_of_a_long_dash(page: SamplePage) -> Iterator[Mistake]:
    for _ in _whole(page):
        yield Mistake(0, 3, "—", ("---",))


@mistake
def no_fences(page: SamplePage) -> Iterator[Mistake]:
    for yaml in _whole(page):
        yield Mistake(0, 8 + len(yaml), yaml, ("---",))


@mistake
def fences_of_plus_signs(page: SamplePage) -> Iterator[Mistake]:
    for yaml in _whole(page):
        yield Mistake(0, 8 + len(yaml), f"+++\n{yaml}+++\n", ("---",))


@mistake
def toml(page: SamplePage) -> Iterator[Mistake]:
    for yaml in _whole(page):
        made = "".join(
            f"{name} = {json.dumps(value, ensure_ascii=False)}\n"
            for name, value in page.document.frontmatter.data.items()  # type: ignore[union-attr]
            if isinstance(value, str | bool | int | list)
        )
        yield Mistake(0, 8 + len(yaml), f"+++\n{made}+++\n", ("YAML",))


@mistake
def json_between_semicolons(page: SamplePage) -> Iterator[Mistake]:
    for yaml in _whole(page):
        made = json.dumps(page.document.frontmatter.data, indent=2, ensure_ascii=False)  # type: ignore[union-attr]
        yield Mistake(0, 8 + len(yaml), f";;;\n{made}\n;;;\n", ("YAML",))


@mistake
def json_lines(page: SamplePage) -> Iterator[Mistake]:
    for yaml in _whole(page):
        data = page.document.frontmatter.data  # type: ignore[union-attr]
        if len(data) > 1:
            lines = ",\n".join(f'"{name}": {json.dumps(value, ensure_ascii=False)}' for name, value in data.items())
            yield Mistake(4, 4 + len(yaml), f"{lines}\n", ("comma",))


@mistake
def blank_line_before(page: SamplePage) -> Iterator[Mistake]:
    if _end(page) > 0:
        yield Mistake(0, 0, "\n", ("first", "blank line"))


@mistake
def comment_before(page: SamplePage) -> Iterator[Mistake]:
    if _end(page) > 0:
        yield Mistake(0, 0, "<!-- A draft. -->\n", ("first",))


@mistake
def heading_before(page: SamplePage) -> Iterator[Mistake]:
    for yaml in _whole(page):
        fenced = f"---\n{yaml}---\n"
        heading = re.match(r"\n?# [^\n]+\n", page.text[len(fenced) :])
        if heading:
            end = len(fenced) + heading.end()
            yield Mistake(0, end, f"{heading[0].lstrip()}\n{fenced}", ("first",))


@mistake
def same_key_twice(page: SamplePage) -> Iterator[Mistake]:
    for each in _plain(page):
        yield Mistake(each.end(), each.end(), f"\n{each[0]}", ("duplicate",))


@mistake
def key_with_a_typing_error(page: SamplePage) -> Iterator[Mistake]:
    for each in _entries(page):
        name = each[1]
        if name in _KNOWN and len(name) > 4:
            yield Mistake(each.start(), each.start() + len(name), f"{name[0]}{name[2]}{name[1]}{name[3:]}", (name,))


@mistake
def key_with_a_missing_letter(page: SamplePage) -> Iterator[Mistake]:
    for each in _entries(page):
        name = each[1]
        if name in _KNOWN and len(name) > 4:
            yield Mistake(each.start(), each.start() + len(name), f"{name[:2]}{name[3:]}", (name,))


@mistake
def key_in_upper_case(page: SamplePage) -> Iterator[Mistake]:
    for each in _entries(page):
        if each[1] in _KNOWN:
            yield Mistake(each.start(), each.start() + len(each[1]), each[1].capitalize(), (f"'{each[1]}'",))


@mistake
def key_with_an_underscore(page: SamplePage) -> Iterator[Mistake]:
    for each in _entries(page):
        if "-" in each[1]:
            yield Mistake(each.start(), each.start() + len(each[1]), each[1].replace("-", "_"), (f"'{each[1]}'",))


@mistake
def key_in_asterisks(page: SamplePage) -> Iterator[Mistake]:
    for each in _plain(page):
        if each[1] in _KNOWN:
            yield _of(each, f"**{each[1]}**: {each[2]}", f"{each[1]}: ", f"`{each[1]}`")


@mistake
def flag_in_quotes(page: SamplePage) -> Iterator[Mistake]:
    for each in _entries(page):
        if each[2] in ("true", "false") and each[1] in ("draft", "tint-lock"):
            yield _of(each, f'{each[1]}: "{each[2]}"', each[2])


@mistake
def flag_as_yes_or_no(page: SamplePage) -> Iterator[Mistake]:
    for each in _entries(page):
        if each[2] in ("true", "false") and each[1] in ("draft", "tint-lock"):
            yield _of(each, f"{each[1]}: {'yes' if each[2] == 'true' else 'no'}", each[2])


@mistake
def number_in_quotes(page: SamplePage) -> Iterator[Mistake]:
    for each in _entries(page):
        if each[2].isdecimal() and each[1] == "order":
            yield _of(each, f'{each[1]}: "{each[2]}"', each[2], "number")


@mistake
def date_with_slashes(page: SamplePage) -> Iterator[Mistake]:
    for each in _entries(page):
        if each[1] == "date" and re.fullmatch(r"\d{4}-\d\d-\d\d", each[2]):
            yield _of(each, f"{each[1]}: {each[2].replace('-', '/')}", each[2])


@mistake
def date_without_zeros(page: SamplePage) -> Iterator[Mistake]:
    for each in _entries(page):
        if each[1] == "date" and re.fullmatch(r"\d{4}-0\d-\d\d", each[2]):
            yield _of(each, f"{each[1]}: {each[2].replace('-0', '-')}", each[2])


@mistake
def date_with_a_month_name(page: SamplePage) -> Iterator[Mistake]:
    for each in _entries(page):
        if each[1] == "date" and re.fullmatch(r"\d{4}-\d\d-\d\d", each[2]):
            year, month, day = each[2].split("-")
            yield _of(each, f"{each[1]}: {month_name[int(month)]} {int(day)}, {year}", each[2])


@mistake
def unknown_tint_mode(page: SamplePage) -> Iterator[Mistake]:
    for each in _entries(page):
        if each[1] == "tint-mode":
            yield _of(each, f"{each[1]}: {each[2].upper()}", each[2])


# Correct variants -----------------------------------------------------------------------------------------------------


@correct
def space_after_the_fence(page: SamplePage) -> Iterator[Mistake]:
    if _end(page) > 0:
        yield Mistake(3, 3, " ", ())


@correct
def double_quotes(page: SamplePage) -> Iterator[Mistake]:
    for each in _plain(page):
        if '"' not in each[2] and "\\" not in each[2] and each[2] not in ("true", "false"):
            yield _of(each, f'{each[1]}: "{each[2]}"')


@correct
def single_quotes(page: SamplePage) -> Iterator[Mistake]:
    for each in _plain(page):
        if "'" not in each[2] and each[2] not in ("true", "false"):
            yield _of(each, f"{each[1]}: '{each[2]}'")


@correct
def a_key_of_its_own(page: SamplePage) -> Iterator[Mistake]:
    for each in _plain(page):
        yield Mistake(each.start(), each.start(), "reviewed_by: Ada Lovelace\n", ())


@correct
def a_comment(page: SamplePage) -> Iterator[Mistake]:
    for each in _plain(page):
        yield Mistake(each.start(), each.start(), "# TODO: later = soon\n", ())


@correct
def a_folded_text(page: SamplePage) -> Iterator[Mistake]:
    for each in _plain(page):
        if each[2] not in ("true", "false"):
            yield _of(each, f"{each[1]}: >-\n  {each[2]}")


@correct
def a_text_on_two_lines(page: SamplePage) -> Iterator[Mistake]:
    for each in _plain(page):
        if each[1] == "description" and " " in each[2]:
            yield _of(each, f"{each[1]}: {each[2].replace(' ', chr(10) + '  ', 1)}")


@correct
def an_address(page: SamplePage) -> Iterator[Mistake]:
    for each in _plain(page):
        yield Mistake(each.start(), each.start(), "source: https://example.org/a=b?c:d\n", ())


@correct
def a_flow_mapping(page: SamplePage) -> Iterator[Mistake]:
    for yaml in _whole(page):
        data = page.document.frontmatter.data  # type: ignore[union-attr]
        yield Mistake(4, 4 + len(yaml), json.dumps(data, ensure_ascii=False) + "\n", ())


@correct
def quotes_in_a_title(page: SamplePage) -> Iterator[Mistake]:
    for each in _plain(page):
        if each[1] == "title":
            yield _of(each, f"title: The “{each[2]}” question")


@correct
def list_with_dashes(page: SamplePage) -> Iterator[Mistake]:
    for found in _LIST.finditer(page.text, 4, max(_end(page), 4)):
        items = "".join(f"\n  - {each.strip()}" for each in found[2].split(","))
        yield _of(found, f"{found[1]}:{items}")


@correct
def a_nested_mapping(page: SamplePage) -> Iterator[Mistake]:
    for each in _plain(page):
        yield Mistake(each.start(), each.start(), "seo:\n  Title: Other\n  keywords: a, b\n", ())


@correct
def a_thematic_break_first(page: SamplePage) -> Iterator[Mistake]:
    if not page.text.startswith("---") and not page.text.startswith("{%"):
        yield Mistake(0, 0, "---\n\n", ())


@correct
def a_time_and_a_version(page: SamplePage) -> Iterator[Mistake]:
    for each in _plain(page):
        yield Mistake(each.start(), each.start(), "opens: 12:30\nrelease: 1.2.3\n", ())
