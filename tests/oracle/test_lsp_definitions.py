"""Go to definition, measured against recordings of what the reference's language server answers."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from features.sites import open_site
from refrakt.features.definition import find_definition

ORACLE = Path(__file__).resolve().parent.parent.parent.parent / "shared" / "oracle"
RECORDED = ORACLE / "lsp" / "patched-all-plugins.json.gz"

pytestmark = pytest.mark.recorded

BETTER = {
    "vars": "the reference looks for the name of the file up to the end of the tag; other attributes may follow it",
}
"""Cases in which we find more, and why."""


def cases() -> list[dict[str, Any]]:
    if not RECORDED.is_file():
        return []
    with gzip.open(RECORDED, "rt", encoding="utf-8") as file:
        found: list[dict[str, Any]] = json.load(file)["definitions"]
    return found


@pytest.mark.parametrize("case", cases(), ids=lambda case: case["name"])
def test_definition(case: dict[str, Any]) -> None:
    lines = case["text"].split("\n")
    at = case["position"]
    line = lines[at["line"]]
    lines[at["line"]] = line[: at["character"]] + "$0" + line[at["character"] :]
    page = "\n".join(lines)
    fixture = f"-- content/index.md --\n{page}\n-- content/_partials/header.md --\nx\n-- content/_partials/nested/foot.md --\nx"
    with open_site(fixture) as here:
        found = find_definition(here.page, here.offset)
    if case["name"] in BETTER:
        assert case["result"] is None
        assert found is not None
        assert found.targets[0].path == "content/_partials/header.md"
    elif case["result"] is None:
        assert found is None
    else:
        assert found is not None
        assert case["result"]["uri"].endswith(f"/{found.targets[0].path}")
        assert found.targets[0].span.bounds == (0, 0)


def test_all_cases_are_checked() -> None:
    assert len(cases()) == 7
    assert BETTER.keys() <= {case["name"] for case in cases()}
