"""A file that is named after an id, but contains no entity.

The plan reads the first tag with the name of a type that is alone on its lines. Without it, or with another name such as `task`,
the file is not part of the plan: nothing can refer to it, and no command shows it. If a tag has another name for the type of the
file, the fix writes the right one.

**Example**

```markdoc {% process=false %}
-- work/WORK-001-search.md --
{% task id="WORK-001" status="draft" milestone="v1" %}
# Search
{% /task %}
```

**Use instead**

```markdoc {% process=false %}
-- work/WORK-001-search.md --
{% work id="WORK-001" status="draft" milestone="v1" %}
# Search
{% /work %}
```
"""

from __future__ import annotations

import re

from refrakt.plugins import Problem, Span, TextEdit, declare, safe_fix
from refrakt_plan.vocabulary import TYPES, type_of_file

_TAG = re.compile(r"^[ \t]*\{%[ \t]*(?P<name>[a-zA-Z][\w-]*)(?![\w-])(?P<rest>[^%\r\n]*)%\}[ \t]*$", re.MULTILINE)
_ATTRIBUTE = re.compile(r"\b(?:id|status|priority|severity|complexity|milestone)[ \t]*=")
_FENCED = re.compile(r"^[ \t]*(?:```|~~~)", re.MULTILINE)

MISSING_ENTITY = declare(
    "missing-entity", "warning", "files", __doc__ or "", scope="plan", fixable=True, replaces="unknown-rune"
)


def missing_entity(file: str, source: str) -> Problem | None:
    """The problem of a file without an entity; None if its name is not that of an entity, or its tag is damaged."""
    name = file.rpartition("/")[2]
    kind = type_of_file(name)
    if kind is None:
        return None
    opening = next((each for each in _TAG.finditer(source) if _ATTRIBUTE.search(each["rest"])), None)
    if opening is not None and opening["name"] in TYPES:
        return None  # the tag is damaged, or beside other text: other rules explain that
    message = f"{name} contains no entity"
    if opening is None or _FENCED.search(source, 0, opening.start()):
        if f"{{% {kind.name}" in source or f"{{%{kind.name}" in source:
            return None
        id = re.match(r"[A-Z]+-[0-9]+", name)
        advice = f'Put its content between {{% {kind.name} id="{id[0] if id else ""}" %}} and {{% /{kind.name} %}}.'
        return Problem(Span(0, len(source.partition("\n")[0].rstrip())), message, advice)
    written = opening["name"]
    message = f"{message}: the plan reads `{kind.name}`, not `{written}`"
    closing = [*re.finditer(rf"^[ \t]*\{{%[ \t]*/[ \t]*({re.escape(written)})[ \t]*%\}}[ \t]*$", source, re.MULTILINE)]
    spans = [Span(*opening.span("name")), *(Span(*each.span(1)) for each in closing[-1:])]
    fix = safe_fix([TextEdit(each, kind.name) for each in spans]) if closing else None
    return Problem(spans[0], message, f"Write {{% {kind.name} … %}}.", fix)
