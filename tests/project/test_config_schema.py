"""The JSON schema of `refrakt.config.json` that editors get."""

from __future__ import annotations

import json
import re
from importlib.resources import files
from pathlib import Path
from typing import Any

import jsonschema  # type: ignore[import-untyped]
import pytest

from refrakt.project.config_keys import KNOWN_KEYS

ROOT = Path(__file__).resolve().parents[2]
SCHEMA: dict[str, Any] = json.loads(files("refrakt.project").joinpath("config.schema.json").read_text("utf-8"))


def test_the_manual_names_every_key() -> None:
    page = (ROOT / "docs" / "config.md").read_text("utf-8")
    written = {part for text in re.findall(r"`([\w.$]+)`", page) for part in text.split(".")}
    known = {name for names in KNOWN_KEYS.values() for name in names}
    assert known - written - {"$schema"} <= {
        "filter",
        "frontmatter",
        "label",
        "match",
        "render",
        "render-template",
        "template",
        "title",
        "type",
        "url",
    }


def test_it_accepts_the_configs_of_the_examples() -> None:
    jsonschema.Draft202012Validator.check_schema(SCHEMA)
    found = list((ROOT / "examples").rglob("refrakt.config.json"))
    assert found
    for path in found:
        jsonschema.validate(json.loads(path.read_text("utf-8")), SCHEMA)


@pytest.mark.parametrize(
    "config",
    [
        {"site": {"contentDir": 3}},
        {"authoring": {"rules": {"unknown-rune": "warn"}}},
        {"authoring": {"overrides": [{"rules": {}}]}},
        {"sites": {"a": {"plugins": "docs"}}},
    ],
)
def test_it_refuses_wrong_values(config: Any) -> None:
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(config, SCHEMA)
