"""Names and values of other tools."""

from __future__ import annotations

import re
from collections.abc import Iterator

from mistakes.kind import Mistake, PlacedTag, SamplePage, correct, mistake

_STRING = re.compile(r'([a-zA-Z][\w-]*)="([^"\\\n]*)"')


def _renamed(page: SamplePage, rune: str, name: str, *expected: str) -> Iterator[Mistake]:
    """Both tags of a pair with another name, as one change of the text between them."""
    for opening, closing in page.pairs:
        if opening.name == rune:
            yield _pair(page, opening, closing, opening.text.replace(rune, name, 1), name, expected or (rune,))
    for tag in page.tags:
        if tag.name == rune and tag.kind == "void":
            yield Mistake(tag.start, tag.end, tag.text.replace(rune, name, 1), expected or (rune,))


def _pair(
    page: SamplePage, opening: PlacedTag, closing: PlacedTag, new: str, name: str, expected: tuple[str, ...]
) -> Mistake:
    between = page.text[opening.end : closing.start]
    return Mistake(opening.start, closing.end, f"{new}{between}{closing.text.replace(closing.name, name, 1)}", expected)


def _hints(page: SamplePage, kind: str, name: str) -> Iterator[Mistake]:
    """A hint whose type is the name of the tag."""
    for opening, closing in page.pairs:
        if opening.name == "hint" and f'type="{kind}"' in opening.text:
            new = opening.text.replace(f' type="{kind}"', "", 1).replace("hint", name, 1)
            yield _pair(page, opening, closing, new, name, (f'hint type="{kind}"', "'hint'"))


def _attribute(page: SamplePage, old: str, new: str, *runes: str) -> Iterator[Mistake]:
    for tag in page.tags:
        if tag.kind in ("open", "void") and (not runes or tag.name in runes):
            for found in _STRING.finditer(tag.text):
                if found[1] == old and f" {new}=" not in tag.text:
                    start = tag.start + found.start(1)
                    yield Mistake(start, start + len(old), new, (f"'{old}'", f"Write {old}"))


def _value(page: SamplePage, old: str, new: str, *names: str) -> Iterator[Mistake]:
    for tag in page.tags:
        if tag.kind in ("open", "void"):
            for found in _STRING.finditer(tag.text):
                if found[2] == old and found[1] in names:
                    start = tag.start + found.start(2)
                    yield Mistake(start, start + len(old), new, (f'"{old}"',))


@mistake
def admonition(page: SamplePage) -> Iterator[Mistake]:
    yield from _renamed(page, "hint", "admonition")


@mistake
def tip(page: SamplePage) -> Iterator[Mistake]:
    yield from _renamed(page, "hint", "tip")


@mistake
def info(page: SamplePage) -> Iterator[Mistake]:
    yield from _renamed(page, "hint", "info")


@mistake
def note(page: SamplePage) -> Iterator[Mistake]:
    yield from _hints(page, "note", "note")


@mistake
def warning(page: SamplePage) -> Iterator[Mistake]:
    yield from _hints(page, "warning", "warning")


@mistake
def caution(page: SamplePage) -> Iterator[Mistake]:
    yield from _hints(page, "caution", "caution")


@mistake
def danger(page: SamplePage) -> Iterator[Mistake]:
    yield from _hints(page, "caution", "danger")


@mistake
def success(page: SamplePage) -> Iterator[Mistake]:
    yield from _hints(page, "check", "success")


@mistake
def collapsible(page: SamplePage) -> Iterator[Mistake]:
    yield from _renamed(page, "details", "collapsible")


@mistake
def code_group(page: SamplePage) -> Iterator[Mistake]:
    yield from _renamed(page, "codegroup", "code-group")


@mistake
def tab_group(page: SamplePage) -> Iterator[Mistake]:
    yield from _renamed(page, "tabs", "tab-group")


@mistake
def tab_item(page: SamplePage) -> Iterator[Mistake]:
    yield from _renamed(page, "tab", "tab-item")


