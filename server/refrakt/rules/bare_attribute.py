"""An attribute without a value.

In HTML, `open` means `open=true`. Markdoc has no such short form: it rejects the whole tag and renders nothing. The fix
appends `=true` to each boolean attribute of the tag. A word that is not a boolean attribute of the rune is quoted: as
the primary value, or as the rest of a value that begins with a number, such as `time=20 min`.

**Example**

```markdoc {% process=false %}
{% details open %}
More about this.
{% /details %}
```

**Use instead**

```markdoc {% process=false %}
{% details open=true %}
More about this.
{% /details %}
```
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from refrakt.markdoc.text_edit import TextEdit
from refrakt.markdoc.tree import Span, TagError, TagSyntax
from refrakt.rules.attribute_definitions import accepts
from refrakt.rules.page import RuleContext
from refrakt.rules.problem import Problem, safe_fix
from refrakt.rules.registry import rule
from refrakt.rules.syntax_error import invalid_tag, parses_with
from refrakt.runes.rune import Attribute

_NUMBER = re.compile(r"-?[0-9]+(?:\.[0-9]+)?")


@rule("bare-attribute", "error", "syntax", on="error:parse-error", fixable=True)
def bare_attribute(context: RuleContext) -> Iterator[Problem]:
    found = invalid_tag(context)
    if found is None or found[1].reason != "bare-attribute" or not found[0].terminated or found[0].block is None:
        return
    tag, error = found
    name = found[0].block.text[error.start : error.end]
    rune = context.vocabulary.get(tag.name)
    fix = _fix(tag, error, rune.every_attribute if rune is not None else None)
    advice = f"Write {name}=true." if fix and fix[0].new == "=true" else "Write a value, or quote the text."
    yield Problem(Span(error.start, error.end, tag.block), f"`{name}` has no value", advice, safe_fix(fix))


def _fix(tag: TagSyntax, error: TagError, attributes: Mapping[str, Attribute] | None) -> list[TextEdit]:
    assert tag.block is not None
    text = tag.block.text
    keys = {each.key for each in tag.attributes if not each.complete and each.value[0] == each.value[1]}
    flags: list[TextEdit] = []
    for start, end in sorted(keys | {(error.start, error.end)}):
        attribute = attributes.get(text[start:end]) if attributes is not None else None
        if attributes is not None and (attribute is None or not accepts(attribute, True)):
            flags = []
            break
        flags.append(TextEdit(Span(end, end, tag.block), "=true"))
    for fix in (flags, _as_text(tag, error, attributes or {})):
        if fix and parses_with(tag, fix):
            return fix
    return []


def _as_text(tag: TagSyntax, error: TagError, attributes: Mapping[str, Attribute]) -> list[TextEdit]:
    """The name in quotes: alone, or with the number before it."""
    assert tag.block is not None
    text = tag.block.text
    primary = attributes.get("primary")
    if not text[tag.name_start + len(tag.name) : error.start].strip():
        written = text[error.start : error.end]
        taken = primary is not None and accepts(primary, written)
        return [TextEdit(Span(error.start, error.end, tag.block), f'"{written}"')] if taken else []
    for each in tag.attributes:
        between = text[each.value[1] : error.start]
        if between.strip() or not between or not _NUMBER.fullmatch(text[each.value[0] : each.value[1]]):
            continue
        whole = text[each.value[0] : error.end]
        attribute = attributes.get(each.annotation.name)
        if attribute is not None and accepts(attribute, whole):
            return [TextEdit(Span(each.value[0], error.end, tag.block), f'"{whole}"')]
    return []
