"""A variable that is not defined.

It renders nothing. Pages of a refrakt site have `$page`, `$file`, `$frontmatter` and the variables of the site; the
template of a collection also has `$item` and related variables. The fix writes the most similar name wherever the page
uses the variable; a page has one problem for each name. If the variables of the site are not known, this is only a hint,
except for a typing error such as `$frontmater`; `authoring.variables` in the config names those that the site gives its
pages. In partials, which the pages that include them give variables of any name, only typing errors are reported.

**Example**

```markdoc {% process=false %}
This page is called {% $page.titel %}.
```

**Use instead**

```markdoc {% process=false %}
This page is called {% $page.title %}.
```
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from refrakt.markdoc.text_edit import TextEdit
from refrakt.markdoc.tree import Span
from refrakt.markdoc.values import Variable
from refrakt.rules.expressions import expressions, in_template
from refrakt.rules.name_suggestion import did_you_mean, nearest
from refrakt.rules.page import PAGE_VARIABLES, RuleContext
from refrakt.rules.problem import RULE_SEVERITY, Fix, Problem, safe_fix
from refrakt.rules.registry import rule

TEMPLATE_VARIABLES = ("item", "kind", "count", "shown")
"""The variables in the body of a collection."""
CODE = "unknown-variable"
_FRONTMATTER = frozenset({"fm", "front", "matter", "meta", "metadata", "frontMatter", "front_matter", "data"})
"""What other tools call the frontmatter."""
_LONG_NAME = 8
_INTERNAL = frozenset({"generatedIds", "path", "headings", "urls", "svg"})


@rule(CODE, "warning", "attributes", on="expression", fixable=True, habitual=True)
def unknown_variable(context: RuleContext) -> Iterator[Problem]:
    for value, span, _ in expressions(context.node):
        if isinstance(value, Variable) and (found := _unknown(context, value, span)):
            yield found


def _unknown(context: RuleContext, variable: Variable, span: Span) -> Problem | None:
    site = context.page.site
    is_partial = context.page.is_partial
    if not context.vocabulary.refrakt and (site.variables is None or is_partial):
        return None
    head = str(variable.path[0])
    if head in site.declared_variables:
        return None
    variables: dict[str, Any] = dict(PAGE_VARIABLES) if context.vocabulary.refrakt else {}
    variables |= site.variables or {}
    if in_template(context):
        variables |= dict.fromkeys(TEMPLATE_VARIABLES)
    if head in _FRONTMATTER and "frontmatter" in variables and context.vocabulary.refrakt:
        message = f"no variable is called '${head}'; did you mean '$frontmatter'?"
        fix = safe_fix([TextEdit(Span(span.start + 1, span.start + 1 + len(head), span.block), "frontmatter")])
        is_text = span.block is not None and span.block.text.startswith(f"${head}", span.start)
        return Problem(span, message, "Write $frontmatter.", fix if is_text else None)
    if head not in variables:
        is_misspelt = _is_misspelt_page_variable(head)
        if head.startswith("__") or head in _INTERNAL or (is_partial and not is_misspelt):
            return None
        sure = (site.variables is not None or is_misspelt) and not is_partial
        return _unknown_name(head, variables, span, 1, f"no variable is called '${head}'", sure)
    inner = variables[head]
    if len(variable.path) < 2 or not isinstance(inner, Mapping) or variable.path[1] in inner:
        return None
    step = str(variable.path[1])
    return _unknown_name(step, inner, span, len(head) + 2, f"`${head}` has no '{step}'", True)


def once_per_name(problems: Iterable[Problem]) -> list[Problem]:
    """The problems of a page in text order, with one for each unknown variable; its fix corrects every use of the name."""
    kept: list[Problem] = []
    first: dict[str, int] = {}
    for each in problems:
        if each.code != CODE:
            kept.append(each)
        elif each.message not in first:
            first[each.message] = len(kept)
            kept.append(each)
        elif each.fix is not None:
            index = first[each.message]
            earlier = kept[index].fix
            edits = earlier.edits if earlier is not None else ()
            kept[index] = replace(kept[index], fix=Fix((*edits, *each.fix.edits)))
    return kept


def _is_misspelt_page_variable(head: str) -> bool:
    """Whether a name is a typing error for a long name that every page has. A short one may be another variable: `$pages`."""
    return any(len(name) >= _LONG_NAME and name in PAGE_VARIABLES for name in nearest(head, PAGE_VARIABLES)[:1])


def _unknown_name(
    name: str, variables: Mapping[str, Any], span: Span, offset: int, message: str, sure: bool
) -> Problem:
    names = nearest(name, variables)
    name_span = Span(span.start + offset, span.start + offset + len(name), span.block)
    written = span.block.text[name_span.start : name_span.end] if span.block is not None else ""
    fix = [TextEdit(name_span, names[0])] if names and written == name else []
    advice = f"Write {'$' if offset == 1 else ''}{names[0]}." if names else None
    return Problem(
        span, f"{message}{did_you_mean(names)}", advice, safe_fix(fix), severity=RULE_SEVERITY if sure else "hint"
    )
