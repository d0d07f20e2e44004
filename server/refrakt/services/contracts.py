"""`contracts`: the selectors, attributes and elements that the theme of a site gives to its runes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from refrakt.command_input import option
from refrakt.errors import RefraktError
from refrakt.services.context import Context
from refrakt.services.reference import named_rune
from refrakt.services.registry import service
from refrakt.services.rune_inspection import rendered_name
from refrakt.services.short_answers import fits
from refrakt.services.theme_choice import chosen_theme
from refrakt.theme.contracts import structure_contracts
from refrakt.theme.rune_names import kebab_case, pascal_case
from refrakt.untrusted import LONGEST, quoted


@dataclass(frozen=True, slots=True)
class ContractsInput:
    """The runes whose contracts are returned: one or all."""

    rune: str | None = option(None, positional=True)
    """only this rune"""
    site: str | None = option(None, described=False)
    """the site, if the project has several"""
    detail: Literal["compact", "full"] = option("compact", shell=False)
    """root selectors, or contracts"""


@service("refrakt.contracts", needs="site", cli="contracts", resource="refrakt://contracts{?site}")
def contracts(context: Context, query: ContractsInput) -> dict[str, Any]:
    """Structure contracts of the theme: selectors, modifiers and elements of a rune, for stylesheets."""
    document = contracts_document(context, query.site)
    if query.rune is not None:
        name = _type_name(context, query, document["runes"])
        found = {"prefix": document["prefix"], "runes": {name: document["runes"][name]}}
        if not context.paged or query.detail == "full" or fits(found):
            return found
        contract = {key: value for key, value in found["runes"][name].items() if key != "variants"}
        return {
            **found,
            "runes": {name: contract},
            "truncated": True,
            "cut": 'no `variants`; pass detail: "full" for them',
        }
    if not context.paged or query.detail == "full":
        return document
    roots = {name: each["root"] for name, each in document["runes"].items()}
    return {
        "prefix": document["prefix"],
        "total": len(roots),
        "roots": roots,
        "truncated": True,
        "cut": 'only the root selectors; pass `rune` for a contract, detail: "full" for all',
    }


def contracts_document(context: Context, site: str | None) -> dict[str, Any]:
    """The contracts of all runes of a site, in the form of a contracts file."""
    return structure_contracts(chosen_theme(context, context.site(site), None).config)


def _type_name(context: Context, query: ContractsInput, runes: dict[str, Any]) -> str:
    """The name of a rune in contracts, by that name, its name on pages or an alias."""
    asked = query.rune or ""
    if asked in runes:
        return asked
    if pascal_case(kebab_case(asked)) in runes:
        return pascal_case(kebab_case(asked))
    rune = named_rune(context.site(query.site), asked)
    name = pascal_case(rendered_name(rune))
    if name not in runes:
        message = f"{quoted(rune.name, LONGEST)} has no element of its own, so it has no contract"
        raise RefraktError("NOT_FOUND", message, "Omit the rune to list all contracts.")
    return name
