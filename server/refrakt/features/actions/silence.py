"""Not being told of a problem: on one line by a comment before it, or on the page by a word in its frontmatter.

A comment is a link definition that nobody uses, which Markdown shows nowhere. It can only stand where a block begins, so it is
offered for the first line of a block and nowhere else.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from refrakt.markdoc import Document, parse
from refrakt.markdoc.equality import same_tree
from refrakt.markdoc.frontmatter import YamlNode
from refrakt.project.index.problem import PageProblem
from refrakt.project.mending import line_end_of
from refrakt.rules.places import line_end, line_start
from refrakt.rules.settings import silenced_lines

from ..answers import Action, Range, Replacement
from .asked import Asked, Mend
from .registry import offers

KIND = "quickfix"
_MOST = 5
"""How many problems are looked at: each costs a look at the page with a comment in it."""
_LONGEST = 10_000
"""In a longer block no comment is offered."""
_MARK = "refrakt-disable-next-line"


@offers(KIND, rank=9)
def silence(asked: Asked) -> Iterator[Action]:
    told: set[tuple[str, int]] = set()
    on_page: set[str] = set()
    for problem in asked.problems[:_MOST]:
        line, _ = asked.document.position(problem.start)
        if (problem.code, line) not in told:
            told.add((problem.code, line))
            edit = _for_line(asked, problem)
            if edit is not None:
                yield _mend(asked, problem, f"Disable {problem.code} for this line", edit)
        if problem.code not in on_page:
            on_page.add(problem.code)
            edit = _for_page(asked, problem.code)
            if edit is not None:
                yield _mend(asked, problem, f"Disable {problem.code} on this page", edit)


def _mend(asked: Asked, problem: PageProblem, title: str, edit: Replacement) -> Mend:
    changes = partial(asked.edited, (edit,))
    return Mend(title, KIND, changes, (problem.code,), problem=Range(problem.start, problem.end))


# A line ---------------------------------------------------------------------------------------------------------------


def _for_line(asked: Asked, problem: PageProblem) -> Replacement | None:
    """A comment before the line, or one more code in the comment that is there."""
    document, text = asked.document, asked.text
    frontmatter = document.frontmatter
    if frontmatter is not None and problem.start <= document.offsets(frontmatter.span)[1]:
        return None
    begin = line_start(text, problem.start)
    if silenced_lines(document).get(document.position(problem.start)[0]):
        above = _line_above(text, begin)
        at = max(text.rfind(")", above, begin), text.rfind("-->", above, begin))
        end = above + len(text[above:at].rstrip())
        return Replacement(Range(end, end), f", {problem.code}") if at >= 0 else None
    # In a quote the comment stands in it, too, unless the quote itself is meant.
    lead = text[begin : line_end(text, begin)][: problem.start - begin]
    marks = lead[: len(lead) - len(lead.lstrip(" \t>"))]
    new = f"{marks}[//]: # ({_MARK} {problem.code}){line_end_of(text)}"
    return Replacement(Range(begin, begin), new) if _is_heard_and_not_seen(document, begin, new) else None


def _is_heard_and_not_seen(document: Document, at: int, comment: str) -> bool:
    """Whether a comment is read as one, and changes nothing about the block it is put into, and the one before."""
    if document.tag_at(at) is not None:
        return False
    index = document.block_at(at)
    first = max(index - 1, 0)
    text = "".join(block.text for block in document.blocks[first : index + 1])
    if len(text) > _LONGEST:
        return False
    local = at - document.start_of(first)
    before, after = (parse(each, document.options) for each in (text, text[:local] + comment + text[local:]))
    line, _ = after.position(local + len(comment))
    return line in silenced_lines(after) and same_tree(before.tree, after.tree)


def _line_above(text: str, begin: int) -> int:
    return line_start(text, begin - 2 if text.startswith("\r\n", begin - 2) else begin - 1)


# The page -------------------------------------------------------------------------------------------------------------


def _for_page(asked: Asked, code: str) -> Replacement | None:
    """A line in the frontmatter, where that is plain enough to be added to."""
    document = asked.document
    frontmatter = document.frontmatter
    if frontmatter is None:
        return Replacement(Range(0, 0), f"---\nrefrakt:\n  rules:\n    {code}: off\n---\n\n")
    start, end = document.offsets(frontmatter.span)
    if frontmatter.problems or (frontmatter.root is not None and frontmatter.root.kind != "mapping"):
        return None
    if not asked.text[start:end].strip():
        # Between two lines of dashes there is nothing: it begins behind the first.
        return Replacement(Range(start, start), f"\nrefrakt:\n  rules:\n    {code}: off")
    rules = frontmatter.at("refrakt.rules") or frontmatter.at("refrakt", "rules")
    if rules is not None:
        return _added(asked, rules, f"{code}: off")
    nested = frontmatter.at("refrakt")
    if nested is not None:
        return _added(asked, nested, f"rules:\n  {code}: off")
    if frontmatter.root is None or asked.text[start:end].lstrip().startswith("{"):
        return None
    last = start + len(asked.text[start:end].rstrip())
    return Replacement(Range(last, last), f"\nrefrakt:\n  rules:\n    {code}: off")


def _added(asked: Asked, mapping: YamlNode, entry: str) -> Replacement | None:
    """An entry before the others of a mapping that has each on a line of its own."""
    document, text = asked.document, asked.text
    if mapping.kind != "mapping" or not mapping.entries:
        return None
    at = document.offsets(mapping.entries[0][0].span)[0]
    indent = text[line_start(text, at) : at]
    if indent.strip():
        return None
    return Replacement(Range(at, at), "".join(f"{line}\n{indent}" for line in entry.split("\n")))
