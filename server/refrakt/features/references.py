"""Every place of the site that names the thing under the cursor."""

from __future__ import annotations

from collections.abc import Iterator

from .answers import Location
from .page import PageContext
from .things.mentions import mention_at, mentions_of, mentions_on
from .things.thing import Mention


def refer(page: PageContext, offset: int, with_declaration: bool = True) -> list[Location]:
    """Where the thing under the cursor is named; its declaration comes first, where it is wanted."""
    mention = mention_at(page, offset)
    if mention is None:
        return []
    found = _mentions(page, mention)
    told = {Location(each.path, each.place): None for each in found if with_declaration or not each.declares}
    return list(told)


def _mentions(page: PageContext, mention: Mention) -> Iterator[Mention]:
    if page.view is None:
        return iter(mentions_on(page, mention.thing))
    return mentions_of(page.view, mention.thing, (page.path,) if page.path is not None else ())
