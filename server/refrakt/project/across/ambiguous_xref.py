"""A reference by a title that several things have, on different pages.

The site takes the first it finds, which may be another one tomorrow. Name the `type` of the thing that is meant, or call it by its
id.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from ..index.calling import called
from ..index.look import Look
from ..index.problem import Related
from ..pages.facts import Reference
from .registry import Told, reference_rule

_MOST_NAMED = 10


@reference_rule("ambiguous-xref", "warning", "xref")
def ambiguous_xref(look: Look, reference: Reference) -> Iterator[Told]:
    if reference.rune != "xref" or look.entry.kind == "plan":
        return
    found = called(look, reference.name, reference.hint)
    hrefs = found.hrefs
    if not found.by_title or len(hrefs) < 2:
        return
    first = tuple(islice(hrefs.items(), _MOST_NAMED))
    places = " and ".join(f"the {each.type} at '{href}'" for href, each in first[:3])
    several = len(found.linked_types) > 1
    advice = f'Add type="{first[0][1].type}", or what is meant.' if several else "Use the id."
    related = tuple(Related(each.path, 0, 0, f"the {each.type} at '{href}'") for href, each in first)
    yield Told(reference.start, reference.end, f"'{reference.name}' may be {places}", advice, related=related)
