"""`refrakt validate-content`: the service for files, folders and standard input.

Prints text with source excerpts, or JSON; with `--jsonl` one process answers many texts and reads the runes once.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Literal

from refrakt.command_input import from_json, option
from refrakt.errors import RefraktError
from refrakt.hosts.cli import json_lines, source_files, standard_output
from refrakt.hosts.cli.colors import painter
from refrakt.hosts.cli.config_problems import report_site_problems
from refrakt.hosts.cli.error_output import refuse
from refrakt.hosts.cli.exit_codes import PROBLEMS_FOUND, SUCCESS
from refrakt.hosts.cli.json_output import pretty
from refrakt.hosts.cli.page_paths import pages
from refrakt.hosts.cli.progress import Progress
from refrakt.hosts.cli.report_formats import text
from refrakt.project.project_root import project_root
from refrakt.services.context import Context
from refrakt.services.json_payload import as_json
from refrakt.services.validate_content import ContentInput, Validation, validate_content


@dataclass(frozen=True, slots=True)
class ValidateOptions:
    """Options of the command line alone."""

    files: list[str] = option(default_factory=list, positional=True, metavar="FILE")
    """a page, or a folder with pages; - is standard input"""
    format: Literal["text", "json"] = "text"
    """output format"""
    jsonl: bool = False
    """answer JSON lines {id, markdown, ...} from standard input"""


OPTIONS = ValidateOptions


def run(query: ContentInput, options: ValidateOptions) -> int:
    if options.jsonl:
        if options.files:
            raise RefraktError("INVALID_ARGS", "--jsonl reads standard input, not files", "Omit the files.")
        return _answer_lines(query.site)
    if not options.files:
        raise RefraktError("INVALID_ARGS", "no FILE given", "Pass files or folders, or - for standard input.")
    validation = _ValidationRun(query, options.format)
    single = len(options.files) == 1 and not os.path.isdir(options.files[0])
    return validation.one(options.files[0]) if single else validation.many(options.files)


@dataclass(slots=True)
class _ValidationRun:
    """One run over files. Reads each project once, and reports its config problems once."""

    query: ContentInput
    form: str
    _projects: dict[str, Context] = field(default_factory=dict)
    _roots: dict[str, str] = field(default_factory=dict)
    """The project of each folder."""
    _places: dict[str, tuple[Context, str | None]] = field(default_factory=dict)
    _reported: set[tuple[Path, str | None]] = field(default_factory=set)

    def one(self, file: str) -> int:
        """Validate a single page: its answer is the output."""
        try:
            source, answer = self._validated(file)
        except RefraktError as error:
            return refuse(error, self.form)
        if self.form == "json":
            standard_output.write(pretty(as_json(answer)) + "\n")
        else:
            paint = painter()
            for line in text.problem_texts(source.name, source.text, answer.errors, paint):
                standard_output.write(line + "\n")
            standard_output.write(f"{source.name}: {text.counts_text(_counts(answer))}\n")
        return SUCCESS if answer.ok else PROBLEMS_FOUND

    def many(self, paths: Sequence[str]) -> int:
        """Validate several pages or folders: problems as they are found, then a summary."""
        code = SUCCESS
        found: list[tuple[str, Validation]] = []
        selected = [page for path in paths for page in self._selected(path)]
        paint = painter()
        with Progress("Checking", len(selected)) as progress:
            for page in selected:
                progress.step(str(page))
                try:
                    source, answer = self._validated(page)
                except RefraktError as error:
                    with progress.paused():
                        code = max(code, refuse(error, self.form))
                    continue
                found.append((source.name, answer))
                if self.form == "text" and answer.errors:
                    with progress.paused():
                        for line in text.problem_texts(source.name, source.text, answer.errors, paint):
                            standard_output.write(line + "\n")
                        standard_output.flush()
        ok = all(answer.ok for _, answer in found)
        if self.form == "json":
            answers = [{"file": name, **as_json(answer)} for name, answer in found]
            standard_output.write(pretty({"ok": ok and code == SUCCESS, "pages": answers}) + "\n")
        elif found:
            standard_output.write(_summary([answer for _, answer in found]) + "\n")
        return max(code, SUCCESS if ok else PROBLEMS_FOUND)

    def _selected(self, path: str) -> list[str | source_files.FileError]:
        """The page of an argument; of a folder all pages. A README in a plain Markdoc site is not one."""
        found = list(pages([path]))
        if not os.path.isdir(path):
            return found
        return [each for each in found if isinstance(each, source_files.FileError) or self._is_page(each)]

    def _is_page(self, file: str) -> bool:
        context, path = self._locate(file)
        project = context.project
        return path is None or not project.plain or project.is_page(project.root / path)

    def _validated(self, page: str | source_files.FileError) -> tuple[source_files.TextFile, Validation]:
        try:
            if isinstance(page, source_files.FileError):
                raise page
            source = source_files.read(page)
        except source_files.FileError as error:
            hint = "Pass a page, a folder, or - for standard input."
            raise RefraktError("NOT_FOUND", str(error), hint) from error
        context, path = self._locate(page)
        # The service reads a file of the project itself; any other text is passed to it.
        markdown = source.text if path is None else None
        answer = validate_content(context, replace(self.query, markdown=markdown, path=path))
        site = context.site(self.query.site, context.locate(path) if path is not None else None)
        if (site.root, site.name) not in self._reported:
            self._reported.add((site.root, site.name))
            report_site_problems(context, self.query.site, path)
        return source, answer

    def _locate(self, file: str) -> tuple[Context, str | None]:
        """The project of a file, else that of the current folder, and the file's path in it."""
        found = self._places.get(file)
        if found is None:
            found = self._places[file] = self._find(file)
        return found

    def _find(self, file: str) -> tuple[Context, str | None]:
        here = self._project(os.curdir)
        if file == source_files.STDIN:
            return here, None
        path = Path(os.path.realpath(file))
        around = self._project(str(path.parent))
        context = here if around.project.unknown and not here.project.unknown else around
        if not path.is_relative_to(context.project.root) or not path.is_file():
            return context, None
        return context, path.relative_to(context.project.root).as_posix()

    def _project(self, folder: str) -> Context:
        root = self._roots.get(folder)
        if root is None:
            root = self._roots[folder] = project_root(folder)
        found = self._projects.get(root)
        if found is None:
            found = self._projects[root] = Context.at(Path(root))
        return found


def _answer_lines(site: str | None) -> int:
    context = Context.at(Path.cwd())
    try:
        report_site_problems(context, site)
    except RefraktError:
        # Without --site, the path of each text may determine its site.
        if site is not None:
            raise
    return json_lines.run(lambda request: _answer(context, request, site))


def _answer(context: Context, request: json_lines.Request, site: str | None) -> json_lines.Answer:
    arguments = {key: value for key, value in request.items() if key != "id"}
    try:
        query = from_json(ContentInput, {"site": site, **arguments} if site is not None else arguments)
        answer = validate_content(context, query)
    except RefraktError as error:
        raise json_lines.BadRequest(str(error)) from error
    found: dict[str, Any] = as_json(answer)
    return {key: found[key] for key in ("ok", "errors", "runesUsed")}


def _counts(answer: Validation) -> Counter[str]:
    return Counter(each.severity for each in answer.errors)


def _summary(answers: list[Validation]) -> str:
    counts: Counter[str] = sum((_counts(each) for each in answers), Counter())
    return text.summary_line(len(answers), sum(bool(each.errors) for each in answers), counts)
