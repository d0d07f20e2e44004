"""Reads conditions that are written with operators, and writes them with Markdoc's functions.

Markdoc has no operators: `$a == "b"` is `equals($a, "b")`, `$a && !$b` is `and($a, not($b))`. What it cannot express, such as
`$a > 3`, is named.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from refrakt.rules.lenient_tag.correction import NotRepairable, Unsupported
from refrakt.rules.lenient_tag.scanning import SPACES
from refrakt.rules.lenient_tag.values import LenientValues

_MAX_NESTING = 24
_OR = re.compile(r"\|\||(?i:or)(?![\w(-])")
_AND = re.compile(r"&&|&amp;&amp;|(?i:and)(?![\w(-])")
_NOT = re.compile(r"!(?!=)|(?i:not)(?=[ \t])")
_OPEN_CALL = re.compile(r"([A-Za-z]\w*+)[ \t]++(?=[$\"'“\d])")
_EQUAL = re.compile(r"={2,3}|(?i:eq|equals|is)(?![\w(-])")
_FALLBACK = re.compile(r"or\((\$[\w.\[\]\"-]+), (\"(?:[^\"\\]|\\.)*\")\)")
_SINGLE_EQUAL = re.compile(r"=(?![=>])")
_UNEQUAL = re.compile(r"!={1,2}|<>|(?i:ne|is\s++not|isn't|isnt)(?![\w(-])")
_ORDER = re.compile(r"<=|>=|[<>]|&[lg]t;=?|(?i:lt|gt|lte|gte)(?![\w(-])")
_MEMBER = re.compile(r"(?i:not\s++in|in|contains|includes|matches)(?![\w(-])")
_DEFAULT = re.compile(r"\?\?|\?:|\|[ \t]*+default[ \t]*+(?::[ \t]*+|(?=[(\"'“]))")
_STATE = re.compile(
    r"(?i:is|==)[ \t]++(?i:(not)[ \t]++)?(?i:(defined|set|present)|(empty|blank|undefined|nil|missing))(?![\w(-])"
)
"""Whether a variable has a value, as other languages ask for it."""
_TERNARY = re.compile(r"\?(?![?.:])")
_FILTER = re.compile(r"\|(?!\|)")
_ARITHMETIC = re.compile(r"[+*](?!\})|[-−/](?=[ \t]++[\w$\"'])")


class ConditionReader(LenientValues):
    """Reads expressions with operators."""

    _operator = ""
    _sure = True
    _nesting = 0
    is_condition = False
    """Whether this is the condition of an `if`, where `=` compares as well."""

    def expression(self, closers: str = "") -> None:
        """Read a value that may have operators; with operators it is one correction."""
        start, since, before = self.at, len(self.corrections), (self._operator, self._sure, self.is_expression)
        self._operator, self._sure, self.is_expression = "", True, True
        new = self._any(closers)
        used, sure = self._operator, self._sure
        self._operator, self._sure, self.is_expression = before
        self._refuse_operator()
        if used:
            known = all(each.sure for each in self.corrections[since:])
            del self.corrections[since:]
            self.correct(start, self.at, new, _message(used, new), sure=sure and known)

    def argument(self, closers: str) -> None:
        self.expression(closers)

    def _any(self, closers: str) -> str:
        start = self.at
        new = self._joined(_OR, "or", self._all, closers)
        if self._operator == "||" and not (self.is_condition or closers):
            # `$a || "b"` shows a text where there is no value.
            fallback = _FALLBACK.fullmatch(new)
            if fallback is not None and self.text[start : self.at].count("||") == 1:
                self._sure = True
                return f"default({fallback[1]}, {fallback[2]})"
        return new

    def _all(self, closers: str) -> str:
        return self._joined(_AND, "and", self._comparison, closers)

    def _joined(self, operator: re.Pattern[str], name: str, read: Callable[[str], str], closers: str) -> str:
        parts = [read(closers)]
        while self._take(operator):
            parts.append(read(closers))
            # In a value, `$a || "b"` may be meant as `default($a, "b")`.
            self._sure = self._sure and (self.is_condition or bool(closers))
        return parts[0] if len(parts) == 1 else f"{name}({', '.join(parts)})"

    def _comparison(self, closers: str) -> str:
        left = self._negation(closers)
        if (state := self._taken(_STATE)) is not None:
            return left if bool(state[1]) == bool(state[3]) else f"not({left})"
        if self._take(_UNEQUAL):
            return f"not(equals({left}, {self._right(closers)}))"
        is_compared = (self.is_condition or bool(closers)) and self._take(_SINGLE_EQUAL)
        if self._take(_EQUAL) or is_compared:
            return f"equals({left}, {self._right(closers)})"
        if self._take(_DEFAULT):
            return f"default({left}, {self._right(closers)})"
        return left

    def _right(self, closers: str) -> str:
        """The right side of a comparison, where a word without quotes is a string."""
        expression, self.is_expression = self.is_expression, True
        try:
            return self._negation(closers)
        finally:
            self.is_expression = expression

    def _negation(self, closers: str) -> str:
        self.skip()
        self._nesting += 1
        if self._nesting > _MAX_NESTING:
            raise NotRepairable
        new = f"not({self._negation(closers)})" if self._take(_NOT) else self._operand(closers)
        self._nesting -= 1
        return new

    def _operand(self, closers: str) -> str:
        self.skip()
        text, start, since = self.text, self.at, len(self.corrections)
        if self.is_at_end():
            raise NotRepairable
        if text[start] in "(（":
            self._operator = self._operator or "("
            self.at += 1
            inner = self._any(")")
            self.skip()
            if self.at < self.end and text[self.at] in ")）":
                self.at += 1
            elif not self.is_finished(self.at):
                self._refuse_operator()
                raise NotRepairable
            return inner
        if not self._call_without_brackets(closers):
            self.value(closers)
        return self.written(start, since)

    def _call_without_brackets(self, closers: str) -> bool:
        """A call such as `equals $a, "b"`."""
        text, start = self.text, self.at
        name = _OPEN_CALL.match(text, start, self.end)
        if name is None or name[1] not in self.names.functions or closers:
            return False
        message = f"the parameters of `{name[1]}` are written in brackets: `{name[1]}(…)`"
        self.correct(name.end(1), name.end(), "(", message)
        self.at = name.end()
        count = 0
        while True:
            self.expression(")")
            count += 1
            before = self.at
            self.skip()
            if self.is_finished(self.at):
                self.at = before
                break
            if text[self.at] == ",":
                self.at += 1
                self.skip()
            elif self.at > before:
                self.correct(before, before, ",", "a comma is missing between two values")
            else:
                raise NotRepairable
        self.correct(self.at, self.at, ")", message)
        return True

    def _take(self, operator: re.Pattern[str]) -> bool:
        return self._taken(operator) is not None

    def _taken(self, operator: re.Pattern[str]) -> re.Match[str] | None:
        """Read an operator if it is next."""
        after = SPACES.match(self.text, self.at, self.end)
        at = after.end() if after else self.at
        found = operator.match(self.text, at, self.end)
        if found is None or (found.group()[0].isalpha() and at == self.at and at > 0 and self.text[at - 1].isalnum()):
            return None
        if self.names.attributes and found.group() in self.names.attributes:
            return None
        self._operator = self._operator if self._operator not in ("", "(") else found.group()
        self.at = found.end()
        self.skip()
        return found

    def _refuse_operator(self) -> None:
        """Name an operator that Markdoc has no function for."""
        after = SPACES.match(self.text, self.at, self.end)
        at = after.end() if after else self.at
        for pattern, message, advice in _UNSUPPORTED:
            found = pattern.match(self.text, at, self.end)
            if found is None or (found.group()[0].isalpha() and at == self.at) or self.is_finished(at):
                continue
            if found.group() in (self.names.attributes or ()):
                continue
            raise Unsupported(at, found.end(), message.replace("{}", found.group()), advice)


_UNSUPPORTED = (
    (_TERNARY, "Markdoc has no conditional operator `?`", "Use {% if … %} … {% else /%} … {% /if %}."),
    (_ORDER, "Markdoc has no operator `{}`: it cannot compare by size", "Compare with equals(…), or set a variable that says it."),
    (_MEMBER, "Markdoc has no operator `{}`", "Compare with equals(…), or set a variable that says it."),
    (_FILTER, "Markdoc has no filters: `{}` is not an operator", "Use a function, such as default($x, \"…\")."),
    (_ARITHMETIC, "Markdoc has no operator `{}`: it does not calculate", "Set a variable that has the result."),
)  # fmt: skip


def _message(operator: str, new: str) -> str:
    shown = new if len(new) <= 80 else f"{new[:79]}…"
    if operator == "(":
        return f"brackets are only for function calls; write `{shown}`"
    return f"Markdoc has no operator `{operator}`; write `{shown}`"
