"""A frontmatter value of the wrong type.

`draft: "true"` is a string, and a non-empty string is never false. `tags: a, b` is a single tag with a comma, and a date that
does not start with its year is sorted as text. The fix adds or removes quotes, writes a list or the date.

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
from refrakt.rules.dates import DATE_KEYS, is_impossible, is_iso_date, iso_date
from refrakt.rules.name_suggestion import nearest
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
_ITEM = re.compile(r"(?:[-*•] ?|\d{1,2}[.)] )?\w[\w ./+-]*")
_DAY_OR_MONTH_FIRST = re.compile(r"\d{1,2}[./-]\d{1,2}[./-]\d{2,4}")
_FLAGS = {
    **dict.fromkeys(("true", "yes", "on", "y", "t"), "true"),
    **dict.fromkeys(("false", "no", "off", "n", "f"), "false"),
}
_NAMES_OF_NUMBERS = "zero one two three four five six seven eight nine ten"
_NUMBERS = {name: str(number) for number, name in enumerate(_NAMES_OF_NUMBERS.split())}
_LOST = re.compile(r"[ \t]+#[^\s#][^\n\r]*")
"""What follows a value as a comment, though comments have a space after `#`."""
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
            yield _mode(value)
        elif key.value in DATE_KEYS and isinstance(value.value, str):
            yield from _date(str(key.value), value)
        elif key.value == "tags":
            yield from _joined_items(value)
        elif expected == "text":
            yield from _lost_text(str(key.value), value)
    for name, data in (page.frontmatter or {}).items():
        # Frontmatter that is not part of the text has no span: its problems are reported at the top.
        expected = KNOWN_KEYS.get(str(name), "any")
        if not _is(expected, _node(data)):
            yield Problem(Span(0, 0), f"`{name}` of the frontmatter takes {_DESCRIPTIONS[expected]}")


def _mode(node: YamlNode) -> Problem:
    near = nearest(str(node.value).lower(), _MODES)
    if not near:
        return Problem(node.span, f"`tint-mode` takes {', '.join(_MODES)}", f"Write one of {', '.join(_MODES)}.")
    fix = safe_fix([TextEdit(node.span, near[0])])
    return Problem(node.span, f"`tint-mode` takes {', '.join(_MODES)}", f"Write {near[0]}.", fix)


def _date(name: str, node: YamlNode) -> Iterator[Problem]:
    if is_impossible(node.value):
        yield Problem(node.span, f"the calendar has no date {node.value.strip()[:10]}", f"Write the date of `{name}`.")
        return
    if is_iso_date(node.value):
        return
    iso = iso_date(node.value)
    if iso is not None:
        fix = safe_fix([TextEdit(node.span, iso)])
        yield Problem(node.span, f"`{name}` takes a date as year-month-day", f"Write {iso}.", fix)
    elif _DAY_OR_MONTH_FIRST.fullmatch(node.value.strip()):
        yield Problem(node.span, f"`{name}` takes a date as year-month-day", "Write the year first, as in 2026-01-31.")


def _lost_text(name: str, node: YamlNode) -> Iterator[Problem]:
    """A text that ends at a `#` with a space before it."""
    block = node.span.block
    source = _source(node)
    found = _LOST.match(block.text, node.span.end) if block is not None and source[:1] not in ("", '"', "'") else None
    if found is not None:
        new = json.dumps(f"{source}{found[0].rstrip()}", ensure_ascii=False)
        span = Span(node.span.start, found.end(), block)
        message = f"`#` starts a comment here, so the value of `{name}` ends before it"
        yield Problem(span, message, f"Write {new}.", safe_fix([TextEdit(span, new)]))


def _joined_items(node: YamlNode) -> Iterator[Problem]:
    """Items that are one item, because a line has no dash, or none with a space after it."""
    for each in node.items:
        source = _source(each)
        block = each.span.block
        if len(node.items) == 1 and each.kind == "scalar" and ";" in source and _source(node).startswith("["):
            new = _list(str(each.value), source)
            message = "the items of the list `tags` are separated by commas"
            yield Problem(each.span, message, f"Write {new}.", safe_fix([TextEdit(node.span, new)]))
            return
        if block is not None and each.kind == "scalar" and "\n" in source and source[0] not in "\"'|>":
            lines = [re.sub(r"^-", "", line.strip()).strip() for line in source.splitlines()]
            start = each.span.start - (block.text.rfind("\n", 0, each.span.start) + 1) - 2
            new = f"\n{' ' * max(start, 0)}- ".join(lines)
            message = "each item of the list `tags` starts with `- `"
            yield Problem(each.span, message, f"Write - {lines[1]}", safe_fix([TextEdit(each.span, new)]))


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


def _source(node: YamlNode) -> str:
    return node.span.block.text[node.span.start : node.span.end] if node.span.block is not None else ""


def _intended(expected: str, node: YamlNode) -> str:
    """The intended value as YAML; empty if it is ambiguous."""
    source = _source(node)
    value = node.value
    if expected == "text" and node.kind == "mapping" and source.startswith("{{") and "\n" not in source:
        return json.dumps(source, ensure_ascii=False)
    if expected == "text" and len(node.items) == 1 and source.startswith("[") and node.items[0].kind == "scalar":
        return _source(node.items[0])
    if expected == "list" and source.startswith("{") and all(each.value is None for _, each in node.entries):
        return f"[{source[1:-1].strip()}]"
    if node.kind != "scalar":
        return ""
    if expected == "text" and not isinstance(value, str):
        return json.dumps(source)
    if not isinstance(value, str):
        if expected == "flag" and value in (0, 1):
            return "true" if value else "false"
        return f"[{source}]" if expected == "list" else ""
    stripped = value.strip(" ,;\t")
    if expected == "flag":
        return _FLAGS.get(stripped.lower(), "")
    if expected == "number":
        stripped = re.sub(r"(?<![ \t])[ \t]+(?://|;|--)[ \t].*", "", stripped)
        return stripped if re.fullmatch(r"-?\d+(?:\.\d+)?", stripped) else _NUMBERS.get(stripped.lower(), "")
    return _list(stripped, source) if expected == "list" and stripped else ""


def _list(value: str, source: str) -> str:
    """A text with commas, or with an item on each line, as a list."""
    if "\n" in source:
        lines = [line.strip() for line in source.splitlines()]
        is_simple = source[0] not in "\"'|>[{" and all(_ITEM.fullmatch(line) for line in lines)
        items = [re.sub(r"^(?:[-*•]+ ?|\d{1,2}[.)] )", "", line).strip() for line in lines]
        return f"[{', '.join(items)}]" if is_simple else ""
    parts = [part.strip() for part in re.split(r"[,;]", value.strip("()[]{}"))]
    parts = [part.strip("\"'") for part in parts if part]
    plain = all(re.fullmatch(r"[\w][\w ./+-]*", part) for part in parts)
    return f"[{', '.join(parts)}]" if plain else json.dumps(parts, ensure_ascii=False)
