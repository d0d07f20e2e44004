"""Integrity of definitions as lockfiles have it: `sha256-` and the hash of the flattened definition as canonical JSON.

Keys are sorted and scalars are written as JavaScript does. Lockfiles of definitions with a base were written with the word
`undefined` for the removed `extends`; that form is accepted when an existing lockfile is verified, and never made.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from typing import Any

from refrakt_forge.names import Kind
from refrakt_forge.validation.definition_fields import KNOWN_KEYS


class _Undefined:
    """JavaScript's `undefined`."""


UNDEFINED = _Undefined()


def canonical_json(value: Any) -> str:
    """JSON with sorted keys and without white space."""
    if value is UNDEFINED:
        return "undefined"
    if isinstance(value, Mapping):
        keys = sorted(value, key=lambda key: str(key).encode("utf-16-be", "surrogatepass"))
        return "{" + ",".join(f'"{key}":{canonical_json(value[key])}' for key in keys) + "}"
    if isinstance(value, list | tuple):
        return "[" + ",".join(map(canonical_json, value)) + "]"
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    return json.dumps(value, ensure_ascii=False)


def integrity_of(value: Any) -> str:
    return "sha256-" + hashlib.sha256(canonical_json(value).encode("utf-8", "surrogatepass")).hexdigest()


def definition_integrity(kind: Kind, data: Mapping[str, Any], undefined_extends: bool = False) -> str:
    """The integrity of a flattened definition; keys that are not known do not count."""
    known = {key: data[key] for key in KNOWN_KEYS[kind] if key in data and key not in ("extends", "license")}
    return integrity_of({**known, "extends": UNDEFINED} if undefined_extends else known)


def has_integrity(kind: Kind, data: Mapping[str, Any], expected: str) -> bool:
    """Whether a flattened definition has an integrity, in either form."""
    return expected in (definition_integrity(kind, data), definition_integrity(kind, data, undefined_extends=True))