@mistake
def image(page: SamplePage) -> Iterator[Mistake]:
    yield from _renamed(page, "figure", "image")


@mistake
def video(page: SamplePage) -> Iterator[Mistake]:
    yield from _renamed(page, "embed", "video")


@mistake
def include(page: SamplePage) -> Iterator[Mistake]:
    yield from _renamed(page, "partial", "include")


@mistake
def cross_reference(page: SamplePage) -> Iterator[Mistake]:
    yield from _renamed(page, "xref", "crossref")


@mistake
def progress_bar(page: SamplePage) -> Iterator[Mistake]:
    yield from _renamed(page, "progress", "progressbar")


@mistake
def tile(page: SamplePage) -> Iterator[Mistake]:
    yield from _renamed(page, "card", "tile")


@mistake
def mermaid(page: SamplePage) -> Iterator[Mistake]:
    for opening, closing in page.pairs:
        if opening.name == "diagram" and 'language="mermaid"' in opening.text:
            new = opening.text.replace(' language="mermaid"', "", 1).replace("diagram", "mermaid", 1)
            yield _pair(page, opening, closing, new, "mermaid", ("diagram",))


@mistake
def capital_letter(page: SamplePage) -> Iterator[Mistake]:
    for opening, closing in page.pairs:
        name = opening.name.capitalize()
        new = opening.text.replace(opening.name, name, 1)
        yield _pair(page, opening, closing, new, name, (opening.name,))


@mistake
def plural(page: SamplePage) -> Iterator[Mistake]:
    for opening, closing in page.pairs:
        name = f"{opening.name}s"
        if name not in page.site.vocabulary.names and not opening.name.endswith("s"):
            yield _pair(page, opening, closing, opening.text.replace(opening.name, name, 1), name, (opening.name,))


@mistake
def underscore_in_a_name(page: SamplePage) -> Iterator[Mistake]:
    for opening, closing in page.pairs:
        if "-" in opening.name:
            name = opening.name.replace("-", "_")
            yield _pair(page, opening, closing, opening.text.replace(opening.name, name, 1), name, (opening.name,))


@mistake
def kind_for_type(page: SamplePage) -> Iterator[Mistake]:
    yield from _attribute(page, "type", "kind", "hint", "chart", "organization", "playlist")


@mistake
def style_for_type(page: SamplePage) -> Iterator[Mistake]:
    yield from _attribute(page, "type", "style", "hint", "chart")


@mistake
def heading_for_title(page: SamplePage) -> Iterator[Mistake]:
    yield from _attribute(page, "title", "heading")


@mistake
def label_for_name(page: SamplePage) -> Iterator[Mistake]:
    yield from _attribute(page, "name", "label", "tab", "tier", "accordion-item", "reveal-step")


@mistake
def title_for_name(page: SamplePage) -> Iterator[Mistake]:
    yield from _attribute(page, "name", "title", "tab", "tier", "accordion-item", "region", "character")


@mistake
def src_for_url(page: SamplePage) -> Iterator[Mistake]:
    yield from _attribute(page, "url", "src", "embed")


@mistake
def file_for_path(page: SamplePage) -> Iterator[Mistake]:
    yield from _attribute(page, "path", "file", "snippet", "file-ref")


@mistake
def link_for_href(page: SamplePage) -> Iterator[Mistake]:
    yield from _attribute(page, "href", "link")


@mistake
def header_for_summary(page: SamplePage) -> Iterator[Mistake]:
    yield from _attribute(page, "summary", "title", "details")


@mistake
def alignment_for_align(page: SamplePage) -> Iterator[Mistake]:
    yield from _attribute(page, "align", "alignment")


@mistake
def lang_for_language(page: SamplePage) -> Iterator[Mistake]:
    yield from _attribute(page, "language", "lang", "diagram", "diff")


