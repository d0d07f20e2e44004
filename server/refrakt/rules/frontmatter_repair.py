"""What a line of invalid frontmatter was meant to be.

The parser of YAML reports where it stopped, which is often a line or more after the mistake, and in its own terms. So each line is
compared with the usual mistakes, and a repair counts only if the YAML is valid with it, or valid further than before.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

from refrakt.markdoc.frontmatter import Frontmatter, read_frontmatter
from refrakt.markdoc.text_edit import TextEdit
from refrakt.markdoc.tree import Span
from refrakt.rules.frontmatter_type import KNOWN_KEYS

_MOST_TRIES = 60
_LONGEST = 20_000
"""Longer frontmatter is not repaired: each try reads all of it."""
_SHOWN = 60

_KEY = r"[A-Za-z_][\w.-]*"
_NO_SPACE = re.compile(rf"([ ]*(?:- )?)({_KEY}):([^\s:/].*)")
_ODD_SPACE = re.compile(rf"([ ]*(?:- )?)({_KEY}):[\u00a0\u2002-\u200a\u202f\u3000][\s\u00a0]*(\S.*)")
_OTHER_SIGN = re.compile(rf"([ ]*(?:- )?)[\"']?({_KEY})[\"']?[ ]*(=>|->|:=|=|：|;)[ ]*(\S.*)")
_DASH_SIGN = re.compile(rf"({_KEY}) (-|–|—|\|) (\S.*)")
_NO_SIGN = re.compile(rf"({_KEY}) +([^\s:=].*)")
_MARKED_KEY = re.compile(r"([ ]*)(?:[-+] )?[*`#]+ ?([A-Za-z][\w.-]*)[*`]*:[*`]* *(\S.*)?")
_ENTRY = re.compile(r"([ ]*(?:- )?[\"']?[\w.-]+[\"']?:[ \t]+)(\S(?:.*\S)?)[ \t]*")
_INDENTED = re.compile(rf"([ ]+)({_KEY}):(?: .*)?")
_TABS = re.compile(r"[ ]*\t[ \t]*")
_ENDED = re.compile(r"(.*[\"'\])}\w])([,;])[ \t]*")
_INLINE_ITEM = re.compile(r"([ ]*)([\w.-]+:)[ ]+(- \S.*)")
_NESTED = re.compile(rf"([ ]*)(?:(- )\S.*|({_KEY}):(?:[ ].*)?)")
_COMMENT = re.compile(r"([ ]*)(?://+(?!/)|/\*+(?!\*)|<!--)[ ]?(.*)")
_OTHER_ITEM = re.compile(r"([ ]+)(?:[*•+]|\d{1,2}[.)])[ ]+(\S.*)")
_TWO_ENTRIES = re.compile(rf"({_KEY}: +(?:\"[^\"\n]*\"|'[^'\n]*'|[^\"'\[{{].*?))[ ]*[,;|][ ]*({_KEY}):[ ]+(\S.*)")
_WRAPPED = re.compile(rf"(?!(?:{_KEY}|[\"'])[ ]*:(?:[ ]|$))(?![-#\[{{]|\.\.\.)[^\s:].*")
_OPEN_VALUE = re.compile(rf"{_KEY}:(?:[ ]+[|>][+-]?)?[ ]*")
_FEWEST_WORDS = 3
_START = re.compile(r"[@`%&*!|>\[\]{},#?]|- ")


class LineRepair(NamedTuple):
    """A line as it was meant, and why."""

    new: str
    message: str
    key: str | None = None
    """The key that the line then has."""
    safe: bool = True


class Repair(NamedTuple):
    """An edit of frontmatter that makes it valid, and the reason for it."""

    edits: tuple[TextEdit, ...]
    message: str
    suggestion: str
    safe: bool


Candidates = Callable[[str], Iterator[LineRepair]]


def repair_of(frontmatter: Frontmatter, text: str) -> Repair | None:
    """The repair of frontmatter that is not valid; None if the cause is unclear. `text` is that of its block."""
    start, end, _ = frontmatter.span
    if end - start > _LONGEST:
        return None
    return _Repairer(frontmatter, text[start:end]).run()


class _Repairer:
    def __init__(self, frontmatter: Frontmatter, source: str) -> None:
        self.frontmatter = frontmatter
        self.source = source
        self.lines = source.splitlines(keepends=True)
        self.tries = _MOST_TRIES
        self.before = _progress(frontmatter, frontmatter.span.start)
        self.at = self.before[0]

    def run(self) -> Repair | None:
        for candidates in (_shapes, _values):
            for index in self._order(candidates):
                found = self._line(index, candidates)
                if found is not None:
                    return found
        return self._all_lines() or self._wrapped()

    def _order(self, candidates: Candidates) -> list[int]:
        """The lines to try: from the top, since an error is reported after its cause; values only near the error."""
        last = self.source.count("\n", 0, self.at)
        if candidates is _values:
            return [each for each in (last, last - 1) if 0 <= each < len(self.lines)]
        return list(range(min(last + 1, len(self.lines))))

    def _line(self, index: int, candidates: Candidates) -> Repair | None:
        line = self.lines[index]
        content = line.rstrip("\r\n")
        before = self.lines[index - 1] if index else ""
        for each in (*_aligned(content, before), *candidates(content)):
            if self.tries == 0:
                return None
            self.tries -= 1
            start = sum(map(len, self.lines[:index]))
            new = self.source[:start] + each.new + self.source[start + len(content) :]
            if self._is_better(new, each.key, index):
                return self._repair([(start, content, each)])
        return None

    def _all_lines(self) -> Repair | None:
        """The same mistake in every line: TOML, a list of keys."""
        made: list[tuple[int, str, LineRepair]] = []
        start = 0
        new = ""
        for line in self.lines:
            content = line.rstrip("\r\n")
            repair = next(_shapes(content), None) if content.strip() else None
            if repair is not None:
                made.append((start, content, repair))
            new += (repair.new if repair is not None else content) + line[len(content) :]
            start += len(line)
        if len(made) < 2 or not self._is_better(new, made[0][2].key, 0):
            return None
        return self._repair(made)

    def _wrapped(self) -> Repair | None:
        """A value that goes on in the next lines, which are not indented."""
        contents = [each.rstrip("\r\n") for each in self.lines]
        for index in self._order(_shapes):
            line = contents[index]
            if not index or not _WRAPPED.fullmatch(line) or line.split(" ")[0].lower() in KNOWN_KEYS:
                continue
            before = contents[index - 1]
            is_open = _OPEN_VALUE.fullmatch(before) is not None
            entry = _ENTRY.fullmatch(before)
            is_text = entry is not None and not entry[2].startswith(("[", "{", '"', "'"))
            if not is_open and not (is_text and len(line.split()) >= _FEWEST_WORDS):
                continue
            end = next(
                (at for at in range(index, len(contents)) if not _WRAPPED.fullmatch(contents[at])), len(contents)
            )
            end = end if is_open and before.rstrip().endswith(("|", ">", "-", "+")) else index + 1
            start = sum(map(len, self.lines[:index]))
            lines = [f"  {each}" for each in self.lines[index:end]]
            key = before.partition(":")[0]
            if self._is_better("".join([*self.lines[:index], *lines, *self.lines[end:]]), None, index):
                message = f"the value of `{key}` goes on in this line, which must be indented"
                made = []
                for at in range(index, end):
                    made.append((start, contents[at], LineRepair(f"  {contents[at]}", message)))
                    start += len(self.lines[at])
                return self._repair(made)
        return None

    def _repair(self, made: list[tuple[int, str, LineRepair]]) -> Repair:
        offset, block = self.frontmatter.span.start, self.frontmatter.span.block
        edits = []
        for start, old, each in made:
            head, tail = _common(old, each.new)
            span = Span(offset + start + head, offset + start + len(old) - tail, block)
            edits.append(TextEdit(span, each.new[head : len(each.new) - tail]))
        first = made[0][2]
        shown = first.new.strip().replace("\n", "⏎")
        shown = shown if len(shown) <= _SHOWN else f"{shown[: _SHOWN - 1]}…"
        safe = all(each.safe for _, _, each in made)
        return Repair(tuple(edits), first.message, f"Write {shown}", safe)

    def _is_better(self, new: str, key: str | None, index: int) -> bool:
        after = read_frontmatter(new, Span(0, len(new)))
        if after.incomplete or after.root is None or after.root.kind != "mapping":
            return False
        if key is not None and not self.lines[index].startswith(" ") and key not in after.root.names:
            return False
        error, count = _progress(after, 0)
        if count < self.before[1]:
            return True
        # One of several mistakes: the rest is valid further down.
        return new.count("\n", 0, error) > max(self.source.count("\n", 0, self.at), index + 1)


def _progress(frontmatter: Frontmatter, offset: int) -> tuple[int, int]:
    """Where the first error is, and how many there are."""
    wrong = [each for each in frontmatter.problems if each.id in ("frontmatter-yaml", "frontmatter-shape")]
    return (min(each.span.start for each in wrong) - offset, len(wrong)) if wrong else (0, 0)


def _common(old: str, new: str) -> tuple[int, int]:
    """How many characters of two lines are equal at the start and at the end."""
    least = min(len(old), len(new))
    head = next((n for n in range(least) if old[n] != new[n]), least)
    tail = next((n for n in range(least - head) if old[-1 - n] != new[-1 - n]), least - head)
    return head, tail


def _aligned(line: str, before: str) -> Iterator[LineRepair]:
    """A key or an item that is not in the column of the one before it."""
    found, above = _NESTED.fullmatch(line), _NESTED.fullmatch(before.rstrip("\r\n"))
    if (
        found is not None
        and above is not None
        and above[1]
        and found[1] != above[1]
        and bool(found[2]) == bool(above[2])
    ):
        what = f"the key `{found[3]}` is indented" if found[3] else "an item of a list is indented"
        yield LineRepair(f"{above[1]}{line[len(found[1]) :]}", f"{what} otherwise than the line above")


# Candidates -----------------------------------------------------------------------------------------------------------


def _shapes(line: str) -> Iterator[LineRepair]:
    """Lines that are not `key: value`."""
    found = _COMMENT.fullmatch(line)
    comment = found[2].rstrip().removesuffix("*/").removesuffix("-->").rstrip() if found is not None else ""
    if found is not None and comment:
        yield LineRepair(f"{found[1]}# {comment}", "a comment of YAML starts with `#`")
    if found := _OTHER_ITEM.fullmatch(line):
        yield LineRepair(f"{found[1]}- {found[2]}", "an item of a list starts with `- `")
    if (found := _TWO_ENTRIES.fullmatch(line)) and found[2].lower() in KNOWN_KEYS:
        message = f"two keys are on one line: `{found[2]}` needs a line of its own"
        yield LineRepair(f"{found[1]}\n{found[2]}: {found[3]}", message, found[2])
    tabs = _TABS.match(line)
    if tabs is not None:
        message = "a tab in the indentation; YAML allows only spaces"
        yield LineRepair(tabs.group().replace("\t", "  ") + line[tabs.end() :], message)
        yield LineRepair(line[tabs.end() :], message)
    if found := _NO_SPACE.fullmatch(line):
        yield LineRepair(
            f"{found[1]}{found[2]}: {found[3]}", f"a space is missing after the `:` of `{found[2]}`", found[2]
        )
    if found := _ODD_SPACE.fullmatch(line):
        message = f"the character after the `:` of `{found[2]}` is not a normal space"
        yield LineRepair(f"{found[1]}{found[2]}: {found[3]}", message, found[2])
    if found := _OTHER_SIGN.fullmatch(line):
        value = found[4].rstrip(" ,;") if found[4][:1] in "\"'[" else found[4]
        message = f"`{found[3]}` after `{found[2]}`: a key is followed by `:` and a space"
        yield LineRepair(f"{found[1]}{found[2]}: {_as_value(value)}", message, found[2])
    if found := _DASH_SIGN.fullmatch(line):
        message = f"`{found[2]}` after `{found[1]}`: a key is followed by `:` and a space"
        yield LineRepair(f"{found[1]}: {_as_value(found[3])}", message, found[1], found[1] in KNOWN_KEYS)
    if (found := _NO_SIGN.fullmatch(line)) and found[1].lower() in KNOWN_KEYS:
        message = f"a `:` is missing after `{found[1]}`"
        yield LineRepair(f"{found[1]}: {_as_value(found[2])}", message, found[1])
    if found := _MARKED_KEY.fullmatch(line):
        message = f"the key `{found[2]}` is in Markdown characters; a key is plain text"
        yield LineRepair(f"{found[1]}{found[2]}: {found[3] or ''}", message, found[2])
    if found := _ENDED.fullmatch(line):
        name = "a comma" if found[2][0] == "," else "a semicolon"
        message = f"{name} (`{found[2]}`) at the end of a line; lines of YAML end without one"
        yield LineRepair(found[1], message)
    if found := _INLINE_ITEM.fullmatch(line):
        message = "a list starts on the line after its key"
        yield LineRepair(f"{found[1]}{found[2]}\n{found[1]}  {found[3]}", message, found[2][:-1])
    if line.startswith("- ") and _ENTRY.fullmatch(line):
        yield LineRepair(line[2:], "a `-` before a key makes it an item of a list", line[2:].partition(":")[0])
    yield from _unclosed(line)
    if found := _INDENTED.fullmatch(line):
        message = f"the key `{found[2]}` is indented; keys of the same level start in the same column"
        yield LineRepair(line.lstrip(), message, found[2])


def _unclosed(line: str) -> Iterator[LineRepair]:
    """Quotes and brackets that are not closed, or in a text that has the same quotes."""
    found = _ENTRY.fullmatch(line)
    if found is None:
        return
    before, value = found.groups()
    key = before.strip(" -:\"'\t")
    first, last = value[0], value[-1]
    if first in "[{":
        closing = "]" if first == "[" else "}"
        if not value.rstrip(" ,").endswith(closing):
            message = f"the bracket `{first}` of `{key}` is not closed by `{closing}`"
            yield LineRepair(f"{before}{value.rstrip(' ,')}{closing}", message, key)
        return
    if first not in "\"'":
        return
    inner = value[1:]
    others = "\"'”“’‘"
    if value.count(first) == 1 and last in others and len(value) > 1:
        message = f"the value of `{key}` starts with the quote `{first}` and ends with `{last}`"
        yield LineRepair(f"{before}{first}{inner[:-1]}{first}", message, key)
    if value.count(first) == 1:
        message = f"the quote `{first}` of `{key}` is not closed"
        yield LineRepair(f"{before}{first}{inner.rstrip(' ,')}{first}", message, key)
    if len(value) > 2 and last == first:
        content = inner[:-1]
        if first == '"' and "\\" in content:
            message = f"`\\` starts an escape in double quotes; use single quotes for `{key}`"
            yield LineRepair(f"{before}'{content.replace(chr(39), chr(39) * 2)}'", message, key)
        elif first in content:
            name = "single" if first == "'" else "double"
            message = f"the value of `{key}` contains the quote `{first}`, which ends a text in {name} quotes"
            yield LineRepair(f"{before}{json.dumps(content, ensure_ascii=False)}", message, key)


def _values(line: str) -> Iterator[LineRepair]:
    """Values that need quotes."""
    found = _ENTRY.fullmatch(line)
    if found is None:
        return
    before, value = found.groups()
    key = before.strip(" -:\"'\t")
    start = _START.match(value)
    if start is not None:
        message = f"a value that starts with `{start[0].strip()}` needs quotes"
    elif ": " in value or value.endswith(":"):
        message = f"the value of `{key}` contains a `:`, so it needs quotes"
    else:
        message = f"the value of `{key}` needs quotes"
    yield LineRepair(f"{before}{json.dumps(_unquoted(value), ensure_ascii=False)}", message, key)


def _unquoted(value: str) -> str:
    """The value without quotes around it; those within it are kept."""
    paired = len(value) > 1 and value[0] == value[-1] and value[0] in "\"'"
    if paired:
        return value[1:-1]
    # The quote at the end of a value whose first quote is missing.
    return value[:-1] if value.endswith('"') and value.count('"') == 1 else value


def _as_value(text: str) -> str:
    """A text as the value of a key: quoted if it would be something else in YAML."""
    if ": " in text or " #" in text or (_START.match(text) and text[0] not in "[{"):
        return json.dumps(text, ensure_ascii=False)
    return text
