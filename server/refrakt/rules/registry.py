"""Which rules there are.

A rule looks at nodes of some type, at problems Markdoc has (by their id), or at the page as a whole.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pkgutil import iter_modules

from .finding import Found, Severity
from .page import Here, Page

_ENGINE = frozenset(
    {
        "attributes",
        "bodies",
        "check",
        "codes",
        "finding",
        "limits",
        "mend",
        "page",
        "pairs",
        "places",
        "registry",
        "settings",
        "values",
        "words",
    }
)
"""Modules of this package that are no rules."""


@dataclass(frozen=True, slots=True)
class Rule:
    """`about` is the page of the manual: the docstring of the module the rule stands in."""

    code: str
    severity: Severity
    fixable: bool
    about: str
    nodes: tuple[str, ...] = ()
    problems: tuple[str, ...] = ()
    look: Callable[[Here], Iterable[Found]] | None = None
    look_at_page: Callable[[Page], Iterable[Found]] | None = None


_RULES: dict[str, Rule] = {}


def rule(
    code: str, severity: Severity, *, node: str = "", problem: str = "", fixable: bool = False
) -> Callable[[Callable[[Here], Iterable[Found]]], Callable[[Here], Iterable[Found]]]:
    """Make a function a rule for nodes of these types, or for Markdoc problems with these ids (words)."""

    def register(look: Callable[[Here], Iterable[Found]]) -> Callable[[Here], Iterable[Found]]:
        about = sys.modules[look.__module__].__doc__ or ""
        _add(Rule(code, severity, fixable, about, tuple(node.split()), tuple(problem.split()), look))
        return look

    return register


def page_rule(
    code: str, severity: Severity, *, fixable: bool = False
) -> Callable[[Callable[[Page], Iterable[Found]]], Callable[[Page], Iterable[Found]]]:
    """Make a function a rule for whole pages."""

    def register(look: Callable[[Page], Iterable[Found]]) -> Callable[[Page], Iterable[Found]]:
        about = sys.modules[look.__module__].__doc__ or ""
        _add(Rule(code, severity, fixable, about, look_at_page=look))
        return look

    return register


def _add(new: Rule) -> None:
    if new.code in _RULES and _RULES[new.code].about != new.about:
        raise ValueError(f"two modules define the rule {new.code}")
    _RULES[new.code] = new


@cache
def rules() -> Mapping[str, Rule]:
    """Every rule by its code."""
    load_rules(__package__ or "", _ENGINE)
    return dict(sorted(_RULES.items()))


def load_rules(package: str, besides: Collection[str]) -> None:
    """Import the modules of a package, each of which registers its rule; but not those that are none."""
    for found in iter_modules(sys.modules[package].__path__):
        if found.name not in besides:
            import_module(f"{package}.{found.name}")


@dataclass(frozen=True, slots=True)
class Table:
    """The rules by what they look at."""

    by_node: Mapping[str, tuple[Rule, ...]]
    by_problem: Mapping[str, tuple[Rule, ...]]
    for_page: tuple[Rule, ...]


@cache
def table() -> Table:
    by_node: dict[str, tuple[Rule, ...]] = {}
    by_problem: dict[str, tuple[Rule, ...]] = {}
    for each in rules().values():
        for name in each.nodes:
            by_node[name] = (*by_node.get(name, ()), each)
        for name in each.problems:
            by_problem[name] = (*by_problem.get(name, ()), each)
    return Table(by_node, by_problem, tuple(each for each in rules().values() if each.look_at_page))
