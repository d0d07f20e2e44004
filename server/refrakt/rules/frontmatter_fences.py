"""Where frontmatter was meant to start and to end, if its fences are missing, misspelt or those of another format.

Frontmatter is read only between two lines of three dashes, the first of which is the first line of the file. Anything else is read
as text: dashes below a line make it a heading.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator
from functools import lru_cache
from typing import Any, NamedTuple

from refrakt.markdoc.document import Document
from refrakt.markdoc.document_cache import document_cache
from refrakt.markdoc.frontmatter import read_frontmatter
from refrakt.markdoc.text_edit import TextEdit
from refrakt.markdoc.tree import Span
from refrakt.rules.frontmatter_type import KNOWN_KEYS

_LONGEST = 8_000
_MOST_LEAD = 30
"""How many lines may be before the keys."""
_MOST_SEEN = 4_000
_FEW = 200
"""How many characters at the start of a file are searched."""
_FENCE = re.compile(
    r"-{2,}|-{3}[ ]?(?:ya?ml|toml|json|frontmatter)|-{0,2}[—–―][-—–―]{0,3}|\+{3,}|;{3,}|={3,}|\*{3,}|~{3,}"
    r"|`{3,}(?:ya?ml|toml|json|frontmatter)?|\.{3,}|_{3,}|-[ ]-[ ]-"
)
"""A line that was meant as a fence."""
_FENCE_LINE = re.compile(
    r"^(?:--|-{0,2}[—–―][-—–―]{0,3}|----+|\+{3,}|={3,}|\*{3,}|~{3,}|`{3,}|\.{3,})[ \t]*(?=\r|$)", re.MULTILINE
)
_ENTRY = re.compile(r"[\"']?([A-Za-z][\w.-]*)[\"']?[ ]*[:=](?:[ \t]?\S.*|[ \t]*)")
_GLUED_FENCE = re.compile(r"-{3}[ \t]*(?=[#A-Z{<>*\[])")
_MORE = re.compile(r"[ \t]+\S.*|- \S.*|[\]}],?|#.*")
"""A line that belongs to the entry above."""
_LINE = re.compile(r"[^\r\n]*(?:\r\n|\n|\r|\Z)")
_PLAIN = re.compile(r"[A-Za-z][\w ./+-]*")
_CERTAIN = frozenset({"title", "description", "layout", "slug", "draft", "redirect", "tags", "date"})
"""Keys that a paragraph at the top of a page hardly starts with."""


class Line(NamedTuple):
    """A line, and its offset."""

    start: int
    text: str
    """Without its line end."""
    next: int
    """The offset of the next line."""


class FencedKeys(NamedTuple):
    """Keys at the top of a file that are not read as frontmatter."""

    lead: tuple[int, int]
    """What is before them."""
    opening: Line | None
    closing: Line | None
    start: int
    """The first key."""
    end: int
    """The end of the last line with a key."""
    joined: bool = False
    """Whether the closing fence follows the last value on its line."""
    glued: bool = False
    """Whether text follows the closing fence on its line."""
    before_text: bool = False
    """Whether the text of the page follows: a blank line and no more keys."""


def start_of_text(document: Document) -> str:
    """The blocks at the start of a page, as far as they are searched. The whole text would be joined after every keystroke."""
    return _first_blocks(document, _LONGEST)


@document_cache(1)
def may_have_unread_keys(document: Document) -> bool:
    """Whether a page may begin with keys or with frontmatter in another format."""
    start = _first_blocks(document, _FEW)
    if start.lstrip()[:1] in ("+", ";", "{"):
        return True
    found = _may_begin_with_keys(start)
    return found if found is not None else _may_begin_with_keys(_first_blocks(document, _MOST_SEEN)) is not False


def _first_blocks(document: Document, length: int) -> str:
    last = document.block_at(length)
    return "".join([block.text for block in document.blocks[: last + 1]])


def lines_of(text: str) -> list[Line]:
    """The lines at the start of a file."""
    return list(_each_line(text))


def _each_line(text: str) -> Iterator[Line]:
    at = 0
    while at < min(len(text), _LONGEST):
        match = _LINE.match(text, at)
        if match is None or match.end() == at:
            break
        yield Line(at, match[0].rstrip("\r\n"), match.end())
        at = match.end()


def is_fence(line: str) -> bool:
    return _FENCE.fullmatch(line.strip()) is not None


def known_keys(text: str) -> list[str]:
    """The keys of the lines of a text that pages have."""
    names = (found[1] for each in text.splitlines() if (found := _ENTRY.fullmatch(each.rstrip(", "))))
    return [each for each in names if each.lower() in KNOWN_KEYS]


def misplaced_end(document: Document) -> FencedKeys | None:
    """The keys of frontmatter that ends too late: at a thematic break of the text, because its own end is no line of dashes."""
    frontmatter = document.frontmatter
    text = document.blocks[0].text if frontmatter is not None else ""
    if frontmatter is None or frontmatter.incomplete or not text.startswith("---"):
        return None
    end = frontmatter.span.end
    if not frontmatter.problems and _FENCE_LINE.search(text, 4, min(end, _LONGEST)) is None:
        return None
    lines = lines_of(text)
    found = _block(lines, 1)
    if found is None or found.end >= end or not _is_mapping(text[found.start : found.end]):
        return None
    found = found._replace(opening=lines[0])
    if found.closing is not None:
        return found
    # Without a fence of another form, only where the rest cannot be read.
    return found if frontmatter.problems and found.before_text else None


@lru_cache(maxsize=8)
def unread_keys(text: str) -> FencedKeys | None:
    """Keys at the top of a text without frontmatter that were meant as such."""
    for index, line in enumerate(_each_line(text)):
        if is_fence(line.text):
            found = _block(lines_of(text), index + 1)
            if found is not None and known_keys(text[found.start : found.end]):
                return found._replace(lead=(0, line.start), opening=line)
            return None
        entry = _ENTRY.fullmatch(line.text)
        if entry is not None and entry[1] in _CERTAIN:
            found = _block(lines_of(text), index)
            is_whole = found is not None and (found.closing is not None or line.start == 0)
            return found._replace(lead=(0, line.start)) if found is not None and is_whole else None
        if index and line.text.strip() and not _is_lead(line.text):
            return None
    return None


def _may_begin_with_keys(text: str) -> bool | None:
    """Whether the first lines are keys, a fence, or what may be before them; None if all of the text may be before them."""
    at = 0
    for index in range(_MOST_LEAD):
        found = _LINE.match(text, at)
        if found is None or found.end() == at:
            return None
        line = found[0].rstrip("\r\n")
        if is_fence(line) or _ENTRY.fullmatch(line) is not None:
            return True
        if index and line.strip() and not _is_lead(line):
            return False
        at = found.end()
    return None


def _is_lead(line: str) -> bool:
    """Whether a line may be before frontmatter by mistake."""
    stripped = line.strip()
    return stripped.startswith(("#", "<!--")) or stripped.endswith("-->")


def _block(lines: list[Line], first: int) -> FencedKeys | None:
    """Lines of keys, up to a fence, a blank line or other text."""
    last = first
    for index in range(first, len(lines)):
        text = lines[index].text
        if is_fence(text) and index > first:
            return FencedKeys((0, 0), None, lines[index], lines[first].start, lines[index - 1].next)
        is_more = _MORE.fullmatch(text) and (index > first or text.startswith("#"))
        if not text.strip() or not (_ENTRY.fullmatch(text) or is_more):
            break
        last = index + 1
    if last == first or all(each.text.startswith("#") for each in lines[first:last]):
        return None
    while last > first + 1 and lines[last - 1].text.startswith("# "):
        last -= 1  # without a fence below it, a comment is the heading of the text
    after = lines[last] if last < len(lines) else None
    glued = _GLUED_FENCE.match(after.text) if after is not None else None
    if after is not None and glued is not None:
        # The text of the page follows the fence on its line.
        closing = Line(after.start, after.text[: glued.end()], after.start + glued.end())
        return FencedKeys((0, 0), None, closing, lines[first].start, lines[last - 1].next, glued=True)
    final = lines[last - 1]
    joined = re.search(r"[ \t]-{3,}[ \t]*$", final.text)
    end = final.start + joined.start() if joined else final.next
    last_fence = final if joined else None
    begin, is_joined, is_text = lines[first].start, joined is not None, _is_text(lines[last:])
    return FencedKeys((0, 0), None, last_fence, begin, end, joined=is_joined, before_text=is_text)


def _is_text(lines: list[Line]) -> bool:
    """Whether the text of a page starts here, and not a malformed key."""
    rest = [each.text for each in lines if each.text.strip()]
    if not rest:
        return True
    first = rest[0].lstrip()
    if first.startswith(("# ", "## ", "{%", "<", "![", "> ")):
        return True
    is_blank = not lines[0].text.strip()
    return is_blank and first.partition(" ")[0].strip(":=*").lower() not in KNOWN_KEYS and not _ENTRY.fullmatch(first)


def _is_mapping(yaml: str) -> bool:
    found = read_frontmatter(yaml, Span(0, len(yaml)))
    return found.root is not None and found.root.kind == "mapping" and not found.problems


_ENCLOSED = re.compile(
    r"\s*(```+(?:\w+)?|<!--)[ \t]*\n(?:---[ \t]*\n)?"
    r"(?P<keys>(?:(?!---|```|-->)[^\n]*\n){1,60}?)(?:---[ \t]*\n)?(?:```+|-->)[ \t]*(?:\n|\Z)"
)


def enclosed_keys(text: str) -> tuple[int, str, bool] | None:
    """Frontmatter in a code block or in a comment at the top of a file: the end of that, the keys, and whether it is code."""
    found = _ENCLOSED.match(text, 0, _LONGEST)
    if found is None or not _is_mapping(found["keys"]) or not _CERTAIN.intersection(known_keys(found["keys"])):
        return None
    is_code = found[1] != "<!--"
    return (found.end(), found["keys"], is_code) if is_code or len(known_keys(found["keys"])) > 1 else None


def second_block(text: str, end: int) -> tuple[int, int, int] | None:
    """A second block of frontmatter directly after the first, which ends at an offset: where it begins, its keys and its end."""
    found = _SECOND.match(text, end)
    if found is None or not _is_mapping(found["keys"]):
        return None
    names = [each.partition(":")[0] for each in found["keys"].splitlines() if each[:1].isalpha()]
    if not names or not all(each in KNOWN_KEYS for each in names):
        return None
    return found.start("fence"), found.start("keys"), found.end()


_SECOND = re.compile(r"\s*(?P<fence>---)[ \t]*\n(?P<keys>(?:(?!---)[^\n]+\n){1,40})---[ \t]*(?:\n|\Z)")


# Other formats --------------------------------------------------------------------------------------------------------


def other_format(text: str) -> tuple[str, int, dict[str, Any]] | None:
    """Frontmatter in TOML or JSON at the top of a file: its format, its end, its data."""
    stripped = text.lstrip()
    lead = len(text) - len(stripped)
    for fence, name in (("+++", "TOML"), (";;;", "JSON"), ("{", "JSON")):
        if not stripped.startswith(fence):
            continue
        if fence == "{":
            return _json_object(text, lead)
        end = text.find(f"\n{fence}", lead + 3, lead + _LONGEST)
        if end < 0:
            continue
        after = _LINE.match(text, end + 1)
        data = _data(name, text[lead + 3 : end]) or _data(name, f"{{{text[lead + 3 : end].rstrip(', ')}}}")
        if after is not None and after[0].strip() == fence and data:
            return name, after.end(), data
    return None


def _json_object(text: str, start: int) -> tuple[str, int, dict[str, Any]] | None:
    if text.startswith(("{%", "{{"), start):
        return None
    try:
        data, end = json.JSONDecoder().raw_decode(text[start : start + _LONGEST])
    except (ValueError, RecursionError):
        return None
    line = _LINE.match(text, start + end)
    if line is None or line[0].strip() or not isinstance(data, dict) or not _CERTAIN.intersection(data):
        return None
    return "JSON", line.end(), data


def _data(name: str, source: str) -> dict[str, Any]:
    try:
        data = tomllib.loads(source.replace("\r\n", "\n")) if name == "TOML" else json.loads(source)
    except (ValueError, RecursionError):
        return {}
    return data if isinstance(data, dict) else {}


def as_yaml(data: dict[str, Any]) -> str | None:
    """Data as lines of YAML; None if some of it has no simple form."""
    lines = []
    for name, value in data.items():
        if not re.fullmatch(r"[\w.-]+", name) or isinstance(value, dict):
            return None
        lines.append(f"{name}: {_scalar(value)}\n")
    return "".join(lines)


def _scalar(value: Any) -> str:
    if isinstance(value, list):
        return f"[{', '.join(map(_scalar, value))}]"
    if isinstance(value, str):
        is_plain = _PLAIN.fullmatch(value) and value == value.strip() and value.lower() not in _WORDS
        return value if is_plain else json.dumps(value, ensure_ascii=False)
    if value is None or isinstance(value, bool | int | float):
        return json.dumps(value)
    return str(value)


_WORDS = frozenset({"true", "false", "yes", "no", "on", "off", "null", "y", "n"})


def fenced(text: str, keys: FencedKeys) -> list[TextEdit]:
    """The edits that put keys between two lines of three dashes."""
    edits: list[TextEdit] = []
    end = "\r\n" if "\r\n" in text[: keys.end] else "\n"
    if keys.opening is None:
        edits.append(TextEdit(Span(keys.start, keys.start), f"---{end}"))
    elif keys.opening.text != "---":
        edits.append(TextEdit(_span(keys.opening), "---"))
    if keys.joined:
        assert keys.closing is not None
        edits.append(TextEdit(Span(keys.end, keys.closing.start + len(keys.closing.text)), f"{end}---"))
    elif keys.glued:
        assert keys.closing is not None
        edits.append(TextEdit(_span(keys.closing), f"---{end}{end}"))
    elif keys.closing is None:
        before = "" if text[: keys.end].endswith(("\n", "\r")) else end
        edits.append(TextEdit(Span(keys.end, keys.end), f"{before}---{end}"))
    elif keys.closing.text.strip() != "---":
        edits.append(TextEdit(_span(keys.closing), "---"))
    return edits


def _span(line: Line) -> Span:
    return Span(line.start, line.start + len(line.text))
