"""Markdoc's option `linkify`: URLs and mail addresses in text become links.

The library that finds them is loaded when the first text of a site with this option is parsed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any

from refrakt.markdoc.joined_text import JoinedText
from refrakt.markdoc.tokens import SyntaxToken

if TYPE_CHECKING:
    from markdown_it import MarkdownIt

LINKABLE = re.compile(r"[.:@]|//")
"""Every URL and mail address has one of these."""
LONGEST_LINKED = 20_000
"""Text longer than this is not searched for links: the patterns of the library take quadratic time."""
_HTML_LINK_OPEN = re.compile(r"<a[>\s]", re.IGNORECASE)
_HTML_LINK_CLOSE = re.compile(r"</a\s*>", re.IGNORECASE)


@cache
def _finder() -> Any:
    from linkify_it import LinkifyIt

    return LinkifyIt()


def link_urls(tokens: Sequence[SyntaxToken], md: MarkdownIt, src: str) -> list[SyntaxToken]:
    """The tokens with links where the text is a URL. Links that are written as such are kept."""
    linked: list[SyntaxToken] = []
    index = len(tokens) - 1
    html_links = 0
    while index >= 0:
        token = tokens[index]
        if token.type == "link_close":
            # As in the reference: backwards to the first token of the same level, which an unclosed tag may be.
            level = token.level
            linked.append(token)
            index -= 1
            while index >= 0 and tokens[index].level != level and tokens[index].type != "link_open":
                linked.append(tokens[index])
                index -= 1
            if index >= 0:
                linked.append(tokens[index])
        elif token.type == "html":
            html_links += 1 if _HTML_LINK_CLOSE.match(token.content) else 0
            html_links -= 1 if html_links and _HTML_LINK_OPEN.match(token.content) else 0
            linked.append(token)
        elif html_links:
            linked.append(token)
        elif isinstance(token, JoinedText) and len(token.content) <= LONGEST_LINKED and LINKABLE.search(token.content):
            linked.extend(reversed(list(_parts(token, md, src))))
        else:
            linked.append(token)
        index -= 1
    linked.reverse()
    return linked


def _parts(text: JoinedText, md: MarkdownIt, src: str) -> Iterator[SyntaxToken]:
    """The parts of a text: links, and what is between them."""
    last = 0
    for found in _finder().match(text.content) or ():
        href = md.normalizeLink(found.url)
        if not md.validateLink(href):
            continue
        if found.index > last:
            yield text.slice(src, last, found.index)
        label = text.slice(src, found.index, found.last_index)
        label.content = _label(found, md)
        label.level += 1
        for side, nesting in (("link_open", 1), ("link_close", -1)):
            token = SyntaxToken(side, "a", nesting)
            token.start, token.end, token.level = label.start, label.end, text.level
            token.info = "auto"
            if nesting > 0:
                token.attrSet("href", href)
            yield token
            if nesting > 0:
                yield label
        last = found.last_index
    if last == 0:
        yield text
    elif last < len(text.content):
        yield text.slice(src, last, len(text.content))


def _label(found: Any, md: MarkdownIt) -> str:
    """The text of a link: its URL in a readable form, without a scheme that is not written."""
    implied = ""
    if not found.schema:
        implied = "http://"
    elif found.schema == "mailto:" and not found.text.lower().startswith("mailto:"):
        implied = "mailto:"
    return md.normalizeLinkText(implied + found.text).removeprefix(implied)
