"""Blocks into a partial of their own, and a partial into the page that takes it in."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any

from refrakt.markdoc import Document, Function, Node, TagSyntax, Variable, parse
from refrakt.markdoc.equality import same_tree
from refrakt.markdoc.format.value import format_value
from refrakt.project.config import PARTIALS
from refrakt.project.index.look import Look
from refrakt.runes.matching import plain_text

from ..answers import Action, Changes, Replacement
from .asked import Asked
from .registry import offers
from .rewriting import gaps, marks_before
from .selecting import Blocks, selected_blocks, tag_at
from .suiting import has_room

EXTRACT = "refactor.extract"
INLINE = "refactor.inline"
_USUAL = "shared"
"""What a partial is called if nothing in it gives it a name."""
_READ_AT_ONCE = 5_000
"""A longer text is read by itself only when somebody wants it extracted."""
_LONGEST_NAME = 40
_SIGNS = re.compile(r"[\W_]+")
_SAFE = re.compile(r"(?!\d+\.(?: |$))[^\W_](?:(?:[^\W_]|[.,:;@+/-]| (?! ))*[^\W_])?")
"""Text that means the same wherever it is put, at the beginning of a line, too."""


# Into a partial -------------------------------------------------------------------------------------------------------


@offers(EXTRACT, rank=40)
def extract(asked: Asked) -> Iterator[Action]:
    blocks = selected_blocks(asked)
    folder = partials_folder(asked)
    if blocks is None or folder is None or not asked.creates or not blocks.ends_line:
        return
    text = _taken_out(asked, blocks)
    if not has_room(asked.page.site.vocabulary, blocks):
        return
    if len(text) <= _READ_AT_ONCE and not _stands_alone(asked, blocks, text):
        return
    name = _unused(asked, blocks)
    used = sorted({f"${each.path[0]}" for each in _variables_in(blocks.nodes)})
    noted = f" (it uses {', '.join(used)})" if used else ""
    changes = partial(_extracted, asked, blocks, f"{folder}{name}.md", text)
    yield Action(f"Extract to the partial {name}.md{noted}", EXTRACT, changes)


def _extracted(asked: Asked, blocks: Blocks, path: str, text: str) -> Changes | None:
    if len(text) > _READ_AT_ONCE and not _stands_alone(asked, blocks, text):
        return None
    edit = Replacement(blocks.place, f'{{% partial file="{path.rpartition("/")[2]}" /%}}')
    # The partial is missing until the changes are made.
    return asked.rewritten((edit,), ((path, text),), frozenset({"partial-missing"}), anew=blocks.place)


def partials_folder(asked: Asked) -> str | None:
    """Where the partials of the site lie, below the project's folder, with a slash at its end."""
    view = asked.page.view
    if view is None or asked.page.site.surroundings.partials is None:
        return None
    return f"{view.site.spec.content_path}{PARTIALS}/"


def _taken_out(asked: Asked, blocks: Blocks) -> str:
    """The text of blocks without the marks of what they stand in."""
    place = blocks.place
    marks = marks_before(asked.document, place.start)
    lines = asked.text[place.start : place.end].replace("\r\n", "\n").replace("\r", "\n").split("\n")
    rest = [line[len(marks) :] if line.startswith(marks) else line.removeprefix(marks.rstrip()) for line in lines[1:]]
    return "\n".join([lines[0], *rest]) + "\n"


def _stands_alone(asked: Asked, blocks: Blocks, text: str) -> bool:
    """Whether the blocks mean the same in a file of their own, and the page loses nothing but them."""
    document = asked.document
    first, last = (document.block_at(offset) for offset in (blocks.place.start, blocks.place.end - 1))
    if any(block.definitions for block in document.blocks[first : last + 1]):
        return False
    alone = parse(text, document.options)
    if alone.frontmatter is not None:
        return False
    children = alone.tree.children
    return len(children) == len(blocks.nodes) and all(map(same_tree, children, blocks.nodes))


def _unused(asked: Asked, blocks: Blocks) -> str:
    """A name that no partial has, made of the first heading, or else of the rune."""
    headings = (node for root in blocks.nodes for node in (root, *root.walk()) if node.type == "heading")
    heading = next(headings, None)
    words = plain_text(heading) if heading is not None else blocks.nodes[0].tag or _USUAL
    stem = _SIGNS.sub("-", words.lower()).strip("-")[:_LONGEST_NAME].rstrip("-") or _USUAL
    taken = asked.page.site.surroundings.partials or ()
    numbers = (f"{stem}-{number}" for number in range(2, len(taken) + 3))
    return next(name for name in (stem, *numbers) if f"{name}.md" not in taken)


