"""Reads a whole tag leniently: its name, its attributes and what is between them."""

from __future__ import annotations

import re

from refrakt.markdoc.format.values import format_value
from refrakt.rules.attribute_definitions import accepts
from refrakt.rules.lenient_tag.correction import BARE, KnownNames, NotRepairable, Unsupported
from refrakt.rules.lenient_tag.quotes import QUOTE
from refrakt.rules.lenient_tag.scanning import ASSIGNMENT, NAME, ODD_SPACES, SPACES, VALUE_START
from refrakt.rules.lenient_tag.tag_start import TagStartReader

_GAP = re.compile(rf"[ \n\t{ODD_SPACES},;|&，；]*+")
_PLAIN_GAP = re.compile(r"[ \n\t]++")
_ODD = re.compile(rf"[{ODD_SPACES}]")
_SHORTHANDS = ("id", "class")
"""Attributes that an annotation has without the name of a tag."""
_COLON_VALUE = re.compile(r":[ \t]*([A-Za-z][\w-]*)[ \t]*")
_CALL = re.compile(r"[A-Za-z][\w-]*+\(")
_BRACKETED = re.compile(r"\(|[ \t]++\((?=[ \t]*+[A-Za-z][\w-]*+[ \t]*+=)")
_SPACED_CALL = re.compile(r"([A-Za-z][\w-]*+)[ \t]++\(")
_QUOTED_KEY = re.compile(r"([\"'“”‘’`])([A-Za-z][\w-]*+)[\"'“”‘’`](?=[ \t]*+[:=])")
_STRAY = re.compile(r"[})\]>%<{]++(?=\s|/?\Z)")
_WRONG_SLASH = re.compile(r"(//|/{1,2}>|\\)\s*+\Z")
_NEGATED = re.compile(r"(?:!|no-|not[-_])([A-Za-z][\w-]*+)(?=[ \t\n/]|\Z)")
_ANNOTATION_END = re.compile(r"(?<=[\w-])[ \t]*+/[ \t]*+\Z")
_SPACED_ID = re.compile(r"#([A-Za-z][\w-]*+)((?:[ \t]++(?!(?:class|id)\b)[A-Za-z][\w-]*+){1,8})[ \t]*+\Z")
_URL = re.compile(r"(?:https?|mailto|ftp):[^\s\"'“”<>{}]+")
_URL_ATTRIBUTES = ("url", "src", "href", "path")
_PREFIX = re.compile(r"(?:--?|[:@$*!]|v-bind:)(?=[A-Za-z])")
_PATH = re.compile(r"([A-Za-z_][\w-]*+(?:\.[A-Za-z_][\w-]*+)++)")
_KEYWORD = re.compile(r"[ \t]++(condition|cond|test|expr|expression|when|check)[ \t]*+=[ \t]*+(?=[$!(A-Za-z\"])")
_QUOTED_VARIABLE = re.compile(r"[\"'](\$[A-Za-z_][\w.-]*)[\"'](?=[ \t]*+\Z)")
_IF = re.compile(r"\s*+if(?=[\s(])")
_ASSIGNED = re.compile(r"(?<![\w-])([\w-]++)\s*+=")
ELSE_IF = frozenset({"elseif", "elif", "elsif", "else-if", "else_if"})
"""What other languages call an `else` with a condition."""
_CONDITIONS = frozenset({"if", "else"})
CONDITION_KEYS = frozenset({"condition", "cond", "test", "expr", "expression", "when", "check"})
"""Attributes that hold the condition in other tools."""


