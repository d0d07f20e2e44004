"""The rule registry: a rule is declared where it is written, and nowhere else.

`@rule` declares code, severity, category, fixability, LSP tag and the sites that a rule is for. The docstring of the module is the
rule's page of the manual; where a module declares several rules, each function has its own. `on` lists the subjects that a rule is
run on: `node:heading`, `error:missing-closing`, `expression`, `body`, `block` or `page` for one page alone, `link`, `file` or
`reference:xref` between pages. The rules of a plugin have its name as their scope, and subjects of its own.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from importlib import import_module
from inspect import cleandoc
from pkgutil import iter_modules
from typing import Any, Literal, TypeVar

from refrakt.rules.problem import RULE_SEVERITY, Problem, Severity

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
    "lifecycle",
]
DiagnosticTag = Literal["unnecessary", "deprecated"]
RuleSites = Literal["all", "refrakt"]
"""The sites that a rule is for: all, or those of refrakt, whose runes have content models and whose frontmatter has known keys."""
OWN_SCOPES = ("page", "site", "config")
"""The scopes of refrakt's own rules. Any other scope is the name of a plugin."""
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
    scope: str = "page"
    fixable: bool = False
    """Whether its problems can have a fix; not each has one."""
    tag: DiagnosticTag | None = None
    replaces: tuple[str, ...] = ()
    """Codes of other rules whose problems at the same location it explains better."""
    on: tuple[str, ...] = ()
    run: Callable[..., Iterable[Problem]] = lambda *_: ()
    """No effect for a rule whose problems are found while files are read."""
    sites: RuleSites = "all"
    fixes_spelling: bool = False
    """Whether its fix only changes how a value is written: then it is right for any schema, and safe on sites of all kinds."""
    habitual: bool = False
    """Whether its problems are a habit if many pages of a site repeat them: its schema is probably not what the authors mean."""
    root_cause: bool = False
    """Whether problems that its fix removes as well are consequences, which are not reported."""
    signs: frozenset[int] = frozenset()
    """The signs (`rules/signs.py`) of which a block or the text of a node has one if the rule finds a problem there. Empty for a
    rule that is run on all of them."""

    @property
    def summary(self) -> str:
        return self.doc.strip().partition("\n")[0]

    def problems(self, *subject: object) -> Iterator[Problem]:
        """The complete problems of a subject."""
        return map(self.complete, self.run(*subject))

    def complete(self, problem: Problem) -> Problem:
        """A problem of this rule with its code and, unless the problem has its own, its severity."""
        severity = self.severity if problem.severity == RULE_SEVERITY else problem.severity
        return replace(problem, code=self.code, severity=severity, replaces=self.replaces)


_MOST_SELECTIONS = 2048
_RULES: dict[tuple[str, str], Rule] = {}
"""By namespace and code. refrakt's own rules share the empty namespace; each plugin has one of its own, so that its codes cannot
replace those of others."""


def rule(
    code: str,
    severity: Severity,
    category: Category,
    *,
    on: str,
    scope: str = "page",
    fixable: bool = False,
    tag: DiagnosticTag | None = None,
    replaces: str = "",
    sites: RuleSites = "all",
    fixes_spelling: bool = False,
    habitual: bool = False,
    root_cause: bool = False,
    signs: Iterable[int] = (),
) -> Callable[[Check], Check]:
    """Declare the decorated function as a rule that is run on these subjects. Subjects and codes are separated by spaces."""

    def register(check: Check) -> Check:
        doc = cleandoc(check.__doc__ or sys.modules[check.__module__].__doc__ or "")
        replaced, subjects = tuple(replaces.split()), tuple(on.split())
        declared = Rule(code, severity, category, doc, scope, fixable, tag, replaced, subjects, check, sites)
        declared = replace(declared, fixes_spelling=fixes_spelling, habitual=habitual, root_cause=root_cause)
        _add(replace(declared, signs=frozenset(signs)))
        return check

    return register


