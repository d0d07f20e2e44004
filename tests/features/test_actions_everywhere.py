"""Every action that is offered can be done, and leaves no problem that was not there before.

Looked at are the samples of all runes and, where they stand beside the checkout, pages of a real site: with the cursor in each of
their tags, and with each of their blocks selected.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from refrakt.features.actions import actions
from refrakt.features.actions.asked import Asked
from refrakt.features.answers import Range
from refrakt.features.page import PageContext
from refrakt.markdoc import Node
from refrakt.project.index.supposed import supposed_problems
from rules.checking import all_runes

from .acting import after
from .checking import page_of


def places(page: PageContext) -> Iterator[Range]:
    document = page.document
    for tag in document.tags():
        start, _ = document.offsets(tag.span)
        yield Range(start + 3, start + 3)
    pending: list[Node] = [document.tree]
    while pending:
        for child in pending.pop().children:
            if not child.inline and child.type != "inline":
                yield Range(*document.offsets(child.span))
                pending.append(child)


def found(page: PageContext) -> Counter[str]:
    return Counter(each.code for each in supposed_problems(page.document, page.site, None, {}))


def check_everywhere(text: str, chance: random.Random, marks: str = "", most: int = 25) -> int:
    """Do everything that is offered on a page, and say how many actions that were."""
    text = "".join(f"{marks}{line}" for line in text.splitlines(keepends=True))
    page = page_of(text)
    known = supposed_problems(page.document, page.site, None, {})
    before = Counter(each.code for each in known)
    every = list(places(page))
    count = 0
    for place in chance.sample(every, min(len(every), most)):
        asked = Asked(page, place, known)
        for action in actions(asked, ("refactor", "source")):
            changes = action.changes()
            assert changes is not None, f"{action.title} at {place} of {text!r}"
            new = after(asked, changes)
            assert new != text, action.title
            assert not found(page_of(new)) - before, f"{action.title} at {place} of {text!r}"
            assert ("\r" in new) == ("\r" in text)
            count += 1
    return count


def samples() -> list[str]:
    return [rune.sample for rune in all_runes() if rune.sample]


@pytest.mark.parametrize(("marks", "line_end"), [("", "\n"), ("> ", "\n"), ("", "\r\n")])
def test_some_places_of_some_samples(marks: str, line_end: str) -> None:
    chance = random.Random(marks + line_end)
    some = chance.sample(samples(), 8)
    assert sum(check_everywhere(each.replace("\n", line_end), chance, marks, most=3) for each in some) > len(some)


@pytest.mark.slow
@pytest.mark.parametrize("marks", ["", "> "])
def test_samples_of_runes(marks: str) -> None:
    chance = random.Random(5)
    assert sum(check_everywhere(each, chance, marks) for each in samples()) > 1_000


@pytest.mark.slow
def test_pages_of_a_real_site(shared: Path) -> None:
    chance = random.Random(7)
    files = [each for each in sorted((shared / "corpus").rglob("*.md")) if each.stat().st_size < 10_000]
    assert sum(check_everywhere(each.read_bytes().decode(), chance) for each in chance.sample(files, 20)) > 500
