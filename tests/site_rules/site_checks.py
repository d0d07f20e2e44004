"""Whole sites with what is wrong between their pages written under it.

    -- content/index.md --
    See [setup](/docs/setpu).
                ^^^^^^^^^^^ error[broken-link]: no page is served at '/docs/setpu'
    -- content/docs/setup.md --
    # Setup

Each part is a file. A line of carets marks the text above it, as in the tests of the rules for single pages; where it is the
first line of a part, it marks the file as a whole. A file without such lines has nothing wrong with it. If there is no
`refrakt.config.json` among the files, the site is the folder `content`.
"""

from __future__ import annotations

import re
from pathlib import Path
from tempfile import TemporaryDirectory
from textwrap import dedent
from typing import NamedTuple

from refrakt.markdoc.document import parse
from refrakt.project.index.indexed_file import index_file
from refrakt.project.index.site_files import list_site_files
from refrakt.project.index.site_index import SiteIndex
from refrakt.project.index.site_spec import SiteSpec, specs_of
from refrakt.project.pages.fact_extraction import facts_of
from refrakt.project.site import project_at
from refrakt.project.site_rules.site_checker import problems_of
from refrakt.rules.apply_fixes import apply_fixes
from refrakt.rules.problem import Problem

CONFIG = "refrakt.config.json"
_USUAL = '{"site": {"contentDir": "./content"}}'
_PART = re.compile(r"-- (\S(?:.*\S)?) --")
_MARK = re.compile(r"( *)(\^+) (error|warning|info|hint)\[([a-z-]+)\](?:: (.+))?")


class Mark(NamedTuple):
    path: str
    line: int
    start: int
    end: int
    severity: str
    code: str
    message: str


def check_site(fixture: str, site: str | None = None) -> None:
    """What is found between the files of a site is exactly what is written under their lines."""
    files, wanted = _read(fixture)
    with TemporaryDirectory() as folder:
        index = site_in(Path(folder), files, site)
        found = sorted(_mark(path, files[path], each) for path in index.entries for each in index.problems(path))
    assert [each[:-1] for each in found] == [each[:-1] for each in wanted], [each.message for each in found]
    for mark, expected in zip(found, wanted, strict=True):
        assert mark.message.startswith(expected.message)


def check_site_fix(code: str, before: str, after: str) -> None:
    """The fixes of a code make the files of one text those of the other, and what is mended is wrong no longer."""
    files, _ = _read(before)
    with TemporaryDirectory() as folder:
        found = _found(Path(folder), files, code)
        mended = {path: apply_fixes(text, found.get(path, ())).text for path, text in files.items()}
        assert mended == _read(after)[0]
        assert mended != files, "nothing was mended"
        left = _found(Path(folder), mended, code)
    assert {path: len(some) for path, some in left.items()} == {
        path: len([each for each in some if not each.fix]) for path, some in found.items()
    }


def _found(folder: Path, files: dict[str, str], code: str) -> dict[str, list[Problem]]:
    index = site_in(folder, files)
    return {path: [each for each in index.problems(path) if each.code == code] for path in index.entries}


def site_in(folder: Path, files: dict[str, str], site: str | None = None) -> SiteIndex:
    """The index of a site whose files are these."""
    for path, text in {CONFIG: _USUAL, **files}.items():
        file = folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(text.encode())
    project = project_at(folder.resolve())
    return indexed(next(each for each in specs_of(project) if site in (None, each.name)))


def indexed(spec: SiteSpec) -> SiteIndex:
    """The index of a site as it is on disk."""
    index = SiteIndex(spec, problems_of)
    for source in list_site_files(spec)[0]:
        document = parse((spec.root / source.path).read_bytes().decode(), spec.options)
        facts = facts_of(document, spec.context.vocabulary)
        index.put(index_file(spec, source.path, source.kind, source.name, facts))
    index.complete = True
    return index


def read_files(fixture: str) -> dict[str, str]:
    """The files of a fixture by path."""
    return _read(fixture)[0]


def _read(fixture: str) -> tuple[dict[str, str], list[Mark]]:
    lines: dict[str, list[str]] = {}
    marks: list[Mark] = []
    path = ""
    for line in dedent(fixture).strip("\n").split("\n"):
        if part := _PART.fullmatch(line):
            path = part[1]
            lines[path] = []
        elif mark := _MARK.fullmatch(line):
            row = len(lines[path]) - 1
            start, end = mark.span(2) if row >= 0 else (0, 0)
            marks.append(Mark(path, max(row, 0), start, end, mark[3], mark[4], mark[5] or ""))
        else:
            lines[path].append(line)
    return {path: "".join(f"{each}\n" for each in some) for path, some in lines.items()}, sorted(marks)


def _mark(path: str, text: str, problem: Problem) -> Mark:
    before = text[: problem.span.start]
    column = problem.span.start - (before.rfind("\n") + 1)
    assert "\n" not in text[problem.span.start : problem.span.end], f"{problem.code} marks more than a line"
    end = column + problem.span.end - problem.span.start
    return Mark(path, before.count("\n"), column, end, problem.severity, problem.code, problem.message)
