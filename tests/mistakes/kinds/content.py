"""Content that does not match the content model of its rune."""

from __future__ import annotations

import re
from collections.abc import Iterator

from mistakes.kind import Mistake, PlacedTag, SamplePage, correct, mistake
from mistakes.tag_places import block_pairs

_HEADED = frozenset({"tabs", "accordion", "timeline", "reveal", "realm", "faction", "character", "comparison"})
_FENCED = frozenset({"codegroup", "diff", "diagram"})
_LISTED = frozenset({"deflist", "playlist", "map", "breadcrumb"})
_TITLED = frozenset({"hero", "playlist", "work", "spec", "decision", "bug"})
_PARENTS = frozenset(
    {"tabs", "accordion", "steps", "bento", "timeline", "cast", "comparison", "conversation", "pricing"}
)
_ZONED = frozenset({"hero", "feature", "recipe", "playlist", "juxtapose", "grid"})
_HEADING = re.compile(r"^#{1,6} +(.+)$", re.MULTILINE)
_NUMBERED = re.compile(r"^\d+\. ", re.MULTILINE)
_BULLET = re.compile(r"^- ", re.MULTILINE)
_QUOTED = re.compile(r"^> ?", re.MULTILINE)


def _bodies(page: SamplePage, names: frozenset[str]) -> Iterator[tuple[PlacedTag, int, int, str]]:
    """The runes of these names without tags in them: the opening tag, and the bounds and text of the content."""
    for opening, closing in block_pairs(page):
        if opening.name in names:
            yield opening, opening.end, closing.start, page.text[opening.end : closing.start]


def _plain(page: SamplePage, names: frozenset[str]) -> Iterator[tuple[PlacedTag, int, int, str]]:
    return (each for each in _bodies(page, names) if "{%" not in each[3])


@mistake
def bullets_for_steps(page: SamplePage) -> Iterator[Mistake]:
    for _, start, end, text in _plain(page, frozenset({"steps"})):
        if _NUMBERED.search(text) and not _HEADING.search(text):
            yield Mistake(start, end, _NUMBERED.sub("- ", text), ("numbered list", "number"))


@mistake
def bullets_for_the_steps_of_a_recipe(page: SamplePage) -> Iterator[Mistake]:
    for _, start, end, text in _plain(page, frozenset({"recipe"})):
        if len(_NUMBERED.findall(text)) > 1 and re.search(r"^- .*\n\n[^-\d\s]", text, re.MULTILINE):
            yield Mistake(start, end, _NUMBERED.sub("- ", text), ("numbered list", "number"))


@mistake
def bold_text_for_headings(page: SamplePage) -> Iterator[Mistake]:
    for _, start, end, text in _plain(page, _HEADED):
        if len(_HEADING.findall(text)) > 1:
            yield Mistake(start, end, _HEADING.sub(r"**\1**", text), ("heading",))


@mistake
def text_for_headings(page: SamplePage) -> Iterator[Mistake]:
    for _, start, end, text in _plain(page, _HEADED):
        if len(_HEADING.findall(text)) > 1:
            yield Mistake(start, end, _HEADING.sub(r"\1\n", text), ("heading",))


@mistake
def list_for_headings(page: SamplePage) -> Iterator[Mistake]:
    for _, start, end, text in _plain(page, _HEADED - {"tabs"}):
        if len(_HEADING.findall(text)) > 1:
            items = "".join(f"- {each}\n" for each in _HEADING.findall(text))
            yield Mistake(start, end, f"\n{items}", ("heading",))


@mistake
def headings_of_another_level(page: SamplePage) -> Iterator[Mistake]:
    for _, start, end, text in _plain(page, frozenset({"comparison", "work", "bug", "decision"})):
        new = re.sub(r"^## ", "### ", text, flags=re.MULTILINE)
        if new != text and "\n### " not in text and "\n# " not in text:
            yield Mistake(start, end, new, ("level 2", "##"))


