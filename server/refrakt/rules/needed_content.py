"""A rune without the kind of content that it shows.

Some runes accept any content but show only one kind of it: a chart draws its table, a gallery shows its images, a diff compares two
code blocks. Without that, they show nothing or nothing useful. Links in the place of images become images with the fix.

**Example**

```markdoc {% process=false %}
{% gallery %}
[A boat](/boat.png)
{% /gallery %}
```

**Use instead**

```markdoc {% process=false %}
{% gallery %}
![A boat](/boat.png)
{% /gallery %}
```
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from refrakt.markdoc.text_edit import TextEdit
from refrakt.markdoc.tree import Node, Span
from refrakt.rules.content_missing_field import example_of
from refrakt.rules.page import RuleContext
from refrakt.rules.problem import Fix, Problem
from refrakt.rules.problem_spans import primary_span
from refrakt.rules.registry import rule
from refrakt.rules.rune_bodies import RuneBody, is_empty, rune_bodies
from refrakt.runes.content_model import Needed
from refrakt.runes.match_expressions import describe_match, describe_node
from refrakt.runes.needed_nodes import needed_nodes, nodes_inside
from refrakt.runes.resolver import heading_text

_IMAGE_FILE = re.compile(r"\.(?:png|jpe?g|gif|svg|webp|avif)(?:[?#]|\Z)", re.IGNORECASE)
_ITEM = re.compile(r"\[[^\]]+\]\([^()]+\)|[^\W\d_][^:.!?]{0,38}: \S.*")
_WORDS = ("none", "only one")


@rule("needed-content", "warning", "content", on="body", fixable=True, sites="refrakt")
def needed_content(context: RuleContext) -> Iterator[Problem]:
    rune = context.rune
    if rune is None or rune.needs is None or is_empty(context.node):
        return
    for body in rune_bodies(context)[:1]:
        needed = rune.needs
        if needed.match == "part":
            yield from _parts(context, body, needed)
            continue
        inside = nodes_inside(body.children)
        found = needed_nodes(needed, inside)
        links = [each for each in inside if each.type == "link"] if needed.match == "image" else []
        if any(each.type == "tag" for each in inside):
            continue  # it may become the content that is needed
        if needed.heading:
            yield from _other_headings(body, needed, found[:1])
        if len(found) < needed.least and not body.trace.missing and not body.trace.dropped:
            yield _missing(context, body, needed, len(found), links)
        elif links and needed.purpose.startswith("shows only"):
            yield from _links(body, links)
        for extra in found[needed.most :] if needed.most is not None else ():
            message = f"`{body.name}` {needed.purpose}: {describe_node(extra)} after them is not shown"
            yield Problem(primary_span(extra), message, body.advice)


def _parts(context: RuleContext, body: RuneBody, needed: Needed) -> Iterator[Problem]:
    lines = sum(child.type == "hr" for child in body.children)
    if lines + 1 < needed.least:
        fix = Fix(tuple(_line(body)), "unsafe") if len(body.children) == needed.least else None
        message = f"`{body.name}` {needed.purpose}, and has {_WORDS[lines + 1]}"
        yield Problem(primary_span(context.node), message, "Write --- on a line of its own between the parts.", fix)


def _other_headings(body: RuneBody, needed: Needed, first: list[Node]) -> Iterator[Problem]:
    """Headings of the same level as the first part that begin none."""
    for heading in body.children if first else ():
        is_part = heading.type == "heading" and heading.attributes.get("level") == first[0].attributes.get("level")
        if is_part and not re.match(needed.heading, heading_text(heading)):
            message = f"`{body.name}` {needed.purpose}: this heading begins none"
            yield Problem(primary_span(heading), message, f"Write it as in {needed.example}.")


def _line(body: RuneBody) -> Iterator[TextEdit]:
    second = body.children[1]
    if second.block is not None and second.open is None and not second.start:
        yield TextEdit(Span(0, 0, second.block), "---\n\n")


def _missing(context: RuleContext, body: RuneBody, needed: Needed, count: int, links: list[Node]) -> Problem:
    message = f"`{body.name}` {needed.purpose}, and has {_WORDS[count]}"
    alone = [each for each in links if _is_alone(each)]
    if alone:
        is_certain = all(_is_image_file(each) for each in alone)
        edits = tuple(TextEdit(Span(each.start, each.start, each.block), "!") for each in alone)
        advice = "Begin images with an exclamation mark: ![What it shows](/image.png)."
        return Problem(primary_span(alone[0]), message, advice, Fix(edits, "safe" if is_certain else "unsafe"))
    lines = _item_lines(body) if needed.match == "list" and not count else []
    if lines:
        edits = tuple(TextEdit(Span(each.start, each.start, each.block), "- ") for each in lines)
        return Problem(lines[0], message, "Begin each item with a hyphen and a space.", Fix(edits))
    example = needed.example or example_of(needed.match)
    advice = f"Add {describe_match(needed.match)}{f', as in {example}' if example else ''}."
    return Problem(primary_span(context.node), message, advice)


def _item_lines(body: RuneBody) -> list[Span]:
    """The lines of paragraphs, if all of them are links, or names with values."""
    found: list[Span] = []
    for child in body.children:
        start, end, block = child.span
        if child.type != "paragraph" or block is None:
            continue
        lines = [*re.finditer(r"[^\r\n]+", block.text[start:end])]
        if not all(_ITEM.fullmatch(each[0].strip()) for each in lines):
            return []
        found += [Span(start + each.start(), start + each.end(), block) for each in lines]
    return found


def _links(body: RuneBody, links: list[Node]) -> Iterator[Problem]:
    """Links to image files among images."""
    for link in links:
        if _is_alone(link) and _is_image_file(link):
            message = f"`{body.name}` shows only images: this link to an image is not shown"
            fix = Fix((TextEdit(Span(link.start, link.start, link.block), "!"),))
            yield Problem(primary_span(link), message, "Begin it with an exclamation mark: ![What it shows](…).", fix)


def _is_image_file(link: Node) -> bool:
    target = link.attributes.get("href")
    return isinstance(target, str) and _IMAGE_FILE.search(target) is not None


def _is_alone(link: Node) -> bool:
    """Whether a link is alone on its line, without an image in it."""
    if link.block is None or any(each.type == "image" for each in link.walk()):
        return False
    text = link.block.text
    if not text.startswith("[", link.start):
        return False
    before, after = text[: link.start].rpartition("\n")[2], text[link.end :].partition("\n")[0]
    return not before.strip(" \t-*") and not after.strip()
