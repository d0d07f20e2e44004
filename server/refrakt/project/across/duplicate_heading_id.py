"""Two headings of a page that have the same id.

A link or a table of contents always leads to the first of them. The fix gives the later one an id of its own, at its end:
`## Usage {% #usage-2 %}`. Headings inside of runes are left out: many runes make something else of them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from ..index.look import Look
from ..index.problem import Related, Replacement
from ..pages.facts import Heading
from ..pages.headings import slugged
from .registry import Told, file_rule


@file_rule("duplicate-heading-id", "info", fixable=True)
def duplicate_heading_id(look: Look) -> Iterator[Told]:
    if look.entry.kind not in ("page", "partial") or not look.spec.sure:
        return
    facts = look.facts
    taken = {each.id for each in facts.headings} | {each.id for each in facts.anchors}
    first: dict[str, Heading] = {}
    numbers: Counter[str] = Counter()
    for heading in facts.headings:
        id = heading.id
        if id is None or heading.rune is not None:
            continue
        earlier = first.setdefault(id, heading)
        if earlier is not heading:
            new = _free(id, taken, numbers)
            taken.add(new)
            yield Told(
                heading.start,
                heading.end,
                f"a heading before it has the id '{id}', too",
                f"Give it an id of its own: {{% #{new} %}}.",
                _annotated(heading, new),
                (Related(look.entry.path, earlier.start, earlier.end, "the first heading of this id"),),
            )


def _free(id: str, taken: set[str | None], numbers: Counter[str]) -> str:
    """The next number nobody has. Where it left off is kept: a page may have thousands of headings of one name."""
    number = max(numbers[id], 1) + 1
    while f"{id}-{number}" in taken:
        number += 1
    numbers[id] = number
    return f"{id}-{number}"


def _annotated(heading: Heading, id: str) -> tuple[Replacement, ...]:
    """The edit that sets an id, where the heading is a line of nothing but text after its marks."""
    plain = heading.end - heading.start == heading.level + 1 + len(heading.text)
    if not plain or slugged(heading.text) != heading.id or not id.replace("-", "").replace("_", "").isalnum():
        return ()
    return (Replacement(heading.end, heading.end, f" {{% #{id} %}}"),)
