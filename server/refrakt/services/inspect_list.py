"""`inspect_list`: which runes there are, by name, with what each is for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from refrakt.features.reference import plugin_of
from refrakt.runes.model import Rune

from .context import Context
from .paging import page
from .payload import SHAPE
from .reference import Lookup, chosen
from .registry import service


@dataclass(frozen=True, slots=True)
class Listing:
    """Which runes to list."""

    __pydantic_config__: ClassVar[Mapping[str, Any]] = SHAPE

    site: str | None = None
    """Where the project has several."""
    package: str | None = None
    """Only this package's runes."""
    cursor: str | None = None
    """`nextCursor` of the page before."""


@dataclass(frozen=True, slots=True)
class RuneList:
    __pydantic_config__: ClassVar[Mapping[str, Any]] = SHAPE

    runes: list[dict[str, Any]]
    """Each with name, aliases, description, plugin, and the values its attributes allow (`variants`)."""
    total: int
    next_cursor: str | None = None


@service("refrakt.inspect_list", needs="site", cli="inspect")
def inspect_list(context: Context, query: Listing) -> RuneList:
    """List the site's runes: name, aliases, what for, variants."""
    runes = chosen(context.site(query.site), Lookup(package=query.package))
    taken, cursor = page(runes, query.cursor, listed)
    return RuneList(taken, len(runes), cursor)


def listed(rune: Rune) -> dict[str, Any]:
    """A rune in a list."""
    return {
        "name": rune.name,
        "aliases": list(rune.aliases),
        "description": rune.about,
        "plugin": plugin_of(rune),
        "variants": {each.name: list(each.values) for each in rune.attributes if each.values},
    }
