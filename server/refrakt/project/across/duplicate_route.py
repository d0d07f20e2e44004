"""Two files that would be served at one address.

Only one of them is shown, and which one is a matter of chance. It happens where a number before the name is left out,
`1-setup.md` and `2-setup.md`, where a folder's `index.md` stands beside a page of the folder's name, or where two pages have the
same `slug`. Rename one of them, or give it another `slug`. A page that is written wins over one that `entityRoutes` makes of an
item of the plan, so that is only a warning.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..index.look import Look
from ..index.problem import Related
from .registry import Told, file_rule
from .words import WHOLE

_MOST_NAMED = 10
"""Of the other files. Where a thousand have one address, naming all of them at each would be a million names."""


@file_rule("duplicate-route", "error")
def duplicate_route(look: Look) -> Iterator[Told]:
    entry = look.entry
    if entry.kind != "page" or entry.url is None or not look.spec.sure or entry.facts.incomplete:
        return
    served = look.paths_at(entry.url, _MOST_NAMED + 1)
    others = [each for each in served if each != entry.path and not look.is_incomplete(each)][:_MOST_NAMED]
    if not others:
        return
    related = tuple(Related(each, *WHOLE, "served at the same address") for each in others)
    if any(each.startswith(look.spec.content_path) for each in others):
        message = f"{others[0]} is served at '{entry.url}', too"
        yield Told(*WHOLE, message, "Rename one of them, or give it another `slug`.", related=related)
    else:
        message = f"the page that is made of {others[0]} would be served at '{entry.url}', too; this one is shown"
        yield Told(*WHOLE, message, "Give this page another `slug`.", related=related, severity="warning")
