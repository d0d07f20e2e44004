"""Hover text for clients without Markdown support."""

from __future__ import annotations

import re

_MARKUP = re.compile(
    r"\\(?P<escaped>[!-/:-@\[-`{-~])"  # an escaped character
    r"|(?P<ticks>`++)(?P<code>.+?)(?<!`)(?P=ticks)(?!`)"
    r"|(?P<unclosed>`++)"
    r"|\[(?P<text>[^\[\]]*+)\]\((?P<url>[^()\s]*+)\)"
    r"|\*\*"
)


def markdown_to_text(markdown: str) -> str:
    """The text without Markdown: code is indented, links show their URL."""
    lines: list[str] = []
    fence = ""
    for line in markdown.split("\n"):
        if not fence and line.startswith("```"):
            fence = line[: len(line) - len(line.lstrip("`"))]
        elif fence and line == fence:
            fence = ""
        elif fence:
            lines.append(f"    {line}".rstrip())
        elif line != "---":
            lines.append(_MARKUP.sub(_unmarked, line))
    return re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).strip() + "\n"


def _unmarked(markup: re.Match[str]) -> str:
    if markup["escaped"]:
        return markup["escaped"]
    if markup["code"]:
        code = markup["code"]
        return code[1:-1] if code.strip() != code and "`" in code else code
    if markup["unclosed"]:
        return markup["unclosed"]
    return f"{markup['text']}: {markup['url']}" if markup["url"] else ""
