"""A file or folder that a rune shows and that is not there.

`snippet` and `data` read files of the project, by their path from its folder; what leads out of it is not read. `file-ref` links to
a file of the repository, which may be larger than the project; that is a warning only. `sandbox` takes a folder below the site's
examples: the config's `sandbox.dir`, or `examples` beside the content. `blog` lists the pages directly below an address; where
there are none, that is a warning, since somebody may be about to write the first. If only capitals differ, the fix writes them as
the file has them.
"""

from __future__ import annotations

import os
import posixpath
from collections.abc import Iterator
from dataclasses import replace

from refrakt.rules.words import did_you_mean

from ..index.look import Look
from ..pages.facts import Reference
from .naming import renamed
from .registry import Told, reference_rule
from .words import inside, is_served


@reference_rule("missing-file", "error", "file sandbox folder", fixable=True)
def missing_file(look: Look, reference: Reference) -> Iterator[Told]:
    if not look.spec.sure or look.entry.kind == "plan":
        return
    if reference.kind == "folder":
        yield from _blog(look, reference)
    elif reference.kind == "sandbox":
        yield from _sandbox(look, reference)
    elif reference.rune == "file-ref":
        yield from _linked(look, reference)
    else:
        yield from _read(look, reference)


def _read(look: Look, reference: Reference) -> Iterator[Told]:
    root, name = str(look.spec.root), reference.name
    path = None if name.startswith("/") else inside(root, name)
    if path is None:
        message = f"'{name}' leads out of the project, and only its own files are read"
        yield Told(reference.start, reference.end, message, "Write the path from the project's folder.")
    elif not look.asset(path):
        yield _missing(look, reference, "file", path)


def _linked(look: Look, reference: Reference) -> Iterator[Told]:
    tops = (look.spec.root, look.spec.repository)
    paths = [path for each in tops if (path := inside(each, reference.name)) is not None]
    if paths and not any(look.asset(each) or look.has_folder(each) for each in paths):
        yield replace(_missing(look, reference, "file", paths[0]), severity="warning")


def _sandbox(look: Look, reference: Reference) -> Iterator[Told]:
    examples = look.spec.examples
    if examples is None:
        return
    path = os.path.normpath(examples / reference.name)
    if inside(look.spec.root, os.path.relpath(path, look.spec.root)) is None:
        message = f"'{reference.name}' leads out of the project, and only its own files are read"
        yield Told(reference.start, reference.end, message, "Write the name of a folder of examples.")
    elif not look.has_folder(path):
        yield _missing(look, reference, "folder", path)


def _blog(look: Look, reference: Reference) -> Iterator[Told]:
    folder = f"/{reference.name.strip().strip('/')}/".replace("//", "/")
    base = look.spec.routes.base.rstrip("/")
    if not any(look.has_pages_in(each) for each in (folder, base + folder)) and not is_served(look, folder):
        message = f"no page is served below '{folder}'"
        yield Told(reference.start, reference.end, message, "Write the folder of the posts.", severity="warning")


def _missing(look: Look, reference: Reference, kind: str, path: str) -> Told:
    """What is there under nearly this name goes into the message; what is there under this name in other capitals, into the fix."""
    same = look.spelt_beside(path)
    near = [*same] or look.near_beside(path)
    shown = os.path.relpath(path, look.spec.root).replace(os.sep, "/")
    above = posixpath.dirname(reference.name)
    spelt = [posixpath.join(above, each) for each in near]
    return Told(
        reference.start,
        reference.end,
        f"there is no {kind} '{shown}'{did_you_mean(near)}",
        f"Write {spelt[0]}." if spelt else None,
        renamed(reference, spelt[0] if same else None),
    )
