"""A tag that is not a known rune.

The content of an unknown tag is rendered, but the tag has no effect. The fix writes the most similar name in the
opening and the closing tag. If the site uses a package whose runes refrakt does not know, this is only a hint. On a
site that is not refrakt's own, nothing is reported unless all of its tags are known.

**Example**

```markdoc {% process=false %}
{% hnit type="note" %}
Save your work.
{% /hnit %}
```

**Use instead**

```markdoc {% process=false %}
{% hint type="note" %}
Save your work.
{% /hint %}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from refrakt.markdoc.text_edit import TextEdit
from refrakt.markdoc.tree import Span
from refrakt.rules.name_suggestion import did_you_mean, nearest
from refrakt.rules.page import RuleContext
from refrakt.rules.problem import Problem, safe_fix
from refrakt.rules.problem_spans import is_stray, primary_span
from refrakt.rules.registry import rule


@rule("unknown-rune", "error", "tags", on="error:tag-undefined error:node-undefined", fixable=True)
def unknown_rune(context: RuleContext) -> Iterator[Problem]:
    if is_stray(context.node) or (context.vocabulary.unknown and not context.vocabulary.refrakt):
        return
    node = context.node
    name = node.tag or node.type
    vocabulary = context.vocabulary
    names = nearest(name, vocabulary.names)
    what = "rune" if vocabulary.refrakt else "tag"
    message = f"no {what} is called '{name}'{did_you_mean(names)}"
    span = context.problem.span if context.problem is not None else primary_span(node)
    fix: list[TextEdit] = []
    if names and node.open is not None and node.open.name == name:
        spans: list[Span] = [each.name_span for each in (node.open, node.close) if each is not None]
        fix = [TextEdit(each, names[0]) for each in spans]
    if vocabulary.unknown:
        packages = ", ".join(vocabulary.unknown)
        yield Problem(span, message, f"It may be a rune of {packages}, which is unknown.", severity="hint")
        return
    yield Problem(span, message, f"Write {names[0]}." if names else None, safe_fix(fix))
