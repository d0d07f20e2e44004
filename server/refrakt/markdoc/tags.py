"""The grammar between `{%` and `%}`.

One reader serves two masters. What Markdoc accepts is accepted with the same meaning, and only that: a tag without a
`fault` is a tag Markdoc reads. And what it refuses is read as far as it goes: `hint ty` becomes a tag `hint` with an
unfinished attribute `ty`, so that an editor can complete it and say what is wrong in words.

Offsets in the result count from the start of the content that was read.
"""

from __future__ import annotations

import re

from .literals import IDENTIFIER, KEYWORDS, NUMBER, PLAIN_STRING, SPACE, WORD, Refused, ValueReader
from .text import WHITE
from .tree import Annotation, AttributeSyntax, Fault, Form, TagKind, TagSyntax

_LONGEST = 100_000
_NAME = re.compile(rf"[{re.escape(WHITE)}]*+/?[{re.escape(WHITE)}]*+([a-zA-Z0-9_-]+)")
_EMPTY_LINE = re.compile(r"\n[ \t]*\n")


def read_tag(content: str) -> TagSyntax:
    """Read what stands between the delimiters, already trimmed."""
    return _TagReader(content).tag()


def trim(text: str, start: int, end: int) -> tuple[int, int]:
    """The stretch of `text` between two offsets without the white space at its ends."""
    if start < end and text[start] not in WHITE and text[end - 1] not in WHITE:
        return start, end
    inner = text[start:end]
    lead = len(inner) - len(inner.lstrip(WHITE))
    if lead == len(inner):
        return start, start
    return start + lead, end - (len(inner) - len(inner.rstrip(WHITE)))


def read_tag_in(text: str, start: int, close: int) -> TagSyntax:
    """Read the tag of `text` that opens at `start` and whose `%}` stands at `close`."""
    if close - start > _LONGEST:
        fault = Fault("too-long", f"a tag cannot be longer than {_LONGEST} characters", start, start + 2)
        # The name is read all the same: the closing tag of this one must not seem to close nothing.
        name = _NAME.match(text, start + 2, close)
        place = name.start(1) if name is not None else start + 2
        return TagSyntax("broken", start, close + 2, name[1] if name is not None else "", place, fault=fault)
    inner = trim(text, start + 2, close)
    syntax = read_tag(text[slice(*inner)])
    syntax.shift(inner[0])
    syntax.start, syntax.end = start, close + 2
    return syntax


def partial_tag(src: str, start: int) -> TagSyntax:
    """A tag that nothing closes: it is taken to reach to the end of its line, or to the next `{%`."""
    stops = [stop for stop in (src.find("\n", start), src.find("{%", start + 2)) if stop >= 0]
    end = min(stops, default=len(src))
    syntax = read_tag_in(src, start, end)
    syntax.end = end
    syntax.terminated = False
    return syntax


def unterminate(syntax: TagSyntax, src: str) -> None:
    """A broken tag with another `{%` inside is one whose own end is missing: keep only its first line."""
    if src.find("{%", syntax.start + 2, syntax.end) < 0:
        return
    partial = partial_tag(src, syntax.start)
    fault = partial.fault or syntax.fault
    for field in ("end", "name", "name_start", "attributes", "value"):
        setattr(syntax, field, getattr(partial, field))
    syntax.fault = fault
    syntax.terminated = False


