"""A setting of a page that gives a rule no severity.

It has no effect: the problem keeps the severity of the config. A rule can be `error`, `warning`, `info`, `hint` or `off`.

**Example**

```markdoc {% process=false %}
---
title: Tides
refrakt:
  rules:
    broken-link: warn
---
```

**Use instead**

```markdoc {% process=false %}
---
title: Tides
refrakt:
  rules:
    broken-link: warning
---
```
"""

from __future__ import annotations

from collections.abc import Iterator

from refrakt.markdoc.text_edit import TextEdit
from refrakt.rules.page import Page
from refrakt.rules.problem import SEVERITIES, Problem, safe_fix
from refrakt.rules.registry import rule
from refrakt.rules.severity_settings import written_settings

_MEANT = {"warn": "warning", "err": "error", "information": "info"}
"""Names that other tools have for a severity."""


@rule("unknown-severity", "warning", "config", on="page", fixable=True)
def unknown_severity(page: Page) -> Iterator[Problem]:
    frontmatter = page.document.frontmatter
    for code, setting in written_settings(frontmatter) if frontmatter is not None else ():
        written = setting.value
        if not setting.resolved or (setting.kind == "scalar" and (written is False or written in (*SEVERITIES, "off"))):
            continue
        message = f"`{code.value}` can be {', '.join(SEVERITIES)} or off"
        meant = _MEANT.get(written) if isinstance(written, str) else None
        if meant is None:
            yield Problem(setting.span, message)
        else:
            yield Problem(setting.span, message, f"Write {meant}.", safe_fix([TextEdit(setting.span, meant)]))
