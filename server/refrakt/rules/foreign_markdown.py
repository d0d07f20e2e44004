"""Markdown extensions of other tools.

Wiki links, ids of headings in braces, `[TOC]`, highlighted text, footnotes, comments of MDX and imports have no
meaning in Markdoc: they are shown as text. The fix writes Markdoc's form; it is unsafe where a word would be lost or
the meaning is a guess.

**Example**

```markdoc {% process=false %}
## Before you start {#start}
```

**Use instead**

```markdoc {% process=false %}
## Before you start {% #start %}
```
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import partial
from typing import NamedTuple

from refrakt.markdoc.block_reader import Block
from refrakt.markdoc.text_edit import TextEdit
from refrakt.markdoc.tree import Span
from refrakt.rules.dialect_attributes import quoted, read_attributes
from refrakt.rules.dialect_names import is_admonition, note_of_type
from refrakt.rules.dialect_variables import MARKERS, foreign_variables
from refrakt.rules.inline_markup import CODE_MARKUPS, MARKUPS, Markup
from refrakt.rules.page import Page
from refrakt.rules.problem import Applicability, Fix, Problem
from refrakt.rules.problem_spans import line_start
from refrakt.rules.prose_text import ProseBlock, prose_block, prose_blocks, signs_in_prose
from refrakt.rules.registry import rule
from refrakt.rules.signs import Sign, blocks_by_sign, sign, signs_of
from refrakt.untrusted import one_line


class MarkdownExtension(NamedTuple):
    """An extension in the text, and what Markdoc has for it."""

    start: int
    end: int
    what: str
    suggestion: str
    new: str | None = None
    applicability: Applicability = "safe"


_WIKI = re.compile(r"(?<![\[!\\])\[\[([^\[\]\n|]+)(?:\|([^\[\]\n|]+))?\]\](?![(\]\[])")
_HEADING_BRACES = re.compile(
    r"(?<!\\)(\{(:?[ \t]{0,4}(?:(?:#[\w:-]+|\.[A-Za-z_][\w:-]*)[ \t]{0,4})+)\})[ \t]{0,20}(?=\r|$)", re.MULTILINE
)
_HEADING = re.compile(r"[ \t]{0,3}#{1,6}[ \t]")
_NEXT_BLOCK = re.compile(r"(?:\r?\n[ \t]*(?:\r?\n|\Z|[-*+][ \t]|\d{1,9}[.)][ \t])|\Z)")
_TOC = re.compile(
    r"^[ \t]{0,3}(@?\[\[?_?toc_?\]\]?|__toc__|\.\. contents::|(?:[*-][ \t]+[^\n]{1,40}\n)?\{:toc\}|\$\{toc\}"
    r"|<!--[ \t]*toc[ \t]*-->)[ \t]*(?=\r|$)",
    re.MULTILINE | re.IGNORECASE,
)
_MARK = re.compile(r"(?<![=\w])==(?=[^\s=])([^=\n]{1,200}?)(?<=[^\s=])==(?![=\w])")
_FOOTNOTE = re.compile(r"\[\^([\w-]{1,40})\](?!\()")
_FOOTNOTE_TEXT = re.compile(r"^[ \t]{0,3}\[\^([\w-]{1,40})\]:", re.MULTILINE)
_INLINE_NOTE = re.compile(r"(?<![\w^])\^\[([^\[\]\n]+)\]")
_MDX_COMMENT = re.compile(r"\{?\{/\*(.*?)\*/\}\}?", re.DOTALL)
_OTHER_COMMENT = re.compile(
    r"(?<![{%])%%(?![%}])([^%\n]{1,400}?)(?<![%{])%%(?![%}])|\{#[ \t]([^#\n]{0,400}?)#\}"
    r"|\{\{!(?:--)?([^{}\n]{1,400}?)(?:--)?\}\}|<%#([^%\n]{1,400}?)%>"
    r"|^[ \t]{0,3}/\*([^\n]{1,400}?)\*/[ \t]*$|^//[ \t]([^\n]{1,400})(?=\n\n|\n?\Z)",
    re.MULTILINE,
)
_INCLUDE = re.compile(
    r"""^[ \t]{0,3}(?:--8<--[ \t]+["']([\w./-]+)["']|<!--[ \t]*@include:[ \t]*([\w./-]+)[ \t]*-->|\{\{>[ \t]*([\w./-]+)[ \t]*\}\}"""
    r"""|\{!([\w./-]+)!\}|include::([\w./-]+)\[\])[ \t]*$""",
    re.MULTILINE,
)
_IMPORT = re.compile(
    r"""^(import (?:[\w*{}, ]{1,200} from )?(["'])[@\w./~-]+\2;?|export[ \t]+(?:const|default)[ \t][^\n]*)[ \t]*$""",
    re.MULTILINE,
)
_UNDERLINED = re.compile(r"(?:^|(?<=\n\n))([A-Z][^\n]{0,120}[^\n.!?:;])\n={2,}[ \t]*(?=\n|\Z)")
_DASHES = re.compile(r"\A-{4,}[ \t]*\n*\Z")
_DAMAGED_COMMENT = re.compile(
    r"<!(?:[ ]--|-(?!-)|--)((?:(?!<!|-->)[^\n]){0,400}?)(--?[ ]?>|--?$|(?=\n|\Z))", re.MULTILINE
)
_MARKED = re.compile(r"(?P<sign>[!?])>[ \t]+(?=\S)")
_CLASS_LINE = re.compile(r"(?m)^[ \t]{0,3}\{:[ \t]*(?P<classes>(?:\.[\w-]+[ \t]*){1,5})\}[ \t]*(?:\n|\Z)")
_ID = re.compile(r"[A-Z][A-Z]+-[0-9]+")


def _wiki_links(page: Page, block: ProseBlock) -> Iterator[MarkdownExtension]:
    xref = page.site.vocabulary.get("xref")
    for found in _WIKI.finditer(block.text):
        target, label = found[1].strip(), (found[2] or "").strip()
        if target.lower().strip("_") == "toc" or re.fullmatch(r"[\d\s,.;-]*", target):
            continue
        if target.startswith(("/", "http://", "https://", "#", "./", "../")) and " " not in target:
            new = f"[{label or target}]({target})"
            yield MarkdownExtension(*found.span(), "a wiki link", f"Write {new}.", new)
        elif xref is not None:
            given = f" label={quoted(label)}" if label else ""
            new = f"{{% {'ref' if 'ref' in page.site.vocabulary.names else 'xref'} {quoted(target)}{given} /%}}"
            exact: Applicability = "safe" if _ID.fullmatch(target) else "unsafe"
            what = f"Write a link, [{label or target}](/url), or {new}."
            yield MarkdownExtension(*found.span(), "a wiki link", what, new, exact)


def _ends_block(text: str, start: int, end: int) -> bool:
    """Whether what ends here is at the end of a heading, a list item or a paragraph, and not all of it."""
    begin = line_start(text, start)
    before = text[begin:start].strip()
    if not before or before in "#-*+>":
        return False
    return _HEADING.match(text, begin) is not None or _NEXT_BLOCK.match(text, end) is not None


def _heading_ids(page: Page, block: ProseBlock) -> Iterator[MarkdownExtension]:
    for found in _HEADING_BRACES.finditer(block.text):
        if not _ends_block(block.text, found.start(), found.end()):
            continue
        parts = read_attributes(found[2].removeprefix(":").strip()).shorthands
        new = f"{{% {' '.join(parts)} %}}"
        yield MarkdownExtension(
            found.start(1), found.end(1), "an attribute list of another Markdown dialect", f"Write {new}.", new
        )


def _contents(page: Page, block: ProseBlock) -> Iterator[MarkdownExtension]:
    if page.site.vocabulary.get("toc") is None:
        return
    for found in _TOC.finditer(block.text):
        yield MarkdownExtension(
            found.start(1), found.end(1), "a table of contents of another tool", "Write {% toc /%}.", "{% toc /%}"
        )


def _marks(page: Page, block: ProseBlock) -> Iterator[MarkdownExtension]:
    for found in _MARK.finditer(block.text):
        new = f"**{found[1]}**"
        what = "highlighting of another Markdown dialect"
        yield MarkdownExtension(
            *found.span(), what, f"Write {new}; Markdoc does not highlight `==` text.", new, "unsafe"
        )


def _footnotes(page: Page, block: ProseBlock) -> Iterator[MarkdownExtension]:
    for found in _FOOTNOTE.finditer(block.text):
        is_note = found[1].isdigit() and not block.text[max(found.start() - 1, 0)].isspace()
        if block.text[found.end() : found.end() + 1] != ":" and (is_note or _defines(page, found[1])):
            advice = "Write the note in the text, or after it in parentheses."
            if page.site.vocabulary.get("sidenote") is not None:
                advice = "Write {% sidenote %} … {% /sidenote %}."
            yield MarkdownExtension(*found.span(), "a footnote, which Markdoc does not have", advice)
    if page.site.vocabulary.get("sidenote") is not None:
        for found in _INLINE_NOTE.finditer(block.text):
            new = f"{{% sidenote %}}{found[1]}{{% /sidenote %}}"
            yield MarkdownExtension(
                *found.span(), "a footnote of another Markdown dialect", f"Write {new}.", new, "unsafe"
            )


def _defines(page: Page, label: str) -> bool:
    blocks = prose_blocks(page, _FOOTNOTE_SIGN)
    return any(found[1] == label for block in blocks for found in _FOOTNOTE_TEXT.finditer(block.text))


def _comments(page: Page, block: ProseBlock) -> Iterator[MarkdownExtension]:
    for found in _MDX_COMMENT.finditer(block.text):
        new = f"<!--{found[1]}-->"
        usable = page.document.options.comments and "--" not in found[1]
        advice = "Write a comment as <!-- … -->." if usable else "Remove it."
        yield MarkdownExtension(*found.span(), "a comment of MDX", advice, new if usable else None)


def _other_comments(page: Page, block: ProseBlock) -> Iterator[MarkdownExtension]:
    for found in _OTHER_COMMENT.finditer(block.text):
        if (
            found[2] is not None
            and found[2].split()[:1]
            and found[2].split()[0].strip("/") in page.site.vocabulary.names
        ):
            continue  # a tag in other delimiters
        text = next(each for each in found.groups() if each is not None).strip()
        usable = page.document.options.comments and "--" not in text
        advice = f"Write <!-- {text} -->." if usable else "Remove it: the site has no comments."
        what = "a comment of another format"
        yield MarkdownExtension(*found.span(), what, advice, f"<!-- {text} -->" if usable else None)


def _includes(page: Page, block: ProseBlock) -> Iterator[MarkdownExtension]:
    """Files that other tools include in a page."""
    for found in _INCLUDE.finditer(block.source.text):
        name = next(each for each in found.groups() if each is not None).removeprefix("./")
        new = f"{{% partial file={quoted(name if '.' in name.rpartition('/')[2] else f'{name}.md')} /%}}"
        what = "an include of another tool, for which Markdoc has partials,"
        yield MarkdownExtension(*found.span(), what, f"Write {new}.", new, "unsafe")


def _damaged_comments(page: Page, block: ProseBlock) -> Iterator[MarkdownExtension]:
    if not page.document.options.comments:
        return
    for found in _DAMAGED_COMMENT.finditer(block.text):
        text = (found[1] or "").strip(" -")
        new = f"<!-- {text} -->" if found[2] and "--" not in text else None
        advice = "Write a comment as <!-- … -->."
        yield MarkdownExtension(*found.span(), "a comment that is not opened or closed", advice, new)


def _underlined(page: Page, block: ProseBlock) -> Iterator[MarkdownExtension]:
    """Headings with an underline, which Markdoc does not read."""
    if not block.block.nodes or block.block.nodes[0].type != "paragraph":
        return
    what = "a heading with an underline, which Markdoc does not have,"
    for found in _UNDERLINED.finditer(block.text):
        new = f"# {found[1].strip()}"
        yield MarkdownExtension(*found.span(), what, f"Write {new}.", new)


def _dashed_headings(page: Page) -> Iterator[Problem]:
    """Headings with dashes below them. Three dashes may be a rule; as many as the line above has letters underline it."""
    blocks = page.document.blocks
    for index in blocks_by_sign(page.document).get(_DASHES_SIGN, ()):
        underline = blocks[index]
        if _DASHES.match(underline.text) is None:
            continue
        above = blocks[index - 1] if index else None
        line = above.text.strip() if above is not None and above.nodes and above.nodes[0].type == "paragraph" else ""
        is_near = above is not None and not above.text.endswith("\n\n")
        if (
            not is_near
            or above is None
            or "\n" in line
            or not line[:1].isupper()
            or abs(len(underline.text.strip()) - len(line)) > 1
        ):
            continue
        start = above.text.index(line)
        edits = (
            TextEdit(Span(start, start, above.source), "## "),
            TextEdit(Span(0, len(underline.text), underline.source), "\n" if underline.text.endswith("\n\n") else ""),
        )
        message = f"`{one_line(line, 60)}` is a heading with an underline, which Markdoc does not have"
        yield Problem(Span(start, start + len(line), above.source), message, f"Write ## {line}.", Fix(edits))


def _variables(page: Page, block: ProseBlock) -> Iterator[MarkdownExtension]:
    for found in foreign_variables(page, block):
        what = (
            "a variable of another template language" if block.text[found.start] != "$" else "a variable without a tag"
        )
        form: Applicability = "safe" if found.exact else "unsafe"
        yield MarkdownExtension(found.start, found.end, what, f"Write {found.new}.", found.new, form)


def _marked_paragraphs(page: Page, block: ProseBlock) -> Iterator[MarkdownExtension]:
    """A paragraph that is a note by its mark: `!> Text` of Docsify, `{: .note }` of Jekyll."""
    found = _MARKED.match(block.text) or _CLASS_LINE.search(block.text)
    if found is None or not block.block.nodes or block.block.nodes[0].type != "paragraph":
        return
    groups = found.groupdict()
    sign = groups.get("sign")
    classes = (groups.get("classes") or "").replace(".", " ").split()
    name = {"!": "warning", "?": "note"}[sign] if sign else next((each for each in classes if is_admonition(each)), "")
    named = note_of_type(name, page.site.vocabulary) if name else None
    end = len(block.text.rstrip())
    if named is not None:
        body = f"{block.source.text[: found.start()]}{block.source.text[found.end() : end]}".strip("\n")
        head = f"{{% {named.name}{named.attribute} %}}"
        new = f"{head}\n{body}\n{{% /{named.name} %}}"
        what = "a note of another Markdown dialect"
        form: Applicability = "safe" if named.exact and not sign else "unsafe"
        yield MarkdownExtension(0, end, what, f"Write {head} … {{% /{named.name} %}}.", new, form)
    elif classes and found.start():
        new = f" {{% {' '.join(f'.{each}' for each in classes)} %}}"
        start = len(block.text[: found.start()].rstrip())
        what = "an attribute list of another Markdown dialect"
        yield MarkdownExtension(start, found.end(), what, f"Write{new} at the end of the line.", new)


def _imports(page: Page, block: ProseBlock) -> Iterator[MarkdownExtension]:
    for found in _IMPORT.finditer(block.text):
        end = found.end(1)
        yield MarkdownExtension(
            found.start(1), end, "an import or export of MDX", "Remove it: Markdoc pages import nothing.", "", "unsafe"
        )


def _marked(block: ProseBlock, text: str, markup: Markup) -> Iterator[MarkdownExtension]:
    for found in markup.pattern.finditer(text):
        new = markup.new(found)
        if new is None and not markup.advice:
            continue
        new = block.with_hidden(new, *found.span()) if new is not None else None
        if new == "":
            yield MarkdownExtension(*found.span(), markup.what, "Remove it.", new, markup.applicability)
            continue
        suggestion = markup.advice or "Write it as Markdown."
        if new is not None:
            suggestion = f"Write {one_line(new, 100).strip()}."
        yield MarkdownExtension(*found.span(), markup.what, suggestion, new, markup.applicability)


def _markup(markup: Markup, page: Page, block: ProseBlock) -> Iterator[MarkdownExtension]:
    return _marked(block, block.text, markup)


_Finder = Callable[[Page, ProseBlock], Iterator[MarkdownExtension]]
_EXTENSIONS: tuple[tuple[Sign, _Finder], ...] = (
    (sign("[["), _wiki_links),
    (sign("{#", "{:", "{.", pattern=r"\{[ \t]{1,4}[#.]"), _heading_ids),
    (sign("[TOC]", "[toc]", "[[_TOC_]]", "{:toc}", "__TOC__", ".. contents::"), _contents),
    (sign("--8<--", "@include", "{{>", "{!", "include::", "[]"), _includes),
    (sign("=="), _marks),
    (sign("{/*"), _comments),
    (sign("{{!", "<%#", "%%", "{# ", "/*", pattern=r"(?m:^//[ \t])"), _other_comments),
    (sign(pattern=r"(?m:^(?:import|export)[ \t])"), _imports),
    (sign(pattern=r"\n={2,}[ \t]*(?:\n|\z)"), _underlined),
    (sign("<!"), _damaged_comments),
    (sign(pattern=r"(?m:^[!?]>[ \t])|\{:[ \t]*\."), _marked_paragraphs),
)
_FOOTNOTE_SIGN = sign("[^", "^[")
_VARIABLE_SIGN = sign(*MARKERS)
_DASHES_SIGN = sign(pattern=r"\A----")
_IN_PROSE: tuple[tuple[Sign, _Finder], ...] = (*_EXTENSIONS, *((each.sign, partial(_markup, each)) for each in MARKUPS))


@rule(
    "foreign-markdown",
    "warning",
    "syntax",
    on="block page",
    fixable=True,
    root_cause=True,
    sites="refrakt",
    signs=[*(each for each, _ in _IN_PROSE), *(each.sign for each in CODE_MARKUPS)],
)
def foreign_markdown(page: Page, block: Block | None = None) -> Iterator[Problem]:
    # Only for sites of refrakt: a site of another kind may process its text before.
    yield from _in_page(page) if block is None else _in_block(page, block)


def _in_block(page: Page, block: Block) -> Iterator[Problem]:
    signs = signs_in_prose(block)
    for own_sign, find in _IN_PROSE if signs else ():
        if own_sign in signs:
            prose = prose_block(block)
            yield from (_problem(prose, each) for each in find(page, prose))
    for markup in CODE_MARKUPS:
        if markup.sign in signs_of(block.source) and _may_have_code(block):
            prose = prose_block(block)
            yield from (_problem(prose, each) for each in _marked(prose, block.text, markup))


def _in_page(page: Page) -> Iterator[Problem]:
    """What depends on other blocks: notes with their texts, variables with the frontmatter, lines with what is below them."""
    for own_sign, find in ((_FOOTNOTE_SIGN, _footnotes), (_VARIABLE_SIGN, _variables)):
        for block in prose_blocks(page, own_sign):
            yield from (_problem(block, each) for each in find(page, block))
    yield from _dashed_headings(page)


def _may_have_code(block: Block) -> bool:
    """Whether the ticks in a block may be marks of another format."""
    kind = block.nodes[0].type if block.nodes else ""
    return kind in ("paragraph", "heading", "table") or (kind == "list" and "```" not in block.text)


def _problem(block: ProseBlock, found: MarkdownExtension) -> Problem:
    shown = one_line(block.source.text[found.start : found.end], 60)
    new = block.with_hidden(found.new, found.start, found.end) if found.new is not None else None
    advice = block.with_hidden(found.suggestion, found.start, found.end)
    edit = TextEdit(Span(found.start, found.end, block.source), new) if new is not None else None
    fix = Fix((edit,), found.applicability) if edit is not None else None
    end = block.source.text.find("\n", found.start, found.end)
    span = Span(found.start, end if end >= 0 else found.end, block.source)
    return Problem(span, f"`{shown}` is {found.what} and is shown as text", advice or "Write it as Markdown.", fix)
