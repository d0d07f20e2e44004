"""Required attributes that are missing."""

from __future__ import annotations

import re
from collections.abc import Iterator

from mistakes.kind import Mistake, PlacedTag, SamplePage, correct, mistake


def _required(page: SamplePage) -> Iterator[tuple[PlacedTag, str, re.Match[str]]]:
    for tag in page.tags:
        rune = page.site.vocabulary.get(tag.name) if tag.kind in ("open", "void") else None
        for attribute in rune.attributes if rune is not None else ():
            found = re.search(rf'\s+{attribute.name}="[^"\n]*"', tag.text) if attribute.required else None
            if found is not None and attribute.name != "id":
                yield tag, attribute.name, found


@mistake
def missing(page: SamplePage) -> Iterator[Mistake]:
    for tag, name, found in _required(page):
        yield Mistake(tag.start + found.start(), tag.start + found.end(), "", (f"needs `{name}`", f"add `{name}`"))


@mistake
def all_missing(page: SamplePage) -> Iterator[Mistake]:
    for tag, name, _ in _required(page):
        end = "/%}" if tag.kind == "void" else "%}"
        if len(tag.syntax.attributes) > 1:
            yield Mistake(tag.start, tag.end, f"{{% {tag.name} {end}", (f"needs `{name}`", "needs"))


@mistake
def value_without_name(page: SamplePage) -> Iterator[Mistake]:
    for tag, name, found in _required(page):
        new = " " + found[0].partition("=")[2]
        if len(tag.syntax.attributes) == 1:
            yield Mistake(tag.start + found.start(), tag.start + found.end(), new, (f"`{name}`", f"{name}="))


def _named_value(page: SamplePage, name: str) -> Iterator[Mistake]:
    for tag in page.tags:
        found = re.match(r"\{% ref (\"[^\"\n]+\")", tag.text) if tag.name == "ref" else None
        if found is not None:
            at = tag.start + found.start(1)
            yield Mistake(at, at, f"{name}=", ("without a name",))


@mistake
def value_with_the_name_id(page: SamplePage) -> Iterator[Mistake]:
    yield from _named_value(page, "id")


@mistake
def value_with_the_name_to(page: SamplePage) -> Iterator[Mistake]:
    yield from _named_value(page, "to")


@mistake
def source_of_a_sandbox_missing(page: SamplePage) -> Iterator[Mistake]:
    for tag in page.tags:
        found = re.search(r" src=\"[^\"\n]+\"", tag.text) if tag.name == "sandbox" else None
        if found is not None:
            yield Mistake(tag.start + found.start(), tag.start + found.end(), "", ("`src`",))


@correct
def value_in_a_variable(page: SamplePage) -> Iterator[Mistake]:
    for tag, name, found in _required(page):
        if tag.name in ("card", "icon"):
            new = f" {name}=$frontmatter.title"
            yield Mistake(tag.start + found.start(), tag.start + found.end(), new, ())


@correct
def required_attribute_last(page: SamplePage) -> Iterator[Mistake]:
    for tag, _, found in _required(page):
        if tag.kind == "open" and tag.text.endswith(" %}"):
            rest = tag.text[found.end() : -3]
            yield Mistake(tag.start + found.start(), tag.end, f"{rest}{found[0]} %}}", ())