def _variables_in(nodes: tuple[Node, ...]) -> Iterator[Variable]:
    for root in nodes:
        for node in (root, *root.walk()):
            for value in node.attributes.values():
                yield from _named_in(value)


def _named_in(value: Any) -> Iterator[Variable]:
    """The variables in a value, however deep."""
    pending = [value]
    while pending:
        match pending.pop():
            case Variable() as variable:
                yield variable
                pending += variable.path
            case Function() as function:
                pending += function.parameters.values()
            case Mapping() as mapping:
                pending += mapping.values()
            case list() as items:
                pending += items


# Into the page --------------------------------------------------------------------------------------------------------


@offers(INLINE, rank=42)
def inline(asked: Asked) -> Iterator[Action]:
    found = tag_at(asked)
    view = asked.page.view
    if found is None or view is None or found[0].tag != "partial" or found[0].inline or found[0].open is None:
        return
    node, parents = found
    blocks = Blocks(asked.document, parents, (node,))
    name = node.attributes.get("file")
    given = node.attributes.get("variables", {})
    if not isinstance(name, str) or not isinstance(given, Mapping) or not {*node.attributes} <= {"file", "variables"}:
        return
    with view.lock:
        look = asked.page.look
        path = _path_of(look, name) if look is not None else None
    if path is not None:
        yield Action(f"Inline the partial {name}", INLINE, partial(_inlined, asked, blocks, path, given))


def _path_of(look: Look, name: str) -> str | None:
    """The file of a partial that can stand in the page: without frontmatter, and not taking in itself."""
    entry = look.partial(name)
    if entry is None or entry.facts.frontmatter or entry.path == look.entry.path:
        return None
    seen, pending = set[str](), [entry]
    while pending:
        for inner in look.includes(pending.pop()):
            if inner == name:
                return None
            further = look.partial(inner)
            if inner not in seen and further is not None:
                seen.add(inner)
                pending.append(further)
    return entry.path


def _inlined(asked: Asked, blocks: Blocks, path: str, given: Mapping[str, Any]) -> Changes | None:
    view = asked.page.view
    source = view.source(path) if view is not None else None
    if source is None:
        return None
    document = parse(source.text, asked.document.options)
    if document.frontmatter is not None or any(block.definitions for block in document.blocks):
        return None
    text = _filled(document, given)
    if text is None or not text.strip():
        return None
    place = blocks.place
    marks = marks_before(asked.document, place.start)
    lines = text.replace("\r\n", "\n").replace("\r", "\n").strip("\n").split("\n")
    body = "\n".join([lines[0], *(f"{marks}{line}" if line.strip() else marks.rstrip() for line in lines[1:])])
    above, below = gaps(blocks)
    first, last = f"\n{marks}" if above else "", f"\n{marks.rstrip()}" if below else ""
    return asked.rewritten([Replacement(place, f"{first}{body}{last}")], anew=place)


def _filled(document: Document, given: Mapping[str, Any]) -> str | None:
    """The text of a partial with the values of variables in their places; None where one stands where it cannot be put in."""
    edits: list[tuple[int, int, str]] = []
    for tag in document.tags():
        for place, value, written in _values(tag):
            names = [each for each in _named_in(value) if each.path and each.path[0] in given]
            if not names:
                continue
            if value is not names[0] or len(names[0].path) > 1:
                return None
            new = written(given[str(names[0].path[0])])
            if new is None:
                return None
            base = document.offsets(tag.span)[0] - tag.start
            edits.append((base + place[0], base + place[1], new))
    text = document.text
    for start, end, new in sorted(edits, reverse=True):
        text = text[:start] + new + text[end:]
    return text


def _values(tag: TagSyntax) -> Iterator[tuple[tuple[int, int], Any, Any]]:
    if tag.kind == "value":
        yield (tag.start, tag.end), tag.value, _as_text
    for each in tag.attributes:
        yield each.value, each.annotation.value, format_value


def _as_text(value: Any) -> str | None:
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        return None
    if not isinstance(value, str):
        return format_value(value)
    return value if _SAFE.fullmatch(value) else None
