"""`contracts_check`: whether a contracts file is what the theme of a site gives now."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from refrakt.command_input import option
from refrakt.errors import RefraktError
from refrakt.services.context import Context
from refrakt.services.contracts import contracts_document
from refrakt.services.json_payload import JsonPayload
from refrakt.services.registry import service
from refrakt.services.theme_choice import read_json
from refrakt.untrusted import one_line

_LONGEST_VALUE = 80
_MISSING = object()


@dataclass(frozen=True, slots=True)
class ContractsCheckInput:
    """The file to compare."""

    path: str
    """path of the contracts file"""
    site: str | None = option(None, described=False)
    """the site, if the project has several"""


@dataclass(frozen=True, slots=True)
class ContractsCheck(JsonPayload):
    """A stale or missing file is an answer, not an error."""

    up_to_date: bool
    path: str
    rune_count: int
    first_difference: str | None = None
    """The key that differs, with both values."""


def exit_code(answer: ContractsCheck) -> int:
    return 0 if answer.up_to_date else 1


@service("refrakt.contracts_check", needs="site", cli="contracts", cli_option="--check")
def contracts_check(context: Context, query: ContractsCheckInput) -> ContractsCheck:
    """Check whether a contracts file is up to date."""
    expected = contracts_document(context, query.site)
    difference = file_difference(context, query.path, expected)
    return ContractsCheck(difference is None, query.path, len(expected["runes"]), difference)


def file_difference(context: Context, path: str, expected: Mapping[str, Any]) -> str | None:
    """The first difference between a file and the contracts. Order and descriptions do not matter."""
    try:
        found = read_json(context, path)
    except RefraktError as error:
        if error.code in ("NOT_FOUND", "VALIDATION_ERROR"):
            return error.message
        raise
    if not isinstance(found, Mapping):
        return "the file is not a JSON object"
    for key in ("prefix", "runes"):
        difference = _difference(found.get(key, _MISSING), expected[key], key)
        if difference is not None:
            return difference
    return None


def _difference(found: Any, expected: Any, path: str) -> str | None:
    if isinstance(found, Mapping) and isinstance(expected, Mapping):
        for key in dict.fromkeys((*expected, *found)):
            name = one_line(str(key), _LONGEST_VALUE)
            difference = _difference(found.get(key, _MISSING), expected.get(key, _MISSING), f"{path}.{name}")
            if difference is not None:
                return difference
        return None
    if found is _MISSING:
        return f"{path}: missing in the file"
    if expected is _MISSING:
        return f"{path}: not in the theme"
    return None if found == expected else f"{path}: {_value(found)} in the file, {_value(expected)} in the theme"


def _value(value: Any) -> str:
    return one_line(json.dumps(value, ensure_ascii=False), _LONGEST_VALUE)
