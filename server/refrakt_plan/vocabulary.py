"""The vocabulary of a plan: types, statuses, attributes, sections. No other module lists them.

Each status has a *category*. Whether an entity can be started, is finished or was abandoned follows from its category.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import Literal

Sentiment = Literal["neutral", "active", "positive", "caution", "negative"]
"""The mood of a status, for colours."""
StatusCategory = Literal["open", "actionable", "achieved", "retired"]
"""`actionable`: ready to be started. `achieved`: finished with success. `retired`: ended without success."""


@dataclass(frozen=True, slots=True)
class Status:
    """A status of one type."""

    name: str
    category: StatusCategory
    sentiment: Sentiment

    @property
    def label(self) -> str:
        """The status for display."""
        return {"wontfix": "Won't fix"}.get(self.name) or self.name.replace("-", " ").capitalize()


@dataclass(frozen=True)
class EntityType:
    """One of the five types of entities."""

    name: str
    plural: str
    """Its name in counts."""
    folder: str
    """The folder of new entities."""
    prefix: str | None
    """The prefix of its ids; None if a person names it."""
    statuses: Mapping[str, Status]
    """By name; a new entity has the first one."""
    settable: tuple[str, ...]
    """The attributes that commands may set, besides the id."""
    display: tuple[str, ...]
    """The statuses in display order."""
    sections: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Known section headings, each with its aliases."""

    @cached_property
    def _section_names(self) -> Mapping[str, str]:
        return {each.lower(): name for name, others in self.sections.items() for each in (name, *others)}

    @property
    def key(self) -> str:
        """The attribute that holds the id."""
        return "id" if self.prefix else "name"

    @cached_property
    def is_task(self) -> bool:
        """Whether it is something to do, unlike a spec, a decision or a milestone."""
        return any(each.category == "actionable" for each in self.statuses.values())

    def section(self, heading: str) -> str | None:
        """The known section that a heading begins, by its main name."""
        return self._section_names.get(heading.strip().lower())

    def category(self, status: str | None) -> StatusCategory:
        """The category of a status; an unknown one is open."""
        declared = self.statuses.get(status or "")
        return declared.category if declared else "open"

    def is_terminal(self, status: str | None) -> bool:
        return self.category(status) in ("achieved", "retired")

    def next_statuses(self, status: str | None) -> list[str]:
        """The other statuses, the likeliest next one first: forward, then off the main path, then back."""
        names = list(self.statuses)
        path = names[: max(index for index, name in enumerate(names) if self.category(name) == "achieved") + 1]
        starts = (index for index, name in enumerate(path) if self.category(name) == "actionable")
        at = path.index(status) + 1 if status in path else next(starts, 0)
        off_path = [name for name in names if name not in path]
        return [name for name in (*path[at:], *off_path, *path[:at]) if name != status]


BLOCKED_BY = "Blocked by"
BLOCKS = "Blocks"
_DEPENDENCY_SECTIONS = {
    BLOCKED_BY: ("Depends On", "Requires", "Deps", "Needs", "Dependencies"),
    BLOCKS: ("Unblocks", "Enables", "Required By"),
}
DEPRECATED_HEADINGS = {"dependencies": BLOCKED_BY}
"""Headings that do not show the direction of a dependency, and the section each begins."""
REVERSE_DEPENDENCY = re.compile(
    r"\b(?:"
    + "|".join((BLOCKS, *_DEPENDENCY_SECTIONS[BLOCKS]))
    + r"|needed by|used by|consumed by|foundation for|prerequisite (?:for|of|to)|(?:depends?|waits?|builds?) (?:on|for) this)\b",
    re.IGNORECASE,
)
"""Words that describe the blocking entity, not the blocked one."""


def _statuses(*statuses: tuple[str, StatusCategory, Sentiment]) -> dict[str, Status]:
    return {name: Status(name, category, sentiment) for name, category, sentiment in statuses}


