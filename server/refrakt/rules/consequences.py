"""Problems that are only consequences of another one.

A damaged table in a rune is one mistake, but the rune also misses its table and drops a paragraph. Rules that find
such a mistake are declared as a root cause. Their fixes are tried on a copy of the page: a problem that is gone then
is a consequence and is not reported. A try parses and checks what the fixes change, and only pages with such a
mistake pay for it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from refrakt.markdoc.document import Document
from refrakt.markdoc.text_edit import TextEdit
from refrakt.rules.problem import Problem

_MOST_ALONE = 4
"""How many causes are tried one by one; the others are tried together."""
_MOST_TRIED = 20
"""How many fixes are tried."""
_MOST_CHARACTERS = 200_000
"""The longest page that is tried."""


def without_consequences(
    document: Document,
    problems: list[Problem],
    is_root: Callable[[Problem], bool],
    check: Callable[[Document], list[Problem]],
) -> list[Problem]:
    """The problems, in text order, that are left or are causes themselves. `check` checks another version of the document."""
    if len(problems) < 2 or document.start_of(len(document.blocks) - 1) > _MOST_CHARACTERS:
        return problems
    tried = 0
    while tried < _MOST_ALONE:
        roots = [index for index, each in enumerate(problems) if is_root(each) and each.fix is not None]
        if tried >= len(roots) or len(problems) < 2:
            return problems
        cause = roots[tried]
        problems = _left(document, problems, [problems[cause]], check, lambda each: not is_root(each))
        tried += 1
    together = [each for each in problems if is_root(each)][tried:]
    return _left(document, problems, together, check, lambda each: not is_root(each)) if together else problems


def _left(
    document: Document,
    problems: list[Problem],
    causes: list[Problem],
    check: Callable[[Document], list[Problem]],
    is_other: Callable[[Problem], bool],
) -> list[Problem]:
    """The problems without those that are gone if causes are fixed. Of causes, only those after the first can be consequences."""
    after = document
    for edit in reversed(_edits(document, causes)):
        after = after.edit(*edit.span.bounds, edit.new)
    left = Counter((each.code, each.message) for each in check(after))
    kept: list[Problem] = []
    is_after = False
    for each in problems:
        key = each.code, each.message
        if any(each is cause for cause in causes):
            kept.append(each)
            is_after = True
        elif left[key] > 0:
            left[key] -= 1
            kept.append(each)
        elif not is_after and not is_other(each):
            kept.append(each)
    return kept


def _edits(document: Document, roots: list[Problem]) -> list[TextEdit]:
    """The edits of the first fixes that do not overlap, in text order."""
    taken: list[TextEdit] = []
    for each in roots[:_MOST_TRIED]:
        new = each.in_file(document).edits
        if all(_is_apart(edit, other) for edit in new for other in taken):
            taken += new
    return sorted(taken)


def _is_apart(edit: TextEdit, other: TextEdit) -> bool:
    (start, end), (first, last) = edit.span.bounds, other.span.bounds
    return start != first and (end <= first or last <= start)
