"""The ids of headings, by the rules that Markdoc sites use.

| rule           | code of the site                                | repeated headings |
| -------------- | ----------------------------------------------- | ----------------- |
| `sindresorhus` | `slugifyWithCounter` of `@sindresorhus/slugify` | `-2`, `-3`        |
| `github`       | `github-slugger`, and Astro                     | `-1`, `-2`        |
| `markdoc`      | `generateID`, as Markdoc's own site has it      | the same id again |

A slug is None where a rule needs more than the text: letters of a script for which a package has its own table.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection
from functools import lru_cache
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
_OLD_SPLIT = re.compile(r"-[st](?:-|$)|[a-z]-[a-z]s(?:-|$)")
"""Before version 2.2, `@sindresorhus/slugify` split `What's` into `what-s` and `APIs` into `ap-is`."""
_SEPARATORS = re.compile(r"[^a-z0-9]+")
_SPACES = re.compile(r"\s+")
_NUMBER = re.compile(r"-[0-9]+$")
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
_FIRST_NUMBERS = {"sindresorhus": 2, "github": 1}
"""The number of the second heading with a slug, under the rules that add numbers."""
_WITHOUT_TABLE = ("CJK ", "HIRAGANA ", "KATAKANA", "HANGUL ")
"""Scripts, by the names of their signs, that `@sindresorhus/slugify` removes: it has no table for them."""
_KEPT_CATEGORIES = frozenset({"Ll", "Lu", "Lt", "Lm", "Lo", "Mn", "Mc", "Me", "Nd", "Nl", "Pc"})
"""Unicode categories that `github-slugger` keeps."""


SlugCertainty = Literal["exact", "letters", "none"]
"""What is known of ids: all of them; only that they have the letters and digits of a text; nothing."""


class SlugCode(NamedTuple):
    """How the code of a site makes ids of headings."""

    rules: tuple[SlugRule, ...] = SLUG_RULES
    """The rules that it may follow; with several, a fragment is wrong only if it is under all of them."""
    certainty: SlugCertainty = "letters"
    counts_all_pages: bool = False
    """Whether a heading may get a number because of one on another page."""


ANY_SLUGS = SlugCode()
"""If nothing was recognised."""


class HeadingText(NamedTuple):
    """The text of a heading: all of it, and only what is neither bold, code nor a link."""

    full: str
    direct: str


def slug(rule: str, text: HeadingText) -> str | None:
    """The id of a heading under a rule, if no earlier heading has it; None if it is not known."""
    if rule == "markdoc":
        return markdoc_slug(text.direct)
    return sindresorhus_slug(text.full) if rule == "sindresorhus" else github_slug(text.full)


class SlugCounter:
    """The numbers that a rule adds to the slugs of repeated headings. Used for one page, in the order of its headings."""

    def __init__(self, rule: str) -> None:
        self._first = _FIRST_NUMBERS.get(rule)
        self._used: dict[str, int] = {}

    def id(self, slug: str) -> str:
        """The id of the next heading with a slug."""
        if self._first is None:
            return slug
        used, name = self._used, slug
        while name in used:
            used[slug] += 1
            name = f"{slug}-{used[slug]}"
        used[name] = self._first - 1
        return name


@lru_cache(maxsize=4096)
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
    if text.isascii():
        return text
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
            if not bare and not unicodedata.name(sign, "").startswith(_WITHOUT_TABLE):
                return None
            found.append(bare or " ")
        elif not unicodedata.combining(sign):
            found.append(" ")
    return "".join(found)


@lru_cache(maxsize=4096)
def github_slug(text: str) -> str:
    """As `github-slugger`: lower case, without punctuation and symbols, each space a hyphen."""
    kept = (sign for sign in text.lower() if sign in " -" or unicodedata.category(sign) in _KEPT_CATEGORIES)
    return "".join(kept).replace(" ", "-")


def markdoc_slug(text: str) -> str:
    """As the `generateID` of Markdoc's own site: without `?`, spaces as hyphens, lower case."""
    return _SPACES.sub("-", text.replace("?", "")).lower()


def may_be_id(fragment: str, code: SlugCode, headings: Collection[str], several_files: bool) -> bool:
    """Whether a fragment that no rule gives may be the id of a heading all the same.

    `headings` are their texts as `alphanumeric`. Code of a site may treat signs in its own way, and a heading of a partial may
    get a number because of one on the page.
    """
    if code.certainty == "none":
        return True
    is_exact = code.certainty == "exact" and not _OLD_SPLIT.search(fragment)
    if not is_exact and alphanumeric(fragment) in headings:
        return True
    return (
        (several_files or code.counts_all_pages)
        and _NUMBER.search(fragment) is not None
        and alphanumeric(_NUMBER.sub("", fragment)) in headings
    )


def may_be_made_of(fragment: str, texts: Collection[str]) -> bool:
    """Whether a component may make a fragment of one of these texts: as a slug, also with a word before or after it.

    A single word with another before or after it says too little.
    """
    words = [alphanumeric(each) for each in re.split(r"[-_]+", fragment)]
    parts = [words, *([words[1:], words[:-1]] if len(words) > 2 else ())]
    return any("".join(each) in texts for each in parts)


@lru_cache(maxsize=4096)
def alphanumeric(text: str) -> str:
    """The letters and digits of a text, in lower case."""
    return "".join(each for each in text.lower() if each.isalnum())
