"""Links and images with characters too many, too few or in the wrong place."""

from __future__ import annotations

import re
from collections.abc import Iterator

from mistakes.kind import Mistake, SamplePage, correct, mistake
from mistakes.places import images, links, prose


def _link_kind(name: str, new: str, *expected: str, start: str = "/", right: str | None = None) -> None:
    """Declare a kind: what a link is replaced by. `{text}` and `{target}` are its parts."""

    def kind(page: SamplePage) -> Iterator[Mistake]:
        for found in links(page):
            if found[2].startswith(start) and page.text[found.end() : found.end() + 1] not in (")", "]", "{"):
                meant = (
                    right.format(text=found[1], target=found[2]) if right is not None else f"[{found[1]}]({found[2]})"
                )
                made = new.format(text=found[1], target=found[2], rest=found[2][1:])
                says = tuple(each.format(text=found[1], target=found[2]) for each in expected) or (meant,)
                yield Mistake(found.start(), found.end(), made, says, meant)

    kind.__name__ = name
    kind.__module__ = __name__
    mistake(kind)


_link_kind("parenthesis_more_at_the_end", "[{text}]({target}))", "[{text}]({target})", "`)`", "parenthes")
_link_kind("bracket_more_at_the_start", "[[{text}]({target})", "[{text}]({target})", "bracket", "`[`")
_link_kind("bracket_more_after_the_text", "[{text}]]({target})", "[{text}]({target})", "bracket", "`]`")
_link_kind("target_in_brackets", "[{text}][{target}]", "[{text}]({target})", "parenthes")
_link_kind("target_in_brackets_after_a_space", "[{text}] [{target}]", "[{text}]({target})", "parenthes")
_link_kind("both_in_parentheses", "({text})({target})", "[{text}]({target})", "bracket")
_link_kind("text_in_braces", "{{{text}}}({target})", "[{text}]({target})", "bracket")
_link_kind("opening_bracket_missing", "{text}]({target})", "[", "[{text}]({target})")
_link_kind("text_and_target_swapped", "[{target}]({text})", "[{text}]({target})", "swapped")
_link_kind("text_and_target_in_one_bracket", "[{text}({target})]", "[{text}]({target})", "bracket")
_link_kind("wiki_link_of_one_bracket", "[{target} {text}]", "[{text}]({target})")
_link_kind("colon_between", "[{text}]: {target}", "[{text}]({target})")
_link_kind("bracket_escaped", "\\[{text}]({target})", "backslash", "[{text}]({target})", "escaped")
_link_kind("brackets_escaped", "\\[{text}\\]({target})", "backslash", "[{text}]({target})", "escaped")
_link_kind("parenthesis_escaped", "[{text}]\\({target}\\)", "backslash", "[{text}]({target})", "escaped", "directly")
_link_kind("angle_bracket_opened", "[{text}](<{target})", "[{text}]({target})", "`<`", ">")
_link_kind("angle_bracket_closed", "[{text}]({target}>)", "[{text}]({target})", "`>`", ">")
_link_kind("title_never_closed", '[{text}]({target} "More)', "quot", "title", right='[{text}]({target} "More")')
_link_kind("title_without_a_space", '[{text}]({target}"More")', "space", "title", right='[{text}]({target} "More")')
_link_kind("title_after_a_comma", '[{text}]({target}, "More")', "comma", "title", right='[{text}]({target} "More")')
_link_kind("label_of_the_target", "[{text}](url: {target})", "[{text}]({target})")
_link_kind("equals_sign_before_the_target", "[{text}](={target})", "[{text}]({target})")
_link_kind("semicolon_at_the_end", "[{text}]({target};)", "[{text}]({target})")
_link_kind("period_in_the_target", "[{text}]({target}.)", "[{text}]({target})")
_link_kind("comma_in_the_target", "[{text}]({target},)", "[{text}]({target})")
_link_kind("ticks_around_the_target", "[{text}](`{target}`)", "[{text}]({target})")
_link_kind("ticks_around_the_link", "`[{text}]({target})`", "code", "[{text}]({target})")
_link_kind("bold_target", "[{text}](**{target}**)", "[{text}]({target})")
_link_kind("line_break_between", "[{text}]\n({target})", "[{text}]({target})", "space")
_link_kind("full_width_brackets", "［{text}］({target})", "full-width")
_link_kind("lenticular_brackets", "【{text}】({target})", "bracket", "[{text}]({target})")
_link_kind("full_width_opening_parenthesis", "[{text}]（{target})", "full-width", "[{text}]({target})")
_link_kind("full_width_closing_parenthesis", "[{text}]({target}）", "full-width", "[{text}]({target})")
_link_kind("curly_and_round", "[{text}]({target}}}", "[{text}]({target})")
_link_kind("closed_with_a_bracket", "[{text}]({target}]", "[{text}]({target})", "`)`")
_link_kind("double_brackets_and_parentheses", "[[{text}]](({target}))", "[{text}]({target})")
_link_kind("target_missing_text_alone", "[{text}]()", "target")
_link_kind("text_missing", "[]({target})", "text", right="[{text}]({target})")
_link_kind("html_without_quotes", "<a href={target}>{text}</a>", "[{text}]({target})", "HTML")
_link_kind("html_never_closed", '<a href="{target}">{text}', "HTML", "[{text}]({target})")
_link_kind("html_in_new_window", '<a href="{target}" target="_blank">{text}</a>', "HTML", "[{text}]({target})")
_link_kind("component", '<Link href="{target}">{text}</Link>', "[{text}]({target})", "component")
_link_kind("component_with_to", '<Link to="{target}">{text}</Link>', "[{text}]({target})", "component")
_link_kind("attributes_of_kramdown", '[{text}]({target}){{:target="_blank"}}', "attribute")
_link_kind("nested_link", "[{text} [{text}]({target})]({target})", "link")
_link_kind("arrow_before_the_target", "[{text}] -> ({target})", "[{text}]({target})")
_link_kind("pipe_between", "[{text}|{target}]", "[{text}]({target})")
_link_kind("textile", '"{text}":{target}', "[{text}]({target})")