class _TagReader(ValueReader):
    def __init__(self, content: str) -> None:
        super().__init__(content)
        self.item = 0
        self.attributes: list[AttributeSyntax] = []

    # The whole tag -----------------------------------------------------------------------------------------------

    def tag(self) -> TagSyntax:
        text = self.text
        if not text:
            return self._broken("", 0, Fault("empty-tag", "this tag is empty", 0, 0))
        first = text[0]
        if first in "$@":
            return self._interpolation()
        if first == "/":
            return self._closing()
        name = IDENTIFIER.match(text)
        if name is not None:
            after = text[name.end()] if name.end() < len(text) else ""
            if after == "(":
                return self._interpolation()
            if after != "=":
                return self._opening(name.group())
        elif first not in "#.":
            return self._broken("", 0, self.unexpected(0))
        return self._annotation()

    def _interpolation(self) -> TagSyntax:
        try:
            value = self.variable() if self.text[0] in "$@" else self.call()
            if self.at < len(self.text):
                raise Refused(self._unread(self.at))
        except Refused as refused:
            name = IDENTIFIER.match(self.text)
            return self._broken(name.group() if name else "", 0, refused.fault)
        return self._done("value", value=value)

    def _closing(self) -> TagSyntax:
        name = IDENTIFIER.match(self.text, 1)
        if name is None:
            spaced = IDENTIFIER.search(self.text)
            if spaced and not self.text[1 : spaced.start()].strip():
                return self._broken(
                    spaced.group(),
                    spaced.start(),
                    Fault("space-after-slash", f"write /{spaced.group()} without a space", 0, spaced.end()),
                )
            return self._broken("", 1, Fault("closing-name", "a closing tag needs a name", 0, len(self.text)))
        if name.end() < len(self.text):
            rest = trim(self.text, name.end(), len(self.text))
            message = "a closing tag takes nothing but its name"
            return self._broken(name.group(), 1, Fault("closing-extra", message, *rest))
        return self._done("close", name.group(), 1)

    def _opening(self, name: str) -> TagSyntax:
        text = self.text
        self.at = len(name)
        self.space()
        kind: TagKind = "open"
        fault: Fault | None = None
        try:
            self._primary()
            self._attributes()
        except Refused as refused:
            fault = refused.fault
            self.at = self.item
            self._salvage()
        if fault is None:
            self.space()
            if text.startswith("/", self.at):
                kind = "void"
                self.at += 1
            if self.at < len(text):
                fault = self._unread(self.at)
                self._salvage()
        if fault is not None:
            return self._broken(name, 0, fault)
        return self._done(kind, name)

    def _annotation(self) -> TagSyntax:
        fault: Fault | None = None
        try:
            self._attributes()
            self.space()
            if self.at < len(self.text):
                fault = self._unread(self.at)
        except Refused as refused:
            fault = refused.fault
            self.at = self.item
        if fault is not None:
            self._salvage()
            return self._broken("", 0, fault)
        return self._done("annotation")

    def _done(self, kind: TagKind, name: str = "", name_start: int = 0, value: object = None) -> TagSyntax:
        return TagSyntax(kind, 0, len(self.text), name, name_start, self.attributes, value)

    def _broken(self, name: str, name_start: int, fault: Fault) -> TagSyntax:
        return TagSyntax("broken", 0, len(self.text), name, name_start, self.attributes, None, fault)

    # Attributes --------------------------------------------------------------------------------------------------

    def _primary(self) -> None:
        """The unnamed first value; one white space at most may follow it before the attributes."""
        text, start = self.text, self.at
        self.item = start
        if start >= len(text):
            return
        first = text[start]
        if first in "#./":
            return
        if first not in '"$@[{-0123456789ntf':
            name = IDENTIFIER.match(text, start)
            if name is None or not text.startswith("(", name.end()):
                return
        if first in "-0123456789ntf" and not self._starts_value(start):
            return
        value = self.value()
        self._note(Annotation("attribute", "primary", value), start, start, "primary")
        if self.at < len(text) and text[self.at] in " \n\t":
            self.at += 1
            if self.at < len(text) and text[self.at] in " \n\t":
                rest = SPACE.match(text, self.at)
                at = rest.end() if rest else self.at
                if at < len(text) and text[at] != "/":
                    self.item = at
                    message = "only one space may stand between the tag's value and its first attribute"
                    raise Refused(Fault("wide-space", message, self.at - 1, at))

    def _starts_value(self, at: int) -> bool:
        """Whether a word at `at` is a value: Markdoc takes `null`, `true`, `false` or a number off its front."""
        text = self.text
        if any(text.startswith(word, at) for word, _ in KEYWORDS) or NUMBER.match(text, at):
            return True
        name = IDENTIFIER.match(text, at)
        return name is not None and text.startswith("(", name.end())

    def _attributes(self) -> None:
        """A run of attributes, at least one white space between two; stops before what is not one."""
        text = self.text
        length = len(text)
        if not self._attribute():
            return
        while self.at < length:
            start = self.at
            self.space()
            if self.at == start:
                return
            if not self._attribute():
                return

    def _attribute(self) -> bool:
        text, start = self.text, self.at
        self.item = start
        if start >= len(text):
            return False
        first = text[start]
        if first in "#.":
            name = IDENTIFIER.match(text, start + 1)
            if name is None:
                what = "an id" if first == "#" else "a class name"
                raise Refused(Fault("missing-name", f"{what} must follow `{first}`", start, start + 1))
            self.at = name.end()
            if first == "#":
                self._note(Annotation("attribute", "id", name.group()), start, start + 1, "id")
            else:
                self._note(Annotation("class", name.group(), True), start, start + 1, "class")
            return True
        name = IDENTIFIER.match(text, start)
        if name is None or not text.startswith("=", name.end()):
            return False
        self.at = at = name.end() + 1
        plain = PLAIN_STRING.match(text, at)
        if plain is not None:
            self.at = plain.end()
            value: object = plain.group(1)
        else:
            value = self.value()
        key = name.group()
        self.attributes.append(
            AttributeSyntax(Annotation("attribute", key, value), (start, at - 1), (at, self.at), "named")
        )
        return True

    def _note(self, annotation: Annotation, start: int, value_start: int, form: Form) -> None:
        """Keep an attribute that is written without a key of its own."""
        self.attributes.append(AttributeSyntax(annotation, (start, self.at), (value_start, self.at), form))

    def _salvage(self) -> None:
        """Collect what can still be recognised after a fault: bare words and `key=` with whatever follows.

        A tag that lacks its end reaches to the next one's, pages further on; nobody meant what stands behind an empty line.
        """
        text = self.text
        gap = _EMPTY_LINE.search(text, self.at)
        length = gap.start() if gap else len(text)
        while self.at < length:
            self.space()
            start = self.at
            if start >= length:
                return
            try:
                if self._attribute():
                    continue
            except Refused:
                self.at = start
            word = IDENTIFIER.match(text, start)
            if word is None:
                skipped = WORD.match(text, start)
                self.at = skipped.end() if skipped else length
                continue
            self.at = word.end()
            value = (self.at, self.at)
            if text.startswith("=", self.at):
                rest = self.rough_value(self.at + 1)
                value = (self.at + 1, rest)
                self.at = rest
            elif self.at < length and text[self.at] not in " \n\t":
                rough = WORD.match(text, self.at)
                self.at = rough.end() if rough else length
                continue
            name = word.group()
            annotation = Annotation("attribute", name, text[value[0] : value[1]] if value[1] > value[0] else None)
            self.attributes.append(AttributeSyntax(annotation, (start, word.end()), value, "named", complete=False))

    def _unread(self, at: int) -> Fault:
        """Why the reader stopped at `at` although the tag goes on."""
        text = self.text
        lead = SPACE.match(text, at)
        start = lead.end() if lead else at
        word = IDENTIFIER.match(text, start)
        if word is None:
            return self.unexpected(start)
        name, after = word.group(), text[word.end() : word.end() + 1]
        if start == 0 or text[start - 1] not in " \n\t":
            return Fault("missing-space", "a space is missing before this", start, word.end())
        if not after or after in " \n\t/":
            return Fault("bare-attribute", f"`{name}` has no value; write {name}=true", start, word.end())
        if after == "=":
            return Fault("missing-value", f"`{name}` has no readable value", start, word.end() + 1)
        if after == ":":
            message = f"a value is given with `=`: write {name}=…, not {name}:"
            return Fault("colon", message, start, word.end() + 1)
        return self.unexpected(word.end())
