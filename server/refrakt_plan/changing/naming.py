"""The ids of entities, and the names of the files they lie in.

An id is part of a file's name and of an address, so it has to be fit for both. A file is called after the id and the title, in
letters that every system and every shell takes as they are: `WORK-002-add-foo.md`.
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
    from refrakt_plan.reading.scanner import Plan

SUFFIX = ".md"
_LONGEST = 200
"""So many bytes a file's name may have: what every disk takes, with room for what tools add to it."""
_LONGEST_ID = 120
"""So many bytes an id may have, for the title to have a place beside it."""
_UNFIT = re.compile(r'[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff/\\<>:"|?*]|%\}|\A[\s.]|\s\Z')
"""What no id may have: what ends a line or a tag, what leads to another folder, what some system refuses in a name."""
_DIGITS = re.compile(r"[0-9]{0,18}")
"""As many as anybody counts to; an id may be longer, and hostile."""
_LIKE_AN_ID = re.compile(
    "(" + "|".join(re.escape(TYPES[each].prefix or "") for each in NUMBERED) + r")[0-9]+(?=-|\Z)-?", re.IGNORECASE
)


def slug(title: str) -> str:
    """A title in lower-case letters, digits and dashes. Accents are dropped; what has no such letters is `untitled`."""
    folded = unicodedata.normalize("NFKD", title.casefold())
    plain = "".join(each for each in folded if not unicodedata.combining(each))
    return re.sub("[^a-z0-9]+", "-", plain).strip("-") or "untitled"


def file_of(kind: EntityType, key: str, title: str) -> str:
    """The file of a new entity, below the plan folder. A milestone's is called after its title alone."""
    begin = f"{key}-" if kind.prefix else ""
    return f"{kind.folder}/{_fitting(begin, slug(title))}"


def fitting_name(key: str, name: str, title: str | None) -> str:
    """What a file has to be called for its name to begin with the id of its entity.

    The id of another entity, or this one spelled otherwise, gives way; the rest of the name stays.
    """
    if name.startswith(f"{key}-"):
        return name
    stem = name.removesuffix(SUFFIX)
    other = _LIKE_AN_ID.match(stem)
    rest = "" if stem == key else stem[other.end() :] if other else stem
    return _fitting(f"{key}-", rest or slug(title or ""))


def _fitting(begin: str, rest: str) -> str:
    room = _LONGEST - len(f"{begin}{SUFFIX}".encode())
    cut = rest.encode()[:room].decode(errors="ignore").rstrip("-")
    return f"{begin}{cut}{SUFFIX}"


def check_id(id: str) -> None:
    """Refuse what cannot be an id: INVALID_ARGS."""
    if not id:
        raise RefraktError("INVALID_ARGS", "an id is empty", "Give one like WORK-001, or v1.0.0 for a milestone.")
    if _UNFIT.search(id):
        hint = (
            "An id begins neither with a dot nor with a space, and has no slashes, quotes, `%}` or control characters."
        )
        raise RefraktError("INVALID_ARGS", f"{id!r} cannot be an id", hint)
    if len(id.encode()) > _LONGEST_ID:
        message = f"an id of {len(id):,} characters is longer than a file's name may be"
        raise RefraktError("INVALID_ARGS", message, f"Give one of {_LONGEST_ID} at most.")


def next_id(plan: Plan | None, kind: EntityType) -> tuple[str, str | None]:
    """The id that the next entity of a type gets, and the highest there is.

    One more than the highest; a gap is never filled, because the number that is missing has been somebody's once.
    """
    return next(next_ids(plan, kind)), _highest(plan, kind)


def next_ids(plan: Plan | None, kind: EntityType) -> Iterator[str]:
    """The next id of a type, and those that come after it, without any that is taken."""
    highest = _highest(plan, kind)
    first = _number(highest, kind.prefix or "") + 1 if highest else 1
    taken = set(_taken(plan, kind))
    return (id for number in count(first) if (id := f"{kind.prefix}{number:03}") not in taken)


def _highest(plan: Plan | None, kind: EntityType) -> str | None:
    prefix = kind.prefix
    if prefix is None:
        raise RefraktError("INVALID_ARGS", f"a {kind.name} has no next id", "Give it a name, like v1.0.0.")
    return max(_taken(plan, kind), key=lambda id: _number(id, prefix), default=None)


def _taken(plan: Plan | None, kind: EntityType) -> Iterator[str]:
    """Every id of a type. A file that cannot be read at the moment keeps the one its name begins with."""
    return (each for each in _ids(plan) if each.startswith(kind.prefix or "")) if plan else iter(())


def _ids(plan: Plan) -> Iterator[str]:
    unread = [each.file for each in plan.unreadable]
    for entity in plan.entities:
        if entity.id is not None:
            yield entity.id
        else:
            unread.append(entity.file)
    for file in unread:
        if found := _LIKE_AN_ID.match(file.rpartition("/")[2]):
            yield found[0].removesuffix("-").upper()


def _number(id: str, prefix: str) -> int:
    """The number in an id; 0 where there is none."""
    digits = _DIGITS.match(id, len(prefix))
    return int(digits[0] or 0) if digits else 0
