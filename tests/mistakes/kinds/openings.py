"""Opening tags that are damaged, glued to text, self-closed or missing."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from mistakes.kind import KINDS, Kind, Mistake, SamplePage, correct
from mistakes.tag_places import block_pairs, removed_line, rewritten, top_pairs

_FORMS = {
    "percent-sign-missing-at-the-start": "{{ {0} %}}",
    "percent-sign-and-space-missing-at-the-start": "{{{0} %}}",
    "space-in-the-start": "{{ % {0} %}}",
    "brace-missing-at-the-start": "% {0} %}}",
    "start-missing": "{0} %}}",
    "end-missing": "{{% {0}",
    "brace-missing-at-the-end": "{{% {0} %",
    "percent-sign-missing-at-the-end": "{{% {0} }}",
    "space-in-the-end": "{{% {0} % }}",
    "double-braces": "{{{{% {0} %}}}}",
    "mustache": "{{{{ {0} }}}}",
    "single-braces": "{{ {0} }}",
    "escaped": "\\{{% {0} %}}",
    "html-form": "<{0}>",
    "square-brackets": "[% {0} %]",
    "parentheses": "(% {0} %)",
    "angle-brackets-and-percent-signs": "<% {0} %>",
    "ampersands": "{{& {0} &}}",
    "hyphens-of-jinja": "{{%- {0} -%}}",
    "bbcode": "[{0}]",
    "dollar-signs": "{{$ {0} $}}",
    "hash-sign": "{{# {0} #}}",
    "end-turned": "{{% {0} {{%",
    "percent-sign-doubled": "{{%% {0} %%}}",
}


def _written_as(form: str) -> Kind:
    def kind(page: SamplePage) -> Iterator[Mistake]:
        for opening, _ in block_pairs(page):
            inner = opening.text[2:-2].strip()
            yield rewritten(opening, form.format(inner), f"{{% {inner} %}}", f"{{% {opening.name}", "with %}", "`%}`")

    return kind


for _name, _form in _FORMS.items():
    KINDS[f"openings/{_name}"] = _written_as(_form)


def _named(name: str) -> Callable[[Kind], Kind]:
    def register(kind: Kind) -> Kind:
        KINDS[f"openings/{name}"] = kind
        return kind

    return register


@_named("self-closed")
def _self_closed(page: SamplePage) -> Iterator[Mistake]:
    for opening, _ in block_pairs(page):
        inner = opening.text[2:-2].strip()
        yield rewritten(opening, f"{{% {inner} /%}}", f"{{% {inner} %}}", "without the slash", "remove the slash")


@_named("written-as-closing")
def _closing(page: SamplePage) -> Iterator[Mistake]:
    for opening, _ in block_pairs(page):
        if not opening.syntax.attributes:
            yield rewritten(opening, f"{{% /{opening.name} %}}", f"{{% {opening.name} %}}")


@_named("slash-before-the-name")
def _slash(page: SamplePage) -> Iterator[Mistake]:
    for opening, _ in block_pairs(page):
        if opening.syntax.attributes:
            inner = opening.text[2:-2].strip()
            yield rewritten(opening, f"{{% /{inner} %}}", f"{{% {inner} %}}", "without the slash", "remove the slash")


@_named("glued-to-the-text-before")
def _after_text(page: SamplePage) -> Iterator[Mistake]:
    for opening, _ in block_pairs(page):
        before = page.text[: opening.start].rstrip("\n")
        last = before[before.rfind("\n") + 1 :]
        if last[:1].isalpha() and "{%" not in last and len(before) < opening.start:
            yield Mistake(len(before), opening.start, " ", ("line of its own",))


@_named("glued-to-the-text-after")
def _before_text(page: SamplePage) -> Iterator[Mistake]:
    for opening, _ in block_pairs(page):
        after = page.text[opening.end :]
        rest = after.lstrip("\n")
        if rest[:1].isalpha():
            yield Mistake(opening.end, opening.end + len(after) - len(rest), " ", ("line of its own",))


@_named("missing")
def _missing(page: SamplePage) -> Iterator[Mistake]:
    for opening, _ in block_pairs(page):
        yield removed_line(page, opening, "opening", f"no open `{opening.name}`", f"{{% {opening.name} %}}")


@_named("missing-in-a-blank-line")
def _emptied(page: SamplePage) -> Iterator[Mistake]:
    for opening, _ in block_pairs(page):
        yield rewritten(opening, "", "opening", f"no open `{opening.name}`", f"{{% {opening.name} %}}")


def _right(form: str) -> Kind:
    def kind(page: SamplePage) -> Iterator[Mistake]:
        for opening, _ in block_pairs(page):
            yield rewritten(opening, form.format(opening.text[2:-2].strip()))

    return kind


@correct
def opening_without_spaces(page: SamplePage) -> Iterator[Mistake]:
    yield from _right("{{%{0}%}}")(page)


@correct
def opening_with_wide_spaces(page: SamplePage) -> Iterator[Mistake]:
    yield from _right("{{%   {0}   %}}")(page)


@correct
def opening_before_a_blank_line(page: SamplePage) -> Iterator[Mistake]:
    yield from _right("{{% {0} %}}\n")(page)


@correct
def opening_with_spaces_behind(page: SamplePage) -> Iterator[Mistake]:
    yield from _right("{{% {0} %}}   ")(page)


@correct
def opening_over_two_lines(page: SamplePage) -> Iterator[Mistake]:
    yield from _right("{{% {0}\n%}}")(page)


def _above(text: str) -> Kind:
    def kind(page: SamplePage) -> Iterator[Mistake]:
        for opening, _ in list(top_pairs(page))[:1]:
            yield Mistake(opening.start, opening.start, text.format(opening.name), ())

    return kind


@correct
def escaped_tag_in_the_text(page: SamplePage) -> Iterator[Mistake]:
    yield from _above("Write \\{{% {0} %}} and close it.\n\n")(page)


@correct
def damaged_tag_in_inline_code(page: SamplePage) -> Iterator[Mistake]:
    yield from _above("Not `{{ {0} %}}`, not `<{0}>`.\n\n")(page)


@correct
def damaged_tag_in_a_fence(page: SamplePage) -> Iterator[Mistake]:
    yield from _above("```text\n{{ {0} %}}\n<{0}>\n```\n\n")(page)


@correct
def name_in_parentheses(page: SamplePage) -> Iterator[Mistake]:
    yield from _above("This is a rune ({0}) of this site, 5 % of all.\n\n")(page)
