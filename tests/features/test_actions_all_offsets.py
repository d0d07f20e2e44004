"""Every code action can be applied, and adds no problem.

The pages are the samples of all runes and, if ../shared exists, pages of a real site: with the cursor in each of
their tags, and with each of their blocks selected.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from refrakt.features.actions import code_actions
from refrakt.features.actions.action_request import ActionRequest
from refrakt.features.page_context import PageContext
from refrakt.markdoc.tree import Node, Span
from refrakt.project.index.hypothetical import hypothetical_problems
from rules.checking import all_runes

from .checking import page_of
from .code_action_requests import after


def selections(page: PageContext) -> Iterator[Span]:
    document = page.document
    for tag in document.tags():
        start, _ = document.offsets(tag.span)
        yield Span(start + 3, start + 3)
    pending: list[Node] = [document.tree]
    while pending:
        for child in pending.pop().children:
            if not child.inline and child.type != "inline":
                yield Span(*document.offsets(child.span))
                pending.append(child)


def found(page: PageContext) -> Counter[str]:
    return Counter(each.code for each in hypothetical_problems(page.document, page.site, None, {}))


def check_all_offsets(text: str, chance: random.Random, line_prefix: str = "", most: int = 25) -> int:
    """Apply all actions on a page; returns their number."""
    text = "".join(f"{line_prefix}{line}" for line in text.splitlines(keepends=True))
    page = page_of(text)
    problems = hypothetical_problems(page.document, page.site, None, {})
    before = Counter(each.code for each in problems)
    every = list(selections(page))
    count = 0
    for span in chance.sample(every, min(len(every), most)):
        request = ActionRequest(page, span, problems)
        for action in code_actions(request, ("refactor", "source")):
            changes = action.edit()
            assert changes is not None, f"{action.title} at {span} of {text!r}"
            new = after(request, changes)
            assert new != text, action.title
            assert not found(page_of(new)) - before, f"{action.title} at {span} of {text!r}"
            assert ("\r" in new) == ("\r" in text)
            count += 1
    return count


def samples() -> list[str]:
    return [rune.sample for rune in all_runes() if rune.sample]


@pytest.mark.parametrize(("line_prefix", "line_end"), [("", "\n"), ("> ", "\n"), ("", "\r\n")])
def test_some_selections_of_some_samples(line_prefix: str, line_end: str) -> None:
    chance = random.Random(line_prefix + line_end)
    some = chance.sample(samples(), 8)
    assert sum(check_all_offsets(each.replace("\n", line_end), chance, line_prefix, most=3) for each in some) > len(
        some
    )


@pytest.mark.slow
@pytest.mark.parametrize("line_prefix", ["", "> "])
def test_samples_of_runes(line_prefix: str) -> None:
    chance = random.Random(5)
    assert sum(check_all_offsets(each, chance, line_prefix) for each in samples()) > 1_000


@pytest.mark.slow
def test_pages_of_a_real_site(shared: Path) -> None:
    chance = random.Random(7)
    files = [each for each in sorted((shared / "corpus").rglob("*.md")) if each.stat().st_size < 10_000]
    assert sum(check_all_offsets(each.read_bytes().decode(), chance) for each in chance.sample(files, 20)) > 500
