"""Quotation marks that writers, word processors and other languages use for `"`."""

from __future__ import annotations

import re

_MISREAD = "â€[œ\x9d˜™žš]?|Â[«»]"
"""Quotation marks in UTF-8 that were read as Windows-1252."""
_ENTITIES = r"&(?:quot|apos|ldquo|rdquo|lsquo|rsquo|laquo|raquo|bdquo|sbquo|#0*3[49]|#[xX]0*2[27]);"
QUOTE = re.compile(rf"{_ENTITIES}|{_MISREAD}|\\[\"']|\"{{1,3}}|''|[“”„‟″＂'‘’‚‛′＇«»‹›`´「」『』]")
"""A quotation mark: a character, an HTML entity, an escaped quote, or several quotes in a row."""

_DOUBLE = "“”„‟″＂"
_GUILLEMETS = "«»‹›"
_CORNERS = "「」『』"
_INVALID_ESCAPE = re.compile(r"\\(?![\"\\nrt])")
_ESCAPE = re.compile(r"\\([\"\\nrt'])")
_LINE_BREAK = re.compile(r"\r\n|[\r\n]")
_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f]")
_MEANING = {"n": "\n", "r": "\r", "t": "\t"}


def kind_of(quote: str) -> str:
    """What a quotation mark is called in a message."""
    if quote.startswith("&"):
        return f"the HTML entity `{quote}`"
    if quote.startswith("\\"):
        return "escaped quotes"
    if quote == "'":
        return "single quotes"
    if quote == "''":
        return "two single quotes"
    if quote.startswith('""'):
        return "doubled quotes"
    if quote in "`´":
        return "backticks"
    if quote in _GUILLEMETS:
        return f"guillemets (`{quote}`)"
    if quote[0] in "âÂ":
        return f"quotation marks in a wrong encoding (`{quote}`)"
    if quote in _CORNERS:
        return f"corner brackets (`{quote}`)"
    return f"curly quotes (`{quote}`)"


_PARTNERS = {"“": "”", "„": "“", "‘": "’", "‚": "‘", "«": "»", "‹": "›", "「": "」", "『": "』"}


def is_partner(opening: str, closing: str) -> bool:
    """Whether two marks are a pair."""
    return closing in (opening, _PARTNERS.get(opening))


def is_double(quote: str) -> bool:
    """Whether a mark looks like double quotes."""
    return quote[0] in _DOUBLE + '"' or quote in ("''", '\\"') or quote.lower() in ("&quot;", "&ldquo;", "&rdquo;")


def string_content(written: str) -> str:
    """The text of a string as it was meant: an invalid escape is a backslash, a line break is a space."""
    first, *more = _LINE_BREAK.split(written)
    text = " ".join([first.rstrip(" \t"), *(line.strip(" \t") for line in more)]) if more else written
    text = _CONTROL.sub("", text)
    parts: list[str] = []
    at = 0
    for found in _ESCAPE.finditer(text):
        parts += [text[at : found.start()], _MEANING.get(found[1], found[1])]
        at = found.end()
    return "".join(parts) + text[at:]


def string_problem(content: str) -> str:
    """What is wrong with the text between two double quotes."""
    if "\n" in content or "\r" in content:
        return "a string cannot contain a line break"
    if _INVALID_ESCAPE.search(content):
        return 'invalid escape; a backslash in a string is written `\\\\`, and only `\\"`, `\\n`, `\\r` and `\\t` are escapes'
    if _CONTROL.search(content) or "\t" in content:
        return "control character in a string; write `\\t` for a tab"
    return 'quotes inside a string are written `\\"`'
