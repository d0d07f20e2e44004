"""The grammar between `{%` and `%}`.

A tag without an `error` is exactly a tag that Markdoc accepts, with the same meaning. An invalid tag is parsed with error
recovery: `hint ty` becomes a tag `hint` with an incomplete attribute `ty`, so that an editor can complete it and report
what is wrong.

Offsets in the result are relative to the start of the parsed content.
"""

from __future__ import annotations

import re

from refrakt.markdoc.text import WHITESPACE
from refrakt.markdoc.tree import Annotation, AttributeForm, AttributeSyntax, TagError, TagKind, TagSyntax
from refrakt.markdoc.value_parser import (
    IDENTIFIER,
    KEYWORDS,
    NUMBER,
    PLAIN_STRING,
    SPACE,
    WORD,
    TagParseError,
    ValueParser,
)

_LONGEST = 100_000
_NAME = re.compile(rf"[{re.escape(WHITESPACE)}]*+/?[{re.escape(WHITESPACE)}]*+([a-zA-Z0-9_-]+)")
_LATER_NAME = re.compile(rf"[%=~+\-/{re.escape(WHITESPACE)}]{{1,4}}([a-zA-Z][a-zA-Z0-9_-]*)")
_DASH = re.compile("[‐‑‒–—―−]")
_DASHED_NAME = re.compile(r"(?:[‐‑‒–—―−][a-zA-Z0-9_-]+)+")
_EMPTY_LINE = re.compile(r"\n[ \t]*\n")


def parse_tag(content: str) -> TagSyntax:
    """Parse the content between the delimiters, already trimmed."""
    return _TagParser(content).tag()


def trim(text: str, start: int, end: int) -> tuple[int, int]:
    """The range of `text` between two offsets without the white space at its ends."""
    if start < end and text[start] not in WHITESPACE and text[end - 1] not in WHITESPACE:
        return start, end
    inner = text[start:end]
    blank = len(inner) - len(inner.lstrip(WHITESPACE))
    if blank == len(inner):
        return start, start
    return start + blank, end - (len(inner) - len(inner.rstrip(WHITESPACE)))


def parse_tag_at(text: str, start: int, close: int) -> TagSyntax:
    """Parse the tag of `text` from `start` to its `%}` at `close`."""
    if close - start > _LONGEST:
        error = TagError("too-long", f"tags longer than {_LONGEST:,} characters are not parsed", start, start + 2)
        # The name is parsed anyway, so that the closing tag is not reported as unmatched.
        name = _NAME.match(text, start + 2, close)
        name_start = name.start(1) if name is not None else start + 2
        return TagSyntax("broken", start, close + 2, name[1] if name is not None else "", name_start, error=error)
    inner = trim(text, start + 2, close)
    syntax = parse_tag(text[slice(*inner)])
    syntax.shift(inner[0])
    syntax.start, syntax.end = start, close + 2
    return syntax


def parse_unterminated_tag(src: str, start: int) -> TagSyntax:
    """A tag without `%}`: it ends at the end of its line or before the next `{%`."""
    stops = [stop for stop in (src.find("\n", start), src.find("{%", start + 2)) if stop >= 0]
    end = min(stops, default=len(src))
    syntax = parse_tag_at(src, start, end)
    syntax.end = end
    syntax.terminated = False
    return syntax


def mark_unterminated(syntax: TagSyntax, src: str) -> None:
    """An invalid tag with another `{%` inside is unterminated: keep only its first line."""
    if src.find("{%", syntax.start + 2, syntax.end) < 0:
        return
    partial = parse_unterminated_tag(src, syntax.start)
    error = partial.error or syntax.error
    for field in ("end", "name", "name_start", "attributes", "value"):
        setattr(syntax, field, getattr(partial, field))
    syntax.error = error
    syntax.terminated = False


