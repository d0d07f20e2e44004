"""Runs the site rules on one file.

A rule is run on each link, on each reference of some kinds, or on the file as a whole. It queries the site through a `TrackedSite`,
which records every query.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache

from refrakt.project.index.tracked_site import TrackedSite
from refrakt.rules.problem import Problem
from refrakt.rules.registry import Rule, by_subject, site_rules

_MOST = 1_000
"""How many problems of one file are reported: a page may have a hundred thousand broken links."""


@dataclass(frozen=True, slots=True)
class _SiteRules:
    for_link: tuple[Rule, ...]
    by_reference: Mapping[str, tuple[Rule, ...]]
    for_file: tuple[Rule, ...]


@cache
def _table() -> _SiteRules:
    rules = site_rules().values()
    return _SiteRules(
        by_subject(rules, "link").get("", ()), by_subject(rules, "reference"), by_subject(rules, "file").get("", ())
    )


def problems_of(site: TrackedSite) -> tuple[Problem, ...]:
    """All problems of a file, in text order."""
    found: dict[tuple[int, int, str, str], Problem] = {}
    for problem in _yielded(site):
        found[*problem.span.bounds, problem.code, problem.message] = problem
        if len(found) == _MOST:
            break
    return tuple(found[key] for key in sorted(found))


def _yielded(site: TrackedSite) -> Iterator[Problem]:
    """The problems one after the other, so that the caller can stop early."""
    table, facts = _table(), site.facts
    for link in facts.links:
        target = site.target(link)
        if target.kind != "elsewhere":
            for rule in table.for_link:
                yield from rule.problems(site, link, target)
    for reference in facts.references:
        for rule in table.by_reference.get(reference.kind, ()):
            yield from rule.problems(site, reference)
    for rule in table.for_file:
        yield from rule.problems(site)
