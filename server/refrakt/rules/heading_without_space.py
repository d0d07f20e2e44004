"""A heading without a space after its number signs.

Markdown requires a space: `##Setup` is a paragraph. A single number sign is reported only if the line can be no
hashtag. More than six number signs, number signs of another script and a backslash before them are reported as well.

**Example**

```markdoc {% process=false %}
##Setup

Install the package first.
```

**Use instead**

```markdoc {% process=false %}
## Setup

Install the package first.
```
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from refrakt.markdoc.text_edit import TextEdit
from refrakt.markdoc.tree import BlockText, Span
from refrakt.rules.page import RuleContext
from refrakt.rules.problem import Applicability, Fix, Problem
from refrakt.rules.prose_text import prose_of
from refrakt.rules.registry import rule
from refrakt.rules.signs import sign

_SIGN = sign(pattern=r"(?m:^[ \t]*(?:\\#|＃|#{1,6}[^#\s]|#{7}))|(?m:^[ \t]{4,}#)")
"""A line that begins with number signs, but not as a heading does."""
_GLUED = re.compile(r"(#{2,6})(?=[^\W_]|[\"“'‘`*(\[¿¡])")
_GLUED_TITLE = re.compile(r"(#)(?=[A-Z][\w'’-]*[ :][^\n#]+$)")
_CODE_MARKERS = ("FIXME", "TODO", "XXX", "HACK")
"""Words that begin a comment of a programmer."""
_ODD_SPACE = re.compile(r"(#{1,6}[\u00a0\u2002-\u200a\u202f\u3000]+)[ \t]*(?=\S)")
_INDENTED = re.compile(r"([ \t]{4,})#{1,6} (?=[^\W_])")
_CLOSING = re.compile(r"(?<=[^\s#\\])(#{1,6})[ \t]*\Z")
_LATER = re.compile(r"^(#{2,6})([\u00a0\u2002-\u200a\u202f\u3000]*)(?=[^\W\d_])", re.MULTILINE)
_WIDE = re.compile(r"(＃{1,6})[ \u3000]*(?=\S)")
_MANY = re.compile(r"(#{7,})[ \t]+(?=\S)")
_ESCAPED = re.compile(r"(\\)(?:#{2,6}[ \t]+(?=[^\W\d_])|#[ \t]+(?=[A-Z]))")


@rule(
    "heading-without-space",
    "warning",
    "syntax",
    on="node:paragraph",
    fixable=True,
    root_cause=True,
    habitual=True,
    signs=[_SIGN],
)
def heading_without_space(context: RuleContext) -> Iterator[Problem]:
    block = context.node.block
    if block is None or context.is_verbatim:
        return
    start, text = context.node.start, block.text
    if text[start : start + 1] not in ("#", "＃", "\\"):
        if "\n#" in text and not any(each.type in ("item", "blockquote") for each in context.parents):
            yield from _later_lines(context, block)
        return
    if any(each.type in ("item", "blockquote") for each in context.parents):
        return
    if (indented := _INDENTED.match(text, text.rfind("\n", 0, start) + 1)) is not None and indented.end() > start:
        span = Span(indented.start(1), indented.end(1), block)
        message = "a heading is indented by three spaces at most: it is shown as text"
        fix = Fix((TextEdit(span, ""),), "safe" if context.vocabulary.refrakt else "unsafe")
        yield Problem(Span(start, start + 1, block), message, "Remove the indentation.", fix)
        return
    found = _GLUED.match(text, start)
    if found is None and "\n" not in text[start : context.node.end]:
        is_comment = text.startswith(_CODE_MARKERS, start + 1)
        found = None if is_comment else _GLUED_TITLE.match(text, start, context.node.end)
    if found is not None:
        glued = _CLOSING.search(text[: context.node.end].rstrip())
        if glued is not None and glued[1] == found[1] and "\n" not in text[start : context.node.end].strip():
            inner = text[found.end() : glued.start()]
            span = Span(start, glued.end(), block)
            fix = Fix((TextEdit(span, f"{found[1]} {inner}"),))
            message = "a space is missing after the number signs of a heading"
            yield Problem(Span(found.start(1), found.end(1), block), message, f"Write {found[1]} {inner}.", fix)
            return
        yield _problem(context, found, "a space is missing after the number signs of a heading", f"{found[1]} ")
        return
    found = _ODD_SPACE.match(text, start)
    if found is not None:
        message = "the character after the number signs of a heading is not a normal space"
        yield _problem(context, found, message, f"{found[1].rstrip()} ", whole=True)
        return
    found = _WIDE.match(text, start)
    if found is not None:
        marks = "#" * len(found[1])
        message = "`＃` is a full-width number sign: headings begin with `#`"
        yield _problem(context, found, message, f"{marks} ", whole=True)
        return
    found = _MANY.match(text, start)
    if found is not None:
        message = f"`{found[1]}` begins no heading: there are six levels"
        yield Problem(
            Span(found.start(1), found.end(1), block), message, "Write as many as the heading above has, or one more."
        )
        return
    found = _ESCAPED.match(text, start)
    is_alone = "\n" not in text[start : context.node.end] or text.startswith("\\##", start)
    if found is not None and context.vocabulary.refrakt and is_alone:
        yield _problem(
            context,
            found,
            "a backslash before `#` makes a heading plain text",
            "",
            "Remove the backslash.",
            "safe" if text.startswith("\\##", start) else "unsafe",
        )


def _later_lines(context: RuleContext, block: BlockText) -> Iterator[Problem]:
    """Headings that are lines of a paragraph, since they lack their space."""
    prose = prose_of(context.page.document.block_of(block))
    for found in _LATER.finditer(prose, context.node.start, context.node.end):
        message = "a space is missing after the number signs of a heading"
        if found[2]:
            message = "the character after the number signs of a heading is not a normal space"
        yield _problem(context, found, message, f"{found[1]} ", whole=True)


def _problem(
    context: RuleContext,
    found: re.Match[str],
    message: str,
    new: str,
    advice: str | None = None,
    applicability: Applicability = "safe",
    *,
    whole: bool = False,
) -> Problem:
    block = context.node.block
    span = Span(found.start(), found.end() if whole else found.end(1), block)
    rest = found.string[found.end() : context.node.end].partition("\n")[0].strip()
    suggestion = advice or f"Write {new.strip()} {rest}."
    return Problem(
        Span(found.start(1), found.end(1), block), message, suggestion, Fix((TextEdit(span, new),), applicability)
    )
