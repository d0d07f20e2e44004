"""The settings that an editor sends."""

from __future__ import annotations

import json
import re
from dataclasses import fields
from importlib.resources import files
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator  # type: ignore[import-untyped]

from refrakt.project.editor_settings import InlayHints, Settings, read_settings

NONE = InlayHints(fields=False, defaults=False, titles=False)


@pytest.mark.parametrize(
    ("value", "hints"),
    [
        (None, InlayHints()),
        (True, InlayHints()),
        (False, NONE),
        ({}, InlayHints()),
        ({"defaults": True}, InlayHints(defaults=True)),
        ({"fields": False, "titles": None}, InlayHints(fields=False)),
    ],
)
def test_kinds_of_inlay_hints(value: Any, hints: InlayHints) -> None:
    assert read_settings({"inlayHints": value}) == (Settings(inlay_hints=hints), [])


@pytest.mark.parametrize(
    ("value", "wrong"),
    [
        ("on", "refrakt.inlayHints must be an object, or true or false"),
        ({"fields": "no"}, "refrakt.inlayHints.fields must be true or false"),
        ({"titles": 0}, "refrakt.inlayHints.titles must be true or false"),
    ],
)
def test_invalid_inlay_hints_are_skipped(value: Any, wrong: str) -> None:
    assert read_settings({"inlayHints": value, "mcp": False}) == (Settings(mcp=False), [wrong])


# The schema -----------------------------------------------------------------------------------------------------------

SCHEMA: dict[str, Any] = json.loads(files("refrakt.project").joinpath("settings.schema.json").read_text("utf-8"))
scalars = st.none() | st.booleans() | st.integers(0, 2) | st.sampled_from(["off", "on", "error"])
sections = st.dictionaries(st.sampled_from(["enable", "fields", "titles", "defaults", "x"]), scalars, max_size=3)


def test_the_schema_is_one_and_knows_every_setting() -> None:
    Draft202012Validator.check_schema(SCHEMA)
    names = {re.sub(r"[A-Z]", lambda each: f"_{each[0].lower()}", name) for name in SCHEMA["properties"]}
    assert names == {each.name for each in fields(Settings)}
    assert read_settings({name: each["default"] for name, each in SCHEMA["properties"].items()}) == (Settings(), [])


@given(st.dictionaries(st.sampled_from([*SCHEMA["properties"]]), scalars | sections, max_size=4) | scalars)
def test_the_schema_allows_what_the_server_accepts(data: Any) -> None:
    assert Draft202012Validator(SCHEMA).is_valid(data) == (not read_settings(data)[1])
