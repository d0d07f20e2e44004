"""`inspect`: what a rune becomes with given attributes: HTML, classes, data attributes, parts and selectors."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from refrakt.command_input import option
from refrakt.errors import RefraktError
from refrakt.services.context import Context
from refrakt.services.json_payload import as_json
from refrakt.services.reference import named_rune
from refrakt.services.registry import service
from refrakt.services.rune_inspection import inspection
from refrakt.services.sample_attributes import variants
from refrakt.services.sample_items import MOST_ITEMS
from refrakt.services.short_answers import short_inspection, short_inspections
from refrakt.services.theme_choice import chosen_theme


@dataclass(frozen=True, slots=True)
class InspectInput:
    """A rune with attributes."""

    rune: str = option(positional=True, shell_default="")
    """name or alias of a rune"""
    attributes: dict[str, Any] | None = option(None, undeclared=True)
    """values by name; `all` for each value in turn"""
    theme: str | None = None
    """theme, if not the site's"""
    items: int | None = option(None, minimum=1)
    """number of repeated items"""
    site: str | None = option(None, described=False)
    """the site, if the project has several"""
    detail: Literal["compact", "full"] = option("compact", shell=False, described=False)
    """long texts shortened, or everything"""


@service("refrakt.inspect", needs="site", cli="inspect")
def inspect(context: Context, query: InspectInput) -> dict[str, Any]:
    """Show what a rune becomes: HTML, block, modifiers, data attributes, elements, selectors, editHints."""
    found = inspections(context, query)
    if query.detail == "full" or not context.paged:
        return found[0] if len(found) == 1 else {"results": found}
    return short_inspection(found[0]) if len(found) == 1 else short_inspections(found)


def inspections(context: Context, query: InspectInput) -> list[dict[str, Any]]:
    """The complete answers, one for each combination of values."""
    site = context.site(query.site)
    rune = named_rune(site, query.rune)
    if query.items is not None and query.items > MOST_ITEMS:
        raise RefraktError("INVALID_ARGS", f"`items` is more than {MOST_ITEMS}", "Pass a smaller number.")
    theme = chosen_theme(context, site, query.theme)
    return [
        as_json(inspection(site, rune, theme, each, query.items)) for each in variants(rune, query.attributes or {})
    ]
