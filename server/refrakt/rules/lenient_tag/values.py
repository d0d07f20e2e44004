"""Reads values leniently: strings in any quotes, words without quotes, variables, lists, objects and calls."""

from __future__ import annotations

import re

from refrakt.markdoc.format.values import format_value
from refrakt.markdoc.value_parser import IDENTIFIER, TagParseError, ValueParser
from refrakt.rules.lenient_tag.correction import SINGLE_QUOTES, SYNTAX, NotRepairable, Unsupported
from refrakt.rules.lenient_tag.quotes import QUOTE, is_double, is_partner, kind_of, string_content, string_problem
from refrakt.rules.lenient_tag.scanning import NAME, ODD_SPACES, SPACES, Scanner
from refrakt.rules.lenient_tag.words import written_word
from refrakt.runes.rune import Attribute

_MAX_DEPTH = 24
_NEXT_KEY = re.compile(r"(?<![ \t])[ \t]++[\w-]++[ \t]*+:")
_NAMED = re.compile(r"[ \t]*+[=:](?![=>])[ \t]*+")
_FLAG = re.compile(r"(?<![ \t])[ \t]++([\w-]++)")
_GLUED = re.compile(r"[,;]([A-Za-z][\w-]*+)=")
_WORD = re.compile(r"[^\s\"{}\[\]()$]+")
_MORE_WORDS = re.compile(r"(?:[ \t\u00a0]++[^\s\"=/{}\[\]()$#.][^\s\"=/{}\[\]()$]*+(?!\S))*+")
"""More text without an equals sign: it can only belong to the same value."""
_LISTED = re.compile(r"[^\s\"'“”‘’{}\[\]()$,;=<>!&|?]++(?:[ \t]++[^\s\"'“”‘’{}\[\]()$,;=<>!&|?]++)*+")
_CALLED = re.compile(r"([A-Za-z][\w-]*+)[ \t]*+([(（])")
_ODD_MEMBERS = re.compile(r"\$([A-Za-z_]\w*(?:(?:\.{1,2}|->|::?|/)[A-Za-z_]\w*)+)(?<![.])")
_BRACKETED = re.compile(r"\$\([ \t]*+\$?([A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*)[ \t]*+\)")
_ARROW = re.compile(r"\$[A-Za-z_]\w*+->[A-Za-z_]")
_VARIABLE = re.compile(
    r"\$++[ \t]*+(\{?)[ \t]*+\$?([A-Za-z_][\w-]*+)"
    r"((?:[ \t]?\??\.[ \t]?(?=[\w\[])[\w-]*+"
    r"|\[[ \t]*+(?:\"[^\"\]]*\"|'[^'\]]*'|[“‘][^”’\]]*[”’]|\$?[\w-]++)[ \t]*+\])*+)(\.?)([ \t]*+\})?((?<=\})(?:\.[\w-]++)++)?"
)
_STEP = re.compile(r"\.[ \t]?([\w-]++)|\[[ \t]*+([\"'“‘]?)(\$?[^\"'”’\] \t]*+)[\"'”’]?[ \t]*+\]")
_KEY = re.compile(rf"[ \t\n{ODD_SPACES}]*+(=>|=|[:：＝])[ \t\n{ODD_SPACES}]*+")


