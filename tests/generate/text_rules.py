"""Documents for `linkify` and `typographer`: URLs, quotes, dots and dashes between and inside of everything else."""

from __future__ import annotations

from random import Random

from . import document

URLS = [
    *("http://a.com", "https://example.com/x?y=1&z=[2]", "www.example.org", "example.com", "a@b.com", "mailto:a@b.com"),
    *(
        "//example.net/a_b_c",
        "http://exämple.com/ü",
        "http://xn--bcher-kva.example",
        "HTTP://A.COM/(x)",
        "ftp://x.y/z...",
    ),
    *("http://a.com/&amp;b", "http://a\\.com/\\*", "http://localhost:3000/", "127.0.0.1", "javascript://x.com", "x.md"),
    *("http://a.com/**b**", "http://a.com/`c`", "e.g.", "http://", "@b.com", "http://example.com/日本", "a.b.com."),
]
MARKS = [
    *('"', "'", '"a"', "'a'", "it's", "\"'a'\"", "5'8\"", '""', "''", '\\"', "&quot;", "(c)", "(TM)", "(p)", "(x)"),
    *("...", "..", "?..", "!....", "????", "?!?!", "!!!!!", ",,", ",,,", "--", "---", "----", " -- ", "a--b", "+-"),
    *('*"*', "_'_", '"€5"', '"*a*"', '[" x "](y)', '"`c`"', '<http://a.com/"--">', "&#10;--", "😀'", "'😀"),
]
PLACES = [" ", "\n", "", " ", "(", ")"]


def typed_document(rng: Random) -> str:
    """A document with such text at random places."""
    text = document(rng) if rng.random() < 0.7 else ""
    for _ in range(rng.randint(1, 8)):
        at = rng.randint(0, len(text))
        piece = rng.choice(URLS if rng.random() < 0.4 else MARKS)
        text = text[:at] + rng.choice(PLACES) + piece + rng.choice(PLACES) + text[at:]
    return text


def many_typed(seed: int, count: int) -> list[str]:
    """`count` documents that depend only on the seed."""
    return [typed_document(Random(f"typed/{seed}/{index}")) for index in range(count)]
