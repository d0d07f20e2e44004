"""Hover text for clients without Markdown support."""

from __future__ import annotations

import re

_MARK = re.compile(
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
            lines.append(_MARK.sub(_unmarked, line))
    return re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).strip() + "\n"


def _unmarked(mark: re.Match[str]) -> str:
    if mark["escaped"]:
        return mark["escaped"]
    if mark["code"]:
        code = mark["code"]
        return code[1:-1] if code.strip() != code and "`" in code else code
    if mark["unclosed"]:
        return mark["unclosed"]
    return f"{mark['text']}: {mark['url']}" if mark["url"] else ""
