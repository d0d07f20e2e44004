"""A frontmatter key that resembles a known key.

A page may have any key, so unknown keys are not reported unless they look like a typo. The fix writes the known key.

**Example**

```markdoc {% process=false %}
---
titel: Boats
---
```

**Use instead**

```markdoc {% process=false %}
---
title: Boats
---
```
"""

from __future__ import annotations

from collections.abc import Iterator

from rapidfuzz.distance import DamerauLevenshtein

from refrakt.markdoc.text_edit import TextEdit
from refrakt.rules.frontmatter_type import KNOWN_KEYS
from refrakt.rules.page import Page
from refrakt.rules.problem import Problem, safe_fix
from refrakt.rules.registry import rule


@rule("frontmatter-unknown-key", "hint", "frontmatter", on="page", fixable=True)
def frontmatter_unknown_key(page: Page) -> Iterator[Problem]:
    frontmatter = page.document.frontmatter
    root = frontmatter.root if frontmatter is not None else None
    if frontmatter is None or root is None or root.kind != "mapping" or frontmatter.problems:
        return
    known = [*KNOWN_KEYS, *page.site.frontmatter_keys]
    for key, _ in root.entries:
        name = key.value
        if not isinstance(name, str) or len(name) < 3 or name in known:
            continue
        near = next((each for each in known if _is_close(name, each)), None)
        if near is not None and near not in root.names:
            message = f"unknown key '{name}'; did you mean '{near}'?"
            yield Problem(key.span, message, f"Write {near}.", safe_fix([TextEdit(key.span, near)]))


def _is_close(name: str, known: str) -> bool:
    """One slip of the finger, or another way to write the same words. Short words are often near each other by chance."""
    folded, target = (each.lower().replace("_", "-") for each in (name, known))
    if folded == target or folded.replace("-", "") == target.replace("-", ""):
        return True
    return len(known) > 4 and DamerauLevenshtein.distance(folded, target) == 1
