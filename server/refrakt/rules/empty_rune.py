"""A rune without the content it needs.

Tabs without a tab or a hint without text render nothing or an empty box. Runes that get their content from an
attribute, such as `embed`, are not reported. Add content or remove the rune.

**Example**

```markdoc {% process=false %}
{% hint type="note" %}
{% /hint %}
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

from refrakt.rules.page import RuleContext
from refrakt.rules.problem import Problem
from refrakt.rules.problem_spans import primary_span
from refrakt.rules.registry import rule
from refrakt.rules.rune_bodies import RuneBody, is_empty, rune_bodies
from refrakt.runes.content_model import Custom, Delimited, Field, FieldSequence, Sections, Split
from refrakt.runes.match_expressions import describe_match
from refrakt.runes.rune import Rune

_FINE = frozenset({"layout", "region"})
"""Empty on purpose: the layout of the parent applies."""


@rule("empty-rune", "warning", "content", on="node:tag", sites="refrakt")
def empty_rune(context: RuleContext) -> Iterator[Problem]:
    for body in rune_bodies(context)[:1]:
        if body.rune.name not in _FINE and is_empty(context.node) and _needs_content(body):
            needed = body.rune.needs
            what = describe_match(needed.match) if needed is not None and needed.match != "part" else "content"
            yield Problem(primary_span(context.node), f"`{body.name}` is empty", f"Add {what} between its tags.")


def _needs_content(body: RuneBody) -> bool:
    if body.rune.needs is not None:
        return True
    if isinstance(body.content, Sections | Split) and body.content.emit is not None and body.rune.entity is None:
        return True  # it only shows its parts
    match body.content:
        case Custom():
            return body.content.needs is not None
        case Split():
            return body.content.headless is None or not _has_attributes(body)
        case Sections():
            return not _has_attributes(body)
        case Delimited():
            fields = [field for zone in body.content.zones for field in zone.fields]
            return _is_needed(fields) or (bool(fields) and not _has_attributes(body))
        case FieldSequence():
            return _is_needed(body.content.fields) or (bool(body.content.fields) and not _has_attributes(body))
    return False


def _is_needed(fields: list[Field] | tuple[Field, ...]) -> bool:
    return any(not field.optional for field in fields)


def _has_attributes(body: RuneBody) -> bool:
    """Whether attributes can replace the body: one of its own that accepts any value is set, or required."""
    return any(name in body.node.attributes for name in _content_attributes(body.rune)) or not body.rune.sample


def _content_attributes(rune: Rune) -> Iterator[str]:
    for attribute in rune.attributes:
        if not attribute.values:
            yield attribute.name
