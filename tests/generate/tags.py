"""Valid and invalid tags."""

from __future__ import annotations

from random import Random

NAMES = [
    "note",
    "card",
    "mark",
    "pause",
    "if",
    "if",
    "else",
    "table",
    "slot",
    "comment",
    "partial",
    "tabs",
    "2x",
    "a-b_c",
]
ODD_NAMES = ["Note", "tag.name", "né", "_", "-", "true", "null", "a/b", "", "note!"]
KEYS = [
    "type",
    "title",
    "n",
    "class",
    "id",
    "items",
    "file",
    "primary",
    "data-x",
    "level",
    "content",
    "align",
    "2",
    "process",
]
ODD_KEYS = ["", "a b", "ä", "a.b", "$x", "-", "_"]
SPACES = ["", " ", " ", " ", " ", "  ", "\t", "\n", " \n ", "\n\n"]
ODD_SPACES = ["\u00a0", "\x0c", "\r\n", "\u2028", "\x0b", "\u3000"]
WORDS = [
    "a",
    "note",
    "x y",
    "Über",
    "😀",
    "%",
    "}",
    "{%",
    "%}",
    "[",
    "|",
    "`",
    "*",
    "<b>",
    "&amp;",
    "/",
    "#x",
    "$v",
    "--",
    "",
]


def space(rng: Random) -> str:
    return rng.choice(ODD_SPACES) if rng.random() < 0.03 else rng.choice(SPACES)


def gap(rng: Random) -> str:
    return space(rng) or " "


def name(rng: Random) -> str:
    return rng.choice(ODD_NAMES) if rng.random() < 0.05 else rng.choice(NAMES)


def key(rng: Random) -> str:
    return rng.choice(ODD_KEYS) if rng.random() < 0.04 else rng.choice(KEYS)


def string(rng: Random) -> str:
    inner = "".join(rng.choice(WORDS) for _ in range(rng.randint(0, 3)))
    if rng.random() < 0.2:
        inner += rng.choice(
            ['\\"', "\\\\", "\\n", "\\t", "\\r", "\\x", "\\u0041", "\n", "\t", "\\", "'", "\x00", "\x7f"]
        )
    quote = '"' if rng.random() < 0.95 else rng.choice(["'", "“", ""])
    return quote + inner + (quote if rng.random() < 0.96 else "")


def number(rng: Random) -> str:
    return rng.choice(
        [
            "0",
            "1",
            "-1",
            "42",
            "007",
            "1.50",
            "-0",
            "-0.0",
            "3.14159",
            "0.1",
            "12345678901234567890",
            "9007199254740993",
        ]
        + ["1e5", ".5", "1.", "-", "--1", "+1", "1_000", "0x10", "1" * 30, "123456789" * 3 + ".5", "0.0000001", "5.0"]
    )


def variable(rng: Random) -> str:
    text = rng.choice("$$$$$@") + rng.choice(["v", "flag", "page", "list", "n", "missing", "a-b", "0", ""])
    for _ in range(rng.choice([0, 0, 0, 1, 1, 2])):
        text += rng.choice(
            [".title", ".0", "[0]", "[1]", '["k"]', '["a b"]', "[-1]", "[1.5]", "[$i]", ".", "[]", '[""]']
        )
    return text


def function(rng: Random, depth: int) -> str:
    called = rng.choice(["equals", "and", "or", "not", "default", "debug", "upper", "f-1"])
    parts = []
    for _ in range(rng.randint(0, 3)):
        named = rng.choice(["a=", "value=", "0="]) if rng.random() < 0.25 else ""
        parts.append(named + value(rng, depth + 1))
    joint = rng.choice([", ", ",", " , ", ",\n", " "] if rng.random() < 0.2 else [", "])
    tail = rng.choice([",", " ", "  ", ""]) if rng.random() < 0.1 else ""
    return f"{called}({joint.join(parts)}{tail}{')' if rng.random() < 0.97 else ''}"


def array(rng: Random, depth: int) -> str:
    joint = rng.choice([", ", ",", " ,", ",\n  ", " "] if rng.random() < 0.3 else [", "])
    inner = joint.join(value(rng, depth + 1) for _ in range(rng.randint(0, 3)))
    return "[" + space(rng) * rng.randint(0, 1) + inner + rng.choice(["", "", "", ",", " ", ", "]) + "]"


def table(rng: Random, depth: int) -> str:
    items = []
    for _ in range(rng.randint(0, 3)):
        named = rng.choice(["a", "b", "k-1", '"q r"', '""', "1", '"$$mdtype"', "null", "true", "$v"])
        items.append(
            named + rng.choice([": ", ":", ":  ", " : ", "="] if rng.random() < 0.2 else [": "]) + value(rng, depth + 1)
        )
    return "{" + rng.choice([", ", ",", ",\n"]).join(items) + rng.choice(["", "", ",", " "]) + "}"


def value(rng: Random, depth: int = 0) -> str:
    pick = rng.random()
    if depth < 3 and pick < 0.22:
        return rng.choice([function, array, table])(rng, depth)
    if pick < 0.5:
        return string(rng)
    if pick < 0.65:
        return number(rng)
    if pick < 0.8:
        return variable(rng)
    if pick < 0.96:
        return rng.choice(["true", "false", "null", "true", "false"])
    return rng.choice(["truex", "nullish", "false1", "undefined", "", "bare", "NaN", "<", "=", "=="])


def attribute(rng: Random) -> str:
    pick = rng.random()
    if pick < 0.14:
        return "#" + rng.choice(["id", "a-b", "1", "_x", "", "é", "a.b"])
    if pick < 0.3:
        return "." + rng.choice(["c", "wide", "a-b", "1", "", "a#b", "a.b"])
    joint = "=" if rng.random() < 0.96 else rng.choice([" = ", "= ", " =", "", ":", "=="])
    return key(rng) + joint + value(rng)


def attributes(rng: Random, most: int = 3) -> str:
    return "".join(gap(rng) + attribute(rng) for _ in range(rng.randint(0, most)))


def wrapped(rng: Random, inner: str) -> str:
    """The text in delimiters, sometimes with one missing or damaged."""
    pick = rng.random()
    if pick < 0.9:
        return "{%" + rng.choice([" ", " ", " ", space(rng)]) + inner + rng.choice([" ", " ", " ", space(rng)]) + "%}"
    return (
        rng.choice(["{%", "{ %", "{{%", "%}", "{%%", "\\{%"])
        + " "
        + inner
        + " "
        + rng.choice(["%}", "% }", "", "%%}", "%"])
    )


def opening(rng: Random, called: str | None = None) -> str:
    called = name(rng) if called is None else called
    primary = gap(rng) + value(rng) if rng.random() < (0.8 if called in ("if", "slot") else 0.15) else ""
    return wrapped(rng, called + primary + attributes(rng))


def closing(rng: Random, called: str) -> str:
    if rng.random() < 0.06:
        called = rng.choice(["", name(rng), called + " x=1", " " + called])
    return wrapped(rng, "/" + called)


def void(rng: Random) -> str:
    called = name(rng)
    primary = gap(rng) + value(rng) if rng.random() < 0.2 else ""
    return wrapped(rng, called + primary + attributes(rng) + rng.choice([" /", "/", " /", " / "]))


def annotation(rng: Random) -> str:
    return wrapped(rng, (attribute(rng) + attributes(rng, 2)).strip() if rng.random() < 0.97 else "")


def interpolation(rng: Random) -> str:
    return wrapped(rng, variable(rng) if rng.random() < 0.7 else function(rng, 1))
