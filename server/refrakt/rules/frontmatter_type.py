"""A frontmatter value of the wrong type.

`draft: "true"` is a string, and a non-empty string is never false. `tags: a, b` is a single tag with a comma. The fix
adds or removes quotes, or writes a list.

**Example**

```markdoc {% process=false %}
---
draft: "true"
---
```

**Use instead**

```markdoc {% process=false %}
---
draft: true
---
```
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

from refrakt.markdoc.frontmatter import YamlNode
from refrakt.markdoc.text_edit import TextEdit
from refrakt.markdoc.tree import Span
from refrakt.rules.page import Page
from refrakt.rules.problem import Problem, safe_fix
from refrakt.rules.registry import rule

KNOWN_KEYS: Mapping[str, str] = {
    "title": "text",
    "description": "text",
    "slug": "text",
    "draft": "flag",
    "redirect": "text",
    "order": "number",
    "date": "text",
    "author": "any",
    "tags": "list",
    "image": "any",
    "icon": "text",
    "layout": "text",
    "tint": "text",
    "tint-mode": "text",
    "tint-lock": "flag",
    "type": "text",
    "id": "text",
    "toc": "any",
    "version": "any",
    "versionGroup": "text",
    "created": "text",
    "modified": "text",
}
"""The keys that every site uses."""

_MODES = ("auto", "light", "dark")
_DESCRIPTIONS = {"text": "a string", "flag": "true or false", "number": "a number", "list": "a list"}


@rule("frontmatter-type", "warning", "frontmatter", on="page", fixable=True, sites="refrakt")
def frontmatter_type(page: Page) -> Iterator[Problem]:
    frontmatter = page.document.frontmatter
    root = frontmatter.root if frontmatter is not None and not frontmatter.problems else None
    for key, value in root.entries if root is not None else ():
        expected = KNOWN_KEYS.get(str(key.value), "any")
        if not _is(expected, value):
            shown = value.span if value.kind == "scalar" else key.span
            message = f"`{key.value}` takes {_DESCRIPTIONS[expected]}"
            new = _intended(expected, value)
            yield Problem(
                shown, message, f"Write {new}." if new else None, safe_fix([TextEdit(value.span, new)] if new else [])
            )
        elif key.value == "tint-mode" and value.value is not None and value.value not in _MODES:
            yield Problem(value.span, f"`tint-mode` takes {', '.join(_MODES)}", f"Write one of {', '.join(_MODES)}.")
    for name, data in (page.frontmatter or {}).items():
        # Frontmatter that is not part of the text has no span: its problems are reported at the top.
        expected = KNOWN_KEYS.get(str(name), "any")
        if not _is(expected, _node(data)):
            yield Problem(Span(0, 0), f"`{name}` of the frontmatter takes {_DESCRIPTIONS[expected]}")


def _node(value: Any) -> YamlNode:
    if isinstance(value, Mapping):
        return YamlNode("mapping", Span(0, 0))
    return YamlNode("sequence", Span(0, 0)) if isinstance(value, list) else YamlNode("scalar", Span(0, 0), value)


def _is(expected: str, node: YamlNode) -> bool:
    value: Any = node.value
    if expected == "any" or (node.kind == "scalar" and value is None):
        return True
    if expected == "list":
        return node.kind == "sequence"
    if node.kind != "scalar":
        return False
    if expected == "flag":
        return isinstance(value, bool)
    if expected == "number":
        return isinstance(value, int | float) and not isinstance(value, bool)
    return isinstance(value, str)


def _intended(expected: str, node: YamlNode) -> str:
    """The intended value as YAML; empty if it is ambiguous."""
    if node.kind != "scalar":
        return ""
    source = node.span.block.text[node.span.start : node.span.end] if node.span.block is not None else ""
    value = node.value
    if expected == "text" and not isinstance(value, str):
        return json.dumps(source)
    if not isinstance(value, str):
        return f"[{source}]" if expected == "list" else ""
    stripped = value.strip()
    if expected == "flag":
        return {"true": "true", "yes": "true", "on": "true", "false": "false", "no": "false", "off": "false"}.get(
            stripped.lower(), ""
        )
    if expected == "number":
        return stripped if re.fullmatch(r"-?\d+(?:\.\d+)?", stripped) else ""
    if expected == "list" and stripped and "\n" not in source:
        parts = [part.strip() for part in stripped.split(",")]
        plain = all(re.fullmatch(r"[\w][\w ./+-]*", part) for part in parts)
        return f"[{', '.join(parts)}]" if plain else json.dumps(parts, ensure_ascii=False)
    return ""
