"""A link from a finished page to a draft.

A page with `draft: true` is not for readers yet, and a site that leaves drafts out answers such a link with an error. Finish the
draft, or leave the link out until then. Links between drafts are fine.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..index.look import Look
from ..index.targets import Target
from ..pages.facts import Link
from .registry import Told, link_rule
from .words import is_judged, place_of, written_page


@link_rule("link-to-draft", "warning")
def link_to_draft(look: Look, link: Link, target: Target) -> Iterator[Told]:
    if link.kind != "link" or target.kind == "here" or look.facts.draft or not look.spec.sure:
        return
    page = written_page(look, target)
    if page is not None and page.facts.draft and is_judged(look, link, target):
        yield Told(*place_of(link), f"'{page.url}' is a draft", "Finish that page, or link to it later.")
