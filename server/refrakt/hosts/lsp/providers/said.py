"""The problems that plugins have found in open files, kept where edits have moved them.

Nobody who types waits for a plugin. What it said of an earlier text stays, as far as nothing was typed there, until it has been
asked about the new one. The same goes for problems of ours that a plugin tells better: while somebody types at such a place,
nothing is said there rather than one thing now and another a moment later.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, NamedTuple

from refrakt.markdoc import Document
from refrakt.project.index.judging import Moved, moved
from refrakt.project.index.problem import PageProblem, Replacement
from refrakt.project.site import SiteContext
from refrakt.project.workspace import Buffer, Workspace
from refrakt.rules.finding import Finding
from refrakt.rules.settings import Settings, Strictness, layers, settings_in, silenced_lines

from ..changes import Edit, difference

if TYPE_CHECKING:
    from refrakt.plugins import FileProblem


@dataclass(frozen=True, slots=True)
class TheirProblem(PageProblem):
    """What a plugin has found."""

    instead_of: tuple[str, ...] = ()
    places: tuple[dict[str, Any], ...] = ()
    """Other places that have to do with it, as the editor is told of them."""

    @classmethod
    def told(cls, problem: FileProblem, places: tuple[dict[str, Any], ...] = ()) -> TheirProblem:
        start, end = problem.place
        fix = tuple(Replacement(*each.place, each.new) for each in sorted(problem.fix))
        said = problem.code, problem.severity, start, end, problem.message, problem.suggestion
        return cls(*said, fix, instead_of=tuple(problem.instead_of), places=places)


class Hushed(NamedTuple):
    """A place where a plugin has said something that may not be true any more, and which problems of ours it was said for."""

    start: int
    end: int
    codes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Said:
    """What plugins say of one version of a file."""

    document: Document | None = None
    problems: tuple[Moved, ...] = ()
    hushed: tuple[Hushed, ...] = ()

    def leaves(self, code: str, start: int, end: int) -> bool:
        """Whether a problem of ours is told, too."""
        for each in self.problems:
            if code in _instead_of(each) and each.start <= end and start <= each.problem.end + each.by:
                return False
        return not any(code in each.codes and each.start <= end and start <= each.end for each in self.hushed)

    def left(self, document: Document, findings: list[Finding]) -> list[Finding]:
        """Those of the findings of ours that are told."""
        if not self.problems and not self.hushed:
            return findings
        return [each for each in findings if self.leaves(each.code, *document.offsets(each.span))]

    def left_across(self, problems: tuple[Moved, ...]) -> Sequence[Moved]:
        """The same for what is wrong between pages."""
        if not self.problems and not self.hushed:
            return problems
        return [each for each in problems if self.leaves(each.problem.code, each.start, each.problem.end + each.by)]

    def at(self, document: Document) -> Said:
        """What is left of it in a later version."""
        if self.document is document or self.document is None:
            return self
        edit = _edit_between(self.document, document)
        if edit is None:
            return replace(self, document=document)
        kept = moved(self.problems, [edit])
        known = {id(each.problem) for each in kept}
        touched = [
            Hushed(each.start, each.problem.end + each.by, _instead_of(each))
            for each in self.problems
            if id(each.problem) not in known
        ]
        hushed = (_moved_hush(each, edit) for each in (*self.hushed, *touched) if each.codes)
        return Said(document, kept, tuple(hushed))

    def judged(self, site: SiteContext | None, editor: Settings) -> Said:
        """As strictly as the config, the editor, the page and the line before ask for."""
        document = self.document
        if document is None or not self.problems:
            return self
        frontmatter = document.frontmatter
        wishes = layers(
            site.rules if site is not None else None,
            editor,
            settings_in(frontmatter.data) if frontmatter is not None else None,
        )
        silenced = silenced_lines(document)
        if not wishes and not silenced:
            return self
        strictness, kept = Strictness(wishes, silenced), []
        for each in self.problems:
            problem = each.problem
            severity = strictness.severity(problem.code, problem.severity)
            if severity is not None and not _is_silenced(each, document, strictness):
                kept.append(
                    each if severity == problem.severity else Moved(replace(problem, severity=severity), each.by)
                )
        return replace(self, problems=tuple(kept))


NOTHING = Said()


class Known:
    """What plugins have said of the files that are open. Belongs to the loop's thread."""

    def __init__(self, workspace: Workspace) -> None:
        self._workspace = workspace
        self._said: dict[str, Said] = {}
        """By URI, of those of which something was said."""

    def of(self, buffer: Buffer) -> Said:
        said = self._said.get(buffer.uri)
        if said is None:
            return NOTHING
        now = said.at(buffer.document)
        if now is not said:
            self._said[buffer.uri] = now
        return now

    def keep(self, uri: str, document: Document, problems: Iterable[TheirProblem]) -> bool:
        """Take in what plugins say of a version of a file, which may not be the newest; whether that is anything new."""
        buffer = self._workspace.snapshot.buffers.get(uri)
        if buffer is None:
            self.forget(uri)
            return False
        before = self.of(buffer)
        after = Said(document, tuple(map(Moved, problems))).at(buffer.document)
        if before.hushed == after.hushed and _now(before) == _now(after):
            return False
        if after.problems or after.hushed:
            self._said[uri] = after
        else:
            self.forget(uri)
        return True

    def speak(self, uri: str) -> bool:
        """No answer is to be expected soon: hush nothing any more. Whether anything was."""
        said = self._said.get(uri, NOTHING)
        if said.hushed:
            self._said[uri] = replace(said, hushed=())
        return bool(said.hushed)

    def forget(self, uri: str) -> None:
        """A file was closed."""
        self._said.pop(uri, None)


def _now(said: Said) -> list[PageProblem]:
    return [each.now() for each in said.problems]


def _instead_of(moved: Moved) -> tuple[str, ...]:
    return moved.problem.instead_of if isinstance(moved.problem, TheirProblem) else ()


def _is_silenced(moved: Moved, document: Document, strictness: Strictness) -> bool:
    if not strictness.silenced:
        return False
    codes = strictness.silenced.get(document.position(moved.start)[0])
    return codes is not None and (not codes or moved.problem.code in codes)


def _moved_hush(hushed: Hushed, edit: Edit) -> Hushed:
    """The place after an edit; what was typed there belongs to it."""
    start, end, new = edit
    more = len(new) - (end - start)
    if hushed.end < start:
        return hushed
    if hushed.start > end:
        return Hushed(hushed.start + more, hushed.end + more, hushed.codes)
    return Hushed(min(hushed.start, start), max(hushed.end, end) + more, hushed.codes)


def _edit_between(before: Document, after: Document) -> Edit | None:
    """What was typed between two versions, as one edit. Blocks that both have are not looked at."""
    old, new = before.blocks, after.blocks
    least = min(len(old), len(new))
    first = next((index for index in range(least) if old[index] is not new[index]), least)
    rest = least - first
    last = next((index for index in range(rest) if old[-1 - index] is not new[-1 - index]), rest)
    texts = ("".join(each.text for each in some[first : len(some) - last]) for some in (old, new))
    start, end, typed = difference(*texts)
    if start == end and not typed:
        return None
    above = sum(len(each.text) for each in old[:first])
    return above + start, above + end, typed
