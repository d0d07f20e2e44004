"""A partial that does not exist.

Nothing is rendered for it. The fix writes the most similar name of a partial of the site. In the example, the site has
the partial `header.md`.

**Example**

```markdoc {% process=false %}
{% partial file="heade.md" /%}
```

**Use instead**

```markdoc {% process=false %}
{% partial file="header.md" /%}
```
"""

from __future__ import annotations

import posixpath
from collections.abc import Collection, Iterator

from refrakt.markdoc.format.values import format_value
from refrakt.markdoc.text_edit import TextEdit
from refrakt.rules.attribute_definitions import attribute_of
from refrakt.rules.name_suggestion import did_you_mean, nearest
from refrakt.rules.page import RuleContext
from refrakt.rules.problem import Problem, safe_fix
from refrakt.rules.registry import rule


@rule("partial-missing", "error", "tags", on="error:attribute-value-invalid", fixable=True)
def partial_missing(context: RuleContext) -> Iterator[Problem]:
    assert context.problem is not None
    partials = context.page.site.partials
    if context.node.tag != "partial" or partials is None:
        return
    found = attribute_of(context)
    file = found[1].annotation.value if found is not None else None
    if found is None or found[1].annotation.name != "file" or not isinstance(file, str) or file in partials:
        return
    if not context.vocabulary.refrakt and _may_exist(file, partials):
        return
    names = nearest(file, partials)
    span = context.problem.span
    fix = [TextEdit(span, format_value(names[0]))] if names else []
    advice = f"Write {names[0]}." if names else "Create the file, or use an existing one."
    yield Problem(span, f"no partial is called '{file}'{did_you_mean(names)}", advice, safe_fix(fix))


def _may_exist(file: str, partials: Collection[str]) -> bool:
    """Whether a path names a partial in another way, or a file outside of the folder of partials, which Next.js reads as well."""
    path = posixpath.normpath(file).lstrip("/")
    return path.startswith("../") or path in partials
