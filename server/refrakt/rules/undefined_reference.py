"""A reference link without a definition.

`[text][label]` is a link only if the page defines the label, as in `[label]: /url`. Otherwise the brackets are shown.
If the page defines a label that differs by a typing error, the fix writes it.

**Example**

```markdoc {% process=false %}
Read [the setup][setpu] first.

[setup]: https://example.com/setup
```

**Use instead**

```markdoc {% process=false %}
Read [the setup][setup] first.

[setup]: https://example.com/setup
```
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from refrakt.markdoc.text_edit import TextEdit
from refrakt.markdoc.tree import Span
from refrakt.rules.name_suggestion import did_you_mean, nearest
from refrakt.rules.page import Page
from refrakt.rules.problem import Problem, safe_fix
from refrakt.rules.prose_text import HIDDEN, prose_blocks, prose_blocks_containing
from refrakt.rules.registry import rule
from refrakt.rules.signs import sign
from refrakt.untrusted import one_line

_REFERENCE = re.compile(r"(?<![\w\]\\)])!?\[([^\[\]\n]{2,200})\][ ]?\[([^\[\]\n]{2,100})\](?![\[(:\w])")
_SIGN = sign(pattern=r"\][ ]?\[")
_URL = re.compile(r"(?:https?://|/|\.\.?/)[^\s\[\]()]+|#[\w-]+")
_NO_LABEL = re.compile(r"[\d\s.,:;*+-]+|[\w.]+\(.*|['\"].*|[^=]*=.*")


@rule("undefined-reference", "warning", "links", on="page", fixable=True)
def undefined_reference(page: Page) -> Iterator[Problem]:
    document = page.document
    labels: set[str] | None = None
    for block in prose_blocks(page, _SIGN):
        for found in _REFERENCE.finditer(block.text):
            label = found[2].strip()
            if (
                _NO_LABEL.fullmatch(label)
                or not re.search(r"[^\W\d_]{2}", block.source.text[found.start(1) : found.end(1)])
                or "^" in label
                or (HIDDEN in found[0] and not _URL.fullmatch(label))
            ):
                continue
            if labels is None:
                labels = {each for every in document.blocks for each in every.definitions}
            if _normal(label) in {_normal(each) for each in labels}:
                continue
            if _URL.fullmatch(label):
                new = f"({label})"
                edit = TextEdit(Span(found.end(1) + 1, found.end(), block.source), new)
                text = one_line(block.source.text[found.start(1) : found.end(1)], 100)
                message = "the target of a link is in parentheses"
                yield Problem(Span(*found.span(), block.source), message, f"Write [{text}]{new}.", safe_fix([edit]))
                continue
            if " " in found[0][found[0].index("]") : found[0].index("[", 2)]:
                continue  # two texts in brackets
            definition = _damaged_definition(page, label)
            if definition is not None:
                message = f"the definition of the reference '{label}' is written with a colon"
                advice = f"Write [{label}]: …"
                yield Problem(definition.span, message, advice, safe_fix([definition]))
                continue
            names = nearest(_normal(label), [_normal(each) for each in labels])
            words = f"{found[1]}{label}"
            if not names and words.islower() and " " not in words and not page.site.vocabulary.refrakt:
                continue  # `[file][options]` describes a command
            span = Span(found.start(2), found.end(2), block.source)
            message = f"the page has no definition of the reference '{label}'{did_you_mean(names)}"
            advice = (
                f"Write {names[0]}." if names else f"Write the target in parentheses, or define it: [{label}]: /url"
            )
            yield Problem(span, message, advice, safe_fix([TextEdit(span, names[0])] if names else []))


def _damaged_definition(page: Page, label: str) -> TextEdit | None:
    """The edit that makes a line a definition: `[label] = /url`, `[label] - /url`."""
    line = re.compile(
        rf"^\[{re.escape(label)}\][ \t]*([=-]>?|:=|;)?[ \t]*(?=(?:https?://|/|\.\.?/|#)\S+[ \t]*$)",
        re.MULTILINE | re.IGNORECASE,
    )
    for block in prose_blocks_containing(page, f"[{label}"):
        found = line.search(block.text)
        if found is not None:
            start = found.start() + len(label) + 2
            return TextEdit(Span(start, found.end(), block.source), ": ")
    return None


def _normal(label: str) -> str:
    return " ".join(label.lower().split())
