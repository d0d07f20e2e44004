"""Facts of pages nobody would write: whatever a fact says is written where it says.

The strictest reading of that is a rename. Another text put in a fact's place must change that fact to just that text, and leave
behind as many facts as there were.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import chain

from hypothesis import HealthCheck, Phase, given, settings

from generate import documents, many
from generate.promises import is_tidy
from refrakt.markdoc import Document, Options, parse
from refrakt.project.packages import everything
from refrakt.project.pages.facts import Anchor, Entity, Heading, Link, PageFacts, Reference
from refrakt.project.pages.reading import facts_of
from refrakt.runes.vocabulary import vocabulary

BASE = vocabulary(everything())
# The made-up pages use few tags; here these stand for runes that name things.
RUNES = replace(
    BASE,
    names={**BASE.names, "note": "nav", "mark": "xref", "pause": "drawer"},
)
ADDRESS = "https://renamed.test/x"
ESCAPED = re.compile(r"[\\&\r\n\0]")
"""What is read as something else than it is written as."""
OPTIONS = Options(fences="escaped")

# A failure is shown as it is found: these documents take minutes to shrink, and a seed names them as well.
quickly = settings(
    max_examples=40,
    suppress_health_check=list(HealthCheck),
    phases=[Phase.explicit, Phase.reuse, Phase.generate],
)


def dressed(text: str) -> str:
    """A made-up page with attributes that mean something."""
    return text.replace("title=", "href=").replace("n=", "tint=").replace("$v", "$frontmatter.v")


def read(text: str) -> tuple[Document, PageFacts]:
    document = parse(text, OPTIONS)
    return document, facts_of(document, RUNES)


def misplaced(text: str) -> Iterator[str]:
    """Facts that do not stand where they say."""
    document, facts = read(text)
    tidy = is_tidy(document)
    groups: tuple[tuple[Heading | Anchor | Link | Reference | Entity, ...], ...] = (
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
    for asked in facts.filters:
        written = text[asked.start : asked.end]
        if written != asked.text and not ESCAPED.search(written):
            yield f"{asked} is not {written!r}"
    for link in facts.links:
        if not text[link.start : link.end].startswith(("[", "<", "![", "{%")):
            yield f"{link} begins elsewhere"
        if link.written is not None and not 0 <= link.written[0] <= link.written[1] <= len(text):
            yield f"{link} is written outside the text"


def unrenamed(text: str) -> Iterator[str]:
    """Links whose target is not where they say: what is put there does not become the target."""
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
def test_facts_stand_where_they_say(text: str) -> None:
    assert [*misplaced(text), *misplaced(dressed(text))] == []


@quickly
@given(documents())
def test_facts_of_an_edited_page_are_those_of_a_new_one(text: str) -> None:
    text = dressed(text)
    middle = len(text) // 2
    edited = parse(text, OPTIONS).edit(middle, middle, "\n\n[a]: /x\n\n# New [b][a]\n\n")
    assert facts_of(edited, RUNES) == read(edited.text)[1]


@quickly
@given(documents())
def test_facts_can_be_written_down(text: str) -> None:
    facts = read(dressed(text))[1]
    assert PageFacts.from_plain(json.loads(json.dumps(facts.plain(), allow_nan=False))) == facts


def test_a_target_can_be_replaced() -> None:
    pages = [dressed(text) for text in many(5, 400)]
    assert [wrong for text in pages for wrong in unrenamed(text)] == []


def test_hardly_any_target_has_no_place_and_the_pages_are_worth_trying() -> None:
    pages = [read(dressed(text))[1] for text in many(6, 600)]
    links = [link for facts in pages for link in facts.links]
    assert len(links) > 300
    assert sum(link.written is not None for link in links) > 0.97 * len(links)
    assert {each.kind for facts in pages for each in facts.references} >= {"nav", "xref", "tint", "frontmatter"}
