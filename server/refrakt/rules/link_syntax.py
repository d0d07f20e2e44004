"""A link or image that Markdown does not read as one, or with a damaged URL.

The text of a link is in square brackets, its target in parentheses directly after it; an image has `!` before them. Both
pairs are closed. A target with spaces needs angle brackets. In a URL, `http:/` and `htp://` are typing errors, `www.`
without a scheme is a path, and a backslash is no slash.

**Example**

```markdoc {% process=false %}
Read [the setup] (/docs/setup) first.
```

**Use instead**

```markdoc {% process=false %}
Read [the setup](/docs/setup) first.
```
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

from refrakt.markdoc.block_reader import Block
from refrakt.markdoc.text_edit import TextEdit
from refrakt.markdoc.tree import Span
from refrakt.rules.invisible_character import has_invisible
from refrakt.rules.lazy_pattern import LazyPattern
from refrakt.rules.page import Page
from refrakt.rules.problem import Applicability, Fix, Problem
from refrakt.rules.prose_text import ProseBlock, prose_block, signs_in_prose
from refrakt.rules.registry import rule
from refrakt.rules.signs import sign
from refrakt.rules.similar_letters import has_similar, latin
from refrakt.untrusted import one_line

_TEXT = r"\[(?P<text>[^\[\]\n]{1,200})\]"
_TARGET_START = r"(?:https?://|mailto:|/(?!/)|\.\.?/|#)"
_TARGET = rf"{_TARGET_START}[^\s()（）<>\[\]{{}}\"“”`*]*"
_FILE = r"[\w./-]+\.(?:md|mdoc|html?|png|jpe?g|gif|svg|webp|pdf)"
_IMAGE = r"(?:(?:https?://|/|\.\.?/)?[\w./%+-]+\.(?:png|jpe?g|gif|svg|webp|avif)|(?:icon|placeholder|asset):[\w./:-]+)"
_MAIL = r"[\w+-]+(?:\.[\w+-]+)*@[\w-]+(?:\.[\w-]+)+"
_DOMAIN = r"(?!www\.)(?:[A-Za-z0-9-]+\.){1,4}(?:com|org|net|io|dev|app|edu|gov|ai)(?:/[^\s()]*)?"

_SUSPECT = re.compile(
    r"[\]］](?:[ \t]+\(|[ \t]*\n[ \t]*\(|[ \t]*(?:[:=~|\\\]-]|->|=>|→)[ \t]*\(|[\]］（]|[{<（/#]|\.\.?/|https?:|mailto:"
    r"|\((?!(?:https?://|mailto:|/|\.\.?/|#|(?!www\.)[\w-]+[./][\w-])[^\s()\[\]{}<>\"“”‘’'`*|\\]*\)))"
)
"""A bracket that is not followed as in a link or in a text without one."""
_SUSPECT_URL = re.compile(
    rf"\]\((?:https?:///|https?://https?://|mailto://|{_MAIL}\)|{_DOMAIN}\)|[^\s()]*[ \t]|[ \t]*\)|/[^\s()]*//)"
    r"|\]!\(|\[\*\*[^\]*]+\]|\]\([^()\n]+\)\]\(|\[!|(?<=\[)\[[^\[\]\n]*\]\]\("
)
_SUSPECT_MARK = re.compile(
    r"\]\([^\s()]*(?:[\"<>）}]|\\)|\]\((?:<|\*\*|\x00|(?:url|href|link|src|to)[:=])|[)}]\(|\)[)\]]|！\[|¡\[|!!\["
    r"|\[(?:/|https?:)[^\[\]\n]*\]\((?!/|https?:|#|\.)|\]\(h{0,2}t{1,3}ps?s?[:;.]|\]\(https?://[\w.-]+,|\[[ \t]*\]\(|[【［]"
)
"""A mark where links have none."""
_PIPED = re.compile(r"\|(?:https?://|/|#|\.\.?/)[^\s|\]]*\]")


_OTHER_BRACKETS = ("］", "【", ")(", "}(")
_BRACKETS = sign("[", "]", *_OTHER_BRACKETS)
_TOO_MANY = {
    "a `)` is too many after the target of this link": ")",
    "a `[` is too many before the text of this link": "[",
}
_NO_TEXT = "this link has no text"


class Form(NamedTuple):
    """A damaged form of a link."""

    marker: str
    pattern: LazyPattern
    message: str
    new: Callable[[re.Match[str]], str | None]
    """What is written instead; None if it is not known."""
    applicability: Applicability = "safe"


def _link(found: re.Match[str]) -> str:
    image = "!" if found.groupdict().get("image") else ""
    return f"{image}[{found['text']}]({found['target']})"


def _titled(found: re.Match[str]) -> str:
    return f'{_link(found)[:-1]} "{found["title"]}")'


def _bracketed(found: re.Match[str]) -> str:
    image = "!" if found.groupdict().get("image") else ""
    return f"{image}[{found['text']}](<{found['target']}>)"


_FORMS = (
    Form(
        "[[",
        LazyPattern(rf"\[(?P<text>\[[^\[\]\n]{{1,200}}\]\((?P<target>{_TARGET})\))\]\((?P=target)\)"),
        "a link is inside of the text of a link",
        lambda found: found["text"],
    ),
    Form(
        "[**",
        LazyPattern(rf"\[\*\*(?P<text>[^\[\]*\n]{{1,200}})\]\((?P<target>{_TARGET})\)\*\*(?!\*)"),
        "the bold text of this link begins inside of its bracket and ends outside",
        lambda found: f"**[{found['text']}]({found['target']})**",
    ),
    Form(
        "](/",
        LazyPattern(rf"(?P<image>!)?{_TEXT}\((?P<target>/(?!/)[\w.-]+(?:/{{1,3}}[\w.-]+)*//+[\w./#-]*)\)"),
        "two slashes follow each other in the target of this link",
        lambda found: (
            f"{'!' if found.groupdict().get('image') else ''}[{found['text']}]({re.sub('//+', '/', found['target'])})"
        ),
    ),
    Form(
        "](/",
        LazyPattern(rf"(?P<image>!)?{_TEXT}\((?P<target>/(?!/)[\w./-]*(?:- | -)[\w./#-]*)\)"),
        "a space is in the target of this link",
        lambda found: (
            f"{'!' if found.groupdict().get('image') else ''}[{found['text']}]({found['target'].replace(' ', '')})"
        ),
    ),
    Form(
        "](",
        LazyPattern(r"(?P<image>!)?\[(?P<text>[^\[\]\n]{1,200})\]\([ \t]*\)"),
        "this link has no target",
        lambda found: None,
    ),
    Form(
        "(#",
        LazyPattern(rf"{_TEXT}\((?P<target>#[\w-]+(?: [\w-]+){{1,12}})\)"),
        "a fragment has no spaces: it is the heading in lower case, with hyphens",
        lambda found: f"[{found['text']}]({found['target'].lower().replace(' ', '-')})",
    ),
    Form(
        "/ ",
        LazyPattern(rf"(?P<image>!)?{_TEXT}\((?P<target>https?://[^\s()]*/ [\w-]*[./][\w./#-]+)\)"),
        "a space is in the target of this link",
        lambda found: (
            f"{'!' if found.groupdict().get('image') else ''}[{found['text']}]({found['target'].replace(' ', '')})"
        ),
    ),
    Form(
        " =",
        LazyPattern(rf"!{_TEXT}\((?P<target>[^\s()]+)[ \t]+=\d{{0,5}}%?x?\d{{0,5}}%?\)"),
        "Markdown has no size of images",
        lambda found: f"![{found['text']}]({found['target']})",
        "unsafe",
    ),
    Form(
        "]](",
        LazyPattern(rf"(?P<image>!)?\[(?=\[[^\[\]\n]*\w \w){_TEXT}\]\((?P<target>{_TARGET}|{_FILE})\)"),
        "the text of this link has two pairs of brackets",
        _link,
    ),
    Form(
        "\\](",
        LazyPattern(
            r"(?P<image>!)?\\\[(?P<text>[^\[\]\\\n]{1,200})\\\]\((?P<target>(?:https?://|/(?!/)|\.\./)[\w./#-]+)\)"
        ),
        "the brackets of this link are escaped",
        _link,
    ),
    Form(
        "[!",
        LazyPattern(rf"(?<!\[)\[!(?P<text>[^\[\]\n]{{1,200}})\]\((?P<target>{_IMAGE})\)"),
        "the `!` of an image is before its bracket",
        lambda found: f"![{found['text']}]({found['target']})",
    ),
    Form(
        "[!",
        LazyPattern(r"(?<!\[)\[!(?P<text>[A-Z][^\[\]\n]{0,200})\]\((?P<target>https?://[^\s()]+)\)"),
        "the `!` of an image is before its bracket",
        lambda found: f"![{found['text']}]({found['target']})",
        "unsafe",
    ),
    Form(
        "]!(",
        LazyPattern(rf"{_TEXT}!\((?P<target>{_IMAGE})\)"),
        "the `!` of an image is before its bracket",
        lambda found: f"![{found['text']}]({found['target']})",
    ),
    Form(
        "](",
        LazyPattern(
            rf"(?P<image>!)?{_TEXT}\((?P<target>{_TARGET_START}[\w./#-]*)[ \t]+[“”„‟‘’](?P<title>[^()\"“”„‟\n]{{1,80}})[“”‘’]\)"
        ),
        "the title of a link is in straight quotation marks",
        lambda found: (
            f'{"!" if found.groupdict().get("image") else ""}[{found["text"]}]({found["target"]} "{found["title"]}")'
        ),
    ),
    Form(
        "/ ",
        LazyPattern(rf"(?P<image>!)?{_TEXT}\((?P<target>/(?!/)[\w./-]*/ [\w./-]+)\)"),
        "a space is in the target of this link",
        lambda found: (
            f"{'!' if found.groupdict().get('image') else ''}[{found['text']}]({found['target'].replace(' ', '')})"
        ),
    ),
    Form(
        "]",
        LazyPattern(rf"(?P<image>!)?{_TEXT}(?:[ \t]+|[ \t]*\n[ \t]*)\((?P<target>{_TARGET}|{_FILE})\)"),
        "a space is between the text and the target of a link",
        _link,
    ),
    Form(
        ")[",
        LazyPattern(rf"(?P<image>!)?\((?P<text>[^()\[\]\n]{{1,200}})\)[ \t]?\[(?P<target>{_TARGET}|{_FILE})\](?!\()"),
        "the brackets of this link are swapped",
        _link,
    ),
    Form(
        "](",
        LazyPattern(rf"(?<![\w\]\[!)])(?P<text>[\w.'’-]{{2,60}})\]\((?P<target>{_TARGET})\)(?<!\[)"),
        "a `[` is missing before the text of this link",
        _link,
        "unsafe",
    ),
    Form(
        "](",
        LazyPattern(
            rf"(?P<image>!)?{_TEXT}\((?P<target>{_TARGET_START}[^\s()（）<>\[\]{{}}\"“”`*|]*?)(?=[*_.,;:!?|]*(?:\s|$))(?!\s+[\"'(]|[^()\n]*\))",
            re.MULTILINE,
        ),
        "this link is never closed: a `)` is missing",
        _link,
    ),
    Form(
        "](",
        LazyPattern(
            rf"(?P<image>!)?{_TEXT}\((?P<target>(?:/(?!/)|\.\.?/|[\w-]+/)?[\w./-]+(?: [\w./-]+)+\.\w{{2,5}})\)"
        ),
        "a target with spaces needs angle brackets",
        _bracketed,
    ),
    Form(
        "](",
        LazyPattern(rf"(?P<image>!)?{_TEXT}\((?P<target>/(?!/)[\w./-]+(?: [\w./-]+)+)\)"),
        "a target with spaces needs angle brackets",
        _bracketed,
        "unsafe",
    ),
    Form(
        "]",
        LazyPattern(rf"(?P<image>!)?{_TEXT}(?P<target>{_TARGET})\)"),
        "a `(` is missing before the target of this link",
        _link,
    ),
    Form(
        "[",
        LazyPattern(rf"(?<!\])(?P<image>!)?\[(?P<text>[^\[\]()\n]{{1,200}})\((?P<target>{_TARGET})\)(?![^\[\n]*\])"),
        "a `]` is missing after the text of this link",
        _link,
    ),
    Form(
        "(",
        LazyPattern(
            rf"(?P<image>!)?{_TEXT}[ \t]?(?:[-=]>|→|[:=~|\\\]-])[ \t]?\\?\((?P<target>(?:{_TARGET}|{_FILE})(?<!\\))\\?\)"
        ),
        "the target of a link is directly after its text",
        _link,
    ),
    Form(
        "]",
        LazyPattern(rf"(?P<image>!)?{_TEXT}\((?P<target>{_TARGET}|{_FILE})\]"),
        "the target of a link ends with `)`, not `]`",
        _link,
    ),
    Form(
        "]",
        LazyPattern(
            rf"(?P<image>!)?[［\[](?P<text>[^\[\]［］\n]{{1,200}})[］\]](?<=］)\((?P<target>{_TARGET}|{_FILE})\)"
        ),
        "the brackets of this link are full-width characters",
        _link,
    ),
    Form(
        "|",
        LazyPattern(
            rf"(?<!\[)\[(?P<text>[^\[\]|\n]{{1,200}})\|(?P<target>{_TARGET_START}[^\s()<>\[\]{{}}\"“”`*|]*)\](?![\](])"
        ),
        "the target of a link is in parentheses after its text",
        _link,
    ),
    Form(
        "](",
        LazyPattern(
            rf"(?P<image>!)?{_TEXT}\((?P<target>{_TARGET_START}[^\s()<>\[\]{{}}\"“”‘’'`*]*)(?<!//)[ \t]+"
            r"(?P<title>[^\s()\"'“‘=][^()\"\n]{0,80})\)"
        ),
        "the title of a link is in quotation marks",
        lambda found: (
            f'{"!" if found.groupdict().get("image") else ""}[{found["text"]}]({found["target"]} "{found["title"]}")'
        ),
    ),
    Form(
        "](",
        LazyPattern(rf"(?P<image>!)?{_TEXT}\((?P<target>{_TARGET_START}[^\s()<>\[\]{{}}\"“”‘’'`*]*)[\"“”‘’'`]\)"),
        "a quotation mark is after the target of this link",
        _link,
    ),
    Form(
        "]((",
        LazyPattern(rf"(?P<image>!)?{_TEXT}\(\((?P<target>{_TARGET}|{_FILE})\)\)"),
        "the target of this link has two pairs of parentheses",
        _link,
    ),
    Form(
        "]{",
        LazyPattern(rf"(?P<image>!)?{_TEXT}\{{(?P<target>{_TARGET})\}}"),
        "the target of a link is in parentheses",
        _link,
    ),
    Form(
        "]<",
        LazyPattern(rf"(?P<image>!)?{_TEXT}<(?!/[a-z]+>)(?P<target>{_TARGET})>"),
        "the target of a link is in parentheses",
        _link,
    ),
    Form(
        "]",
        LazyPattern(
            rf"(?P<image>!)?{_TEXT}(?:（(?P<target>(?:https?://|/(?!/)|\.\.?/|#)[^\s()<>\[\]（）]*)[）)]"
            r"|\((?P<other>(?:https?://|/(?!/)|\.\.?/|#)[^\s()<>\[\]（）]*)）)"
        ),
        "the parentheses of this link are full-width characters",
        lambda found: (
            f"{'!' if found.groupdict().get('image') else ''}[{found['text']}]"
            f"({found.groupdict().get('target') or found.groupdict().get('other')})"
        ),
    ),
    Form(
        "](",
        LazyPattern(rf"(?P<image>!)?{_TEXT}\([\"“”'‘’](?P<target>{_TARGET.replace('`]*', '`’]*')})[\"“”'‘’]\)"),
        "the target of this link is in quotation marks",
        _link,
    ),
    Form(
        "! [",
        LazyPattern(
            rf"(?m)(?:^|(?<![\w)!?])(?=! [^\n]*{_IMAGE}\)))(?P<image>!) {_TEXT}\((?P<target>{_IMAGE}|{_TARGET})\)"
        ),
        "a space is between `!` and the text of this image",
        _link,
    ),
    Form(
        "](",
        LazyPattern(
            r"(?P<head>\[[^\[\]\n]{1,200}\]\()"
            r"(?P<bad>(?!https?://[^/\s])h{0,2}t{1,3}ps?s?(?:[:;.]{1,2} ?/{1,4} ?|//|:\\\\|:(?=[\w-]+\.\w)))"
            r"(?P<rest>[\w-][^\s()]*)\)"
        ),
        "the scheme of this URL is misspelt",
        lambda found: (
            f"{found['head']}{'https' if 's' in found['bad'] else 'http'}://{found['rest'].replace(chr(92), '/')})"
        ),
    ),
    Form(
        "://http",
        LazyPattern(r"(?P<head>\[[^\[\]\n]{1,200}\]\()https?://(?P<rest>https?://[^\s()]+)\)"),
        "this URL has two schemes",
        lambda found: f"{found['head']}{found['rest']})",
    ),
    Form(
        "@",
        LazyPattern(rf"(?P<head>\[[^\[\]\n]{{1,200}}\]\()(?:mailto://|mail:|email:)?(?P<rest>{_MAIL})\)"),
        "a URL for e-mail begins with `mailto:`",
        lambda found: f"{found['head']}mailto:{found['rest']})",
    ),
    Form(
        "](",
        LazyPattern(rf"(?P<head>\[[^\[\]\n]{{1,200}}\]\()(?P<rest>{_DOMAIN})\)"),
        "a URL without `https://` is read as a path",
        lambda found: f"{found['head']}https://{found['rest']})",
    ),
    Form(
        "](www.",
        LazyPattern(r"(?P<head>\[[^\[\]\n]{1,200}\]\()(?P<rest>www\.[\w-]+\.[^\s()]+)\)"),
        "a URL without `https://` is read as a path",
        lambda found: f"{found['head']}https://{found['rest']})",
    ),
    Form(
        "\\",
        LazyPattern(r"(?P<head>!?\[[^\[\]\n]{1,200}\]\()(?P<target>[\w./-]*\\[\w./\\-]+)\)"),
        "a target is written with slashes, not backslashes",
        lambda found: f"{found['head']}{found['target'].replace(chr(92), '/')})",
    ),
    Form(
        "] (",
        LazyPattern(rf"(?P<image>!){_TEXT}[ \t]+\((?P<target>{_IMAGE})\)"),
        "a space is between the text and the target of an image",
        _link,
    ),
    Form(
        "[",
        LazyPattern(rf"(?P<image>[！¡]|(?<![\w!])!!|(?<!\\)\\!){_TEXT}\((?P<target>{_IMAGE})\)"),
        "an image begins with `![`",
        _link,
    ),
    Form(
        "](",
        LazyPattern(rf"(?<!!)\[[ \t]*\]\({_TARGET}\)"),
        _NO_TEXT,
        lambda found: None,
    ),
    Form(
        "))",
        LazyPattern(rf"(?P<image>!)?{_TEXT}\((?P<target>{_TARGET})\)\)"),
        "a `)` is too many after the target of this link",
        _link,
    ),
    Form(
        "[[",
        LazyPattern(rf"(?P<image>!)?\[{_TEXT}\((?P<target>{_TARGET})\)(?!\])"),
        "a `[` is too many before the text of this link",
        _link,
    ),
    Form(
        ")(",
        LazyPattern(rf"(?<![\w)\]])\((?P<text>[^()\[\]\n]{{2,200}})\)\((?P<target>{_TARGET})\)"),
        "the text of a link is in square brackets",
        _link,
    ),
    Form(
        "}(",
        LazyPattern(rf"(?<![\w$)\]{{])\{{(?P<text>[^{{}}()\[\]\n]{{2,200}})\}}\((?P<target>{_TARGET})\)"),
        "the text of a link is in square brackets",
        _link,
    ),
    Form(
        "](",
        LazyPattern(
            r"(?<!!)\[(?P<target>(?:/(?!/)[\w-]+/|https?://)[\w./#-]*)\]\((?P<text>(?![\w-]+\.[\w-])[A-Za-z][^()\[\]\n/:#]{0,200})\)"
        ),
        "the text and the target of this link are swapped",
        _link,
    ),
    Form(
        "[",
        LazyPattern(rf"(?<!\])(?P<image>!)?\[(?P<text>[^\[\]()\n]{{1,200}})\((?P<target>{_TARGET})\)\](?!\()"),
        "the target of a link is after its bracket",
        _link,
    ),
    Form(
        "\\[",
        # Before the same link without a backslash it is a sample of how that is written.
        LazyPattern(
            r"(?<!\\)\\\[(?P<text>[^\[\]\\\n]{1,200})\]\((?P<target>(?:https?://|/(?!/))[\w./#-]+)\)"
            r"(?![^\n]{0,200}(?<!\\)\[(?P=text)\]\()"
        ),
        "the bracket of this link is escaped by a backslash",
        _link,
    ),
    Form(
        "](<",
        LazyPattern(rf"(?P<image>!)?{_TEXT}\(<(?P<target>{_TARGET})\)"),
        "the target of this link begins with `<` and has no `>`",
        _link,
    ),
    Form(
        '"',
        LazyPattern(rf"(?P<image>!)?{_TEXT}\((?P<target>{_TARGET})\"(?P<title>[^()\"\n]{{1,80}})\"\)"),
        "a space is missing before the title of this link",
        _titled,
    ),
    Form(
        '"',
        LazyPattern(rf"(?P<image>!)?{_TEXT}\((?P<target>{_TARGET})[ \t]+\"(?P<title>[^()\"\n]{{1,80}})\)"),
        "the title of this link has no quotation mark at its end",
        _titled,
    ),
    Form(
        "](",
        LazyPattern(rf"(?P<image>!)?{_TEXT}\((?:url|href|link|src|to)[ \t]*[:=][ \t]*(?P<target>{_TARGET})\)"),
        "the target of a link has no name before it",
        _link,
    ),
    Form(
        "](**",
        LazyPattern(rf"(?P<image>!)?{_TEXT}\(\*\*(?P<target>{_TARGET})\*\*\)"),
        "the target of this link is in asterisks",
        _link,
    ),
    Form(
        "](",
        LazyPattern(rf"(?P<image>!)?{_TEXT}\((?P<target>{_TARGET})\}}"),
        "the target of a link ends with `)`, not `}`",
        _link,
    ),
    Form(
        "【",
        LazyPattern(rf"(?P<image>!)?【(?P<text>[^【】\n]{{1,200}})】\((?P<target>{_TARGET})\)"),
        "the brackets of this link are not `[` and `]`",
        _link,
    ),
    Form(
        "](",
        LazyPattern(
            r"(?P<head>\[[^\[\]\n]{1,200}\]\()(?P<host>https?://[\w-]+(?:\.[\w-]+){0,3}),(?P<rest>[a-z][\w-]*(?:\.[a-z]{2,}|(?<=,com|,org|,net|,dev)|(?<=,io|,md))(?:[/?#][^\s()]*)?)\)"
        ),
        "a comma is in the host of this URL",
        lambda found: f"{found['head']}{found['host']}.{found['rest']})",
    ),
)


@rule("link-syntax", "warning", "links", on="block", fixable=True, root_cause=True, signs=[_BRACKETS])
def link_syntax(page: Page, block: Block) -> Iterator[Problem]:
    if _BRACKETS not in signs_in_prose(block) or not _may_be_damaged(block.text):
        return
    prose = prose_block(block)
    taken: list[tuple[int, int]] = []
    for form in _FORMS:
        if form.marker not in prose.text:
            continue
        for found in form.pattern.finditer(prose.text):
            if any(start < found.end() and found.start() < end for start, end in taken):
                continue
            if _is_escaped(prose.text, found.start()):
                continue
            if form.message in _TOO_MANY and not _is_unbalanced(prose.text, _TOO_MANY[form.message]):
                continue
            if form.message == _NO_TEXT and not page.site.vocabulary.refrakt:
                continue
            if _may_close_earlier(form, found) and _opens_before(prose.text, found.start()):
                continue
            taken.append(found.span())
            yield _problem(prose, form, found)


def _may_be_damaged(text: str) -> bool:
    """Whether a text has brackets that are no part of a link; nearly no text has."""
    if "[" not in text and "]" not in text:
        return any(each in text for each in _OTHER_BRACKETS)
    return (
        text.count("[") != text.count("]")
        or ")[" in text
        or "! [" in text
        or ("|" in text and _PIPED.search(text) is not None)
        or "\\" in text
        or _SUSPECT.search(text) is not None
        or _SUSPECT_URL.search(text) is not None
        or _SUSPECT_MARK.search(text) is not None
    )


def _is_unbalanced(text: str, mark: str) -> bool:
    """Whether a text has more closing parentheses than opening ones, or more opening brackets than closing ones."""
    return text.count(")") > text.count("(") if mark == ")" else text.count("[") > text.count("]")


def _may_close_earlier(form: Form, found: re.Match[str]) -> bool:
    """Whether a match has a closing bracket more than opening ones, as in the second half of `[see [3]](/notes)`."""
    return form.message.startswith("a `[` is missing") or "]](" in found.group()


def _opens_before(text: str, at: int) -> bool:
    """Whether a bracket is open at an offset."""
    line = text[text.rfind("\n\n", 0, at) + 1 : at]
    return line.count("[") > line.count("]")


def _is_escaped(text: str, at: int) -> bool:
    return text[max(at - 1, 0) : at] == "\\"


def _problem(block: ProseBlock, form: Form, found: re.Match[str]) -> Problem:
    start, end = found.span()
    # Code in the text of a link is hidden in the searched text, but stays as it is.
    groups = {name: block.source.text[found.start(name) : found.end(name)] for name in found.groupdict() if found[name]}
    new = form.new(_Restored(groups))  # type: ignore[arg-type]
    last = block.source.text.find("\n", start, end)
    span = Span(start, last if last >= 0 else end, block.source)
    if new is None:
        advice = (
            "Write a text between the brackets."
            if form.message == _NO_TEXT
            else "Write a URL or a path between the parentheses."
        )
        return Problem(span, form.message, advice)
    edit = TextEdit(Span(start, end, block.source), new)
    return Problem(span, form.message, f"Write {one_line(new, 100)}.", Fix((edit,), form.applicability))


class _Restored:
    """The groups of a match with the original text."""

    def __init__(self, groups: dict[str, str]) -> None:
        self._groups = groups

    def __getitem__(self, name: str) -> str:
        return self._groups[name]

    def groupdict(self) -> dict[str, str]:
        return self._groups


_DAMAGED = re.compile(
    r"[(\"“”'‘’].*|www\.\w.*|(?!https?://[^/])h{0,2}t{1,3}ps?s?(?:[:;.]{1,2} ?/|//|:\\\\|:[\w-]+\.\w).*|.*\\.*"
    r"|(?:url|href|link|src|to)[:=].*|.*\".*|<.*"
    rf"|(?:mailto://|mail:|email:)?{_MAIL}|https?://https?://.*|{_DOMAIN}",
    re.DOTALL,
)


def is_damaged(target: str) -> bool:
    """Whether a target is reported here, so that no such page or file exists is a consequence."""
    return _DAMAGED.fullmatch(target) is not None or has_invisible(target) or _has_mixed_letters(target)


def _has_mixed_letters(target: str) -> bool:
    return has_similar(target) and latin(target).isascii() and any(each.isascii() and each.isalpha() for each in target)
