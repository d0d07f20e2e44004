"""A plain Markdoc project with a catalogue: its tags, functions, variables and nodes are known, and no rune is."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

CATALOGUE = {
    "version": 1,
    "package": {"name": "garden", "short": "garden"},
    "runes": [
        {
            "name": "bed",
            "universal": False,
            "attributes": [{"name": "title"}],
            "content": {
                "kind": "sequence",
                "fields": [{"name": "body", "match": "any", "optional": True, "greedy": True}],
            },
        }
    ],
    "functions": ["upper"],
    "variables": {"season": None},
    "nodes": {"heading": [{"name": "data-depth"}]},
}


def codes(folder: Path, page: str) -> list[str]:
    (folder / ".refrakt" / "catalogues").mkdir(parents=True)
    (folder / ".refrakt" / "catalogues" / "garden.json").write_text(json.dumps(CATALOGUE), encoding="utf-8")
    schema = {"path": "schema.mjs", "type": "esm"}
    (folder / "markdoc.config.json").write_text(
        json.dumps([{"id": "garden", "path": ".", "schema": schema}]), encoding="utf-8"
    )
    (folder / "page.md").write_text(page, encoding="utf-8")
    command = [sys.executable, "-m", "refrakt", "validate-content", "page.md", "--format", "json"]
    ran = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    return [each["code"] for each in json.loads(ran.stdout)["errors"]]


def test_what_the_catalogue_names_is_known(tmp_path: Path) -> None:
    page = '# Beds {% data-depth="1" %}\n\n{% bed title="South" %}\n{% upper($season) %}\n{% /bed %}\n'
    assert codes(tmp_path, page) == []


def test_what_it_does_not_name_is_not(tmp_path: Path) -> None:
    page = '# Beds {% data-width="1" %}\n\n{% hint %}\n{% lower($month) %}\n{% /hint %}\n'
    # The file may be a partial, which pages give variables of any name.
    assert sorted(codes(tmp_path, page)) == ["unknown-attribute", "unknown-function", "unknown-rune"]
