"""Finds text that was meant as a tag: `{ hint %}`, `<hint>`, `{% end hint %}`.

Only for the names of tags that do not match, since such text is common elsewhere: in a page about HTML, `<details>` is no mistake.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from itertools import islice

from refrakt.markdoc.block_reader import Block
from refrakt.markdoc.document import Document
from refrakt.markdoc.document_cache import document_cache
from refrakt.markdoc.tag_parser import parse_tag
from refrakt.markdoc.tree import Node, TagSyntax
from refrakt.rules.problem_spans import line_end, line_start
from refrakt.rules.tag_sequence import TokenKind

_MOST = 40
"""How many texts of a page are tried."""
_MOST_NAMES = 12
_MOST_OCCURRENCES = 2_000
_LONGEST_LEAD = 20
_END_WORDS = frozenset(
    {
        "end",
        "close",
        "closing",
        "closed",
        "fin",
        "finish",
        "finished",
        "done",
        "stop",
        "exit",
        "leave",
        "endblock",
        "off",
        "of",
        "the",
    }
)
_WORD = re.compile(r"[a-zA-Z0-9_-]+")
_PART = re.compile(r"[a-zA-Z0-9]+")
_COLONS = re.compile(r"^[ \t]*+(:{3,})[ \t]*+$", re.MULTILINE)
_INERT = re.compile(
    r"^[ \t>]*+(?:(?P<ticks>`{1,2})(?P<code>\{%[^`\n]{1,400}%\})(?P=ticks)"
    r"|<!--[ \t]*+(?P<comment>[^\n]{1,400}?)[ \t]*+-->)[ \t]*+$",
    re.MULTILINE,
)
"""A tag that is alone on its line in code or in a comment."""
_FILLER = " \t%-~+&$#"
"""What may be around the content of a tag of another template language."""


@dataclass(frozen=True, slots=True)
class DamagedTag:
    """A text that was meant as a tag. Offsets count from the start of the file."""

    start: int
    end: int
    kind: TokenKind
    name: str
    """Empty for a closing tag without a name, as `{% end %}`."""
    right: str
    """The tag as it is to be written; empty if the name is."""
    certain: bool = True
    """Whether it has delimiters, so that it cannot be a part of the text."""


def damaged_texts(document: Document, names: Collection[str]) -> list[DamagedTag]:
    """The texts outside of tags that were meant as tags with one of these names."""
    found: list[DamagedTag] = []
    text = document.text
    lowered = text.lower()
    if len(lowered) != len(text):
        lowered = text
    for name in sorted(names)[:_MOST_NAMES]:
        pattern = _pattern(name)
        for at in islice(_outside_of_tags(lowered, name.lower()), _MOST_OCCURRENCES):
            begin, end = max(line_start(text, at), at - _LONGEST_LEAD), line_end(text, at)
            match = pattern.search(text, begin, end)
            if match is None or match.start("name") != at:
                continue
            damaged = _damaged_text(document, text, name, match)
            if damaged is not None:
                found.append(damaged)
            if len(found) == _MOST:
                return found
    return [*found, *_inert_tags(document, names), *_colons(document)]


def _inert_tags(document: Document, names: Collection[str]) -> Iterator[DamagedTag]:
    """Tags with one of these names that are alone on a line, but in code or in a comment."""
    for index in sorted({*document.blocks_containing("<!--"), *document.blocks_containing("`{%")}):
        base = document.start_of(index)
        block = document.blocks[index]
        for match in islice(_INERT.finditer(block.text), _MOST):
            written = (match["code"] or match["comment"]).strip()
            content = written[2:-2].strip() if written.startswith("{%") and written.endswith("%}") else written
            tag = parse_tag(content)
            start = match.start() + len(match[0]) - len(match[0].lstrip(" \t>"))
            end = match.start() + len(match[0].rstrip())
            is_tag = tag.error is None and tag.kind in ("open", "close") and tag.name in names
            # A comment with a single word may be a heading of the source.
            if not is_tag or not (match["code"] or tag.kind == "close" or tag.attributes):
                continue
            if any((node.start, node.end) == (start, end) for node in _inert_nodes(block)):
                kind: TokenKind = "close" if tag.kind == "close" else "open"
                yield DamagedTag(base + start, base + end, kind, tag.name, f"{{% {content} %}}")


def _inert_nodes(block: Block) -> Iterator[Node]:
    return (node for top in block.nodes for node in (top, *top.walk()) if node.type in ("code", "comment"))


def _colons(document: Document) -> Iterator[DamagedTag]:
    """A line of colons that closes a tag: certain if the page has no other."""
    lines = (
        (document.start_of(index) + match.start(1), document.start_of(index) + match.end(1))
        for index in document.blocks_containing(":::")
        for match in islice(_COLONS.finditer(document.blocks[index].text), _MOST)
    )
    found = [each for each in lines if _is_text(document, *each)]
    is_alone = len(found) == 1 and document.text.count(":::") == 1
    for start, end in found:
        yield DamagedTag(start, end, "close", "", "", is_alone)


def _outside_of_tags(text: str, name: str) -> Iterator[int]:
    """Where a name is, except at the start of a tag."""
    at = text.find(name)
    while at >= 0:
        before = text[max(at - 5, 0) : at].removesuffix("/")
        if not before.endswith("{% ") or before.endswith("\\{% "):
            yield at
        at = text.find(name, at + len(name))


def _pattern(name: str) -> re.Pattern[str]:
    return re.compile(
        rf"""(?<![\w/-])
        (?P<lead>\\?(?:&(?:lbrace|lcub|\#123);|[{{(\[<%&$\#｛％])[{{(\[<%&$\#|/\\=!~@｛％ \t-]{{0,4}})?
        (?P<slash>[/\\]?[ \t]?)
        (?P<name>{re.escape(name)})(?![\w-])
        (?P<rest>(?:"[^"\n]*+"|\[[^\]\n]*+\]|\{{[^{{}}\n]*+\}}|[^"\n%％｛｝{{}}()\[\]<>&$\#|]){{0,300}}+)
        (?P<tail>[%}})\]>&$\#|％｝][%}})\]> &$\#|％｝]{{0,4}}|$)""",
        re.IGNORECASE | re.MULTILINE | re.VERBOSE,
    )


def _damaged_text(document: Document, text: str, name: str, match: re.Match[str]) -> DamagedTag | None:
    if text.startswith("{%", match.start()):
        return None  # a tag, whether it is right or not
    lead, slash, rest = match["lead"] or "", match["slash"].strip(), match["rest"].rstrip(" \t-")
    tail = match["tail"].rstrip()
    start, end = match.start(), match.start("tail") + len(tail)
    if not lead:
        start = match.start("slash")
    slash = slash or ("/" if "/" in lead else "")
    void = rest.endswith("/")
    inner = name + (rest[:-1] if void else rest).rstrip()
    alone = not text[line_start(text, start) : start].strip(" \t>") and not text[end : line_end(text, end)].strip()
    has_percent = "%" in lead + tail or "％" in lead + tail
    certain = bool(lead.strip() or tail) and (bool(lead.strip() and tail) or has_percent)
    if not alone and not (has_percent or (lead.startswith("<") and tail == ">")):
        return None
    if not certain and not (alone and (slash or '="' in rest)):
        return None
    if void and lead.startswith("<"):
        return None
    tag = parse_tag(inner)
    if tag.error is not None or tag.kind != "open" or (slash and tag.attributes):
        return None
    if not _is_text(document, start, end):
        return None
    if slash or void:
        kind: TokenKind = "close" if slash else "void"
        right = f"{{% /{name} %}}" if slash else f"{{% {inner} /%}}"
        return DamagedTag(start, end, kind, name, right, certain)
    return DamagedTag(start, end, "open", name, f"{{% {inner} %}}", certain)


def _is_text(document: Document, start: int, end: int) -> bool:
    """Whether a text is neither a tag nor code."""
    index = document.block_at(start)
    block = document.blocks[index]
    start, end = start - document.start_of(index), end - document.start_of(index)
    if index == 0 and block.frontmatter is not None:
        return False
    if any(tag.start < end and start < tag.end for tag in block.tags):
        return False
    return not any(first < end and start < last for first, last in _code(block))


@document_cache(4)
def _code(block: Block) -> list[tuple[int, int]]:
    nodes = (node for top in block.nodes for node in (top, *top.walk()))
    return [(node.start, node.end) for node in nodes if node.type in ("fence", "code", "comment")]


def meant_tag(tag: TagSyntax, base: int, names: Collection[str], known: Collection[str]) -> Iterator[DamagedTag]:
    """What a tag was meant as if its content is that of another template language: a closing tag `{% end hint %}`.

    `names` are those of tags that are not closed, `known` those that are defined.
    """
    if tag.block is None or not tag.terminated or (tag.kind != "broken" and tag.name in known):
        return
    start, end = base + tag.start, base + tag.end
    content = tag.block.text[tag.start + 2 : tag.end - 2].strip()
    if tag.kind == "broken":
        cleaned = content.strip(_FILLER)
        read = parse_tag(cleaned) if cleaned != content else None
        if read is not None and read.error is None and read.kind in ("open", "close", "void"):
            yield DamagedTag(start, end, read.kind, read.name, f"{{% {cleaned} %}}")
            return
        if content.startswith("/"):
            opening = parse_tag(content[1:].strip())
            if opening.error is None and opening.kind == "open" and opening.attributes:
                yield DamagedTag(start, end, "open", opening.name, f"{{% {content[1:].strip()} %}}")
    if tag.kind == "broken" or (tag.kind in ("open", "close") and tag.name not in known):
        closed = _closed_name(content, [each for each in names if each != tag.name or each in known])
        if closed is not None:
            yield DamagedTag(start, end, "close", closed, f"{{% /{closed} %}}" if closed else "")


def _closed_name(content: str, names: Collection[str]) -> str | None:
    """The name that the content of a tag closes; empty if it has none, None if it does not look like a closing tag."""
    words = [part.lower() for part in _PART.findall(content)]
    signs = re.sub(r"[\w -]", "", content) or content[:1].strip(
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
    )
    if '"' in signs or "=" in signs or len(words) > 6 or len(content) > 80:
        return None
    by_word = {re.sub(r"[-_]", "", name.lower()): name for name in names}
    named = "".join(word for word in words if word not in _END_WORDS) or "".join(words)
    if named in by_word and (signs or any(word in _END_WORDS for word in words)):
        return by_word[named]
    if (not words and "/" in signs) or (words and all(word in _END_WORDS for word in words)):
        return ""
    for name, original in by_word.items():
        if named in (f"end{name}", f"{name}end", f"close{name}"):
            return original
    return None
