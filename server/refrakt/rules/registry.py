"""The rule registry: a rule is declared where it is written, and nowhere else.

`@rule` declares code, severity, category, fixability and LSP tag; the docstring of the module is the rule's page of the manual.
`on` lists the subjects that a rule is run on: `node:heading`, `error:missing-closing` or `page` for one page alone, `link`,
`reference:xref` or `file` between pages.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from typing import Any, Literal, TypeVar

from refrakt.rules.problem import Problem, Severity

Category = Literal[
    "syntax",
    "tags",
    "attributes",
    "content",
    "frontmatter",
    "characters",
    "links",
    "references",
    "files",
    "theme",
    "config",
]
DiagnosticTag = Literal["unnecessary", "deprecated"]
Scope = Literal["page", "site", "config"]
Check = TypeVar("Check", bound=Callable[..., Iterable[Problem]])


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule as declared."""

    code: str
    """Part of the public interface: settings, comments in pages and scripts use it."""
    severity: Severity
    category: Category
    doc: str
    """Its page of the manual."""
    scope: Scope = "page"
    fixable: bool = False
    """Whether its problems can have a fix; not each has one."""
    tag: DiagnosticTag | None = None
    on: tuple[str, ...] = ()
    run: Callable[..., Iterable[Problem]] = lambda *_: ()
    """No effect for a rule whose problems are found while files are read."""

    @property
    def summary(self) -> str:
        return self.doc.strip().partition("\n")[0]


_RULES: dict[str, Rule] = {}


def rule(
    code: str,
    severity: Severity,
    category: Category,
    *,
    on: str,
    scope: Scope = "page",
    fixable: bool = False,
    tag: DiagnosticTag | None = None,
) -> Callable[[Check], Check]:
    """Declare the decorated function as a rule that is run on these subjects, separated by spaces."""

    def register(check: Check) -> Check:
        doc = sys.modules[check.__module__].__doc__ or ""
        _add(Rule(code, severity, category, doc, scope, fixable, tag, tuple(on.split()), check))
        return check

    return register


def declare(code: str, severity: Severity, category: Category, doc: str, *, scope: Scope, **options: Any) -> Rule:
    """Declare a rule whose problems are found elsewhere, while files are read."""
    made = Rule(code, severity, category, doc, scope, **options)
    _add(made)
    return made


def _add(new: Rule) -> None:
    if new.code in _RULES:
        raise ValueError(f"two rules have the code {new.code}")
    _RULES[new.code] = new


def _load(package: str, scope: Scope) -> Mapping[str, Rule]:
    for module in iter_modules(import_module(package).__path__):
        import_module(f"{package}.{module.name}")
    return {code: each for code, each in sorted(_RULES.items()) if each.scope == scope}


@cache
def page_rules() -> Mapping[str, Rule]:
    """The rules that need one page alone, by their codes."""
    return _load(__package__ or "", "page")


@cache
def site_rules() -> Mapping[str, Rule]:
    """The site rules, by their codes. Their package is loaded by name, since rules do not import projects."""
    return _load("refrakt.project.site_rules", "site")


def all_rules() -> dict[str, Rule]:
    """The page rules and the site rules, by their codes."""
    return {**page_rules(), **site_rules()}


def declared_rule(code: str) -> Rule | None:
    """The rule with this code, if its module is loaded."""
    return _RULES.get(code)


def by_subject(rules: Iterable[Rule], kind: str) -> dict[str, tuple[Rule, ...]]:
    """Rules by the names of their subjects of a kind: for `node`, `heading` of `node:heading`."""
    found: dict[str, tuple[Rule, ...]] = {}
    for each in rules:
        for subject in each.on:
            head, _, name = subject.partition(":")
            if head == kind:
                found[name] = (*found.get(name, ()), each)
    return found


@dataclass(frozen=True, slots=True)
class PageRules:
    """The page rules by what they are run on."""

    by_node: Mapping[str, tuple[Rule, ...]]
    by_error: Mapping[str, tuple[Rule, ...]]
    for_page: tuple[Rule, ...]


@cache
def page_rule_table() -> PageRules:
    rules = page_rules().values()
    return PageRules(by_subject(rules, "node"), by_subject(rules, "error"), by_subject(rules, "page").get("", ()))
