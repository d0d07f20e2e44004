"""Completion and hover of frontmatter on sites that are not refrakt's own."""

from __future__ import annotations

from refrakt.features.completion import complete
from refrakt.features.hover import hover_at
from refrakt.features.results import CompletionItem

from .sites import open_site

SITE = """
-- markdoc.config.json --
[{{"id": "docs", "path": ".", "frontmatterSchema": "schema.json"}}]
-- schema.json --
{{"required": ["title"], "properties": {{"title": {{"type": "string", "description": "Shown above the page"}},
"level": {{"enum": ["easy", "hard"]}}, "hidden": {{"type": "boolean"}}}}}}
-- index.md --
---
{line}
---
-- a.md --
---
title: A
author: Ada
---
-- b.md --
---
title: B
author: Ada
---
"""


def items(line: str) -> dict[str, CompletionItem]:
    with open_site(SITE.format(line=line)) as here:
        return {each.label: each for each in complete(here.page, here.offset).items}


def hover(line: str) -> str:
    with open_site(SITE.format(line=line)) as here:
        found = hover_at(here.page, here.offset)
        return found.markdown if found is not None else ""


def test_keys_are_those_declared_and_used() -> None:
    found = items("$0")
    assert {name: each.detail for name, each in found.items()} == {
        "title": "a string, required",
        "level": "one of several values",
        "hidden": "true or false",
        "author": "on 2 pages",
    }


def test_values() -> None:
    assert list(items("level: $0")) == ["easy", "hard"]
    assert list(items("hidden: $0")) == ["true", "false"]
    assert items("author: $0")["Ada"].detail == "on 2 pages"


def test_hover() -> None:
    assert hover("tit$0le: C").startswith("**title**: a string, required\n\n")
    assert "Shown above the page" in hover("tit$0le: C")
    assert hover("le$0vel: easy").startswith("**`level`**: one of several values\n\n- One of: `easy`, `hard`")
    assert hover("auth$0or: Bob") == "**`author`**: a key of this site\n\nOn 3 pages.\n"
