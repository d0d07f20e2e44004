"""Pages that are made of things: the config's `entityRoutes`, by which every item of a plan gets an address of its own.

A rule picks things by type and filter, and says with their fields in braces where the page is served, what it is called and which
template it shows. What the template makes of the thing is for a build; the index has to know that the address exists.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from refrakt.markdoc.javascript import js_str

from ..config import Config, ConfigProblem, SiteConfig
from ..jsontree import JsonNode
from .entities import HEADING, PAGE, EntityRecord, parent_url
from .entry import Entry
from .fieldmatch import Query, parse
from .xrefs import encoded

_BRACES = re.compile(r"\{([^}]+)\}")


@dataclass(frozen=True, slots=True)
class EntityPage:
    """A page that the config makes of a thing."""

    url: str
    title: str | None
    template: str | None
    """The partial it shows, by its name."""
    render: str | None
    """The text it shows, where the config holds that itself."""
    frontmatter: Mapping[str, Any] = field(default_factory=dict)

    def records(self, thing: EntityRecord, partials: Mapping[str, Entry]) -> Iterator[EntityRecord]:
        """The page as a thing of its own, with the headings of its template."""
        url, path = self.url, thing.path
        data = {**self.frontmatter, "title": self.title, "url": url, "parentUrl": parent_url(url), "draft": False}
        yield EntityRecord(PAGE, url, self.title, path, url, 0, 0, "site", data)
        template = partials.get(self.template) if self.template is not None else None
        for each in template.facts.headings if template is not None else ():
            if each.id:
                about = {"level": each.level, "text": each.text, "headingId": each.id, "url": url}
                yield EntityRecord(HEADING, f"{url}#{each.id}", None, path, url, 0, 0, "site", about)


@dataclass(frozen=True, slots=True)
class EntityRoute:
    """One of a site's `entityRoutes`."""

    types: tuple[str, ...]
    url: str
    title: str | None = None
    filter: Query = field(default_factory=Query)
    template: str | None = None
    render: str | None = None
    frontmatter: Mapping[str, Any] = field(default_factory=dict)

    def page(self, thing: EntityRecord, base: str = "/") -> EntityPage | None:
        """The page this rule makes of a thing."""
        if thing.type not in self.types or not self.filter.matches(thing):
            return None
        fields = {"id": thing.id, "type": thing.type, "sourceUrl": thing.url, **thing.data}
        url = _filled(self.url, fields, in_address=True).removeprefix("/")
        below = base.strip("/")
        more = {
            key: _filled(value, fields) if isinstance(value, str) else value for key, value in self.frontmatter.items()
        }
        named = more.get("title")
        title = _filled(self.title, fields) if self.title else named if isinstance(named, str) else None
        return EntityPage(f"/{below}/{url}" if below else f"/{url}", title, self.template, self.render, more)


@dataclass(frozen=True)
class EntityRoutes:
    """How a site turns things into pages. `base` is the path the whole site lives under."""

    rules: tuple[EntityRoute, ...] = ()
    base: str = "/"

    @property
    def usable(self) -> bool:
        """Whether the regular expressions of all filters can be used. If not, more pages may be made than are known."""
        return not any(fault.code == "bad-regex" for rule in self.rules for fault in rule.filter.problems)

    @cached_property
    def templates(self) -> frozenset[str]:
        """The partials that pages are made with."""
        return frozenset(each.template for each in self.rules if each.template is not None)

    @cached_property
    def _by_type(self) -> dict[str, list[EntityRoute]]:
        found: dict[str, list[EntityRoute]] = {}
        for rule in self.rules:
            for type in dict.fromkeys(rule.types):
                found.setdefault(type, []).append(rule)
        return found

    def pages(self, thing: EntityRecord) -> tuple[EntityPage, ...]:
        """Every page that is made of a thing."""
        rules = self._by_type.get(thing.type, ())
        return tuple(page for each in rules if (page := each.page(thing, self.base)) is not None)

    def page(self, thing: EntityRecord) -> EntityPage | None:
        """The page that references to a thing lead to: of several, the last rule's."""
        made = self.pages(thing)
        return made[-1] if made else None


def _filled(template: str, fields: Mapping[str, Any], in_address: bool = False) -> str:
    def value(found: re.Match[str]) -> str:
        known = fields.get(found[1])
        text = "" if known is None else js_str(known)
        return encoded(text) if in_address else text

    return _BRACES.sub(value, template)


# The config -----------------------------------------------------------------------------------------------------------


def entity_routes_of(config: Config, site: SiteConfig) -> tuple[EntityRoutes, tuple[ConfigProblem, ...]]:
    """The entity routes of a site, and what is wrong with them. One that cannot be used is left out, the others count."""
    listed = site.node.get("entityRoutes") if site.node is not None else None
    if listed is None:
        return EntityRoutes(base=site.base), ()
    if listed.kind != "array":
        problem = config.problem("config-shape", "error", "`entityRoutes` must be a list", listed)
        return EntityRoutes(base=site.base), (problem,)
    rules: list[EntityRoute] = []
    problems: list[ConfigProblem] = []
    for item in listed.items:
        faults = list(_faults(item))
        problems += (config.problem("config-shape", "error", message, node) for node, message in faults)
        if faults:
            continue
        rule = _rule(item)
        rules.append(rule)
        for fault in rule.filter.problems:
            message = f"in this filter, {fault.message}"
            problems.append(config.problem("config-shape", "warning", message, item.get("filter")))
    return EntityRoutes(tuple(rules), site.base), tuple(problems)


def _rule(item: JsonNode) -> EntityRoute:
    more = item.get("frontmatter")
    return EntityRoute(
        tuple(filter(None, map(str.strip, (_text(item, "type") or "").split(",")))),
        _text(item, "url") or "",
        _text(item, "title"),
        parse(_text(item, "filter") or ""),
        _text(item, "render-template"),
        _text(item, "render"),
        more.data() if more is not None else {},
    )


def _faults(item: JsonNode) -> Iterator[tuple[JsonNode, str]]:
    if item.kind != "object":
        yield item, "a rule under `entityRoutes` must be an object"
        return
    for key in ("type", "url", "title", "filter", "render", "render-template"):
        given = item.get(key)
        if given is not None and not isinstance(given.value, str):
            yield given, f"`{key}` of a rule must be text"
        elif key in ("type", "url") and (given is None or not given.value.strip()):
            yield item, f"this rule has no `{key}`"
    more = item.get("frontmatter")
    if more is not None and more.kind != "object":
        yield more, "`frontmatter` of a rule must be an object"
    if item.get("render") is not None and item.get("render-template") is not None:
        yield item, "a rule shows either `render` or `render-template`, not both"


def _text(item: JsonNode, key: str) -> str | None:
    given = item.get(key)
    return given.value if given is not None and isinstance(given.value, str) else None
