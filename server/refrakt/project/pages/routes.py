"""Addresses: where a file of the content folder is served, and with which layout.

A link can only be called broken by somebody who knows what the site would do with it. The address comes from the path, or from the
page's own `slug`; the layout comes from the first of the site's `routeRules` that fits the address.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from ..config import Config, ConfigProblem, SiteConfig
from ..jsontree import JsonNode

DEFAULT_LAYOUT = "default"
"""The layout of a page that no rule speaks of."""

_NUMBER = re.compile(r"[0-9]+-")
_STARS = re.compile(r"\*\*|\*")


@dataclass(frozen=True, slots=True)
class RouteRule:
    """One of a site's `routeRules`. In a pattern `*` stands for anything without a slash, `**` for anything."""

    pattern: str
    layout: str
    entity: str | None = None
    """The kind of thing each of these pages is."""
    _fits: re.Pattern[str] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_fits", re.compile(_expression(self.pattern)))

    def fits(self, url: str) -> bool:
        return self._fits.fullmatch(url.removeprefix("/")) is not None


def _expression(pattern: str) -> str:
    wild = iter(_STARS.findall(pattern))
    literal = (re.escape(each) for each in _STARS.split(pattern))
    return next(literal) + "".join((".*" if next(wild) == "**" else "[^/]*") + each for each in literal)


@dataclass(frozen=True, slots=True)
class Routes:
    """How a site turns files into addresses. `base` is the path the whole site lives under."""

    rules: tuple[RouteRule, ...] = ()
    base: str = "/"

    def url(self, path: str, slug: str | None = None) -> str:
        """The address of a file, given by its path below the content folder. A slug that begins with `/` is used as it is."""
        if slug:
            return slug if slug.startswith("/") else self._below(slug)
        steps = [_NUMBER.sub("", step, count=1) if _NUMBER.match(step) else step for step in _steps(path)]
        if steps[-1] == "index":
            steps.pop()
        return self._below("/".join(steps))

    def layout(self, url: str) -> str:
        return next((rule.layout for rule in self.rules if rule.fits(url)), DEFAULT_LAYOUT)

    def entity(self, url: str) -> str | None:
        """The kind of thing a page is, by the first fitting rule that names one."""
        return next((rule.entity for rule in self.rules if rule.entity and rule.fits(url)), None)

    def _below(self, rest: str) -> str:
        base = self.base.strip("/")
        return "/" + "/".join(each for each in (base, rest) if each)


def _steps(path: str) -> list[str]:
    return path.removesuffix(".md").split("/")


def routes_of(config: Config, site: SiteConfig) -> tuple[Routes, tuple[ConfigProblem, ...]]:
    """The routes of a site, and what is wrong with its rules. A rule that cannot be used is left out, the others count."""
    listed = site.node.get("routeRules") if site.node is not None else None
    if listed is None:
        return Routes(), ()
    problems: list[ConfigProblem] = []

    def complain(node: JsonNode, message: str) -> None:
        problems.append(config.problem("config-shape", "error", message, node))

    if listed.kind != "array":
        complain(listed, "`routeRules` must be a list")
        return Routes(), tuple(problems)
    rules = []
    for item in listed.items:
        faults = list(_faults(item))
        for node, message in faults:
            complain(node, message)
        if not faults:
            rules.append(RouteRule(_text(item, "pattern") or "", _text(item, "layout") or "", _text(item, "entity")))
    return Routes(tuple(rules)), tuple(problems)


def _faults(item: JsonNode) -> Iterator[tuple[JsonNode, str]]:
    if item.kind != "object":
        yield item, "a rule under `routeRules` must be an object"
        return
    for key in ("pattern", "layout", "entity"):
        given = item.get(key)
        if given is None:
            if key != "entity":
                yield item, f"this rule has no `{key}`"
        elif not isinstance(given.value, str):
            yield given, f"`{key}` of a rule must be text"


def _text(item: JsonNode, key: str) -> str | None:
    given = item.get(key)
    return given.value if given is not None and isinstance(given.value, str) else None
