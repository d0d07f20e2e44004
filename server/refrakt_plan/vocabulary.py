"""Every word that has a meaning in a plan: types, statuses, attributes, sections. No other module has such a list.

A status has a *standing*, and the questions a plan answers are questions about standings: what can be picked up, what is
finished, what was given up.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import Literal

Sentiment = Literal["neutral", "active", "positive", "caution", "negative"]
"""How a status feels, for those who show it in a colour."""
Standing = Literal["open", "actionable", "achieved", "retired"]
"""`actionable`: somebody may start on it. `achieved`: what it was for is there. `retired`: it ended without that."""


@dataclass(frozen=True, slots=True)
class Status:
    """A status of one type."""

    name: str
    standing: Standing
    sentiment: Sentiment

    @property
    def label(self) -> str:
        """The status as people write it."""
        return {"wontfix": "Won't fix"}.get(self.name) or self.name.replace("-", " ").capitalize()

    @property
    def terminal(self) -> bool:
        """Whether nothing more is to be done."""
        return self.standing in ("achieved", "retired")


@dataclass(frozen=True)
class EntityType:
    """One of the five things a plan is made of."""

    name: str
    plural: str
    """What it is called in counts."""
    folder: str
    """Where a new one goes."""
    prefix: str | None
    """What its ids begin with; None where a person names it."""
    statuses: Mapping[str, Status]
    """By name; the first is what a new one has."""
    settable: tuple[str, ...]
    """The attributes that commands may set, besides its id."""
    display: tuple[str, ...]
    """The statuses in the order in which they are shown."""
    sections: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Headings with a meaning, and what else they may be called."""

    @cached_property
    def _section_names(self) -> Mapping[str, str]:
        return {each.lower(): name for name, others in self.sections.items() for each in (name, *others)}

    @property
    def key(self) -> str:
        """The attribute that identifies one."""
        return "id" if self.prefix else "name"

    @cached_property
    def is_task(self) -> bool:
        """Whether somebody does it, as opposed to writing it or reaching it."""
        return any(each.standing == "actionable" for each in self.statuses.values())

    def section(self, heading: str) -> str | None:
        """The section a heading opens, by the first of its names."""
        return self._section_names.get(heading.strip().lower())

    def standing(self, status: str | None) -> Standing:
        """The standing of a status; what nobody knows is open."""
        known = self.statuses.get(status or "")
        return known.standing if known else "open"

    def is_terminal(self, status: str | None) -> bool:
        return self.standing(status) in ("achieved", "retired")

    def after(self, status: str | None) -> list[str]:
        """The other statuses, the likeliest to follow first: on towards what it is for, then aside, then back."""
        names = list(self.statuses)
        way = names[: max(index for index, name in enumerate(names) if self.standing(name) == "achieved") + 1]
        starts = (index for index, name in enumerate(way) if self.standing(name) == "actionable")
        at = way.index(status) + 1 if status in way else next(starts, 0)
        aside = [name for name in names if name not in way]
        return [name for name in (*way[at:], *aside, *way[:at]) if name != status]


BLOCKED_BY = "Blocked by"
BLOCKS = "Blocks"
_EDGES = {
    BLOCKED_BY: ("Depends On", "Requires", "Deps", "Needs", "Dependencies"),
    BLOCKS: ("Unblocks", "Enables", "Required By"),
}
DEPRECATED = {"dependencies": BLOCKED_BY}
"""Headings that say less than the section they open: of which kind, and in which direction?"""
REVERSED = re.compile(
    r"\b(?:"
    + "|".join((BLOCKS, *_EDGES[BLOCKS]))
    + r"|needed by|used by|consumed by|foundation for|prerequisite (?:for|of|to)|(?:depends?|waits?|builds?) (?:on|for) this)\b",
    re.IGNORECASE,
)
"""What is said of the one that blocks, and not of the one that is blocked."""


def _known(*statuses: tuple[str, Standing, Sentiment]) -> dict[str, Status]:
    return {name: Status(name, standing, sentiment) for name, standing, sentiment in statuses}


