"""The text of a file of a project with the fixes of its problems in it, for whoever is going to write it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from refrakt.markdoc import parse
from refrakt.project import mending
from refrakt.project.index.checked import CheckedFile
from refrakt.project.index.problem import PageProblem
from refrakt.rules.check import check
from refrakt.rules.page import Page

from .context import Context


class Mended(NamedTuple):
    """A text, and how many problems it has less because their fixes were applied."""

    text: str
    fixed: int


def mended(context: Context, site: str | None, file: CheckedFile) -> Mended:
    """A file with every fix that can be applied now. Hints and notes are proposals, and left to a person."""
    surroundings = context.site(site, context.project.root / file.path)

    def judge(text: str) -> mending.Badness:
        page = Page(parse(text, surroundings.options), surroundings.surroundings, file.path)
        found = check(page)
        return sum(each.severity == "error" for each in found), len(found)

    return _counted(mending.mended(file.text, file.problems, judge))


def applied(text: str, problems: Iterable[PageProblem]) -> Mended:
    """The text with every fix that does not get in the way of one before it. What is put in has the file's line ends."""
    return _counted(mending.applied(text, problems))


def _counted(done: mending.Mended) -> Mended:
    return Mended(done.text, len(done.problems))
