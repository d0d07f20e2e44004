"""Images and partials that do not exist."""

from __future__ import annotations

import re
from collections.abc import Iterator

from mistakes.kind import Mistake, SamplePage, correct, mistake
from mistakes.places import images, prose

_FILE = re.compile(r'\{% partial file="([^"]{5,})"')


def _attributes(page: SamplePage, pattern: re.Pattern[str]) -> Iterator[tuple[int, str]]:
    for tag in page.tags:
        found = pattern.match(tag.text)
        if found:
            yield tag.start + found.start(1), found[1]


@mistake
def partial_misspelt(page: SamplePage) -> Iterator[Mistake]:
    for start, name in _attributes(page, _FILE):
        yield Mistake(start + 2, start + 3, "", (name,))


@mistake
def partial_without_its_ending(page: SamplePage) -> Iterator[Mistake]:
    for start, name in _attributes(page, _FILE):
        if name.endswith(".md"):
            yield Mistake(start + len(name) - 3, start + len(name), "", (name,))


@mistake
def image_in_capitals(page: SamplePage) -> Iterator[Mistake]:
    for found in images(page):
        if found[2].startswith("/") and found[2][-4:].islower():
            yield Mistake(
                found.end(2) - 3, found.end(2), found[2][-3:].upper(), (found[2].rpartition("/")[2], found[2])
            )


@mistake
def image_misspelt(page: SamplePage) -> Iterator[Mistake]:
    for found in images(page):
        name = found[2].rpartition("/")[2]
        if found[2].startswith("/") and len(name) > 7:
            start = found.end(2) - len(name) + 1
            yield Mistake(start, start + 1, "", (name,))


@mistake
def image_with_another_ending(page: SamplePage) -> Iterator[Mistake]:
    for found in images(page):
        if found[2].startswith("/"):
            dot = found[2].rfind(".")
            name = found[2].rpartition("/")[2]
            yield Mistake(found.start(2) + dot, found.end(2), ".bmp", (name,))


# Correct ------------------------------------------------------------------------------------------------------------


def _before_prose(page: SamplePage, text: str) -> Iterator[Mistake]:
    for place in prose(page):
        yield Mistake(place.start, place.start, text + "\n\n", ())


@correct
def image_of_another_site(page: SamplePage) -> Iterator[Mistake]:
    return _before_prose(page, "![A coast](https://example.com/Coast.JPG)")


@correct
def image_in_code(page: SamplePage) -> Iterator[Mistake]:
    return _before_prose(page, "Write `![A coast](/nowhere.png)` for an image.")


@correct
def feed(page: SamplePage) -> Iterator[Mistake]:
    return _before_prose(page, "Read the [feed](/feed.xml) or the [map](/sitemap.xml).")
