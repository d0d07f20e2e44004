"""Marks of other text formats inside of text: BBCode, wiki text, Textile, reStructuredText, Org, Slack, templates.

Each has a sign, a pattern, and what Markdown has for it.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

from refrakt.rules.lazy_pattern import LazyPattern
from refrakt.rules.problem import Applicability
from refrakt.rules.signs import Sign, sign

_URL = r"(?:https?://|mailto:|/(?!/)|\.\.?/|#)[^\s()<>\[\]{}\"|`]*[\w/#=-]"
_BBCODE = {"b": "**", "strong": "**", "i": "*", "em": "*", "code": "`", "tt": "`", "s": "~~", "strike": "~~"}
_ROLES = {"strong": "**", "emphasis": "*"}
_CODE_ROLES = frozenset(
    {
        "code",
        "literal",
        "command",
        "file",
        "class",
        "func",
        "function",
        "meth",
        "method",
        "option",
        "envvar",
        "kbd",
        "samp",
    }
)


class Markup(NamedTuple):
    """A mark of another format."""

    sign: Sign
    pattern: LazyPattern
    what: str
    new: Callable[[re.Match[str]], str | None]
    """What Markdown has; None if there is nothing, or nothing that is certain."""
    applicability: Applicability = "safe"
    advice: str = ""
    """What to do if there is no replacement."""


def _link(text: str, url: str) -> str:
    return f"[{text.strip()}]({url})"


def _bbcode(found: re.Match[str]) -> str | None:
    name, value, text = found["name"].lower(), found["value"], found["text"]
    if name == "url":
        return _link(text, value or text)
    if name == "img":
        return f"![]({text})"
    mark = _BBCODE.get(name)
    return f"{mark}{text.strip()}{mark}" if mark is not None and not value else None


def _role(found: re.Match[str]) -> str | None:
    name, text = found[1], found[2]
    mark = "`" if name in _CODE_ROLES else _ROLES.get(name)
    return f"{mark}{text}{mark}" if mark is not None else None


def _stem(path: str) -> str:
    return path.rpartition("/")[2].rpartition(".")[0]


def _heading(found: re.Match[str]) -> str:
    level = int(found["level"]) if found["level"].isdigit() else len(found["level"])
    return f"{'#' * level} {found['text'].strip()}"


MARKUPS = (
    Markup(
        sign("[/"),
        LazyPattern(
            r"\[(?P<name>b|i|em|strong|u|s|strike|code|tt|url|img)(?:=(?P<value>[^\]\s]+))?\](?P<text>[^\[\]\n]+)\[/(?P=name)\]",
            re.IGNORECASE,
        ),
        "BBCode",
        _bbcode,
    ),
    Markup(
        sign("'''"),
        LazyPattern(r"(?<!')'''(?=[^\s'])([^'\n]{1,200}?)(?<=[^\s'])'''(?!')"),
        "bold text of a wiki",
        lambda found: f"**{found[1]}**",
    ),
    Markup(
        sign("[http"),
        LazyPattern(r"(?<![\]!\[])\[(https?://[^\s\]\[]+)[ \t]+([^\[\]\n]+)\](?![(\[])"),
        "a link of a wiki",
        lambda found: _link(found[2], found[1]),
    ),
    Markup(
        sign("[/"),
        LazyPattern(r"(?<![\]!\[(\w])\[(/[\w-]+/[\w/.-]+(?:#[\w-]+)?)[ \t]+([^\[\]\n]+)\](?![(\[:])"),
        "a link of a wiki",
        lambda found: _link(found[2], found[1]),
        "unsafe",  # it may be the path of a file in a usage line
    ),
    Markup(
        sign("&nbsp", "&mdash", "&ndash", "&hellip"),
        LazyPattern(r"&(nbsp|mdash|ndash|hellip)(?:(?=[^\w;=&]|\Z)|(?<=&nbsp)(?=[A-Za-z]))"),
        "an entity of HTML without its semicolon",
        lambda found: f"{found[0]};",
    ),
    Markup(
        sign(pattern=r"\A[ \t]{0,3}[—–―]{2}"),
        LazyPattern(r"\A[ \t]{0,3}[—–―]{2,}[ \t]*(?=\n*\Z)"),
        "a line of typographic dashes",
        lambda found: "---",
    ),
    Markup(
        sign(" ## ", " ### ", " #### "),
        LazyPattern(r"(?m)(?<=[.!?]) +(#{2,4}) ([A-Z][^\n#]{1,60})(?<=[\w?)`])$"),
        "a heading in the line of a paragraph",
        lambda found: f"\n\n{found[1]} {found[2]}",
    ),
    Markup(
        sign(pattern=r"\A(?:Sure|Certainly|Of course|Absolutely|[Hh]ere(?:'s| is|’s) (?:the|your))"),
        LazyPattern(
            r"\A(?:(?:Sure|Certainly|Of course|Absolutely)[!,.][ \t]{1,4})?[Hh]ere(?:[’']s| is) (?:the|your) "
            r"(?:updated|revised|corrected|complete|full|fixed) (?:page|file|document|version)[^\n]{0,60}:"
            r"[ \t]*(?=\n*\Z)"
        ),
        "the first sentence of an answer in a chat",
        lambda found: "",
        "unsafe",
    ),
    Markup(
        sign("~~"),
        LazyPattern(r"(?m)(?<![~\w\\])~~(?=[A-Za-z]+ )([^~\n]*[^~\s])$(?![\s\S]*~)"),
        "struck text that is never closed",
        lambda found: f"~~{found[1]}~~",
        "unsafe",
    ),
    Markup(
        sign("]["),
        LazyPattern(rf"\[\[({_URL})\]\[([^\[\]\n]+)\]\]"),
        "a link of Org mode",
        lambda found: _link(found[2], found[1]),
    ),
    Markup(
        sign('":'),
        LazyPattern(rf"(?<![\w\"])\"([^\"\n]{{1,100}})\":({_URL})"),
        "a link of Textile",
        lambda found: _link(found[1], found[2]),
    ),
    Markup(
        sign("<http", "</"),
        LazyPattern(r"<((?:https?:/)?/[^\s|<>]+)\|([^<>|\n]+)>"),
        "a link of a chat",
        lambda found: _link(found[2], found[1]),
    ),
    Markup(
        sign("~"),
        LazyPattern(r"(?<![~\w/=.-])~(?=[A-Za-z])([^~\n/]{1,120}?)(?<=[A-Za-z.!?])~(?![~\w/])"),
        "text between single tildes",
        lambda found: f"~~{found[1]}~~",
    ),
    Markup(
        sign("~~"),
        LazyPattern(r"(?<![~\w\\])~~(?=[A-Za-z])([^~\n]{1,120}?)(?<=[\w.!?])~(?![~\w])"),
        "struck text with a tilde missing",
        lambda found: f"~~{found[1]}~~",
    ),
    Markup(
        sign("~~"),
        LazyPattern(r"(?<![~\w\\])~~[ \t]+([A-Za-z][^~\n]{0,120}?)[ \t]+~~(?![~\w])"),
        "struck text with spaces inside of its tildes",
        lambda found: f"~~{found[1]}~~",
    ),
    Markup(
        sign("\\*\\*"),
        LazyPattern(r"\\\*\\\*(?=[\w`])([^*\n\\]{1,120}?)(?<=[\w.:!?`)])\\\*\\\*"),
        "bold text with backslashes before its asterisks",
        lambda found: f"**{found[1]}**",
        "unsafe",
    ),
    Markup(
        sign("＊＊", "｀"),
        LazyPattern(r"＊＊(?P<bold>[^＊\n]{1,120})＊＊|｀(?P<code>[^｀`\n]{1,120})｀"),
        "a text between full-width marks",
        lambda found: f"**{found['bold']}**" if found["bold"] else f"`{found['code']}`",
    ),
    Markup(
        sign("|| ", "||"),
        LazyPattern(r"(?<![|\w`])\|\|(?=[A-Za-z])([^|\n]{3,120}?)(?<=[\w.!?])\|\|(?![|\w])(?<!\w \|\|)"),
        "a spoiler of a chat",
        lambda found: None,
        advice="Write it without the marks: Markdoc has no spoilers.",
    ),
    Markup(
        sign("{id=", "{class="),
        LazyPattern(r"(?m)(?<=[^#\s])[ \t]+\{[ \t]*(id|class)=[\"']?([A-Za-z][\w-]*)[\"']?[ \t]*\}[ \t]*$"),
        "an attribute list of another Markdown dialect",
        lambda found: f' {{% {found[1]}="{found[2]}" %}}',
    ),
    Markup(
        sign("{{ #", "{{#", "{ %", "{％", "{#"),
        LazyPattern(
            r"(?m)(?<=[^#\s])[ \t]+\{(?:\{[ \t]*|[ \t]%[ \t]*|％[ \t]*)?(#[A-Za-z][\w-]*)(?:[ \t]*\}\}|[ \t]*[%％][ \t]?\})[ \t]*$"
        ),
        "an annotation with other delimiters",
        lambda found: f" {{% {found[1]} %}}",
    ),
    Markup(
        sign("【", ":contentReference["),
        LazyPattern(r"[ \t]?(?:【\d+(?::\d+)?†[^】\n]{0,80}】|:contentReference\[oaicite:\d+\](?:\{index=\d+\})?)"),
        "a citation of a chat",
        lambda found: "",
    ),
    Markup(
        sign("＞"),
        LazyPattern(r"(?m)^＞[ \u3000]?(?=\S)"),
        "a quotation with a full-width character",
        lambda found: "> ",
    ),
    Markup(
        sign("^"),
        LazyPattern(r"(?<![\w^\[\\])\^(?=\w)([^\^\n\[\]]{1,60}?)(?<=\w)\^(?![\w^])"),
        "superscript of another Markdown dialect",
        lambda found: None,
        advice="Write it without the marks: Markdoc has no superscript.",
    ),
    Markup(
        sign("++"),
        LazyPattern(r"(?<![\w+])\+\+(?=[A-Za-z])([^+\n]{3,120}?)(?<=[A-Za-z.])\+\+(?![\w+])(?<!\b[a-z]\+\+)"),
        "inserted text of another Markdown dialect",
        lambda found: found[1],
        "unsafe",
    ),
    Markup(
        sign("{{"),
        LazyPattern(r"\{\{[-~]?[ \t]{0,9}(?:site\.(?:base_?)?url|base_?url|baseUrl)[ \t]{0,9}[-~]?\}\}(?=/)"),
        "a variable of another template language",
        lambda found: "",
    ),
    Markup(
        sign("{{"),
        LazyPattern(
            r"\{\{[-~]?[ \t]{0,9}[\"'](/[\w./#-]*)[\"']"
            r"(?:[ \t]{0,9}\|[ \t]{0,9}(?:relative_url|absolute_url|relURL|absURL|url))?[ \t]{0,9}[-~]?\}\}"
        ),
        "a URL of another template language",
        lambda found: found[1],
    ),
    Markup(
        sign("&gt;"),
        LazyPattern(r"^(?P<indent>[ \t]{0,3})&gt;[ \t](?=\S)", re.MULTILINE),
        "an escaped `>`",
        lambda found: f"{found['indent']}> ",
    ),
    Markup(
        sign("=="),
        LazyPattern(
            r"^[ \t]{0,3}(?P<level>={2,6})[ \t]+(?P<text>(?!\")[^=\n]{1,150}[^=\s])(?:[ \t]+(?P=level))?[ \t]*(?=\n\n|\n?\Z)",
            re.MULTILINE,
        ),
        "a heading of another text format",
        _heading,
    ),
    Markup(
        sign("h1. ", "h2. ", "h3. ", "h4. ", "h5. ", "h6. "),
        LazyPattern(r"^h(?P<level>[1-6])\.[ \t]+(?P<text>\S[^\n]{0,150}?)[ \t]*(?=\n\n|\n?\Z)", re.MULTILINE),
        "a heading of Textile",
        _heading,
    ),
    Markup(
        sign("**#"),
        LazyPattern(r"^\*\*(?P<level>#{1,6})[ \t]+(?P<text>[^*\n]{1,150})\*\*[ \t]*(?=\n\n|\n?\Z)", re.MULTILINE),
        "a heading in asterisks",
        lambda found: f"{found['level']} {found['text'].strip()}",
    ),
    Markup(
        sign("# #"),
        LazyPattern(r"^(?P<level>#(?:[ \t]#){1,5})[ \t]+(?P<text>[A-Z0-9`][^\n]*)$", re.MULTILINE),
        "a heading with spaces in its mark",
        lambda found: f"{''.join(found['level'].split())} {found['text'].strip()}",
    ),
    Markup(
        sign("- |", "* |", "+ |"),
        LazyPattern(r"^(?:[-*+] \|[^\n]*\|[ \t]*(?:\n|\Z)){2,}", re.MULTILINE),
        "a table in a list",
        lambda found: re.sub(r"(?m)^[-*+] (?=\|)", "", found[0]),
    ),
    Markup(
        sign("]{"),
        LazyPattern(r"(?<![\]!])\[([^\[\]\n]{1,200})\]\{[ \t]*([.#][\w.# -]+)\}"),
        "a span of Pandoc",
        lambda found: None,
        advice="Markdoc sets ids and classes on whole blocks: write {% .class %} after the text of the block.",
    ),
    Markup(
        sign("http"),
        LazyPattern(r"(?<![\w(<\[\]\"'=/])(https?://[^\s\[\]()<>\"'|`]+)\[([^\[\]\n]+)\](?![(\[])"),
        "a link of AsciiDoc",
        lambda found: _link(found[2].removesuffix("^"), found[1]),
    ),
    Markup(
        sign("){"),
        LazyPattern(r"(?<=\))\{:?[ \t]{0,4}(?:[.#][\w-]+[ \t]{1,4}){0,4}[.#][\w-]+[ \t]{0,4}\}"),
        "an attribute list of another Markdown dialect",
        lambda found: f"{{% {found[0].strip('{}: ')} %}}",
    ),
    Markup(
        sign("<http"),
        LazyPattern(r"(?<!\]\()<(https?://[^\s<>|\"']*[\w/])(?=[ \t]|[.,;:]?$)", re.MULTILINE),
        "a URL in angle brackets that is never closed",
        lambda found: f"<{found[1]}>",
    ),
    Markup(
        sign("){"),
        LazyPattern(
            r"(?<=\))\{:?[ \t]*(?:[.#][\w-]+[ \t]*)*[\w-]+=(?:\"[^\"\n]*\"|'[^'\n]*'|[\w%-]+)[^{}\n%]{0,200}\}"
        ),
        "an attribute list of another Markdown dialect",
        lambda found: "",
        "unsafe",
    ),
    Markup(
        sign("[#", "%#"),
        LazyPattern(r"(?m)(?<=[^#\s])[ \t]+(?:\[#([A-Za-z][\w-]*)\]|%#([A-Za-z][\w-]*)%)[ \t]*$(?<!^\])"),
        "an id of another text format",
        lambda found: f" {{% #{found[1] or found[2]} %}}",
    ),
    Markup(
        sign("<a "),
        LazyPattern(r"(?m)(?<=[^#\s])[ \t]*<a (?:id|name)=\"([A-Za-z][\w-]*)\"(?:></a>|[ ]?/>)[ \t]*$"),
        "an anchor of HTML",
        lambda found: f" {{% #{found[1]} %}}",
    ),
    Markup(
        sign("![["),
        LazyPattern(r"!\[\[([^\[\]\n|]+?\.(?:png|jpe?g|gif|svg|webp|avif))(?:\|([^\[\]\n|]+))?\]\]", re.IGNORECASE),
        "an image of a wiki",
        lambda found: f"![{found[2] or _stem(found[1])}]({found[1].replace(' ', '%20')})",
        "unsafe",
    ),
)
"""In prose. Code is hidden."""

CODE_MARKUPS = (
    Markup(
        sign("`_"),
        LazyPattern(rf"(?<!`)`([^`<\n]+?)[ \t]*<({_URL}|https?://[^\s<>]+)>`__?(?!\w)"),
        "a link of reStructuredText",
        lambda found: _link(found[1], found[2]),
    ),
    Markup(
        sign(":`"),
        LazyPattern(r"(?<![\w:`]):([a-z]{2,12}):`([^`\n]+)`(?!`)"),
        "a role of reStructuredText",
        _role,
        advice="Write code, emphasis or a link of Markdown.",
    ),
)
"""With code as a part of it."""
