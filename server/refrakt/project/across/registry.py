"""Which rules there are between pages.

A rule looks at links, at references of some kinds, or at a file as a whole. It sees the site only through the `Look` it is given,
which notes what it asks for.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache

from refrakt.rules.finding import Severity
from refrakt.rules.registry import load_rules

from ..index.look import Look
from ..index.problem import PageProblem, Related, Replacement
from ..index.targets import Target
from ..pages.facts import Link, Reference

_MOST = 1_000
"""How many problems of one file are told. Nobody reads more, and a page may have a hundred thousand broken links."""
_ENGINE = frozenset({"registry", "words"})
"""Modules of this package that are no rules."""


@dataclass(frozen=True, slots=True)
class Told:
    """What a rule yields: where, what, and if possible how to mend it."""

    start: int
    end: int
    message: str
    suggestion: str | None = None
    fix: tuple[Replacement, ...] = ()
    related: tuple[Related, ...] = ()
    severity: Severity | None = None
    """Where the case is milder or worse than the rule's usual one."""


LookAtLink = Callable[[Look, Link, Target], Iterable[Told]]
LookAtReference = Callable[[Look, Reference], Iterable[Told]]
LookAtFile = Callable[[Look], Iterable[Told]]


@dataclass(frozen=True, slots=True)
class SiteRule:
    """`about` is the page of the manual: the docstring of the module the rule stands in."""

    code: str
    severity: Severity
    fixable: bool
    about: str
    at_link: LookAtLink | None = None
    at_reference: LookAtReference | None = None
    kinds: tuple[str, ...] = ()
    """The kinds of references it looks at."""
    at_file: LookAtFile | None = None


_RULES: dict[str, SiteRule] = {}


def link_rule(code: str, severity: Severity, *, fixable: bool = False) -> Callable[[LookAtLink], LookAtLink]:
    """Make a function a rule for links, images and other files that are shown."""

    def register(look: LookAtLink) -> LookAtLink:
        _add(SiteRule(code, severity, fixable, _about(look), at_link=look))
        return look

    return register


def reference_rule(
    code: str, severity: Severity, kinds: str, *, fixable: bool = False
) -> Callable[[LookAtReference], LookAtReference]:
    """Make a function a rule for references of these kinds (words)."""

    def register(look: LookAtReference) -> LookAtReference:
        _add(SiteRule(code, severity, fixable, _about(look), at_reference=look, kinds=tuple(kinds.split())))
        return look

    return register


def file_rule(code: str, severity: Severity, *, fixable: bool = False) -> Callable[[LookAtFile], LookAtFile]:
    """Make a function a rule for whole files."""

    def register(look: LookAtFile) -> LookAtFile:
        _add(SiteRule(code, severity, fixable, _about(look), at_file=look))
        return look

    return register


def declare(code: str, severity: Severity, about: str) -> None:
    """A code for what is noticed elsewhere, while files are read."""
    _add(SiteRule(code, severity, False, about))


def _about(look: Callable[..., object]) -> str:
    return sys.modules[look.__module__].__doc__ or ""


def _add(new: SiteRule) -> None:
    if new.code in _RULES:
        raise ValueError(f"two modules define the rule {new.code}")
    _RULES[new.code] = new


@cache
def site_rules() -> Mapping[str, SiteRule]:
    """Every rule by its code."""
    load_rules(__package__ or "", _ENGINE)
    return dict(sorted(_RULES.items()))


@dataclass(frozen=True, slots=True)
class _Table:
    links: tuple[tuple[SiteRule, LookAtLink], ...]
    references: Mapping[str, tuple[tuple[SiteRule, LookAtReference], ...]]
    files: tuple[tuple[SiteRule, LookAtFile], ...]


@cache
def _table() -> _Table:
    rules = site_rules().values()
    references: dict[str, tuple[tuple[SiteRule, LookAtReference], ...]] = {}
    for each in rules:
        if each.at_reference is not None:
            for kind in each.kinds:
                references[kind] = (*references.get(kind, ()), (each, each.at_reference))
    return _Table(
        tuple((each, each.at_link) for each in rules if each.at_link is not None),
        references,
        tuple((each, each.at_file) for each in rules if each.at_file is not None),
    )


def problems_of(look: Look) -> tuple[PageProblem, ...]:
    """Everything the rules find on a file, in the order of its text."""
    found: dict[tuple[int, int, str, str], PageProblem] = {}
    for rule, each in _told(look):
        severity = each.severity or rule.severity
        problem = PageProblem(
            rule.code, severity, each.start, each.end, each.message, each.suggestion, each.fix, each.related
        )
        found[problem.start, problem.end, problem.code, problem.message] = problem
        if len(found) == _MOST:
            break
    return tuple(found[key] for key in sorted(found))


def _told(look: Look) -> Iterator[tuple[SiteRule, Told]]:
    """What the rules say, one after the other: whoever has heard enough need not hear the rest."""
    table, facts = _table(), look.facts
    for link in facts.links:
        target = look.target(link)
        if target.kind != "elsewhere":
            for rule, at_link in table.links:
                yield from ((rule, told) for told in at_link(look, link, target))
    for reference in facts.references:
        for rule, at_reference in table.references.get(reference.kind, ()):
            yield from ((rule, told) for told in at_reference(look, reference))
    for rule, at_file in table.files:
        yield from ((rule, told) for told in at_file(look))
