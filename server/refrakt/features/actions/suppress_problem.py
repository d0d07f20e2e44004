"""Suppresses a problem: on one line by a comment, or on the page by its frontmatter.

A comment is an unused link definition, which Markdown does not render. It can only be at the start of a block, so it is
offered for the first line of a block only.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from refrakt.features.actions.action_request import ActionRequest, QuickFix
from refrakt.features.actions.registry import code_action
from refrakt.features.results import CodeAction
from refrakt.markdoc.document import Document, parse
from refrakt.markdoc.frontmatter import YamlNode
from refrakt.markdoc.text_edit import TextEdit
from refrakt.markdoc.tree import Span
from refrakt.markdoc.tree_equality import same_tree
from refrakt.rules.apply_fixes import line_end_of
from refrakt.rules.disable_comments import directives, suppressed_lines
from refrakt.rules.problem import Problem
from refrakt.rules.problem_spans import line_end, line_start

KIND = "quickfix"
_MOST = 5
"""The limit of problems: each parses the page with a comment in it."""
_LONGEST = 10_000
"""Longer blocks get no comment."""
_DIRECTIVE = "refrakt-disable-next-line"


@code_action(KIND, rank=9)
def suppress_problem(request: ActionRequest) -> Iterator[CodeAction]:
    suppressed_lines: set[tuple[str, int]] = set()
    suppressed_codes: set[str] = set()
    for problem in request.selected_problems[:_MOST]:
        line, _ = request.document.position(problem.span.start)
        if (problem.code, line) not in suppressed_lines:
            suppressed_lines.add((problem.code, line))
            edit = _for_line(request, problem)
            if edit is not None:
                yield _quick_fix(request, problem, f"Disable `{problem.code}` for this line", edit)
        if problem.code not in suppressed_codes:
            suppressed_codes.add(problem.code)
            edit = _for_page(request, problem.code)
            if edit is not None:
                yield _quick_fix(request, problem, f"Disable `{problem.code}` for this page", edit)


def _quick_fix(request: ActionRequest, problem: Problem, title: str, edit: TextEdit) -> QuickFix:
    changes = partial(request.edit, (edit,))
    return QuickFix(title, KIND, changes, (problem.code,), problem_span=problem.span)


# Line -----------------------------------------------------------------------------------------------------------------


def _for_line(request: ActionRequest, problem: Problem) -> TextEdit | None:
    """A comment before the line, or another code in an existing comment."""
    document, text = request.document, request.text
    frontmatter = document.frontmatter
    if frontmatter is not None and problem.span.start <= document.offsets(frontmatter.span)[1]:
        return None
    begin = line_start(text, problem.span.start)
    line, _ = document.position(problem.span.start)
    if any(each.kind == "disable-next-line" and each.codes and each.line == line - 1 for each in directives(document)):
        above = _line_above(text, begin)
        at = max(text.rfind(")", above, begin), text.rfind("-->", above, begin))
        end = above + len(text[above:at].rstrip())
        return TextEdit(Span(end, end), f", {problem.code}") if at >= 0 else None
    # Inside a quote the comment gets its markers, unless the problem is the quote itself.
    line_start_text = text[begin : line_end(text, begin)][: problem.span.start - begin]
    prefix = line_start_text[: len(line_start_text) - len(line_start_text.lstrip(" \t>"))]
    new = f"{prefix}[//]: # ({_DIRECTIVE} {problem.code}){line_end_of(text)}"
    return TextEdit(Span(begin, begin), new) if _is_effective_comment(document, begin, new) else None


def _is_effective_comment(document: Document, at: int, comment: str) -> bool:
    """Whether a comment is recognised and leaves the surrounding blocks unchanged."""
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
    return line in suppressed_lines(after) and same_tree(before.tree, after.tree)


def _line_above(text: str, begin: int) -> int:
    return line_start(text, begin - 2 if text.startswith("\r\n", begin - 2) else begin - 1)


# Page -----------------------------------------------------------------------------------------------------------------


def _for_page(request: ActionRequest, code: str) -> TextEdit | None:
    """A line in the frontmatter, where it can be extended."""
    document = request.document
    frontmatter = document.frontmatter
    if frontmatter is None:
        return TextEdit(Span(0, 0), f"---\nrefrakt:\n  rules:\n    {code}: off\n---\n\n")
    start, end = document.offsets(frontmatter.span)
    if frontmatter.problems or (frontmatter.root is not None and frontmatter.root.kind != "mapping"):
        return None
    if not request.text[start:end].strip():
        # Empty frontmatter begins right after the first line of dashes.
        return TextEdit(Span(start, start), f"\nrefrakt:\n  rules:\n    {code}: off")
    rules = frontmatter.at("refrakt.rules") or frontmatter.at("refrakt", "rules")
    if rules is not None:
        return _added(request, rules, f"{code}: off")
    nested = frontmatter.at("refrakt")
    if nested is not None:
        return _added(request, nested, f"rules:\n  {code}: off")
    if frontmatter.root is None or request.text[start:end].lstrip().startswith("{"):
        return None
    last = start + len(request.text[start:end].rstrip())
    return TextEdit(Span(last, last), f"\nrefrakt:\n  rules:\n    {code}: off")


def _added(request: ActionRequest, mapping: YamlNode, entry: str) -> TextEdit | None:
    """An entry at the start of a mapping in block style."""
    document, text = request.document, request.text
    if mapping.kind != "mapping" or not mapping.entries:
        return None
    at = document.offsets(mapping.entries[0][0].span)[0]
    indent = text[line_start(text, at) : at]
    if indent.strip():
        return None
    return TextEdit(Span(at, at), "".join(f"{line}\n{indent}" for line in entry.split("\n")))
