"""The ids of headings, by the rules that Markdoc sites use.

| rule           | code of the site                                | repeated headings |
| -------------- | ----------------------------------------------- | ----------------- |
| `sindresorhus` | `slugifyWithCounter` of `@sindresorhus/slugify` | `-2`, `-3`        |
| `github`       | `github-slugger`, and Astro                     | `-1`, `-2`        |
| `markdoc`      | `generateID`, as Markdoc's own site has it      | the same id again |

An id is None where a rule needs more than the text: letters of a script for which a package has its own table.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from typing import Literal, NamedTuple

SlugRule = Literal["sindresorhus", "github", "markdoc"]
SLUG_RULES: tuple[SlugRule, ...] = ("sindresorhus", "github", "markdoc")

_WORD_JOINS = (
    (re.compile(r"([A-Z]{2,}+)([0-9]+)"), r"\1 \2"),
    (re.compile(r"([a-z0-9]+)([A-Z]{2,})"), r"\1 \2"),
    (re.compile(r"([a-z0-9])([A-Z])"), r"\1 \2"),
    (re.compile(r"([A-Z])([A-Z][a-rt-z0-9])"), r"\1 \2"),
)
"""Where a word in camel case is split."""
_CONTRACTION = re.compile(r"(?<=[a-z0-9])['’](?=[ts](?:\s|$))")
_SEPARATORS = re.compile(r"[^a-z0-9]+")
_SPACES = re.compile(r"\s+")
_LATIN = {
    "ä": "ae",
    "ö": "oe",
    "ü": "ue",
    "Ä": "Ae",
    "Ö": "Oe",
    "Ü": "Ue",
    "ß": "ss",
    "ẞ": "Ss",
    "æ": "ae",
    "Æ": "AE",
    "œ": "oe",
    "Œ": "OE",
    "ø": "o",
    "Ø": "O",
    "đ": "d",
    "Đ": "D",
    "ł": "l",
    "Ł": "L",
}
_KEPT_CATEGORIES = frozenset({"Ll", "Lu", "Lt", "Lm", "Lo", "Mn", "Mc", "Me", "Nd", "Nl", "Pc"})
"""Unicode categories that `github-slugger` keeps."""


class HeadingText(NamedTuple):
    """The text of a heading: all of it, and only what is neither bold, code nor a link."""

    full: str
    direct: str


def heading_ids(rule: SlugRule, headings: Iterable[HeadingText]) -> list[str | None]:
    """The ids of the headings of a page that have no id of their own, in order."""
    if rule == "markdoc":
        return [markdoc_slug(each.direct) or None for each in headings]
    slug, first = (sindresorhus_slug, 2) if rule == "sindresorhus" else (github_slug, 1)
    used: dict[str, int] = {}
    found: list[str | None] = []
    for each in headings:
        base = slug(each.full)
        found.append(_numbered(base, used, first) if base else None)
    return found


def _numbered(base: str, used: dict[str, int], first: int) -> str:
    """A slug with the next free number if an earlier heading has it."""
    name = base
    while name in used:
        used[base] += 1
        name = f"{base}-{used[base]}"
    used[name] = first - 1
    return name


def sindresorhus_slug(text: str) -> str | None:
    """As `@sindresorhus/slugify` with its defaults: ASCII, lower case, words in camel case split."""
    plain = _ascii(text.replace("&", " and "))
    if plain is None:
        return None
    for pattern, joined in _WORD_JOINS:
        plain = pattern.sub(joined, plain)
    return _SEPARATORS.sub("-", _CONTRACTION.sub("", plain.lower())).strip("-")


def _ascii(text: str) -> str | None:
    """Latin letters without accents; None if there are letters of other scripts. Other signs separate words."""
    found = []
    for sign in text:
        if sign.isascii():
            found.append(sign)
        elif sign in _LATIN:
            found.append(_LATIN[sign])
        elif sign == "’":
            found.append("'")
        elif unicodedata.category(sign)[0] in "LN":
            bare = "".join(each for each in unicodedata.normalize("NFKD", sign) if each.isascii())
            if not bare:
                return None
            found.append(bare)
        elif not unicodedata.combining(sign):
            found.append(" ")
    return "".join(found)


def github_slug(text: str) -> str:
    """As `github-slugger`: lower case, without punctuation and symbols, each space a hyphen."""
    kept = (sign for sign in text.lower() if sign in " -" or unicodedata.category(sign) in _KEPT_CATEGORIES)
    return "".join(kept).replace(" ", "-")


def markdoc_slug(text: str) -> str:
    """As the `generateID` of Markdoc's own site: without `?`, spaces as hyphens, lower case."""
    return _SPACES.sub("-", text.replace("?", "")).lower()


def may_be_id(fragment: str, rules: Iterable[SlugRule], headings: list[HeadingText]) -> bool:
    """Whether a fragment is the id of a heading under any of the rules, or cannot be known."""
    for rule in rules:
        ids = heading_ids(rule, headings)
        if fragment in ids or None in ids:
            return True
    # Some sites also remove slashes.
    return "markdoc" in rules and fragment in {markdoc_slug(each.direct.replace("/", "")) for each in headings}
