"""A condition that is missing.

`{% if %}` shows its content if a condition is true. Without one it shows nothing.

**Example**

```markdoc {% process=false %}
{% if %}
Save your work.
{% /if %}
```

**Use instead**

```markdoc {% process=false %}
{% if $frontmatter.draft %}
Save your work.
{% /if %}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from refrakt.rules.page import RuleContext
from refrakt.rules.problem import Problem
from refrakt.rules.registry import rule


@rule("missing-condition", "error", "attributes", on="node:tag")
def missing_condition(context: RuleContext) -> Iterator[Problem]:
    node = context.node
    if node.tag != "if" or node.open is None or node.open.attributes or node.open.kind != "open":
        return
    if node.attributes or node.open.error is not None or not node.open.terminated:
        return
    if context.rune is not None and context.rune.category == "Markdoc":
        message = "`if` needs a condition"
        yield Problem(node.open.name_span, message, "Write it after `if`, as in {% if $frontmatter.draft %}.")
