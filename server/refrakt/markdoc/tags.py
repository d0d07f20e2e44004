"""The grammar between `{%` and `%}`.

One reader serves two masters. What Markdoc accepts is accepted with the same meaning, and only that: a tag without a `fault`
is a tag Markdoc reads. And what it refuses is read as far as it goes: `hint ty` becomes a tag `hint` with an unfinished
attribute `ty`, so that an editor can complete it and say what is wrong in words.

Offsets in the result count from the start of the content that was read.
"""

from __future__ import annotations

import re
from typing import Any, NoReturn

from .text import WHITE
from .tree import Annotation, AttributeSyntax, Fault, Form, TagKind, TagSyntax
from .values import Function, Variable, number

_IDENTIFIER = re.compile(r"[a-zA-Z0-9_-]+")
_NUMBER = re.compile(r"-?[0-9]+(?:\.[0-9]+)?")
_PLAIN_STRING = re.compile(r'"([^\x00-\x1f"\\]*)"')
_STRING_PART = re.compile(r'[^\x00-\x1f"\\]+|\\["\\nrt]')
_SPACE = re.compile(r"[ \n\t]*")
_WORD = re.compile(r"[^ \n\t]+")
_ESCAPES = {'\\"': '"', "\\\\": "\\", "\\n": "\n", "\\r": "\r", "\\t": "\t"}
_DEEPEST = 64

KEYWORDS = (("null", None), ("true", True), ("false", False))


class _Refused(Exception):
    def __init__(self, fault: Fault) -> None:
        self.fault = fault


def read_tag(content: str) -> TagSyntax:
    """Read what stands between the delimiters, already trimmed."""
    return _Reader(content).tag()


def trim(text: str, start: int, end: int) -> tuple[int, int]:
    """The stretch of `text` between two offsets without the white space at its ends."""
    inner = text[start:end]
    lead = len(inner) - len(inner.lstrip(WHITE))
    if lead == len(inner):
        return start, start
    return start + lead, end - (len(inner) - len(inner.rstrip(WHITE)))


