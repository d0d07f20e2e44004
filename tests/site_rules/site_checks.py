"""Whole sites with the problems of site rules written below the lines.

    -- content/index.md --
    See [setup](/docs/setpu).
                ^^^^^^^^^^^ error[broken-link]: no page is served at '/docs/setpu'
    -- content/docs/setup.md --
    # Setup

Each part is a file. A line of carets is below the span of a problem, as in the tests of page rules; as the first line of a
part, it is a problem of the whole file. A file without such lines has no problems. If there is no
`refrakt.config.json`, `markdoc.config.json` or `package.json` among the files, the site is the folder `content`.
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
_PLAIN_CONFIG = "markdoc.config.json"
_USUAL = '{"site": {"contentDir": "./content"}}'
_PART = re.compile(r"-- (\S(?:.*\S)?) --")
_EXPECTATION = re.compile(r"( *)(\^+) (error|warning|info|hint)\[([a-z-]+)\](?:: (.+))?")


class Expectation(NamedTuple):
    path: str
    line: int
    start: int
    end: int
    severity: str
    code: str
    message: str


def check_site(fixture: str, site: str | None = None) -> None:
    """Check that the site rules report exactly the problems in the fixture."""
    files, expectations = _read(fixture)
    with TemporaryDirectory() as folder:
        index = site_in(Path(folder), files, site)
        found = sorted(_expectation(path, files[path], each) for path in index.entries for each in index.problems(path))
    assert [each[:-1] for each in found] == [each[:-1] for each in expectations], [each.message for each in found]
    for actual, expected in zip(found, expectations, strict=True):
        assert actual.message.startswith(expected.message)


def check_site_fix(code: str, before: str, after: str) -> None:
    """The fixes of a code make the files of one text those of the other, and remove the problems."""
    files, _ = _read(before)
    with TemporaryDirectory() as folder:
        found = _found(Path(folder), files, code)
        fixed = {path: apply_fixes(text, found.get(path, ())).text for path, text in files.items()}
        assert fixed == _read(after)[0]
        assert fixed != files, "no fix was applied"
        left = _found(Path(folder), fixed, code)
    assert {path: len(some) for path, some in left.items()} == {
        path: len([each for each in some if not each.fix]) for path, some in found.items()
    }


def _found(folder: Path, files: dict[str, str], code: str) -> dict[str, list[Problem]]:
    index = site_in(folder, files)
    return {path: [each for each in index.problems(path) if each.code == code] for path in index.entries}


def site_in(folder: Path, files: dict[str, str], site: str | None = None) -> SiteIndex:
    """The index of a site whose files are these."""
    config = {} if _PLAIN_CONFIG in files or "package.json" in files else {CONFIG: _USUAL}
    for path, text in {**config, **files}.items():
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


def _read(fixture: str) -> tuple[dict[str, str], list[Expectation]]:
    lines: dict[str, list[str]] = {}
    expectations: list[Expectation] = []
    path = ""
    for line in dedent(fixture).strip("\n").split("\n"):
        if part := _PART.fullmatch(line):
            path = part[1]
            lines[path] = []
        elif actual := _EXPECTATION.fullmatch(line):
            row = len(lines[path]) - 1
            start, end = actual.span(2) if row >= 0 else (0, 0)
            expectations.append(Expectation(path, max(row, 0), start, end, actual[3], actual[4], actual[5] or ""))
        else:
            lines[path].append(line)
    return {path: "".join(f"{each}\n" for each in some) for path, some in lines.items()}, sorted(expectations)


def _expectation(path: str, text: str, problem: Problem) -> Expectation:
    before = text[: problem.span.start]
    column = problem.span.start - (before.rfind("\n") + 1)
    assert "\n" not in text[problem.span.start : problem.span.end], f"{problem.code} covers more than a line"
    end = column + problem.span.end - problem.span.start
    return Expectation(path, before.count("\n"), column, end, problem.severity, problem.code, problem.message)