@mistake
def kebab_case_for_camel_case(page: SamplePage) -> Iterator[Mistake]:
    for tag in page.tags:
        for found in _STRING.finditer(tag.text) if tag.kind in ("open", "void") else ():
            if re.search(r"[a-z][A-Z]", found[1]):
                new = re.sub(r"([A-Z])", lambda each: f"-{each[1].lower()}", found[1])
                start = tag.start + found.start(1)
                yield Mistake(start, start + len(found[1]), new, (found[1],))


@mistake
def camel_case_for_kebab_case(page: SamplePage) -> Iterator[Mistake]:
    for tag in page.tags:
        for found in _STRING.finditer(tag.text) if tag.kind in ("open", "void") else ():
            if "-" in found[1]:
                new = re.sub(r"-([a-z])", lambda each: each[1].upper(), found[1])
                start = tag.start + found.start(1)
                yield Mistake(start, start + len(found[1]), new, (found[1],))


@mistake
def attribute_in_capitals(page: SamplePage) -> Iterator[Mistake]:
    for tag in page.tags:
        for found in _STRING.finditer(tag.text) if tag.kind in ("open", "void") else ():
            start = tag.start + found.start(1)
            yield Mistake(start, start + len(found[1]), found[1].upper(), (f"'{found[1]}'", f"Write {found[1]}"))


@mistake
def warn_for_warning(page: SamplePage) -> Iterator[Mistake]:
    yield from _value(page, "warning", "warn", "type")


@mistake
def danger_for_caution(page: SamplePage) -> Iterator[Mistake]:
    yield from _value(page, "caution", "danger", "type")


@mistake
def information_for_note(page: SamplePage) -> Iterator[Mistake]:
    yield from _value(page, "note", "info", "type")


@mistake
def success_for_check(page: SamplePage) -> Iterator[Mistake]:
    yield from _value(page, "check", "success", "type")


@mistake
def small_for_sm(page: SamplePage) -> Iterator[Mistake]:
    yield from _value(page, "sm", "small", "collapse", "gap", "height", "size")


@mistake
def large_for_lg(page: SamplePage) -> Iterator[Mistake]:
    yield from _value(page, "lg", "large", "collapse", "height", "size", "row-height")


@mistake
def middle_for_center(page: SamplePage) -> Iterator[Mistake]:
    yield from _value(page, "center", "middle", "align", "valign")


@mistake
def centre_for_center(page: SamplePage) -> Iterator[Mistake]:
    yield from _value(page, "center", "centre", "align", "valign")


@mistake
def beginner_for_easy(page: SamplePage) -> Iterator[Mistake]:
    yield from _value(page, "easy", "beginner", "difficulty")


@mistake
def value_in_capitals(page: SamplePage) -> Iterator[Mistake]:
    for tag in page.tags:
        rune = page.site.vocabulary.get(tag.name)
        for found in _STRING.finditer(tag.text) if tag.kind in ("open", "void") and rune is not None else ():
            attribute = rune.every_attribute.get(found[1])  # type: ignore[union-attr]
            if attribute is not None and found[2] in attribute.values and found[2].islower():
                start = tag.start + found.start(2)
                yield Mistake(start, start + len(found[2]), found[2].capitalize(), (f'"{found[2]}"',))


@mistake
def far_value(page: SamplePage) -> Iterator[Mistake]:
    for tag in page.tags:
        rune = page.site.vocabulary.get(tag.name)
        for found in _STRING.finditer(tag.text) if tag.kind in ("open", "void") and rune is not None else ():
            attribute = rune.every_attribute.get(found[1])  # type: ignore[union-attr]
            if attribute is not None and found[2] in attribute.values:
                start = tag.start + found.start(2)
                yield Mistake(start, start + len(found[2]), "banana", (found[2],))


@mistake
def value_without_a_key(page: SamplePage) -> Iterator[Mistake]:
    for tag in page.tags:
        rune = page.site.vocabulary.get(tag.name)
        for found in _STRING.finditer(tag.text) if tag.kind in ("open", "void") and rune is not None else ():
            attribute = rune.every_attribute.get(found[1])  # type: ignore[union-attr]
            if attribute is not None and found[2] in attribute.values and found.start() == tag.text.find(" ", 3) + 1:
                start = tag.start + found.start()
                yield Mistake(start, start + len(found[1]) + 1, "", (f"{found[1]}=",))


