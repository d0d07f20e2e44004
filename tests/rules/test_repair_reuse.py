"""Repairs of tags are found again only if the change of the page may concern them."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from refrakt.markdoc.document import Document
from refrakt.markdoc.document_cache import clear_document_caches
from refrakt.rules import tag_repair
from refrakt.rules.page import Page
from refrakt.rules.page_checker import CheckCache, check

from .checking import page_of, site_with_all_runes

SAMPLES = [rune.sample for rune in site_with_all_runes().vocabulary if rune.sample and "\n{%" in rune.sample]
PIECES = [
    "x",
    " word",
    "\n",
    "\n\n",
    "# ",
    "- ",
    "{% hint %}",
    "{ hint %}",
    "/tabs",
    ":::",
    "`",
    "<!--",
    " ",
    "",
    "tab",
]
UNCLOSED = '# T\n\nBefore.\n\n{% hint type="note" %}\n\nText of the hint.\n\n## Next\n\nAfter.\n'


def problems(page: Page, cache: CheckCache | None = None) -> list[object]:
    found: list[object] = []
    for each in check(page, cache):
        here = each.in_file(page.document)
        fix = each.fix.applicability if each.fix is not None else None
        found.append(
            (each.code, each.message, page.document.offsets(each.span), fix, [edit[:2] for edit in here.edits])
        )
    return found


def problems_from_scratch(page: Page) -> list[object]:
    clear_document_caches()
    return problems(page_of(page.document.text, page.site))


@settings(deadline=None)
@given(st.sampled_from(SAMPLES), st.integers(0, 10_000))
def test_the_problems_equal_those_of_a_new_page(sample: str, seed: int) -> None:
    luck = random.Random(seed)
    lines = f"# Before\n\nText.\n\n{sample}\n\nBetween tabs and hint\n\n- one\n- two\n\nAfter\n".split("\n")
    tags = [index for index, line in enumerate(lines) if line.startswith("{%")]
    del lines[luck.choice(tags)]
    page, cache = page_of("\n".join(lines)), CheckCache()
    for _ in range(6):
        assert problems(page, cache) == problems_from_scratch(page)
        problems(page, cache)  # the caches are filled with this version
        at = luck.randrange(len(page.document.text))
        page.document = page.document.edit(at, at + luck.choice([0, 0, 0, 1, 3]), luck.choice(PIECES))


@pytest.fixture
def searches(monkeypatch: pytest.MonkeyPatch) -> list[Document]:
    """The versions of pages that repairs were searched in."""
    clear_document_caches()
    found: list[Document] = []
    run = tag_repair._Repairing.run

    def recorded(self: tag_repair._Repairing) -> tag_repair.TagRepairs:
        found.append(self.document)
        return run(self)

    monkeypatch.setattr(tag_repair._Repairing, "run", recorded)
    return found


@pytest.mark.parametrize("where", ["Before", "Text of", "the hint.", "Next", "After."])
def test_text_beside_the_tags_searches_nothing_again(where: str, searches: list[Document]) -> None:
    page, cache = page_of(UNCLOSED), CheckCache()
    before = problems(page, cache)
    assert [each[0] for each in before if isinstance(each, tuple)] == ["unclosed-tag"]
    for _ in range(3):
        at = page.document.text.index(where) + len(where)
        page.document = page.document.edit(at, at, "x")
        found = problems(page, cache)
    assert len(searches) == 1
    assert found == problems_from_scratch(page)


@pytest.mark.parametrize(
    ("where", "new"), [("After.", "<hint> "), ("Before.", "{% tabs %}"), ("## Next", ""), ("Text", "# ")]
)
def test_what_may_be_a_tag_or_end_its_content_is_searched_again(where: str, new: str, searches: list[Document]) -> None:
    page, cache = page_of(UNCLOSED), CheckCache()
    problems(page, cache)
    at = page.document.text.index(where)
    page.document = page.document.edit(at, at + (0 if new else len(where)), new)
    found = problems(page, cache)
    assert len(searches) == 2
    assert found == problems_from_scratch(page)
