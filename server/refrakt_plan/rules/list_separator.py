"""A list in an attribute that is not separated by commas.

`tags` and `pr` are texts with commas between their items. With other characters between them, or as an array, all of it is one
item, or no text at all. The fix writes commas.

**Example**

```markdoc {% process=false %}
{% work id="WORK-001" status="draft" milestone="v1" tags="search; titles" %}
# Search
{% /work %}
```

**Use instead**

```markdoc {% process=false %}
{% work id="WORK-001" status="draft" milestone="v1" tags="search, titles" %}
# Search
{% /work %}
```
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from refrakt.plugins import Problem, rule, safe_fix
from refrakt_plan.entity import Entity
from refrakt_plan.rules.problem_spans import value_of, with_value

_NAMES = ("tags", "pr")
_OTHER = re.compile(r"(?<![ \t])[ \t]*[;|][ \t]*")
_SEMICOLON = re.compile(r"(?<![ \t])[ \t]*[;,][ \t]*")
_HASHTAGS = re.compile(r"#[\w-]+(?:[ ,]+#[\w-]+)*")


@rule(
    "list-separator",
    "warning",
    "attributes",
    scope="plan",
    on="entity",
    fixable=True,
    replaces="wrong-type coercible-value",
)
def list_separator(entity: Entity) -> Iterator[Problem]:
    for name in _NAMES:
        value = entity.attributes.get(name)
        ranges = entity.attribute_ranges.get(name)
        if not value or ranges is None:
            continue
        is_array = entity.source.startswith("[", ranges.value.start)
        new = value
        if is_array:
            new = ", ".join(each.strip() for each in value.split(","))
        elif name == "tags" and _HASHTAGS.fullmatch(value):
            new = ", ".join(re.findall(r"[\w-]+", value))
        elif _OTHER.search(value) and "," not in value:
            new = _OTHER.sub(", ", value.strip(" ;|"))
        elif ";" in value:
            new = _SEMICOLON.sub(", ", value.strip(" ;"))
        if new != value or is_array:
            message = f"`{name}` of {entity.name} is a text with commas between its items"
            fix = safe_fix(with_value(entity, name, new))
            yield Problem(value_of(entity, name), message, f'Write "{new}".', fix)
