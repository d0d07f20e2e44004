"""HTML on a site that does not allow it.

Markdoc shows the elements as text. Bold, emphasis, code, links, images and headings have a Markdown form, which the
fix writes. Elements that are runes of the site are reported by another rule, and entities such as `&nbsp;` are no
elements.

**Example**

```markdoc {% process=false %}
Read the <b>first</b> chapter.
```

**Use instead**

```markdoc {% process=false %}
Read the **first** chapter.
```
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from refrakt.markdoc.text_edit import TextEdit
from refrakt.markdoc.tree import Span
from refrakt.rules.dialect_attributes import read_attributes
from refrakt.rules.dialect_names import WRAPPERS as NOTE_WRAPPERS
from refrakt.rules.dialect_names import admonition_class
from refrakt.rules.page import Page
from refrakt.rules.problem import Applicability, Fix, Problem
from refrakt.rules.prose_text import ProseBlock, prose_blocks
from refrakt.rules.registry import rule
from refrakt.rules.signs import sign
from refrakt.untrusted import one_line

_MARKS = {
    "b": "**",
    "strong": "**",
    "i": "*",
    "em": "*",
    "code": "`",
    "tt": "`",
    "s": "~~",
    "del": "~~",
    "strike": "~~",
}
_WRAPPERS = ("p", "div", "span", "center", "font", "small", "big", "article", "main")
_OTHER = (
    "ul",
    "ol",
    "li",
    "table",
    "tr",
    "td",
    "th",
    "pre",
    "blockquote",
    "sup",
    "sub",
    "kbd",
    "u",
    "mark",
    "iframe",
    "video",
    "audio",
    "hr",
    "dl",
    "dt",
    "dd",
    "details",
    "summary",
    "style",
    "script",
)
_NAMES = "|".join(
    sorted(
        {"br", "a", "img", *(f"h{level}" for level in range(1, 7)), *_MARKS, *_WRAPPERS, *_OTHER}, key=len, reverse=True
    )
)
_EMPTY = ("br", "img", "hr")
_ELEMENT = re.compile(
    rf"(?:(?<![\w<\\`])<|(?<![`\\])<(?=br\b)|<(?=[ ]br[ /]*>)[ ]|<(/))({_NAMES})(?=[\s/>\\])", re.IGNORECASE
)
_SIGN = sign(pattern=r"(?i)</?[a-z]|< br")
_END = re.compile(r"\s*[/\\]?>")
_LINE_BREAK = re.compile(r"[ \t]*\n")


class Element(NamedTuple):
    """An opening or closing tag of HTML."""

    name: str
    closes: bool
    start: int
    end: int
    attributes: dict[str, str]


@rule("html-as-text", "warning", "syntax", on="page", fixable=True, root_cause=True, sites="refrakt")
def html_as_text(page: Page) -> Iterator[Problem]:
    document = page.document
    if document.options.html:
        return
    names = page.site.vocabulary.names
    for block in prose_blocks(page, _SIGN):
        found = list(_elements(block))
        taken: set[int] = set()
        for index, each in enumerate(found):
            if index in taken:
                continue
            if each.name in NOTE_WRAPPERS and admonition_class(each.attributes.get("class", "")):
                continue  # a note
            if each.closes and each.name == "br":
                yield from _markdown(block, each, None)
                continue
            if each.closes or (each.name in names and each.name != "code"):
                continue  # a rune of the site has its own rule
            close = next(
                (at for at in range(index + 1, len(found)) if found[at].closes and _fits(each.name, found[at].name)),
                None,
            )
            if close is None and each.name in _WRAPPERS and each.attributes and not block.text[each.end :].strip():
                yield _problem(block, each, None, None, "unsafe")  # its end is in another block
                continue
            if close is None and each.name in _MARKS and block.text[each.end : each.end + 1].isalpha():
                yield _problem(block, each, None, None, "unsafe")  # formatting that is never closed
                continue
            if close is None and each.name not in _EMPTY:
                continue  # the name of an element in a sentence
            if close is not None:
                taken.add(close)
            yield from _markdown(block, each, found[close] if close is not None else None)


def _fits(opening: str, closing: str) -> bool:
    """Whether a closing element is meant for an opening one; bold and emphasis have two names each."""
    return opening == closing or _MARKS.get(opening, opening) == _MARKS.get(closing)


def _elements(block: ProseBlock) -> Iterator[Element]:
    text = block.text
    for found in _ELEMENT.finditer(text):
        attributes = read_attributes(text, found.end())
        end = _END.match(text, attributes.end)
        if end is not None:
            named = {name.lower(): value.strip('"') for name, value in attributes.named}
            yield Element(found[2].lower(), bool(found[1]), found.start(), end.end(), named)


def _markdown(block: ProseBlock, element: Element, closing: Element | None) -> Iterator[Problem]:
    """The problem of an element, with its Markdown form if there is one."""
    name, text = element.name, block.source.text
    inner = text[element.end : closing.start] if closing is not None else ""
    fits = closing is not None and inner == inner.strip() != "" and "\n" not in inner
    if name in _MARKS and fits and not element.attributes:
        mark = _MARKS[name]
        plain = mark not in inner and _has_room(text, element, closing)
        yield _problem(block, element, closing, f"{mark}{inner}{mark}", "safe" if plain else "unsafe")
    elif name == "a" and fits and element.attributes.get("href") and not re.search(r"[\[\]]", inner):
        exact = set(element.attributes) <= {"href"}
        yield _problem(
            block, element, closing, f"[{inner}]({element.attributes['href']})", "safe" if exact else "unsafe"
        )
    elif name == "img" and element.attributes.get("src"):
        exact = set(element.attributes) <= {"src", "alt"}
        new = f"![{element.attributes.get('alt', '')}]({element.attributes['src']})"
        yield _problem(block, element, None, new, "safe" if exact else "unsafe")
    elif len(name) == 2 and name[1].isdigit() and fits:
        alone = not text[: element.start].strip() and closing is not None and not text[closing.end :].strip()
        exact = alone and not element.attributes
        yield _problem(block, element, closing, f"{'#' * int(name[1])} {inner}", "safe" if exact else "unsafe")
    elif name == "br":
        after = _LINE_BREAK.match(text, element.end)
        new = "\\\n" if after is not None or text[element.end :].strip() else ""
        end = after.end() if after is not None else element.end
        advice = "End the line with a backslash for a line break."
        is_inner = bool(text[: element.start].strip()) and after is not None and bool(text[after.end() :].strip())
        is_alone = not text[: element.start].strip() and not text[element.end :].strip()
        edit = TextEdit(Span(element.start, end, block.source), new)
        fix = None if is_alone else Fix((edit,), "safe" if is_inner else "unsafe")
        advice = "Remove it: paragraphs are separated by blank lines." if is_alone else advice
        yield Problem(_span(block, element), "`<br>` is HTML and is shown as text", advice, fix)
    elif name == "hr" and not text[: element.start].strip() and not text[element.end :].strip():
        yield _problem(block, element, None, "---", "safe")
    elif name == "pre":
        advice = "Write the code between two lines of ```: the site does not allow HTML."
        yield Problem(_span(block, element), "`<pre>` is HTML and is shown as text", advice)
    elif name == "p" and closing is not None and not element.attributes and inner.strip():
        alone = not text[: element.start].strip() and not text[closing.end :].strip()
        yield _problem(block, element, closing, inner.strip(), "safe" if alone else "unsafe")
    elif name in _WRAPPERS and closing is not None and inner.strip():
        yield _problem(block, element, closing, inner.strip(), "unsafe")
    else:
        yield _problem(block, element, closing, None, "unsafe")


def _has_room(text: str, element: Element, closing: Element | None) -> bool:
    """Whether Markdown's marks are read as such here: not inside a word."""
    after = text[closing.end : closing.end + 1] if closing is not None else ""
    return not (text[max(element.start - 1, 0) : element.start].isalnum() or after.isalnum())


def _problem(
    block: ProseBlock, element: Element, closing: Element | None, new: str | None, applicability: Applicability
) -> Problem:
    shown = one_line(block.source.text[element.start : element.end], 60)
    message = f"`{shown}` is HTML and is shown as text"
    if new is None:
        return Problem(
            _span(block, element), message, "Write it as Markdown or as a rune: the site does not allow HTML."
        )
    end = closing.end if closing is not None else element.end
    advice = f"Write {one_line(new, 80).removesuffix('.')}." if new else "Remove it."
    fix = Fix((TextEdit(Span(element.start, end, block.source), new),), applicability)
    return Problem(_span(block, element), message, advice, fix)


def _span(block: ProseBlock, element: Element) -> Span:
    end = block.source.text.find("\n", element.start, element.end)
    return Span(element.start, end if end >= 0 else element.end, block.source)
