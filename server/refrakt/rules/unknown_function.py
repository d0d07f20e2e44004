"""A function that does not exist.

The expression renders nothing. The fix writes the most similar name. If the site may define functions that refrakt does
not know, this is only a hint.

**Example**

```markdoc {% process=false %}
It costs {% curency(5) %}.
```

**Use instead**

```markdoc {% process=false %}
It costs {% currency(5) %}.
```
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

from refrakt.markdoc.text_edit import TextEdit
from refrakt.markdoc.values import Function
from refrakt.rules.expressions import expressions
from refrakt.rules.misread_tag import is_misread
from refrakt.rules.name_suggestion import did_you_mean, nearest
from refrakt.rules.page import RuleContext
from refrakt.rules.problem import RULE_SEVERITY, Problem, safe_fix
from refrakt.rules.registry import rule
from refrakt.runes.synonyms import FUNCTIONS, folded, respelled


@rule("unknown-function", "error", "attributes", on="expression", fixable=True)
def unknown_function(context: RuleContext) -> Iterator[Problem]:
    for value, span, _ in expressions(context.node):
        if context.page.site.has_unknown_functions:
            return
        functions = context.page.site.config.functions
        if not isinstance(value, Function) or value.name in functions or is_misread(context):
            continue
        names = _intended(value.name, functions)
        vocabulary = context.vocabulary
        message = f"no function is called '{value.name}'{did_you_mean(names)}"
        sure = vocabulary.refrakt and not vocabulary.unknown
        fix = [TextEdit(span, names[0])] if names and span.end - span.start == len(value.name) else []
        yield Problem(
            span,
            message,
            f"Write {names[0]}." if names else None,
            safe_fix(fix if sure else []),
            severity=RULE_SEVERITY if sure else "hint",
        )


def _intended(name: str, functions: Collection[str]) -> list[str]:
    """The functions that may be meant: another spelling, a synonym, a typing error."""
    same = respelled(name, functions) or FUNCTIONS.get(folded(name))
    return [same] if same is not None and same in functions else nearest(name, functions)
