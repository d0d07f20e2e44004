"""Variables, functions and conditions that are written as in another language."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from mistakes.kind import Mistake, SamplePage, correct, mistake

_EQUALS = re.compile(r'(?<!\()\bequals\((\$[\w.]+), ("[^"]*")\)(?![,)])')
_AND = re.compile(r"(?<!\()\band\((\$[\w.]+), (\$[\w.]+)\)")
_OR = re.compile(r"(?<!\()\bor\((\$[\w.]+), (\$[\w.]+)\)")
_NOT = re.compile(r"(?<!\()\bnot\((\$[\w.]+)\)")
_UNEQUAL = re.compile(r'\bnot\(equals\((\$[\w.]+), ("[^"]*")\)\)')
_DEFAULT = re.compile(r'\bdefault\((\$[\w.]+), "([^"]*)"\)')
_CALL = re.compile(r"\b([a-z]+)\((\$[\w.]+), (\"[^\"]*\")\)")
_VARIABLE = re.compile(r"\$((?:page|frontmatter)\.[a-z]\w*)")
_PLAIN_VARIABLE = re.compile(r"(?<=\{% )\$((?:page|frontmatter)\.\w+)(?= %\})")
_VALUE = re.compile(r"(?<==)\$((?:page|frontmatter)\.\w+)(?=[ /%])")
_ELSE = re.compile(r"\{% else (\$[\w.]+) /%\}")
Found = re.Match[str]


def _kind(
    name: str, pattern: re.Pattern[str], new: Callable[[Found], str], *expected: Callable[[Found], str] | str
) -> None:
    """Declare a kind: what an expression is replaced by, and what an explanation says."""

    def kind(page: SamplePage) -> Iterator[Mistake]:
        for tag in page.tags:
            for found in pattern.finditer(tag.text) if tag.kind != "close" else ():
                texts = tuple(each if isinstance(each, str) else each(found) for each in expected)
                yield Mistake(tag.start + found.start(), tag.start + found.end(), new(found), texts)

    kind.__name__ = name
    kind.__module__ = __name__
    mistake(kind)


def _right(found: Found) -> str:
    return found.group()


# Operators
_kind("equality_operator", _EQUALS, lambda m: f"{m[1]} == {m[2]}", _right, "equals(")
_kind("strict_equality_operator", _EQUALS, lambda m: f"{m[1]} === {m[2]}", _right, "equals(")
_kind("glued_equality_operator", _EQUALS, lambda m: f"{m[1]}=={m[2]}", _right, "equals(")
_kind("single_equals_sign", _EQUALS, lambda m: f"{m[1]} = {m[2]}", _right, "equals(")
_kind("word_is", _EQUALS, lambda m: f"{m[1]} is {m[2]}", _right, "equals(")
_kind("word_equals", _EQUALS, lambda m: f"{m[1]} equals {m[2]}", _right, "equals(")
_kind("inequality_operator", _UNEQUAL, lambda m: f"{m[1]} != {m[2]}", _right, "not(equals(")
_kind("and_operator", _AND, lambda m: f"{m[1]} && {m[2]}", _right, "and(")
_kind("and_word", _AND, lambda m: f"{m[1]} and {m[2]}", _right, "and(")
_kind("or_operator", _OR, lambda m: f"{m[1]} || {m[2]}", _right, "or(")
_kind("or_word", _OR, lambda m: f"{m[1]} or {m[2]}", _right, "or(")
_kind("not_operator", _NOT, lambda m: f"!{m[1]}", _right, "not(")
_kind("not_word", _NOT, lambda m: f"not {m[1]}", _right, "not(")
_kind("not_without_brackets", _UNEQUAL, lambda m: f"!equals({m[1]}, {m[2]})", _right, "not(")
_kind("greater_than", _EQUALS, lambda m: f"{m[1]} > 3", "no operator `>`")
_kind("less_or_equal", _EQUALS, lambda m: f"{m[1]} <= 3", "no operator `<=`")
_kind("conditional_operator", _PLAIN_VARIABLE, lambda m: f'${m[1]} ? "a" : "b"', "conditional operator")
_kind("filter", _PLAIN_VARIABLE, lambda m: f"${m[1]} | upper", "filter")

# Calls
_kind("missing_call_bracket", _CALL, lambda m: m.group()[:-1], "`)`")
_kind("missing_call_comma", _CALL, lambda m: f"{m[1]}({m[2]} {m[3]})", "comma")
_kind("call_without_brackets", _EQUALS, lambda m: f"equals {m[1]}, {m[2]}", _right, "brackets")
_kind("space_before_the_bracket", _CALL, lambda m: f"{m[1]} ({m[2]}, {m[3]})", "space")
_kind("single_quotes_in_call", _CALL, lambda m: m.group().replace('"', "'"), _right, "double quotes")
_kind("curly_quotes_in_call", _CALL, lambda m: f"{m[1]}({m[2]}, “{m[3][1:-1]}”)", _right, "double quotes")
_kind("missing_quote_in_call", _CALL, lambda m: f"{m[1]}({m[2]}, {m[3][:-1]})", _right, "closing quote")
_kind("trailing_comma_in_call", _CALL, lambda m: f"{m[1]}({m[2]}, {m[3]},)", "comma")
_kind("semicolon_in_call", _CALL, lambda m: f"{m[1]}({m[2]}; {m[3]})", "`,`")
_kind("misspelt_function", _CALL, lambda m: m.group().replace(m[1], m[1][:-2] + m[1][-1] + m[1][-2], 1), lambda m: m[1])
_kind("uppercase_function", _CALL, lambda m: m.group().replace(m[1], m[1].title(), 1), lambda m: m[1])
_kind("missing_parameter", _CALL, lambda m: f"{m[1]}({m[2]})", "parameter")
_kind("too_many_parameters", _NOT, lambda m: f"not({m[1]}, {m[1]})", "parameter")
_kind("unquoted_parameter", _CALL, lambda m: f"{m[1]}({m[2]}, {m[3][1:-1]})", _right, "without quotes")
_kind("extra_bracket", _CALL, lambda m: f"{m.group()})", "unexpected `)`")
_kind("double_question_marks", _DEFAULT, lambda m: f'{m[1]} ?? "{m[2]}"', _right, "default(")

# Variables
_kind("no_dollar_sign_in_call", re.compile(r"(?<=\()\$((?:page|frontmatter)\.\w+)"), lambda m: m[1], _right)
_kind(
    "no_dollar_sign_in_condition",
    re.compile(r"(?<=\{% if )\$((?:page|frontmatter)\.\w+)(?= %\})"),
    lambda m: m[1],
    _right,
)
_kind("no_dollar_sign_in_value", _VALUE, lambda m: m[1], _right)
_kind("no_dollar_sign_in_text", _PLAIN_VARIABLE, lambda m: m[1], _right)
_kind("space_after_the_dollar_sign", _VARIABLE, lambda m: f"$ {m[1]}", _right)
_kind("two_dollar_signs", _VARIABLE, lambda m: f"$${m[1]}", _right)
_kind("variable_in_braces", _VARIABLE, lambda m: f"${{{m[1]}}}", _right)
_kind("jsx_variable", _VALUE, lambda m: f"{{${m[1]}}}", _right, "braces")
_kind("optional_chaining", _VARIABLE, lambda m: f"${m[1].replace('.', '?.', 1)}", _right)
_kind("dot_at_the_end", _PLAIN_VARIABLE, lambda m: f"{m.group()}.", "after `.`", "`.`")
_kind("semicolon_at_the_end", _PLAIN_VARIABLE, lambda m: f"{m.group()};", "`;`")
_kind("misspelt_variable", re.compile(r"\$frontmatter(?=\.)"), lambda m: "$frontmater", "frontmatter")
_kind("misspelt_member", re.compile(r"\$page\.title"), lambda m: "$page.titel", "title")
_kind("key_in_single_quotes", re.compile(r'(\$\w+)\["(\w+)"\]'), lambda m: f"{m[1]}['{m[2]}']", _right)

# Conditions
_kind("else_if", _ELSE, lambda m: f"{{% else if {m[1]} %}}", "else if", _right)
_kind("void_else_if", _ELSE, lambda m: f"{{% else if {m[1]} /%}}", "else if", _right)
_kind("elseif", _ELSE, lambda m: f"{{% elseif {m[1]} %}}", "{% else", _right)
_kind("elif", _ELSE, lambda m: f"{{% elif {m[1]} /%}}", "{% else", _right)
_kind("else_without_slash", re.compile(r"\{% else /%\}"), lambda m: "{% else %}", "/%}")
_kind("brackets_around_the_condition", re.compile(r"(?<=\{% if )(\$[\w.]+)(?= %\})"), lambda m: f"({m[1]})", _right)
_kind(
    "glued_brackets_around_the_condition", re.compile(r"\{% if (\$[\w.]+)(?= %\})"), lambda m: f"{{% if({m[1]})", _right
)
_kind("colon_after_the_condition", re.compile(r"(?<=\{% if )(\$[\w.]+)(?= %\})"), lambda m: f"{m[1]}:", "`:`")
_kind("then_after_the_condition", re.compile(r"(?<=\{% if )(\$[\w.]+)(?= %\})"), lambda m: f"{m[1]} then", "`then`")


# Correct variants ------------------------------------------------------------------------------------------------


def _correct(name: str, pattern: re.Pattern[str], new: Callable[[Found], str]) -> None:
    def kind(page: SamplePage) -> Iterator[Mistake]:
        for tag in page.tags:
            for found in pattern.finditer(tag.text) if tag.kind != "close" else ():
                yield Mistake(tag.start + found.start(), tag.start + found.end(), new(found), ())

    kind.__name__ = name
    kind.__module__ = __name__
    correct(kind)


_correct("nested_calls", _EQUALS, lambda m: f"and({m.group()}, not(equals({m[1]}, 3)))")
_correct("comparison_with_a_number", _EQUALS, lambda m: f"equals({m[1]}, 3)")
_correct("comparison_with_null", _EQUALS, lambda m: f"equals({m[1]}, null)")
_correct("three_parameters", _AND, lambda m: f"and({m[1]}, {m[2]}, true)")
_correct("spaces_in_a_call", _CALL, lambda m: f"{m[1]}( {m[2]} , {m[3]})")
_correct("no_spaces_in_a_call", _CALL, lambda m: f"{m[1]}({m[2]},{m[3]})")
_correct("operator_in_a_string", _CALL, lambda m: f'{m[1]}({m[2]}, "a == b && !c")')
_correct("member_by_key", _PLAIN_VARIABLE, lambda m: f'${m[1].partition(".")[0]}["{m[1].partition(".")[2]}"]')
_correct("no_spaces_around_a_variable", re.compile(r"\{% (\$[\w.]+) %\}"), lambda m: f"{{%{m[1]}%}}")
_correct("number_as_member", re.compile(r"\$frontmatter\.(\w+)(?= %\})"), lambda m: f"$frontmatter.{m[1]}[0]")


def _prose(name: str, text: str) -> None:
    """A sentence below the title, as in a page about templates."""

    def kind(page: SamplePage) -> Iterator[Mistake]:
        start = page.text.find("\n# ")
        end = page.text.find("\n", start + 1) if start >= 0 else -1
        if (
            end > 0
            and not page.path.startswith("plan/")
            and "{%" not in page.text[:start]
            and page.text[end : end + 2] == "\n\n"
        ):
            yield Mistake(end, end, f"\n\n{text}", ())

    kind.__name__ = name
    kind.__module__ = __name__
    correct(kind)


_prose("operators_in_prose", "If a == b && c != d, the value of $x is 5.")
_prose("template_in_code", "Jinja writes `{% if a == b %}`, and Vue `{{ $x }}`.")
_prose("dollar_amounts", "It costs $5 or $page of paper.")
