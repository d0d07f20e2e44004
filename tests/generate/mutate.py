"""Mutations: the effects of keystrokes, bad merges and other operating systems."""

from __future__ import annotations

from random import Random

TOKENS = [
    *(
        "{%",
        "%}",
        "{% ",
        " %}",
        "{% /note %}",
        "{% note %}",
        "{% else /%}",
        "/",
        '"',
        "\\",
        "`",
        "```",
        "~~~",
        "*",
        "**",
        "_",
    ),
    *(
        "[",
        "]",
        "](",
        "![",
        "[ref]: /x\n",
        "<!--",
        "-->",
        "|",
        "\\|",
        "\n",
        "\n\n",
        "\n> ",
        "\n- ",
        "\n1. ",
        "\n    ",
        "\t",
        "  ",
    ),
    *(
        "---",
        "# ",
        "&amp;",
        "&",
        "<",
        ">",
        "😀",
        "é",
        "\u2028",
        "\u00a0",
        "\x0c",
        "\x00",
        "\r",
        "$",
        "=",
        "{",
        "}",
        "(",
        ")",
    ),
    *(
        "{% $v %}",
        "{% #id %}",
        "{% .c %}",
        "{% if $flag %}",
        "{% /if %}",
        "{% table %}",
        "{% /table %}",
        "\n---\n",
        ":",
        "%",
    ),
]


def mutate(rng: Random, text: str, times: int) -> str:
    for _ in range(times):
        text = _once(rng, text)
    return text


def _once(rng: Random, text: str) -> str:
    start = rng.randint(0, len(text))
    end = min(len(text), start + rng.choice([0, 1, 1, 2, 5, 12]))
    pick = rng.random()
    if pick < 0.35:
        return text[:start] + rng.choice(TOKENS) + text[start:]
    if pick < 0.6:
        return text[:start] + text[end:]
    if pick < 0.7:
        return text[:start] + rng.choice(TOKENS) + text[end:]
    if pick < 0.74:
        return text[:start]
    lines = text.split("\n")
    at = rng.randrange(len(lines))
    if pick < 0.8:
        lines.insert(rng.randint(0, len(lines)), lines[at])
    elif pick < 0.86:
        lines.pop(at)
    elif pick < 0.93:
        lines[at] = rng.choice(["  ", "    ", "\t", "> ", "- ", "1. ", " "]) + lines[at]
    elif pick < 0.97:
        lines[at] = lines[at].lstrip()
    else:
        lines[at] = lines[at] + rng.choice([" ", "  ", "\\", "\t"])
    return "\n".join(lines)


def soup(rng: Random) -> str:
    """Random tokens."""
    tokens = TOKENS + [
        "a",
        "a",
        " ",
        " ",
        "\n",
        "\n",
        "b",
        ".",
        "1",
        "-",
        "~~",
        "!",
        ",",
        "=1",
        "\n  ",
        "\n\t",
        "table",
        "if",
    ]
    return "".join(rng.choice(tokens) for _ in range(rng.randint(1, 45)))


def reline(rng: Random, text: str) -> str:
    """The same text from another operating system, or from three of them."""
    pick = rng.random()
    if pick < 0.86:
        return text
    if pick < 0.93:
        return text.replace("\n", "\r\n")
    if pick < 0.96:
        return text.replace("\n", "\r")
    return "".join(rng.choice(["\n", "\r\n", "\r"]) if char == "\n" else char for char in text)
