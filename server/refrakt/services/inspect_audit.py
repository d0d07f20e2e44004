"""`inspect_audit`: which selectors of the runes a theme's stylesheets style."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal

from refrakt.command_input import option
from refrakt.features.rune_reference import listed_runes
from refrakt.project.site import SiteContext
from refrakt.runes.rune import Rune
from refrakt.services.context import Context
from refrakt.services.json_payload import JsonPayload, as_json
from refrakt.services.reference import named_rune
from refrakt.services.registry import service
from refrakt.services.rune_inspection import inspection, rune_theme
from refrakt.services.theme_choice import NamedTheme, chosen_theme
from refrakt.services.theme_stylesheets import stylesheets
from refrakt.theme.contracts import rune_contract
from refrakt.theme.css_selectors import StyledNames
from refrakt.theme.rune_names import data_attribute

Status = Literal["styled", "partial", "unstyled"]


@dataclass(frozen=True, slots=True)
class InspectAuditInput:
    """The runes and the stylesheets."""

    rune: str | None = option(None, positional=True)
    """only this rune"""
    css: str | None = option(None, metavar="PATH")
    """stylesheet or folder, if not the theme's"""
    theme: str | None = option(None, described=False)
    """theme, if not the site's"""
    site: str | None = option(None, described=False)
    """the site, if the project has several"""


@dataclass(frozen=True, slots=True)
class RuneCoverage(JsonPayload):
    """The coverage of one rune."""

    total: int
    styled: int
    status: Status
    selectors: dict[str, bool] | list[str]
    """Whether each selector is styled; for all runes, only the selectors that are not."""


@dataclass(frozen=True, slots=True)
class Coverage(JsonPayload):
    """The coverage of all runes, or of one."""

    theme: str
    css: str
    """Where the stylesheets are."""
    files: int
    total_selectors: int
    styled_selectors: int
    coverage: float
    """Percent of the selectors that are styled."""
    runes: dict[str, Any]
    """`RuneCoverage` by rune."""


@service("refrakt.inspect_audit", needs="site", cli="inspect", cli_option="--audit")
def inspect_audit(context: Context, query: InspectAuditInput) -> Coverage:
    """CSS coverage: the selectors of one rune or all that the theme's stylesheets do not style."""
    site = context.site(query.site)
    theme = chosen_theme(context, site, query.theme)
    runes = listed_runes(site.vocabulary) if query.rune is None else [named_rune(site, query.rune)]
    sheets = stylesheets(context, site, query.css, theme.name)
    found: dict[str, Any] = {}
    total = styled = 0
    for rune in runes:
        selectors = dict(_selectors(site, rune, theme, sheets.styled))
        if not selectors:
            continue
        number = sum(selectors.values())
        total, styled = total + len(selectors), styled + number
        status: Status = "styled" if number == len(selectors) else "partial" if number else "unstyled"
        missing = [name for name, check in selectors.items() if not check]
        shown = selectors if query.rune is not None else missing
        found[rune.name] = as_json(RuneCoverage(len(selectors), number, status, shown))
    percent = round(100 * styled / total, 1) if total else 100.0
    return Coverage(theme.name, sheets.source, sheets.files, total, styled, percent, found)


def _selectors(site: SiteContext, rune: Rune, theme: NamedTheme, styled: StyledNames) -> Iterator[tuple[str, bool]]:
    """The selectors of a rune: those of its contract, and those of its sample that belong to its block."""
    config = rune_theme(rune, theme)
    if config is None:
        return
    block = f"{theme.config.prefix}-{config.block}"
    contract = rune_contract(rune.name, config, theme.config.prefix, variants=False)
    yield f".{block}", block in styled.classes
    for name, modifier in config.modifiers.items():
        if modifier.class_name:
            for value in _values(rune, name, config.enum_labels):
                key = f"{block}--{value}"
                yield f".{key}", key in styled.classes or styled.has_attribute(data_attribute(name), str(value))
    for name in config.static_modifiers:
        yield f".{block}--{name}", f"{block}--{name}" in styled.classes
    rendered = inspection(site, rune, theme, {}).elements
    for part in dict.fromkeys((*contract.get("elements", {}), *rendered)):
        key = f"{block}__{part}"
        yield f".{key}", key in styled.classes or (block, part) in styled.parts


def _values(rune: Rune, modifier: str, labels: Any) -> Iterator[Any]:
    """The known values of a modifier: those of the attribute of the same name, or the values that the theme has texts for."""
    names = (modifier, modifier.removeprefix(rune.name).lower() or modifier)
    attribute = next((rune.every_attribute[each] for each in names if each in rune.every_attribute), None)
    yield from attribute.values if attribute is not None and attribute.values else labels
