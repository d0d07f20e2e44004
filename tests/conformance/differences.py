"""Deliberate differences from Markdoc, with reasons. docs/markdoc-differences.md documents them.

Everything else that differs is a bug. Each entry carries a document that shows the difference, so that an entry that
is no longer true is found and taken off the list; how it is left out of the comparisons stands in the module it names.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from .vocabulary import CONFIG


class Difference(NamedTuple):
    """`sample` is read differently in its `key`, or makes the reference throw or hang."""

    name: str
    reason: str
    sample: str
    key: str = "ast"
    comments: bool = False
    linkify: bool = False


DIFFERENCES = (
    Difference(
        "formatting-keeps-the-page",
        "The reference's formatter drops broken tags and slots, closes what the author left open and merges attributes: "
        "the text it writes is read as another document. Ours never changes the tree. Where the reference's own text "
        "reads differently from the source, its text is not the measure (test_recorded.py).",
        "{% note a= /%}\n\ntext\n",
        "format",
    ),
    Difference(
        "formatting-keeps-words",
        "Words after a fence's language and link definitions are in no tree, and the reference's formatter leaves them out. "
        "Ours keeps them where they stand (test_recorded.py).",
        '```js title="a.js"\nx\n```\n',
        "format",
    ),
    Difference(
        "annotations-say-what-was-written",
        "The reference adds `.name` to the very object that `class={…}` was written with, so that its annotation no longer "
        "says what the author wrote. Ours keeps both apart; the attribute is the same (canonical.py).",
        "{% note class={a: true} .b /%}",
    ),
    Difference(
        "class-lists",
        "`class=[…]` together with `.name` sets a property on a JavaScript array, which may or may not survive. Ours keeps "
        "the list as written (canonical.py).",
        "{% note class=[] .1 /%}",
    ),
    Difference(
        "names-from-javascript",
        "A tag or an attribute called `constructor` or `toString` meets the members every JavaScript object inherits: an "
        "unknown tag goes unreported, a first attribute counts as a second one. To ours they are names like any other "
        "(generated documents do not use them).",
        "{% constructor /%}",
        "validate",
    ),
    Difference(
        "comments-in-link-labels",
        "With comments allowed, the reference never returns from a comment between the brackets of a link or an image. "
        "Ours reads the comment (comparison.py skips it).",
        "[a <!-- b --> c](d)",
        comments=True,
    ),
    Difference(
        "tags-across-links",
        "The reference throws where a tag opens inside a link's text and the link ends first. Ours gives a tree and says "
        "which tag is not closed.",
        "[a {% note %} b](c) {% /note %}",
    ),
    Difference(
        "limits",
        "The reference nests values and emphasis as deep as its stack allows. Ours stops at a depth no author reaches and "
        "says `too-deep` (generated documents do not go there).",
        "{% note items=" + "[" * 80 + "]" * 80 + " /%}",
    ),
    Difference(
        "linkify-versions",
        "The reference contains linkify-it 3. The library here is a later version, which ends a URL before a bracket or a "
        "second mark that follows a mark, and finds addresses before `<` (test_text_rules.py leaves such texts out).",
        "http://a.com/b.) c",
        linkify=True,
    ),
    Difference(
        "null-paths",
        "The reference throws on `$a.b` where `$a` is null. To ours it is undefined.",
        "{% $page.k.title %}",
        "transform",
    ),
    Difference(
        "endless-partials",
        "A partial that includes itself never ends in the reference. Ours stops.",
        '{% partial file="loop.md" /%}',
        "transform",
    ),
)


def request(known: Difference) -> dict[str, Any]:
    options = {"allowComments": known.comments, "linkify": known.linkify}
    return {"id": known.name, "source": known.sample, "options": options, "config": CONFIG, "want": [known.key]}
