"""The line differences of two texts.

The first two code blocks are compared; other content is not shown.
"""

from __future__ import annotations

from collections.abc import Iterable

from refrakt.markdoc.html import Tag
from refrakt.markdoc.tree import Node
from refrakt.runes.content_model import Field, Needed, sequence
from refrakt.runes.output.code_block import first_line
from refrakt.runes.output.line_diff import DiffLine, line_diff, side_by_side
from refrakt.runes.output.rune_builder import RuneBuilder, part, with_attributes
from refrakt.runes.rune import choice, rune, text
from refrakt.runes.rune_theme import Modifier, RuneTheme


def _build(diff: RuneBuilder) -> Tag:
    blocks = [*diff.nodes("fences")[:2], None, None][:2]
    first, second = map(_text, blocks)
    lines = line_diff(first, second)
    language = diff.text("language") or (str(blocks[0].attributes.get("language") or "") if blocks[0] else "")
    offsets = [max(first_line(block.attributes.get("lines")) - 1, 0) if block else 0 for block in blocks]
    if diff.text("mode") == "split":
        pairs = side_by_side(lines)
        panels = [
            part("panel", "div", [_code(_side(line, side, offset, language) for line in column)])
            for side, offset, column in zip(("before", "after"), offsets, zip(*pairs, strict=True), strict=True)
        ]
        shown = part("split-container", "div", panels)
    else:
        shown = _code(_unified(line, offsets, language) for line in lines)
    title = diff.text("title") or _sources(blocks)
    header = [part("header", "div", [title])] if title else []
    fields = {"mode": diff.text("mode") or "unified", "language": diff.text("language")}
    return diff.element("div", [*header, shown], fields=fields, attributes={"data-code-host": True})


def _text(block: Node | None) -> str:
    return str(block.attributes.get("content") or "").removesuffix("\n") if block else ""


def _sources(blocks: Iterable[Node | None]) -> str:
    """The files of both blocks, as far as they are annotated."""
    sources = [block.attributes.get("source") for block in blocks if block]
    return " → ".join(dict.fromkeys(source for source in sources if isinstance(source, str) and source))


def _code(lines: Iterable[Tag]) -> Tag:
    rows = part("rows", "div", lines)
    return Tag("pre", {"data-name": "code", "data-copy-selector": '[data-name="line-content"]'}, [rows])


def _unified(line: DiffLine, offsets: list[int], language: str) -> Tag:
    numbers = [_number("before", line.before, offsets[0]), _number("after", line.after, offsets[1])]
    return _line(line.status, numbers, line.text, language)


def _side(line: DiffLine | None, side: str, offset: int, language: str) -> Tag:
    if line is None:
        return _line("empty", [_number(side, None, 0)], "", "")
    number = line.before if side == "before" else line.after
    return _line(line.status, [_number(side, number, offset)], line.text, language)


def _line(status: str, numbers: list[Tag], text: str, language: str) -> Tag:
    content = with_attributes(part("line-content", "span", [text]), data_language=language or None)
    return Tag("span", {"data-name": "line", "data-line-status": status}, [*numbers, content])


def _number(side: str, number: int | None, offset: int) -> Tag:
    shown = "" if number is None else str(number + offset)
    return Tag("span", {"data-name": "gutter-num", "data-side": side}, [shown])


diff = rune(
    "diff",
    "Shows the differences between two texts",
    category="Code & Data",
    attributes=[
        choice("mode", "unified split inline", "Display mode of the diff"),
        text("language", "Language of both blocks"),
        text("title", "Title, such as a file name"),
    ],
    content=sequence(Field("fences", "fence", greedy=True)),
    needs=Needed("fence", "compares two code blocks", least=2, most=2),
    build=_build,
    theme=RuneTheme(
        "diff",
        modifiers={"mode": Modifier(default="unified")},
        edit_hints={"line": "none", "gutter-num": "none", "gutter-prefix": "none", "line-content": "none"},
    ),
    sample="""
        {% diff mode="split" title="greenhouse.yaml" %}
        ```yaml
        vents: closed
        night: 12
        ```

        ```yaml
        vents: open
        night: 12
        ```
        {% /diff %}
    """,
    snippet="""
        {% diff title="${1:file}" %}
        ```${2:text}
        ${3:before}
        ```

        ```${2:text}
        ${4:after}
        ```
        {% /diff %}
    """,
)
