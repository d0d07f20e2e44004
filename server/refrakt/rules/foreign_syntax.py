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
from refrakt.rules.dialect_attributes import attributes_for, quoted
from refrakt.rules.dialect_blocks import indented_admonitions, quoted_alerts
from refrakt.rules.dialect_fences import enclosed_admonitions
from refrakt.rules.dialect_names import (
    WRAPPERS,
    NamedRune,
    admonition_class,
    is_admonition,
    note_of_type,
    rune_meant,
)
from refrakt.rules.dialect_tags import ForeignPair, ForeignTag, foreign_pairs
from refrakt.rules.page import Page
from refrakt.rules.problem import Fix, Problem
from refrakt.rules.problem_spans import line_end, line_start
from refrakt.rules.registry import rule
from refrakt.runes.content_model import EMPTY
from refrakt.untrusted import one_line

_MOST_SHOWN = 60
_CONTROL = ("if", "else", "each", "end", "for", "partial")
_CAPTIONS = {"details": "summary", "figure": "figcaption"}
_LINKS = ("ref", "relref", "link", "url")
_LINK_COMPONENTS = ("Link", "NextLink", "NuxtLink", "RouterLink", "NavLink")
_HTML_TABLES = ("table", "tr", "td", "th")
"""Elements that share their name with a tag but not their content."""


@rule("foreign-syntax", "warning", "syntax", on="page", fixable=True, root_cause=True, habitual=True)
def foreign_syntax(page: Page) -> Iterator[Problem]:
    vocabulary = page.site.vocabulary
    if vocabulary.unknown and not vocabulary.refrakt:
        return
    pairs = list(foreign_pairs(page))
    captions = _captions(pairs)
    used = {id(each) for each in captions.values()}
    for pair in pairs:
        if id(pair) in used:
            continue
        other = _markdown_form(pair)
        named = _rune_of(page, pair) if other is None else None
        if other is not None:
            yield other
        elif named is not None:
            yield _problem(page, pair, named, captions.get(id(pair)))
        elif vocabulary.refrakt and _is_certainly_foreign(pair) and rune_meant(pair.opening.name, page) is None:
            message = f"`{one_line(pair.opening.text, _MOST_SHOWN)}` is {pair.dialect.about} and is shown as text"
            yield Problem(_first_line(pair.opening), message, "Write it as Markdown or as a rune of the site.")
    yield from quoted_alerts(page)
    yield from indented_admonitions(page)
    if vocabulary.refrakt:
        yield from enclosed_admonitions(page)


def _rune_of(page: Page, pair: ForeignPair) -> NamedRune | None:
    """The rune that a tag means; None if it may be something else."""
    opening = pair.opening
    named = rune_meant(opening.name, page)
    if pair.dialect.is_html and opening.name.islower() and opening.name not in page.site.vocabulary.names:
        # An element of HTML, unless it is named as a type of note or has that as its class.
        classes = next((value for name, value in opening.attributes.named if name in ("class", "className")), "")
        type = opening.name if opening.name != "summary" else ""
        type = admonition_class(classes) if opening.name in WRAPPERS else type
        note = note_of_type(type, page.site.vocabulary) if is_admonition(type) else None
        named = note if page.site.vocabulary.refrakt else named
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


def _captions(pairs: list[ForeignPair]) -> dict[int, ForeignPair]:
    """The elements with the caption of others, as `summary` of `details`, by the pair that they belong to."""
    found: dict[int, ForeignPair] = {}
    for index, pair in enumerate(pairs):
        name = _CAPTIONS.get(pair.opening.name) if pair.dialect.is_html else None
        if name is None or pair.closing is None:
            continue
        for each in pairs[index + 1 : index + 4]:
            if each.opening.name == name and each.closing is not None and each.opening.block is each.closing.block:
                found[id(pair)] = each
                break
    return found


