"""Inputs and outputs of the agent and tool commands, which differ only in their names."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from refrakt.plugins import option
from refrakt_forge.limits import NAME_LENGTH, OFFSET, PATH_LENGTH, RANGE_LENGTH, TAG_LENGTH, TAGS
from refrakt_forge.names import KINDS, TIERS, Kind
from refrakt_forge.schemas import COUNT, FLAG, OBJECT, TEXT, Schema, one_of, record, some

SCHEMA_VERSION = "1.0"
"""Of definitions; `schema_version` of a validation."""
DEFAULT_LIMIT = 100
MOST_ROWS = 1000
SourceFilter = Literal["local", "global", "stockyard", "all"]


@dataclass(frozen=True, slots=True, kw_only=True)
class DefinitionListInput:
    tags: list[str] | None = option(None, max_items=TAGS, max_length=TAG_LENGTH)
    """only definitions with any of these tags"""
    source: SourceFilter | None = "all"
    """only definitions from this source"""
    limit: int | None = option(DEFAULT_LIMIT, minimum=1, maximum=MOST_ROWS)
    """most rows"""
    offset: int | None = option(0, minimum=0, maximum=OFFSET)
    """rows to skip"""


@dataclass(frozen=True, slots=True, kw_only=True)
class DefinitionInfoInput:
    name: str = option(positional=True, max_length=NAME_LENGTH)
    """name, optionally with `@` and a version range"""
    version: str | None = option(None, max_length=RANGE_LENGTH)
    """version or npm range; default: the latest"""
    source: SourceFilter | None = "all"
    """where to look"""


@dataclass(frozen=True, slots=True, kw_only=True)
class DefinitionValidateInput:
    path: str | None = option(None, positional=True, max_length=PATH_LENGTH)
    """definition file; not together with a name"""
    name: str | None = option(None, max_length=NAME_LENGTH)
    """name of an installed definition; not together with a path"""
    strict: bool | None = False
    """whether most warnings count as errors"""


_SOURCE = one_of(TIERS)
WARNINGS = some(record({"registry": TEXT, "code": TEXT, "stale": FLAG}, message=TEXT))

_ROW = record(
    {"description": TEXT, "tags": some(TEXT), "shadowed": FLAG, "invalid": FLAG, "plugin": TEXT},
    name=TEXT,
    version=TEXT,
    source=_SOURCE,
    path=TEXT,
)


def list_output(rows: str) -> Schema:
    """The output of a list; `rows` is `agents` or `tools`."""
    return record({"warnings": WARNINGS}, **{rows: some(_ROW)}, total=COUNT, limit=COUNT, offset=COUNT)


_DEPENDENCY = record({"unresolved": FLAG}, name=TEXT, version=TEXT, type=one_of(("tool", "agent")))
_SHARED = {
    "description": TEXT,
    "author": TEXT,
    "license": TEXT,
    "tags": some(TEXT),
    "extends": TEXT,
    "dependencies": some(_DEPENDENCY),
    "integrity": TEXT,
    "warnings": WARNINGS,
}
_INFO_MEMBERS = {
    "agent": {"tools": some(TEXT), "prompt": TEXT},
    "tool": {"inputSchema": OBJECT, "outputSchema": OBJECT},
}
INFO_OUTPUTS: dict[Kind, Schema] = {
    kind: record({**_SHARED, **_INFO_MEMBERS[kind]}, name=TEXT, version=TEXT, source=_SOURCE, path=TEXT)
    for kind in KINDS
}
"""By kind: the output of `agent-info` and `tool-info`."""
VALIDATE_OUTPUT = record(
    valid=FLAG,
    path=TEXT,
    errors=some(record({"code": TEXT}, field=TEXT, message=TEXT, severity=one_of(("error", "warning")))),
    warnings=some(record({"code": TEXT}, field=TEXT, message=TEXT)),
    schema_version=TEXT,
)
