"""A variable in quotes.

In quotes, a variable is text: the page shows its name instead of its value. The same is true of the variables of other template
languages in the value of an attribute. The fix writes the variable without quotes.

**Example**

```markdoc {% process=false %}
{% details summary="$frontmatter.title" %}
More about this.
{% /details %}
```

**Use instead**

```markdoc {% process=false %}
{% details summary=$frontmatter.title %}
More about this.
{% /details %}
```
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from refrakt.markdoc.text_edit import TextEdit
from refrakt.markdoc.tree import Span
from refrakt.rules.attribute_definitions import written_attributes
from refrakt.rules.dialect_variables import known_path
from refrakt.rules.expressions import in_template
from refrakt.rules.page import RuleContext
from refrakt.rules.problem import Problem, safe_fix
from refrakt.rules.registry import rule

_PATH = r"((?:page|frontmatter|file|item)(?:\.[A-Za-z_]\w*){1,6})"
_QUOTED = re.compile(
    rf"\${_PATH}|\{{\{{[ ]?\$?{_PATH}[ ]?\}}\}}|\$\{{[ ]?\$?{_PATH}[ ]?\}}|\{{%[ ]?\$?{_PATH}[ ]?%\}}|\{{[ ]?\$?{_PATH}[ ]?\}}"
)


@rule("quoted-variable", "warning", "attributes", on="node:tag", fixable=True, sites="refrakt")
def quoted_variable(context: RuleContext) -> Iterator[Problem]:
    if not any(isinstance(each, str) and ("$" in each or "{" in each) for each in context.node.attributes.values()):
        return
    for tag, attribute in written_attributes(context):
        value = attribute.annotation.value
        found = _QUOTED.fullmatch(value) if isinstance(value, str) and attribute.form in ("named", "primary") else None
        path = _known_path(context, next(each for each in found.groups() if each)) if found is not None else None
        if path is not None:
            span = Span(*attribute.value, tag.block)
            message = f"`{value}` in quotes is text, not the value of a variable"
            yield Problem(span, message, f"Write ${path}.", safe_fix([TextEdit(span, f"${path}")]))


def _known_path(context: RuleContext, path: str) -> str | None:
    if path.startswith("item."):
        return path if in_template(context) else None
    return known_path(context.page, path)
