"""What a hostile repository can put into the Markdown that an editor renders: hovers and the documentation of completions.

Editors open links and load images of such Markdown, so text of a repository must not become either.
"""

from __future__ import annotations

import json
import re
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from lsp.conftest import PUSH, write
from lsp.wire import TIMEOUT, Client, server

HOSTILE = "![a](https://evil.example/a.png) [b](command:workbench.action.quit) <img src=https://evil.example/b> <https://evil.example>"
"""An image, a command link, HTML and an autolink."""
ACTIVE = re.compile(r"(?<!\\)\]\((?:https?|command):|(?<!\\)<(?:img|https?:)", re.IGNORECASE)
"""Markdown that an editor would act on, outside of code."""
TAGS = f"""\
/** {HOSTILE} */
export const box = {{
  render: "Box",
  description: "{HOSTILE}",
  attributes: {{ kind: {{ type: String, description: "{HOSTILE}", default: "{HOSTILE}", matches: ["{HOSTILE}", "x"] }} }},
}};
"""
FILES = {
    "package.json": '{"dependencies": {"@markdoc/next.js": "1", "next": "15"}}',
    "next.config.js": 'module.exports = require("@markdoc/next.js")()({ pageExtensions: ["md"] });\n',
    "markdoc/tags.js": TAGS,
    "pages/other.md": f"---\ntitle: {json.dumps(HOSTILE)}\ndescription: {json.dumps(HOSTILE)}\n---\n\n# {HOSTILE}\n\n{HOSTILE}\n",
    "markdoc/partials/part.md": f"# {HOSTILE}\n",
}
PAGE = """\
# Home

{% box kind="x" %}
[other](/other)
{% /box %}

{% partial file="part.md" /%}
"""


@pytest.fixture
def client(tmp_path: Path) -> Iterator[Client]:
    markdown = {"documentationFormat": ["markdown"], "resolveSupport": {"properties": ["documentation"]}}
    item = {"completion": {"completionItem": markdown}, "hover": {"contentFormat": ["markdown"]}}
    text_document = {**PUSH.get("textDocument", {}), **item}
    with server(write(tmp_path / "site", FILES), capabilities={**PUSH, "textDocument": text_document}) as client:
        yield client


@pytest.mark.parametrize("at", ["box kind", "kind=", '"x"', "/other", "part.md"])
def test_hovers(client: Client, at: str) -> None:
    uri = client.open("pages/index.md", PAGE)
    params = {"textDocument": {"uri": uri}, "position": position(PAGE, at)}
    end = time.monotonic() + TIMEOUT
    while not (text := markdown_of(client.request("textDocument/hover", params))):
        assert time.monotonic() < end  # the other pages are being read
        time.sleep(0.05)
    assert not ACTIVE.search(without_code(text)), text


@pytest.mark.parametrize("typed", ["{% b", "{% box k", '{% box kind="', "[a](/o", '{% partial file="'])
def test_completions(client: Client, typed: str) -> None:
    uri = client.open("pages/index.md", f"# Home\n\n{typed}")
    params = {"textDocument": {"uri": uri}, "position": {"line": 2, "character": len(typed)}}
    found = client.request("textDocument/completion", params)
    items = found["items"] if isinstance(found, dict) else found
    assert items
    for each in items:
        text = markdown_of(client.request("completionItem/resolve", each))
        assert not ACTIVE.search(without_code(text)), text


def position(text: str, found: str) -> dict[str, int]:
    before = text[: text.index(found) + 1]
    return {"line": before.count("\n"), "character": len(before.rpartition("\n")[2])}


def markdown_of(value: Any) -> str:
    """The texts of kind `markdown` in an answer."""
    if isinstance(value, dict):
        own = value.get("value", "") if value.get("kind") == "markdown" else ""
        return "\n".join(filter(None, (own, *(markdown_of(each) for each in value.values()))))
    return "\n".join(filter(None, map(markdown_of, value))) if isinstance(value, list) else ""


def without_code(text: str) -> str:
    text = re.sub(r"^(`{3,}).*?^\1", "", text, flags=re.DOTALL | re.MULTILINE)
    return re.sub(r"(`+)(?!`).+?(?<!`)\1(?!`)", "", text)
