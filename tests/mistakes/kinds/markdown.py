"""Markdown that is written almost right."""

from __future__ import annotations

import re
from collections.abc import Iterator

from mistakes.kind import Mistake, SamplePage, correct, mistake
from mistakes.places import blocks, matches, nodes, prose

_BOLD = re.compile(r"\*\*([^*\n`]+)\*\*")
_CODE = re.compile(r"(?<!`)`([^`\n]+)`(?!`)")


def _fences(page: SamplePage) -> Iterator[tuple[int, int, list[str]]]:
    for place in blocks(page, "fence"):
        lines = place.text.split("\n")
        if len(lines) > 2 and lines[0].startswith("```") and lines[-1].strip() == "```":
            yield place.start, place.end, lines


@mistake
def fence_without_its_end(page: SamplePage) -> Iterator[Mistake]:
    for _, end, lines in _fences(page):
        if page.text[end:].strip():
            yield Mistake(end - len(lines[-1]), end, "", ("```", "fence", "code block"))


@mistake
def fence_closed_with_tildes(page: SamplePage) -> Iterator[Mistake]:
    for _, end, lines in _fences(page):
        if page.text[end:].strip():
            yield Mistake(end - len(lines[-1]), end, "~~~", ("```",))


@mistake
def fence_closed_with_two_ticks(page: SamplePage) -> Iterator[Mistake]:
    for _, end, lines in _fences(page):
        if page.text[end:].strip():
            yield Mistake(end - len(lines[-1]), end, "``", ("```",))


@mistake
def fence_opened_with_two_ticks(page: SamplePage) -> Iterator[Mistake]:
    for start, end, lines in _fences(page):
        if page.text[end:].strip() and re.fullmatch(r"```\w+", lines[0]) and "`" not in "".join(lines[1:-1]):
            yield Mistake(start, start + 3, "``", ("```",))


@mistake
def fence_with_text_after_its_end(page: SamplePage) -> Iterator[Mistake]:
    for place in blocks(page, "fence"):
        if place.text.startswith("```") and place.text.rstrip().endswith("\n```") and page.text[place.end :].strip():
            following = re.match(r"\n\n(\w[^\n]*)", page.text[place.end :])
            if following:
                end = place.end + following.end()
                yield Mistake(place.end, end, f" {following[1]}", ("```", "own line", "code block", "fence"))


@mistake
def curly_fence(page: SamplePage) -> Iterator[Mistake]:
    for start, end, lines in _fences(page):
        new = "\n".join(["’’’" + lines[0][3:], *lines[1:-1], "’’’"])
        if "{%" not in "".join(lines):
            yield Mistake(start, end, new, ("```",))


@mistake
def heading_without_a_space(page: SamplePage) -> Iterator[Mistake]:
    for _, place in nodes(page, "heading"):
        found = re.match(r"(#+) (?=\w)", place.text)
        if found:
            yield Mistake(place.start, place.start + found.end(), found[1], ("space", f"{found[1]} "))


@mistake
def escaped_heading(page: SamplePage) -> Iterator[Mistake]:
    for _, place in nodes(page, "heading"):
        if re.match(r"#+ \w", place.text):
            yield Mistake(place.start, place.start, "\\", ("\\#", "backslash", "escaped"))


@mistake
def heading_with_seven_marks(page: SamplePage) -> Iterator[Mistake]:
    for _, place in nodes(page, "heading"):
        if re.match(r"#{3,6} \w", place.text):
            marks = len(place.text) - len(place.text.lstrip("#"))
            yield Mistake(place.start, place.start + marks, "#######", ("six", "6", "level"))


@mistake
def wide_number_sign(page: SamplePage) -> Iterator[Mistake]:
    for _, place in nodes(page, "heading"):
        marks = len(place.text) - len(place.text.lstrip("#"))
        if place.text.startswith("#"):
            yield Mistake(place.start, place.start + marks, "＃" * marks, ("#",))


def _lists(page: SamplePage, *marks: str) -> Iterator[tuple[int, list[str]]]:
    for place in blocks(page, "list"):
        lines = place.text.split("\n")
        if len(lines) > 1 and all(re.match(rf"(?:{'|'.join(marks)}) \w", line) for line in lines):
            yield place.start, lines


