"""What somebody asks who wants to know what could be done: a page, a stretch of it, and what is wrong with it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import islice
from typing import NamedTuple

from refrakt.markdoc import Document
from refrakt.project.index.problem import PageProblem
from refrakt.project.index.supposed import supposed_problems
from refrakt.project.mending import line_end_of, with_line_ends
from refrakt.rules.check import Memory
from refrakt.rules.settings import Settings

from ..answers import Action, Changes, FileEdit, Range, Replacement
from ..page import PageContext
from ..supposing import supposed
from .content import same_content

_MOST_PROBLEMS = 30
"""Nobody reads through the fixes of more."""


class Complaint(NamedTuple):
    """A problem as the editor knows it. The page may have changed since."""

    code: str
    place: Range


@dataclass(frozen=True, slots=True)
class Mend(Action):
    """An action about one problem."""

    problem: Range = field(default_factory=lambda: Range(0, 0))
    """Where that stands."""


@dataclass(frozen=True)
class Asked:
    """A question, and what its answers are made with."""

    page: PageContext
    place: Range
    """What is selected; empty where the cursor only stands there."""
    known: Sequence[PageProblem] = ()
    """What is wrong with the page as it is."""
    complaints: tuple[Complaint, ...] = ()
    """The problems the editor asks about."""
    version: int | None = None
    """Of the buffer."""
    editor: Settings = field(default_factory=dict)
    """How strict the editor is set to be."""
    memory: Memory = field(default_factory=Memory)
    """What is known of the nodes of the page, so that a text with a small change is quickly checked."""
    guard: Callable[[Callable[[], list[PageProblem]]], list[PageProblem]] = lambda work: work()
    """Runs what uses the memory while nobody else does."""
    creates: bool = True
    """Whether whoever asks can make new files."""
    deliberate: bool = True
    """Whether somebody has asked for actions, rather than an editor by itself wherever the cursor goes."""

    @property
    def document(self) -> Document:
        return self.page.document

    @property
    def path(self) -> str:
        """The file; empty for what has never been saved."""
        return self.page.path or ""

    @cached_property
    def text(self) -> str:
        return self.page.document.text

    @cached_property
    def problems(self) -> tuple[PageProblem, ...]:
        """The problems at the place, and those that the editor asks about; of very many the first."""
        start, end = self.place
        found = (
            each
            for each in self.known
            if (each.start <= end and start <= each.end)
            or any(told.code == each.code and _overlap(told.place, each) for told in self.complaints)
        )
        return tuple(islice(found, _MOST_PROBLEMS))

    # Changes ----------------------------------------------------------------------------------------------------------

    def edited(self, replacements: Iterable[Replacement], created: tuple[tuple[str, str], ...] = ()) -> Changes:
        """Changes of the page. What is put in gets the page's line ends."""
        line_end = line_end_of(self.text)
        ordered = sorted(replacements)
        changed = tuple(Replacement(place, with_line_ends(new, line_end)) for place, new in ordered)
        edits = (FileEdit(self.path, self.text, changed, self.version),) if changed else ()
        return Changes(edits, tuple((path, with_line_ends(text, line_end)) for path, text in created))

    def rewritten(
        self,
        replacements: Iterable[Replacement],
        created: tuple[tuple[str, str], ...] = (),
        foreseen: frozenset[str] = frozenset(),
        anew: Range | None = None,
    ) -> Changes | None:
        """The same for another way to write something: None if the page would have problems that it has not now, or if anything
        but its tags would be read in another way.

        `foreseen` are problems that the new files will mend; what stands in the stretch `anew` is meant to become another.
        """
        changes = self.edited(replacements, created)
        after = supposed(self.document, (each for edit in changes.edits for each in edit.replacements))
        if not same_content(self.document, after, anew):
            return None
        more = self._counted(after) - self._counted(self.document)
        return None if {*more} - foreseen else changes

    def _counted(self, document: Document) -> Counter[str]:
        page = self.page

        def work() -> list[PageProblem]:
            return supposed_problems(document, page.site, page.path, self.editor, None, self.memory)

        return Counter(each.code for each in self.guard(work))


def _overlap(place: Range, problem: PageProblem) -> bool:
    return problem.start <= place.end and place.start <= problem.end
