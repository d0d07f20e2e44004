"""Habits of a plain site in an editor: reported at the schema, and as hints on open pages."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from .conftest import write
from .editor_client import MODES

SITE = {
    "package.json": json.dumps({"dependencies": {"@markdoc/markdoc": "0.5.10", "@markdoc/next.js": "0.5.0"}}),
    "next.config.js": "module.exports = require('@markdoc/next.js')()({ pageExtensions: ['md'] });\n",
    "markdoc/tags.js": "export const box = { attributes: { size: { type: Number } } };\n",
    **{f"pages/p{number}.md": 'Text.\n\n{% box size="x" /%}\n' for number in range(5)},
}


@pytest.mark.parametrize("mode", MODES)
def test_a_habit_is_shown_at_the_schema_and_as_a_hint_on_open_pages(tmp_path: Path, mode: str) -> None:
    with MODES[mode](write(tmp_path / "site", SITE)) as desk:
        (habit,) = desk.closed("markdoc/tags.js", "wrong-type")
        assert (habit["severity"], habit["range"]["start"]) == (3, {"line": 0, "character": 35})
        places = habit["relatedInformation"]
        assert [Path(each["location"]["uri"]).name for each in places] == [f"p{number}.md" for number in range(5)]
        assert places[0]["location"]["range"]["start"] == {"line": 2, "character": 12}
        uri = desk.open("pages/p0.md")
        (hint,) = desk.until(uri, "wrong-type")
        assert (hint["severity"], hint.get("data")) == (4, None)
        desk.type(uri, 2, 0, 0, "More. ")
        (hint,) = desk.until(uri, "wrong-type")
        assert hint["severity"] == 4
        schema = desk.client.open("markdoc/tags.js", SITE["markdoc/tags.js"], "javascript")
        (shown,) = desk.until(schema, "wrong-type")
        assert shown["severity"] == 3