class TagReader(TagStartReader):
    """Reads the text between `{%` and `%}`."""

    def __init__(self, text: str, names: KnownNames) -> None:
        super().__init__(text, names)
        self.items: list[tuple[int, int]] = []
        """The ranges of the attributes."""

    def tag(self) -> None:
        """Read all of it, or raise `NotRepairable`."""
        self.delimiters()
        self.skip()
        if self.is_at_end():
            raise NotRepairable
        self.name_first()
        if self.is_at_end():
            return
        text, at = self.text, self.at
        quoted = _QUOTED_VARIABLE.match(text, at, self.end)
        if quoted is not None and self.names.is_variable(quoted[1][1:]):
            self.correct(at, quoted.end(), quoted[1], f"a variable is written without quotes: `{quoted[1]}`")
            self.at = self.end
            return
        path = _PATH.match(text, at, self.end)
        if text[at] == "/":
            self._closing()
        elif path is not None and self.is_finished(path.end()) and self.names.is_variable(path[1]):
            self.correct(at, at, "$", f"a variable begins with `$`: `${path[1]}`")
            self.at = self.end
        elif self._is_tag_as_call(at):
            self._opening()
        elif text[at] == "$" or _CALL.match(text, at, self.end) or self._is_spaced_call(at):
            self._interpolation()
        elif text[at] in "#." or self._is_attribute_at(at):
            self._annotation(at)
        else:
            self._opening()
        if not self.is_at_end():
            raise NotRepairable

    def _annotation(self, at: int) -> None:
        """Ids, classes and attributes of the text before the tag."""
        spaced = _SPACED_ID.match(self.text, at, self.end)
        if spaced is not None:
            new = f"#{'-'.join(spaced[0][1:].split())}"
            self.correct(at, at + len(spaced[0].rstrip()), new, f"an id has no spaces: `{new}`")
            self.at = self.end
            return
        slash = _ANNOTATION_END.search(self.text, at, self.end)
        if slash is not None:
            self.correct(
                slash.start(), len(self.text[: slash.end()].rstrip()), "", "an annotation ends without a slash"
            )
            self.end = slash.start()
        self._items(first=False, tag="")

    def _is_tag_as_call(self, at: int) -> bool:
        """Whether a tag is written as a function call: `if($x)`, `hint(type="note")`."""
        called = _CALL.match(self.text, at, self.end)
        name = called.group()[:-1] if called is not None else ""
        return name in self.names.tags and name not in self.names.functions

    def _is_spaced_call(self, at: int) -> bool:
        """Whether a function is called with a space before its bracket."""
        called = _SPACED_CALL.match(self.text, at, self.end)
        return called is not None and called[1] in self.names.functions and called[1] not in self.names.tags

    def _is_attribute_at(self, at: int) -> bool:
        """Whether an attribute is first, as in an annotation."""
        name = NAME.match(self.text, at, self.end)
        if name is None or name.group() in self.names.tags:
            return False
        assignment = ASSIGNMENT.match(self.text, name.end(), self.end)
        return assignment is not None and (
            self.text.startswith("=", name.end()) or QUOTE.match(self.text, assignment.end(), self.end) is not None
        )

    def _closing(self) -> None:
        slash = self.at
        self.at += 1
        self.skip()
        name_at = self.at
        name = self.name("the tag")
        self.correct(slash + 1, name_at, "", f"unexpected space; write `/{name}`")
        rest = self.text[self.at : self.end]
        if rest.strip():
            end = self.at + len(rest.rstrip())
            self.correct(self.at, end, "", "a closing tag takes no attributes", spelling=False)
        self.at = self.end

    def _interpolation(self) -> None:
        self.expression()
        end = self.at
        self.skip()
        if not self.is_at_end():
            rest = self.text[self.at : self.end].rstrip()
            if rest.strip("/)}];,.:"):
                raise NotRepairable
            message = "a name is missing after `.`" if rest == "." else f"unexpected `{rest}`"
            self.correct(end, self.at + len(rest), "", message)
        self.at = self.end

    def _opening(self) -> None:
        text = self.text
        tag = self.name("the tag")
        wrapper = next((each for each in self.corrections if each.start == self.at), None)
        self.at = wrapper.end if wrapper is not None else self.at
        if tag in _SHORTHANDS and (named := _COLON_VALUE.fullmatch(text, self.at, self.end)) is not None:
            message = f"`{tag}` is an attribute: its value is written after `=`, with double quotes"
            self.correct(self.at, named.end(1), f'="{named[1]}"', message)
            self.at = self.end
            return
        sign = text[self.at : self.at + 1]
        is_tag = sign == ":" or (sign == "=" and tag in self.names.tags)
        if is_tag and (self.at + 1 >= self.end or text[self.at + 1].isspace()):
            self.correct(self.at, self.at + 1, "", f"unexpected `{sign}` after `{tag}`")
            self.at += 1
        if tag.lower() in ELSE_IF and "else" in self.names.tags:
            message = f"Markdoc has no `{tag}`; write `{{% else … /%}}` with the condition"
            self.correct(self.at - len(tag), self.at, "else", message)
            tag = "else"
        if tag in _CONDITIONS:
            self._condition(tag)
        elif _BRACKETED.match(text, self.at, self.end) and text[: self.end].rstrip(" \t\n/").endswith(")"):
            message = f"`{tag}` is a tag, not a function; its attributes are written without brackets"
            self._items_in_brackets(tag, _after_spaces(text, self.at), text.rindex(")", 0, self.end), message)
        elif (last := self.closing_bracket(start := _after_spaces(text, self.at))) is not None:
            self._items_in_brackets(tag, start, last, "attributes are written without brackets")
        else:
            self._items(first=True, tag=tag)

    def _items_in_brackets(self, tag: str, start: int, last: int, message: str) -> None:
        """The attributes of a tag that are written in brackets, as those of a call."""
        end = self.end
        self.correct(start, start + 1, " " if start == self.at else "", message)
        self.at = start + 1
        self.end = last
        self._items(first=True, tag=tag, is_spaced=True)
        self.correct(last, last + 1, "", message)
        self.at = self.end = end

    # Conditions --------------------------------------------------------------------------------------------------

    def _condition(self, tag: str) -> None:
        """The condition of `if` or `else`, which is the only thing that they take."""
        text = self.text
        if tag == "else" and (word := _IF.match(text, self.at, self.end)):
            self.correct(self.at, word.end(), "", "Markdoc has no `else if`; write `{% else … /%}` with the condition")
            self.at = word.end()
        keyword = _KEYWORD.match(text, self.at, self.end)
        if keyword is not None:
            self.correct(self.at, keyword.end(), " ", f"`{tag}` takes its condition without `{keyword[1]}=`")
            self.at = keyword.end()
            self.is_condition = True
            self.expression()
            self.is_condition = False
            self.at = self.end if self.is_finished(self.at) else self.at
            return
        before = self.at
        self.skip()
        if self._stray(before) and tag == "else":
            return
        if self.is_finished(self.at) and tag == "else":
            self.at = self.end
            return
        self._space_before_condition(tag, before)
        self.is_condition = True
        self.expression()
        self.is_condition = False
        end = self.at
        rest = text[end : self.end].strip()
        is_void = rest.endswith("/")
        rest = rest.removesuffix("/").rstrip()
        if rest and (rest.strip(":){}]%>;,") not in ("", "then", "do")):
            raise NotRepairable
        if rest:
            start = text.index(rest, end)
            self.correct(end, start + len(rest), "", f"unexpected `{rest}` after the condition")
        if tag == "else" and not is_void:
            self.correct(len(text[: self.end].rstrip()), self.end, " /", "`else` ends with `/%}`")
        self.at = self.end

    def _space_before_condition(self, tag: str, before: int) -> None:
        if self.is_at_end():
            raise Unsupported(before, before, "`if` has no condition", "Write a variable or a function call after it.")
        if self.at == before:
            is_call = self.text.startswith("(", before)
            what = f"`{tag}` is not a function; its condition is written after a space" if is_call else "missing space"
            self.correct(before, before, " ", what)

    # Attributes --------------------------------------------------------------------------------------------------

    def _items(self, *, first: bool, tag: str, is_spaced: bool = False) -> None:
        """The primary value and the attributes."""
        has_primary = False
        while True:
            before = self.at
            is_last = self._gap(after_primary=has_primary)
            has_primary = False
            if is_last:
                return
            start = self.at
            if self._stray(before):
                continue
            if self.at == before and not is_spaced and before > 0 and (first or tag or before > 1):
                self.correct(before, before, " ", "missing space")
            is_spaced = False
            has_primary = self._item(first=first, tag=tag)
            self.items.append((start, self.at))
            first = False

    def _gap(self, *, after_primary: bool) -> bool:
        """The space between two items; true at the end of the tag."""
        text, start = self.text, self.at
        found = _GAP.match(text, start, self.end)
        gap = found.group() if found else ""
        self.at = start + len(gap)
        is_last = self.is_finished(self.at)
        if gap and not _PLAIN_GAP.fullmatch(gap):
            spaces = _ODD.sub(" ", re.sub(r"[,;|&，；]", "", gap))
            self.correct(start, self.at, spaces if spaces or is_last else " ", _gap_message(gap))
        elif after_primary and len(gap) > 1 and not is_last:
            message = "only one space is allowed between the primary value and the first attribute"
            self.correct(start, self.at, " ", message)
        if is_last:
            self.at = self.end
        return is_last

    def _item(self, *, first: bool, tag: str) -> bool:
        """One attribute, or the primary value of the tag: then true."""
        text, at = self.text, self.at
        if text[at] in "#.":
            self._shortcut()
            return False
        prefix = _PREFIX.match(text, at, self.end)
        if prefix is not None and (name := NAME.match(text, prefix.end(), self.end)):
            known = self.names.attributes or {}
            if name.group() in known and ASSIGNMENT.match(text, name.end(), self.end):
                self.correct(at, prefix.end(), "", f"an attribute is written without `{prefix.group()}`")
                self.at = at = prefix.end()
        quoted = _QUOTED_KEY.match(text, at, self.end)
        if quoted is not None:
            self._quoted_key(quoted)
            return False
        negated = _NEGATED.match(text, at, self.end)
        if negated is not None:
            flag = (self.names.attributes or {}).get(negated[1])
            if flag is not None and "Boolean" in flag.type:
                self.at = negated.end()
                self.correct(at, self.at, f"{flag.name}=false", f"a flag is disabled with `{flag.name}=false`", BARE)
                return False
        url = _URL.match(text, at, self.end)
        if url is not None and "//" in url.group():
            return self._url(url, first=first, tag=tag)
        name = NAME.match(text, at, self.end)
        if name is not None and not _CALL.match(text, at, self.end):
            self._attribute(name, first=first, tag=tag)
            return False
        if first and tag:
            self._primary()
            return True
        if (quote := QUOTE.match(text, at, self.end)) is not None:
            closing = QUOTE.search(text, quote.end(), self.end)
            end = closing.end() if closing is not None else quote.end()
            message = f"the string `{text[at:end]}` has no attribute name before it"
            raise Unsupported(at, end, message, "Write the name of an attribute and `=` before it.")
        raise NotRepairable

    def _stray(self, before: int) -> bool:
        """Remove a bracket that belongs to nothing."""
        if self.comment(before):
            return True
        slash = _WRONG_SLASH.match(self.text, self.at, self.end)
        if slash is not None:
            self.correct(self.at, slash.end(1), "/", f"a tag without content ends with `/%}}`, not `{slash[1]}%}}`")
            self.at = self.end
            return True
        stray = _STRAY.match(self.text, self.at, self.end)
        if stray is None or (stray.group()[0] in "{[" and not self.is_finished(stray.end())):
            return False
        self.at = stray.end()
        if self.corrections and self.corrections[-1].end > before:
            raise NotRepairable
        self.correct(before, self.at, "", f"unexpected `{stray.group()}`")
        return True

    def _primary(self) -> None:
        attribute = (self.names.attributes or {}).get("primary")
        if self.text[self.at] in "$!(" or _CALL.match(self.text, self.at, self.end):
            self.expression()
        elif VALUE_START.match(self.text, self.at, self.end):
            self.value("", attribute)
        else:
            raise NotRepairable

    def _shortcut(self) -> None:
        """`#id` or `.class`."""
        text, at = self.text, self.at
        self.at += 1
        if text.startswith("=", self.at):
            self.correct(self.at, self.at + 1, "", f"an id or a class has no `=`: `{text[at]}…`")
            self.at += 1
        self.skip()
        if self.is_at_end():
            raise NotRepairable
        what = "id" if text[at] == "#" else "class name"
        quote = QUOTE.match(text, self.at, self.end)
        if quote is not None:
            closing = QUOTE.search(text, quote.end(), self.end)
            content = text[quote.end() : closing.start()] if closing is not None else ""
            if closing is None or not re.fullmatch(r"[\w-]+", content, re.ASCII):
                raise NotRepairable
            self.correct(at + 1, closing.end(), content, f"an {what} after `{text[at]}` is written without quotes")
            self.at = closing.end()
            return
        self.correct(at + 1, self.at, "", f"no space is allowed after `{text[at]}`")
        self.name(f"the {what}")

    def _attribute(self, found: re.Match[str], *, first: bool, tag: str) -> None:
        text, start = self.text, self.at
        assignment = ASSIGNMENT.match(text, found.end(), self.end)
        quote = QUOTE.match(text, _after_spaces(text, found.end()), self.end)
        known = self.names.attributes
        if assignment is None and quote is not None and (known is None or found.group() in known):
            key = self.name("the attribute")
            self.correct(self.at, quote.start(), "=", f"missing `=` after `{key}`", sure=known is not None)
            self.at = quote.start()
        elif assignment is None:
            self.at = found.end()
            if text.startswith(".", self.at):
                raise NotRepairable  # `header.md` is the name of a file, not an attribute with a class
            self._bare(start, found.group(), first=first, tag=tag)
            return
        else:
            key = self.name("the attribute")
            self._assignment(key, assignment)
        self._value_of(key, start)

    def _url(self, found: re.Match[str], *, first: bool, tag: str) -> bool:
        """A URL without a name and quotes."""
        known = self.names.attributes or {}
        url = found.group().removesuffix("/") if self.is_finished(found.end()) else found.group()
        written = _ASSIGNED.findall(self.text)
        owners = [each for each in _URL_ATTRIBUTES if each in known and each not in written]
        is_primary = first and bool(tag) and "primary" in known
        if not is_primary and not owners:
            raise Unsupported(
                self.at, found.end(), f"the URL `{_short(url)}` has no attribute name", "Write it as a value."
            )
        key = "" if is_primary else f"{owners[0]}="
        message = f"a URL is the value of an attribute, in quotes: `{key}{format_value(_short(url))}`"
        self.correct(self.at, self.at + len(url), f"{key}{format_value(url)}", message, BARE, spelling=False)
        self.at += len(url)
        return is_primary

    def _quoted_key(self, quoted: re.Match[str]) -> None:
        """An attribute whose name is in quotes, as in JSON."""
        assignment = ASSIGNMENT.match(self.text, quoted.end(), self.end)
        assert assignment is not None
        key = quoted[2]
        self.correct(self.at, quoted.end(), key, f"the name of an attribute is written without quotes: `{key}=…`")
        self._assignment(key, assignment)
        self._value_of(key, quoted.start())

    def _assignment(self, key: str, found: re.Match[str]) -> None:
        text = self.text
        self.at = found.end()
        ahead = NAME.match(text, self.at, self.end)
        is_spaced = text[found.end(1) : found.end()] != ""
        if self.is_finished(self.at) or (is_spaced and ahead is not None and text.startswith("=", ahead.end())):
            message = f"missing value after `{key}{found[1]}`"
            raise Unsupported(found.start(1), found.end(1), message, "Write a value directly after the equals sign.")
        if found[1] == "=":
            self.correct(found.start(), found.end(), "=", f"no space is allowed around `=`; write `{key}=…`")
        else:
            message = f"an attribute and its value are separated by `=`, not `{found[1]}`; write `{key}=…`"
            self.correct(found.start(), found.end(), "=", message)

    def _value_of(self, key: str, start: int) -> None:
        attribute = (self.names.attributes or {}).get(key)
        first = self.text[self.at]
        if first in "$!(" or _CALL.match(self.text, self.at, self.end):
            self.expression()
        else:
            self.value("", attribute)

    def _bare(self, start: int, word: str, *, first: bool, tag: str) -> None:
        """A word without a value: a flag, one of the values of an attribute, or the primary value."""
        known = self.names.attributes
        message = f"`{word}` has no value"
        attribute = (known or {}).get(word)
        if tag and (known is None or (attribute is not None and accepts(attribute, True))):
            self.correct(
                self.at, self.at, "=true", message, BARE, sure=known is not None, spelling=False, shown=len(word)
            )
            return
        owners = [each for each in (known or {}).values() if word in each.values and each.name != "primary"]
        written = _ASSIGNED.findall(self.text)
        if len(owners) == 1 and attribute is None and owners[0].name not in written:
            text = f"`{word}` is a value of `{owners[0].name}`"
            self.correct(start, self.at, f'{owners[0].name}="{word}"', text, BARE, spelling=False)
            return
        primary = (known or {}).get("primary")
        if first and attribute is None and primary is not None and accepts(primary, word):
            self.correct(start, self.at, format_value(word), message, BARE, spelling=False)
            return
        raise Unsupported(start, self.at, message, "Write a value, or quote the text.", BARE)


def _gap_message(gap: str) -> str:
    separator = next((each for each in gap if each in ",;|&，；"), None)
    if separator is not None:
        return f"attributes are separated by spaces, not by `{separator}`"
    odd = next(each for each in gap if each not in " \n\t")
    what = "a no-break space" if odd == "\u00a0" else "a space character that Markdoc does not accept"
    return f"{what} (U+{ord(odd):04X}); write an ordinary space"


def _short(url: str) -> str:
    return url if len(url) <= 60 else f"{url[:59]}…"


def _after_spaces(text: str, at: int) -> int:
    found = SPACES.match(text, at)
    return found.end() if found else at