@mistake
def code_without_fence(page: SamplePage) -> Iterator[Mistake]:
    for _, start, end, text in _plain(page, _FENCED):
        if text.count("```") == 2:
            yield Mistake(start, end, re.sub(r"^```.*\n", "", text, flags=re.MULTILINE), ("code block",))


@mistake
def paragraphs_for_a_list(page: SamplePage) -> Iterator[Mistake]:
    for _, start, end, text in _plain(page, _LISTED):
        if _BULLET.search(text) and "\n  " not in text:
            yield Mistake(start, end, _BULLET.sub("\n", text), ("a list",))


@mistake
def table_for_a_list(page: SamplePage) -> Iterator[Mistake]:
    for _, start, end, text in _plain(page, _LISTED):
        rows = re.findall(r"^- (.+)$", text, re.MULTILINE)
        if rows and "\n  " not in text and "|" not in text:
            table = "| A | B |\n| --- | --- |\n" + "".join(f"| {row} | x |\n" for row in rows)
            yield Mistake(start, end, f"\n{table}", ("a list",))


@mistake
def paragraphs_for_quotes(page: SamplePage) -> Iterator[Mistake]:
    for _, start, end, text in _plain(page, frozenset({"conversation"})):
        if _QUOTED.search(text):
            yield Mistake(start, end, _QUOTED.sub("", text), ("quote",))


@mistake
def list_for_quotes(page: SamplePage) -> Iterator[Mistake]:
    for _, start, end, text in _plain(page, frozenset({"conversation"})):
        if _QUOTED.search(text):
            yield Mistake(start, end, _QUOTED.sub("- ", text), ("quote",))


@mistake
def title_missing(page: SamplePage) -> Iterator[Mistake]:
    for _, start, _end, text in _bodies(page, _TITLED):
        found = _HEADING.search(text)
        if found and found.start() < 3:
            yield Mistake(start + found.start(), start + found.end(), "", ("a heading",))


@mistake
def empty(page: SamplePage) -> Iterator[Mistake]:
    for _, start, end, _ in _bodies(page, _HEADED | _FENCED | _LISTED | {"steps", "conversation", "hero"}):
        yield Mistake(start, end, "\n", ("is empty", "content"))


@mistake
def parts_without_parent(page: SamplePage) -> Iterator[Mistake]:
    for opening, closing in block_pairs(page):
        inner = page.text[opening.end + 1 : closing.start]
        if opening.name in _PARENTS and inner.lstrip().startswith("{% "):
            yield Mistake(opening.start, closing.end + 1, inner, (f"`{opening.name}`",))


@mistake
def part_in_another_parent(page: SamplePage) -> Iterator[Mistake]:
    for opening, closing in block_pairs(page):
        inner = page.text[opening.end : closing.start]
        if opening.name in _PARENTS and inner.lstrip().startswith("{% "):
            yield Mistake(opening.start, closing.end, f"{{% card %}}{inner}{{% /card %}}", (f"`{opening.name}`",))


@mistake
def text_before_the_parts(page: SamplePage) -> Iterator[Mistake]:
    for _, start, _, _ in _bodies(page, frozenset({"conversation", "codegroup", "diff", "diagram", "deflist"})):
        yield Mistake(start, start, "\nLook at this first.\n", ("expects", "accepts", "not rendered"))


@mistake
def slash_of_a_rune_without_content_missing(page: SamplePage) -> Iterator[Mistake]:
    for tag in page.tags:
        rune = page.site.vocabulary.get(tag.name)
        if tag.kind == "void" and rune is not None and rune.self_closing:
            yield Mistake(tag.start, tag.end, f"{tag.text.removesuffix('/%}').rstrip()} %}}", ("/%}",))


def _after(text: str, page: SamplePage, *names: str) -> Iterator[Mistake]:
    last = next(reversed(page.pairs), None)
    if last is not None and page.text[last[1].end : last[1].end + 1] in ("", "\n") and not page.path.startswith("plan"):
        yield Mistake(len(page.text), len(page.text), f"\n\n{text}\n", names)