@mistake
def list_without_spaces(page: SamplePage) -> Iterator[Mistake]:
    for start, lines in _lists(page, "-"):
        text = "\n".join(lines)
        new = "\n".join(line.replace("- ", "-", 1) for line in lines)
        yield Mistake(start, start + len(text), new, ("space", "- "))


@mistake
def numbers_without_spaces(page: SamplePage) -> Iterator[Mistake]:
    for start, lines in _lists(page, r"\d+\."):
        text = "\n".join(lines)
        new = "\n".join(re.sub(r"^(\d+\.) ", r"\1", line) for line in lines)
        yield Mistake(start, start + len(text), new, ("space",))


@mistake
def one_item_without_a_space(page: SamplePage) -> Iterator[Mistake]:
    for start, lines in _lists(page, "-"):
        for number in range(1, len(lines)):
            at = start + sum(len(line) + 1 for line in lines[:number])
            yield Mistake(at, at + 2, "-", ("space",))


@mistake
def bullet_characters(page: SamplePage) -> Iterator[Mistake]:
    for start, lines in _lists(page, "-"):
        text = "\n".join(lines)
        new = "\n".join("•" + line[1:] for line in lines)
        yield Mistake(start, start + len(text), new, ("- ", "list"))


@mistake
def numbers_with_parentheses_around(page: SamplePage) -> Iterator[Mistake]:
    for start, lines in _lists(page, r"\d+\."):
        text = "\n".join(lines)
        new = "\n".join(re.sub(r"^(\d+)\. ", r"(\1) ", line) for line in lines)
        yield Mistake(start, start + len(text), new, ("1.",))


@mistake
def bold_without_its_end(page: SamplePage) -> Iterator[Mistake]:
    for found in matches(page, _BOLD):
        yield Mistake(found.end() - 2, found.end(), "", ("**",))


@mistake
def bold_without_its_start(page: SamplePage) -> Iterator[Mistake]:
    for found in matches(page, _BOLD):
        yield Mistake(found.start(), found.start() + 2, "", ("**",))


@mistake
def bold_with_one_asterisk_less(page: SamplePage) -> Iterator[Mistake]:
    for found in matches(page, _BOLD):
        yield Mistake(found.end() - 1, found.end(), "", ("**",))


@mistake
def bold_with_spaces_inside(page: SamplePage) -> Iterator[Mistake]:
    for found in matches(page, _BOLD):
        yield Mistake(found.start(), found.end(), f"** {found[1]} **", ("**", "space"))


def _code_spans(page: SamplePage) -> Iterator[tuple[int, int]]:
    for _, place in nodes(page, "code"):
        if re.fullmatch(r"`[^`\n|]+`", place.text):
            yield place.start, place.end


@mistake
def code_without_its_end(page: SamplePage) -> Iterator[Mistake]:
    for start, end in _code_spans(page):
        paragraph = _paragraph(page, start)
        if paragraph.count("`") == 2:
            yield Mistake(end - 1, end, "", ("`",))


@mistake
def code_without_its_start(page: SamplePage) -> Iterator[Mistake]:
    for start, _ in _code_spans(page):
        paragraph = _paragraph(page, start)
        if paragraph.count("`") == 2:
            yield Mistake(start, start + 1, "", ("`",))


def _paragraph(page: SamplePage, at: int) -> str:
    start = page.text.rfind("\n\n", 0, at) + 2
    end = page.text.find("\n\n", at)
    return page.text[start : end if end >= 0 else len(page.text)]


@mistake
def curly_quotes_for_code(page: SamplePage) -> Iterator[Mistake]:
    for start, end in _code_spans(page):
        yield Mistake(start, end, f"´{page.text[start + 1 : end - 1]}´", ("`",))


@mistake
def conflict_markers(page: SamplePage) -> Iterator[Mistake]:
    for place in prose(page):
        new = f"<<<<<<< HEAD\n{place.text}\n=======\n{place.text} Twice.\n>>>>>>> main"
        yield Mistake(place.start, place.end, new, ("conflict",))


@mistake
def conflict_marker_left(page: SamplePage) -> Iterator[Mistake]:
    for place in prose(page):
        yield Mistake(place.end, place.end, "\n>>>>>>> main", ("conflict",))


