"""Where values end and attributes begin in the text of an invalid tag."""

from __future__ import annotations

import re
import unicodedata
from typing import Any

from refrakt.markdoc.value_parser import IDENTIFIER
from refrakt.rules.lenient_tag.correction import Correction, KnownNames, NotRepairable, corrected
from refrakt.rules.lenient_tag.quotes import QUOTE

ODD_SPACES = "\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000\u2028\u2029\r\v\f"
SPACES = re.compile(rf"[ \n\t{ODD_SPACES}]*+")
DASHES = "‐‑‒–—―−"
NAME = re.compile(rf"[^\W\d][\w{DASHES}-]*+")
"""A name, possibly with typographic dashes and full-width letters."""
ASSIGNMENT = re.compile(rf"[ \n\t{ODD_SPACES}]*+(:=|=:|=>|={{1,3}}|[:：＝])[ \n\t{ODD_SPACES}]*+")
VALUE_START = re.compile(r"[\"'“”„‘‚«‹`´＂＇$@\[{!(\d.+−-]|&\w+;|\\[\"']|(?i:true|false|null|none)\b")
_WORD_OPERATORS = "and|or|is|isn't|isnt|eq|ne|equals|in|not in|contains|includes|matches|gt|lt|gte|lte"
OPERATOR = re.compile(
    rf"[ \n\t{ODD_SPACES}]*+(?:={{1,3}}(?!>)|!={{1,2}}|&&|&amp;&amp;|\|{{1,2}}|<>|<=|>=|[<>*+]|\?(?!\.)|[-−](?=[ \t]))"
    rf"|[ \n\t{ODD_SPACES}]++(?i:{_WORD_OPERATORS})(?=[ \t(])"
)
_NEXT_ATTRIBUTE = re.compile(
    rf"(?<![ \n\t{ODD_SPACES}])[ \n\t{ODD_SPACES}]++(?P<name>[^\W\d][\w-]*+)[ \t]*+(?P<assignment>:=|=>|={{1,3}}|[:：＝])[ \t]*+"
)
_SEPARATOR = re.compile(rf"[ \n\t{ODD_SPACES},;|&]*+")
_END = re.compile(r"\s*+/?\s*+")
_STRAY_END = re.compile(r"[\s;,.:)\]}>]*+(?:(?<=\s)(?:then|do)\b[\s:]*+)?(?:/{1,2}+>?)?\s*+")
_KEY = re.compile(r"[ \t]*+[:=]")


_MOST_SEARCHES = 400
"""How many searches one tag is worth; a tag with twenty attributes needs about a hundred."""


class Scanner:
    """The text between `{%` and `%}`, an offset in it, and the corrections before it."""

    def __init__(self, text: str, names: KnownNames) -> None:
        self.text = text
        self.end = len(text)
        self.names = names
        self.at = 0
        self.corrections: list[Correction] = []
        self._searches = 0
        self.is_expression = False
        """Whether operators may follow a value."""

    def correct(self, start: int, end: int, new: str, message: str, code: str = "syntax-error", **options: Any) -> None:
        if self.text[start:end] != new:
            self.corrections.append(Correction(start, end, new, message, code, **options))

    def written(self, start: int, since: int) -> str:
        """The text from an offset on, with the corrections from an index on."""
        return corrected(self.text, start, self.at, self.corrections[since:])

    def spend(self) -> None:
        """Count a search: a text that needs very many is not a tag with a few mistakes."""
        self._searches += 1
        if self._searches > _MOST_SEARCHES:
            raise NotRepairable

    def is_at_end(self) -> bool:
        return self.at >= self.end

    def skip(self) -> None:
        """Skip white space of any kind."""
        found = SPACES.match(self.text, self.at, self.end)
        self.at = found.end() if found else self.at

    def is_finished(self, at: int) -> bool:
        """Whether only the slash of a tag without content follows."""
        return _END.fullmatch(self.text, at, self.end) is not None

    def next_attribute(self, at: int) -> int:
        """The start of the white space before the next attribute, or the end of the tag."""
        self.spend()
        for found in _NEXT_ATTRIBUTE.finditer(self.text, at, self.end):
            if self._is_attribute(found):
                return found.start()
        return self.end

    def _is_attribute(self, found: re.Match[str]) -> bool:
        known = self.names.attributes
        if known is not None and found["name"] in known:
            return True
        if found["assignment"] in (":", "：") and known is not None:
            return False
        return VALUE_START.match(self.text, found.end(), self.end) is not None

    def ends_value(self, at: int, closers: str, *, is_string: bool = False) -> bool:
        """Whether a value can end at an offset: at a bracket that is open, or before another attribute."""
        self.spend()
        if self.is_expression and OPERATOR.match(self.text, at, self.end):
            return True
        if closers:
            return self._ends_item(at, closers)
        if _STRAY_END.fullmatch(self.text, at, self.end):
            return True
        text = self.text
        gap = _SEPARATOR.match(text, at, self.end)
        next_at = gap.end() if gap else at
        name = NAME.match(text, next_at, self.end)
        if name is None:
            is_quote = is_string and QUOTE.match(text, next_at, self.end) is not None
            is_comment = text.startswith(("/*", "<!--"), next_at)
            return next_at > at and (is_quote or is_comment or text[next_at] in "#.:@$-*})]>%")
        if ASSIGNMENT.match(text, name.end(), self.end):
            return next_at > at or text.startswith("=", name.end())
        if next_at == at:
            return False
        known = self.names.attributes
        if known is None or name.group() in known:
            return True
        return is_string and QUOTE.search(text, next_at, self.next_attribute(next_at)) is None

    def _ends_item(self, at: int, closers: str) -> bool:
        """Whether a value between brackets can end at an offset."""
        text = self.text
        after = SPACES.match(text, at, self.end)
        next_at = after.end() if after else at
        if next_at >= self.end or text[next_at] in ")]}）,;，；":
            return True
        if next_at == at:
            return False
        name = NAME.match(text, next_at, self.end)
        if name is not None and closers in "]}" and _KEY.match(text, name.end(), self.end):
            return True
        return VALUE_START.match(text, next_at, self.end) is not None or self.is_finished(next_at)

    def name(self, what: str) -> str:
        """Read a name, with ASCII letters and hyphens."""
        found = NAME.match(self.text, self.at, self.end)
        if found is None:
            strict = IDENTIFIER.match(self.text, self.at, self.end)
            if strict is None:
                raise NotRepairable
            self.at = strict.end()
            return strict.group()
        written = found.group()
        name = unicodedata.normalize("NFKC", re.sub(f"[{DASHES}]", "-", written))
        if IDENTIFIER.fullmatch(name) is None:
            raise NotRepairable
        dash = next((each for each in written if each in DASHES), None)
        message = (
            f"`{dash}` is not a hyphen; {what} is written `{name}`" if dash else f"full-width letters; write `{name}`"
        )
        self.correct(found.start(), found.end(), name, message)
        self.at = found.end()
        return name
