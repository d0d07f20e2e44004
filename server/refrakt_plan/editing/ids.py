"""The ids of entities and the names of their files.

An id is part of a file name and of a URI, so it must be valid in both. A file is named after the id and the title, in characters
that are safe on every system and in every shell: `WORK-002-add-foo.md`.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from itertools import count
from typing import TYPE_CHECKING

from refrakt.plugins import RefraktError
from refrakt_plan.vocabulary import NUMBERED, TYPES, EntityType

if TYPE_CHECKING:
    from refrakt_plan.scanner.plan_scanner import Plan

SUFFIX = ".md"
_MAX_NAME_BYTES = 200
"""Bytes of a file name: what every file system allows, with room for what tools append."""
_MAX_ID_BYTES = 120
"""Bytes of an id, so that the title fits beside it."""
_INVALID_IN_ID = re.compile(r'[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff/\\<>:"|?*]|%\}|\A[\s.]|\s\Z')
"""What ends a line or a tag, what separates folders, what some system refuses in a file name."""
_DIGITS = re.compile(r"[0-9]{0,18}")
"""Enough for any count; an id may be longer, and hostile."""
_ID_PREFIX = re.compile(
    "(" + "|".join(re.escape(TYPES[each].prefix or "") for each in NUMBERED) + r")[0-9]+(?=-|\Z)-?", re.IGNORECASE
)


def slug(title: str) -> str:
    """A title in lower-case ASCII letters, digits and dashes, without accents; `untitled` if none remain."""
    folded = unicodedata.normalize("NFKD", title.casefold())
    plain = "".join(each for each in folded if not unicodedata.combining(each))
    return re.sub("[^a-z0-9]+", "-", plain).strip("-") or "untitled"


def entity_file(kind: EntityType, key: str, title: str) -> str:
    """The file of a new entity, relative to the plan folder. A milestone's file is named after its title only."""
    prefix = f"{key}-" if kind.prefix else ""
    return f"{kind.folder}/{_file_name(prefix, slug(title))}"


def file_name_with_id(key: str, name: str, title: str | None) -> str:
    """The name of a file, changed so that it begins with the id of its entity.

    Another id, or another spelling of this one, is replaced; the rest of the name stays.
    """
    if name.startswith(f"{key}-"):
        return name
    stem = name.removesuffix(SUFFIX)
    other = _ID_PREFIX.match(stem)
    rest = "" if stem == key else stem[other.end() :] if other else stem
    return _file_name(f"{key}-", rest or slug(title or ""))


def _file_name(prefix: str, rest: str) -> str:
    room = _MAX_NAME_BYTES - len(f"{prefix}{SUFFIX}".encode())
    cut = rest.encode()[:room].decode(errors="ignore").rstrip("-")
    return f"{prefix}{cut}{SUFFIX}"


def check_id(id: str) -> None:
    """Refuse an invalid id: INVALID_ARGS."""
    if not id:
        raise RefraktError("INVALID_ARGS", "the id is empty", "Use an id like WORK-001, or v1.0.0 for a milestone.")
    if _INVALID_IN_ID.search(id):
        hint = "An id must not begin with a dot or a space, or contain slashes, quotes, `%}` or control characters."
        raise RefraktError("INVALID_ARGS", f"{id!r} is not a valid id", hint)
    if len(id.encode()) > _MAX_ID_BYTES:
        message = f"an id of {len(id):,} characters is too long for a file name"
        raise RefraktError("INVALID_ARGS", message, f"Use at most {_MAX_ID_BYTES}.")


def next_id(plan: Plan | None, kind: EntityType) -> tuple[str, str | None]:
    """The next id of a type, and the highest existing one.

    The number is one more than the highest; gaps are not filled, because a missing number was used once.
    """
    return next(next_ids(plan, kind)), _highest(plan, kind)


def next_ids(plan: Plan | None, kind: EntityType) -> Iterator[str]:
    """The next id of a type and the ones after it, without existing ones."""
    highest = _highest(plan, kind)
    first = _number(highest, kind.prefix or "") + 1 if highest else 1
    taken = set(_taken(plan, kind))
    return (id for number in count(first) if (id := f"{kind.prefix}{number:03}") not in taken)


def _highest(plan: Plan | None, kind: EntityType) -> str | None:
    prefix = kind.prefix
    if prefix is None:
        raise RefraktError("INVALID_ARGS", f"a {kind.name} has no next id", "Use a name, like v1.0.0.")
    return max(_taken(plan, kind), key=lambda id: _number(id, prefix), default=None)


def _taken(plan: Plan | None, kind: EntityType) -> Iterator[str]:
    """Every id of a type. A file that cannot be read reserves the id that its name begins with."""
    return (each for each in _ids(plan) if each.startswith(kind.prefix or "")) if plan else iter(())


def _ids(plan: Plan) -> Iterator[str]:
    unread = [each.file for each in plan.unreadable]
    for entity in plan.entities:
        if entity.id is not None:
            yield entity.id
        else:
            unread.append(entity.file)
    for file in unread:
        if found := _ID_PREFIX.match(file.rpartition("/")[2]):
            yield found[0].removesuffix("-").upper()


def _number(id: str, prefix: str) -> int:
    """The number in an id; 0 if there is none."""
    digits = _DIGITS.match(id, len(prefix))
    return int(digits[0] or 0) if digits else 0
