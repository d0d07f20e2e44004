"""A comment or a setting of a page that names no rule.

It has no effect: the problem is still reported. Only codes that are nearly those of a rule are reported, because plugins have rules
of their own.

**Example**

```markdoc {% process=false %}
[//]: # (refrakt-disable-next-line broken-lnk)
See the [tide table](/tides).
```

**Use instead**

```markdoc {% process=false %}
[//]: # (refrakt-disable-next-line broken-link)
See the [tide table](/tides).
```
"""

from __future__ import annotations

from collections.abc import Iterator

from refrakt.markdoc.text_edit import TextEdit
from refrakt.markdoc.tree import Span
from refrakt.rules.disable_comments import directives
from refrakt.rules.name_suggestion import nearest
from refrakt.rules.page import Page
from refrakt.rules.problem import Problem, safe_fix
from refrakt.rules.registry import all_rules, declared_rule, rule
from refrakt.rules.severity_settings import written_settings


@rule("unknown-rule-code", "warning", "config", on="page", fixable=True)
def unknown_rule_code(page: Page) -> Iterator[Problem]:
    for code, span in (*_in_comments(page), *_in_frontmatter(page)):
        if declared_rule(code) is None and code not in all_rules():
            near = nearest(code, all_rules(), most=1)
            if near:
                message = f"no rule has the code `{code}`; did you mean `{near[0]}`?"
                yield Problem(span, message, f"Write {near[0]}.", safe_fix([TextEdit(span, near[0])]))


def _in_comments(page: Page) -> Iterator[tuple[str, Span]]:
    for directive in directives(page.document):
        yield from directive.codes


def _in_frontmatter(page: Page) -> Iterator[tuple[str, Span]]:
    frontmatter = page.document.frontmatter
    for code, _ in written_settings(frontmatter) if frontmatter is not None else ():
        if isinstance(code.value, str):
            yield code.value, code.span
