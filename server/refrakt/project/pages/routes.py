"""The URLs and layouts of pages.

The URL comes from the path of the file or from the `slug` of the page, the layout from the first of the site's `routeRules` that
matches the URL.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from refrakt.project.config import ProjectConfig, SiteConfig
from refrakt.project.config_rules import CONFIG_SHAPE
from refrakt.project.json_tree import JsonNode
from refrakt.rules.problem import Problem

DEFAULT_LAYOUT = "default"
"""The layout of a page without a matching rule."""

_ENDING = re.compile(r"\.(?:md|mdoc|markdoc)$")
_NUMBER = re.compile(r"[0-9]+-")
_PART = re.compile(r"\*\*+|\*|[^*]+")


@dataclass(frozen=True, slots=True)
class RouteRule:
    """One of a site's `routeRules`. In a pattern `*` matches any text without a slash, `**` any text."""

    pattern: str
    layout: str
    entity: str | None = None
    """The entity type of these pages."""
    _parts: tuple[str, ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_parts", tuple(_PART.findall(self.pattern)))

    def fits(self, url: str) -> bool:
        return _fits(self._parts, url.removeprefix("/"))


def _fits(parts: tuple[str, ...], text: str) -> bool:
    """Whether a text consists of these parts.

    All positions that can be reached are kept as ranges of the text: a regular expression would backtrack, which takes exponential
    time with a few stars in a row.
    """
    if not parts:
        return not text
    if parts[0][0] != "*" and not text.startswith(parts[0]):
        return False
    ranges = [(0, 0)]
    for part in parts:
        if part == "*":
            ranges = _stretched(ranges, text)
        elif part[0] == "*":
            ranges = [(ranges[0][0], len(text))]
        else:
            ranges = _moved(ranges, part, text)
        if not ranges:
            return False
    return ranges[-1][1] == len(text)


def _stretched(ranges: list[tuple[int, int]], text: str) -> list[tuple[int, int]]:
    """From each position up to the next slash."""
    found: list[tuple[int, int]] = []
    for first, last in ranges:
        slash = text.find("/", last)
        end = len(text) if slash < 0 else slash
        if found and found[-1][1] >= first:
            found[-1] = found[-1][0], end
        else:
            found.append((first, end))
    return found


def _moved(ranges: list[tuple[int, int]], part: str, text: str) -> list[tuple[int, int]]:
    """After each position at which this text follows."""
    found: list[tuple[int, int]] = []
    for first, last in ranges:
        at = text.find(part, first, last + len(part))
        while at >= 0:
            end = at + len(part)
            if found and found[-1][1] + 1 == end:
                found[-1] = found[-1][0], end
            else:
                found.append((end, end))
            at = text.find(part, at + 1, last + len(part))
    return found


@dataclass(frozen=True, slots=True)
class Routes:
    """The routes of a site. `base` is the base path of its URLs."""

    rules: tuple[RouteRule, ...] = ()
    base: str = "/"

    def url(self, path: str, slug: str | None = None) -> str:
        """The URL of a file by its path below the content folder. A slug that begins with `/` is the URL."""
        if slug:
            return slug if slug.startswith("/") else self._below(slug)
        steps = [_NUMBER.sub("", step, count=1) if _NUMBER.match(step) else step for step in _steps(path)]
        if steps[-1] == "index":
            steps.pop()
        return self._below("/".join(steps))

    def layout(self, url: str) -> str:
        return next((rule.layout for rule in self.rules if rule.fits(url)), DEFAULT_LAYOUT)

    def entity(self, url: str) -> str | None:
        """The entity type of a page, by the first matching rule that has one."""
        return next((rule.entity for rule in self.rules if rule.entity and rule.fits(url)), None)

    def _below(self, rest: str) -> str:
        base = self.base.strip("/")
        return "/" + "/".join(each for each in (base, rest) if each)


def _steps(path: str) -> list[str]:
    return _ENDING.sub("", path).split("/")


def routes_of(config: ProjectConfig, site: SiteConfig) -> tuple[Routes, tuple[Problem, ...]]:
    """The routes of a site and their problems. An invalid rule is skipped."""
    listed = site.node.get("routeRules") if site.node is not None else None
    if listed is None:
        return Routes(), ()
    problems: list[Problem] = []

    def report(node: JsonNode, message: str) -> None:
        problems.append(config.problem(CONFIG_SHAPE, message, node))

    if listed.kind != "array":
        report(listed, "`routeRules` must be a list")
        return Routes(), tuple(problems)
    rules = []
    for item in listed.items:
        errors = list(_errors(item))
        for node, message in errors:
            report(node, message)
        if not errors:
            rules.append(RouteRule(_text(item, "pattern") or "", _text(item, "layout") or "", _text(item, "entity")))
    return Routes(tuple(rules)), tuple(problems)


def _errors(item: JsonNode) -> Iterator[tuple[JsonNode, str]]:
    if item.kind != "object":
        yield item, "a rule under `routeRules` must be an object"
        return
    for key in ("pattern", "layout", "entity"):
        node = item.get(key)
        if node is None:
            if key != "entity":
                yield item, f"this rule has no `{key}`"
        elif not isinstance(node.value, str):
            yield node, f"`{key}` of a rule must be text"


def _text(item: JsonNode, key: str) -> str | None:
    node = item.get(key)
    return node.value if node is not None and isinstance(node.value, str) else None
