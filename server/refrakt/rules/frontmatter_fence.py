"""Keys at the top of a file that are not read as frontmatter.

Frontmatter is YAML between two lines of three dashes. Without the first line, with two, four or long dashes, with the `+++` of TOML
or as JSON, it is read as text, and no key is set. The fix writes the fences, and TOML and JSON as YAML.

**Example**

```markdoc {% process=false %}
+++
title = "Boats"
+++

# Boats
```

**Use instead**

```markdoc {% process=false %}
---
title: Boats
---

# Boats
```
"""

from __future__ import annotations

from collections.abc import Iterator

from refrakt.markdoc.text_edit import TextEdit
from refrakt.markdoc.tree import Span
from refrakt.rules.frontmatter_fences import (
    as_yaml,
    enclosed_keys,
    fenced,
    may_have_unread_keys,
    other_format,
    start_of_text,
    unread_keys,
)
from refrakt.rules.page import Page
from refrakt.rules.problem import Fix, Problem, safe_fix
from refrakt.rules.problem_spans import line_end
from refrakt.rules.registry import rule


@rule("frontmatter-fence", "warning", "frontmatter", on="page", fixable=True, sites="refrakt")
def frontmatter_fence(page: Page) -> Iterator[Problem]:
    document = page.document
    if document.frontmatter is not None or not document.blocks or page.frontmatter is not None:
        return
    if not may_have_unread_keys(document):
        return
    text = start_of_text(document)
    first = len(text) - len(text.lstrip())
    other = other_format(text)
    if other is not None:
        name, end, data = other
        yaml = as_yaml(data)
        edits = [TextEdit(Span(0, end), f"---\n{yaml}---\n")] if yaml is not None else []
        message = f"this frontmatter is {name}; pages have YAML between two lines of three dashes"
        yield Problem(
            Span(first, line_end(text, first)), message, "Write key: value lines between ---.", safe_fix(edits)
        )
        return
    if document.blocks[0].unclosed and text.startswith("---"):
        return  # `frontmatter-unclosed` reports it
    enclosed = enclosed_keys(text)
    if enclosed is not None:
        end, inner, is_code = enclosed
        fix = Fix((TextEdit(Span(0, end), f"---\n{inner}---\n"),), "safe" if is_code else "unsafe")
        message = f"frontmatter is not read in a {'code block' if is_code else 'comment'}"
        yield Problem(Span(first, line_end(text, first)), message, "Write it between lines of ---.", fix)
        return
    keys = unread_keys(text)
    if keys is None or text[slice(*keys.lead)].strip():
        return
    opening = keys.opening
    if opening is not None and opening.text.strip() == "---" and keys.lead[1] > 0:
        return  # `frontmatter-position` reports it
    span = Span(first, line_end(text, first))
    edits = fenced(text, keys)
    if opening is None:
        message = "the frontmatter has no line of three dashes, `---`, before it"
    else:
        message = f"frontmatter starts with a line of three dashes, `---`, not with `{opening.text.strip()[:10]}`"
    if keys.lead[1] > 0:
        edits = [TextEdit(Span(*keys.lead), ""), *edits] if opening is not None else []
    yield Problem(span, message, "Start and close it with ---.", safe_fix(edits))
