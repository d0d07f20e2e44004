"""Opening and closing tags that do not belong together."""

from __future__ import annotations

from collections.abc import Iterator

from mistakes.kind import Mistake, SamplePage, correct, mistake
from mistakes.tag_places import block_pairs, other_name, rewritten, top_pairs, typo


@mistake
def closing_misspelt(page: SamplePage) -> Iterator[Mistake]:
    for _, closing in block_pairs(page):
        new = f"{{% /{typo(closing.name)} %}}"
        yield rewritten(closing, new, f"write /{closing.name}", f"{{% /{closing.name} %}}")


@mistake
def closing_cut_off(page: SamplePage) -> Iterator[Mistake]:
    for _, closing in block_pairs(page):
        new = f"{{% /{closing.name[:-1]} %}}"
        yield rewritten(closing, new, f"write /{closing.name}", f"{{% /{closing.name} %}}")


@mistake
def closing_with_another_name(page: SamplePage) -> Iterator[Mistake]:
    for opening, closing in block_pairs(page):
        if opening.syntax.attributes:
            new = f"{{% /{other_name(page, closing.name)} %}}"
            yield rewritten(closing, new, f"write /{closing.name}", f"{{% /{closing.name} %}}")


@mistake
def closing_with_an_unknown_name(page: SamplePage) -> Iterator[Mistake]:
    for _, closing in block_pairs(page):
        yield rewritten(closing, "{% /block %}", f"write /{closing.name}", f"{{% /{closing.name} %}}")


@mistake
def closing_in_plural(page: SamplePage) -> Iterator[Mistake]:
    for _, closing in block_pairs(page):
        new = closing.name[:-1] if closing.name.endswith("s") else f"{closing.name}s"
        yield rewritten(closing, f"{{% /{new} %}}", f"write /{closing.name}", f"{{% /{closing.name} %}}")


@mistake
def opening_misspelt(page: SamplePage) -> Iterator[Mistake]:
    for opening, _ in block_pairs(page):
        new = opening.text.replace(opening.name, typo(opening.name), 1)
        yield rewritten(opening, new, f"write {opening.name}", f"'{opening.name}'", f"`{opening.name}`")


@mistake
def opening_cut_off(page: SamplePage) -> Iterator[Mistake]:
    for opening, _ in block_pairs(page):
        new = opening.text.replace(opening.name, opening.name[:-1], 1)
        yield rewritten(opening, new, f"write {opening.name}", f"'{opening.name}'", f"`{opening.name}`")


@mistake
def opening_with_an_unknown_name(page: SamplePage) -> Iterator[Mistake]:
    for opening, _ in block_pairs(page):
        new = opening.text.replace(opening.name, "block", 1)
        yield rewritten(opening, new, f"write {opening.name}", f"'{opening.name}'", f"`{opening.name}`")


@mistake
def opening_with_another_name(page: SamplePage) -> Iterator[Mistake]:
    for opening, _ in block_pairs(page):
        new = opening.text.replace(opening.name, other_name(page, opening.name), 1)
        yield rewritten(opening, new, f"write {opening.name}", f"'{opening.name}'", f"`{opening.name}`")


@mistake
def closing_tags_exchanged(page: SamplePage) -> Iterator[Mistake]:
    for _, first in block_pairs(page):
        for _, second in block_pairs(page):
            between = page.text[first.end : second.start]
            if first.end <= second.start and not between.strip() and first.name != second.name:
                new = f"{second.text}{between}{first.text}"
                yield Mistake(first.start, second.end, new, (f"close {first.name} first", f"write /{first.name}"))


@mistake
def closing_moved_behind_that_of_the_parent(page: SamplePage) -> Iterator[Mistake]:
    for inner, first in block_pairs(page):
        for outer, second in block_pairs(page):
            if outer.start < inner.start and first.end < second.start and first.name != second.name:
                between = page.text[first.end + 1 : second.end + 1]
                if not page.text[first.end : second.start].strip():
                    continue
                if "{%" not in page.text[first.end : second.start]:
                    new = f"{between}{first.text}\n"
                    yield Mistake(
                        first.start, second.end + 1, new, (f"close {first.name} first", f"{{% /{first.name} %}}")
                    )


@mistake
def space_in_the_name_of_the_closing(page: SamplePage) -> Iterator[Mistake]:
    for _, closing in block_pairs(page):
        if "-" in closing.name:
            new = closing.name.replace("-", " ")
            yield rewritten(closing, f"{{% /{new} %}}", f"/{closing.name}")


@mistake
def underscore_in_the_name_of_the_closing(page: SamplePage) -> Iterator[Mistake]:
    for _, closing in block_pairs(page):
        if "-" in closing.name:
            new = closing.name.replace("-", "_")
            yield rewritten(closing, f"{{% /{new} %}}", f"write /{closing.name}", f"{{% /{closing.name} %}}")


def _around(text: str, page: SamplePage) -> Iterator[Mistake]:
    for opening, closing in top_pairs(page):
        yield Mistake(closing.end, closing.end, text.format(opening.name), ())


@correct
def the_same_tag_twice(page: SamplePage) -> Iterator[Mistake]:
    for opening, closing in block_pairs(page):
        if page.site.vocabulary.refrakt and opening.name == "hint":
            yield Mistake(closing.end, closing.end, "\n\n{% hint %}\nAnd this.\n{% /hint %}", ())


@correct
def tag_in_a_tag(page: SamplePage) -> Iterator[Mistake]:
    for opening, closing in page.pairs:
        if opening.name == "hint" and page.text[closing.start - 1] == "\n":
            yield Mistake(closing.start, closing.start, '\n{% details summary="More" %}\nThis.\n{% /details %}\n', ())


@correct
def inline_pair(page: SamplePage) -> Iterator[Mistake]:
    yield from _around("\n\nThis is {{% badge %}}new{{% /badge %}} here.\n", page)


@correct
def pair_in_a_list_item(page: SamplePage) -> Iterator[Mistake]:
    yield from _around("\n\n- This:\n  {{% hint %}}\n  Save.\n  {{% /hint %}}\n- That.\n", page)


@correct
def pair_in_a_quote(page: SamplePage) -> Iterator[Mistake]:
    yield from _around("\n\n> {{% hint %}}\n> Save.\n> {{% /hint %}}\n", page)


@correct
def pair_in_a_fence(page: SamplePage) -> Iterator[Mistake]:
    yield from _around("\n\n```text\n{{% card %}}\n{{% /hint %}}\n```\n", page)


@correct
def half_a_pair_in_inline_code(page: SamplePage) -> Iterator[Mistake]:
    yield from _around("\n\nIt begins with `{{% {0} %}}`.\n", page)


@correct
def alias_in_both_tags(page: SamplePage) -> Iterator[Mistake]:
    yield from _around("\n\n{{% callout %}}\nSave.\n{{% /callout %}}\n", page)


@correct
def tag_without_content(page: SamplePage) -> Iterator[Mistake]:
    yield from _around('\n\n{{% icon name="star" /%}}\n', page)


@correct
def tags_on_one_line(page: SamplePage) -> Iterator[Mistake]:
    yield from _around("\n\nA {{% badge %}}A{{% /badge %}} and {{% badge %}}B{{% /badge %}} too.\n", page)