@mistake
def page_in_a_fence(page: SamplePage) -> Iterator[Mistake]:
    if "```" not in page.text:
        yield Mistake(0, len(page.text), f"```markdown\n{page.text.rstrip()}\n```\n", ("fence", "code block", "```"))


@mistake
def body_in_a_fence(page: SamplePage) -> Iterator[Mistake]:
    found = re.match(r"---\n.*?\n---\n", page.text, re.DOTALL)
    if found and "```" not in page.text and "{%" in page.text:
        new = f"\n```markdown\n{page.text[found.end() :].strip()}\n```\n"
        yield Mistake(found.end(), len(page.text), new, ("fence", "code block", "```"))


@mistake
def chat_reply_around_the_page(page: SamplePage) -> Iterator[Mistake]:
    if "```" not in page.text and page.text.startswith("---\n"):
        new = f"Here is the page:\n\n```markdown\n{page.text.rstrip()}\n```\n"
        yield Mistake(0, len(page.text), new, ("fence", "code block", "```", "frontmatter", "front matter"))


@mistake
def html_break(page: SamplePage) -> Iterator[Mistake]:
    for place in prose(page):
        if "\n" in place.text:
            at = place.start + place.text.index("\n")
            yield Mistake(at, at, "<br>", ("<br>", "html"))


@mistake
def html_bold(page: SamplePage) -> Iterator[Mistake]:
    for found in matches(page, _BOLD):
        yield Mistake(found.start(), found.end(), f"<b>{found[1]}</b>", ("**",))


@mistake
def html_strong(page: SamplePage) -> Iterator[Mistake]:
    for found in matches(page, _BOLD):
        yield Mistake(found.start(), found.end(), f"<strong>{found[1]}</strong>", ("**",))


@mistake
def html_emphasis(page: SamplePage) -> Iterator[Mistake]:
    for found in matches(page, re.compile(r"(?<![\w*])\*([^*\n`]+)\*(?![\w*])")):
        yield Mistake(found.start(), found.end(), f"<em>{found[1]}</em>", ("*",))


@mistake
def html_code(page: SamplePage) -> Iterator[Mistake]:
    for start, end in _code_spans(page):
        inner = page.text[start + 1 : end - 1]
        if not re.search(r"[<>&{}*_\[\]\\]", inner):
            yield Mistake(start, end, f"<code>{inner}</code>", ("`",))


@mistake
def html_link(page: SamplePage) -> Iterator[Mistake]:
    for found in matches(page, re.compile(r"(?<!!)\[([^\]\[\n`|]+)\]\(([^()\s]+)\)")):
        yield Mistake(found.start(), found.end(), f'<a href="{found[2]}">{found[1]}</a>', (f"[{found[1]}](",))


@mistake
def html_paragraph(page: SamplePage) -> Iterator[Mistake]:
    for place in prose(page):
        if "\n" not in place.text:
            yield Mistake(place.start, place.end, f"<p>{place.text}</p>", ("html", "<p>"))


@mistake
def html_image(page: SamplePage) -> Iterator[Mistake]:
    for found in matches(page, re.compile(r"!\[([^\]\[\n]+)\]\(([^()\s]+)\)")):
        yield Mistake(found.start(), found.end(), f'<img src="{found[2]}" alt="{found[1]}">', (f"![{found[1]}](",))


@mistake
def html_entity_heading(page: SamplePage) -> Iterator[Mistake]:
    for _, place in nodes(page, "heading"):
        found = re.fullmatch(r"(#+) ([^{\n`*]+)", place.text)
        if found:
            level = len(found[1])
            yield Mistake(place.start, place.end, f"<h{level}>{found[2]}</h{level}>", (found[1], "html"))


@mistake
def list_glued_to_a_paragraph(page: SamplePage) -> Iterator[Mistake]:
    for place in blocks(page, "list"):
        lead = re.search(r"\w[^\n]*:\n\n$", page.text[: place.start])
        if lead and re.match(r"[2-9]\d*\. ", place.text):
            yield Mistake(place.start - 1, place.start, "", ("blank line",))


@mistake
def checkbox_without_a_space(page: SamplePage) -> Iterator[Mistake]:
    for found in re.finditer(r"^- \[ \] (?=\w)", page.text, re.MULTILINE):
        yield Mistake(found.start(), found.end(), "- [] ", ("[ ]",))


