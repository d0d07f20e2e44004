"""Whole sites with a cursor in one of their files, written `$0`.

    -- content/index.md --
    See [setup](/docs/$0setup).
    -- content/docs/setup.md --
    # Setup

Each part is a file. Without a `refrakt.config.json` among them the site is the folder `content`; without a cursor, it is on
the first page at its beginning.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from textwrap import dedent
from threading import RLock

from refrakt.features.page_context import PageContext
from refrakt.features.results import Location
from refrakt.markdoc.document import parse
from refrakt.project.index.site_index import SiteIndex
from refrakt.project.index.site_view import PageText, SiteView
from refrakt.project.pages.fact_extraction import facts_of
from refrakt.project.workspace_edit import WorkspaceEdit
from site_rules.site_checks import site_in

from .checking import CURSOR

_PART = re.compile(r"-- (\S(?:.*\S)?) --")


@dataclass(frozen=True)
class OpenSite:
    """An open page of a site with a cursor."""

    page: PageContext
    offset: int
    files: dict[str, str]
    index: SiteIndex
    folder: Path

    def shown(self, location: Location) -> str:
        """A location as `path:line: text`, with lines counted from 1."""
        text = self.files[location.path]
        line = text.count("\n", 0, location.span.start) + 1
        return f"{location.path}:{line}: {text[location.span.start : location.span.end]}"


def files_in(fixture: str) -> dict[str, str]:
    """The files of a fixture, cursor included."""
    files: dict[str, list[str]] = {}
    path = ""
    for line in dedent(fixture).strip("\n").split("\n"):
        if part := _PART.fullmatch(line):
            path = part[1]
            files[path] = []
        else:
            files[path].append(line)
    return {path: "".join(f"{each}\n" for each in lines) for path, lines in files.items()}


@contextmanager
def open_site(fixture: str, site: str | None = None) -> Iterator[OpenSite]:
    """A site on disk, and a cursor on one of its pages."""
    files = files_in(fixture)
    path = next((each for each, text in files.items() if CURSOR in text), None)
    path = path or next(each for each in files if each.endswith(".md"))
    before, _, after = files[path].partition(CURSOR)
    offset = len(before) if after else 0
    files[path] = before + after
    with TemporaryDirectory() as folder:
        root = Path(folder).resolve()
        index = site_in(root, files, site)
        yield OpenSite(page_at(index, files, path), offset, files, index, root)


def page_at(index: SiteIndex, files: dict[str, str], path: str) -> PageContext:
    """A page as an editor has it open."""
    context = index.spec.context

    def source(path: str) -> PageText | None:
        text = files.get(path)
        return PageText(text, facts_of(parse(text, context.options), context.vocabulary)) if text is not None else None

    document = parse(files[path], context.options)
    return PageContext(document, context, path, SiteView(index, RLock(), source))


def done(files: dict[str, str], changes: WorkspaceEdit) -> dict[str, str]:
    """The files after changes, as an editor makes them."""
    after = dict(files)
    for edit in changes.edits:
        assert edit.text == files[edit.path], f"{edit.path} is not the expected text"
        ends = [0, *(each.span.end for each in edit.edits)]
        assert all(end <= each.span.start <= each.span.end for end, each in zip(ends, edit.edits, strict=False))
        after[edit.path] = edit.changed
    for path, text in changes.created:
        assert path not in after, f"{path} is there already"
        after[path] = text
    for old, new in changes.moved:
        for path in [each for each in after if each == old or each.startswith(f"{old}/")]:
            target = new + path.removeprefix(old)
            assert target not in after, f"{target} is there already"
            after[target] = after.pop(path)
    return after
