"""Counts of tags on a site that is not refrakt's own, and the names that are probably misspelt."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from refrakt.markdoc.document import parse
from refrakt.project.index.exports import TAG
from refrakt.project.index.indexed_file import index_file
from refrakt.project.index.site_index import SiteIndex
from refrakt.project.index.tag_use import FileTagUse, TagTotals, TagUseTable, near_misses, uses_by_tag
from refrakt.project.pages.fact_extraction import facts_of
from refrakt.project.pages.facts_cache import FactsCache
from refrakt.runes.vocabulary import vocabulary
from site_rules.site_checks import site_in

PLAIN = vocabulary([], refrakt=False)
PIECES = (
    '{% callout type="note" %}\nText.\n{% /callout %}\n\n',
    '{% callout type="tip" open=true /%}\n\n',
    "{% calout /%}\n\n",
    "Text with {% icon /%} and {% icon /%}.\n\n",
    "> {% callout %}\n> Text.\n> {% /callout %}\n\n",
)
TEXTS = st.lists(st.sampled_from(PIECES), max_size=5).map("".join)


def totals(uses: Mapping[str, int]) -> dict[str, TagTotals]:
    return {name: TagTotals(count) for name, count in uses.items()}


def put(index: SiteIndex, path: str, text: str) -> None:
    facts = facts_of(parse(text, index.spec.options), index.spec.context.vocabulary)
    index.put(index_file(index.spec, path, "page", path, facts))


@settings(max_examples=60)
@given(st.lists(st.tuples(st.sampled_from(["a.md", "b.md"]), TEXTS), max_size=8))
def test_counts_after_changes_are_those_from_scratch(changes: list[tuple[str, str]]) -> None:
    table = TagUseTable()
    current: dict[str, dict[str, FileTagUse]] = {}
    for path, text in changes:
        new = uses_by_tag(facts_of(parse(text), PLAIN).tags)
        table.update_file(path, current.get(path, {}), new)
        current[path] = new
    fresh = TagUseTable()
    for path, uses in current.items():
        fresh.update_file(path, {}, uses)
    assert table == fresh


@settings(max_examples=60)
@given(TEXTS, TEXTS, st.integers(0, 200))
def test_tags_after_an_edit_are_those_of_the_new_text(text: str, inserted: str, at: int) -> None:
    cache, document = FactsCache(), parse(text)
    facts_of(document, PLAIN, cache)
    at = min(at, len(text))
    edited = document.edit(at, at, inserted)
    assert facts_of(edited, PLAIN, cache).tags == facts_of(parse(edited.text), PLAIN).tags


def test_totals(tmp_path: Path) -> None:
    index = site_in(tmp_path, {"markdoc.config.json": "[]", "a.md": PIECES[0] * 2, "b.md": PIECES[1]})
    callout = index.table(TAG)["callout"]
    assert (callout.uses, callout.files, callout.closed) == (3, 2, 2)
    assert callout.attributes == {"type": 3, "open": 1}
    assert callout.values_of("type") == [("note", 2), ("tip", 1)]


@pytest.mark.parametrize(
    ("name", "uses", "near", "near_uses"),
    [
        ("calout", 1, "callout", 4),
        ("callout", 5, "calloux", 20),
        ("calluot", 1, "callout", 4),
        ("Callout", 2, "callout", 8),
    ],
)
def test_near_misses(name: str, uses: int, near: str, near_uses: int) -> None:
    found = near_misses(totals({name: uses, near: near_uses}), ())
    assert found == {name: (near, uses, near_uses)}


@pytest.mark.parametrize(
    ("name", "uses", "near", "near_uses"),
    [
        ("calout", 1, "callout", 3),
        ("calout", 6, "callout", 100),
        ("kallaut", 1, "callout", 100),
        ("steps", 1, "step", 100),
        ("step", 1, "steps", 100),
        ("tab", 1, "tag", 100),
        ("card-1", 1, "card-2", 100),
        ("known", 1, "knowm", 100),
    ],
)
def test_names_that_are_no_near_misses(name: str, uses: int, near: str, near_uses: int) -> None:
    assert near_misses(totals({name: uses, near: near_uses}), {"known"}) == {}


def test_another_page_changes_a_hint(tmp_path: Path) -> None:
    index = site_in(tmp_path, {"markdoc.config.json": "[]", "a.md": "{% calout /%}\n", "b.md": "{% callout /%}\n" * 3})
    assert index.problems("a.md") == index.problems("b.md") == ()
    put(index, "b.md", "{% callout /%}\n" * 4)
    assert list(index.stale) == ["b.md", "a.md"]
    assert [each.code for each in index.problems("a.md")] == ["rare-tag-name"]
    put(index, "c.md", "{% icon /%}\n")
    assert "a.md" not in index.stale
    put(index, "b.md", "")
    assert index.problems("a.md") == ()