@mistake
def checkbox_without_a_dash_space(page: SamplePage) -> Iterator[Mistake]:
    for found in re.finditer(r"^- \[([ x])\] (?=\w)", page.text, re.MULTILINE):
        yield Mistake(found.start(), found.end(), f"-[{found[1]}] ", ("- [", "space"))


@mistake
def checkbox_glued_to_its_text(page: SamplePage) -> Iterator[Mistake]:
    for found in re.finditer(r"^- \[([ x])\] (?=\w)", page.text, re.MULTILINE):
        yield Mistake(found.start(), found.end(), f"- [{found[1]}]", ("space",))


@mistake
def checkbox_with_spaces_around_x(page: SamplePage) -> Iterator[Mistake]:
    for found in re.finditer(r"^- \[x\] (?=\w)", page.text, re.MULTILINE):
        yield Mistake(found.start(), found.end(), "- [ x ] ", ("[x]",))


# Correct ------------------------------------------------------------------------------------------------------------


def _before_prose(page: SamplePage, text: str) -> Iterator[Mistake]:
    for place in prose(page):
        yield Mistake(place.start, place.start, text + "\n\n", ())


@correct
def hashtags(page: SamplePage) -> Iterator[Mistake]:
    return _before_prose(page, "#summer and #1 are tags, and issue #12 is open.")


@correct
def negative_numbers(page: SamplePage) -> Iterator[Mistake]:
    return _before_prose(page, "-5 degrees at night,\n-3 in the morning.")


@correct
def flags(page: SamplePage) -> Iterator[Mistake]:
    return _before_prose(page, "The options are\n--verbose and\n-v, or\n-q.")


@correct
def version_numbers(page: SamplePage) -> Iterator[Mistake]:
    return _before_prose(page, "1.5 is newer than 1.4, and\n2.0 follows in spring.")


@correct
def dialogue(page: SamplePage) -> Iterator[Mistake]:
    return _before_prose(page, "–Come in, she said.")


@correct
def asterisks_in_text(page: SamplePage) -> Iterator[Mistake]:
    return _before_prose(page, "It is 2 * 3 * 4, with a footnote*, and 2 ** 8 is 256.")


@correct
def emphasis_in_a_word(page: SamplePage) -> Iterator[Mistake]:
    return _before_prose(page, "un*frigging*believable, **bold**ly and snake_case_name.")


@correct
def backtick_in_code(page: SamplePage) -> Iterator[Mistake]:
    return _before_prose(page, "Write `` ` `` for a tick, and `a` for code.")


@correct
def fence_in_a_fence(page: SamplePage) -> Iterator[Mistake]:
    return _before_prose(page, "````md\n```js\nx\n```\n````")


@correct
def fence_of_tildes(page: SamplePage) -> Iterator[Mistake]:
    return _before_prose(page, "~~~js\nconst a = `b`;\n~~~")


@correct
def fence_with_headings(page: SamplePage) -> Iterator[Mistake]:
    return _before_prose(page, "```md\n# Title\n\n## Part\n\n- a\n- b\n```")


@correct
def shell_comments(page: SamplePage) -> Iterator[Mistake]:
    return _before_prose(page, "```sh\n#install\nnpm i\n#run\nnpm start\n```")


@correct
def html_in_code(page: SamplePage) -> Iterator[Mistake]:
    return _before_prose(page, "Write `<br>` or `<b>x</b>`; a < b, and <https://example.com>.")


@correct
def conflict_in_a_fence(page: SamplePage) -> Iterator[Mistake]:
    return _before_prose(page, "```diff\n<<<<<<< HEAD\na\n=======\nb\n>>>>>>> main\n```")


@correct
def thematic_break(page: SamplePage) -> Iterator[Mistake]:
    return _before_prose(page, "A paragraph.\n\n---\n\nAnother one.")


@correct
def list_after_a_paragraph(page: SamplePage) -> Iterator[Mistake]:
    return _before_prose(page, "The parts:\n- one\n- two")


@correct
def reference_in_brackets(page: SamplePage) -> Iterator[Mistake]:
    return _before_prose(page, "- [a] is first\n- [b] is second")


@correct
def nested_list(page: SamplePage) -> Iterator[Mistake]:
    return _before_prose(page, "- one\n  - two\n    - three\n\n1. one\n   1. two")
