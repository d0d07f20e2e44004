"""The fields that agents and tools share: name, type, version, description, tags, author; and unknown keys."""

from __future__ import annotations

from refrakt.plugins.message_quoting import quoted
from refrakt.plugins.name_suggestion import did_you_mean, nearest
from refrakt_forge.names import NAME_PATTERNS, Kind
from refrakt_forge.validation.field_checks import FieldChecks, is_number
from refrakt_forge.versions import EXACT

_SHARED = ("name", "type", "description", "version", "tags", "extends", "author", "license")
KNOWN_KEYS = {
    "agent": (*_SHARED, "llm", "tools", "system_prompt", "custom_tools", "caching", "config"),
    "tool": (*_SHARED, "parameters", "implementation", "depends_on", "output", "extended_description"),
}
FORK_KEYS = ("fork_of", "fork")
"""Of a fork; see `forks`."""
_MEANT = {
    "agent": {
        "prompt": "system_prompt",
        "model": "llm.model",
        "provider": "llm.provider",
        "temperature": "llm.temperature",
    },
    "tool": {"command": "implementation.bash.command", "input_schema": "parameters", "inputSchema": "parameters"},
}
"""Keys that are often written by mistake, with what they should be."""
_CODES = {
    "agent": {
        "name": "E101",
        "type": "E102",
        "version": "E104",
        "tags": "E111",
        "extends": "E112",
        "description": "E118",
    }
    | {"author": "E119"},
    "tool": {
        "name": "E201",
        "type": "E202",
        "version": "E204",
        "tags": "E203",
        "extends": "E203",
        "description": "E203",
    }
    | {"author": "E203"},
}
_ALLOWED = {"agent": "letters, digits, `-`, `_` and `:`", "tool": "letters, digits, `-` and `_`"}


def check_shared_fields(checks: FieldChecks, kind: Kind) -> None:
    """The errors of the shared fields."""
    code = _CODES[kind]
    if checks.required(code["name"], ("name",), "`name` is missing"):
        checks.check(
            code["name"],
            ("name",),
            lambda value: isinstance(value, str) and NAME_PATTERNS[kind].fullmatch(value) is not None,
            f"`name` must be {_ALLOWED[kind]}",
        )
    if checks.required(code["type"], ("type",), f"`type` is missing: `type: {kind}`"):
        checks.choice(code["type"], ("type",), (kind,))
    if checks.required(code["version"], ("version",), "`version` is missing, such as `1.0.0`"):
        _check_version(checks, code["version"])
    checks.texts(code["tags"], ("tags",))
    for name in ("extends", "description", "author"):
        checks.text(code[name], (name,))


def _check_version(checks: FieldChecks, code: str) -> None:
    value = checks.value("version")
    if is_number(value):
        checks.report(code, ("version",), '`version` is a number: quote it and write three parts, as in `"1.0.0"`')
    elif not isinstance(value, str) or EXACT.fullmatch(value) is None:
        checks.report(code, ("version",), "`version` must have three numbers without leading zeros, such as `1.0.0`")


def warn_about_shared_fields(checks: FieldChecks, kind: Kind) -> None:
    """The warnings of the shared fields."""
    description = checks.value("description")
    if checks.is_missing("description") or (isinstance(description, str) and not description.strip()):
        checks.report("W301", ("description",), "consider adding a description")
    if checks.is_missing("tags") or checks.value("tags") == []:
        checks.report("W302", ("tags",), "consider adding tags")
    known = KNOWN_KEYS[kind]
    for key in checks.root.members:
        if key not in known and key not in FORK_KEYS:
            meant = _MEANT[kind].get(key)
            likely = [meant] if meant is not None else nearest(key, known)
            checks.report("W303", (key,), f"unknown key {quoted(key, 60)}{did_you_mean(likely)}", likely, key=True)
    for name in ("tools", "tags", "depends_on"):
        node = checks.root.get(name)
        seen: set[str] = set()
        for n, each in enumerate(node.items if node is not None else ()):
            if isinstance(each.value, str) and each.value in seen:
                checks.report("W312", (name, n), f"{quoted(each.value, 60)} is listed twice")
            elif isinstance(each.value, str):
                seen.add(each.value)
