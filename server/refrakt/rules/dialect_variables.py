"""Variables as other template languages and components write them: `{{ title }}`, `${page.title}`, `{frontmatter.title}`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from refrakt.rules.page import PAGE_VARIABLES, Page
from refrakt.rules.prose_text import ProseBlock

_ROOTS = r"(?:page|frontmatter|file)"
_PATH = rf"{_ROOTS}(?:\.[A-Za-z_]\w*){{1,6}}"
_SIGN = re.compile(
    rf"(?<![{{$\\])\{{\{{[-~]?[ \t]{{0,20}}\$?(?P<braces>[A-Za-z_]\w*(?:\.[A-Za-z_]\w*){{0,6}})[ \t]{{0,20}}[-~]?\}}\}}(?!\}})"
    rf"|(?<![\w\\])\$\{{[ \t]{{0,20}}\$?(?P<template>{_PATH})[ \t]{{0,20}}\}}"
    rf"|(?<![{{$\\%])\{{[ \t]{{0,20}}(?P<component>\$?{_PATH})[ \t]{{0,20}}\}}(?!\}})"
    rf"|(?<![\w%])%(?P<percent>{_PATH})%(?!\w)"
    rf"|<%[=-]?[ \t]{{0,20}}\$?(?P<script>{_PATH})[ \t]{{0,20}}-?%>"
    rf"|(?<![\w${{%/\\.\"'=(])\$(?P<bare>{_PATH})(?![\w(])"
)
MARKERS = (
    "{{",
    "${",
    "{page.",
    "{frontmatter.",
    "{$",
    "{ ",
    "%page.",
    "%frontmatter.",
    "<%",
    "$page.",
    "$frontmatter.",
)
"""Every block with such a variable contains one of these texts."""


class ForeignVariable(NamedTuple):
    """A variable, and what Markdoc writes."""

    start: int
    end: int
    new: str
    exact: bool
    """Whether it can mean nothing else: other tools keep the keys of the frontmatter in `page`."""


def foreign_variables(page: Page, block: ProseBlock) -> Iterator[ForeignVariable]:
    """The variables of the page that a text has in another form."""
    for found in _SIGN.finditer(block.text):
        path = next(each for each in found.groups() if each is not None).removeprefix("$")
        known = known_path(page, path, in_braces=found["braces"] is not None)
        if known is not None:
            is_key = (
                known.startswith("page.") and known_path(page, known.removeprefix("page."), in_braces=True) is not None
            )
            exact = not is_key or "$" in found.group()
            yield ForeignVariable(*found.span(), f"{{% ${known} %}}", exact)


def known_path(page: Page, path: str, *, in_braces: bool = False) -> str | None:
    """The path of a variable that a page has; None for any other name."""
    frontmatter = page.document.frontmatter
    data = frontmatter.data if frontmatter is not None else None
    keys = data if isinstance(data, dict) else {}
    head, _, rest = path.partition(".")
    if not rest:
        return f"frontmatter.{path}" if in_braces and path in keys else None
    if head not in PAGE_VARIABLES:
        return None
    members, name = PAGE_VARIABLES[head], rest.partition(".")[0]
    if members is None or name in members:
        return path
    return f"frontmatter.{rest}" if name in keys else None
