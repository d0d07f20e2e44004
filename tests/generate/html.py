"""Documents with HTML between and inside of everything else."""

from __future__ import annotations

from random import Random

from . import document

PIECES = [
    *(
        "<div>",
        "</div>",
        "<div>\n",
        "\n</div>\n",
        "<b>",
        "</b>",
        "<br>",
        "<br/>",
        '<a href="/x">',
        "</a>",
        "<img src=x>",
    ),
    *('<h2 id="a">', "</h2>", "<td>{% note %}", "{% /note %}</td>", "<p>\n{% note %}\n", "\n{% /note %}\n</p>"),
    *(
        "<table>\n<tr><td>",
        "</td></tr>\n</table>\n",
        "<script>\nx < {% y %}\n</script>",
        "<pre>\n\n",
        "</pre>",
        "<!-- c -->",
    ),
    *(
        "<!-- open",
        "<?php ?>",
        "<![CDATA[x]]>",
        "<!DOCTYPE html>",
        "<div\nclass='a'\n>",
        "<div class=",
        '<a b="{% $v %}">',
    ),
    *("\n<ul>\n<li>a</li>\n- b\n</ul>\n", "<Custom.x />", "<x-y>", "< b>", "</", "<details><summary>s</summary>\n\n"),
    *("\n<div>\n```\n", "<div>{% note %}\n\n", "\n> <div>\n> a\n> </div>\n", "{% note /%}<i>", "<b>{% $v %}</b>"),
]
PLACES = [" ", "\n", "", "", "\n\n"]


def html_document(rng: Random) -> str:
    """A document with HTML at random places."""
    text = document(rng) if rng.random() < 0.5 else ""
    for _ in range(rng.randint(1, 10)):
        at = rng.randint(0, len(text))
        text = text[:at] + rng.choice(PLACES) + rng.choice(PIECES) + rng.choice(PLACES) + text[at:]
    return text


def many_html(seed: int, count: int) -> list[str]:
    """`count` documents that depend only on the seed."""
    return [html_document(Random(f"html/{seed}/{index}")) for index in range(count)]