def declare(code: str, severity: Severity, category: Category, doc: str, *, scope: str, **options: Any) -> Rule:
    """Declare a rule whose problems are found elsewhere, while files are read."""
    made = Rule(code, severity, category, doc, scope, **options)
    _add(made)
    return made


def _add(new: Rule) -> None:
    key = "" if new.scope in OWN_SCOPES else new.scope, new.code
    if key in _RULES:
        raise ValueError(f"two rules have the code {new.code}")
    _RULES[key] = new


def load_rules(package: str, scope: str) -> Mapping[str, Rule]:
    """Import all modules of a package, and return the rules of a scope by their codes."""
    for module in iter_modules(import_module(package).__path__):
        import_module(f"{package}.{module.name}")
    return {code: each for (_, code), each in sorted(_RULES.items()) if each.scope == scope}


@cache
def page_rules() -> Mapping[str, Rule]:
    """The rules that need one page alone, by their codes."""
    return load_rules(__package__ or "", "page")


@cache
def site_rules() -> Mapping[str, Rule]:
    """The site rules, by their codes. Their package is loaded by name, since rules do not import projects."""
    return load_rules("refrakt.project.site_rules", "site")


def all_rules() -> dict[str, Rule]:
    """The page rules and the site rules, by their codes."""
    return {**page_rules(), **site_rules()}


def declared_rule(code: str) -> Rule | None:
    """The rule with this code if its module is loaded: one of refrakt's own, otherwise that of a plugin."""
    return _RULES.get(("", code)) or next((each for each in _RULES.values() if each.code == code), None)


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
    for_blocks: tuple[Rule, ...]
    """Rules that get a page and one of its blocks, and read no other block."""
    for_expressions: tuple[Rule, ...]
    """Rules for nodes with variables or functions, which few nodes have."""
    for_bodies: tuple[Rule, ...]
    """Rules for tags whose content is matched with a content model, which most tags do not have."""
    root_causes: frozenset[str] = frozenset()
    """The codes of rules whose fixes may remove other problems."""
    codes: frozenset[str] = frozenset()
    _by_signs: dict[tuple[str, frozenset[int]], tuple[Rule, ...]] = field(default_factory=dict)

    def for_block(self, signs: frozenset[int]) -> tuple[Rule, ...]:
        """The rules to run on a block with these signs."""
        found = self._by_signs.get(("", signs))
        return found if found is not None else self._select("", self.for_blocks, signs)

    def for_node(self, type: str, signs: frozenset[int]) -> tuple[Rule, ...]:
        """The rules to run on a node of a type, in a text with these signs."""
        found = self._by_signs.get((type, signs))
        return found if found is not None else self._select(type, self.by_node.get(type, ()), signs)

    def _select(self, subject: str, rules: tuple[Rule, ...], signs: frozenset[int]) -> tuple[Rule, ...]:
        if len(self._by_signs) == _MOST_SELECTIONS:
            self._by_signs.clear()
        found = tuple(each for each in rules if not each.signs or not each.signs.isdisjoint(signs))
        self._by_signs[subject, signs] = found
        return found


@cache
def page_rule_table(*, refrakt: bool, unchecked: frozenset[Category] = frozenset()) -> PageRules:
    """The page rules for a site of refrakt, or for any other, without those of some categories."""
    rules = [each for each in page_rules().values() if refrakt or each.sites == "all"]
    rules = [each for each in rules if each.category not in unchecked]
    for_page, for_blocks, for_expressions, for_bodies = (
        by_subject(rules, kind).get("", ()) for kind in ("page", "block", "expression", "body")
    )
    roots = frozenset(each.code for each in rules if each.root_cause)
    codes = frozenset(each.code for each in rules)
    return PageRules(
        by_subject(rules, "node"),
        by_subject(rules, "error"),
        for_page,
        for_blocks,
        for_expressions,
        for_bodies,
        roots,
        codes,
    )