class _Reader:
    def __init__(self, content: str) -> None:
        self.text = content
        self.at = 0
        self.item = 0
        self.depth = 0
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
        name = _IDENTIFIER.match(text)
        if name is not None:
            after = text[name.end()] if name.end() < len(text) else ""
            if after == "(":
                return self._interpolation()
            if after != "=":
                return self._opening(name.group())
        elif first not in "#.":
            return self._broken("", 0, self._unexpected(0))
        return self._annotation()

    def _interpolation(self) -> TagSyntax:
        try:
            value = self._variable() if self.text[0] in "$@" else self._call()
            if self.at < len(self.text):
                self._refuse_rest()
        except _Refused as refused:
            name = _IDENTIFIER.match(self.text)
            return self._broken(name.group() if name else "", 0, refused.fault)
        return self._done("value", value=value)

    def _closing(self) -> TagSyntax:
        name = _IDENTIFIER.match(self.text, 1)
        if name is None:
            spaced = _IDENTIFIER.search(self.text)
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
        self._space()
        kind: TagKind = "open"
        fault: Fault | None = None
        try:
            self._primary()
            self._attributes()
        except _Refused as refused:
            fault = refused.fault
            self.at = self.item
            self._salvage()
        if fault is None:
            self._space()
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
            self._space()
            if self.at < len(self.text):
                fault = self._unread(self.at)
        except _Refused as refused:
            fault = refused.fault
            self.at = self.item
        if fault is not None:
            self._salvage()
            return self._broken("", 0, fault)
        return self._done("annotation")

    def _done(self, kind: TagKind, name: str = "", name_start: int = 0, value: Any = None) -> TagSyntax:
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
            name = _IDENTIFIER.match(text, start)
            if name is None or not text.startswith("(", name.end()):
                return
        if first in "-0123456789ntf" and not self._starts_value(start):
            return
        value = self._value()
        self._note(Annotation("attribute", "primary", value), start, start, "primary")
        if self.at < len(text) and text[self.at] in " \n\t":
            self.at += 1
            if self.at < len(text) and text[self.at] in " \n\t":
                rest = _SPACE.match(text, self.at)
                at = rest.end() if rest else self.at
                if at < len(text) and text[at] != "/":
                    message = "only one space may stand between the tag's value and its first attribute"
                    raise _Refused(Fault("wide-space", message, self.at - 1, at))

    def _starts_value(self, at: int) -> bool:
        """Whether a word at `at` is a value: Markdoc takes `null`, `true`, `false` or a number off its front."""
        text = self.text
        if any(text.startswith(word, at) for word, _ in KEYWORDS) or _NUMBER.match(text, at):
            return True
        name = _IDENTIFIER.match(text, at)
        return name is not None and text.startswith("(", name.end())

    def _attributes(self) -> None:
        """A run of attributes, at least one white space between two; stops before what is not one."""
        text = self.text
        length = len(text)
        if not self._attribute():
            return
        while self.at < length:
            start = self.at
            self._space()
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
            name = _IDENTIFIER.match(text, start + 1)
            if name is None:
                what = "an id" if first == "#" else "a class name"
                raise _Refused(Fault("missing-name", f"{what} must follow `{first}`", start, start + 1))
            self.at = name.end()
            if first == "#":
                self._note(Annotation("attribute", "id", name.group()), start, start + 1, "id")
            else:
                self._note(Annotation("class", name.group(), True), start, start + 1, "class")
            return True
        name = _IDENTIFIER.match(text, start)
        if name is None or not text.startswith("=", name.end()):
            return False
        self.at = at = name.end() + 1
        plain = _PLAIN_STRING.match(text, at)
        if plain is not None:
            self.at = plain.end()
            value: Any = plain.group(1)
        else:
            value = self._value()
        key = name.group()
        self.attributes.append(
            AttributeSyntax(Annotation("attribute", key, value), (start, at - 1), (at, self.at), "named")
        )
        return True

    def _note(self, annotation: Annotation, start: int, value_start: int, form: Form) -> None:
        """Keep an attribute that is written without a key of its own."""
        self.attributes.append(AttributeSyntax(annotation, (start, self.at), (value_start, self.at), form))

    def _salvage(self) -> None:
        """Collect what can still be recognised after a fault: bare words and `key=` with whatever follows."""
        text, length = self.text, len(self.text)
        while self.at < length:
            self._space()
            start = self.at
            if start >= length:
                return
            try:
                if self._attribute():
                    continue
            except _Refused:
                self.at = start
            word = _IDENTIFIER.match(text, start)
            if word is None:
                skipped = _WORD.match(text, start)
                self.at = skipped.end() if skipped else length
                continue
            self.at = word.end()
            value = (self.at, self.at)
            if text.startswith("=", self.at):
                rest = self._rough_value(self.at + 1)
                value = (self.at + 1, rest)
                self.at = rest
            elif self.at < length and text[self.at] not in " \n\t":
                rough = _WORD.match(text, self.at)
                self.at = rough.end() if rough else length
                continue
            name = word.group()
            annotation = Annotation("attribute", name, text[value[0] : value[1]] if value[1] > value[0] else None)
            self.attributes.append(AttributeSyntax(annotation, (start, word.end()), value, "named", complete=False))

    def _rough_value(self, at: int) -> int:
        """Where a value that cannot be read probably ends."""
        text = self.text
        if at < len(text) and text[at] in "\"'":
            close = text.find(text[at], at + 1)
            line = text.find("\n", at)
            if close >= 0 and (line < 0 or close < line):
                return close + 1
            return line if line >= 0 else len(text)
        word = _WORD.match(text, at)
        return word.end() if word else at

    # Values ------------------------------------------------------------------------------------------------------

    def _value(self) -> Any:
        text, at = self.text, self.at
        if at >= len(text):
            raise _Refused(Fault("missing-value", "a value is missing here", max(at - 1, 0), at))
        first = text[at]
        if first == '"':
            return self._string()
        for word, value in KEYWORDS:
            if text.startswith(word, at):
                self.at = at + len(word)
                return value
        digits = _NUMBER.match(text, at)
        if digits is not None:
            self.at = digits.end()
            return number(digits.group())
        if first in "$@":
            return self._variable()
        if first == "[":
            return self._nested(self._array)
        if first == "{":
            return self._nested(self._hash)
        name = _IDENTIFIER.match(text, at)
        if name is not None and text.startswith("(", name.end()):
            return self._nested(self._call)
        self._refuse_value(at, name)

    def _nested(self, read: Any) -> Any:
        if self.depth >= _DEEPEST:
            raise _Refused(Fault("too-deep", f"values nest deeper than {_DEEPEST} levels", self.at, self.at + 1))
        self.depth += 1
        try:
            return read()
        finally:
            self.depth -= 1

    def _string(self) -> str:
        text, start = self.text, self.at
        plain = _PLAIN_STRING.match(text, start)
        if plain is not None:
            self.at = plain.end()
            return plain.group(1)
        at = start + 1
        parts: list[str] = []
        while True:
            part = _STRING_PART.match(text, at)
            if part is None:
                break
            found = part.group()
            parts.append(_ESCAPES.get(found, found) if found[0] == "\\" else found)
            at = part.end()
        if text.startswith('"', at):
            self.at = at + 1
            return "".join(parts)
        if at >= len(text):
            raise _Refused(Fault("open-string", "this string is never closed", start, at))
        if text[at] == "\\":
            message = 'after a backslash only `"`, `\\`, `n`, `r` and `t` may follow'
            raise _Refused(Fault("bad-escape", message, at, min(at + 2, len(text))))
        if text[at] == "\n":
            raise _Refused(Fault("open-string", "a string must end on the line it begins on", start, at))
        message = "a control character cannot stand in a string; write \\t for a tab"
        raise _Refused(Fault("control-character", message, at, at + 1))

    def _variable(self) -> Any:
        text, start = self.text, self.at
        name = _IDENTIFIER.match(text, start + 1)
        if name is None:
            message = f"a variable's name must follow `{text[start]}`"
            raise _Refused(Fault("missing-name", message, start, start + 1))
        path: list[str | int | float] = [name.group()]
        at = name.end()
        while at < len(text):
            if text[at] == ".":
                name = _IDENTIFIER.match(text, at + 1)
                if name is None:
                    break
                path.append(name.group())
                at = name.end()
            elif text[at] == "[":
                key = _PLAIN_STRING.match(text, at + 1)
                if key is not None:
                    step: str | int | float = key.group(1)
                    end = key.end()
                else:
                    digits = _NUMBER.match(text, at + 1)
                    if digits is not None:
                        step, end = number(digits.group()), digits.end()
                    elif text.startswith('"', at + 1):
                        self.at = at + 1
                        try:
                            step = self._string()
                        except _Refused:
                            break
                        end = self.at
                    else:
                        break
                if not text.startswith("]", end):
                    break
                path.append(step)
                at = end + 1
            else:
                break
        self.at = at
        return Variable(tuple(path)) if text[start] == "$" else path

    def _call(self) -> Function:
        text = self.text
        name = _IDENTIFIER.match(text, self.at)
        assert name is not None
        self.at = name.end() + 1
        self._space()
        parameters: dict[str | int, Any] = {}
        leading = not text.startswith((",", ")"), self.at)
        index = 0
        if leading:
            self._parameter(parameters, index)
            index = 1
        while True:
            before = self.at
            self._space()
            if not text.startswith(",", self.at):
                self.at = before
                break
            self.at += 1
            self._space()
            if text.startswith(")", self.at):
                raise _Refused(Fault("trailing-comma", "a call cannot end in a comma", before, self.at))
            self._parameter(parameters, index)
            index += 1
        if not text.startswith(")", self.at):
            at = self.at
            if at < len(text) and text[at] in " \n\t" and text[at:].lstrip(" \n\t").startswith(")"):
                raise _Refused(Fault("space-before-bracket", "no space may stand before `)`", at, at + 1))
            raise _Refused(Fault("open-call", "`)` is missing", name.start(), at))
        self.at += 1
        return Function(name.group(), parameters if leading else {})

    def _parameter(self, parameters: dict[str | int, Any], index: int) -> None:
        name = _IDENTIFIER.match(self.text, self.at)
        if name is not None and self.text.startswith("=", name.end()):
            self.at = name.end() + 1
            parameters[name.group()] = self._value()
        else:
            parameters[index] = self._value()

    def _array(self) -> list[Any]:
        start = self.at
        self.at += 1
        self._space()
        items: list[Any] = []
        if self.text.startswith("]", self.at):
            self.at += 1
            return items
        while True:
            items.append(self._value())
            if self._ends(start, "]", "array"):
                return items

    def _hash(self) -> dict[str, Any]:
        start = self.at
        self.at += 1
        self._space()
        items: dict[str, Any] = {}
        if self.text.startswith("}", self.at):
            self.at += 1
            return items
        while True:
            name = _IDENTIFIER.match(self.text, self.at)
            if name is not None:
                key = name.group()
                self.at = name.end()
            elif self.text.startswith('"', self.at):
                key = self._string()
            else:
                raise _Refused(self._unexpected(self.at))
            if not self.text.startswith(":", self.at):
                raise _Refused(Fault("missing-colon", f"`:` must follow the key {key}", self.at, self.at + 1))
            self.at += 1
            self._space()
            value = self._value()
            if key != "$$mdtype":
                items[key] = value
            if self._ends(start, "}", "object"):
                return items

    def _ends(self, start: int, bracket: str, what: str) -> bool:
        """After an item: true at the closing bracket, false when a further item follows."""
        self._space()
        comma = self.text.startswith(",", self.at)
        if comma:
            self.at += 1
            self._space()
        if self.text.startswith(bracket, self.at):
            self.at += 1
            return True
        if comma and self.at < len(self.text):
            return False
        if self.at >= len(self.text):
            raise _Refused(Fault("open-bracket", f"this {what} is never closed: `{bracket}` is missing", start, self.at))
        message = f"`,` or `{bracket}` is missing here"
        raise _Refused(Fault("missing-comma", message, self.at, self.at + 1))

    # Faults ------------------------------------------------------------------------------------------------------

    def _space(self) -> None:
        match = _SPACE.match(self.text, self.at)
        if match is not None:
            self.at = match.end()

    def _refuse_value(self, at: int, name: re.Match[str] | None) -> NoReturn:
        text = self.text
        if text[at] == "'":
            end = self._rough_value(at)
            raise _Refused(Fault("single-quotes", "strings are written in double quotes", at, end))
        if text[at] in " \n\t":
            raise _Refused(Fault("missing-value", "a value must follow `=` at once", at - 1, at))
        if name is not None:
            message = f'`{name.group()}` is not a value; write "{name.group()}" for text or ${name.group()} for a variable'
            raise _Refused(Fault("unquoted-string", message, at, name.end()))
        raise _Refused(self._unexpected(at))

    def _refuse_rest(self) -> NoReturn:
        raise _Refused(self._unread(self.at))

    def _unread(self, at: int) -> Fault:
        """Why the reader stopped at `at` although the tag goes on."""
        text = self.text
        lead = _SPACE.match(text, at)
        start = lead.end() if lead else at
        word = _IDENTIFIER.match(text, start)
        if word is not None and start > 0 and text[start - 1] in " \n\t":
            name = word.group()
            if word.end() >= len(text) or text[word.end()] in " \n\t/":
                return Fault("bare-attribute", f"`{name}` has no value; write {name}=true", start, word.end())
            if text[word.end()] == "=":
                return Fault("missing-value", f"`{name}` has no readable value", start, word.end() + 1)
        if word is not None:
            return Fault("missing-space", "a space is missing before this", start, word.end())
        return self._unexpected(start)

    def _unexpected(self, at: int) -> Fault:
        text = self.text
        if at >= len(text):
            return Fault("unfinished", "the tag is not finished", max(at - 1, 0), at)
        if text.startswith("{%", at):
            return Fault("unterminated", "this tag is not closed with %} before the next one begins", at, at + 2)
        return Fault("unexpected", f"`{text[at]}` cannot stand here", at, at + 1)