def _zoned(page: SamplePage) -> Iterator[Mistake]:
    """The lines that separate the zones of runes."""
    for opening, closing in block_pairs(page):
        if opening.name in _ZONED:
            body = page.text[opening.end : closing.start]
            if body.count("\n---\n") == 1 and "{%" not in body:
                at = opening.end + body.index("\n---\n") + 1
                yield Mistake(at, at + 3, "", ("`---`",))


def _separated(page: SamplePage, line: str) -> Iterator[Mistake]:
    yield from (Mistake(each.start, each.end, line, each.expected) for each in _zoned(page))


@mistake
def two_dashes_between_zones(page: SamplePage) -> Iterator[Mistake]:
    yield from _separated(page, "--")


@mistake
def long_dash_between_zones(page: SamplePage) -> Iterator[Mistake]:
    yield from _separated(page, "—")


@mistake
def equals_signs_between_zones(page: SamplePage) -> Iterator[Mistake]:
    yield from _separated(page, "===")


@mistake
def list_for_a_table(page: SamplePage) -> Iterator[Mistake]:
    for _, start, end, text in _plain(page, frozenset({"chart", "datatable"})):
        rows = [each.strip("|").split("|") for each in text.splitlines() if each.startswith("|")]
        if len(rows) > 2:
            items = "".join(f"- {row[0].strip()}: {row[1].strip()}\n" for row in rows[2:])
            yield Mistake(start, end, f"\n{items}", ("a table",))


@mistake
def links_for_images(page: SamplePage) -> Iterator[Mistake]:
    for _, start, end, text in _plain(page, frozenset({"gallery", "figure"})):
        if "![" in text:
            yield Mistake(start, end, text.replace("![", "["), ("exclamation mark", "image"))


@mistake
def one_block_for_two(page: SamplePage) -> Iterator[Mistake]:
    for _, start, end, text in _plain(page, frozenset({"diff", "compare"})):
        if text.count("```") == 4:
            cut = text.rindex("```", 0, text.rindex("```"))
            yield Mistake(start + cut, end, "", ("code block",))


@mistake
def lines_for_links(page: SamplePage) -> Iterator[Mistake]:
    for _, start, end, text in _plain(page, frozenset({"nav", "palette", "typography"})):
        if _BULLET.search(text) and "\n  " not in text and "#" not in text.split("\n- ")[0]:
            yield Mistake(start, end, _BULLET.sub("", text), ("hyphen", "a list"))


@mistake
def colour_without_a_sign(page: SamplePage) -> Iterator[Mistake]:
    for _, start, _end, text in _plain(page, frozenset({"palette"})):
        for found in re.finditer(r"(?<=: )#(?=[0-9a-fA-F]{6}\n)", text):
            yield Mistake(start + found.start(), start + found.end(), "", ("#",))


@mistake
def speakers_in_plain_text(page: SamplePage) -> Iterator[Mistake]:
    for _, start, end, text in _plain(page, frozenset({"conversation"})):
        new = re.sub(r"^(> )\*\*([^*\n]+:)\*\*", r"\1\2", text, flags=re.MULTILINE)
        if new != text and "**" not in new:
            yield Mistake(start, end, new, ("bold",))


@mistake
def higher_heading_between_parts(page: SamplePage) -> Iterator[Mistake]:
    for _, start, _end, text in _plain(page, frozenset({"tabs", "accordion", "timeline", "reveal"})):
        found = list(re.finditer(r"^(#{2,6}) ", text, re.MULTILINE))
        if len(found) > 2 and len({each[1] for each in found}) == 1:
            yield Mistake(start + found[1].start(), start + found[1].start() + 1, "", ("level", "##"))


