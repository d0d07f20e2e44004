"""The JSON schemas of agents and tools, for clients that write definitions.

They state what validation reports as errors. Unknown keys are warnings there, so they are allowed here.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from refrakt_forge.definitions.agent import CACHE_SOURCE_FIELDS, MOST_TOKENS, PROVIDERS
from refrakt_forge.definitions.tool import HTTP_METHODS, IMPLEMENTATIONS, PARAMETER_TYPES
from refrakt_forge.names import NAME_PATTERNS, Kind
from refrakt_forge.schemas import FLAG, NUMBER, OBJECT, TEXT, Json, Schema, one_of, record, some
from refrakt_forge.versions import EXACT

DIALECT = "https://json-schema.org/draft/2020-12/schema"
_PARAMETER: Schema = {"$ref": "#/$defs/parameter"}
_FILLED: Schema = {"type": "string", "pattern": r"\S"}
_FORK: Schema = {**OBJECT, "description": "Where a fork comes from: its upstream and the version that was forked."}


def definition_schema(kind: Kind) -> Json:
    """The schema of a definition: of a YAML file, or of the front matter of a Markdown file."""
    schema = _agent() if kind == "agent" else _tool()
    return {"$schema": DIALECT, "title": f"Forge {kind}", **schema, "$defs": {"parameter": _parameter()}}


def _shared(kind: Kind) -> Mapping[str, Schema]:
    return {
        "name": {**TEXT, "pattern": f"^{NAME_PATTERNS[kind].pattern}$"},
        "type": {"const": kind},
        "version": {**TEXT, "pattern": f"^{EXACT.pattern}$"},
    }


def _optional(**more: Schema) -> Schema:
    return {
        "description": TEXT,
        "tags": some(TEXT),
        "extends": {**TEXT, "description": "A base: a name, optionally with `@` and a version range."},
        "author": TEXT,
        "license": TEXT,
        "fork_of": _FORK,
        "fork": _FORK,
        **more,
    }


def _agent() -> Schema:
    model = record(
        {
            "temperature": {**NUMBER, "minimum": 0, "maximum": 1},
            "max_tokens": {**NUMBER, "minimum": 1, "maximum": MOST_TOKENS},
        },
        provider=one_of(PROVIDERS),
        model=TEXT,
    )
    source = record(
        dict.fromkeys(CACHE_SOURCE_FIELDS.values(), TEXT) | {"ttl": NUMBER},
        type=one_of(CACHE_SOURCE_FIELDS),
        label=TEXT,
    )
    return record(
        _optional(
            system_prompt={**TEXT, "description": "The prompt; in a Markdown file its body."},
            custom_tools=some({**_tool(), "description": "A tool that only this agent has."}),
            caching=record(enabled=FLAG, cache_sources=some(source)),
            config=OBJECT,
        ),
        **_shared("agent"),
        llm=model,
        tools={**some(TEXT), "description": "Names of tools, each optionally with `@` and a version range."},
    )


def _tool() -> Schema:
    sandbox = record(
        {
            "allowlisted_commands": some(TEXT),
            "network_access": FLAG,
            "max_execution_time": NUMBER,
            "env_vars": some(TEXT),
        },
        enabled=FLAG,
    )
    sections = {
        "bash": record({"sandbox": sandbox}, command=_FILLED),
        "python": record(module=_FILLED, function=_FILLED),
        "http": record(
            {"headers": {**OBJECT, "additionalProperties": TEXT}, "body_template": TEXT},
            method=one_of(HTTP_METHODS),
            url={**TEXT, "pattern": r"^https?://(?:[^/\[\]\s]+|\[[0-9A-Fa-f:.]+\])"},
        ),
    }
    implementation: dict[str, Any] = {
        **record(sections, type=one_of(IMPLEMENTATIONS)),
        "oneOf": [{"properties": {"type": {"const": each}}, "required": ["type", each]} for each in IMPLEMENTATIONS],
    }
    return record(
        _optional(
            depends_on={**some(TEXT), "description": "Names of other tools."},
            output={**OBJECT, "description": "The JSON schema of the result."},
            extended_description=TEXT,
        ),
        **_shared("tool"),
        parameters={**OBJECT, "additionalProperties": _PARAMETER},
        implementation=implementation,
    )


def _parameter() -> Schema:
    return record(
        {
            "description": TEXT,
            "default": {},
            "enum": {"type": "array"},
            "properties": {**OBJECT, "additionalProperties": _PARAMETER, "description": "The members of an object."},
        },
        type=one_of(PARAMETER_TYPES),
        required=FLAG,
    )
