"""Reads the start of a tag leniently: the characters of other template languages, and a name that is not where it belongs."""

from __future__ import annotations

import re

from refrakt.rules.lenient_tag.conditions import ConditionReader
from refrakt.rules.lenient_tag.quotes import QUOTE
from refrakt.rules.lenient_tag.scanning import ASSIGNMENT, NAME, ODD_SPACES

_LEADING = re.compile(rf"[ \n\t{ODD_SPACES}]*+([%=~+-]{{1,2}})[ \n\t{ODD_SPACES}]*+(?=[\w$/#.])")
_BEFORE_NAME = re.compile(r"[ \t]*+([@:!*&?])[ \t]*+([A-Za-z][\w-]*+)")
_TRAILING = re.compile(r"(?<=[\s\"\])/])([%~\\-]{1,2})[ \t]*+\Z")
_WRAPPED = re.compile(r"([\"'“”‘’`<\[(])[ \t]*+([A-Za-z][\w-]*+)[ \t]*+([\"'“”‘’`>\])](?=[\s/]|\Z))?")
_NAME_LAST = re.compile(r"(?<=[\"\]})\w])[ \t]++([A-Za-z][\w-]*+)[ \t]*+(?=/?[ \t]*+\Z)")
_NUMBER_SIGN = re.compile(r"(?:##+[ \t]*+([A-Za-z][\w-]*+)|([A-Za-z][\w-]*+)#)[ \t]*+\Z")
_AGAIN = re.compile(r"([A-Za-z][\w-]*+)[ \t]++(\1)(?=[ \t/]|\Z)(?![ \t]*=)")
_COMMENT = re.compile(r"/\*.*?\*/|<!--.*?-->", re.DOTALL)
_SPACE = re.compile(r"[ \t]++")
_BRACKETS = {"[": "]", "{": "}", "<": ">"}


class TagStartReader(ConditionReader):
    """Corrects what is before the attributes of a tag."""

    def delimiters(self) -> None:
        """Characters of other template languages beside `{%` and `%}`."""
        text = self.text
        leading = _LEADING.match(text)
        if leading is not None:
            message = f"a tag begins with `{{%`, not `{{%{leading[1]}`"
            self.correct(leading.start(1), leading.end(1), "" if leading.end() > leading.end(1) else " ", message)
            self.at = leading.end()
        sign = _BEFORE_NAME.match(text, self.at)
        if sign is not None and sign[2] in self.names.tags and not text.startswith(".", sign.end()):
            message = f"a tag begins with its name: remove `{sign[1]}`"
            self.correct(sign.start(1), sign.end(1), "" if sign.start(1) > self.at else " ", message)
            self.at = sign.start(2)
        trailing = _TRAILING.search(text, self.at)
        if trailing is not None:
            message = f"a tag ends with `%}}`, not `{trailing[1]}%}}`"
            self.end = trailing.start()
            space = "" if text[: trailing.start(1)].endswith((" ", "/")) else " "
            self.correct(trailing.start(1), trailing.end(1), space, message)

    def name_first(self) -> None:
        """A name in quotes or brackets, after another word, or after the attributes."""
        text, at, tags = self.text, self.at, self.names.tags
        wrapped = _WRAPPED.match(text, at, self.end)
        if wrapped is not None and wrapped[2] in tags and (wrapped[3] or wrapped[1] == "<"):
            message = f"the name of a tag is written without {'quotes' if QUOTE.match(wrapped[1]) else 'brackets'}"
            self.correct(at, wrapped.start(2), "", f"{message}: `{wrapped[2]}`")
            if wrapped[3]:
                self.correct(wrapped.end(2), wrapped.end(3), "", f"{message}: `{wrapped[2]}`")
            self.at = wrapped.start(2)
            return
        first = NAME.match(text, at, self.end)
        number_sign = _NUMBER_SIGN.match(text, at, self.end)
        if number_sign is not None:
            name = number_sign[1] or number_sign[2]
            self.correct(at, number_sign.end(), f"#{name}", f"an id is written `#{name}`")
            self.at = self.end
            return
        again = _AGAIN.match(text, at, self.end)
        if again is not None and again[1] in tags:
            self.correct(at, again.start(2), "", f"the name `{again[1]}` is written twice")
            self.at = again.start(2)
            return
        if first is None or first.group() in tags:
            return
        if text.startswith(":", first.end()):
            after = NAME.match(text, first.end() + 1, self.end)
            if after is not None and after.group() in tags:
                self.correct(at, after.start(), "", f"a tag begins with its name: remove `{first.group()}:`")
                self.at = after.start()
            return
        gap = _SPACE.match(text, first.end(), self.end)
        second = NAME.match(text, gap.end(), self.end) if gap is not None else None
        if second is not None and second.group() in tags and not ASSIGNMENT.match(text, second.end(), self.end):
            self.correct(at, second.start(), "", f"a tag begins with its name: remove `{first.group()}`")
            self.at = second.start()
            return
        last = _NAME_LAST.search(text, first.end(), self.end)
        if last is not None and last[1] in tags and ASSIGNMENT.match(text, first.end(), self.end):
            message = f"a tag begins with its name, `{last[1]}`"
            self.correct(at, at, f"{last[1]} ", message)
            slash = " " if last.end() < self.end else ""
            self.correct(last.start(), last.end(), slash, message)
            self.end = last.start()

    def comment(self, before: int) -> bool:
        """Remove a comment."""
        found = _COMMENT.match(self.text, self.at, self.end)
        if found is None:
            return False
        self.at = found.end()
        self.correct(before, self.at, "", f"a tag has no comments: `{found.group()}`", sure=False)
        return True

    def closing_bracket(self, at: int) -> int | None:
        """Where the attributes of a tag end that are in brackets, as in `hint [type="note"]`."""
        closing = _BRACKETS.get(self.text[at : at + 1])
        inside = NAME.match(self.text, at + 1, self.end)
        if closing is None or inside is None or not self.text.startswith("=", inside.end()):
            return None
        last = self.text[: self.end].rstrip(" \t\n/")
        return len(last) - 1 if last.endswith(closing) else None
