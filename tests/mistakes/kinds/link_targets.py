"""Links to pages and fragments that do not exist."""

from __future__ import annotations

from collections.abc import Iterator

from mistakes.kind import Mistake, SamplePage, correct, mistake
from mistakes.places import links, nodes, prose
from refrakt.project.pages.heading_ids import slugged


def _targets(page: SamplePage) -> Iterator[tuple[int, str]]:
    for found in links(page):
        if page.path.startswith("plan/") or "_" in page.path:
            return  # links of the plan are read elsewhere, and those of layouts and partials depend on their pages
        if found[2].startswith("/") and len(found[2]) > 5 and "#" not in found[2] and "." not in found[2]:
            yield found.start(2), found[2]


@mistake
def two_letters_swapped(page: SamplePage) -> Iterator[Mistake]:
    for start, target in _targets(page):
        at = len(target) - 3
        if target[at] != target[at + 1] and "/" not in target[at : at + 2]:
            new = target[:at] + target[at + 1] + target[at] + target[at + 2 :]
            yield Mistake(start, start + len(target), new, (target,))


@mistake
def letter_missing(page: SamplePage) -> Iterator[Mistake]:
    for start, target in _targets(page):
        at = len(target) - 2
        if target[at] != "/":
            yield Mistake(start + at, start + at + 1, "", (target,))


@mistake
def letter_doubled(page: SamplePage) -> Iterator[Mistake]:
    for start, target in _targets(page):
        yield Mistake(start + len(target), start + len(target), target[-1], (target,))


@mistake
def capital_letter(page: SamplePage) -> Iterator[Mistake]:
    for start, target in _targets(page):
        at = target.rindex("/") + 1
        if target[at : at + 1].islower():
            yield Mistake(start + at, start + at + 1, target[at].upper(), (target,))


@mistake
def folder_missing(page: SamplePage) -> Iterator[Mistake]:
    for start, target in _targets(page):
        if target.count("/") > 1:
            end = target.index("/", 1)
            yield Mistake(start, start + end, "", (target,))


@mistake
def slash_missing(page: SamplePage) -> Iterator[Mistake]:
    for start, target in _targets(page):
        if target.count("/") > 1 and page.path.count("/") > 2:
            yield Mistake(start, start + 1, "", (target,))


@mistake
def underscore_for_a_hyphen(page: SamplePage) -> Iterator[Mistake]:
    for start, target in _targets(page):
        if "-" in target:
            yield Mistake(start, start + len(target), target.replace("-", "_"), (target,))


@mistake
def misspelt_fragment(page: SamplePage) -> Iterator[Mistake]:
    for found in links(page):
        before, hash, fragment = found[2].partition("#")
        if hash and len(fragment) > 5 and not before.startswith("http"):
            start = found.start(2) + len(before) + 2
            yield Mistake(start, start + 1, "", (f"#{fragment}",))


@mistake
def capitals_in_a_fragment(page: SamplePage) -> Iterator[Mistake]:
    for found in links(page):
        before, hash, fragment = found[2].partition("#")
        if hash and fragment[:1].islower() and not before.startswith("http"):
            start = found.start(2) + len(before) + 1
            yield Mistake(start, start + 1, fragment[0].upper(), (f"#{fragment}",))


# Correct ------------------------------------------------------------------------------------------------------------


def _before_prose(page: SamplePage, text: str) -> Iterator[Mistake]:
    for place in prose(page):
        yield Mistake(place.start, place.start, text + "\n\n", ())


@correct
def link_to_another_site(page: SamplePage) -> Iterator[Mistake]:
    return _before_prose(page, "See [another site](https://example.com/docs/Setup.html#Linux).")


@correct
def mail_address(page: SamplePage) -> Iterator[Mistake]:
    return _before_prose(page, "Write to [us](mailto:us@example.com) or [call](tel:+4612345).")


@correct
def top_of_the_page(page: SamplePage) -> Iterator[Mistake]:
    return _before_prose(page, "Back to [the top](#top), or [up](#).")


@correct
def home_page(page: SamplePage) -> Iterator[Mistake]:
    return _before_prose(page, "Back to [the start](/).")


@correct
def slash_at_the_end(page: SamplePage) -> Iterator[Mistake]:
    for start, target in _targets(page):
        yield Mistake(start + len(target), start + len(target), "/", ())


@correct
def query(page: SamplePage) -> Iterator[Mistake]:
    for start, target in _targets(page):
        yield Mistake(start + len(target), start + len(target), "?tab=one", ())


@correct
def own_heading(page: SamplePage) -> Iterator[Mistake]:
    headings = [place.text for node, place in nodes(page, "heading") if place.text.startswith("## ")]
    for heading in headings[:1]:
        words = heading.lstrip("# ")
        if words.replace(" ", "").isascii() and words.replace(" ", "").isalpha():
            yield from _before_prose(page, f"See [below](#{slugged(words)}).")


@correct
def link_in_code(page: SamplePage) -> Iterator[Mistake]:
    return _before_prose(page, "Write `[a](/nowhere)` for a link.")


@correct
def link_in_a_fence(page: SamplePage) -> Iterator[Mistake]:
    return _before_prose(page, "```md\n[a](/nowhere)\n```")


@correct
def protocol_relative(page: SamplePage) -> Iterator[Mistake]:
    return _before_prose(page, "See [another site](//example.com/a).")