SPEC = EntityType(
    "spec",
    "specs",
    "specs",
    "SPEC-",
    _statuses(
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
    _statuses(
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
        **_DEPENDENCY_SECTIONS,
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
    _statuses(
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
        **_DEPENDENCY_SECTIONS,
    },
)
DECISION = EntityType(
    "decision",
    "decisions",
    "decisions",
    "ADR-",
    _statuses(
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
    _statuses(("planning", "open", "neutral"), ("active", "open", "active"), ("complete", "achieved", "positive")),
    ("status", "target"),
    ("active", "planning", "complete"),
)

TYPES: Mapping[str, EntityType] = {each.name: each for each in (SPEC, WORK, BUG, DECISION, MILESTONE)}
NUMBERED = tuple(each.name for each in TYPES.values() if each.prefix)
"""The types with numbered ids."""
READ_ONLY_ATTRIBUTES = ("created", "modified")
"""Attributes of every type that git records better: read, never set."""


_NAMED = re.compile(
    rf"(?P<prefix>{'|'.join(re.escape(each.prefix) for each in TYPES.values() if each.prefix)})[0-9]+(?:-|\.md$)"
)


def type_of_file(name: str) -> EntityType | None:
    """The type whose id a file name begins with."""
    found = _NAMED.match(name)
    return next(each for each in TYPES.values() if each.prefix == found["prefix"]) if found is not None else None


@dataclass(frozen=True, slots=True)
class Scale:
    """Values in order, and the default."""

    values: tuple[str, ...]
    default: str

    def rank(self, value: str | None) -> int:
        """The position of a value; an unknown one has that of the default."""
        return self.values.index(value if value in self.values else self.default)


PRIORITY = Scale(("critical", "high", "medium", "low"), "medium")
COMPLEXITY = Scale(("trivial", "simple", "moderate", "complex", "unknown"), "unknown")
SEVERITY = Scale(("critical", "major", "minor", "cosmetic"), "major")
SCALES: Mapping[str, Scale] = {"priority": PRIORITY, "complexity": COMPLEXITY, "severity": SEVERITY}
"""By attribute name."""

PULL_REQUEST = re.compile(r"[A-Za-z0-9._-]+/[A-Za-z0-9._-]+#\d+", re.ASCII)
"""`organisation/repository#number`: one item of `pr`."""
RELEASE = re.compile(r"v?\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?", re.ASCII)
"""A version: the value of `released-in`."""

REFERENCE_TAGS: Mapping[str, str] = {
    "ref": "primary",
    "xref": "primary",
    "expand": "primary",
    "relationships": "of",
    "plan-history": "id",
    "plan-progress": "milestone",
}
"""Tags that refer to an entity, and the attribute that holds the id; `primary` is the unnamed value."""
REFERENCE_ATTRIBUTES = ("source", "supersedes", "milestone")
"""Attributes of an entity that refer to others."""
LIST_ATTRIBUTES = ("source", "tags", "pr")
"""Attributes with several comma-separated values."""

EXPECTED_SECTIONS: Mapping[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "work": (("ready", "in-progress", "review", "done"), ("Acceptance Criteria",)),
    "bug": (("confirmed", "in-progress", "fixed"), ("Steps to Reproduce", "Expected", "Actual")),
    "decision": (("accepted",), ("Context", "Decision")),
}
"""For each type, the statuses that require certain sections, and these sections."""
SECTION_SYNONYMS: Mapping[str, tuple[str, ...]] = {
    "Acceptance Criteria": (
        "Acceptance",
        "Acceptance Tests",
        "Definition of Done",
        "Success Criteria",
        "Exit Criteria",
        "Requirements",
        "Checklist",
    ),
    "Steps to Reproduce": ("How to Reproduce", "Reproduction Steps", "Reproducing", "To Reproduce"),
    "Expected": ("Expected Result", "Expected Results", "Expected Behavior", "Expected Outcome"),
    "Actual": (
        "Actual Result",
        "Actual Results",
        "Actual Behavior",
        "Observed",
        "Observed Behaviour",
        "Current Behavior",
    ),
    "Context": ("Problem", "Problem Statement", "Motivation", "Introduction"),
    "Decision": ("Decision Outcome", "Chosen Option", "Outcome", "Solution"),
}
"""Headings of other tools that are not aliases: a person decides whether they are the section."""
IMPLEMENTED_STATUSES = ("implemented", "shipped")
"""The statuses of a spec that mean that its work is done."""
STARTED_STATUSES = ("in-progress", "review")
"""The statuses of work and bugs that mean that someone works on them."""


def split_list(text: str | None) -> list[str]:
    """The items of a comma-separated value."""
    return list(_split(text)) if text else []


@lru_cache(maxsize=4096)
def _split(text: str) -> tuple[str, ...]:
    return tuple(item for each in text.split(",") if (item := each.strip()))
