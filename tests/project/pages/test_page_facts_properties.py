"""Facts of generated pages: the text at the span of a fact is the value of the fact.

The strictest check is a rename. Another text at the span of a fact must change that fact to just that text, and leave
behind as many facts as there were.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from itertools import chain
from random import Random

from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from generate import documents, many
from generate.invariants import is_tidy
from refrakt.markdoc.document import Document, parse
from refrakt.markdoc.parse_options import ParseOptions
from refrakt.project.pages.fact_extraction import facts_of
from refrakt.project.pages.facts_cache import FactsCache
from refrakt.project.pages.page_facts import Anchor, EntityFact, Heading, Link, PageFacts, Reference
from refrakt.project.rune_packages import all_builtin
from refrakt.runes.vocabulary import vocabulary

BASE = vocabulary(all_builtin())
# The generated pages use few tags; here these are aliases of runes with references.
RUNES = replace(
    BASE,
    names={**BASE.names, "note": "nav", "mark": "xref", "pause": "drawer"},
)
ADDRESS = "https://renamed.test/x"
ESCAPED = re.compile(r"[\\&\r\n\0]")
"""Text whose value differs from its source."""
OPTIONS = ParseOptions(fences="escaped")

# Without shrinking, which takes minutes; the seed identifies a failure as well.
quickly = settings(
    max_examples=40,
    suppress_health_check=list(HealthCheck),
    phases=[Phase.explicit, Phase.reuse, Phase.generate],
)


def dressed(text: str) -> str:
    """A generated page with attributes of runes."""
    return text.replace("title=", "href=").replace("n=", "tint=").replace("$v", "$frontmatter.v")


def read(text: str) -> tuple[Document, PageFacts]:
    document = parse(text, OPTIONS)
    return document, facts_of(document, RUNES)


def misplaced(text: str) -> Iterator[str]:
    """Facts with a wrong span."""
    document, facts = read(text)
    tidy = is_tidy(document)
    groups: tuple[tuple[Heading | Anchor | Link | Reference | EntityFact, ...], ...] = (
        *(facts.headings, facts.anchors, facts.links, facts.references, facts.entities),
    )
    for each in chain.from_iterable(groups):
        if not 0 <= each.start <= each.end <= len(text):
            yield f"{each} is outside the text"
    for heading in facts.headings:
        source = text[heading.start : heading.end]
        if tidy and not re.match(rf"#{{{heading.level}}}(?!#)", source) and "level=" not in source:
            yield f"{heading} begins elsewhere"
    for anchor in facts.anchors:
        written = text[anchor.start : anchor.end]
        if written != anchor.id and not ESCAPED.search(written):
            yield f"{anchor} is not {written!r}"
    for reference in facts.references:
        written = text[reference.start : reference.end]
        if reference.name not in written and not ESCAPED.search(written):
            yield f"{reference} is not {written!r}"
    for filter_ in facts.filters:
        written = text[filter_.start : filter_.end]
        if written != filter_.text and not ESCAPED.search(written):
            yield f"{filter_} is not {written!r}"
    for link in facts.links:
        if not text[link.start : link.end].startswith(("[", "<", "![", "{%")):
            yield f"{link} begins elsewhere"
        if link.written is not None and not 0 <= link.written[0] <= link.written[1] <= len(text):
            yield f"{link} is written outside the text"


def unrenamed(text: str) -> Iterator[str]:
    """Links with a wrong span of the target: text that is inserted there does not become the target."""
    _, facts = read(text)
    for index, link in enumerate(facts.links):
        if link.written is None or "|" in text[slice(*link.written)]:
            continue  # a bar may be what makes a table of its surroundings
        after = _renamed(text, link)
        if len(after) != len(facts.links) or after[index].target != ADDRESS:
            yield f"{link} is not written at {text[slice(*link.written)]!r}"
        if any(
            then.target != now.target and now.written != link.written
            for now, then in zip(facts.links, after, strict=False)
        ):
            yield f"{link} takes another one along"


def _renamed(text: str, link: Link) -> tuple[Link, ...]:
    start, end = link.written or (0, 0)
    return read(text[:start] + ADDRESS + text[end:])[1].links


@quickly
@given(documents())
def test_facts_have_exact_offsets(text: str) -> None:
    assert [*misplaced(text), *misplaced(dressed(text))] == []


@quickly
@given(documents())
def test_facts_of_an_edited_page_are_those_of_a_new_one(text: str) -> None:
    text = dressed(text)
    middle = len(text) // 2
    edited = parse(text, OPTIONS).edit(middle, middle, "\n\n[a]: /x\n\n# New [b][a]\n\n")
    assert facts_of(edited, RUNES) == read(edited.text)[1]


INSERTED = [
    "x",
    "\n\n",
    "\n\n[a]: /x\n\n",
    "# New [b][a] $v\n\n",
    "![](icon:a)[c]",
    "{% note %}\n",
    "{% /note %}\n",
    "",
    "]",
    "---\n",
]
"""Texts that are inserted into a page between two reads."""


@quickly
@given(documents(), st.randoms(use_true_random=False))
def test_cached_facts_equal_fresh_ones_after_any_edits(text: str, luck: Random) -> None:
    """Also if versions are skipped, or an older version is read again."""
    text = dressed(f"---\nv: 1\ntitle: A\n---\n\n{text}\n\n[a]: /a\n\n# End [b][a] ![i][c]\n\n[c]: icon:x\n")
    versions, cache = [parse(text, OPTIONS)], FactsCache()
    for _ in range(6):
        at = luck.randrange(len(versions[-1].text) + 1)
        versions.append(versions[-1].edit(at, at + luck.choice([0, 0, 1, 5]), luck.choice(INSERTED)))
        document = luck.choice([versions[-1], versions[-1], luck.choice(versions)])
        assert facts_of(document, RUNES, cache) == facts_of(document, RUNES)


def test_parts_that_a_keystroke_does_not_change_are_not_read_again() -> None:
    text = "---\ntitle: A\n---\n" + "".join(f"## Part {n}\n\nSome [words](/a/{n}).\n\n" for n in range(50))
    cache = FactsCache()
    before = parse(text, OPTIONS)
    old = facts_of(before, RUNES, cache)
    assert facts_of(before, RUNES, cache) is old
    at = text.index("/a/10")
    new = facts_of(before.edit(at, at, "x"), RUNES, cache)
    assert new.headings[0] is old.headings[0]
    assert new.headings[-1].id is old.headings[-1].id
    assert new.headings[-1].start == old.headings[-1].start + 1


def test_facts_after_a_definition_are_shifted() -> None:
    """A definition is in no part of the tree."""
    before, cache = parse("# A\n\n[a]: /x\n\n# B [c][a]\n\n[d]: /y\n\n# E\n", OPTIONS), FactsCache()
    facts_of(before, RUNES, cache)
    for old, new in (("/x", "/a/long/way"), ("[d]", "[d]: /z\n[e]"), ("/y", "")):
        at = before.text.index(old)
        before = before.edit(at, at + len(old), new)
        assert facts_of(before, RUNES, cache) == facts_of(before, RUNES)


def test_two_threads_may_read_at_once() -> None:
    document, cache = parse("# A [b](/c)\n\n" * 200, OPTIONS), FactsCache()
    versions = [document := document.edit(n, n, "x") for n in range(2, 40)]
    with ThreadPoolExecutor(2) as pool:
        results = list(pool.map(lambda each: facts_of(each, RUNES, cache), [*versions, *versions]))
    assert results == [facts_of(each, RUNES) for each in versions] * 2


@quickly
@given(documents())
def test_facts_can_be_serialized(text: str) -> None:
    facts = read(dressed(text))[1]
    assert PageFacts.from_plain(json.loads(json.dumps(facts.plain(), allow_nan=False))) == facts


def test_a_target_can_be_replaced() -> None:
    pages = [dressed(text) for text in many(5, 400)]
    assert [wrong for text in pages for wrong in unrenamed(text)] == []


def test_nearly_all_targets_have_spans_and_the_pages_are_varied() -> None:
    pages = [read(dressed(text))[1] for text in many(6, 600)]
    links = [link for facts in pages for link in facts.links]
    assert len(links) > 300
    assert sum(link.written is not None for link in links) > 0.97 * len(links)
    assert {each.kind for facts in pages for each in facts.references} >= {"nav", "xref", "tint", "frontmatter"}
