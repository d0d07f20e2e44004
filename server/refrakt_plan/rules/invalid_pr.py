"""An item of `pr` that is not in the form `organisation/repository#number`.

Only this form can be linked and compared. The fix rewrites the URL of a pull request.

**Example**

```markdoc {% process=false %}
{% work id="WORK-001" status="draft" milestone="v1" pr="https://github.com/acme/shop/pull/12" %}
# Search
{% /work %}
```

**Use instead**

```markdoc {% process=false %}
{% work id="WORK-001" status="draft" milestone="v1" pr="acme/shop#12" %}
# Search
{% /work %}
```
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from refrakt.plugins import Problem, TextEdit, rule, safe_fix
from refrakt_plan.entity import Entity
from refrakt_plan.rules.problem_spans import items_of
from refrakt_plan.vocabulary import PULL_REQUEST

_URL = re.compile(r"https?://[^/\s]+/([^/\s]+/[^/\s]+)/pull/([0-9]+)(?:[/?#]\S*)?")


@rule("invalid-pr", "error", "attributes", scope="plan", on="entity:work entity:bug", fixable=True)
def invalid_pr(entity: Entity) -> Iterator[Problem]:
    for item in items_of(entity, "pr"):
        if PULL_REQUEST.fullmatch(item.text):
            continue
        url = _URL.fullmatch(item.text)
        short = f"{url[1]}#{url[2]}" if url else ""
        is_valid = PULL_REQUEST.fullmatch(short) is not None
        message = f'{entity.name} has "{item.text}" as a pull request'
        suggestion = f"Replace with {short}." if is_valid else "Use organisation/repository#number."
        fix = safe_fix([TextEdit(item.span, short)] if is_valid and item.is_literal else [])
        yield Problem(item.span, message, suggestion, fix, target=item.text)