SPEC = EntityType(
    "spec",
    "specs",
    "specs",
    "SPEC-",
    _known(
        ("draft", "open", "neutral"),
        ("review", "open", "active"),
        ("accepted", "achieved", "positive"),
        ("implemented", "achieved", "positive"),
        ("shipped", "achieved", "positive"),
        ("superseded", "retired", "neutral"),
        ("deprecated", "retired", "caution"),
    ),
    ("status", "version", "supersedes", "released-in", "source", "tags"),
    ("review", "draft", "accepted", "implemented", "shipped", "superseded", "deprecated"),
)
WORK = EntityType(
    "work",
    "work",
    "work",
    "WORK-",
    _known(
        ("draft", "open", "neutral"),
        ("ready", "actionable", "active"),
        ("in-progress", "open", "active"),
        ("review", "open", "active"),
        ("done", "achieved", "positive"),
        ("blocked", "open", "negative"),
        ("pending", "open", "caution"),
        ("cancelled", "retired", "neutral"),
        ("superseded", "retired", "neutral"),
    ),
    ("status", "priority", "complexity", "assignee", "milestone", "source", "supersedes", "pr", "tags"),
    ("blocked", "in-progress", "review", "ready", "pending", "draft", "done", "cancelled", "superseded"),
    {
        "Acceptance Criteria": ("Criteria", "AC", "Done When"),
        **_EDGES,
        "Approach": ("Technical Notes", "Implementation Notes", "How"),
        "References": ("Refs", "Related", "Context"),
        "Edge Cases": ("Exceptions", "Corner Cases"),
        "Verification": ("Test Cases", "Tests"),
    },
)
BUG = EntityType(
    "bug",
    "bugs",
    "bugs",
    "BUG-",
    _known(
        ("reported", "open", "caution"),
        ("confirmed", "actionable", "negative"),
        ("in-progress", "open", "active"),
        ("fixed", "achieved", "positive"),
        ("wontfix", "retired", "neutral"),
        ("duplicate", "retired", "neutral"),
    ),
    ("status", "severity", "assignee", "milestone", "source", "pr", "tags"),
    ("in-progress", "confirmed", "reported", "fixed", "wontfix", "duplicate"),
    {
        "Steps to Reproduce": ("Reproduction", "Steps", "Repro"),
        "Expected": ("Expected Behaviour",),
        "Actual": ("Actual Behaviour",),
        "Environment": ("Env",),
        **_EDGES,
    },
)
DECISION = EntityType(
    "decision",
    "decisions",
    "decisions",
    "ADR-",
    _known(
        ("proposed", "open", "active"),
        ("accepted", "achieved", "positive"),
        ("rejected", "retired", "negative"),
        ("superseded", "retired", "neutral"),
        ("deprecated", "retired", "caution"),
    ),
    ("status", "date", "supersedes", "source", "tags"),
    ("proposed", "accepted", "rejected", "superseded", "deprecated"),
    {
        "Context": ("Background",),
        "Options Considered": ("Options", "Alternatives"),
        "Decision": (),
        "Rationale": ("Reasoning",),
        "Consequences": ("Impact", "Trade-offs"),
    },
)
MILESTONE = EntityType(
    "milestone",
    "milestones",
    "milestones",
    None,
    _known(("planning", "open", "neutral"), ("active", "open", "active"), ("complete", "achieved", "positive")),
    ("status", "target"),
    ("active", "planning", "complete"),
)

TYPES: Mapping[str, EntityType] = {each.name: each for each in (SPEC, WORK, BUG, DECISION, MILESTONE)}
NUMBERED = tuple(each.name for each in TYPES.values() if each.prefix)
"""The types whose ids are counted."""
UNSETTABLE = ("created", "modified")
"""Attributes every type may have and git knows better: read, never set."""


@dataclass(frozen=True, slots=True)
class Scale:
    """Values in the order of what comes first, and the one that counts where there is none."""

    values: tuple[str, ...]
    default: str

    def rank(self, value: str | None) -> int:
        """How far back a value stands; one that is not known stands where the default does."""
        return self.values.index(value if value in self.values else self.default)


PRIORITY = Scale(("critical", "high", "medium", "low"), "medium")
COMPLEXITY = Scale(("trivial", "simple", "moderate", "complex", "unknown"), "unknown")
SEVERITY = Scale(("critical", "major", "minor", "cosmetic"), "major")
SCALES: Mapping[str, Scale] = {"priority": PRIORITY, "complexity": COMPLEXITY, "severity": SEVERITY}
"""By the attributes whose values they are."""

PULL_REQUEST = re.compile(r"[A-Za-z0-9._-]+/[A-Za-z0-9._-]+#\d+", re.ASCII)
"""`organisation/repository#number`; the whole of one item of `pr`."""
RELEASE = re.compile(r"v?\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?", re.ASCII)
"""A version, the whole of `released-in`."""

REFERRING: Mapping[str, str] = {
    "ref": "primary",
    "xref": "primary",
    "expand": "primary",
    "relationships": "of",
    "plan-history": "id",
    "plan-progress": "milestone",
}
"""Tags that name an entity, and the attribute that does; `primary` is the value without a name."""
NAMING = ("source", "supersedes", "milestone")
"""Attributes of an entity that name others."""
LISTS = ("source", "tags", "pr")
"""Attributes that hold several values, with commas between them."""

EXPECTED_SECTIONS: Mapping[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "work": (("ready", "in-progress", "review", "done"), ("Acceptance Criteria",)),
    "bug": (("confirmed", "in-progress", "fixed"), ("Steps to Reproduce", "Expected", "Actual")),
    "decision": (("accepted",), ("Context", "Decision")),
}
"""For each type, the statuses in which it should have certain sections, and these."""
BUILT = ("implemented", "shipped")
"""The statuses of a spec that say that its work is done."""
STARTED = ("in-progress", "review")
"""The statuses of work and bugs that say that somebody is at it."""


def listed(text: str | None) -> list[str]:
    """The items of an attribute that holds several with commas between them."""
    return list(_items(text)) if text else []


@lru_cache(maxsize=4096)
def _items(text: str) -> tuple[str, ...]:
    return tuple(item for each in text.split(",") if (item := each.strip()))
