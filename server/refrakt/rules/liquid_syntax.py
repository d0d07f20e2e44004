"""A tag of Liquid, Jinja or Twig.

Their tags look like those of Markdoc: `{% include x.md %}`, `{% comment %}`, `{% raw %}`. Markdoc includes files as
partials and has no tags for the others. They are reported unless the site has a tag of that name.

**Example**

```markdoc {% process=false %}
{% include header.md %}
```

**Use instead**

```markdoc {% process=false %}
{% partial file="header.md" /%}
```
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from refrakt.markdoc.block_reader import Block
from refrakt.markdoc.text_edit import TextEdit
from refrakt.markdoc.tree import BlockText, Span, TagSyntax
from refrakt.rules.page import Page
from refrakt.rules.problem import Applicability, Fix, Problem
from refrakt.rules.prose_text import verbatim_blocks
from refrakt.rules.registry import rule
from refrakt.rules.signs import blocks_by_sign, sign

_INCLUDE = re.compile(r"""\{%-?\s*(include|include_relative|render)\s+(["']?)([\w./-]+)\2\s*-?%\}""")
_PAIR = re.compile(r"\{%-?\s*(comment|raw|verbatim)\s*-?%\}")
_LINKED = re.compile(r"""\{%-?\s*(?:link|url|ref|relref|post_url|static|asset)\s+(["']?)([\w./#-]+)\1\s*-?%\}""")
_CODE = re.compile(r"\{%-?\s*(highlight|code|codeblock)\s+(?:lang(?:uage)?[:=])?[\"']?([a-z][\w+#-]*)[\"']?[^%{}]*%\}")

_SPACE = r"[\s\pZ]"
_SIGN = sign(
    pattern=rf"\{{%-?{_SPACE}*(?:"
    rf"(?:include|include_relative|render|link|url|ref|relref|post_url|static|asset){_SPACE}+[\"']?[^\s\"'%{{}}]+[\"']?{_SPACE}*-?%\}}"
    rf"|(?:comment|raw|verbatim){_SPACE}*-?%\}}|(?:highlight|code|codeblock){_SPACE})"
)


@rule("liquid-syntax", "error", "syntax", on="page", fixable=True, root_cause=True)
def liquid_syntax(page: Page) -> Iterator[Problem]:
    document = page.document
    indexes = {each for each in blocks_by_sign(document).get(_SIGN, ()) if _has_liquid(document.blocks[each])}
    if not indexes or (page.site.vocabulary.unknown and not page.site.vocabulary.refrakt):
        return
    for index in sorted(indexes - verbatim_blocks(page)):
        for tag in sorted(document.blocks[index].tags, key=lambda each: each.start):
            yield from _problems(page, index, tag)


def _has_liquid(block: Block) -> bool:
    texts = (block.text[tag.start : tag.end] for tag in block.tags)
    return any(pattern.fullmatch(each) for each in texts for pattern in (_INCLUDE, _PAIR, _LINKED, _CODE))


def _problems(page: Page, index: int, tag: TagSyntax) -> Iterator[Problem]:
    block = page.document.blocks[index].source
    text = block.text[tag.start : tag.end]
    span = Span(tag.start, tag.end if "\n" not in text else tag.start + text.index("\n"), block)
    names = page.site.vocabulary.names
    include, pair = _INCLUDE.fullmatch(text), _PAIR.fullmatch(text)
    if include is not None and include[1] not in names and "partial" in names:
        new = f'{{% partial file="{include[3]}" /%}}'
        exact: Applicability = "safe" if "." in include[3] else "unsafe"
        message = f"`{include[1]}` is a tag of Liquid: Markdoc includes files as partials"
        yield Problem(span, message, f"Write {new}.", Fix((TextEdit(Span(tag.start, tag.end, block), new),), exact))
    elif pair is not None and pair[1] not in names:
        yield _pair_problem(page, index, tag, pair[1], span)
    elif (code := _CODE.fullmatch(text)) is not None and code[1] not in names:
        yield from _code_problem(page, index, tag, code, span)
    elif (linked := _LINKED.fullmatch(text)) is not None and _is_target(block, tag):
        target = linked[2] if linked[2].startswith(("/", ".", "#")) else f"/{linked[2]}"
        fix = Fix((TextEdit(Span(tag.start, tag.end, block), target),))
        yield Problem(span, "a link has its target in parentheses, without a tag", f"Write {target}.", fix)


def _is_target(block: BlockText, tag: TagSyntax) -> bool:
    """Whether a tag is all that is in the parentheses of a link."""
    return block.text[: tag.start].endswith("](") and block.text.startswith(")", tag.end)


def _code_problem(page: Page, index: int, tag: TagSyntax, opening: re.Match[str], span: Span) -> Iterator[Problem]:
    """`{% highlight js %}` with its closing tag."""
    blocks = page.document.blocks
    closing = re.compile(rf"\{{%-?\s*end{opening[1]}\s*-?%\}}")
    for at in range(index, min(index + 50, len(blocks))):
        found = closing.search(blocks[at].text, tag.end if at == index else 0)
        if found is not None:
            edits = (
                TextEdit(Span(tag.start, tag.end, blocks[index].source), f"```{opening[2]}"),
                TextEdit(Span(*found.span(), blocks[at].source), "```"),
            )
            message = f"`{opening[1]}` is a tag of Liquid: Markdown has code blocks"
            yield Problem(span, message, f"Write the code between ```{opening[2]} and ```.", Fix(edits))
            return


def _pair_problem(page: Page, index: int, tag: TagSyntax, name: str, span: Span) -> Problem:
    """`{% comment %}` and `{% raw %}`, with their closing tags."""
    blocks = page.document.blocks
    closing = re.compile(rf"\{{%-?\s*end{name}\s*-?%\}}")
    edits = [TextEdit(Span(tag.start, tag.end, blocks[index].source), "")]
    for at in range(index, min(index + 50, len(blocks))):
        found = closing.search(blocks[at].text, tag.end if at == index else 0)
        if found is None:
            continue
        if name == "comment" and at == index:
            edits = [TextEdit(Span(tag.start, found.end(), blocks[at].source), "")]
        else:
            edits.append(TextEdit(Span(*found.span(), blocks[at].source), ""))
        break
    if name == "comment":
        message, advice = "`comment` is a tag of Liquid: Markdoc has no comment tag", "Remove the comment."
    else:
        message, advice = (
            f"`{name}` is a tag of Liquid: Markdoc has no such tag",
            "Put text with tags into a code block.",
        )
    return Problem(span, message, advice, Fix(tuple(edits), "unsafe"))
