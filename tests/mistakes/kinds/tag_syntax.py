"""Attributes that are written as in another language, or with characters that only look right."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from mistakes.kind import Mistake, PlacedTag, SamplePage, correct, mistake

_STRING = re.compile(r'([a-zA-Z][\w-]*)="([^"\\\n]*)"')
_NUMBER = re.compile(r"([a-zA-Z][\w-]*)=(\d+)(?=[ /%])")
_BOOLEAN = re.compile(r"([a-zA-Z][\w-]*)=(true|false)(?=[ /%])")
_LIST = re.compile(r"([a-zA-Z][\w-]*)=\[([^\[\]]*,[^\[\]]*)\]")
_OBJECT = re.compile(r"([a-zA-Z][\w-]*)=\{([^{}]*:[^{}]*)\}")
_NEXT = re.compile(r' (?=[a-zA-Z][\w-]*=")')
Found = re.Match[str]


def _matches(page: SamplePage, pattern: re.Pattern[str]) -> Iterator[tuple[PlacedTag, Found]]:
    for tag in page.tags:
        if tag.kind in ("open", "void"):
            for found in pattern.finditer(tag.text):
                yield tag, found


def _kind(
    name: str,
    pattern: re.Pattern[str],
    new: Callable[[Found], str],
    *expected: Callable[[Found], str] | str,
    where: Callable[[PlacedTag, Found], bool] = lambda tag, found: True,
) -> None:
    """Declare a kind: what a match in a tag is replaced by, and what an explanation says."""

    def kind(page: SamplePage) -> Iterator[Mistake]:
        for tag, found in _matches(page, pattern):
            if where(tag, found):
                texts = tuple(each if isinstance(each, str) else each(found) for each in expected)
                yield Mistake(tag.start + found.start(), tag.start + found.end(), new(found), texts)

    kind.__name__ = name
    kind.__module__ = __name__
    mistake(kind)


def _right(found: Found) -> str:
    return found.group()


def _is_plain(_: PlacedTag, found: Found) -> bool:
    """Whether a string is a word or a path, such as writers leave without quotes."""
    return re.fullmatch(r"[A-Za-z][\w/.-]*", found[2]) is not None and found[2] not in ("true", "false", "null")


def _has_words(_: PlacedTag, found: Found) -> bool:
    return re.fullmatch(r"[A-Za-z]+(?: [A-Za-z]+)+", found[2]) is not None


def _is_last(tag: PlacedTag, found: Found) -> bool:
    return tag.text[found.end() :].strip(" /%}") == ""


def _is_not_last(tag: PlacedTag, found: Found) -> bool:
    return _NEXT.match(tag.text, found.end()) is not None


def _has_text(_: PlacedTag, found: Found) -> bool:
    return bool(found[2])


# Quotes ----------------------------------------------------------------------------------------------------------

for _name, _open, _close in (
    ("curly_quotes", "“", "”"),
    ("closing_curly_quotes", "”", "”"),
    ("curly_single_quotes", "‘", "’"),
    ("low_quotes", "„", "“"),
    ("guillemets", "«", "»"),
    ("single_quotes", "'", "'"),
    ("backticks", "`", "`"),
    ("primes", "″", "″"),
    ("full_width_quotes", "＂", "＂"),
    ("escaped_quotes", '\\"', '\\"'),
    ("html_entity_quotes", "&quot;", "&quot;"),
    ("doubled_quotes", '""', '""'),
    ("curly_opening_quote", "“", '"'),
    ("curly_closing_quote", '"', "”"),
    ("single_opening_quote", "'", '"'),
    ("single_closing_quote", '"', "'"),
):
    _kind(
        _name,
        _STRING,
        lambda found, o=_open, c=_close: f"{found[1]}={o}{found[2]}{c}",  # type: ignore[misc]
        "double quotes",
        _right,
        where=lambda tag, found: bool(found[2]) and "'" not in found[2] and "`" not in found[2],
    )

_kind("missing_closing_quote", _STRING, lambda m: f'{m[1]}="{m[2]}', "closing quote", _right, where=_has_text)
_kind("missing_opening_quote", _STRING, lambda m: f'{m[1]}={m[2]}"', "opening quote", _right, where=_has_text)
_kind("missing_last_quote", _STRING, lambda m: f'{m[1]}="{m[2]}', "closing quote", _right, where=_is_last)
_kind("missing_middle_quote", _STRING, lambda m: f'{m[1]}="{m[2]}', "closing quote", _right, where=_is_not_last)
_kind("no_quotes", _STRING, lambda m: f"{m[1]}={m[2]}", _right, "without quotes", where=_is_plain)
_kind("words_without_quotes", _STRING, lambda m: f"{m[1]}={m[2]}", _right, "without quotes", where=_has_words)
_kind(
    "line_break_in_string",
    _STRING,
    lambda m: f'{m[1]}="{m[2].replace(" ", chr(10), 1)}"',
    "line break",
    where=_has_words,
)
_kind("extra_quote", _STRING, lambda m: f'{m[1]}="{m[2]}""', "quote", _right, where=_has_text)

# Equals signs ----------------------------------------------------------------------------------------------------

_kind("spaces_around_the_equals_sign", _STRING, lambda m: f'{m[1]} = "{m[2]}"', "space", _right)
_kind("space_after_the_equals_sign", _STRING, lambda m: f'{m[1]}= "{m[2]}"', "space", _right)
_kind("space_before_the_equals_sign", _STRING, lambda m: f'{m[1]} ="{m[2]}"', "space", _right)
_kind("colon_for_the_equals_sign", _STRING, lambda m: f'{m[1]}: "{m[2]}"', _right, "`=`")
_kind("glued_colon", _STRING, lambda m: f'{m[1]}:"{m[2]}"', _right, "`=`")
_kind("arrow_for_the_equals_sign", _STRING, lambda m: f'{m[1]}=>"{m[2]}"', _right, "`=`")
_kind("double_equals_sign", _STRING, lambda m: f'{m[1]}=="{m[2]}"', _right, "`=`")
_kind("colon_and_equals_sign", _STRING, lambda m: f'{m[1]}:="{m[2]}"', _right, "`=`")
_kind("full_width_equals_sign", _STRING, lambda m: f'{m[1]}＝"{m[2]}"', _right, "`=`")
_kind("missing_equals_sign", _STRING, lambda m: f'{m[1]} "{m[2]}"', _right, "missing `=`")
_kind("missing_value", _STRING, lambda m: f"{m[1]}=", "missing value", "no value")
_kind("prefixed_name", _STRING, lambda m: f':{m[1]}="{m[2]}"', _right)
_kind("spaces_around_a_number", _NUMBER, lambda m: f"{m[1]} = {m[2]}", "space", _right)
_kind("colon_before_a_number", _NUMBER, lambda m: f"{m[1]}: {m[2]}", "`=`", _right)

# Between attributes ----------------------------------------------------------------------------------------------

_BETWEEN = re.compile(r'(?<=") (?=[a-zA-Z][\w-]*=)')
_AFTER_NAME = re.compile(r"(?<=[a-z]) (?=[a-zA-Z][\w-]*=)")
_kind("comma_between_attributes", _BETWEEN, lambda m: ", ", "space", "`,`")
_kind("glued_comma_between_attributes", _BETWEEN, lambda m: ",", "space", "`,`")
_kind("semicolon_between_attributes", _BETWEEN, lambda m: "; ", "space", "`;`")
_kind("comma_after_the_name", _AFTER_NAME, lambda m: ", ", "space", "`,`")
_kind("missing_space", re.compile(r'(?<=\w)(="[^"\\]*") (?=[a-zA-Z][\w-]*=)'), lambda m: m[1], "missing space")
_kind("no_break_space", _BETWEEN, lambda m: "\u00a0", "space")
_kind("no_break_space_after_the_name", _AFTER_NAME, lambda m: "\u00a0", "space")
_kind("ideographic_space", _BETWEEN, lambda m: "\u3000", "space")
_kind("thin_space", _BETWEEN, lambda m: "\u2009", "space")
_TAG_END = re.compile(r'(?<=") (?=/?%\})')
_kind("trailing_comma", _TAG_END, lambda m: ", ", "`,`", "space")
_kind("stray_brace", _TAG_END, lambda m: "} ", "unexpected `}`")
_kind("stray_angle_bracket", _TAG_END, lambda m: " > ", "unexpected `>`")

# Values ----------------------------------------------------------------------------------------------------------

_kind("string_in_braces", _STRING, lambda m: f'{m[1]}={{"{m[2]}"}}', _right, "braces")
_kind("single_quotes_in_braces", _STRING, lambda m: f"{m[1]}={{'{m[2]}'}}", _right, "braces", where=_is_plain)
_kind("word_in_braces", _STRING, lambda m: f"{m[1]}={{{m[2]}}}", _right, "braces", where=_is_plain)
_kind("number_in_braces", _NUMBER, lambda m: f"{m[1]}={{{m[2]}}}", _right, "braces")
_kind("boolean_in_braces", _BOOLEAN, lambda m: f"{m[1]}={{{m[2]}}}", _right, "braces")
_kind("python_boolean", _BOOLEAN, lambda m: f"{m[1]}={m[2].title()}", _right)
_kind("uppercase_boolean", _BOOLEAN, lambda m: f"{m[1]}={m[2].upper()}", _right)
_kind("bare_flag", re.compile(r"([a-zA-Z][\w-]*)=true(?=[ /%])"), lambda m: m[1], _right)
_kind("missing_bracket", _LIST, lambda m: f"{m[1]}=[{m[2]}", "`]`", _right)
_kind("wrong_bracket", _LIST, lambda m: f"{m[1]}=[{m[2]})", "`]`", _right)
_kind("missing_comma_in_list", _LIST, lambda m: f"{m[1]}=[{m[2].replace(',', '', 1)}]", "comma", _right)
_kind(
    "single_quotes_in_list",
    _LIST,
    lambda m: m.group().replace('"', "'"),
    _right,
    "double quotes",
    where=lambda t, m: '"' in m[2],
)
_kind("missing_brace", _OBJECT, lambda m: f"{m[1]}={{{m[2]}", "`}`", _right)
_kind("equals_sign_in_object", _OBJECT, lambda m: f"{m[1]}={{{m[2].replace(':', '=', 1)}}}", "`:`", _right)
_kind("double_braces", _OBJECT, lambda m: f"{m[1]}={{{{{m[2]}}}}}", "braces", _right)

# Names and delimiters --------------------------------------------------------------------------------------------

_HYPHENATED = re.compile(r'(?<= )([a-z]+)-([a-z]+)(?==")')
_TAG_NAME = re.compile(r"(?<=\{% )([a-z]+)-([a-z]+)(?= )")
_kind("dash_in_an_attribute", _HYPHENATED, lambda m: f"{m[1]}–{m[2]}", "hyphen", _right)
_kind("dash_in_a_tag_name", _TAG_NAME, lambda m: f"{m[1]}–{m[2]}", "hyphen", _right)
_kind("minus_in_a_tag_name", _TAG_NAME, lambda m: f"{m[1]}−{m[2]}", "hyphen", _right)
_OPENING = re.compile(r"\{% (?=[a-z])")
_CLOSING = re.compile(r"(?<=[ \"]) ?%\}")
_kind("two_percent_signs", _OPENING, lambda m: "{%% ", "`{%`")
_kind("whitespace_control", _OPENING, lambda m: "{%- ", "`{%`")
_kind("equals_sign_after_the_delimiter", _OPENING, lambda m: "{%= ", "`{%`")
_kind("two_percent_signs_at_the_end", _CLOSING, lambda m: " %%}", "`%}`")
_kind("whitespace_control_at_the_end", _CLOSING, lambda m: " -%}", "`%}`")
_kind("colon_after_the_name", re.compile(r"(?<=\{% )([a-z]+)(?= )"), lambda m: f"{m[1]}:", "`:`")
_kind("angle_bracket_after_the_slash", re.compile(r"/%\}"), lambda m: "/>%}", "`/%}`")


@mistake
def attributes_in_a_closing_tag(page: SamplePage) -> Iterator[Mistake]:
    for opening, closing in page.pairs:
        found = _STRING.search(opening.text)
        if found is not None:
            yield Mistake(closing.start, closing.end, f"{{% /{closing.name} {found.group()} %}}", ("no attributes",))


@mistake
def space_after_the_slash(page: SamplePage) -> Iterator[Mistake]:
    for _, closing in page.pairs:
        yield Mistake(closing.start, closing.end, f"{{% / {closing.name} %}}", (f"/{closing.name}",))


@mistake
def all_quotes_curly(page: SamplePage) -> Iterator[Mistake]:
    for tag in page.tags:
        if tag.kind in ("open", "void") and len(_STRING.findall(tag.text)) > 1 and "'" not in tag.text:
            yield Mistake(tag.start, tag.end, _STRING.sub(r"\1=“\2”", tag.text), ("double quotes",))


@mistake
def yaml_style(page: SamplePage) -> Iterator[Mistake]:
    for tag in page.tags:
        if tag.kind in ("open", "void") and len(_STRING.findall(tag.text)) > 1:
            yield Mistake(tag.start, tag.end, _STRING.sub(r'\1: "\2",', tag.text), ("`=`",))


@mistake
def json_style(page: SamplePage) -> Iterator[Mistake]:
    for tag in page.tags:
        if tag.kind in ("open", "void") and len(_STRING.findall(tag.text)) > 1:
            yield Mistake(tag.start, tag.end, _BETWEEN.sub(", ", _STRING.sub(r'"\1": "\2"', tag.text)), ("=", "`=`"))


# Correct variants ------------------------------------------------------------------------------------------------


@correct
def attribute_on_a_line_of_its_own(page: SamplePage) -> Iterator[Mistake]:
    for tag, found in _matches(page, _STRING):
        if (
            "\n" not in tag.text
            and page.text[tag.start - 1 : tag.start] == "\n"
            and page.text[tag.end : tag.end + 1] == "\n"
        ):
            yield Mistake(tag.start + found.start() - 1, tag.start + found.start(), "\n", ())


def _correct(name: str, pattern: re.Pattern[str], new: str) -> None:
    def kind(page: SamplePage) -> Iterator[Mistake]:
        for tag, found in _matches(page, pattern):
            yield Mistake(tag.start + found.start(), tag.start + found.end(), found.expand(new), ())

    kind.__name__ = name
    kind.__module__ = __name__
    correct(kind)


_AFTER_A_NAMED_VALUE = re.compile(r'(?<=\w)(="[^"\\]*") (?=[a-zA-Z][\w-]*=)')
_correct("two_spaces_between_attributes", _AFTER_A_NAMED_VALUE, "\\1  ")
_correct("tab_between_attributes", _AFTER_A_NAMED_VALUE, "\\1\t")
_correct("no_space_before_the_end", re.compile(r'(?<=") (?=%\})'), "")
_correct("no_space_after_the_delimiter", re.compile(r"(?<=\{%) "), "")
_correct("spaces_before_the_end", re.compile(r'(?<=") (?=%\})'), "   ")


def _prose(name: str, text: str) -> None:
    """A sentence before a paragraph, as in a page about tags."""

    def kind(page: SamplePage) -> Iterator[Mistake]:
        start = page.text.find("\n# ")
        if start < 0 or page.path.startswith("plan/") or "{%" in page.text[:start]:
            return
        end = page.text.find("\n", start + 1)
        if end > 0 and page.text[end : end + 2] == "\n\n":
            yield Mistake(end, end, f"\n\n{text}", ())

    kind.__name__ = name
    kind.__module__ = __name__
    correct(kind)


_prose("curly_quotes_in_prose", "They say “it works” and ‘it is fast’.")
_prose("guillemets_in_prose", "Er sagt «so ist es» und geht.")
_prose("equals_signs_in_prose", 'Set a = "b", and c == d.')
_prose("tag_in_code", "Write `{% hint type=“note” %}` with straight quotes.")
_prose("tag_in_a_fence", "```markdoc {% process=false %}\n{% hint type = 'note' %}\n{% /hint %}\n```")
_prose("braces_in_prose", "The set {a, b} and the map {a: 1}.")
_prose("escaped_quote_in_a_string", '{% details summary="The \\"big\\" one" %}\nx\n{% /details %}')
_prose("curly_quote_in_a_string", '{% details summary="The “big” one" %}\nx\n{% /details %}')
_prose("apostrophe_in_a_string", '{% details summary="It\'s" %}\nx\n{% /details %}')
_prose("percent_sign_in_a_string", '{% details summary="50%" %}\nx\n{% /details %}')
