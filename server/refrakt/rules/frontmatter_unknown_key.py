"""A frontmatter key that resembles a known key.

A page may have any key, so unknown keys are not reported unless they look like a typo, or other tools have them for a known
key that the page does not have: `pubDate`, `lastmod`. The fix writes the known key.

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

_SYNONYMS = {
    **dict.fromkeys(("desc", "descr", "metadescription"), "description"),
    **dict.fromkeys(("headline", "pagetitle"), "title"),
    **dict.fromkeys(("permalink",), "slug"),
    **dict.fromkeys(("pubdate", "publishdate", "publishedat", "publisheddate", "datepublished"), "date"),
    **dict.fromkeys(("createdat", "createdon", "datecreated"), "created"),
    **dict.fromkeys(("lastmod", "lastmodified", "modifiedat", "updatedat", "lastupdated", "datemodified"), "modified"),
    **dict.fromkeys(("sidebarposition", "navorder", "sidebarorder", "sortorder"), "order"),
}
"""Keys of other tools, without their separators."""


@rule("frontmatter-unknown-key", "warning", "frontmatter", on="page", fixable=True, sites="refrakt")
def frontmatter_unknown_key(page: Page) -> Iterator[Problem]:
    frontmatter = page.document.frontmatter
    root = frontmatter.root if frontmatter is not None else None
    if frontmatter is None or root is None or root.kind != "mapping" or frontmatter.problems:
        return
    keys = [*KNOWN_KEYS, *page.site.frontmatter_keys]
    for key, _ in root.entries:
        name = key.value
        if not isinstance(name, str) or len(name) < 3 or name in keys:
            continue
        near = next((each for each in keys if _is_close(name.strip(" :*_"), each)), None)
        near = near or _SYNONYMS.get(name.lower().replace("-", "").replace("_", ""))
        if near is not None and near not in root.names:
            message = f"unknown key '{name}'; did you mean '{near}'?"
            yield Problem(key.span, message, f"Write {near}.", safe_fix([TextEdit(key.span, near)]))


def _is_close(name: str, keys: str) -> bool:
    """One typing error, or another spelling of the same key. Short keys are often similar by chance."""
    folded, target = (each.lower().replace("_", "-") for each in (name, keys))
    if folded == target or folded.replace("-", "") == target.replace("-", ""):
        return True
    return len(keys) > 4 and DamerauLevenshtein.distance(folded, target) == 1