_OUTER = "https://"
_link_kind(
    "scheme_with_two_colons",
    "[{text}](https:://example.com/a)",
    "https://",
    start=_OUTER,
    right="[{text}](https://example.com/a)",
)
_link_kind(
    "scheme_twice",
    "[{text}](https://https://example.com/a)",
    "https://",
    start=_OUTER,
    right="[{text}](https://example.com/a)",
)
_link_kind(
    "scheme_without_its_first_letter",
    "[{text}](ttps://example.com/a)",
    "https://",
    start=_OUTER,
    right="[{text}](https://example.com/a)",
)
_link_kind(
    "scheme_with_a_semicolon",
    "[{text}](https;//example.com/a)",
    "https://",
    start=_OUTER,
    right="[{text}](https://example.com/a)",
)
_link_kind(
    "scheme_with_a_period",
    "[{text}](https.//example.com/a)",
    "https://",
    start=_OUTER,
    right="[{text}](https://example.com/a)",
)
_link_kind(
    "scheme_without_slashes",
    "[{text}](https:example.com/a)",
    "https://",
    start=_OUTER,
    right="[{text}](https://example.com/a)",
)
_link_kind(
    "scheme_with_backslashes",
    "[{text}](https:\\\\example.com\\a)",
    "slash",
    "https://",
    start=_OUTER,
    right="[{text}](https://example.com/a)",
)
_link_kind(
    "scheme_with_three_slashes",
    "[{text}](https:///example.com/a)",
    "https://",
    start=_OUTER,
    right="[{text}](https://example.com/a)",
)
_link_kind(
    "host_with_a_comma",
    "[{text}](https://example,com/a)",
    "example.com",
    "comma",
    "`,`",
    start=_OUTER,
    right="[{text}](https://example.com/a)",
)
_link_kind(
    "host_with_a_space",
    "[{text}](https:// example.com/a)",
    "space",
    start=_OUTER,
    right="[{text}](https://example.com/a)",
)
_link_kind("outer_closing_parenthesis_missing", "[{text}]({target}", "`)`", "[{text}](", start=_OUTER)
_link_kind("outer_space_before_the_target", "[{text}] ({target})", "space", start=_OUTER)
_link_kind("outer_brackets_swapped", "({text})[{target}]", "swapped", "[{text}](", start=_OUTER)
_link_kind("outer_angle_bracket_missing", "<{target}", ">", start=_OUTER, right="<{target}>")
_link_kind("outer_target_in_brackets", "[{text}][{target}]", "[{text}](", "parenthes", start=_OUTER)

