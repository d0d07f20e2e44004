"""Characters that are invisible, or look like others."""

from __future__ import annotations

import re
from collections.abc import Iterator

from mistakes.kind import Mistake, PlacedTag, SamplePage, correct, mistake
from mistakes.places import links, nodes, prose


def _opening(page: SamplePage) -> Iterator[PlacedTag]:
    return (tag for tag in page.tags if tag.kind in ("open", "void") and tag.name)


def _name(tag: PlacedTag) -> int:
    return tag.syntax.name_start + tag.shift


@mistake
def cyrillic_letter_in_a_name(page: SamplePage) -> Iterator[Mistake]:
    for tag in _opening(page):
        for latin, cyrillic in zip("aceo", "асео", strict=True):
            at = tag.name.find(latin)
            if at >= 0:
                start = _name(tag) + at
                yield Mistake(start, start + 1, cyrillic, (tag.name, "cyrillic"))


@mistake
def cyrillic_letter_in_an_attribute(page: SamplePage) -> Iterator[Mistake]:
    for tag in _opening(page):
        found = re.search(r" ([a-z]*[aeo][a-z]*)=", tag.text)
        if found:
            at = next(index for index, char in enumerate(found[1]) if char in "aeo")
            start = tag.start + found.start(1) + at
            new = {"a": "а", "e": "е", "o": "о"}[found[1][at]]
            yield Mistake(start, start + 1, new, (found[1], "cyrillic"))


@mistake
def cyrillic_letter_in_a_value(page: SamplePage) -> Iterator[Mistake]:
    for tag in _opening(page):
        found = re.search(r'type="([a-z]*[aeo][a-z]*)"', tag.text)
        if found and tag.name in ("hint", "chart", "diagram"):
            at = next(index for index, char in enumerate(found[1]) if char in "aeo")
            start = tag.start + found.start(1) + at
            new = {"a": "а", "e": "е", "o": "о"}[found[1][at]]
            yield Mistake(start, start + 1, new, (found[1], "cyrillic"))


@mistake
def greek_letter_in_a_name(page: SamplePage) -> Iterator[Mistake]:
    for tag in _opening(page):
        at = tag.name.find("o")
        if at >= 0:
            start = _name(tag) + at
            yield Mistake(start, start + 1, "ο", (tag.name, "greek"))


@mistake
def full_width_name(page: SamplePage) -> Iterator[Mistake]:
    for tag in _opening(page):
        start = _name(tag)
        wide = chr(ord(tag.name[0]) + 0xFEE0)
        yield Mistake(start, start + 1, wide, (tag.name, "full-width"))


@mistake
def cyrillic_letter_in_a_url(page: SamplePage) -> Iterator[Mistake]:
    for found in links(page):
        at = found[2].find("o")
        if found[2].startswith("/") and at >= 0:
            start = found.start(2) + at
            yield Mistake(start, start + 1, "о", (found[2], "cyrillic"))


@mistake
def cyrillic_letter_in_a_frontmatter_key(page: SamplePage) -> Iterator[Mistake]:
    if page.text.startswith("---\ntitle:"):
        yield Mistake(8, 9, "е", ("title", "cyrillic"))


@mistake
def zero_width_space_in_a_name(page: SamplePage) -> Iterator[Mistake]:
    for tag in _opening(page):
        start = _name(tag) + 1
        yield Mistake(start, start, "\u200b", ("invisible", "zero-width"))


@mistake
def zero_width_space_before_a_tag(page: SamplePage) -> Iterator[Mistake]:
    for tag in page.tags:
        if page.text[max(tag.start - 1, 0) : tag.start] in ("", "\n"):
            yield Mistake(tag.start, tag.start, "\u200b", ("invisible", "zero-width"))


@mistake
def zero_width_space_in_text(page: SamplePage) -> Iterator[Mistake]:
    for place in prose(page):
        yield Mistake(place.start + 2, place.start + 2, "\u200b", ("invisible", "zero-width"))


@mistake
def byte_order_mark_in_text(page: SamplePage) -> Iterator[Mistake]:
    for place in prose(page):
        yield Mistake(place.start + 2, place.start + 2, "\ufeff", ("invisible", "byte order"))


@mistake
def soft_hyphen_in_a_name(page: SamplePage) -> Iterator[Mistake]:
    for tag in _opening(page):
        if len(tag.name) > 3:
            start = _name(tag) + 2
            yield Mistake(start, start, "\u00ad", ("invisible", "soft hyphen"))


@mistake
def no_break_space_after_a_heading_mark(page: SamplePage) -> Iterator[Mistake]:
    for _, place in nodes(page, "heading"):
        found = re.match(r"#+ ", place.text)
        if found:
            end = place.start + found.end()
            yield Mistake(end - 1, end, "\u00a0", ("space",))


@mistake
def no_break_space_after_a_list_mark(page: SamplePage) -> Iterator[Mistake]:
    for _, place in nodes(page, "item"):
        if re.match(r"- \w", place.text):
            yield Mistake(place.start + 1, place.start + 2, "\u00a0", ("space",))


@mistake
def change_of_direction(page: SamplePage) -> Iterator[Mistake]:
    for place in prose(page):
        yield Mistake(place.start + 1, place.start + 1, "\u202e", ("direction",))


@mistake
def zero_width_space_in_a_url(page: SamplePage) -> Iterator[Mistake]:
    for found in links(page):
        if len(found[2]) > 3:
            start = found.start(2) + 2
            yield Mistake(start, start, "\u200b", ("invisible", "zero-width"))


# Correct ------------------------------------------------------------------------------------------------------------


def _before_prose(page: SamplePage, text: str) -> Iterator[Mistake]:
    for place in prose(page):
        yield Mistake(place.start, place.start, text + "\n\n", ())


@correct
def russian(page: SamplePage) -> Iterator[Mistake]:
    return _before_prose(page, "Сохраните работу. Это важно.")


@correct
def greek(page: SamplePage) -> Iterator[Mistake]:
    return _before_prose(page, "Η γωνία α και η γωνία β, about 3 μm wide.")


@correct
def curly_quotes(page: SamplePage) -> Iterator[Mistake]:
    return _before_prose(page, "She said “save your work” – it’s late…")


@correct
def emoji(page: SamplePage) -> Iterator[Mistake]:
    return _before_prose(page, "A family 👨‍👩‍👧 and a flag 🏴󠁧󠁢󠁥󠁮󠁧󠁿.")


@correct
def no_break_space_in_text(page: SamplePage) -> Iterator[Mistake]:
    return _before_prose(page, "The walk is 5\u00a0km, at 10\u00a0%.")


@correct
def accents(page: SamplePage) -> Iterator[Mistake]:
    return _before_prose(page, "Café, naïve, Åland, Łódź and Dvořák.")


@correct
def japanese(page: SamplePage) -> Iterator[Mistake]:
    return _before_prose(page, "保存してください。ＡＢＣは全角です。")


@correct
def russian_link(page: SamplePage) -> Iterator[Mistake]:
    return _before_prose(page, "Смотрите [руководство](https://example.com/руководство).")


@correct
def arabic(page: SamplePage) -> Iterator[Mistake]:
    return _before_prose(page, "احفظ عملك. می‌خواهم")


@correct
def russian_summary(page: SamplePage) -> Iterator[Mistake]:
    return _before_prose(page, '{% details summary="Подробности" %}\nТекст\n{% /details %}')
