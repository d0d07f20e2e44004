"""`inspect_list`: the runes of a site, with a description of each."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from refrakt.command_input import option
from refrakt.features.rune_reference import package_of
from refrakt.runes.rune import Rune
from refrakt.services.context import Context
from refrakt.services.json_payload import JsonPayload
from refrakt.services.pagination import page
from refrakt.services.reference import ReferenceInput, selected_runes
from refrakt.services.registry import service


@dataclass(frozen=True, slots=True)
class InspectListInput:
    """The runes to list."""

    site: str | None = option(None, described=False)
    """the site, if the project has several"""
    package: str | None = option(None, shell=False)
    """only runes of this package"""
    cursor: str | None = option(None, shell=False, described=False)
    """`nextCursor` of the previous page"""


@dataclass(frozen=True, slots=True)
class RuneList(JsonPayload):
    runes: list[dict[str, Any]]
    """Each with name, aliases, description, plugin, and the values of its attributes (`variants`)."""
    total: int
    next_cursor: str | None = None


@service("refrakt.inspect_list", needs="site", cli="inspect", cli_option="--list")
def inspect_list(context: Context, query: InspectListInput) -> RuneList:
    """List the site's runes: name, aliases, description, variants."""
    runes = selected_runes(context.site(query.site), ReferenceInput(package=query.package))
    shown, cursor = page(context, runes, query.cursor, listed)
    return RuneList([listed(each) for each in shown], len(runes), cursor)


def listed(rune: Rune) -> dict[str, Any]:
    """The entry of a rune."""
    return {
        "name": rune.name,
        "aliases": list(rune.aliases),
        "description": rune.about,
        "plugin": package_of(rune),
        "variants": {each.name: list(each.values) for each in rune.attributes if each.values},
    }
