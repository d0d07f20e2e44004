"""An attribute that occurs twice in one tag.

Markdoc uses only the last value. The fix removes the earlier one.

**Example**

```markdoc {% process=false %}
{% hint type="note" type="warning" %}
Save your work.
{% /hint %}
```

**Use instead**

```markdoc {% process=false %}
{% hint type="warning" %}
Save your work.
{% /hint %}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from refrakt.markdoc.tree import Span
from refrakt.rules.attribute_definitions import removal
from refrakt.rules.page import RuleContext
from refrakt.rules.problem import Problem, safe_fix, unsafe_fix
from refrakt.rules.problem_spans import attribute_at
from refrakt.rules.registry import rule


@rule("duplicate-attribute", "warning", "attributes", on="error:duplicate-attribute", fixable=True, tag="unnecessary")
def duplicate_attribute(context: RuleContext) -> Iterator[Problem]:
    assert context.problem is not None
    span = context.problem.span
    found = attribute_at(context.page.document, span)
    if found is None:
        return
    tag, number = found
    name = tag.attributes[number].annotation.name
    before = (tag.attributes[n] for n in range(number - 1, -1, -1))
    earlier = next((each for each in before if each.annotation.name == name and each.form != "class"), None)
    if earlier is None:
        yield Problem(span, f"`{name}` is set twice; the last value is used", "Remove the other.")
        return
    fix = [removal(tag, earlier)] if earlier.form != "primary" else []
    ignored = Span(min(earlier.key[0], earlier.value[0]), max(earlier.key[1], earlier.value[1]), tag.block)
    same = earlier.annotation.value == tag.attributes[number].annotation.value
    message = f"`{name}` is set again later; this value is not used"
    # Which of two values is right, only a person knows.
    yield Problem(ignored, message, "Remove one of them.", safe_fix(fix) if same else unsafe_fix(fix))