class _TagParser(ValueParser):
    def __init__(self, content: str) -> None:
        super().__init__(content)
        self.item = 0
        self.attributes: list[AttributeSyntax] = []

    # The whole tag -----------------------------------------------------------------------------------------------

    def tag(self) -> TagSyntax:
        text = self.text
        if not text:
            return self._broken("", 0, TagError("empty-tag", "empty tag", 0, 0))
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
            return self._broken(*self._later_name(), self.unexpected(0))
        return self._annotation()

    def _interpolation(self) -> TagSyntax:
        try:
            value = self.variable() if self.text[0] in "$@" else self.call()
            if self.at < len(self.text):
                raise TagParseError(self._unparsed(self.at))
        except TagParseError as failure:
            name = IDENTIFIER.match(self.text)
            return self._broken(name.group() if name else "", 0, failure.error)
        return self._done("value", value=value)

    def _closing(self) -> TagSyntax:
        name = IDENTIFIER.match(self.text, 1)
        if name is None:
            spaced = IDENTIFIER.search(self.text)
            if spaced and not self.text[1 : spaced.start()].strip():
                return self._broken(
                    spaced.group(),
                    spaced.start(),
                    TagError("space-after-slash", f"unexpected space; write `/{spaced.group()}`", 0, spaced.end()),
                )
            return self._broken("", 1, TagError("closing-name", "missing tag name after `/`", 0, len(self.text)))
        if name.end() < len(self.text):
            rest = trim(self.text, name.end(), len(self.text))
            message = "a closing tag takes no attributes"
            return self._broken(
                self._name_with_dashes(name.group(), name.end()), 1, TagError("closing-extra", message, *rest)
            )
        return self._done("close", name.group(), 1)

    def _opening(self, name: str) -> TagSyntax:
        text = self.text
        self.at = len(name)
        self.space()
        kind: TagKind = "open"
        error: TagError | None = None
        try:
            self._primary()
            self._attributes()
        except TagParseError as failure:
            error = failure.error
            self.at = self.item
            self._recover()
        if error is None:
            self.space()
            if text.startswith("/", self.at):
                kind = "void"
                self.at += 1
            if self.at < len(text):
                error = self._unparsed(self.at)
                self._recover()
        if error is not None and name.startswith("-"):
            return self._broken(*self._later_name(), error)
        if error is not None:
            return self._broken(self._name_with_dashes(name, len(name)), 0, error)
        return self._done(kind, name)

    def _name_with_dashes(self, name: str, end: int) -> str:
        """The name of an invalid tag, which may have typographic dashes instead of hyphens."""
        found = _DASHED_NAME.match(self.text, end)
        return name + _DASH.sub("-", found.group()) if found is not None else name

    def _later_name(self) -> tuple[str, int]:
        """The name of an invalid tag and its offset, after characters of other template languages: `{%- hint`, `{%% hint`."""
        found = _LATER_NAME.match(self.text)
        return (found.group(1), found.start(1)) if found is not None else ("", 0)

    def _annotation(self) -> TagSyntax:
        error: TagError | None = None
        try:
            self._attributes()
            self.space()
            if self.at < len(self.text):
                error = self._unparsed(self.at)
        except TagParseError as failure:
            error = failure.error
            self.at = self.item
        if error is not None:
            self._recover()
            return self._broken("", 0, error)
        return self._done("annotation")

    def _done(self, kind: TagKind, name: str = "", name_start: int = 0, value: object = None) -> TagSyntax:
        return TagSyntax(kind, 0, len(self.text), name, name_start, self.attributes, value)

    def _broken(self, name: str, name_start: int, error: TagError) -> TagSyntax:
        return TagSyntax("broken", 0, len(self.text), name, name_start, self.attributes, None, error)

    # Attributes --------------------------------------------------------------------------------------------------

    def _primary(self) -> None:
        """The primary value; at most one white space may follow it before the attributes."""
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
        self._add(Annotation("attribute", "primary", value), start, start, "primary")
        if self.at < len(text) and text[self.at] in " \n\t":
            self.at += 1
            if self.at < len(text) and text[self.at] in " \n\t":
                rest = SPACE.match(text, self.at)
                at = rest.end() if rest else self.at
                if at < len(text) and text[at] != "/":
                    self.item = at
                    message = "only one space is allowed between the primary value and the first attribute"
                    raise TagParseError(TagError("wide-space", message, self.at - 1, at))

    def _starts_value(self, at: int) -> bool:
        """Whether the text at `at` is a value: Markdoc matches `null`, `true`, `false` or a number as a prefix."""
        text = self.text
        if any(text.startswith(keyword, at) for keyword, _ in KEYWORDS) or NUMBER.match(text, at):
            return True
        name = IDENTIFIER.match(text, at)
        return name is not None and text.startswith("(", name.end())

    def _attributes(self) -> None:
        """Attributes separated by white space; stops before anything else."""
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
                what = "id" if first == "#" else "class name"
                raise TagParseError(TagError("missing-name", f"missing {what} after `{first}`", start, start + 1))
            self.at = name.end()
            if first == "#":
                self._add(Annotation("attribute", "id", name.group()), start, start + 1, "id")
            else:
                self._add(Annotation("class", name.group(), True), start, start + 1, "class")
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

    def _add(self, annotation: Annotation, start: int, value_start: int, form: AttributeForm) -> None:
        """Add an attribute that is written without a key."""
        self.attributes.append(AttributeSyntax(annotation, (start, self.at), (value_start, self.at), form))

    def _recover(self) -> None:
        """Error recovery: collect bare words and `key=` with any value.

        An unterminated tag extends to the `%}` of a later tag, so recovery stops at the first empty line.
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
            except TagParseError:
                self.at = start
            match = IDENTIFIER.match(text, start)
            if match is None:
                skipped = WORD.match(text, start)
                self.at = skipped.end() if skipped else length
                continue
            self.at = match.end()
            value = (self.at, self.at)
            if text.startswith("=", self.at):
                rest = self.skip_value(self.at + 1)
                value = (self.at + 1, rest)
                self.at = rest
            elif self.at < length and text[self.at] not in " \n\t":
                rough = WORD.match(text, self.at)
                self.at = rough.end() if rough else length
                continue
            name = match.group()
            annotation = Annotation("attribute", name, text[value[0] : value[1]] if value[1] > value[0] else None)
            self.attributes.append(AttributeSyntax(annotation, (start, match.end()), value, "named", complete=False))

    def _unparsed(self, at: int) -> TagError:
        """The error where parsing stopped at `at` before the end of the tag."""
        text = self.text
        blank = SPACE.match(text, at)
        start = blank.end() if blank else at
        match = IDENTIFIER.match(text, start)
        if match is None:
            return self.unexpected(start)
        name, after = match.group(), text[match.end() : match.end() + 1]
        if start == 0 or text[start - 1] not in " \n\t":
            return TagError("missing-space", "missing space", start, match.end())
        if not after or after in " \n\t/":
            return TagError("bare-attribute", f"`{name}` has no value; write `{name}=true`", start, match.end())
        if after == "=":
            return TagError("missing-value", f"`{name}` has an invalid value", start, match.end() + 1)
        if after == ":":
            message = f"unexpected `:`; write `{name}=…`"
            return TagError("colon", message, start, match.end() + 1)
        return self.unexpected(match.end())