# Images -------------------------------------------------------------------------------------------------------------


def _image_kind(name: str, new: str, *expected: str) -> None:
    def kind(page: SamplePage) -> Iterator[Mistake]:
        for found in images(page):
            if re.search(r"\.\w+$", found[2]):
                whole = f"![{found[1]}]({found[2]})"
                dot = found[2].rindex(".")
                made = new.format(text=found[1], target=found[2], stem=found[2][:dot], end=found[2][dot + 1 :])
                yield Mistake(
                    found.start(),
                    found.end(),
                    made,
                    tuple(each.format(target=found[2]) for each in expected) or (whole,),
                )

    kind.__name__ = f"image_{name}"
    kind.__module__ = __name__
    mistake(kind)


_image_kind("opening_bracket_missing", "!{text}]({target})")
_image_kind("closing_bracket_missing", "![{text}({target})")
_image_kind("opening_parenthesis_missing", "![{text}]{target})")
_image_kind("target_in_brackets", "![{text}][{target}]")
_image_kind("in_one_bracket", "![{text}|{target}]")
_image_kind("mark_twice", "!![{text}]({target})")
_image_kind("mark_inside", "[!{text}]({target})")
_image_kind("mark_after", "[{text}]!({target})")
_image_kind("mark_of_spanish", "¡[{text}]({target})")
_image_kind("mark_full_width", "！[{text}]({target})")
_image_kind("mark_escaped", "\\![{text}]({target})")
_image_kind("quoted_target", '![{text}]("{target}")')
_image_kind("two_pairs_of_parentheses", "![{text}](({target}))")
_image_kind("curly_braces", "![{text}]{{{target}}}")
_image_kind("full_width_parentheses", "![{text}]（{target}）")
_image_kind("size", "![{text}]({target} =300x200)", "size")
_image_kind("size_in_the_text", '![{text}]({target}){{width="300"}}', "attribute")
_image_kind("of_html", '<img src="{target}" alt="{text}">')
_image_kind("of_html_without_quotes", '<img src={target} alt="{text}">', "HTML")
_image_kind("of_a_wiki", "![[{target}]]")
_image_kind("parenthesis_more", "![{text}]({target}))")
_image_kind("ending_without_its_dot", "![{text}]({stem}{end})", "{target}")
_image_kind("ending_missing", "![{text}]({stem})", "{target}")
_image_kind("colon_between", "![{text}]:({target})")
_image_kind("path_of_the_file_system", "![{text}](file://{target})", "{target}", "file:")
_image_kind("folder_of_the_project", "![{text}](/public{target})", "{target}")
_image_kind("folder_of_static_files", "![{text}](static{target})", "{target}")
_image_kind("with_backslashes", "![{text}](\\images\\a.png)", "slash")


# Correct ------------------------------------------------------------------------------------------------------------


def _correct(name: str, text: str) -> None:
    def kind(page: SamplePage) -> Iterator[Mistake]:
        for place in prose(page):
            yield Mistake(place.start, place.start, f"{text}\n\n", ())

    kind.__name__ = name
    kind.__module__ = __name__
    correct(kind)


_correct(
    "link_in_parentheses", "Read the notes ([here](https://example.com)) and go on (see [a](https://example.com/a))."
)
_correct("link_in_brackets", "Read the notes [[1](https://example.com)], as in \\[x\\].")
_correct("link_with_code", "Read [`a[0]`](https://example.com/a) and [the `b()` call](https://example.com/b).")
_correct("link_with_an_escaped_bracket", "Read [a \\[draft\\]](https://example.com/a).")
_correct("link_with_a_colon_after", "[Notes](https://example.com): the second part.")
_correct("link_with_a_query", "Read [a](https://example.com/?q=a,b;c&d=[1]).")
_correct(
    "two_links",
    "[a](https://example.com/a)[b](https://example.com/b) and [c](https://example.com/c), [d](https://example.com/d).",
)
_correct("bold_link", "**[a](https://example.com/a)** and [**b**](https://example.com/b).")
_correct("interval", "The interval [0, 1) contains (0, 1] partly; f(x)[0] too.")
_correct("optional_arguments", "Call run(name[, size]) or run [options] (file).")
_correct("url_in_text", "The page https://example.com/a_(b) exists; so does <https://example.com/c>.")
_correct("exclamation", "Great! (see below) Wow![1] Really!!")