def _markdown_form(pair: ForeignPair) -> Problem | None:
    """What Markdown has for a shortcode: the target of a link, a code block."""
    opening, closing = pair.opening, pair.closing
    if opening.dialect not in ("shortcode", "component"):
        return None
    text, given = opening.block.source.text, opening.attributes
    if (
        opening.name in _LINKS
        and given.positional
        and text[: opening.start].endswith("](")
        and text[opening.end :][:1] == ")"
    ):
        target = given.positional[0].strip('"')
        fix = Fix((TextEdit(_span(opening), target),))
        return Problem(
            _first_line(opening), "a link has its target in parentheses, without a shortcode", f"Write {target}.", fix
        )
    if (new := _link(pair) or _image(pair)) is not None:
        end = closing.end if closing is not None else opening.end
        fix = Fix((TextEdit(Span(opening.start, end, opening.block.source), new),))
        message = f"`{one_line(opening.text, _MOST_SHOWN)}` is {pair.dialect.about} and is shown as text"
        return Problem(_first_line(opening), message, f"Write {one_line(new, 120)}.", fix)
    language = next((name for name, value in given.named if value == "true"), None)
    if opening.name == "highlight" and closing is not None:
        edits = (TextEdit(_span(opening), f"```{language or ''}"), TextEdit(_span(closing), "```"))
        message = f"`{one_line(opening.text, _MOST_SHOWN)}` is {pair.dialect.about}: Markdown has code blocks"
        return Problem(
            _first_line(opening), message, f"Write the code between ```{language or ''} and ```.", Fix(edits)
        )
    return None


def _link(pair: ForeignPair) -> str | None:
    """A link that a component of a router writes around a text."""
    opening, closing = pair.opening, pair.closing
    if opening.name not in _LINK_COMPONENTS or closing is None or opening.block is not closing.block:
        return None
    given = {name: value.strip('"') for name, value in opening.attributes.named}
    text = opening.block.source.text[opening.end : closing.start]
    if len(given) != 1 or not set(given) <= {"href", "to"} or not text.strip() or set("[]\n") & set(text):
        return None
    return f"[{text.strip()}]({next(iter(given.values()))})"


def _image(pair: ForeignPair) -> str | None:
    """An image or a video that a shortcode or a component shows by its attributes."""
    opening = pair.opening
    given = {name: value.strip('"') for name, value in opening.attributes.named}
    name = opening.name.lower()
    if pair.closing is not None or (opening.kind != "void" and opening.dialect != "shortcode"):
        return None
    if name in ("figure", "image", "img", "picture") and given.get("src") and set(given) <= {"src", "alt", "caption"}:
        if opening.name == "img" and opening.dialect == "component":
            return None  # `html-as-text` reports it
        caption = given.get("caption")
        image = f"![{given.get('alt') or caption or ''}]({given['src']})"
        return image if caption is None else f"{{% figure caption={quoted(caption)} %}}\n{image}\n{{% /figure %}}"
    return None


def _is_certainly_foreign(pair: ForeignPair) -> bool:
    """Whether a tag that the site has nothing for cannot be meant as text."""
    opening = pair.opening
    if opening.dialect == "shortcode":
        return opening.text.startswith(("{{<", "{{%"))
    text = opening.block.block.text
    begins = not text[line_start(text, opening.start) : opening.start].strip()
    is_tag = pair.closing is not None or opening.kind == "void"
    return pair.dialect.is_html and begins and is_tag and opening.name[0].isupper() and opening.name[1:2].islower()


def _problem(page: Page, pair: ForeignPair, named: NamedRune, caption: ForeignPair | None = None) -> Problem:
    opening, closing = pair.opening, pair.closing
    title = opening.title
    removed: TextEdit | None = None
    if caption is not None and caption.closing is not None:
        source = caption.opening.block.source
        title = source.text[caption.opening.end : caption.closing.start].strip()
        end = caption.closing.end
        end += 1 if source.text.startswith("\n", end) else 0
        removed = TextEdit(Span(caption.opening.start, end, source), "")
    given = opening.attributes
    if named.attribute and opening.name in WRAPPERS:
        given = given._replace(named=tuple(each for each in given.named if each[0] not in ("class", "className")))
    attributes, exact = attributes_for(named.rune, given, title)
    exact = exact and not (caption is not None and set("<*_`[{") & set(title))
    if named.attribute and f" {named.attribute.split('=')[0].strip()}=" in attributes:
        exact = False
    head = f"{named.name}{named.attribute}{attributes}"
    exact = exact and (named.exact or " type=" in attributes)
    edits: list[TextEdit] = []
    if closing is not None:
        edits = _pair_edits(opening, closing, head, named)
        edits += [removed] if removed is not None else []
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
