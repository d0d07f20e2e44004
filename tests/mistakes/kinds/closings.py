"""Closing tags that are written as in another language, or damaged."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from mistakes.kind import KINDS, Kind, Mistake, SamplePage, correct
from mistakes.tag_places import block_pairs, removed_line, rewritten, top_pairs

_FORMS = {
    "end-and-name": "{{% end {0} %}}",
    "end-before-the-name": "{{% end{0} %}}",
    "end-with-a-hyphen": "{{% end-{0} %}}",
    "end-with-an-underscore": "{{% end_{0} %}}",
    "name-and-end": "{{% {0} end %}}",
    "end-alone": "{{% end %}}",
    "close-and-name": "{{% close {0} %}}",
    "slash-and-end": "{{% /end{0} %}}",
    "html-form": "</{0}>",
    "html-form-in-capitals": "</{1}>",
    "name-without-slash": "{{% {0} %}}",
    "backslash": "{{% \\{0} %}}",
    "space-after-the-slash": "{{% / {0} %}}",
    "slash-after-the-name": "{{% {0}/ %}}",
    "slash-at-the-end": "{{% {0} /%}}",
    "slash-before-the-space": "{{%/ {0} %}}",
    "two-slashes": "{{% //{0} %}}",
    "slash-alone": "{{% / %}}",
    "slash-without-name": "{{% /%}}",
    "slashes-on-both-sides": "{{% /{0} /%}}",
    "percent-sign-missing-at-the-start": "{{ /{0} %}}",
    "percent-sign-missing-at-the-end": "{{% /{0} }}",
    "start-missing": "/{0} %}}",
    "end-missing": "{{% /{0}",
    "brace-missing-at-the-end": "{{% /{0} %",
    "brace-missing-at-the-start": "% /{0} %}}",
    "space-in-the-start": "{{ % /{0} %}}",
    "space-in-the-end": "{{% /{0} % }}",
    "double-braces": "{{{{% /{0} %}}}}",
    "mustache": "{{{{/{0}}}}}",
    "single-braces": "{{/{0}}}",
    "square-brackets": "[% /{0} %]",
    "bbcode": "[/{0}]",
    "parentheses": "(% /{0} %)",
    "angle-brackets-and-percent-signs": "<% /{0} %>",
    "ampersands": "{{& /{0} &}}",
    "hyphens-of-jinja": "{{%- /{0} -%}}",
    "escaped": "\\{{% /{0} %}}",
    "capitals": "{{% /{1} %}}",
    "pipe": "{{% |{0} %}}",
    "exclamation-mark": "{{% !{0} %}}",
    "attribute": '{{% /{0} type="note" %}}',
}


def _written_as(form: str) -> Kind:
    def kind(page: SamplePage) -> Iterator[Mistake]:
        for _, closing in block_pairs(page):
            name = closing.name
            new = form.format(name, name.title())
            yield rewritten(closing, new, f"{{% /{name} %}}", f"write /{name}", f"`/{name}`", "no attributes")

    return kind


for _name, _form in _FORMS.items():
    KINDS[f"closings/{_name}"] = _written_as(_form)


def _placed(name: str) -> Callable[[Kind], Kind]:
    def register(kind: Kind) -> Kind:
        KINDS[f"closings/{name}"] = kind
        return kind

    return register


@_placed("glued-to-the-text")
def _glued(page: SamplePage) -> Iterator[Mistake]:
    for _, closing in block_pairs(page):
        before = page.text[: closing.start].rstrip("\n")
        last = before[before.rfind("\n") + 1 :]
        if last.strip() and not last.lstrip().startswith(("{%", "```", "|", "#", "~~~", "![")):
            yield Mistake(len(before), closing.start, " ", ("line of its own", f"{{% /{closing.name} %}}"))


@_placed("indented-into-a-list")
def _indented(page: SamplePage) -> Iterator[Mistake]:
    for _, closing in block_pairs(page):
        before = page.text[: closing.start].rstrip("\n")
        last = before[before.rfind("\n") + 1 :]
        if last.startswith("- "):
            yield Mistake(len(before), closing.start, "\n  ", ("line of its own", "list item"))


@_placed("text-after-it")
def _text_after(page: SamplePage) -> Iterator[Mistake]:
    for _, closing in block_pairs(page):
        after = page.text[closing.end :]
        rest = after.lstrip("\n")
        if rest[:1].isalpha():
            yield Mistake(closing.end, closing.end + len(after) - len(rest), " ", ("line of its own",))


@_placed("doubled")
def _doubled(page: SamplePage) -> Iterator[Mistake]:
    for _, closing in block_pairs(page):
        yield Mistake(closing.end, closing.end, f"\n{closing.text}", ("remove", "twice"))


@_placed("doubled-with-a-blank-line")
def _doubled_apart(page: SamplePage) -> Iterator[Mistake]:
    for _, closing in block_pairs(page):
        yield Mistake(closing.end, closing.end, f"\n\n{closing.text}", ("remove", "twice"))


@_placed("missing")
def _missing(page: SamplePage) -> Iterator[Mistake]:
    for _, closing in block_pairs(page):
        name = closing.name
        yield removed_line(page, closing, f"{{% /{name} %}}", "never closed", "must be closed")


@_placed("missing-in-a-blank-line")
def _emptied(page: SamplePage) -> Iterator[Mistake]:
    for _, closing in block_pairs(page):
        name = closing.name
        yield rewritten(closing, "", f"{{% /{name} %}}", "never closed", "must be closed")


def _right(new: str) -> Kind:
    def kind(page: SamplePage) -> Iterator[Mistake]:
        for _, closing in block_pairs(page):
            yield rewritten(closing, new.format(closing.name))

    return kind


@correct
def closing_without_spaces(page: SamplePage) -> Iterator[Mistake]:
    yield from _right("{{%/{0}%}}")(page)


@correct
def closing_with_wide_spaces(page: SamplePage) -> Iterator[Mistake]:
    yield from _right("{{%   /{0}   %}}")(page)


@correct
def closing_after_a_blank_line(page: SamplePage) -> Iterator[Mistake]:
    yield from _right("\n{{% /{0} %}}")(page)


@correct
def closing_with_spaces_behind(page: SamplePage) -> Iterator[Mistake]:
    yield from _right("{{% /{0} %}}  ")(page)


@correct
def end_in_inline_code(page: SamplePage) -> Iterator[Mistake]:
    for _, closing in top_pairs(page):
        yield Mistake(closing.end, closing.end, f"\n\nLiquid writes `{{% end{closing.name} %}}`.\n", ())


@correct
def html_closing_in_inline_code(page: SamplePage) -> Iterator[Mistake]:
    for _, closing in top_pairs(page):
        yield Mistake(closing.end, closing.end, f"\n\nHTML writes `</{closing.name}>`.\n", ())


@correct
def closing_tag_in_a_fence(page: SamplePage) -> Iterator[Mistake]:
    for _, closing in top_pairs(page):
        fence = f"\n\n```text\n</{closing.name}>\n/{closing.name} %}}\n```\n"
        yield Mistake(closing.end, closing.end, fence, ())


@correct
def name_in_the_text(page: SamplePage) -> Iterator[Mistake]:
    for _, closing in top_pairs(page):
        yield Mistake(closing.end, closing.end, f"\n\nThis is the end of {closing.name} (/{closing.name}).\n", ())


@correct
def comment_after_it(page: SamplePage) -> Iterator[Mistake]:
    for _, closing in top_pairs(page):
        yield Mistake(closing.end, closing.end, f"\n\n<!-- /{closing.name} -->\n", ())


@correct
def closing_followed_by_a_heading(page: SamplePage) -> Iterator[Mistake]:
    for _, closing in page.pairs[-1:]:
        if page.text[: closing.start].endswith("\n") and page.text.count("\n## ", 0, closing.start):
            yield Mistake(closing.end, closing.end, "\n## And then\n\nNothing.", ())
