"""`check_output(source, expected)`: the elements of a page, as HTML that a person can read.

In the expected HTML, line breaks with their indentation mean nothing, except between two attributes, and neither does the order of
attributes. A quote inside of an attribute is written `'`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from textwrap import dedent
from typing import Any

from refrakt.markdoc.document import parse
from refrakt.markdoc.html import Tag, render_html
from refrakt.markdoc.schema import MarkdocConfig
from refrakt.runes.output.page_output import output_config, page_output
from refrakt.runes.output.render_context import RenderContext
from refrakt.runes.packages import BUNDLED, bundled
from refrakt.runes.vocabulary import vocabulary

_OPENING_TAG = re.compile(r'<([\w-]+)((?: [\w:-]+="[^"]*")+)>')
_ATTRIBUTE = re.compile(r'[\w:-]+="[^"]*"')
_MARKER = re.compile(r'(?<!;) marker="[*_]+"')
"""The tree contains the characters around emphasis; they are not part of the HTML of a page."""


@cache
def _config() -> MarkdocConfig:
    return output_config(vocabulary([bundled(short) for short in BUNDLED]))


def output(source: str, context: RenderContext | None = None, variables: Mapping[str, Any] | None = None) -> str:
    """The HTML of a page before the theme, without the element around the page."""
    document = parse(dedent(source).strip("\n") + "\n")
    context = context or RenderContext(has_pages=True)
    context.documents = [document]
    page = page_output(document.tree, _config(), context, variables=variables)
    assert isinstance(page, Tag)
    return _MARKER.sub("", render_html(list(page.children)).replace("&quot;", "'"))


def check_output(
    source: str, expected: str, context: RenderContext | None = None, variables: Mapping[str, Any] | None = None
) -> None:
    found = output(source, context, variables)
    wanted = ""
    for line in expected.strip().split("\n"):
        wanted += (" " if wanted.endswith('"') else "") + line.strip()
    assert _ordered(found) == _ordered(wanted), f"\nfound:    {found}\nexpected: {wanted}"


def _ordered(html: str) -> str:
    """The HTML with the attributes of each element in alphabetical order; their order means nothing."""
    return _OPENING_TAG.sub(lambda tag: f"<{tag[1]} {' '.join(sorted(_ATTRIBUTE.findall(tag[2])))}>", html)
