"""Habits: problems that many pages of a plain site repeat.

If many pages break the same rule of a site's schema in the same way, the schema is probably not what the authors mean, and hundreds
of reports would hide the others. A habit is reported once, where the schema defines the tag or the attribute. Which rules can have
habits is declared with them: broken links, unknown tags and syntax errors are mistakes of a page, however frequent.
Problems are counted by tag and attribute. All values that an attribute does not allow are one habit, except those that look like
a misspelt one: each of them is counted alone.

Pages are counted as they are on disk, so typing changes no habit.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from refrakt.markdoc.tree import Span
from refrakt.project.page_problems import HabitKey, habit_key
from refrakt.project.site import SiteContext
from refrakt.rules.problem import Problem, Related
from refrakt.rules.registry import page_rules
from refrakt.runes.rune import Rune
from refrakt.runes.source_location import SourceLocation

if TYPE_CHECKING:
    from refrakt.runes.javascript.site_schema import NodeSchema

_LEAST_PROBLEMS = 5
_LEAST_PAGES = 3
_MOST_RELATED = 20
_ADVICE = "If this is intended, change the site's schema; else correct these pages."
_WITHOUT_SCHEMA = "Correct these pages."


@dataclass(frozen=True, slots=True)
class Habit:
    """A habit, with one problem for all of its occurrences."""

    path: str
    """The file of the definition in the schema; the first page if there is none."""
    problem: Problem
    pages: frozenset[str]


@dataclass(frozen=True, slots=True)
class Habits:
    """The habits of a site at one moment."""

    by_key: Mapping[HabitKey, Habit] = field(default_factory=dict)

    def includes(self, problem: Problem) -> bool:
        """Whether a problem of a page is one of many."""
        return habit_key(problem) in self.by_key

    def at(self, path: str) -> list[Problem]:
        """The habits that are reported in a file."""
        return [each.problem for each in self.by_key.values() if each.path == path]

    @property
    def keys(self) -> frozenset[HabitKey]:
        return frozenset(self.by_key)

    @property
    def paths(self) -> set[str]:
        """The files in which habits are reported."""
        return {each.path for each in self.by_key.values()}

    def changed_files(self, before: Habits) -> set[str]:
        """The files whose problems differ from those with other habits."""
        keys = self.by_key.keys() | before.by_key.keys()
        differing = [key for key in keys if self.by_key.get(key) != before.by_key.get(key)]
        changed = [each for key in differing for each in (self.by_key.get(key), before.by_key.get(key)) if each]
        return {path for each in changed for path in (each.path, *each.pages)}


NO_HABITS = Habits()


class HabitCounter:
    """Counts the problems of a site's pages. Not safe for several threads at once."""

    def __init__(self, site: SiteContext) -> None:
        self._site = site
        self._by_page: dict[str, tuple[Problem, ...]] = {}
        """The problems that may be habits, for the pages that have any."""
        self._changed = False
        self.habits = NO_HABITS

    def put(self, path: str, problems: Iterable[Problem]) -> None:
        """Count the problems of a page, instead of those that it had before."""
        found: tuple[Problem, ...] = ()
        if not self._site.vocabulary.refrakt:
            rules = page_rules()
            found = tuple(each for each in problems if (rule := rules.get(each.code)) is not None and rule.habitual)
        if found != self._by_page.get(path, ()):
            self._changed = True
            if found:
                self._by_page[path] = found
            else:
                del self._by_page[path]

    def update(self) -> set[str]:
        """Find the habits again if a page has changed; returns the files whose problems differ by that."""
        if not self._changed:
            return set()
        self._changed = False
        before, self.habits = self.habits, self._find()
        return self.habits.changed_files(before)

    def _find(self) -> Habits:
        occurrences: dict[HabitKey, list[tuple[str, Problem]]] = {}
        for path in sorted(self._by_page):
            for each in self._by_page[path]:
                occurrences.setdefault(habit_key(each), []).append((path, each))
        return Habits(
            {
                key: habit
                for key, found in sorted(occurrences.items())
                if len(found) >= _LEAST_PROBLEMS and (habit := self._habit(found)) is not None
            }
        )

    def _habit(self, found: list[tuple[str, Problem]]) -> Habit | None:
        pages = frozenset(path for path, _ in found)
        if len(pages) < _LEAST_PAGES:
            return None
        first, problem = found[0]
        location = definition(self._site, problem.target)
        path, span = (first, problem.span) if location is None else (location.path, Span(location.start, location.end))
        places = found[: _MOST_RELATED + 1] if location is not None else found[1 : _MOST_RELATED + 1]
        related = tuple(Related(page, other.span, other.message) for page, other in places[:_MOST_RELATED])
        message = f"{problem.habit_message or problem.message} ({len(found)} times on {len(pages)} pages)"
        advice = _ADVICE if problem.target is not None else _WITHOUT_SCHEMA
        made = Problem(span, message, advice, None, related, "info", problem.code, habit=True)
        return Habit(path, made, pages)


def definition(site: SiteContext, path: str | None) -> SourceLocation | None:
    """Where a schema defines an attribute (`box size`); else where it defines the tag or the node."""
    owner, _, name = (path or "").partition(" ")
    defined: NodeSchema | Rune | None
    if owner.startswith(":"):
        schema = site.markdoc.schema if site.markdoc is not None else None
        defined = schema.nodes.get(owner[1:]) if schema is not None else None
    else:
        defined = site.vocabulary.get(owner)
    attributes = defined.attributes if defined is not None else ()
    named = next((each.location for each in attributes if each.name == name), None)
    return named or (defined.location if defined is not None else None)
