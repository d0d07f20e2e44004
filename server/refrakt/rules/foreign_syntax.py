"""A tag in the syntax of another tool.

Admonitions such as `:::note`, shortcodes such as `{{< details >}}` and components such as `<Card>` have no meaning in
Markdoc: they are shown as text. They are reported if the site has a rune or tag of that name, or a rune for notes
that has the type; HTML only if the site does not allow it. The fix writes Markdoc's form; it is safe if nothing is
lost, so that every attribute and title has a place.

**Example**

```markdoc {% process=false %}
:::warning
Save your work.
:::
```

**Use instead**

```markdoc {% process=false %}
{% hint type="warning" %}
Save your work.
{% /hint %}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from refrakt.markdoc.text_edit import TextEdit
from refrakt.markdoc.tree import Span
from refrakt.rules.dialect_attributes import attributes_for
from refrakt.rules.dialect_blocks import indented_admonitions, quoted_alerts
from refrakt.rules.dialect_fences import enclosed_admonitions
from refrakt.rules.dialect_names import NamedRune, rune_meant
from refrakt.rules.dialect_tags import ForeignPair, ForeignTag, foreign_pairs
from refrakt.rules.page import Page
from refrakt.rules.problem import Fix, Problem
from refrakt.rules.problem_spans import line_end, line_start
from refrakt.rules.registry import rule
from refrakt.runes.content_model import EMPTY
from refrakt.untrusted import one_line

_MOST_SHOWN = 60
_CONTROL = ("if", "else", "each", "end", "for", "partial")
_HTML_TABLES = ("table", "tr", "td", "th")
"""Elements that share their name with a tag but not their content."""


@rule("foreign-syntax", "warning", "syntax", on="page", fixable=True, root_cause=True, habitual=True)
def foreign_syntax(page: Page) -> Iterator[Problem]:
    vocabulary = page.site.vocabulary
    if vocabulary.unknown and not vocabulary.refrakt:
        return
    for pair in foreign_pairs(page):
        named = _rune_of(page, pair)
        if named is not None:
            yield _problem(page, pair, named)
    yield from quoted_alerts(page)
    yield from indented_admonitions(page)
    if vocabulary.refrakt:
        yield from enclosed_admonitions(page)


def _rune_of(page: Page, pair: ForeignPair) -> NamedRune | None:
    """The rune that a tag means; None if it may be something else."""
    opening = pair.opening
    named = rune_meant(opening.name, page)
    if named is None or (pair.dialect.is_html and (opening.name in _HTML_TABLES or not _is_component(page, opening))):
        return None
    if opening.dialect == "shortcode" and opening.name in _CONTROL:
        return None  # conditions of a template language
    given = opening.attributes
    is_single = pair.closing is None and opening.kind == "open"
    if opening.dialect == "shortcode" and is_single and not (given.named or given.positional or _is_empty(named)):
        return None  # `{{ name }}` is a variable in most templates
    if (
        pair.closing is None
        and opening.kind == "open"
        and (pair.dialect.is_html or _has_markdoc_closing(page, named.name))
    ):
        return None  # an element in a sentence, or a damaged tag, which is a problem of the pair
    return named


def _is_component(page: Page, opening: ForeignTag) -> bool:
    """Whether an element is meant as a tag of the site. On a plain site, elements in lower case may be processed before."""
    text = opening.block.block.text
    begins = not text[line_start(text, opening.start) : opening.start].strip()
    return page.site.vocabulary.refrakt or (opening.name[0].isupper() and begins)


def _is_empty(named: NamedRune) -> bool:
    return named.rune.self_closing or named.rune.content is EMPTY


def _has_markdoc_closing(page: Page, name: str) -> bool:
    tags = [each.kind for each in page.document.tags() if each.name == name]
    return tags.count("close") > tags.count("open")


def _problem(page: Page, pair: ForeignPair, named: NamedRune) -> Problem:
    opening, closing = pair.opening, pair.closing
    attributes, exact = attributes_for(named.rune, opening.attributes, opening.title)
    if named.attribute and f" {named.attribute.split('=')[0].strip()}=" in attributes:
        exact = False
    head = f"{named.name}{named.attribute}{attributes}"
    exact = exact and named.exact
    edits: list[TextEdit] = []
    if closing is not None:
        edits = _pair_edits(opening, closing, head, named)
        form = f"{{% {head} %}} … {{% /{named.name} %}}"
    else:
        form = f"{{% {head} /%}}"
        if opening.kind == "void" or _is_empty(named) or opening.dialect == "shortcode":
            edits = [TextEdit(_span(opening), form)]
        exact = exact and (opening.kind == "void" or _is_empty(named))
    shown = one_line(opening.text, _MOST_SHOWN)
    message = f"`{shown}` is {pair.dialect.about} and is shown as text"
    return Problem(
        _first_line(opening),
        message,
        f"Write {one_line(form, 200)}.",
        Fix(tuple(edits), "safe" if exact else "unsafe") if edits else None,
        habit_message=f"{pair.dialect.about} is shown as text",
    )


def _pair_edits(opening: ForeignTag, closing: ForeignTag, head: str, named: NamedRune) -> list[TextEdit]:
    """The two tags in Markdoc's form. A block in one line gets lines for its tags."""
    text, end_text = opening.block.block.text, closing.block.block.text
    before, after = (
        text[line_start(text, opening.start) : opening.start],
        text[opening.end : line_end(text, opening.end)],
    )
    ahead = end_text[line_start(end_text, closing.start) : closing.start]
    behind = end_text[closing.end : line_end(end_text, closing.end)]
    is_block = not named.rune.inline and not before.strip() and not behind.strip()
    first = "\n" + before if is_block and after.strip() else ""
    last = "\n" + before if is_block and ahead.strip() else ""
    return [
        TextEdit(_span(opening), f"{{% {head} %}}{first}"),
        TextEdit(_span(closing), f"{last}{{% /{named.name} %}}"),
    ]


def _span(tag: ForeignTag) -> Span:
    return Span(tag.start, tag.end, tag.block.source)


def _first_line(tag: ForeignTag) -> Span:
    end = min(tag.end, line_end(tag.block.block.text, tag.start))
    return Span(tag.start, end, tag.block.source)