@mistake
def yes_for_true(page: SamplePage) -> Iterator[Mistake]:
    for tag in page.tags:
        at = tag.text.find("=true") if tag.kind in ("open", "void") else -1
        if at > 0:
            yield Mistake(tag.start + at, tag.start + at + 5, '="yes"', ("true",))


@mistake
def true_in_quotes(page: SamplePage) -> Iterator[Mistake]:
    for tag in page.tags:
        at = tag.text.find("=true") if tag.kind in ("open", "void") else -1
        if at > 0:
            yield Mistake(tag.start + at, tag.start + at + 5, '="true"', ("true",))


@mistake
def number_in_quotes(page: SamplePage) -> Iterator[Mistake]:
    for tag in page.tags:
        for found in re.finditer(r"=(\d+)(?=[ %/])", tag.text) if tag.kind in ("open", "void") else ():
            yield Mistake(tag.start + found.start(), tag.start + found.end(), f'="{found[1]}"', ("number", found[1]))


@mistake
def number_with_a_unit(page: SamplePage) -> Iterator[Mistake]:
    for tag in page.tags:
        for found in re.finditer(r"=(\d+)(?=[ %/])", tag.text) if tag.kind in ("open", "void") else ():
            yield Mistake(tag.start + found.start(), tag.start + found.end(), f'="{found[1]}px"', ("number",))


# Correct variants -----------------------------------------------------------------------------------------------------


@correct
def alias_of_hint(page: SamplePage) -> Iterator[Mistake]:
    yield from _renamed(page, "hint", "callout")


@correct
def alias_of_grid(page: SamplePage) -> Iterator[Mistake]:
    yield from _renamed(page, "grid", "columns")


@correct
def alias_of_pullquote(page: SamplePage) -> Iterator[Mistake]:
    yield from _renamed(page, "pullquote", "pull-quote")


@correct
def alias_of_xref(page: SamplePage) -> Iterator[Mistake]:
    yield from _renamed(page, "xref", "ref")


@correct
def hint_without_type(page: SamplePage) -> Iterator[Mistake]:
    for tag in page.tags:
        if tag.name == "hint" and ' type="note"' in tag.text:
            at = tag.start + tag.text.index(' type="note"')
            yield Mistake(at, at + len(' type="note"'), "", ())


@correct
def other_hint_type(page: SamplePage) -> Iterator[Mistake]:
    for each in _value(page, "note", "caution", "type"):
        if "{% hint" in page.text[each.start - 20 : each.start]:
            yield each


@correct
def word_in_text(page: SamplePage) -> Iterator[Mistake]:
    for tag in page.tags:
        if tag.kind == "open" and page.text[tag.start - 2 : tag.start] == "\n\n":
            yield Mistake(tag.start, tag.start, "A warning, a tip and `{% warning %}` are words.\n\n", ())


@correct
def name_in_a_fence(page: SamplePage) -> Iterator[Mistake]:
    for tag in page.tags:
        if tag.name == "hint" and tag.kind == "open" and page.text[tag.start - 2 : tag.start] == "\n\n":
            yield Mistake(tag.start, tag.start, '```\n{% tip kind="x" %}\n```\n\n', ())


@correct
def universal_attribute(page: SamplePage) -> Iterator[Mistake]:
    for tag in page.tags:
        if tag.name == "hint" and tag.kind == "open":
            at = tag.start + tag.text.rindex(" %}")
            yield Mistake(at, at, ' spacing="flush"', ())


@correct
def id_and_class(page: SamplePage) -> Iterator[Mistake]:
    for tag in page.tags:
        if tag.name in ("hint", "card", "grid") and tag.kind == "open" and "#" not in tag.text:
            at = tag.start + tag.text.rindex(" %}")
            yield Mistake(at, at, " #my-own-id .wide", ())