class LenientValues(Scanner):
    """Reads one value at a time; `closers` are the brackets that are open, none for the value of an attribute."""

    _depth = 0

    def value(self, closers: str = "", attribute: Attribute | None = None) -> None:
        if self.is_at_end():
            raise NotRepairable
        if self._strict_value(closers):
            return
        self._depth += 1
        if self._depth > _MAX_DEPTH:
            raise NotRepairable
        text, at = self.text, self.at
        called = _CALLED.match(text, at, self.end)
        if QUOTE.match(text, at, self.end):
            self._string(closers)
        elif text[at] == "$":
            self._variable(closers)
        elif text[at] == "[":
            self._array()
        elif text[at] == "{":
            self._braces(closers, attribute)
        elif called is not None and (called[1] in self.names.functions or called.end(1) == called.start(2)):
            self._call(called)
        else:
            self._words(closers, attribute)
        self._depth -= 1

    def argument(self, closers: str) -> None:
        """A value in a call, which may be a condition."""
        self.value(closers)

    def _strict_value(self, closers: str) -> bool:
        """Read a value that is right as it is."""
        self.spend()
        if self.text[self.at] == "$" and _ARROW.match(self.text, self.at, self.end):
            return False  # `->` is no comparison
        parser = ValueParser(self.text[: self.end])
        parser.at = self.at
        try:
            parser.value()
        except TagParseError:
            return False
        if not self.ends_value(parser.at, closers, is_string=self.text[self.at] == '"'):
            return False
        self.at = parser.at
        return True

    # Strings -----------------------------------------------------------------------------------------------------

    def _string(self, closers: str) -> None:
        text, start = self.text, self.at
        opening = QUOTE.match(text, start, self.end)
        assert opening is not None
        mark, begin = opening.group(), opening.end()
        if mark.startswith('"') and not (len(mark) > 1 and begin < self.end and not text[begin].isspace()):
            mark, begin = '"', start + 1
        limit = self.end if closers else self.next_attribute(begin)
        closing = self._closing_quote(mark, begin, limit, closers)
        if closing is None:
            self._unclosed_string(mark, begin, limit, closers)
            return
        end, self.at = closing
        content = text[begin:end]
        other = text[end : self.at]
        if mark == other == '"':
            message, code = string_problem(content), SYNTAX
        else:
            odd = mark if mark != '"' else other
            message, code = f"strings need double quotes, not {kind_of(odd)}", SYNTAX
            if mark == other == "'":
                message, code = "Markdoc supports only double quotes", SINGLE_QUOTES
        self.correct(start, self.at, format_value(string_content(content)), message, code)

    def _closing_quote(self, mark: str, begin: int, limit: int, closers: str) -> tuple[int, int] | None:
        """The end of the text of a string, and the end of its closing quote."""
        found: tuple[int, int] | None = None
        for each in QUOTE.finditer(self.text, begin, limit):
            quote, start, end = each.group(), each.start(), each.end()
            if quote.startswith('""') and len(mark) < len(quote):
                inner = len(re.findall(r'(?<!\\)"', self.text[begin:start]))
                extra = len(quote) - 1 if mark == '"' else 0
                start += extra if inner % 2 else 0
            if quote == "''" and mark == "'":
                start += 1
            if quote.startswith("\\") and not mark.startswith("\\") and mark != '"':
                continue
            if quote in ('\\"', "\\'") and mark == '"' and not self.is_finished(end):
                continue
            if not self.ends_value(end, closers, is_string=is_partner(mark, quote)):
                continue
            if closers or is_double(quote) == is_double(mark):
                return start, end
            found = found or (start, end)
        return found

    def _unclosed_string(self, mark: str, begin: int, limit: int, closers: str) -> None:
        text = self.text
        if closers:
            inner = text[begin : self.end].rstrip().removesuffix("/").rstrip()
            limit = begin + len(inner.rstrip(")]}").rstrip()) if inner.endswith((")", "]", "}")) else limit
        end = limit
        if end == self.end:
            inner = text[begin:end].rstrip()
            without_slash = inner.removesuffix("/")
            end = begin + len(without_slash.rstrip() if without_slash.endswith((" ", "\n", "\t")) else inner)
        content = text[begin:end].rstrip(" \t\n,;")
        is_empty = not content and limit == self.end  # an empty string before another attribute is plausible
        if is_empty or any(map(is_double, QUOTE.findall(content))) or "{%" in content:
            raise NotRepairable
        self.at = begin + len(content)
        shown = string_content(content)
        message = (
            f"the string `{_short(shown)}` has no closing quote" if shown else "an empty string has no closing quote"
        )
        self.correct(begin - len(mark), self.at, format_value(shown), message)

    # Words and variables -----------------------------------------------------------------------------------------

    def _words(self, closers: str, attribute: Attribute | None) -> None:
        text, start = self.text, self.at
        found = (_LISTED if closers else _WORD).match(text, start, self.end)
        if found is None:
            raise NotRepairable
        end = found.end()
        if not closers:
            if self._is_unopened(start):
                return
            end = self._words_end(end)
        elif text.startswith('"', end) and self.ends_value(end + 1, closers):
            self._unopened_string(start, end, end + 1)
            return
        if end >= self.end and text[end - 1] == "/":
            end -= 1
        if closers == "}" and (key := _NEXT_KEY.search(text, start, end)):
            end = key.start()
        raw = text[start:end].rstrip(",;")
        if not raw or raw.strip("/>") == "":
            raise NotRepairable
        end = start + len(raw)
        self.at = end
        if not self.ends_value(end, closers):
            raise NotRepairable
        word = written_word(raw, attribute, self.names, in_call=bool(closers), can_compare=self.is_expression)
        if word.new is None:
            raise Unsupported(start, end, word.message, word.advice, word.code)
        self.correct(start, end, word.new, word.message, word.code, sure=word.sure)

    def _is_unopened(self, start: int) -> bool:
        """Read a string that only ends with a quote."""
        rest = self.text[start : self.next_attribute(start)].rstrip(" \t\n/,;")
        quotes = list(QUOTE.finditer(rest))
        marks = [each for each in quotes if is_double(each.group()) or each is quotes[-1]]
        if len(marks) != 1 or marks[0].end() != len(rest) or not marks[0].start():
            return False
        self._unopened_string(start, start + marks[0].start(), start + len(rest))
        return True

    def _words_end(self, end: int) -> int:
        """The end of the words of a value: before the next attribute, and before attributes that need no value."""
        known = self.names.attributes or {}
        for glued in _GLUED.finditer(self.text, self.at, end):
            if glued[1] in known:
                return glued.start()
        limit = self.next_attribute(end)
        more = _MORE_WORDS.match(self.text, end, limit)
        stop = more.end() if more else end
        for word in _FLAG.finditer(self.text, end, stop):
            attribute = known.get(word[1])
            if attribute is not None and "Boolean" in attribute.type:
                return word.start()
        return stop

    def _unopened_string(self, start: int, end: int, after: int) -> None:
        content = self.text[start:end]
        if QUOTE.search(content) and any(map(is_double, QUOTE.findall(content))):
            raise NotRepairable
        self.at = after
        message = f"the string `{_short(content)}` has no opening quote"
        self.correct(start, after, format_value(string_content(content)), message)

    def _variable(self, closers: str) -> None:
        text, start = self.text, self.at
        called = _CALLED.match(text, start + 1, self.end)
        if called is not None and called[1] in self.names.functions and called.end(1) == called.start(2):
            self.correct(start, start + 1, "", f"a function is called without `$`: `{called[1]}(…)`")
            self.at += 1
            if not self._strict_value(closers):
                self._call(called)
            return
        odd = _ODD_MEMBERS.match(text, start, self.end)
        path = re.sub(r"->|::?|/|\.\.", ".", odd[1]) if odd is not None else ""
        if odd is not None and self.names.is_variable(path) and self.ends_value(odd.end(), closers):
            self.at = odd.end()
            self.correct(start, self.at, f"${path}", f"the members of a variable are separated by `.`: `${path}`")
            return
        bracketed = _BRACKETED.match(text, start, self.end)
        if bracketed is not None and self.names.is_variable(bracketed[1]) and self.ends_value(bracketed.end(), closers):
            self.at = bracketed.end()
            new = f"${bracketed[1]}"
            self.correct(start, self.at, new, f"a variable is written without brackets: `{new}`")
            return
        found = _VARIABLE.match(text, start, self.end)
        if found is None:
            raise NotRepairable
        end = found.end()
        if found[5] and not found[1]:  # the brace belongs to what is around the variable
            end = found.start(5)
        steps: list[str] = []
        sure = True
        for step in _STEP.finditer(found[3]):
            name, quote, key = step.groups()
            if name is not None:
                steps.append(f".{name}")
            elif key.startswith("$"):
                message = "a key of a variable is a string or a number, not a variable"
                raise Unsupported(start, end, message, "Write a string or a number in the brackets.")
            else:
                is_number = key.isdecimal() and not quote
                sure = sure and bool(quote or is_number)
                steps.append(f"[{key}]" if is_number else f"[{format_value(key)}]")
        new = f"${found[2]}{''.join(steps)}{found[6] or ''}"
        self.at = end
        if not self.ends_value(end, closers):
            raise NotRepairable
        if text[start:end] == new:
            return
        self.correct(start, end, new, f"a variable is written `{new}`", sure=sure)

    # Brackets ----------------------------------------------------------------------------------------------------

    def _array(self) -> None:
        self._listed("]", "list", self.value)

    def _braces(self, closers: str, attribute: Attribute | None) -> None:
        """An object, or a value in braces as in JSX."""
        text, start = self.text, self.at
        inner = SPACES.match(text, start + 1, self.end)
        at = inner.end() if inner else start + 1
        key = NAME.match(text, at, self.end) or QUOTE.match(text, at, self.end)
        end = key.end() if key is not None else at
        if key is not None and QUOTE.match(text, at, self.end):
            closing = QUOTE.search(text, end, self.end)
            end = closing.end() if closing is not None else end
        if text.startswith("}", at) or (key is not None and _KEY.match(text, end, self.end)):
            self._listed("}", "object", self._entry)
            return
        message = "a value is written without braces"
        self.correct(start, at, "", message)
        self.at = at
        self.value("}", attribute)
        closing_at = self.at
        self.skip()
        if not text.startswith("}", self.at):
            raise NotRepairable
        self.at += 1
        self.correct(closing_at, self.at, "", message)

    def _entry(self, closers: str) -> None:
        """A key and a value of an object."""
        text, start = self.text, self.at
        quote = QUOTE.match(text, start, self.end)
        if quote is not None:
            closing = QUOTE.search(text, quote.end(), self.end)
            if closing is None:
                raise NotRepairable
            self.at = closing.end()
            key = format_value(string_content(text[quote.end() : closing.start()]))
            self.correct(start, self.at, key, f"strings need double quotes, not {kind_of(quote.group())}")
        else:
            key = self.name("the key")
        colon = _KEY.match(text, self.at, self.end)
        if colon is None:
            raise NotRepairable
        if not re.fullmatch(r":[ \t\n]*", colon.group()):
            self.correct(self.at, colon.end(), ": ", f"a key of an object is followed by `:` at once: `{key}:`")
        self.at = colon.end()
        self.value(closers)

    def _call(self, called: re.Match[str]) -> None:
        start, name = self.at, called[1]
        new = f"{name}("
        message = (
            f"no space is allowed between `{name}` and `(`" if called[2] == "(" else "full-width bracket; write `(`"
        )
        self.correct(start, called.end(), new, message)
        self.at = called.end() - 1
        self._listed(")", f"call of `{name}`", self._parameter)

    def _parameter(self, closers: str) -> None:
        name = IDENTIFIER.match(self.text, self.at, self.end)
        assigned = _NAMED.match(self.text, name.end(), self.end) if name else None
        if name is None or assigned is None:
            self.argument(closers)
            return
        self.correct(name.end(), assigned.end(), "=", f"a named parameter is written `{name.group()}=…`")
        self.at = assigned.end()
        self.value(closers)

    def _listed(self, closer: str, what: str, read: object) -> None:
        """Items between brackets, separated by commas."""
        assert callable(read)
        text = self.text
        self.at += 1
        count = 0
        while True:
            before = self.at
            self.skip()
            if self.at < self.end and text[self.at] in ",;，；":
                self.at += 1
                self.correct(before, self.at, "", "a comma too many")
                continue
            if self._closed(before, closer, what):
                return
            read(closer)
            count += 1
            self._separator(closer, count)

    def _closed(self, before: int, closer: str, what: str) -> bool:
        """Read the closing bracket, or insert it at the end of the tag."""
        text = self.text
        if self.is_finished(self.at):
            end = len(text[: self.end].rstrip(" \t\n/")) if self.at >= self.end else before
            end = min(max(end, before), self.at)
            self.at = end
            self.correct(end, end, closer, f"the {what} has no closing `{closer}`")
            return True
        if text[self.at] not in ")]}）":
            if closer != "]" or self.next_attribute(before) != before:
                return False
            self.at = before
            self.correct(before, before, closer, f"the {what} has no closing `{closer}`")
            return True
        self.at += 1
        if text[self.at - 1] != closer:
            self.correct(self.at - 1, self.at, closer, f"the {what} is closed with `{closer}`")
        if closer == ")" and self.at - 1 > before:
            self.correct(before, self.at - 1, "", "no space is allowed before `)`")
        return True

    def _separator(self, closer: str, count: int) -> None:
        """Read the comma after an item; it may be missing."""
        text, before = self.text, self.at
        self.skip()
        is_attribute = closer == "]" and self.next_attribute(before) == before and text[self.at] not in ",;，；"
        if self.is_at_end() or text[self.at] in ")]}）" or self.is_finished(self.at) or is_attribute:
            self.at = before
            return
        if text[self.at] in ",;，；":
            comma = self.at
            self.correct(comma, comma + 1, ",", "values are separated by `,`")
            self.at += 1
            after = SPACES.match(text, self.at, self.end)
            last = after.end() if after else self.at
            # A comma before `)` is an error in Markdoc; before other brackets it is allowed.
            if closer == ")" and text.startswith(")", last):
                self.correct(before, last, "", "a comma too many in a function call")
                self.at = last
            return
        if self.at == before:
            raise NotRepairable
        self.correct(before, before, ",", "a comma is missing between two values")


def _short(text: str) -> str:
    return text if len(text) <= 40 else f"{text[:39]}…"
