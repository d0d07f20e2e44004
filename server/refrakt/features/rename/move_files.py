"""Updates links when files and folders move: every link keeps its target.

This affects links to moved files and relative links in moved files. Links that still resolve to the same target and links
that were broken before are left unchanged.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from itertools import chain

from refrakt.features.rename.filter_urls import FilterUpdater
from refrakt.features.rename.link_rewrite import rewrite_link
from refrakt.features.rename.link_targets import linked_path, target_in
from refrakt.features.rename.moved_paths import MovedPaths, PathPair
from refrakt.features.rename.projected_site import ProjectedSite
from refrakt.features.rename.reference_updates import referenced_path, update_folder, update_reference
from refrakt.markdoc.text_edit import TextEdit
from refrakt.markdoc.tree import Span
from refrakt.project.index.indexed_file import IndexedFile
from refrakt.project.index.site_view import SiteView
from refrakt.project.pages.page_facts import Link, PageFacts, Reference
from refrakt.project.workspace_edit import FileEdit, WorkspaceEdit


def link_updates(
    view: SiteView,
    pairs: Iterable[PathPair],
    facts: Mapping[str, PageFacts] | None = None,
    open_paths: Collection[str] = (),
) -> WorkspaceEdit:
    """The text edits for moved files. Spans refer to the texts before the move.

    `facts` are those of files whose text changes at the same time, which may change their URL. Files in `open_paths` are read as
    they are now, independent of the index: they are open in an editor.
    """
    moves = MovedPaths(pairs)
    content = view.site.spec.content_path.rstrip("/")
    if not (moves or facts) or (content and moves.new_path(content) != content):
        return WorkspaceEdit()  # a moved content folder keeps all its links; its path in the config is not updated here
    with view.lock:
        both = ProjectedSite(view.site), ProjectedSite(view.site, moves, facts)
        paths = sorted(view.site.entries)
    filters = FilterUpdater(*both)
    edits = (_file_edit(view, *both, filters, path, path in open_paths) for path in paths)
    return WorkspaceEdit(tuple(each for each in edits if each is not None))


def _file_edit(
    view: SiteView, before: ProjectedSite, after: ProjectedSite, filters: FilterUpdater, path: str, is_open: bool
) -> FileEdit | None:
    with view.lock:
        entry = before.entry(path)
        moved_entry = after.entry(after.moved_paths.new_path(path))
        if entry is None or moved_entry is None:
            return None
        changed_targets = _changed_targets(before, after, entry, moved_entry, entry.facts)
        if not is_open and next(chain(changed_targets, filters.edits(entry.facts.filters)), None) is None:
            return None
    # Read without the lock: it may be slow and is seldom necessary.
    source = view.source(path)
    if source is None:
        return None
    found: dict[Span, str] = {}
    with view.lock:
        for fact, target_path in _changed_targets(before, after, entry, moved_entry, source.facts):
            new = _updated(source.text, fact, (before, entry), (after, moved_entry), target_path)
            if new is not None:
                found.setdefault(*new)  # several links may share one definition
        found.update(filters.edits(source.facts.filters))
    edits = tuple(TextEdit(span, found[span]) for span in sorted(found))
    return FileEdit(path, source.text, edits, source.version) if edits else None


def _updated(
    text: str,
    fact: Link | Reference,
    old: tuple[ProjectedSite, IndexedFile],
    new: tuple[ProjectedSite, IndexedFile],
    target_path: str,
) -> TextEdit | None:
    if isinstance(fact, Link):
        return rewrite_link(text, fact, old, new, target_path)
    if fact.kind == "folder":
        return update_folder(old[0], new[0], fact)
    return update_reference(*new, fact, target_path)


def _changed_targets(
    before: ProjectedSite, after: ProjectedSite, entry: IndexedFile, moved_entry: IndexedFile, facts: PageFacts
) -> Iterator[tuple[Link | Reference, str]]:
    """The links and references whose target would change, and the file they should resolve to."""
    moves = after.moved_paths
    affected = after.affected
    stays = entry.path == moved_entry.path and entry.url == moved_entry.url
    for link in facts.links:
        if stays and entry.kind != "plan" and not affected.may_affect(target_in(before, entry, link)):
            continue
        path = linked_path(before, entry, link)
        if path is not None and linked_path(after, moved_entry, link) != moves.new_path(path):
            yield link, moves.new_path(path)
    for reference in facts.references:
        if reference.kind == "folder":
            if update_folder(before, after, reference) is not None:
                yield reference, ""
            continue
        path = referenced_path(before, entry, reference)
        if path is not None and referenced_path(after, moved_entry, reference) != moves.new_path(path):
            yield reference, moves.new_path(path)
