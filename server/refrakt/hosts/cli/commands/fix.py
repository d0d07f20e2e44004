"""`refrakt fix`: the fixes of several pages, of folders or of standard input, as one diff for `git apply` and `patch`."""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal

from refrakt.command_input import option
from refrakt.errors import RefraktError
from refrakt.hosts.cli import source_files, standard_output
from refrakt.hosts.cli.config_problems import report_all_config_problems
from refrakt.hosts.cli.current_folder import patch_folder, path_in_project
from refrakt.hosts.cli.exit_codes import SUCCESS
from refrakt.hosts.cli.json_output import pretty
from refrakt.hosts.cli.page_paths import pages
from refrakt.project.project_root import project_root
from refrakt.services.context import Context
from refrakt.services.fix import Fixed, FixInput, fix, summary_line
from refrakt.services.json_payload import as_json
from refrakt.services.registry import service_of
from refrakt.services.unified_diff import renamed, unchanged


@dataclass(frozen=True, slots=True)
class FixOptions:
    """Options of the command line alone."""

    files: list[str] = option(default_factory=list, positional=True, metavar="FILE")
    """a page, or a folder with pages; - is standard input"""
    format: Literal["text", "json"] = "text"
    """output format"""


OPTIONS = FixOptions


def run(query: FixInput, options: FixOptions) -> int:
    files = _selected(options.files)
    if not files and query.content is None:
        raise RefraktError("INVALID_ARGS", "nothing to fix", "Pass pages, folders, or - for standard input.")
    if files and query.content is not None and len(files) > 1:
        raise RefraktError("INVALID_ARGS", "--content is the text of one page", "Pass one FILE with it.")
    context = Context.at(_folder(files), paged=False)
    names: list[str | None] = [*files] if files else [None]
    found = [(name, _fixed(context, query, name)) for name in names]
    report_all_config_problems(context, query.site)
    if options.format == "json":
        answers = [{"file": name, **as_json(answer)} for name, answer in found]
        single = len(found) == 1 and not any(map(os.path.isdir, options.files))
        standard_output.write(pretty(as_json(found[0][1]) if single else {"pages": answers}) + "\n")
        return SUCCESS
    changed = [name for name, answer in found if name not in (None, source_files.STDIN) and answer.diff]
    folder = patch_folder(context.project.root, [Path(os.path.abspath(name)) for name in changed])
    diffs = [renamed(answer.diff, _shown(name, folder)) if name in changed else answer.diff for name, answer in found]
    if not any(diffs) and not sys.stdout.isatty():
        # `git apply` fails without a patch, so there is one that changes nothing.
        diffs = [_unchanged(name) for name in files[:1]]
    for diff, (_, answer) in zip(diffs, found, strict=False):
        standard_output.write(f"{diff}{summary_line(answer)}\n")
    for _, answer in found[len(diffs) :]:
        standard_output.write(f"{summary_line(answer)}\n")
    return SUCCESS


def _selected(paths: list[str]) -> list[str]:
    """The pages of the arguments."""
    found = []
    for each in pages(paths):
        if isinstance(each, source_files.FileError):
            raise RefraktError("NOT_FOUND", str(each), "Pass a page, a folder, or - for standard input.") from each
        found.append(each)
    return found


def _folder(files: list[str]) -> Path:
    """The folder of the project: that of the first page, else the current one."""
    first = next((each for each in files if each != source_files.STDIN), None)
    return Path(project_root(str(Path(os.path.realpath(first)).parent) if first is not None else os.getcwd()))


def _fixed(context: Context, query: FixInput, name: str | None) -> Fixed:
    if name == source_files.STDIN:
        try:
            query = replace(query, content=source_files.read(name).text)
        except source_files.FileError as error:
            raise RefraktError("NOT_FOUND", str(error), "Pass UTF-8 text on standard input.") from error
    elif name is not None:
        query = replace(query, path=path_in_project(context.project.root, name))
    answer: Fixed = service_of(fix).call(context, query)
    return answer


def _unchanged(name: str) -> str:
    """A patch without a change; empty for a text on standard input, or a page that a patch cannot name from here."""
    path = Path(os.path.abspath(name))
    folder = Path(os.path.abspath(os.curdir))
    if name == source_files.STDIN or not path.is_relative_to(folder):
        return ""
    return unchanged(source_files.read(name).data.decode("utf-8", "surrogatepass"), _shown(name, folder))


def _shown(name: str | None, folder: Path) -> str:
    """The path of a page below a folder."""
    return Path(os.path.relpath(name or "", folder)).as_posix()
