"""Inline content: emphasis, links, code, entities, escapes and tags, also combined."""

from __future__ import annotations

from random import Random

from . import tags

WORDS = [
    "word",
    "alpha",
    "beta",
    "Grüße",
    "naïve",
    "日本語",
    "😀",
    "👩‍👩‍👧",
    "𝒳",
    "x",
    "1",
    "100%",
    "a_b_c",
    "e.g.",
    "snake_case",
]
SYMBOLS = [
    "!",
    "?",
    ".",
    ",",
    ":",
    ";",
    "-",
    "–",
    "…",
    "“q”",
    "'",
    '"',
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    "<",
    ">",
    "|",
    "\\",
    "/",
]
ODD = [
    "\u00a0",
    "\u2028",
    "\u2029",
    "\x0c",
    "\x0b",
    "\x85",
    "\x1c",
    "\u200b",
    "\ufeff",
    "\t",
    "\x00",
    "\u3000",
    "\x7f",
    "\u00ad",
]
SIGNS = ["€", "£", "©", "™", "→", "∑", "+", "$", "^", "~", "=", "`", "´", "¨", "`", "№"]
ENTITIES = [
    "&amp;",
    "&lt;",
    "&copy;",
    "&#35;",
    "&#x1F600;",
    "&nbsp;",
    "&bogus;",
    "&",
    "&#0;",
    "&#xD800;",
    "&amp",
    "&ngE;",
    "&#99999999;",
]
ESCAPES = ["\\*", "\\_", "\\`", "\\[", "\\{", "\\%", "\\\\", "\\a", "\\😀", "\\|", "\\<", "\\&amp;", "\\#"]
URLS = [
    "/a",
    "http://x.test/a?b=c&d",
    "<a b>",
    "",
    "#frag",
    "a(b)c",
    "a\\)b",
    "/ü/ö",
    "javascript:alert(1)",
    "%20%zz",
    "mailto:a@b.test",
]
BROKEN_URLS = ["a b", "<a", "((", "{% $v %}", '{% f("x") %}', "a{%b%}", "\n/a"]


def words(rng: Random, most: int = 4) -> str:
    return " ".join(rng.choice(WORDS) for _ in range(rng.randint(1, most)))


def run(rng: Random, depth: int = 0, most: int = 6) -> str:
    """Inline content on one line, except that tags may hold line breaks."""
    parts = []
    for _ in range(rng.randint(1, most)):
        parts.append(piece(rng, depth))
        if rng.random() < 0.6:
            parts.append(" ")
    return "".join(parts)


def piece(rng: Random, depth: int) -> str:
    pick = rng.random()
    if depth < 3 and pick < 0.34:
        return rng.choice([emphasis, emphasis, link, image, paired, strike, emphasis])(rng, depth + 1)
    if pick < 0.56:
        return words(rng)
    if pick < 0.62:
        return rng.choice(SYMBOLS)
    if pick < 0.66:
        return rng.choice(ENTITIES)
    if pick < 0.71:
        return rng.choice(ESCAPES)
    if pick < 0.74:
        return rng.choice(ODD)
    if pick < 0.77:
        return rng.choice(SIGNS)
    if pick < 0.81:
        return code(rng)
    if pick < 0.84:
        return autolink(rng)
    if pick < 0.86:
        return delimiters(rng)
    if pick < 0.94:
        return rng.choice([tags.interpolation, tags.void, tags.annotation])(rng)
    if pick < 0.96:
        return rng.choice(["<!-- c -->", "<!-- open", "-->", "<!---->", "<!-->", "<b>x</b>", "<br/>", "<!-- a\nb -->"])
    return rng.choice(["{% ", "%}", "{%%}", "{% %}", "{%", '{% "', "{% /", "{{ x }}", "{", "}", "{% a", "%%}"])


def delimiters(rng: Random) -> str:
    return rng.choice("*_~`") * rng.randint(1, 5)


def emphasis(rng: Random, depth: int) -> str:
    marker = rng.choice(["*", "_", "**", "__", "***", "___", "*", "**"])
    end = marker if rng.random() < 0.85 else rng.choice(["*", "_", "**", "__", ""])
    before = rng.choice(["", "", "", "a", "1", "!", "€", "😀", "(", "\u00a0"])
    return (
        before
        + marker
        + rng.choice(["", "", "", " "])
        + run(rng, depth, 3).strip(" ")
        + end
        + rng.choice(["", "", "", "b", ".", "™"])
    )


def strike(rng: Random, depth: int) -> str:
    marker = rng.choice(["~~", "~~", "~", "~~~"])
    return marker + run(rng, depth, 2).strip(" ") + marker


def destination(rng: Random) -> str:
    url = rng.choice(BROKEN_URLS) if rng.random() < 0.12 else rng.choice(URLS)
    title = rng.choice(["", "", "", ' "t"', " 't'", " (t)", ' "t', ' "{% $v %}"', ' "a\\"b"', '\n"t"'])
    return "(" + url + title + (")" if rng.random() < 0.95 else "")


def link(rng: Random, depth: int) -> str:
    label = run(rng, depth, 3).strip(" ")
    tail = rng.choice(
        [destination(rng), destination(rng), destination(rng), "[ref]", "[]", "", "[Ref Two]", "(", "[ref"]
    )
    return "[" + label + ("]" if rng.random() < 0.96 else "") + tail


def image(rng: Random, depth: int) -> str:
    return "!" + link(rng, depth)


def code(rng: Random) -> str:
    ticks = "`" * rng.choice([1, 1, 1, 2, 3])
    inner = rng.choice(["x", " x ", "a b", "{% $v %}", "{% note %}", "``", "a\\", "|", " ", "%}", "😀", '"', "<b>"])
    return ticks + inner + (ticks if rng.random() < 0.93 else "`")


def autolink(rng: Random) -> str:
    return rng.choice(
        ["<http://x.test>", "<a@b.test>", "<mailto:a@b>", "http://plain.test", "<not a link>", "<ht tp://x>"]
        + [
            "<http://x.test/{% $v %}>",
            "www.x.test",
            "<x:y>",
            "<http://ü.test/ä>",
            "<javascript:x>",
            "<http://x.test/%zz>",
        ]
    )


def paired(rng: Random, depth: int) -> str:
    called = tags.name(rng)
    return tags.opening(rng, called) + run(rng, depth, 2) + (tags.closing(rng, called) if rng.random() < 0.9 else "")