@mistake
def heading_without_text(page: SamplePage) -> Iterator[Mistake]:
    for _, start, _end, text in _plain(page, frozenset({"tabs", "accordion", "timeline", "reveal"})):
        found = list(re.finditer(r"^#{2,6} (.+)$", text, re.MULTILINE))
        if len(found) > 1:
            yield Mistake(start + found[1].start(1) - 1, start + found[1].end(1), "", ("no text",))


@correct
def two_lists_in_a_hint(page: SamplePage) -> Iterator[Mistake]:
    yield from _after("{% hint %}\n- One\n- Two\n\n- Three\n- Four\n\n--\n\nWords.\n{% /hint %}", page)


@correct
def images_and_a_link_in_a_gallery(page: SamplePage) -> Iterator[Mistake]:
    text = "![A boat](https://example.org/a.png)\n\n[More](https://example.org)"
    yield from _after(f"{{% gallery %}}\n{text}\n{{% /gallery %}}", page)


@correct
def subheading_in_a_tab(page: SamplePage) -> Iterator[Mistake]:
    yield from _after("{% tabs %}\n## Linux\n\n### First\n\nRun.\n\n## Mac\n\nRun.\n{% /tabs %}", page)


@correct
def steps_with_numbers(page: SamplePage) -> Iterator[Mistake]:
    yield from _after("{% steps %}\nDo this:\n\n1. One\n2. Two\n{% /steps %}", page)


@correct
def steps_with_headings(page: SamplePage) -> Iterator[Mistake]:
    yield from _after("{% steps %}\n## One\n\nDo this.\n\n## Two\n\nDo that.\n{% /steps %}", page)


@correct
def tabs_with_headings(page: SamplePage) -> Iterator[Mistake]:
    yield from _after("{% tabs %}\n## Linux\n\n- Run it.\n\n## Mac\n\n- Run that.\n{% /tabs %}", page)


@correct
def tabs_with_tags(page: SamplePage) -> Iterator[Mistake]:
    tabs = '{% tab name="A" %}\nx\n{% /tab %}\n{% tab name="B" %}\ny\n{% /tab %}'
    yield from _after(f"{{% tabs %}}\n{tabs}\n{{% /tabs %}}", page)


@correct
def accordion_with_an_introduction(page: SamplePage) -> Iterator[Mistake]:
    yield from _after("{% accordion %}\nQuestions.\n\n## What?\n\nThis.\n\n## Why?\n\nSo.\n{% /accordion %}", page)


@correct
def bullets_in_a_hint(page: SamplePage) -> Iterator[Mistake]:
    yield from _after("{% hint %}\n- One\n- Two\n\n1. Three\n{% /hint %}", page)


@correct
def bold_line_in_a_tab(page: SamplePage) -> Iterator[Mistake]:
    yield from _after("{% tabs %}\n## Linux\n\n**First**\n\nRun it.\n\n## Mac\n\n**Second**\n\nRun.\n{% /tabs %}", page)


@correct
def several_fences(page: SamplePage) -> Iterator[Mistake]:
    yield from _after("{% codegroup %}\n```js\na\n```\n\n```ts\nb\n```\n{% /codegroup %}", page)


@correct
def quotes_of_a_conversation(page: SamplePage) -> Iterator[Mistake]:
    yield from _after("{% conversation %}\n> **Ada:** Hi\n\n> **Bob:** Hello\n{% /conversation %}", page)


@correct
def list_of_definitions(page: SamplePage) -> Iterator[Mistake]:
    yield from _after("{% deflist %}\n- **Term**: it\n- **Other**: that\n{% /deflist %}", page)


@correct
def closing_tag_of_a_rune_without_content(page: SamplePage) -> Iterator[Mistake]:
    for tag in page.tags:
        if tag.kind == "void" and tag.name == "ref":
            opening = tag.text.removesuffix("/%}").rstrip()
            yield Mistake(tag.start, tag.end, f"{opening} %}}{{% /ref %}}", ())
