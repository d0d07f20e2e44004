"""A link to a page that only sends its readers on.

It works, but takes them a step more, and nobody knows how long the old address will be kept. The fix links to where the page's
`redirect` leads.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..index.given import redirect_of
from ..index.look import Look
from ..index.targets import Target
from ..pages.facts import Link
from .registry import Told, link_rule
from .words import is_judged, place_of, with_path, written_page


@link_rule("link-to-redirect", "hint", fixable=True)
def link_to_redirect(look: Look, link: Link, target: Target) -> Iterator[Told]:
    if link.kind != "link" or target.kind == "here" or not look.spec.sure:
        return
    page = written_page(look, target)
    onward = redirect_of(page) if page is not None and page is not look.entry else None
    if page is None or onward is None or not is_judged(look, link, target):
        return
    # An address can stand for an address; a path of a file, or a query of its own, would have to be thought about.
    plain = onward.startswith("/") and not any(mark in onward for mark in "?#%")
    fix = with_path(link, target.written, onward) if plain and target.kind == "page" and not target.relative else ()
    yield Told(*place_of(link), f"'{page.url}' only leads on to '{onward}'", f"Link to {onward}.", fix)
