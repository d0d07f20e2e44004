"""Links and images that are written almost right."""

from __future__ import annotations

from collections.abc import Iterator

from mistakes.kind import Mistake, SamplePage, correct, mistake
from mistakes.places import images, links, prose


def _links(page: SamplePage, new: str, *expected: str, start: str = "/") -> Iterator[Mistake]:
    """Each link in another form. `{text}` and `{target}` are its parts."""
    for found in links(page):
        if found[2].startswith(start):
            right = f"[{found[1]}]({found[2]})"
            yield Mistake(found.start(), found.end(), new.format(text=found[1], target=found[2]), expected or (right,))


@mistake
def space_before_the_target(page: SamplePage) -> Iterator[Mistake]:
    return _links(page, "[{text}] ({target})")


@mistake
def swapped_brackets(page: SamplePage) -> Iterator[Mistake]:
    return _links(page, "({text})[{target}]")


@mistake
def closing_parenthesis_missing(page: SamplePage) -> Iterator[Mistake]:
    return _links(page, "[{text}]({target}")


@mistake
def opening_parenthesis_missing(page: SamplePage) -> Iterator[Mistake]:
    return _links(page, "[{text}]{target})")


@mistake
def closing_bracket_missing(page: SamplePage) -> Iterator[Mistake]:
    return _links(page, "[{text}({target})")


@mistake
def two_pairs_of_parentheses(page: SamplePage) -> Iterator[Mistake]:
    return _links(page, "[{text}](({target}))")


@mistake
def curly_braces(page: SamplePage) -> Iterator[Mistake]:
    return _links(page, "[{text}]{{{target}}}")


@mistake
def angle_brackets(page: SamplePage) -> Iterator[Mistake]:
    return _links(page, "[{text}]<{target}>")


@mistake
def full_width_parentheses(page: SamplePage) -> Iterator[Mistake]:
    return _links(page, "[{text}]（{target}）")


@mistake
def quoted_target(page: SamplePage) -> Iterator[Mistake]:
    return _links(page, '[{text}]("{target}")')


@mistake
def undefined_reference(page: SamplePage) -> Iterator[Mistake]:
    return _links(page, "[{text}][the-page]", "reference", "definition")


@mistake
def backslashes(page: SamplePage) -> Iterator[Mistake]:
    for found in links(page):
        if found[2].startswith("/") and found[2].count("/") > 1:
            target = found[2].replace("/", "\\")
            yield Mistake(found.start(2), found.end(2), target, (found[2], "slash"))


@mistake
def one_slash_after_the_scheme(page: SamplePage) -> Iterator[Mistake]:
    for found in links(page):
        if found[2].startswith("https://"):
            yield Mistake(found.start(2), found.start(2) + 8, "https:/", ("https://",))


@mistake
def misspelt_scheme(page: SamplePage) -> Iterator[Mistake]:
    for found in links(page):
        if found[2].startswith("https://"):
            yield Mistake(found.start(2), found.start(2) + 8, "htps://", ("https://", "scheme"))


@mistake
def scheme_without_a_colon(page: SamplePage) -> Iterator[Mistake]:
    for found in links(page):
        if found[2].startswith("https://"):
            yield Mistake(found.start(2), found.start(2) + 8, "https//", ("https://",))


@mistake
def www_without_a_scheme(page: SamplePage) -> Iterator[Mistake]:
    for found in links(page):
        if found[2].startswith("https://"):
            right = "https://www.example.com/a"
            yield Mistake(found.start(2), found.end(2), "www.example.com/a", ("https://",), right)


@mistake
def html_ending(page: SamplePage) -> Iterator[Mistake]:
    for found in links(page):
        if found[2].startswith("/") and "#" not in found[2] and "." not in found[2] and found[2] != "/":
            yield Mistake(found.end(2), found.end(2), ".html", (found[2], ".html"))


@mistake
def markdown_ending(page: SamplePage) -> Iterator[Mistake]:
    for found in links(page):
        if found[2].startswith("/") and "#" not in found[2] and "." not in found[2] and found[2] != "/":
            yield Mistake(found.end(2), found.end(2), ".md", (found[2], ".md"))


@mistake
def image_with_a_space(page: SamplePage) -> Iterator[Mistake]:
    for found in images(page):
        yield Mistake(found.start() + 1, found.start() + 1, " ", ("space", f"![{found[1]}]"))


@mistake
def image_with_swapped_brackets(page: SamplePage) -> Iterator[Mistake]:
    for found in images(page):
        yield Mistake(found.start(), found.end(), f"!({found[1]})[{found[2]}]", (f"![{found[1]}](",))


@mistake
def image_with_a_space_before_the_target(page: SamplePage) -> Iterator[Mistake]:
    for found in images(page):
        yield Mistake(found.start(), found.end(), f"![{found[1]}] ({found[2]})", (f"![{found[1]}](", "space"))


@mistake
def image_never_closed(page: SamplePage) -> Iterator[Mistake]:
    for found in images(page):
        yield Mistake(found.end() - 1, found.end(), "", (f"![{found[1]}](", ")"))


# Correct ------------------------------------------------------------------------------------------------------------


def _before_prose(page: SamplePage, text: str) -> Iterator[Mistake]:
    for place in prose(page):
        yield Mistake(place.start, place.start, text + "\n\n", ())


@correct
def brackets_and_parentheses(page: SamplePage) -> Iterator[Mistake]:
    return _before_prose(page, "The value [in metres] (rounded) and the list [a] (see below).")


@correct
def array_access(page: SamplePage) -> Iterator[Mistake]:
    return _before_prose(page, "Read cells[i][j], or rows[0][1], of the grid.")


@correct
def function_call(page: SamplePage) -> Iterator[Mistake]:
    return _before_prose(page, "Call it (once) [twice if needed], not (/never)[1].")


@correct
def link_with_a_title(page: SamplePage) -> Iterator[Mistake]:
    return _before_prose(page, 'Read [the notes](https://example.com/a "A title") first.')


@correct
def link_with_parentheses(page: SamplePage) -> Iterator[Mistake]:
    return _before_prose(page, "Read [the notes](https://example.com/a_(b)) first, (or [these](https://example.com)).")


@correct
def link_in_angle_brackets(page: SamplePage) -> Iterator[Mistake]:
    return _before_prose(page, "Read [the notes](<https://example.com/a b>) or <https://example.com>.")


@correct
def reference_link(page: SamplePage) -> Iterator[Mistake]:
    return _before_prose(page, "Read [the notes][notes] or [notes][].\n\n[notes]: https://example.com/notes")


@correct
def links_in_code(page: SamplePage) -> Iterator[Mistake]:
    return _before_prose(page, "Write `[a] (b)` or `(a)[b]` or `[a](b`, and `[a][b]`.")


@correct
def escaped_link(page: SamplePage) -> Iterator[Mistake]:
    return _before_prose(page, "Write \\[text] (/url) as it is.")


@correct
def exclamation_before_a_link(page: SamplePage) -> Iterator[Mistake]:
    return _before_prose(page, "Look! [The notes](https://example.com/notes) are here.")
