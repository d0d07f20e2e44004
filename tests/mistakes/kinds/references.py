"""References to entities, queries, partials, tints, layouts and ids."""

from __future__ import annotations

import re
from collections.abc import Iterator

from mistakes.kind import Mistake, PlacedTag, SamplePage, correct, mistake


def _values(page: SamplePage, name: str, *runes: str) -> Iterator[tuple[PlacedTag, re.Match[str]]]:
    """The quoted values of an attribute; `primary` is the value without a name."""
    pattern = re.compile(r'(?<=[ ])"([^"\\\n]+)"' if name == "primary" else rf'(?<= ){name}="([^"\\\n]+)"')
    for tag in page.tags:
        if tag.kind in ("open", "void") and (not runes or tag.name in runes):
            yield from ((tag, each) for each in pattern.finditer(tag.text))


def _new(tag: PlacedTag, found: re.Match[str], new: str, *expected: str) -> Mistake:
    return Mistake(tag.start + found.start(1), tag.start + found.end(1), new, expected or (found[1],))


def _typing_error(text: str) -> str:
    return f"{text[:2]}{text[3]}{text[2]}{text[4:]}" if len(text) > 4 and text[2] != text[3] else f"{text}x"


@mistake
def xref_with_a_typing_error(page: SamplePage) -> Iterator[Mistake]:
    for tag, found in _values(page, "primary", "xref", "ref"):
        if not re.search(r"\d", found[1]) and len(found[1]) > 4:
            yield _new(tag, found, _typing_error(found[1]))


@mistake
def xref_to_nothing(page: SamplePage) -> Iterator[Mistake]:
    for tag, found in _values(page, "primary", "xref", "ref"):
        yield _new(tag, found, "no-such-entity-anywhere", "no-such-entity-anywhere")


@mistake
def xref_in_capitals(page: SamplePage) -> Iterator[Mistake]:
    for tag, found in _values(page, "primary", "xref", "ref"):
        if found[1].islower():
            yield _new(tag, found, found[1].upper())


@mistake
def bond_to_a_misspelt_name(page: SamplePage) -> Iterator[Mistake]:
    for tag, found in _values(page, "to", "bond"):
        if len(found[1]) > 4:
            yield _new(tag, found, _typing_error(found[1]))


@mistake
def misspelt_type(page: SamplePage) -> Iterator[Mistake]:
    for tag, found in _values(page, "type", "collection", "aggregate", "relationships"):
        if found[1].isalpha() and len(found[1]) > 3:
            yield _new(tag, found, f"{found[1]}x")


@mistake
def plural_type(page: SamplePage) -> Iterator[Mistake]:
    for tag, found in _values(page, "type", "collection", "aggregate"):
        if found[1] in ("work", "spec", "bug", "page", "decision", "character"):
            yield _new(tag, found, f"{found[1]}s", f"'{found[1]}'", f'"{found[1]}"', f"Write {found[1]}")


@mistake
def filter_with_an_equals_sign(page: SamplePage) -> Iterator[Mistake]:
    for tag, found in _values(page, "filter", "collection", "aggregate", "backlog", "blog"):
        if re.fullmatch(r"[\w-]+:[\w-]+", found[1]):
            yield _new(tag, found, found[1].replace(":", "="), found[1], "`:`", "field:value")


@mistake
def filter_with_a_misspelt_field(page: SamplePage) -> Iterator[Mistake]:
    for tag, found in _values(page, "filter", "collection", "aggregate", "backlog"):
        field, colon, value = found[1].partition(":")
        if colon and len(field) > 4:
            yield _new(tag, found, f"{_typing_error(field)}:{value}", field)


@mistake
def misspelt_sort_field(page: SamplePage) -> Iterator[Mistake]:
    for tag, found in _values(page, "sort", "collection", "backlog"):
        if len(found[1]) > 4 and found[1].isalpha():
            yield _new(tag, found, _typing_error(found[1]))


@mistake
def misspelt_partial(page: SamplePage) -> Iterator[Mistake]:
    for tag, found in _values(page, "file", "partial"):
        yield _new(tag, found, _typing_error(found[1]))


@mistake
def partial_without_its_ending(page: SamplePage) -> Iterator[Mistake]:
    for tag, found in _values(page, "file", "partial"):
        if found[1].endswith(".md"):
            yield _new(tag, found, found[1].removesuffix(".md"))


@mistake
def misspelt_tint(page: SamplePage) -> Iterator[Mistake]:
    for tag, found in _values(page, "tint"):
        if len(found[1]) > 3:
            yield _new(tag, found, _typing_error(found[1]))


@mistake
def misspelt_icon(page: SamplePage) -> Iterator[Mistake]:
    for tag, found in _values(page, "name", "icon"):
        if len(found[1]) > 4:
            yield _new(tag, found, _typing_error(found[1]))


# Correct variants -----------------------------------------------------------------------------------------------------


@correct
def label_of_an_xref(page: SamplePage) -> Iterator[Mistake]:
    for tag, found in _values(page, "primary", "xref", "ref"):
        if "label=" not in tag.text:
            at = tag.start + found.end()
            yield Mistake(at, at, ' label="another name"', ())


@correct
def two_conditions(page: SamplePage) -> Iterator[Mistake]:
    for tag, found in _values(page, "filter", "collection", "aggregate", "backlog"):
        if re.fullmatch(r"[\w-]+:[\w-]+", found[1]):
            yield _new(tag, found, f"{found[1]} {found[1]}")


@correct
def sort_in_descending_order(page: SamplePage) -> Iterator[Mistake]:
    for tag, found in _values(page, "sort", "collection", "backlog"):
        if found[1].isalpha():
            yield _new(tag, found, f"-{found[1]}")


@correct
def no_limit(page: SamplePage) -> Iterator[Mistake]:
    for tag, found in _values(page, "limit", "collection"):
        at = tag.start + found.start() - 1
        yield Mistake(at, tag.start + found.end(), "", ())


@correct
def an_id_with_dashes(page: SamplePage) -> Iterator[Mistake]:
    for tag in page.tags:
        if tag.name == "hint" and tag.kind == "open" and "#" not in tag.text:
            at = tag.start + tag.text.rindex(" %}")
            yield Mistake(at, at, ' id="a-2-b_c"', ())
