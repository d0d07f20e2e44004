"""Runes and Markdown extensions as other tools write them: admonitions, alerts, shortcodes, JSX, wiki links, heading ids."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from mistakes.kind import Mistake, PlacedTag, SamplePage, correct, mistake
from mistakes.places import attributes, line_pairs, links, nodes, prose

Pair = tuple[PlacedTag, PlacedTag]


def _camel(name: str) -> str:
    return "".join(word.capitalize() for word in name.split("-"))


def _is_plain(tag: PlacedTag, page: SamplePage) -> bool:
    """Whether other dialects can write all attributes of a tag: strings by name."""
    return all(attributes(page, tag).values())


def _written(page: SamplePage, tag: PlacedTag) -> str:
    return "".join(f' {name}="{value}"' for name, value in attributes(page, tag).items())


def _pair(
    page: SamplePage, pair: Pair, opening: str, closing: str, body: Callable[[str], str] = lambda text: text
) -> Mistake:
    first, last = pair
    new = opening + body(page.text[first.end : last.start]) + closing
    return Mistake(first.start, last.end, new, (f"{{% {first.name}", f"`{first.name}`", f"/{first.name}"))


def _hints(page: SamplePage) -> Iterator[tuple[str, Pair]]:
    """Hints that have a type and no other attribute."""
    for pair in line_pairs(page):
        if pair[0].name == "hint":
            found = attributes(page, pair[0])
            if set(found) <= {"type"}:
                yield found.get("type", "note"), pair


def _plain_pairs(page: SamplePage) -> Iterator[Pair]:
    return (pair for pair in line_pairs(page) if _is_plain(pair[0], page))


@mistake
def docusaurus_admonition(page: SamplePage) -> Iterator[Mistake]:
    for type, pair in _hints(page):
        yield _pair(page, pair, f":::{type}", ":::")


@mistake
def spaced_admonition(page: SamplePage) -> Iterator[Mistake]:
    for type, pair in _hints(page):
        yield _pair(page, pair, f"::: {type}", ":::")


@mistake
def colons_with_the_name(page: SamplePage) -> Iterator[Mistake]:
    for pair in _plain_pairs(page):
        yield _pair(page, pair, f":::{pair[0].name}{_braced(page, pair[0])}", ":::")


def _braced(page: SamplePage, tag: PlacedTag) -> str:
    written = _written(page, tag).strip()
    return f"{{{written}}}" if written else ""


@mistake
def github_alert(page: SamplePage) -> Iterator[Mistake]:
    for type, pair in _hints(page):
        yield _pair(page, pair, f"> [!{type.upper()}]", "", _quoted)


def _quoted(body: str) -> str:
    lines = body.strip("\n").split("\n")
    return "\n" + "\n".join(f"> {line}" if line else ">" for line in lines)


@mistake
def mkdocs_admonition(page: SamplePage) -> Iterator[Mistake]:
    for type, pair in _hints(page):
        yield _pair(page, pair, f"!!! {type}", "", _indented)


def _indented(body: str) -> str:
    lines = body.strip("\n").split("\n")
    return "\n" + "\n".join(f"    {line}" if line else "" for line in lines)


@mistake
def mkdocs_details(page: SamplePage) -> Iterator[Mistake]:
    for pair in line_pairs(page):
        found = attributes(page, pair[0])
        if pair[0].name == "details" and set(found) == {"summary"}:
            yield _pair(page, pair, f'??? details "{found["summary"]}"', "", _indented)


@mistake
def hugo_shortcode(page: SamplePage) -> Iterator[Mistake]:
    for pair in _plain_pairs(page):
        name = pair[0].name
        yield _pair(page, pair, f"{{{{< {name}{_written(page, pair[0])} >}}}}", f"{{{{< /{name} >}}}}")


@mistake
def hugo_percent_shortcode(page: SamplePage) -> Iterator[Mistake]:
    for pair in _plain_pairs(page):
        name = pair[0].name
        yield _pair(page, pair, f"{{{{% {name}{_written(page, pair[0])} %}}}}", f"{{{{% /{name} %}}}}")


@mistake
def double_braces(page: SamplePage) -> Iterator[Mistake]:
    for pair in _plain_pairs(page):
        name = pair[0].name
        yield _pair(page, pair, f"{{{{ {name}{_written(page, pair[0])} }}}}", f"{{{{ /{name} }}}}")


@mistake
def handlebars_block(page: SamplePage) -> Iterator[Mistake]:
    for pair in _plain_pairs(page):
        name = pair[0].name
        yield _pair(page, pair, f"{{{{#{name}{_written(page, pair[0])}}}}}", f"{{{{/{name}}}}}")


@mistake
def bracket_shortcode(page: SamplePage) -> Iterator[Mistake]:
    for pair in _plain_pairs(page):
        name = pair[0].name
        yield _pair(page, pair, f"[{name}{_written(page, pair[0])}]", f"[/{name}]")


@mistake
def component(page: SamplePage) -> Iterator[Mistake]:
    for pair in _plain_pairs(page):
        name = _camel(pair[0].name)
        yield _pair(page, pair, f"<{name}{_written(page, pair[0])}>", f"</{name}>")


@mistake
def lower_case_element(page: SamplePage) -> Iterator[Mistake]:
    for pair in _plain_pairs(page):
        name = pair[0].name
        yield _pair(page, pair, f"<{name}{_written(page, pair[0])}>", f"</{name}>")


@mistake
def component_in_one_line(page: SamplePage) -> Iterator[Mistake]:
    for type, pair in _hints(page):
        body = page.text[pair[0].end : pair[1].start]
        if body.strip("\n").count("\n") == 0 and "{%" not in body:
            made = _pair(page, pair, f'<Hint type="{type}">', "</Hint>", str.strip)
            yield made


@mistake
def self_closing_component(page: SamplePage) -> Iterator[Mistake]:
    for tag in _voids(page):
        new = f"<{_camel(tag.name)}{_written(page, tag)} />"
        yield Mistake(tag.start, tag.end, new, (f"{{% {tag.name}", f"`{tag.name}`"))


def _voids(page: SamplePage) -> Iterator[PlacedTag]:
    for tag in page.tags:
        alone = page.text[max(tag.start - 1, 0) : tag.start] in ("", "\n") and page.text[tag.end : tag.end + 1] in (
            "",
            "\n",
        )
        if tag.kind == "void" and alone and "\n" not in tag.text and _is_plain(tag, page) and attributes(page, tag):
            yield tag


@mistake
def self_closing_shortcode(page: SamplePage) -> Iterator[Mistake]:
    for tag in _voids(page):
        new = f"{{{{< {tag.name}{_written(page, tag)} />}}}}"
        yield Mistake(tag.start, tag.end, new, (f"{{% {tag.name}", f"`{tag.name}`"))


@mistake
def self_closing_double_braces(page: SamplePage) -> Iterator[Mistake]:
    for tag in _voids(page):
        new = f"{{{{ {tag.name}{_written(page, tag)} }}}}"
        yield Mistake(tag.start, tag.end, new, (f"{{% {tag.name}", f"`{tag.name}`"))


@mistake
def directive(page: SamplePage) -> Iterator[Mistake]:
    for tag in _voids(page):
        new = f"::{tag.name}{_braced(page, tag)}"
        yield Mistake(tag.start, tag.end, new, (f"{{% {tag.name}", f"`{tag.name}`"))


@mistake
def wiki_link(page: SamplePage) -> Iterator[Mistake]:
    for found in links(page):
        if found[2].startswith("/") and "[" not in found[1]:
            yield Mistake(found.start(), found.end(), f"[[{found[2]}|{found[1]}]]", (f"[{found[1]}](", "](", "xref"))


@mistake
def wiki_link_by_title(page: SamplePage) -> Iterator[Mistake]:
    for found in links(page):
        if found[2].startswith("/") and "[" not in found[1]:
            yield Mistake(found.start(), found.end(), f"[[{found[1]}]]", ("](", "xref", "link"))


@mistake
def wiki_xref(page: SamplePage) -> Iterator[Mistake]:
    for tag in page.tags:
        found = re.fullmatch(r'\{% (ref|xref) "([^"|\]]+)" /%\}', tag.text)
        if found:
            yield Mistake(tag.start, tag.end, f"[[{found[2]}]]", ('{% ref "', '{% xref "', "xref", "]("))


@mistake
def pandoc_heading_id(page: SamplePage) -> Iterator[Mistake]:
    for _, place in nodes(page, "heading"):
        if "{%" not in place.text and "\n" not in place.text:
            yield Mistake(place.end, place.end, " {#part-one}", ("{% #part-one %}",), " {% #part-one %}")


@mistake
def heading_id_in_place_of_the_annotation(page: SamplePage) -> Iterator[Mistake]:
    for _, place in nodes(page, "heading"):
        found = re.search(r"\{% #([\w-]+) %\}", place.text)
        if found:
            start = place.start + found.start()
            yield Mistake(start, place.start + found.end(), f"{{#{found[1]}}}", (f"{{% #{found[1]} %}}",))


@mistake
def kramdown_class(page: SamplePage) -> Iterator[Mistake]:
    for _, place in nodes(page, "heading"):
        if "{%" not in place.text and "\n" not in place.text:
            yield Mistake(place.end, place.end, " {: .wide}", ("{% .wide %}",), " {% .wide %}")


@mistake
def mdx_comment(page: SamplePage) -> Iterator[Mistake]:
    for place in prose(page):
        yield Mistake(
            place.start,
            place.start,
            "{/* checked in spring */}\n\n",
            ("<!--", "comment"),
            "<!-- checked in spring -->\n\n",
        )


@mistake
def toc_marker(page: SamplePage) -> Iterator[Mistake]:
    for place in prose(page):
        yield Mistake(place.start, place.start, "[TOC]\n\n", ("{% toc",), "{% toc /%}\n\n")


@mistake
def mdx_import(page: SamplePage) -> Iterator[Mistake]:
    for place in prose(page):
        new = "import { Card } from '@/components/card'\n\n"
        yield Mistake(place.start, place.start, new, ("import",), "")


@mistake
def liquid_comment(page: SamplePage) -> Iterator[Mistake]:
    for place in prose(page):
        new = "{% comment %}checked in spring{% endcomment %}\n\n"
        yield Mistake(place.start, place.start, new, ("comment",), "")


@mistake
def liquid_include(page: SamplePage) -> Iterator[Mistake]:
    for place in prose(page):
        new = "{% include note.md %}\n\n"
        yield Mistake(place.start, place.start, new, ("partial",), '{% partial file="note.md" /%}\n\n')


@mistake
def trimmed_delimiters(page: SamplePage) -> Iterator[Mistake]:
    for first, _ in _plain_pairs(page):
        new = f"{{%- {first.text[2:-2].strip()} -%}}"
        yield Mistake(first.start, first.end, new, ("{% " + first.text[2:-2].strip(), "liquid"))


@mistake
def highlighted_text(page: SamplePage) -> Iterator[Mistake]:
    for found in _bold(page):
        yield Mistake(found.start(), found.end(), f"=={found[1]}==", ("**", "bold", "=="))


def _bold(page: SamplePage) -> Iterator[re.Match[str]]:
    from mistakes.places import matches

    return matches(page, re.compile(r"\*\*([^*\n`]+)\*\*"))


@mistake
def footnote(page: SamplePage) -> Iterator[Mistake]:
    for place in prose(page):
        if "\n" not in place.text:
            new = f"{place.text}[^1]\n\n[^1]: Measured in spring."
            yield Mistake(place.start, place.end, new, ("footnote",))


# Correct ------------------------------------------------------------------------------------------------------------


def _before_prose(page: SamplePage, text: str) -> Iterator[Mistake]:
    for place in prose(page):
        yield Mistake(place.start, place.start, text + "\n\n", ())


@correct
def admonition_in_a_fence(page: SamplePage) -> Iterator[Mistake]:
    return _before_prose(page, "```md\n:::note\nText\n:::\n\n> [!NOTE]\n> Text\n```")


@correct
def dialects_in_inline_code(page: SamplePage) -> Iterator[Mistake]:
    return _before_prose(page, 'Write `:::note`, `> [!NOTE]`, `{{< hint >}}`, `<Hint type="note">` or `[[x]]`.')


@correct
def component_in_a_fence(page: SamplePage) -> Iterator[Mistake]:
    return _before_prose(page, '```jsx\n<Hint type="note">Text</Hint>\n```')


@correct
def quotation(page: SamplePage) -> Iterator[Mistake]:
    return _before_prose(page, "> [Notes](https://example.com) are taken in spring.")


@correct
def important_sentence(page: SamplePage) -> Iterator[Mistake]:
    return _before_prose(page, "Stop!!! Note that ::: is not a word.")


@correct
def comparison(page: SamplePage) -> Iterator[Mistake]:
    return _before_prose(page, "If a == b and b == c, then a < b is false and b > c as well.")


@correct
def unknown_template(page: SamplePage) -> Iterator[Mistake]:
    return _before_prose(page, "The workflow uses ${{ secrets.TOKEN }} and {{ user.name }}.")


@correct
def generic_type(page: SamplePage) -> Iterator[Mistake]:
    return _before_prose(page, "It returns a Promise<string> or a Map<K, V>.")


@correct
def citation_in_brackets(page: SamplePage) -> Iterator[Mistake]:
    return _before_prose(page, "As measured [1] and again [a note], the results [see below] agree.")


@correct
def html_comment(page: SamplePage) -> Iterator[Mistake]:
    return _before_prose(page, "<!-- checked in spring -->")


@correct
def nested_array(page: SamplePage) -> Iterator[Mistake]:
    return _before_prose(page, "The matrix [[1, 2], [3, 4]] has four entries.")


@correct
def annotated_heading(page: SamplePage) -> Iterator[Mistake]:
    for _, place in nodes(page, "heading"):
        if "{%" not in place.text and "\n" not in place.text:
            yield Mistake(place.end, place.end, " {% #part-one .wide %}", ())
