"""Pages generated from entities: the `entityRoutes` of the config, which give a URL to each item of a plan.

A rule selects entities by type and filter. Its templates, with fields in braces, give the URL and the title of the page, and it
names the partial that the page shows. A build renders the page; the index needs its URL.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from refrakt.markdoc.javascript_values import js_str
from refrakt.project.config import ProjectConfig, SiteConfig
from refrakt.project.config_rules import CONFIG_SHAPE
from refrakt.project.index.entity_records import EntityRecord
from refrakt.project.index.external_references import encoded
from refrakt.project.index.field_query import Query, parse
from refrakt.project.json_tree import JsonNode
from refrakt.rules.problem import Problem

_BRACES = re.compile(r"\{([^}]+)\}")


@dataclass(frozen=True, slots=True)
class EntityPage:
    """A page generated from an entity."""

    url: str
    title: str | None
    template: str | None
    """The partial it shows, by its name."""
    render: str | None
    """The text it shows, if it is in the config."""
    frontmatter: Mapping[str, Any] = field(default_factory=dict)


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

    def page(self, entity: EntityRecord, base: str = "/") -> EntityPage | None:
        """The page that this rule generates from an entity."""
        if entity.type not in self.types or not self.filter.matches(entity):
            return None
        fields = {"id": entity.id, "type": entity.type, "sourceUrl": entity.url, **entity.data}
        url = _filled(self.url, fields, in_url=True).removeprefix("/")
        below = base.strip("/")
        more = {
            key: _filled(value, fields) if isinstance(value, str) else value for key, value in self.frontmatter.items()
        }
        named = more.get("title")
        title = _filled(self.title, fields) if self.title else named if isinstance(named, str) else None
        return EntityPage(f"/{below}/{url}" if below else f"/{url}", title, self.template, self.render, more)


@dataclass(frozen=True)
class EntityRoutes:
    """The entity routes of a site. `base` is the base path of its URLs."""

    rules: tuple[EntityRoute, ...] = ()
    base: str = "/"

    @property
    def usable(self) -> bool:
        """Whether all regular expressions of filters are valid. If not, there may be more pages than are known."""
        return not any(each.code == "bad-regex" for rule in self.rules for each in rule.filter.problems)

    @cached_property
    def templates(self) -> frozenset[str]:
        """The partials that generated pages show."""
        return frozenset(each.template for each in self.rules if each.template is not None)

    @cached_property
    def _by_type(self) -> dict[str, list[EntityRoute]]:
        found: dict[str, list[EntityRoute]] = {}
        for rule in self.rules:
            for type in dict.fromkeys(rule.types):
                found.setdefault(type, []).append(rule)
        return found

    def pages(self, entity: EntityRecord) -> tuple[EntityPage, ...]:
        """All pages generated from an entity. References link to the last."""
        rules = self._by_type.get(entity.type, ())
        return tuple(page for each in rules if (page := each.page(entity, self.base)) is not None)


def _filled(template: str, fields: Mapping[str, Any], in_url: bool = False) -> str:
    def value(found: re.Match[str]) -> str:
        field_value = fields.get(found[1])
        text = "" if field_value is None else js_str(field_value)
        return encoded(text) if in_url else text

    return _BRACES.sub(value, template)


# The config -----------------------------------------------------------------------------------------------------------


def entity_routes_of(config: ProjectConfig, site: SiteConfig) -> tuple[EntityRoutes, tuple[Problem, ...]]:
    """The entity routes of a site and their problems. An invalid rule is skipped."""
    listed = site.node.get("entityRoutes") if site.node is not None else None
    if listed is None:
        return EntityRoutes(base=site.base), ()
    if listed.kind != "array":
        problem = config.problem(CONFIG_SHAPE, "`entityRoutes` must be a list", listed)
        return EntityRoutes(base=site.base), (problem,)
    rules: list[EntityRoute] = []
    problems: list[Problem] = []
    for item in listed.items:
        errors = list(_errors(item))
        problems += (config.problem(CONFIG_SHAPE, message, node) for node, message in errors)
        if errors:
            continue
        rule = _rule(item)
        rules.append(rule)
        for each in rule.filter.problems:
            message = f"in this filter, {each.message}"
            problems.append(config.problem(CONFIG_SHAPE, message, item.get("filter"), severity="warning"))
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


def _errors(item: JsonNode) -> Iterator[tuple[JsonNode, str]]:
    if item.kind != "object":
        yield item, "a rule under `entityRoutes` must be an object"
        return
    for key in ("type", "url", "title", "filter", "render", "render-template"):
        value = item.get(key)
        if value is not None and not isinstance(value.value, str):
            yield value, f"`{key}` of a rule must be text"
        elif key in ("type", "url") and (value is None or not value.value.strip()):
            yield item, f"this rule has no `{key}`"
    more = item.get("frontmatter")
    if more is not None and more.kind != "object":
        yield more, "`frontmatter` of a rule must be an object"
    if item.get("render") is not None and item.get("render-template") is not None:
        yield item, "a rule shows either `render` or `render-template`, not both"


def _text(item: JsonNode, key: str) -> str | None:
    node = item.get(key)
    return node.value if node is not None and isinstance(node.value, str) else None
