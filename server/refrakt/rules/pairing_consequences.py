"""Leaves out the problems that disappear with the repair of tags that do not match.

A damaged `{ tabs %}` makes its tabs parts without a parent. What the page would be with the right tag is known, so only the
problems that it has then are reported, and the damaged tag.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence

from refrakt.markdoc.document import Document
from refrakt.markdoc.text_edit import TextEdit
from refrakt.markdoc.tree import Span
from refrakt.rules.page import Page
from refrakt.rules.parse_limits import unread_from
from refrakt.rules.problem import Problem
from refrakt.rules.registry import page_rules
from refrakt.rules.repair_reuse import edited
from refrakt.rules.tag_repair import has_unmatched_tags, repair_edits, tag_repairs

_MOST_SYNTAX_FIXES = 8
PAIRING_CODES = frozenset({"malformed-tag", "mismatched-tag", "misplaced-tag", "stray-closing-tag", "unclosed-tag"})


def without_pairing_consequences(
    page: Page, problems: list[Problem], check: Callable[[Document], Sequence[Problem]]
) -> list[Problem]:
    """The problems without those that the repairs of the page's tags remove; `check` checks another version of the page."""
    repairs = tag_repairs(page)
    edits = repair_edits(repairs.repairs)
    rules = page_rules()
    causes = [each for each in problems if each.code in PAIRING_CODES or rules[each.code].root_cause]
    syntax = list(_syntax_fixes(page, problems, edits))
    repaired = repairs.repaired
    if syntax and len(syntax) <= _MOST_SYNTAX_FIXES and unread_from(page.document) is None:
        causes += [problem for problem, _ in syntax]
        repaired = edited(page.document, [*edits, *(edit for _, fix in syntax for edit in fix)])
    if repaired is None or has_unmatched_tags(repaired):
        return problems
    left = Counter((each.code, each.message) for each in check(repaired))
    kept = []
    for each in problems:
        key = each.code, each.message
        if any(each is cause for cause in causes) or left[key] > 0:
            left[key] -= 1
            kept.append(each)
    return kept


def _syntax_fixes(
    page: Page, problems: list[Problem], edits: list[TextEdit]
) -> Iterator[tuple[Problem, list[TextEdit]]]:
    """The syntax errors that are fixed apart from the repairs, and their edits."""
    rules = page_rules()
    for each in problems:
        if each.code not in PAIRING_CODES and each.fix is not None and rules[each.code].category == "syntax":
            own = [TextEdit(Span(*page.document.offsets(edit.span)), edit.new) for edit in each.edits]
            if not any(_overlap(edit, other) for edit in own for other in edits):
                yield each, own


def _overlap(edit: TextEdit, other: TextEdit) -> bool:
    return edit.span.start <= other.span.end and other.span.start <= edit.span.end
