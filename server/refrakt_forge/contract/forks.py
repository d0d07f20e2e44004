"""Inputs and outputs of the fork commands."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from refrakt.plugins import option
from refrakt_forge.contract.definitions import WARNINGS
from refrakt_forge.limits import NAME_LENGTH
from refrakt_forge.names import KINDS
from refrakt_forge.schemas import ANY, COUNT, FLAG, TEXT, one_of, record, some

ForkType = Literal["agent", "tool"]


@dataclass(frozen=True, slots=True, kw_only=True)
class ForkListInput:
    type: Literal["agent", "tool", "all"] | None = "all"
    """only forks of this type"""


@dataclass(frozen=True, slots=True, kw_only=True)
class ForkInfoInput:
    name: str = option(positional=True, max_length=NAME_LENGTH)
    """name of the fork"""
    type: ForkType | None = None
    """type, if an agent and a tool have the same name"""


@dataclass(frozen=True, slots=True, kw_only=True)
class ForkDiffInput:
    name: str = option(positional=True, max_length=NAME_LENGTH)
    """name of the fork"""
    format: Literal["unified", "json"] | None = "unified"
    """`unified` adds a text with the differences"""
    type: ForkType | None = None
    """type, if an agent and a tool have the same name"""


@dataclass(frozen=True, slots=True, kw_only=True)
class ForkCheckInput:
    name: str | None = option(None, positional=True, max_length=NAME_LENGTH)
    """name of the fork; default: all forks"""
    type: ForkType | None = None
    """type, if an agent and a tool have the same name"""


_TYPE = one_of(KINDS)
FORK_LIST_OUTPUT = record(
    {"warnings": WARNINGS},
    forks=some(
        record(
            name=TEXT,
            type=_TYPE,
            upstream=record(name=TEXT, version=TEXT),
            localVersion=TEXT,
            path=TEXT,
            hasUpstreamUpdate=FLAG,
        )
    ),
    total=COUNT,
)
FORK_INFO_OUTPUT = record(
    {"lastMerged": TEXT, "upstreamAvailable": FLAG, "warnings": WARNINGS},
    name=TEXT,
    type=_TYPE,
    path=TEXT,
    upstream=record(name=TEXT, version=TEXT, currentVersion=TEXT),
    localVersion=TEXT,
    createdAt=TEXT,
    hasUpstreamUpdate=FLAG,
)
_COUNTS = record(added=COUNT, removed=COUNT, modified=COUNT)
FORK_DIFF_OUTPUT = record(
    {
        "diff": TEXT,
        "baseVersion": TEXT,
        "conflicts": some(TEXT),
        "breakingChanges": some(record(field=TEXT, message=TEXT)),
        "warnings": WARNINGS,
    },
    name=TEXT,
    upstreamVersion=TEXT,
    localVersion=TEXT,
    differences=some(
        record(
            {"changedBy": one_of(("local", "upstream", "both"))},
            field=TEXT,
            local=ANY,
            upstream=ANY,
            changeType=one_of(("added", "removed", "modified")),
        )
    ),
    summary=_COUNTS,
)
FORK_CHECK_OUTPUT = record(
    {"warnings": WARNINGS},
    updates=some(record(name=TEXT, type=_TYPE, localVersion=TEXT, upstreamVersion=TEXT, breakingChanges=FLAG)),
    total=COUNT,
    hasUpdates=FLAG,
)
