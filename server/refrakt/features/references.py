"""Every place of the site that names the thing under the cursor."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from refrakt.project.index.view import SiteView

from .answers import Location
from .page import PageContext
from .things.mentions import mention_at, mentions_everywhere, mentions_on
from .things.thing import Mention


def refer(
    page: PageContext, offset: int, with_declaration: bool = True, others: Iterable[SiteView] = ()
) -> list[Location]:
    """Where the thing under the cursor is named; its declaration comes first, where it is wanted.

    `others` are the other sites of the project: several may share a plan, or pages.
    """
    mention = mention_at(page, offset)
    if mention is None:
        return []
    found = _mentions(page, mention, others)
    told = {Location(each.path, each.place): None for each in found if with_declaration or not each.declares}
    return list(told)


def _mentions(page: PageContext, mention: Mention, others: Iterable[SiteView]) -> Iterator[Mention]:
    if page.view is None or mention.thing.kind == "definition":
        return iter(mentions_on(page, mention.thing))
    return mentions_everywhere(page.view, others, mention.thing, (page.path,) if page.path is not None else ())
