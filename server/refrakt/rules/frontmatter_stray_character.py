"""A quote, comma or number sign that becomes part of a value, or removes it.

YAML knows straight quotes only: in `title: “Boats”` the quotes are part of the title. A comma or semicolon at the end of a line is
part of the value, too, a quote without its counterpart as well, and everything after ` #` is a comment, so `title: #1` sets
nothing. Except for quotes, only keys with a text that pages show are checked. The fix removes the character or writes straight
quotes.

**Example**

```markdoc {% process=false %}
---
title: “Boats”
---
```

**Use instead**

```markdoc {% process=false %}
---
title: "Boats"
---
```
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

from refrakt.markdoc.frontmatter import YamlNode
from refrakt.markdoc.text_edit import TextEdit
from refrakt.markdoc.tree import Span
from refrakt.rules.page import Page
from refrakt.rules.problem import Problem, safe_fix
from refrakt.rules.problem_spans import line_end
from refrakt.rules.registry import rule

_KEYS = frozenset({"title", "description", "slug", "layout", "icon", "redirect", "tint", "id", "author", "date"})
_PAIRS = {"“": "”", "”": "”", "„": "“”", "«": "»", "‘": "’", "’": "’", "`": "`", "´": "´"}
_COMMENT = re.compile(r"[ \t]*(#\S.*)")


@rule("frontmatter-stray-character", "warning", "frontmatter", on="page", fixable=True, sites="refrakt")
def frontmatter_stray_character(page: Page) -> Iterator[Problem]:
    frontmatter = page.document.frontmatter
    root = frontmatter.root if frontmatter is not None and not frontmatter.problems else None
    for key, node in root.entries if root is not None else ():
        if node.kind == "scalar" and node.span.block is not None:
            problem = _comment(str(key.value), node) if node.value is None else _text(str(key.value), node)
            if problem is not None:
                yield problem


def _text(key: str, node: YamlNode) -> Problem | None:
    assert node.span.block is not None
    source = node.span.block.text[node.span.start : node.span.end]
    if not isinstance(node.value, str) or len(source) < 3 or "\n" in source or source[0] in "\"'|>":
        return None
    first, last = source[0], source[-1]
    if last == '"' and source.count('"') == 1 and source[-2].isalpha():
        return _problem(node.span, f"the value of `{key}` ends with a quote but does not start with one", f'"{source}')
    if last == ";" and source[:-1].isalpha():
        return _problem(node.span, f"the semicolon at the end is part of the value of `{key}`", source[:-1])
    if key not in _KEYS:
        return None
    inner = source[1:-1]
    if last in _PAIRS.get(first, "") and not any(each in inner for each in (first, last)):
        new = json.dumps(inner, ensure_ascii=False)
        message = f"the quotes `{first}{last}` are part of the value of `{key}`; YAML has straight quotes"
        return _problem(node.span, message, new)
    if last in ",;" and source[-2].isalnum():
        name = "comma" if last == "," else "semicolon"
        message = f"the {name} at the end is part of the value of `{key}`"
        return _problem(node.span, message, source[:-1])
    return None


def _comment(key: str, node: YamlNode) -> Problem | None:
    """A value that is a comment, because it starts with a number sign."""
    block = node.span.block
    if block is None or key not in _KEYS:
        return None
    found = _COMMENT.fullmatch(block.text, node.span.end, line_end(block.text, node.span.end))
    if found is None:
        return None
    new = json.dumps(found[1].rstrip(), ensure_ascii=False)
    return _problem(Span(*found.span(1), block), f"the value of `{key}` starts with `#`, so it is a comment", new)


def _problem(span: Span, message: str, new: str) -> Problem:
    return Problem(span, message, f"Write {new}.", safe_fix([TextEdit(span, new)]))
