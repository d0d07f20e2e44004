"""Code lenses above a definition: the update of a fork, as far as it is known without a network, and the number of uses."""

from __future__ import annotations

from collections.abc import Iterator

from refrakt.plugins import CodeLens, CommandContext, SourceFile, Span
from refrakt.plugins.message_quoting import one_line
from refrakt_forge.editor.navigation import uses_of
from refrakt_forge.editor.request import FileRequest, file_request
from refrakt_forge.forks.fork import Fork, fork_in
from refrakt_forge.forks.upstream import upstream_of
from refrakt_forge.index.entries import DefinitionFile
from refrakt_forge.names import DefinitionReference
from refrakt_forge.versions import UNKNOWN_VERSION

_MAX_NAME = 60


def code_lenses(file: SourceFile, context: CommandContext) -> Iterator[CodeLens]:
    request = file_request(file, context)
    entry = request.definition if request is not None else None
    if request is None or entry is None or request.document.root is None:
        return
    root = request.document.root
    first = next((each.key for each in root.members.values()), Span(root.span.start, root.span.start))
    fork = fork_in(request.forge.index, entry)
    if fork is not None:
        yield _fork_lens(request, fork, first)
    used = [location for user, location in uses_of(request.forge, entry.kind, entry.name) if user.path != entry.path]
    if used:
        yield CodeLens(first, f"used by {len(used)}", tuple(used))


def _fork_lens(request: FileRequest, fork: Fork, span: Span) -> CodeLens:
    version = f"@{fork.upstream_version}" if fork.upstream_version != UNKNOWN_VERSION else ""
    title = f"fork of {one_line(fork.upstream_name, _MAX_NAME)}{one_line(version, _MAX_NAME)}"
    upstream = upstream_of(request.forge, fork, network=False)
    if upstream.has_update:
        breaking = ", breaking" if upstream.is_breaking else ""
        title += f": update {upstream.latest} available{breaking}"
    target = _upstream_file(request, fork, upstream.latest)
    locations = (request.forge.declaration(target),) if target is not None else ()
    return CodeLens(span, title, locations)


def _upstream_file(request: FileRequest, fork: Fork, version: str | None) -> DefinitionFile | None:
    """The newest installed upstream, if it is not the fork itself."""
    reference = DefinitionReference(fork.upstream_name, version or fork.upstream_version)
    found = request.forge.installed(fork.kind, reference)
    return found if found is not None and found.path != fork.file.path else None
