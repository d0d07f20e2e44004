"""Explanations for editors that show no Markdown."""

from __future__ import annotations

import re

_MARK = re.compile(
    r"\\(?P<sign>[!-/:-@\[-`{-~])"  # a sign that is meant as such
    r"|(?P<ticks>`++)(?P<code>.+?)(?<!`)(?P=ticks)(?!`)"
    r"|(?P<unclosed>`++)"
    r"|\[(?P<text>[^\[\]]*+)\]\((?P<address>[^()\s]*+)\)"
    r"|\*\*"
)


def plain(markdown: str) -> str:
    """The same without the marks: code is indented, a link tells its address."""
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
            lines.append(_MARK.sub(_meant, line))
    return re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).strip() + "\n"


def _meant(mark: re.Match[str]) -> str:
    if mark["sign"]:
        return mark["sign"]
    if mark["code"]:
        code = mark["code"]
        return code[1:-1] if code.strip() != code and "`" in code else code
    if mark["unclosed"]:
        return mark["unclosed"]
    return f"{mark['text']}: {mark['address']}" if mark["address"] else ""
