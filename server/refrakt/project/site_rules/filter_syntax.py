"""A filter with a syntax error.

A filter is a list of `field:value` terms separated by spaces. Values with spaces are quoted, and a value between
slashes is a regular expression. Invalid terms are ignored, so the filter matches more than intended. The filter of a
`sandbox` also needs a `type:` term. The fix writes a colon for `=`.

**Example**

```markdoc {% process=false %}
-- content/index.md --
{% collection type="page" filter="draft=false" /%}
```

**Use instead**

```markdoc {% process=false %}
-- content/index.md --
{% collection type="page" filter="draft:false" /%}
```
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from refrakt.markdoc.text_edit import TextEdit
from refrakt.markdoc.tree import Span
from refrakt.project.index.field_query import parse
from refrakt.project.index.tracked_site import TrackedSite
from refrakt.project.pages.page_facts import Filter
from refrakt.rules.problem import Problem, safe_fix
from refrakt.rules.registry import rule

PICKING = frozenset({"filter", "value", "where", "data"})
"""Attributes with filter terms; the others name a field."""


_AFTER_COLON = re.compile(r"(?<! )[ ]*:[ ]+|(?<! )[ ]+:(?=\S)")
_JOINED_TERMS = re.compile(r"(?<! )(?:[ ]*[,;&+][ ]+|[ ]*,(?=[\w-]+:)|[ ]+(?:AND|and|&&|&)[ ]+)")
_JOINED = re.compile(rf"{_AFTER_COLON.pattern}|{_JOINED_TERMS.pattern}")
_COMPARED = re.compile(r"([\w-]+)={1,3}([\w-]+)")
_DIRECTION = re.compile(r"([A-Za-z][\w-]*?)[ :,]+(asc(?:ending)?|desc(?:ending)?)", re.IGNORECASE)
_MOST_EXPRESSIONS = 200
"""How many regular expressions of one page are checked. Compiling one takes up to five milliseconds."""


@rule("filter-syntax", "error", "references", on="file", scope="site", fixable=True)
def filter_syntax(site: TrackedSite) -> Iterator[Problem]:
    left = _MOST_EXPRESSIONS
    for each in site.facts.filters:
        if each.attribute == "sort" and (problem := _direction(each)) is not None:
            yield problem
        if each.attribute not in PICKING:
            continue
        if each.attribute == "filter" and (problem := _separated(each)) is not None:
            yield problem
            continue
        query = parse(each.text)
        left -= query.expressions
        if left < 0:
            return
        for problem in query.problems:
            yield _problem(each, problem)
        if each.rune == "sandbox" and not query.problems and not query.values("type"):
            yield Problem(Span(each.start, each.end), "this filter has no `type`", "Add `type:page` or another type.")


def _direction(filter: Filter) -> Problem | None:
    """A direction as other query languages write it: `date desc`."""
    found = _DIRECTION.fullmatch(filter.text)
    if found is None or filter.end - filter.start != len(filter.text):
        return None
    new = f"{found[1]}-{found[2].lower()[: 4 if found[2][0] in 'dD' else 3]}"
    message = f"`{filter.text}`: the direction follows the field after a hyphen"
    span = Span(filter.start, filter.end)
    return Problem(span, message, f"Write {new}.", safe_fix([TextEdit(span, new)]))


def _separated(filter: Filter) -> Problem | None:
    """Terms with a space after their colon, or with more than a space between them, as `status: ready AND type:work`."""
    found = _JOINED.search(filter.text)
    if found is None or '"' in filter.text or filter.end - filter.start != len(filter.text):
        return None
    new = _AFTER_COLON.sub(":", _JOINED_TERMS.sub(" ", filter.text))
    if parse(new).problems:
        return None
    message = f"`{found[0].strip()}`: terms are `field:value`, with a space between them"
    span = Span(filter.start, filter.end)
    return Problem(span, message, f"Write {new}.", safe_fix([TextEdit(span, new)]))


def _problem(filter: Filter, problem: Problem) -> Problem:
    """A problem at its place on the page; `status=ready` and `status == ready` were meant as `status:ready`."""
    span = Span(*span_in_filter(filter, *problem.span.bounds))
    compared = _COMPARED.fullmatch(filter.text[problem.span.start : problem.span.end])
    if compared is None or span.end - span.start != problem.span.end - problem.span.start:
        return Problem(span, problem.message)
    new = f"{compared[1]}:{compared[2]}"
    return Problem(span, problem.message, f"Write {new}.", safe_fix([TextEdit(span, new)]))


def span_in_filter(filter: Filter, start: int, end: int) -> tuple[int, int]:
    """A span in the text of a filter; all of it if escapes have shifted its characters."""
    if filter.end - filter.start != len(filter.text):
        return filter.start, filter.end
    return filter.start + start, filter.start + end
