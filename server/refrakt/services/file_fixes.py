"""The text of a project's file with the fixes of its problems applied."""

from __future__ import annotations

from refrakt.markdoc.document import parse
from refrakt.project.index.checked_files import CheckedFile
from refrakt.rules.apply_fixes import FixedText, ProblemCount, fix_once, is_safe, problem_count
from refrakt.rules.page import Page
from refrakt.rules.page_checker import check
from refrakt.services.context import Context


def fixed_file(context: Context, site: str | None, file: CheckedFile) -> FixedText:
    """A file with every fix that can be applied now."""
    if not any(map(is_safe, file.problems)):
        return FixedText(file.text)
    surroundings = context.site(site, context.project.root / file.path)

    def count(text: str) -> ProblemCount:
        return problem_count(check(Page(parse(text, surroundings.options), surroundings.surroundings, file.path)))

    return fix_once(file.text, file.problems, count)
