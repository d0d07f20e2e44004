"""Ids and classes that are written as in other Markdown dialects, or in the wrong place."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from mistakes.kind import Mistake, SamplePage, correct, mistake

_HEADING = re.compile(r"(?m)^(#{2,4} [A-Za-z][^\n{}`#<]*[A-Za-z])$")
_ID = re.compile(r"\{% #([\w-]+) %\}")
_CLASS = re.compile(r"\{% \.([\w-]+) %\}")
_BOTH = re.compile(r"\{% #([\w-]+) \.([\w-]+) %\}")


def _kind(name: str, pattern: re.Pattern[str], new: str, *expected: str) -> None:
    """Declare a kind: what an annotation is replaced by; `\\1` is its id or class."""

    def kind(page: SamplePage) -> Iterator[Mistake]:
        for tag in page.tags:
            found = pattern.fullmatch(tag.text) if tag.kind == "annotation" else None
            if found is not None:
                yield Mistake(tag.start, tag.end, found.expand(new), tuple(found.expand(each) for each in expected))

    kind.__name__ = name
    kind.__module__ = __name__
    mistake(kind)


_kind("id_in_braces", _ID, r"{#\1}", r"{% #\1 %}")
_kind("class_in_braces", _CLASS, r"{.\1}", r"{% .\1 %}")
_kind("id_with_a_colon", _ID, r"{: #\1}", r"{% #\1 %}")
_kind("class_with_a_colon", _CLASS, r"{: .\1}", r"{% .\1 %}")
_kind("both_in_braces", _BOTH, r"{#\1 .\2}", r"{% #\1 .\2 %}")
_kind("spaced_id_in_braces", _ID, r"{ #\1 }", r"{% #\1 %}")
_kind("space_after_the_hash", _ID, r"{% # \1 %}", r"#\1")
_kind("comma_between_id_and_class", _BOTH, r"{% #\1, .\2 %}", "space", "`,`")
_kind("glued_id_and_class", _BOTH, r"{% #\1.\2 %}", "space")
_kind("quoted_id", _ID, r'{% #"\1" %}', r"#\1", "without quotes")
_kind("id_with_a_colon_for_equals", _ID, r'{% id: "\1" %}', r'id="\1"', "`=`")
_kind("id_without_quotes", _ID, r"{% id=\1 %}", r'id="\1"', "without quotes")
_kind("class_without_a_value", _ID, r"{% #\1 class %}", "no value")
_kind("id_in_curly_quotes", _ID, r"{% id=“\1” %}", r'id="\1"', "double quotes")
_kind("id_in_single_quotes", _ID, r"{% id='\1' %}", r'id="\1"', "double quotes")
_kind("two_ids", _ID, r"{% #other #\1 %}", "twice")
_kind("percent_sign_missing", _ID, r"{% #\1 }", r"%}")


@mistake
def annotation_below_its_heading(page: SamplePage) -> Iterator[Mistake]:
    for tag in page.tags:
        if tag.kind == "annotation" and page.text[tag.start - 1] == " " and page.text[tag.end : tag.end + 1] == "\n":
            line = page.text.rfind("\n", 0, tag.start) + 1
            if page.text.startswith("#", line):
                yield Mistake(tag.start - 1, tag.end, f"\n\n{tag.text}", ("end of the heading",))


# Correct variants ------------------------------------------------------------------------------------------------


def _correct(name: str, change: Callable[[str], str]) -> None:
    """A variant of a heading."""

    def kind(page: SamplePage) -> Iterator[Mistake]:
        for node in page.document.tree.walk():
            if node.type != "heading" or node.block is None:
                continue
            start, _ = page.document.offsets(node.span)
            found = _HEADING.match(page.text, start)
            if found is not None:
                yield Mistake(found.start(), found.end(), change(found[1]), ())

    kind.__name__ = name
    kind.__module__ = __name__
    correct(kind)


_correct("braces_in_a_heading", lambda text: f"{text} {{a, b}}")
_correct("id_in_code", lambda text: f"{text} `{{#id}}`")
_correct("escaped_braces", lambda text: f"{text} \\{{#id}}")
_correct("annotation_with_spaces", lambda text: f"{text} {{%   #own-id-17   %}}")
_correct("annotation_without_spaces", lambda text: f"{text} {{%#own-id-17%}}")
_correct("annotation_with_a_class", lambda text: f"{text} {{% #own-id-17 .wide %}}")
_correct("object_in_a_heading", lambda text: f"{text} {{.5}}")
_correct("number_sign_in_a_heading", lambda text: f"{text} #1 {{# 2}}")
_correct("set_in_a_heading", lambda text: f"{text} {{}}")
_correct("template_of_a_url", lambda text: f"{text} {{id}}")
