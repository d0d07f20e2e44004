"""Blocks and their nesting, as lists of lines so that a container can put its own prefix on each."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from . import tags
from .inline import ODD, run, words

Lines = list[str]


def blocks(rng: Random, count: int, depth: int) -> Lines:
    """A few blocks, usually but not always with a blank line between them."""
    out: Lines = []
    for _ in range(count):
        out += block(rng, depth)
        pick = rng.random()
        if pick < 0.6:
            out.append("")
        elif pick < 0.66:
            out.append(rng.choice(["  ", "\t", "\u00a0", "\u2028", "\x0c", "    ", " \t "]))
    return out


def block(rng: Random, depth: int) -> Lines:
    flat = [
        paragraph,
        paragraph,
        heading,
        fence,
        fence,
        rule,
        pipe_table,
        definition,
        comment,
        void_tag,
        annotated,
        broken_tag,
    ]
    deep = [listing, listing, quote, tag_block, tag_block, list_table, conditional, slots, indented]
    made = rng.choice(flat + deep if depth < 3 else flat)(rng, depth)
    return [line for each in made for line in each.split("\n")] if rng.random() < 0.97 else made


def paragraph(rng: Random, depth: int) -> Lines:
    lines = [run(rng) for _ in range(rng.choice([1, 1, 1, 2, 3]))]
    if rng.random() < 0.15:
        at = rng.randrange(len(lines))
        lines[at] += rng.choice(["  ", "\\", "   ", " \\"])
    if rng.random() < 0.12:
        lines[-1] += " " + tags.annotation(rng)
    if rng.random() < 0.05:
        lines.append(rng.choice(["===", "---", "-", "=", "***", "- - -", "+", "1.", ">", "#", "|", "```"]))
    if rng.random() < 0.08:
        lines[rng.randrange(len(lines))] = " " * rng.randint(1, 6) + lines[0]
    return lines


def heading(rng: Random, depth: int) -> Lines:
    marker = "#" * rng.choice([1, 2, 2, 3, 4, 6, 7])
    tail = rng.choice(
        ["", "", "", " #", " ##  ", "#", " \\#", " " + tags.annotation(rng), " " + tags.annotation(rng) + " ##"]
    )
    return [
        rng.choice(["", "", "", " ", "   ", "    "])
        + marker
        + rng.choice([" ", " ", " ", "\t", "", "  ", "\u00a0"])
        + run(rng, 0, 3)
        + tail
    ]


def rule(rng: Random, depth: int) -> Lines:
    return [rng.choice(["---", "***", "___", "- - -", "* * *", "--", "----------", " ---", "_ _ _ x", "---  "])]


def fence(rng: Random, depth: int) -> Lines:
    marker = rng.choice(["```", "```", "~~~", "````", "~~~~", "``", "```"])
    info = rng.choice(
        ["", "", "js", "js title", " py ", "js {% process=false %}", "{% process=false %}", "js {% .c #i n=1 %}"]
    )
    if rng.random() < 0.15:
        info = rng.choice(
            [
                tags.annotation(rng),
                "js " + tags.annotation(rng),
                "js{% x=1 %}",
                "a`b",
                "&amp; \\*",
                "js {% process=$v %}",
            ]
        )
    body: Lines = []
    for _ in range(rng.randint(0, 4)):
        pick = rng.random()
        if pick < 0.35:
            body.append(
                rng.choice(
                    ["", "code();", "  indented", "\ttab", "{ a: 1 %}", "# no heading", "- no list", "> x", "   "]
                )
            )
        elif pick < 0.55:
            body.append(rng.choice(["", "x ", "  "]) + tags.interpolation(rng) + rng.choice(["", " y", "😀"]))
        elif pick < 0.8:
            called = tags.name(rng)
            body += [tags.opening(rng, called), run(rng, 2, 2), tags.closing(rng, called)]
        elif pick < 0.9:
            body.append(run(rng, 1, 3))
        else:
            body.append(
                rng.choice(["``", "~~", " ```", "    ```", "``` x", "~~~", "{% ", "%}", '{% "', "{% bad= %}", "{%%}"])
            )
    indent = rng.choice(["", "", "", "", " ", "  ", "   ", "    "])
    lines = [indent + marker + info, *(rng.choice(["", indent]) + line for line in body)]
    if rng.random() < 0.9:
        lines.append(rng.choice([indent, ""]) + marker + rng.choice(["", "", "", "`", "  ", " x"]))
    return lines


def pipe_table(rng: Random, depth: int) -> Lines:
    width = rng.randint(1, 3)

    def row(cells: Lines) -> str:
        joined = rng.choice([" | ", "|", " |"]).join(cells)
        return rng.choice(["| {} |", "| {} |", "{}", "|{}", "{} |", " | {} | "]).format(joined)

    def cell() -> str:
        odd = [
            tags.interpolation(rng),
            tags.void(rng),
            "a \\| b",
            "`a|b`",
            "`a\\|b`",
            "\\\\|",
            '{% f("a|b") %}',
            '{% note title="a\\|b" /%}',
            "",
        ]
        return rng.choice(odd) if rng.random() < 0.25 else run(rng, 2, 2).replace("\n", " ").strip()

    aligns = [
        rng.choice(["---", ":--", "--:", ":-:", "-", ":-", " --- ", "--- x"] if rng.random() < 0.2 else ["---", ":-:"])
        for _ in range(width)
    ]
    if rng.random() < 0.1:
        aligns.append("---")
    lines = [row([cell() for _ in range(width)]), row(aligns)]
    lines += [
        row([cell() for _ in range(max(1, width + rng.choice([-1, 0, 0, 0, 1])))]) for _ in range(rng.randint(0, 3))
    ]
    if rng.random() < 0.1:
        lines[-1] += " " + tags.annotation(rng)
    return lines


def definition(rng: Random, depth: int) -> Lines:
    label = rng.choice(["ref", "Ref Two", "REF", "a*b*", "ẞ", "x]", "", "{% $v %}", "ref"])
    url = rng.choice(["/url", "<a b>", "http://x.test", "/u {% $v %}", "", "\n/next", "/ü"])
    title = rng.choice(["", "", ' "title"', " 'two\nlines'", ' "open', ' "t" rest', "\n'next'"])
    lines = [rng.choice(["", "", " ", "   ", "    "]) + f"[{label}]:" + rng.choice([" ", "", "\n", "  "]) + url + title]
    return lines if rng.random() < 0.6 else [*lines, "", "[ref] and [other][Ref Two] ![ref][] [REF]{% .c %}"]


def comment(rng: Random, depth: int) -> Lines:
    return rng.choice(
        [["<!-- one line -->"], ["<!-- two", "lines -->"], ["<!-- {% note %} -->"], ["<!-- open"], ["<!-- a --> tail"]]
        + [
            ["{% comment %}", run(rng, 1, 2), "{% /comment %}"],
            ["text <!-- in --> text"],
            ["<!-- a", "", "b -->", "after"],
        ]
        + [
            ["  <!-- in", "  dented -->"],
            ["<!-- a -->", "<!-- b -->"],
            ["<!-->"],
            ["{% comment %}x{% /comment %}"],
            ["<!-- a", "-->b"],
        ]
    )


def void_tag(rng: Random, depth: int) -> Lines:
    return [
        rng.choice(["", "", "", " ", "  ", "    ", "\t"])
        + tags.void(rng)
        + rng.choice(["", "", "", "", " ", " text", "\t"])
    ]


def annotated(rng: Random, depth: int) -> Lines:
    return [tags.annotation(rng)] if rng.random() < 0.5 else [words(rng), tags.annotation(rng)]


def broken_tag(rng: Random, depth: int) -> Lines:
    return rng.choice(
        [
            ["{% note"],
            ["{% note ty"],
            ['{% note title="open'],
            ["{% /"],
            ["{% /note"],
            ["{% /note %}"],
            ["%}"],
            ["{% %}"],
            ["{%%}"],
        ]
        + [['{% note title="a', 'b" %}', "x", "{% /note %}"], ["{% note", 'title="a"', "%}", "x", "{% /note %}"]]
        + [
            ["{% note", "%} lost"],
            ["{% note %}{% card %}"],
            ["{% note %} text"],
            ["{% $v", "%}"],
            ["{% note %}", "", "{% /card %}"],
        ]
        + [[tags.opening(rng)], [tags.opening(rng) + tags.closing(rng, "note")], [tags.wrapped(rng, run(rng, 2, 2))]]
    )


def _prefixed(rng: Random, lines: Lines, first: str, rest: str, lazy: float) -> Lines:
    out = []
    for index, line in enumerate(lines):
        prefix = first if index == 0 else rest
        if index and rng.random() < lazy:
            prefix = rng.choice(["", rest[:-1], rest + " ", " "])
        out.append(prefix + line if line or index == 0 or rng.random() < 0.5 else line)
    return out


def listing(rng: Random, depth: int) -> Lines:
    bullet = rng.choice(["-", "*", "+", "1.", "1)", "0.", "10.", "007.", "999999999.", "1234567890."])
    out: Lines = []
    for _ in range(rng.randint(1, 4)):
        if rng.random() < 0.05:
            bullet = rng.choice(["-", "*", "1.", "2."])
        pad = rng.choice([" ", " ", " ", "  ", "    ", "     ", "\t", ""] if rng.random() < 0.2 else [" "])
        first = rng.choice(["", "", "", "", " ", "   "]) + bullet + pad
        rest = " " * len(first) if rng.random() < 0.9 else rng.choice(["\t", "  ", "   "])
        inner = blocks(rng, rng.randint(1, 2), depth + 1) if rng.random() < 0.35 else [run(rng, 1, 3)]
        if rng.random() < 0.06:
            inner = ["", *inner]
        while inner and inner[-1] == "" and rng.random() < 0.8:
            inner.pop()
        out += _prefixed(rng, [part for line in inner for part in line.split("\n")] or [""], first, rest, 0.05)
        if rng.random() < 0.2:
            out.append("")
    return out


def quote(rng: Random, depth: int) -> Lines:
    marker = rng.choice(["> ", "> ", "> ", ">", ">  ", " > ", ">\t", ">> "])
    return _prefixed(rng, blocks(rng, rng.randint(1, 3), depth + 1), marker, marker, 0.06)


def indented(rng: Random, depth: int) -> Lines:
    pad = rng.choice(["  ", "    ", "\t", "     ", "        "])
    return _prefixed(rng, blocks(rng, rng.randint(1, 2), depth + 1), pad, pad, 0.1)


def tag_block(rng: Random, depth: int) -> Lines:
    called = tags.name(rng)
    body = blocks(rng, rng.randint(0, 3), depth + 1)
    if rng.random() < 0.25:
        pad = rng.choice(["  ", "    ", "\t"])
        body = _prefixed(rng, body, pad, pad, 0.05)
    lines = [tags.opening(rng, called), *([""] if rng.random() < 0.3 else []), *body]
    if rng.random() < 0.92:
        lines.append(rng.choice(["", "", "", "", "  ", "    "]) + tags.closing(rng, called))
    return lines


def conditional(rng: Random, depth: int) -> Lines:
    lines = ["{% if " + tags.value(rng) + " %}", *blocks(rng, rng.randint(0, 2), depth + 1)]
    for _ in range(rng.choice([0, 1, 1, 2])):
        lines += [
            rng.choice(["{% else /%}", "{% else " + tags.value(rng) + " /%}", "{% else %}"]),
            *blocks(rng, 1, depth + 1),
        ]
    return [*lines, "{% /if %}"]


def slots(rng: Random, depth: int) -> Lines:
    lines = ["{% card %}", *blocks(rng, rng.randint(0, 1), depth + 1)]
    for _ in range(rng.randint(1, 2)):
        called = rng.choice(['"head"', '"foot"', '"head"', "$v", "head", "1", '""'])
        lines += [f"{{% slot {called} %}}", *blocks(rng, rng.randint(0, 1), depth + 1), "{% /slot %}"]
    return [*lines, "{% /card %}"]


def list_table(rng: Random, depth: int) -> Lines:
    """The list form of tables, with conditionals, comments and stray content between the rows."""

    def cells() -> Lines:
        out: Lines = []
        for _ in range(rng.randint(1, 3)):
            note = " " + tags.annotation(rng) if rng.random() < 0.15 else ""
            out += [rng.choice(["* ", "- ", "* "]) + run(rng, 2, 2).replace("\n", " ").strip() + note]
            if rng.random() < 0.1:
                out += ["", "  " + words(rng)]
            if rng.random() < 0.06:
                out += ["  - " + words(rng)]
        return out

    def stray() -> Lines:
        makers: list[Callable[[], Lines]] = [
            lambda: [words(rng)],
            lambda: ["<!-- row -->"],
            lambda: ["{% comment %}", "c", "{% /comment %}"],
            lambda: ["---"],
            lambda: ["1. one"],
            lambda: [tags.void(rng)],
            lambda: pipe_table(rng, depth),
            lambda: ["# heading"],
        ]
        return rng.choice(makers)()

    lines = ["{% table" + (tags.attributes(rng, 1) if rng.random() < 0.2 else "") + " %}"]
    lines += cells() if rng.random() < 0.92 else stray()
    for _ in range(rng.randint(0, 3)):
        if rng.random() < 0.92:
            lines.append("---" if rng.random() < 0.95 else "")
        pick = rng.random()
        if pick < 0.6:
            lines += cells()
        elif pick < 0.85:
            opened = rng.choice(["{% if $flag %}", "{% if $v %}", "{% if not($flag) %}", "{% note %}"])
            lines += [opened, *(["---"] if rng.random() < 0.5 else []), *cells()]
            if rng.random() < 0.4:
                lines += ["{% else /%}", *(["---"] if rng.random() < 0.5 else []), *cells()]
            if rng.random() < 0.2:
                lines += stray()
            lines.append("{% /note %}" if "note" in opened else "{% /if %}")
        else:
            lines += stray()
    return [*lines, "{% /table %}"] if rng.random() < 0.94 else lines


def frontmatter(rng: Random) -> str:
    body = rng.choice(
        [
            "title: A",
            "title: [",
            "a: 1\nb: {% $v %}",
            "",
            "list:\n  - a\n  - b",
            "t: 'x",
            "a: 1\n\nb: 2",
            rng.choice(ODD),
        ]
    )
    first = rng.choice(["---", "---", "---", "--- ", " ---", "----", "---\t"])
    return (
        first + "\n" + body + "\n" + rng.choice(["---\n", "---\n", "--- \n", "...\n", "----\n", "", "  ---\n", "---"])
    )
