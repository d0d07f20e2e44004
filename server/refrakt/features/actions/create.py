"""A page or a partial that something leads to and that is not there yet."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterable, Iterator
from functools import partial

from refrakt.project.across.served import is_there
from refrakt.project.across.words import place_of
from refrakt.project.index.look import Look
from refrakt.project.index.problem import PageProblem
from refrakt.project.index.sources import place_of as kind_and_name
from refrakt.project.index.spec import SiteSpec
from refrakt.project.index.targets import Target, normal

from ..answers import Action, Changes, Range
from ..renaming.writing import yaml_text
from .asked import Asked, Mend
from .partials import partials_folder
from .registry import offers

KIND = "quickfix"
_ENDING = re.compile(r"\.(?:md|mdoc|markdoc)$")
_NAME = re.compile(r"[^\x00-\x1f<>:\"|?*\\]+")
"""What a path may consist of wherever the project is checked out."""


@offers(KIND, rank=4)
def create(asked: Asked) -> Iterator[Action]:
    if not asked.creates:
        return
    for problem in asked.problems:
        path = _missing_page(asked, problem) if problem.code == "broken-link" else None
        if problem.code == "partial-missing":
            path = _missing_partial(asked, problem)
        if path is not None and _NAME.fullmatch(path):
            what = "partial" if problem.code == "partial-missing" else "page"
            text = _partial(path) if what == "partial" else _page(path)
            changes = partial(Changes, created=((path, text),))
            place = Range(problem.start, problem.end)
            yield Mend(f"Create the {what} {path}", KIND, changes, (problem.code,), problem=place)


def _missing_page(asked: Asked, problem: PageProblem) -> str | None:
    view = asked.page.view
    if view is None:
        return None
    with view.lock:
        look = asked.page.look
        if look is None:
            return None
        links = (each for each in look.facts.links if place_of(each) == (problem.start, problem.end))
        target = next((look.target(each) for each in links), None)
        return _file_of(view.site.entries, look, target) if target is not None and target.places else None


def _file_of(known: Iterable[str], look: Look, target: Target) -> str | None:
    """The file that a page would have to be for a link to lead to it; None if there is one, or it would not be served there."""
    spec = look.spec
    place = target.places[0]
    if target.kind == "source":
        name = place
    else:
        base = spec.routes.base.strip("/")
        steps = place.strip("/")
        name = f"{steps.removeprefix(base).strip('/') if base else steps}.md"
        if normal(spec.routes.url(name)) != normal(place):
            return None
    path = posixpath.normpath(f"{spec.content_path}{name}")
    kind, _ = kind_and_name(spec, spec.root / path) or ("", "")
    return path if kind == "page" and _is_free(spec, known, path) else None


def _missing_partial(asked: Asked, problem: PageProblem) -> str | None:
    syntax = asked.document.tag_at(problem.start)
    file = (
        next((each.annotation.value for each in syntax.attributes if each.annotation.name == "file"), None)
        if syntax
        else None
    )
    folder, view = partials_folder(asked), asked.page.view
    if not isinstance(file, str) or folder is None or view is None or not file.endswith(".md"):
        return None
    with view.lock:
        spec, path = view.site.spec, f"{folder}{file}"
        free = _is_free(spec, view.site.entries, path)
    # What is not spelt as the site spells it would still be missing.
    return path if free and kind_and_name(spec, spec.root / path) == ("partial", file) else None


def _is_free(spec: SiteSpec, known: Iterable[str], path: str) -> bool:
    """Whether there is no such file, in whatever capitals: on many disks those make no difference."""
    return all(each.lower() != path.lower() for each in known) and not is_there(spec, path)


def _page(path: str) -> str:
    title = _in_words(path)
    return f"---\ntitle: {yaml_text('', Range(0, 0), title).new}\n---\n\n# {title}\n"


def _partial(path: str) -> str:
    return f"{_in_words(path)}\n"


def _in_words(path: str) -> str:
    """What a file is called, as a title: `set-up_tools.md` is "Set up tools"."""
    stem = _ENDING.sub("", posixpath.basename(path))
    if stem == "index":
        stem = posixpath.basename(posixpath.dirname(path))
    words = re.sub(r"[^\w]+|_+", " ", stem).strip() or "New page"
    return words[:1].upper() + words[1:]
