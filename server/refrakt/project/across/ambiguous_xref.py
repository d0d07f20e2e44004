"""A reference by a title that several things have, on different pages.

The site takes the first it finds, which may be another one tomorrow. Name the `type` of the thing that is meant, or call it by its
id.
"""

from __future__ import annotations

from collections.abc import Iterator

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
    places = " and ".join(f"the {each.type} at '{href}'" for href, each in list(hrefs.items())[:3])
    types = {each.type for each in hrefs.values()}
    advice = f'Add type="{next(iter(hrefs.values())).type}", or what is meant.' if len(types) > 1 else "Use the id."
    related = tuple(
        Related(each.path, 0, 0, f"the {each.type} at '{href}'") for href, each in list(hrefs.items())[:_MOST_NAMED]
    )
    yield Told(reference.start, reference.end, f"'{reference.name}' may be {places}", advice, related=related)
