"""Compares two definitions field by field, and three for who changed what.

Mappings are compared by key, lists as a whole. A field that both sides changed differently since the fork is a conflict.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from difflib import unified_diff
from typing import Any, Literal

from refrakt_forge.forks.fork import FORK_FIELDS
from refrakt_forge.names import Kind, parse_reference

IGNORED_FIELDS = (*FORK_FIELDS, "name")
ChangeType = Literal["added", "removed", "modified"]
ChangedBy = Literal["local", "upstream", "both"]


class _Absent:
    """No value, which is not the same as `null`."""


ABSENT: Any = _Absent()


@dataclass(frozen=True, slots=True)
class FieldDifference:
    """`added` is only in the fork, `removed` only in the upstream."""

    field: str
    local: Any
    upstream: Any
    change_type: ChangeType
    changed_by: ChangedBy | None = None
    """Since the fork; None if the version of the fork is not known."""

    def as_json(self) -> dict[str, Any]:
        shown: dict[str, Any] = {
            "field": self.field,
            "local": None if self.local is ABSENT else self.local,
            "upstream": None if self.upstream is ABSENT else self.upstream,
            "changeType": self.change_type,
        }
        return {**shown, "changedBy": self.changed_by} if self.changed_by is not None else shown


def differences(
    local: Mapping[str, Any], upstream: Mapping[str, Any], base: Mapping[str, Any] | None = None
) -> list[FieldDifference]:
    """The fields in which a fork differs from its upstream; `base` is the version that was forked."""
    one, other = _fields(local), _fields(upstream)
    origin = _fields(base) if base is not None else None
    found = []
    for field in sorted({*one, *other}):
        mine, theirs = one.get(field, ABSENT), other.get(field, ABSENT)
        if mine == theirs and type(mine) is type(theirs):
            continue
        change: ChangeType = "added" if theirs is ABSENT else "removed" if mine is ABSENT else "modified"
        found.append(FieldDifference(field, mine, theirs, change, _changed_by(origin, field, mine, theirs)))
    return found


def _changed_by(origin: Mapping[str, Any] | None, field: str, mine: Any, theirs: Any) -> ChangedBy | None:
    if origin is None:
        return None
    before = origin.get(field, ABSENT)
    if theirs == before:
        return "local"
    return "upstream" if mine == before else "both"


def _fields(data: Mapping[str, Any]) -> dict[str, Any]:
    return dict(_walk({key: value for key, value in data.items() if key not in IGNORED_FIELDS}, ""))


def _walk(data: Mapping[str, Any], prefix: str) -> Iterator[tuple[str, Any]]:
    for key, value in data.items():
        if isinstance(value, Mapping) and value:
            yield from _walk(value, f"{prefix}{key}.")
        else:
            yield f"{prefix}{key}", value


def breaking_changes(kind: Kind, old: Mapping[str, Any], new: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """The fields of an upstream whose change breaks users of the old version, with the reason."""
    if kind == "agent":
        gone = [each for each in _references(old, "tools") if each not in _references(new, "tools")]
        yield from ((("tools"), f"tool `{each}` was removed") for each in gone)
        before, after = (_get(each, "llm", "provider") for each in (old, new))
        if before is not None and after is not None and before != after:
            yield "llm.provider", "the provider changed"
        return
    yield from _broken_parameters(old.get("parameters"), new.get("parameters"), "parameters")
    before, after = (_get(each, "implementation", "type") for each in (old, new))
    if before != after:
        yield "implementation.type", "the implementation changed"
    if old.get("output") is not None and old.get("output") != new.get("output"):
        yield "output", "the output changed"


def _broken_parameters(old: Any, new: Any, field: str) -> Iterator[tuple[str, str]]:
    before, after = (each if isinstance(each, Mapping) else {} for each in (old, new))
    for name, each in before.items():
        here = f"{field}.{name}"
        if name not in after:
            yield here, "the parameter was removed"
        elif isinstance(each, Mapping) and isinstance(after[name], Mapping):
            if each.get("type") != after[name].get("type"):
                yield here, "the type changed"
            if after[name].get("required") is True and each.get("required") is not True:
                yield here, "the parameter is now required"
            missing = [value for value in _items(each.get("enum")) if value not in _items(after[name].get("enum"))]
            if missing and after[name].get("enum") is not None:
                yield here, "a value was removed"
            yield from _broken_parameters(each.get("properties"), after[name].get("properties"), f"{here}.properties")
    for name, each in after.items():
        if name not in before and isinstance(each, Mapping) and each.get("required") is True:
            yield f"{field}.{name}", "a required parameter was added"


def _references(data: Mapping[str, Any], field: str) -> list[str]:
    return [parse_reference(each).name for each in _items(data.get(field)) if isinstance(each, str)]


def _items(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []


def _get(data: Mapping[str, Any], *path: str) -> Any:
    value: Any = data
    for step in path:
        value = value.get(step) if isinstance(value, Mapping) else None
    return value


def unified_text(local: Mapping[str, Any], upstream: Mapping[str, Any], names: tuple[str, str]) -> str:
    """The differences as a unified diff of both definitions in sorted YAML, from the upstream to the fork."""
    import yaml

    before, after = (
        yaml.safe_dump(
            {key: value for key, value in each.items() if key not in IGNORED_FIELDS}, sort_keys=True, allow_unicode=True
        ).splitlines()
        for each in (upstream, local)
    )
    return "\n".join(unified_diff(before, after, fromfile=names[0], tofile=names[1], lineterm=""))
