"""Admonitions that other text formats enclose: Org mode, AsciiDoc, Confluence, MyST, calls of Jinja, reStructuredText."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import NamedTuple

from refrakt.markdoc.text_edit import TextEdit
from refrakt.markdoc.tree import Span
from refrakt.rules.dialect_names import NamedRune, is_admonition, note_of_type, rune_named
from refrakt.rules.page import Page
from refrakt.rules.problem import Fix, Problem
from refrakt.rules.prose_text import verbatim_blocks
from refrakt.rules.signs import Sign, blocks_by_sign, sign
from refrakt.untrusted import one_line

_MOST = 40
_LONGEST = 20_000
_BODY = rf"\n(?P<body>(?:(?!\n\n\n)[\s\S]){{1,{_LONGEST}}}?)\n"


class Enclosure(NamedTuple):
    """How a format marks an admonition."""

    sign: Sign
    """Of the block with its first line."""
    pattern: re.Pattern[str]
    """Groups: `name`, `body`, and `attributes` where it has some."""
    about: str
    only_notes: bool = True
    """Whether any word may stand there, so that only types of notes are meant."""
    is_fence: bool = False


_ENCLOSURES = (
    Enclosure(
        sign("#+"),
        re.compile(rf"(?im)^[ \t]{{0,3}}#\+begin_(?P<name>[a-z]+)[ \t]*{_BODY}[ \t]{{0,3}}#\+end_(?P=name)[ \t]*$"),
        "a block of Org mode",
    ),
    Enclosure(
        sign("===="),
        re.compile(rf"(?m)^\[(?P<name>[A-Za-z]+)\][ \t]*\n(?P<line>={{4,}})[ \t]*{_BODY}(?P=line)[ \t]*$"),
        "a block of AsciiDoc",
    ),
    Enclosure(
        sign("{note", "{info", "{tip", "{warning", "{caution", "{danger"),
        re.compile(rf"(?m)^\{{(?P<name>[a-z]+)(?::[^}}\n]*)?\}}[ \t]*{_BODY}\{{(?P=name)\}}[ \t]*$"),
        "a macro of Confluence",
    ),
    Enclosure(
        sign(">>> [!", ">>>[!"),
        re.compile(rf"(?im)^>>>[ \t]*\[!(?P<name>[a-z]+)\][ \t]*{_BODY}>>>[ \t]*$"),
        "an alert of GitLab",
    ),
    Enclosure(
        sign("```{"),
        re.compile(rf"(?m)^(?P<line>`{{3,}})\{{(?P<name>[a-z]+)\}}[ \t]*{_BODY}(?P=line)[ \t]*$"),
        "a directive of MyST",
        is_fence=True,
    ),
    Enclosure(
        sign("```ad-"),
        re.compile(rf"(?m)^(?P<line>`{{3,}})ad-(?P<name>[a-z]+)[ \t]*{_BODY}(?P=line)[ \t]*$"),
        "an admonition of Obsidian",
        is_fence=True,
    ),
    Enclosure(
        sign("{% call "),
        re.compile(
            rf"(?m)^\{{% call (?P<name>[a-z][\w-]*)\((?P<attributes>[^()\n]*)\) %\}}[ \t]*{_BODY}\{{% end ?call %\}}[ \t]*$"
        ),
        "a call of Jinja",
        only_notes=False,
    ),
)
_DIRECTIVE = re.compile(
    r"(?m)^\.\. (?P<name>[a-z]+)::(?P<title>[^\n]*)\n(?P<body>(?:[ \t]*+(?:\n|(?<=[ \t]{2})[^\s][^\n]*+(?:\n|\Z)))++)"
)
_DIRECTIVE_SIGN = sign(pattern=r"(?m:^\.\. [a-z]+::)")
_ATTRIBUTES = re.compile(r"(?:[ ,]*[\w-]+=\"[^\"\n]*\")*[ ,]*")


def enclosed_admonitions(page: Page) -> Iterator[Problem]:
    """Admonitions with a first and a last line of their own."""
    document = page.document
    for each in _ENCLOSURES:
        indexes = blocks_by_sign(document).get(each.sign, ())
        if indexes:
            for start, found in islice(_matches(page, each.pattern, indexes, is_fence=each.is_fence), _MOST):
                named = _rune_of(page, found["name"], only_notes=each.only_notes)
                given = found.groupdict().get("attributes") or ""
                if named is not None and _ATTRIBUTES.fullmatch(given):
                    written = "".join(f" {name}={value}" for name, value in _pairs(given))
                    yield _problem(start, found, named, written, found["body"], each.about)
    for start, found in islice(_matches(page, _DIRECTIVE, blocks_by_sign(document).get(_DIRECTIVE_SIGN, ())), _MOST):
        named = _rune_of(page, found["name"], only_notes=True)
        if named is not None:
            lines = [found["title"].strip(), *found["body"].rstrip().split("\n")]
            indents = [len(line) - len(line.lstrip()) for line in lines[1:] if line.strip()]
            body = "\n".join([lines[0], *(line[min(indents, default=0) :] for line in lines[1:])]).strip("\n")
            yield _problem(start, found, named, "", body, "a directive of reStructuredText")


def _matches(
    page: Page, pattern: re.Pattern[str], indexes: Sequence[int], *, is_fence: bool = False
) -> Iterator[tuple[int, re.Match[str]]]:
    """The matches that begin in one of these blocks and not in code, each with the offset of its text."""
    document = page.document
    hidden = verbatim_blocks(page) if indexes else ()
    for index in indexes:
        block = document.blocks[index]
        if index in hidden or (block.nodes and (block.nodes[0].type == "fence") != is_fence):
            continue
        start, length = document.start_of(index), len(block.text)
        last = document.block_at(start + length + _LONGEST)
        text = "".join([each.text for each in document.blocks[index : last + 1]])[: length + _LONGEST]
        for found in pattern.finditer(text):
            if found.start() >= length:
                break
            yield start, found


def _rune_of(page: Page, name: str, *, only_notes: bool) -> NamedRune | None:
    if only_notes:
        return note_of_type(name, page.site.vocabulary) if is_admonition(name) else None
    return rune_named(name, page.site.vocabulary)


def _pairs(written: str) -> list[tuple[str, str]]:
    return re.findall(r"(?<![\w-])([\w-]++)=(\"[^\"\n]*+\")", written)


def _problem(base: int, found: re.Match[str], named: NamedRune, attributes: str, body: str, about: str) -> Problem:
    head = f"{{% {named.name}{named.attribute}{attributes} %}}"
    start, end = base + found.start(), base + found.start() + len(found[0].rstrip("\n"))
    new = f"{head}\n{body.strip(chr(10))}\n{{% /{named.name} %}}"
    first = found[0].partition("\n")[0]
    return Problem(
        Span(start, start + len(first)),
        f"`{one_line(first.strip(), 60)}` is {about}, which Markdoc does not have",
        f"Write {head} … {{% /{named.name} %}}.",
        Fix((TextEdit(Span(start, end), new),), "safe" if named.exact else "unsafe"),
    )
