"""Problems reported by plugins in open files, moved along with edits.

Typing never waits for a plugin. Its problems of an earlier version stay, except where the text was edited, until it has checked the
new version. Where an edit removes a plugin problem that replaces one of refrakt's own, that one stays suppressed until the plugin
answers; otherwise diagnostics would flicker.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from refrakt.hosts.lsp.content_changes import OffsetEdit, minimal_edit
from refrakt.markdoc.document import Document
from refrakt.project.index.severity import ShiftedProblem, shifted_problems
from refrakt.project.snapshot import Buffer
from refrakt.project.workspace import Workspace
from refrakt.rules.disable_comments import suppressed_lines
from refrakt.rules.problem import Fix, Problem, Related
from refrakt.rules.severity_settings import Settings, Severities, layers, settings_in

Locations = Mapping[tuple[Related, ...], list[dict[str, Any]]]
"""The related locations of problems in the client's form, made in advance because that may read files."""


class SuppressedSpan(NamedTuple):
    """The position of a removed plugin problem, and the codes it replaced."""

    start: int
    end: int
    codes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PluginProblems:
    """Plugin problems of one document version."""

    document: Document | None = None
    problems: tuple[ShiftedProblem, ...] = ()
    suppressed: tuple[SuppressedSpan, ...] = ()
    locations: Locations = field(default_factory=dict)

    def is_reported(self, code: str, start: int, end: int) -> bool:
        """Whether one of refrakt's own problems is reported, that is, not replaced by a plugin's."""
        for each in self.problems:
            if code in each.problem.replaces and each.start <= end and start <= each.problem.span.end + each.by:
                return False
        return not any(code in each.codes and each.start <= end and start <= each.end for each in self.suppressed)

    def without_replaced(self, document: Document, problems: list[Problem]) -> list[Problem]:
        """The page problems that no plugin problem replaces."""
        if not self.problems and not self.suppressed:
            return problems
        return [each for each in problems if self.is_reported(each.code, *document.offsets(each.span))]

    def without_replaced_moved(self, problems: tuple[ShiftedProblem, ...]) -> Sequence[ShiftedProblem]:
        """The site problems that no plugin problem replaces."""
        if not self.problems and not self.suppressed:
            return problems
        return [
            each
            for each in problems
            if self.is_reported(each.problem.code, each.start, each.problem.span.end + each.by)
        ]

    def shifted_to(self, document: Document) -> PluginProblems:
        """The problems that are still valid in a later version."""
        if self.document is document or self.document is None:
            return self
        edit = _edit_between(self.document, document)
        if edit is None:
            return replace(self, document=document)
        shifted = shifted_problems(self.problems, [edit])
        shifted_ids = {id(each.problem) for each in shifted}
        touched = [
            SuppressedSpan(each.start, each.problem.span.end + each.by, each.problem.replaces)
            for each in self.problems
            if id(each.problem) not in shifted_ids
        ]
        suppressed = (_shift_suppressed(each, edit) for each in (*self.suppressed, *touched) if each.codes)
        return PluginProblems(document, shifted, tuple(suppressed), self.locations)

    def with_severities(self, rules: Settings | None, editor: Settings) -> PluginProblems:
        """Apply the severities of config, editor settings, frontmatter and disable comments."""
        document = self.document
        if document is None or not self.problems:
            return self
        frontmatter = document.frontmatter
        setting_layers = layers(
            rules,
            editor,
            settings_in(frontmatter.data) if frontmatter is not None else None,
        )
        silenced = suppressed_lines(document)
        if not setting_layers and not silenced:
            return self
        strictness, reported = Severities(setting_layers, silenced), []
        for each in self.problems:
            problem = strictness.applied(each.problem)
            if problem is None or (silenced and strictness.is_silenced(problem.code, document.position(each.start)[0])):
                continue
            reported.append(each if problem is each.problem else ShiftedProblem(problem, each.by))
        return replace(self, problems=tuple(reported))


NO_PROBLEMS = PluginProblems()


class PluginProblemStore:
    """The plugin problems of open files. Used only on the event loop's thread."""

    def __init__(self, workspace: Workspace) -> None:
        self._workspace = workspace
        self._by_uri: dict[str, PluginProblems] = {}
        """Only for files with problems or suppressed spans."""

    def current(self, buffer: Buffer) -> PluginProblems:
        problems = self._by_uri.get(buffer.uri)
        if problems is None:
            return NO_PROBLEMS
        now = problems.shifted_to(buffer.document)
        if now is not problems:
            self._by_uri[buffer.uri] = now
        return now

    def update(
        self, uri: str, document: Document, problems: Iterable[Problem], locations: Locations | None = None
    ) -> bool:
        """Set the problems of a document version, which may be outdated. Returns whether anything changed."""
        buffer = self._workspace.snapshot.buffers.get(uri)
        if buffer is None:
            self.forget(uri)
            return False
        before = self.current(buffer)
        shifted = tuple(ShiftedProblem(_plain(each)) for each in problems)
        after = PluginProblems(document, shifted, locations=locations or {}).shifted_to(buffer.document)
        if _comparable(before) == _comparable(after):
            return False
        if after.problems or after.suppressed:
            self._by_uri[uri] = after
        else:
            self.forget(uri)
        return True

    def clear_suppressed(self, uri: str) -> bool:
        """Drop the suppressed spans of a file, when no result is expected soon. Returns whether there were any."""
        problems = self._by_uri.get(uri, NO_PROBLEMS)
        if problems.suppressed:
            self._by_uri[uri] = replace(problems, suppressed=())
        return bool(problems.suppressed)

    def forget(self, uri: str) -> None:
        """Drop the problems of a closed file."""
        self._by_uri.pop(uri, None)


def _plain(problem: Problem) -> Problem:
    """The problem without what a plugin's own class adds, with its edits in order."""
    fix = problem.fix
    if fix is not None:
        fix = Fix(tuple(sorted(fix.edits)), fix.applicability)
    texts = problem.message, problem.suggestion
    replaces = tuple(problem.replaces)
    return Problem(problem.span, *texts, fix, tuple(problem.related), problem.severity, problem.code, replaces)


def _comparable(problems: PluginProblems) -> object:
    return [each.now() for each in problems.problems], problems.suppressed, problems.locations


def _shift_suppressed(suppressed: SuppressedSpan, edit: OffsetEdit) -> SuppressedSpan:
    """The span after an edit, including text typed at its ends."""
    start, end, new = edit
    more = len(new) - (end - start)
    if suppressed.end < start:
        return suppressed
    if suppressed.start > end:
        return SuppressedSpan(suppressed.start + more, suppressed.end + more, suppressed.codes)
    return SuppressedSpan(min(suppressed.start, start), max(suppressed.end, end) + more, suppressed.codes)


def _edit_between(before: Document, after: Document) -> OffsetEdit | None:
    """The difference of two versions as one edit. Shared blocks are not compared."""
    old, new = before.blocks, after.blocks
    least = min(len(old), len(new))
    first = next((index for index in range(least) if old[index] is not new[index]), least)
    rest = least - first
    last = next((index for index in range(rest) if old[-1 - index] is not new[-1 - index]), rest)
    texts = ("".join(each.text for each in some[first : len(some) - last]) for some in (old, new))
    start, end, typed = minimal_edit(*texts)
    if start == end and not typed:
        return None
    above = sum(len(each.text) for each in old[:first])
    return above + start, above + end, typed
